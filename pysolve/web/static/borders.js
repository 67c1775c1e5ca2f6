// Clues: regions by their borders, as other sites have it: a drag along the sides of cells, from corner to corner, draws them, or
// erases them where there are any. What does not enclose anything yet waits.
import { UNIT, isCell, key } from "./geometry.js";
import { WALL } from "./kinds.js";
import { isGrid, isRegions } from "./parts.js";
import { isLettered, placesByRow, tokenAt, withTokens } from "./puzzle.js";
import { freshLabel } from "./regions.js";
import { blankOf } from "./tokens.js";

const BORDER = "border"; // the mark of regions that cover the board; a cage has sides of its own

/** Borders that enclose nothing yet: from what a part held, or the parts of a model without it, to the sides. */
const waiting = new WeakMap();

const heldBy = (model, part) => model.parts[part.name]?.rows ?? model.parts;

/** The part whose regions have borders along the sides of cells; undefined if there is none. */
export const borderedPart = (type) =>
  type.parts.find((part) => isGrid(part) && isRegions(part) && part.tokens.some((each) => each.marks.some((mark) => mark.kind === BORDER)));

/** The marks of the borders that wait. */
export function waitingMarks(model, type) {
  const part = borderedPart(type);
  const sides = (part && waiting.get(heldBy(model, part))) ?? [];
  return [...sides].map((side) => JSON.parse(side)).map(([place, other]) => ({ kind: WALL, place, other, given: true }));
}

export class Borders {
  constructor(editor) {
    this.editor = editor;
  }

  /** What a press at a corner begins; null elsewhere, and where no regions have borders. click(): what a click does there. */
  press({ point }, click) {
    const { editor } = this;
    const part = editor.places.board.shifted ? undefined : borderedPart(editor.type);
    let here = part && editor.places.board.cornerNear(point, 0.25 * UNIT);
    if (!here) return null;
    const [before, gesture, sides] = [editor.model, {}, this.sides(part)];
    let draws = null; // as opposed to: erases
    const pass = (cells) => {
      draws ??= !sides.has(key(cells));
      if (draws) sides.add(key(cells));
      else sides.delete(key(cells));
      editor.change(this.enclosed(before, part, sides), gesture);
    };
    return {
      move: (hit) => {
        const corner = editor.places.board.cornerNear(hit.point, 0.3 * UNIT);
        if (!corner || key(corner) === key(here)) return;
        const cells = editor.places.board.cellsBeside(here, corner);
        if (cells?.every((cell) => this.isThere(cell))) pass(cells);
        here = corner;
      },
      end: (moved) => draws === null && click(moved),
      cancel: () => draws !== null && editor.undo(),
    };
  }

  isThere(cell) {
    const { places } = this.editor;
    return places.all.has(key(cell)) && !places.isHole(cell);
  }

  /** All sides on which a border lies, as keys of the cells on both sides. */
  sides(part) {
    const { model } = this.editor;
    const between = this.neighbours().filter(([one, other]) => tokenAt(model, part, one) !== tokenAt(model, part, other));
    return new Set([...between.map(key), ...(waiting.get(heldBy(model, part)) ?? [])]);
  }

  /** All pairs of neighbouring cells. */
  neighbours() {
    const cells = placesByRow(this.editor.model).flat().filter((cell) => this.isThere(cell));
    const pairs = cells.flatMap(([row, column]) => [[row, column + 1], [row + 1, column]].map((other) => [[row, column], other]));
    return pairs.filter(([, other]) => isCell(other) && this.isThere(other));
  }

  /** The model with the regions that these sides enclose; as long as all cells belong together, none is begun. */
  enclosed(model, part, sides) {
    const groups = this.groups(sides);
    const owned = new Map(); // from labels that stay to their groups
    for (const cells of groups) {
      const own = cells.map((cell) => tokenAt(model, part, cell)).find((token) => token !== blankOf(part) && !owned.has(token));
      if (own) owned.set(own, cells);
    }
    const labels = new Map([...owned].flatMap(([label, cells]) => cells.map((cell) => [key(cell), label])));
    for (const cells of groups.length > 1 ? groups.filter(([first]) => !labels.has(key(first))) : []) {
      const label = freshLabel(new Set(labels.values()), isLettered(model, part));
      for (const cell of cells) labels.set(key(cell), label);
    }
    const changed = withTokens(model, part, groups.flat().map((cell) => [cell, labels.get(key(cell)) ?? blankOf(part)]));
    const held = changed.parts[part.name];
    const parts = { ...changed.parts, ...(held ? { [part.name]: { ...held, rows: [...held.rows] } } : {}) };
    const result = { ...changed, parts };
    const open = [...sides].filter((side) => {
      const [one, other] = JSON.parse(side).map(key);
      return labels.get(one) === labels.get(other);
    });
    waiting.set(heldBy(result, part), new Set(open));
    return result;
  }

  /** The cells that belong together where borders lie on these sides. */
  groups(sides) {
    const [group, groups] = [new Map(), []];
    const beside = new Map();
    for (const pair of this.neighbours().filter((each) => !sides.has(key(each)))) {
      for (const [one, other] of [pair, [...pair].reverse()]) beside.set(key(one), [...(beside.get(key(one)) ?? []), other]);
    }
    for (const first of placesByRow(this.editor.model).flat().filter((cell) => this.isThere(cell) && !group.has(key(cell)))) {
      const cells = [];
      const open = [first];
      while (open.length) {
        const cell = open.pop();
        if (group.has(key(cell))) continue;
        group.set(key(cell), groups.length);
        cells.push(cell);
        open.push(...(beside.get(key(cell)) ?? []));
      }
      groups.push(cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]));
    }
    return groups;
  }
}
