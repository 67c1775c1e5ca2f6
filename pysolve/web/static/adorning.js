// Colours and notes on the picture: what keys, the mouse and touch do to them. They are no clues.
import { COLOUR, LONGEST_NOTE, NOTE, cosmeticAt, withCosmetic } from "./cosmetics.js";
import { isCell } from "./geometry.js";
import { COLOURS, COLOUR_ON_PICTURE, ERASE, titleOf } from "./kinds.js";
import { sample } from "./palette.js";
import { t } from "./texts.js";

const VALUE = "value";

export class Adorning {
  constructor(editor) {
    this.editor = editor;
  }

  items() {
    const colours = COLOURS.map((value) => ({ id: value, label: titleOf(value), ...sample([{ kind: COLOUR_ON_PICTURE, value }]) }));
    const field = { id: VALUE, label: t("noteForCellsEnter"), hint: t("note"), field: true, inputmode: "text" };
    return [...colours, field, { id: ERASE, label: t("erase"), text: t("erase") }];
  }

  help() {
    return t("adornHelp", { count: COLOURS.length });
  }

  /** Whether a finger paints, and does not scroll. */
  get holdsFinger() {
    return this.editor.tool !== null;
  }

  key({ key: name }) {
    const cells = this.editor.selected.cells();
    if (["Delete", "Backspace"].includes(name)) return this.put(ERASE, cells);
    if (COLOURS[Number(name) - 1]) return this.put(COLOURS[Number(name) - 1], cells);
    if (name === "Enter" && this.editor.tool) return this.put(this.editor.tool, cells);
    return false;
  }

  /** A note was written into the palette's field, for the selected cells. */
  written(text) {
    if (text) this.put(VALUE, this.editor.selected.cells());
  }

  press(hit, event) {
    const { editor } = this;
    if (!isCell(hit.place)) return null;
    const tool = event.button === 2 ? ERASE : editor.tool;
    if (tool) return this.paint(tool, hit.place);
    if (event.shiftKey) editor.selected.selectRange(editor.places, hit.place);
    else if (event.ctrlKey || event.metaKey) editor.selected.toggle(hit.place);
    else editor.select(hit.place);
    return { move: ({ place }, moved) => moved && isCell(place) && editor.selected.selectRange(editor.places, place) };
  }

  /** Paints from cell to cell, one step to undo; the colour that the first cell has is taken away. */
  paint(tool, first) {
    const { editor } = this;
    const gesture = {};
    const isOn = cosmeticAt(editor.model, COLOUR, first) === tool;
    const put = (cell) => this.put(isOn ? ERASE : tool, [cell], gesture);
    editor.select(first);
    put(first);
    return { move: ({ place }) => isCell(place) && put(place), cancel: () => editor.undo() };
  }

  put(tool, cells, gesture = null) {
    const { editor } = this;
    if (tool === VALUE && [...editor.value].length > LONGEST_NOTE) return editor.refuse(t("longestNote", { count: LONGEST_NOTE }));
    if (tool === VALUE) editor.change(withCosmetic(editor.model, NOTE, cells, editor.value), gesture);
    else if (tool === ERASE) editor.change(withCosmetic(withCosmetic(editor.model, NOTE, cells, null), COLOUR, cells, null), gesture);
    else editor.change(withCosmetic(editor.model, COLOUR, cells, tool), gesture);
    editor.sayPlace();
    return true;
  }
}
