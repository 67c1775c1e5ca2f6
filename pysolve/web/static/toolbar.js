// The tools over the board: clues or colours, undo and redo, size, examples.

import { byId, element } from "./dom.js";
import { sizeFor } from "./limits.js";
import { createNotice } from "./notice.js";
import { fillOptions, showOptions } from "./options.js";
import { emptyLike } from "./puzzle.js";
import { sideOf, sizeOf, widthOf } from "./size.js";
import { request } from "./service.js";
import { t } from "./texts.js";

const LARGEST = 60;
const EMPTY = 1; // the place of 'Empty board' in the menu of examples

// openExample(example): another puzzle of the type.
export function createToolbar(bench, { openExample, complain }) {
  const { editor } = bench;
  const notice = createNotice(byId("toolbar"));
  for (const event of ["keydown", "pointerdown"]) byId("toolbar").addEventListener(event, notice.hide);
  for (const mode of ["set", "adorn"]) byId(`mode-${mode}`).addEventListener("click", () => bench.setMode(mode));
  for (const move of ["undo", "redo"]) byId(move).addEventListener("click", () => editor[move]());

  const examples = byId("examples");
  let resizing = null; // what the board waits for until it has the size that was asked for
  examples.addEventListener("change", async () => {
    const { selectedIndex } = examples;
    examples.selectedIndex = 0;
    if (selectedIndex === EMPTY) {
      await resizing;
      emptyBoard(sizeOf(editor.model()));
    }
    else if (selectedIndex > EMPTY) openExample(bench.type.examples[selectedIndex - EMPTY - 1]);
  });

  async function emptyBoard(size) {
    try {
      const body = { type: bench.type.name, size, options: bench.details.options, ...bench.rulesOfRequest() };
      bench.replace({ ...emptyLike((await request("board", body)).model, bench.type), options: bench.details.options });
    } catch (error) {
      complain(error.message);
      showSize(bench);
    }
  }

  const update = () => {
    for (const mode of ["set", "adorn"]) byId(`mode-${mode}`).setAttribute("aria-pressed", String(bench.mode === mode));
    byId("undo").disabled = !editor.canUndo();
    byId("redo").disabled = !editor.canRedo();
  };
  let shape = null; // of the board for which there are fields
  const fill = () => {
    shape = editor.model().board;
    const names = (bench.type.examples ?? []).map(({ name }) => element("option", { value: name }, name));
    examples.replaceChildren(element("option", { value: "" }, t("examplesMenu")), element("option", {}, t("emptyBoard")), ...names);
    fillSize(bench, emptyBoard, { notice, wait: (change) => (resizing = change) });
    fillOptions(bench);
  };
  bench.on("mode content play loaded shown", update);
  bench.on("loaded type", fill);
  bench.on("content", () => {
    if (editor.model().board !== shape) return fill();
    showSize(bench);
    showOptions(bench);
  });
}

// wait(change): a promise of a change of the size.
function fillSize(bench, emptyBoard, { notice, wait }) {
  const { board } = bench.editor.model();
  const resize = async ({ target }) => {
    const [rows, columns] = [byId("rows"), byId("columns")].map((input) => Number(input.value));
    if (![rows, columns].every((count) => Number.isInteger(count) && count >= 1 && count <= LARGEST)) {
      showSize(bench);
      return notice.say(t("expectedUpTo", { most: LARGEST }), target);
    }
    if (board !== "square") return emptyBoard(`${rows}x${columns}`);
    const { model } = bench.editor;
    const before = model();
    const nearest = await sizeFor(bench, rows, columns, target.id === "columns");
    if (model() !== before) return; // somebody went on meanwhile
    bench.editor.resize(nearest.rows, nearest.columns);
    showSize(bench);
    const asked = target.id === "rows" ? nearest.rows === rows : nearest.columns === columns; // the other one goes with it
    if (nearest.refused && !asked) notice.say(`${nearest.refused}: ${nearest.rows} × ${nearest.columns}`, target);
  };
  const changed = (event) => wait(resize(event));
  const fields =
    board === "hex"
      ? [counter("side", t("side"), () => emptyBoard(`hex${byId("side").value}`))]
      : [counter("rows", t("rows"), changed), "×", counter("columns", t("columns"), changed)];
  byId("size").replaceChildren(...fields, boardSwitch(bench, emptyBoard) ?? "");
  showSize(bench);
}

const counter = (id, label, listener) =>
  element("input", {
    id, type: "number", min: 1, max: LARGEST, "aria-label": label, title: label, on: { change: listener },
  });

// Square or hexagonal, where the type can be played on both.
function boardSwitch(bench, emptyBoard) {
  if ((bench.type.boards ?? []).length < 2) return null;
  const { board, rows } = bench.editor.model();
  const options = bench.type.boards.map((name) => element("option", { value: name, selected: name === board }, name));
  const change = ({ target }) => emptyBoard(target.value === "hex" ? `hex${sideOf(rows)}` : String(rows));
  return element("select", { id: "board-shape", "aria-label": t("shapeOfTheBoard"), on: { change } }, ...options);
}

function showSize(bench) {
  const model = bench.editor.model();
  const values = model.board === "hex" ? { side: sideOf(model.rows) } : { rows: model.rows, columns: widthOf(model) };
  for (const [id, value] of Object.entries(values)) if (byId(id)) byId(id).value = value;
}
