// The help dialog: what the page does, and its keys.

import { inform } from "./dialogs.js";
import { all, byId, element } from "./dom.js";

const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? "Cmd" : "Ctrl";

const KEYS = [
  ["Tab", "to the next control; the board is one"],
  ["Arrow keys", "on the board: to the next cell"],
  ["Space, Backspace", "behind Study: the next step, the one before"],
  ["Letters, digits, signs", "on the board: fill in the selected cell, corner or side"],
  ["Enter, F2", "on the board: write a clue as text, where one has several values, or stands in a margin"],
  ["Shift + arrow keys", "on the board: select more; while you play, draw a line, or go on with a region"],
  [`${CONTROL}+Z, ${CONTROL}+Y`, "on the board: undo, redo"],
  [`${CONTROL}+V`, "outside of fields: opens the text as a puzzle"],
  [`${CONTROL}+Enter`, "behind Make: solve"],
  ["Escape", "from a finding's picture back to the board"],
  ["?", "outside of the board and of fields: this help"],
];

export function createHelp(bench) {
  byId("help").addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isWriting = event.target instanceof Element && /** @type {Element} */ (event.target).closest("input, textarea, select, [contenteditable=true], #board");
    const onWorkbench = !byId("workbench").hidden;
    if (event.key === "?" && !isWriting) {
      event.preventDefault();
      show();
    } else if (event.key === "Escape" && onWorkbench && bench.layers.shown) {
      bench.show(null);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && onWorkbench && !/** @type {Element} */ (event.target).closest?.(".rules-pane")) {
      event.preventDefault();
      if (bench.door === "make") all("#analyses [data-asks=Solve]")[0].click();
    }
  });
}

function show() {
  inform(
    "Help",
    element("p", {}, "Behind Play you fill in the answer, and are told nothing of it that you do not ask for. Behind Make you set a puzzle: whether it has one answer follows every edit. Behind Study the way to the answer is told, step by step."),
    element("h3", {}, "Keys"),
    element("dl", {}, ...KEYS.flatMap(([key, meaning]) => [element("dt", {}, key), element("dd", {}, meaning)])),
  );
}
