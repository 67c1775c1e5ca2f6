// Clues: what keys, the mouse and touch do to the puzzle. Generic over types: parts and tokens come with the type.
import { isCell, key } from "./geometry.js";
import { Layer, TEXT, layerOf } from "./kinds.js";
import { sample } from "./palette.js";
import { BLANK, accepts, freshLabel, isGrid, isRegions, meaning, tokenAt, withLine, withTokens } from "./puzzle.js";

const PATIENCE = 1200; // milliseconds in which a further digit belongs to the same number
const [FRESH, EXTEND, ERASE, VALUE, TOKEN] = ["new region", "extend", "erase", "value", "token "];

export class Setting {
  constructor(editor) {
    this.editor = editor;
    this.typed = null;
  }

  /** The part of the board that is edited; null if all parts stand in the margins. */
  get part() {
    return this.editor.layer;
  }

  takes(...classes) {
    return this.part?.tokens.some((each) => classes.includes(each.any_of)) ?? false;
  }

  // -- The palette

  items() {
    const { part } = this;
    if (!part) return [];
    const items = this.literals().map((each) => this.item(each));
    if (isRegions(part)) {
      items.push({ id: FRESH, label: "New region: each drag is a region of its own", text: "New region" });
      items.push({ id: EXTEND, label: "Extend: drag from a cell of a region", text: "Extend" });
    } else {
      for (const symbol of this.symbols()) items.push({ id: TOKEN + symbol, label: symbol, text: symbol });
    }
    if (this.takes("int", "letter", "any", "symbol")) {
      const label = isRegions(part) ? "Label of a region" : "Value to put into cells; Enter puts it into the selected ones";
      const inputmode = this.takes("letter", "any", "symbol") ? "text" : "numeric";
      items.push({ id: VALUE, label, hint: isRegions(part) ? "label" : "value", field: true, inputmode });
    }
    return [...items, { id: ERASE, label: "Erase", text: "Erase" }];
  }

  /** The tokens of the part that are taken literally; of those that look the same, the first one. */
  literals() {
    const looks = new Set();
    return (this.part?.tokens ?? []).filter(({ token, marks, hole, blank }) => {
      const look = key([hole, marks, marks.includes(TEXT) || !marks.length ? token : ""]);
      if (token === undefined || blank || looks.has(look)) return false;
      looks.add(look);
      return true;
    });
  }

  item({ token, marks, hole }) {
    const looks = hole ? ["hole"] : marks.filter((kind) => kind !== TEXT);
    const label = looks.length ? `${token}: ${looks.join(", ")}` : token;
    if (!hole && !marks.length) return { id: TOKEN + token, label, text: token };
    const value = (kind) => ([Layer.TEXT, Layer.NOTE].includes(layerOf(kind)) ? { value: token } : {});
    const shown = marks.map((kind) => ({ kind, ...value(kind), given: true }));
    return { id: TOKEN + token, label, ...sample(shown, hole) };
  }

  /** The symbols of the board as far as they fit into a palette. */
  symbols() {
    return this.takes("symbol") ? this.editor.symbols().slice(0, 26) : [];
  }

  help() {
    const said = ["Arrows move."];
    if (this.part) {
      said.push("Type to fill the selected cell, Delete clears it, Space goes through the signs.");
      said.push("Shift with arrows selects more cells, Enter puts in what is chosen above.");
    }
    if (this.editor.places.parts.size) said.push("Beside the board, type a line's clues; Enter keeps them.");
    return [...said, "Ctrl+Z undoes."].join(" ");
  }

  /** Whether a finger paints, and does not scroll. */
  get holdsFinger() {
    return this.editor.tool !== null;
  }

  // -- Keys

  /** Whether the key was one of editing. */
  key(event) {
    const { editor } = this;
    if (!/^\d$/.test(event.key)) this.typed = null;
    if (!isCell(editor.cursor)) return this.keyInMargin(event);
    if (["Delete", "Backspace", BLANK].includes(event.key)) return this.fill(BLANK);
    if (event.key === " ") return this.cycle();
    if (event.key === "Enter" && editor.tool) return this.enter(editor.tool);
    if ([...event.key].length !== 1 || !this.part) return false;
    if (/\d/.test(event.key)) return this.digit(event.key);
    const token = this.tokenFor(event.key);
    if (token === null) return editor.refuse(`${event.key} cannot stand here`);
    return this.fill(token);
  }

  keyInMargin(event) {
    const { editor } = this;
    if (["Delete", "Backspace"].includes(event.key)) return this.write(editor.cursor, "");
    if (["Enter", "F2"].includes(event.key)) return editor.openField();
    if ([...event.key].length === 1 && event.key !== " ") return editor.openField(event.key);
    return false;
  }

  /** Takes over the text of one line of a margin; false if a token of it cannot stand there. */
  write(place, text) {
    const { editor } = this;
    const part = editor.places.parts.get(place[0]);
    const wrong = text.split(/[\s,]+/).find((token) => token && !accepts(part, token, editor.model));
    if (wrong !== undefined) {
      editor.refuse(`${wrong} cannot stand here`);
      return false;
    }
    editor.change(withLine(editor.model, part, place[1], text));
    return true;
  }

