// The words of a crossword as a list: what stands in each, and a way to it.

import { button, byId, element } from "./dom.js";
import { key } from "./geometry.js";
import { language, t } from "./texts.js";

export const NAMES = { right: t("across"), down: t("down") };

export function createSlots(bench) {
  const box = byId("slots");

  function update() {
    const slots = bench.editor.slots();
    box.hidden = !slots.length;
    if (box.hidden || !box.open) return;
    const lists = Object.keys(NAMES).map((direction) => {
      const here = slots.filter((slot) => slot.direction === direction);
      const items = here.map((slot) => element("li", {}, item(slot)));
      return element("div", {}, element("h3", {}, `${t("words", { count: here.length })} ${NAMES[direction]}`), element("ul", { role: "list" }, ...items));
    });
    byId("slots-facts").replaceChildren(...(bench.door === "make" ? factsOf(slots) : []).map((each) => element("p", { class: "quiet" }, each)));
    byId("slots-lists").replaceChildren(...lists);
  }

  function item(slot) {
    const [row, column] = slot.cells[0];
    const open = slot.text.replace(/[^·]/g, "").length;
    const about = t("slotAbout", { row, column, direction: NAMES[slot.direction], letters: slot.cells.length, open });
    return button([slot.text, slot.caption ? element("small", {}, slot.caption) : null], () => bench.editor.beginWord(slot), { class: "plain slot", "aria-label": [slot.text, slot.caption, about].filter(Boolean).join(". "), title: about });
  }

  box.addEventListener("toggle", update);
  bench.on("loaded content play mode", update);
}

/** How many words there are, how long, how they cross, and which letters they have: what an editor of crosswords asks. */
function factsOf(slots) {
  const words = new Map(); // how many go through each cell
  for (const cell of slots.flatMap(({ cells }) => cells)) words.set(key(cell), (words.get(key(cell)) ?? 0) + 1);
  const isAlone = (cell) => words.get(key(cell)) === 1;
  const runs = slots.flatMap(({ cells }) => cells.map((cell) => (isAlone(cell) ? "x" : " ")).join("").split(" ").map((run) => run.length));
  const mean = slots.reduce((sum, { cells }) => sum + cells.length, 0) / slots.length;
  const letters = [...new Set(slots.flatMap(({ text }) => [...text]).filter((letter) => /\p{L}/u.test(letter)))].sort();
  return [
    t("slotFacts", { count: slots.length, mean: mean.toLocaleString(language, { maximumFractionDigits: 1 }), alone: [...words.values()].filter((each) => each === 1).length, run: Math.max(...runs) }),
    ...(letters.length ? [t("lettersUsed", { count: letters.length, letters: letters.join(" ") })] : []),
  ];
}
