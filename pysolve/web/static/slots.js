// The words of a crossword as a list: what stands in each, and a way to it.

import { button, byId, element } from "./dom.js";
import { t } from "./texts.js";

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