  tokenFor(sign) {
    for (const token of [sign, sign.toUpperCase(), sign.toLowerCase()]) {
      const said = meaning(this.part, token, this.editor.model);
      if (said) return said.any_of === "letter" || (said.any_of === "symbol" && !this.editor.model.symbols?.includes(token))
        ? token.toUpperCase() : token;
    }
    return null;
  }

  digit(digit) {
    const { editor, typed } = this;
    const place = key(editor.cursor);
    const goesOn = typed && typed.place === place && performance.now() - typed.at < PATIENCE;
    const longer = goesOn ? typed.text + digit : "";
    const text = longer && this.takesNumber(longer) ? longer : digit;
    if (!accepts(this.part, text, editor.model)) return editor.refuse(`${text} cannot stand here`);
    const gesture = text === longer ? typed.gesture : {};
    this.typed = { place, text, at: performance.now(), gesture };
    return this.fill(text, gesture);
  }

  takesNumber(text) {
    const said = meaning(this.part, text, this.editor.model);
    if (!said) return false;
    return said.any_of !== "symbol" || (!this.editor.model.symbols && Number(text) <= this.editor.model.rows);
  }

  cycle() {
    const { editor, part } = this;
    if (!part) return false;
    const signs = [BLANK, ...this.literals().map((each) => each.token)];
    const at = signs.indexOf(tokenAt(editor.model, part, editor.cursor));
    return this.fill(signs[(at + 1) % signs.length]);
  }

  /** Puts a token into all selected cells. */
  fill(token, gesture = null) {
    if (!this.part) return false;
    this.put(this.editor.selectedCells(), token, gesture);
    this.editor.sayPlace();
    return true;
  }

  put(cells, token, gesture) {
    const { editor, part } = this;
    const elsewhere = (cell) => editor.places.isHole(cell) && !meaning(part, tokenAt(editor.model, part, cell), editor.model)?.hole;
    editor.change(withTokens(editor.model, part, cells.filter((cell) => !elsewhere(cell)).map((cell) => [cell, token])), gesture);
  }

  /** A tool's token goes into the selected cells. */
  enter(tool) {
    const token = this.tokenOf(tool, this.editor.cursor);
    return token === null ? false : this.fill(token);
  }

  /** A value was written into the palette's field, for the selected cells. */
  written(text) {
    if (!text) return;
    if (accepts(this.part, text, this.editor.model)) this.fill(text);
    else this.editor.refuse(`${text} cannot stand here`);
  }

  // -- Mouse and touch

  /** The token that a tool paints from this cell on; null if it paints nothing. */
  tokenOf(tool, cell) {
    const { editor, part } = this;
    const here = tokenAt(editor.model, part, cell);
    if (tool === ERASE) return BLANK;
    if (tool === FRESH) return freshLabel(editor.model, part);
    if (tool === EXTEND) return this.labelAt(cell) ?? freshLabel(editor.model, part);
    if (tool === VALUE) return accepts(part, editor.value, editor.model) ? editor.value : null;
    const token = tool.slice(TOKEN.length);
    return here === token ? BLANK : token;
  }

  /** The label of the region that a cell belongs to. */
  labelAt(cell) {
    const token = tokenAt(this.editor.model, this.part, cell);
    return meaning(this.part, token, this.editor.model)?.any_of ? token : null;
  }

  press(hit, event) {
    const { editor } = this;
    if (!hit.place) return null;
    if (!isCell(hit.place)) {
      editor.select(hit.place);
      return { end: () => editor.openField() };
    }
    const [tool, from] = [event.button === 2 ? ERASE : editor.tool, editor.cursor];
    if (tool && this.part) {
      const token = this.tokenOf(tool, hit.place);
      editor.select(hit.place);
      if (token === null) return editor.refuse(`${editor.value} cannot stand here`) && null;
      return this.paint(token, hit.place);
    }
    if (event.shiftKey && isCell(from)) editor.selected.selectRange(editor.places, hit.place);
    else if (event.ctrlKey || event.metaKey) editor.selected.toggle(hit.place);
    else editor.select(hit.place);
    if (event.pointerType === "touch") return {};
    const label = this.part && isRegions(this.part) ? this.labelAt(hit.place) : null;
    if (label !== null && !event.shiftKey && !event.ctrlKey) return this.extend(label);
    return { move: ({ place }, moved) => moved && isCell(place) && editor.selected.selectRange(editor.places, place) };
  }

  /** Paints a token from cell to cell; one step to undo. */
  paint(token, first) {
    const gesture = {};
    this.put([first], token, gesture);
    return {
      move: ({ place }) => isCell(place) && this.put([place], token, gesture),
      cancel: () => this.editor.undo(),
    };
  }

  /** Dragging from a cell of a region makes the region larger. */
  extend(label) {
    const gesture = {};
    return { move: ({ place }, moved) => moved && isCell(place) && this.put([place], label, gesture) };
  }
}

/** The cells of the region in which a cell lies, for those parts that have regions. */
export function regionAround(model, part, cell, places) {
  if (!part || !isGrid(part) || !isRegions(part) || !isCell(cell)) return [];
  const token = tokenAt(model, part, cell);
  if (!meaning(part, token, model)?.any_of) return [];
  return places.rows.flat().filter((each) => tokenAt(model, part, each) === token);
}
