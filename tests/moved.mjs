// Puzzles turned and mirrored as the page does it, for test_moved.py. In: {type, models}; out: for each model {wrong, texts, thinner}: which
// motions that end where they began do not, and from the name of a way to the puzzle and to one with fewer clues, as native texts.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

const page = (name) => import(new URL(`../pysolve/web/static/${name}.js`, import.meta.url).href);
const [{ native }, { movedModel, turnedModel, waysOf }, { blankOf, isEmpty, meaning }] = await Promise.all(["native", "turning", "tokens"].map(page));

const AGAIN = [["right", "right", "right", "right"], ["right", "left"], ["right", "right", "half"], ["mirrored", "mirrored"], ["flipped", "flipped"], ["transposed", "transposed"]];
const { type, models } = JSON.parse(readFileSync(0, "utf8"));
const turned = (model, ways) => ways.reduce((before, way) => turnedModel(before, type, way), model);

/** The model without every second of its clues. */
function thinned(model) {
  let seen = 0;
  const parts = Object.entries(model.parts).map(([name, held]) => {
    const part = type.parts.find((each) => each.name === name);
    const isClue = (token) => part && !isEmpty(part, token) && !meaning(part, token, model)?.hole && (seen += 1) % 2;
    return [name, part?.shape === "grid" && held.rows ? { ...held, rows: held.rows.map((row) => row.map((token) => (isClue(token) ? blankOf(part) : token))) } : held];
  });
  return { ...model, parts: Object.fromEntries(parts) };
}

/** Rows and columns on all sides, and gone again. */
function grownAndBack(model) {
  const { rows, columns } = model;
  const grown = movedModel(model, type, { rows: rows + 3, columns: columns + 2, step: [4, 2] });
  return movedModel(grown, type, { rows, columns, step: [-4, -2] });
}

console.log(JSON.stringify(models.map((given) => {
  const model = { ...given, answer: null, verdict: null };
  const ways = waysOf(model, type);
  const wrong = AGAIN.filter((each) => each.every((way) => ways.includes(way)) && !isDeepStrictEqual(turned(model, each), model));
  if (model.board === "square" && !isDeepStrictEqual(grownAndBack(model), model)) wrong.push(["grown"]);
  const texts = (puzzle) => Object.fromEntries(ways.map((way) => [way, native(turned(puzzle, [way]))]));
  return { wrong, texts: texts(model), thinner: { "": native(thinned(model)), ...texts(thinned(model)) } };
})));
