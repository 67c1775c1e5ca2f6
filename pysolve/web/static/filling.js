// Play: what keys, the mouse and touch do to the answer that somebody fills in. Generic over the kinds of marks.
import { UNIT, isCell, key, ordered } from "./geometry.js";
import { CROSS, LINE, TEXT, entryOf, isClicked, titleOf } from "./kinds.js";
import { sample } from "./palette.js";
import { NO, cellEntry, following, lineEntry, toggledNote } from "./playing.js";

const PATIENCE = 1200; // milliseconds in which a further digit belongs to the same number
// The tools of the palette; kinds of marks, a line and a cross are tools, too.
const [ERASE, NOTES, VALUE, WRITE] = ["erase", "notes", "value", "text "];
/** On hexagonal boards: the keys around S, by where they lie, to the directions of Board.steps. */
const HEX_KEYS = { KeyD: 0, KeyX: 1, KeyZ: 2, KeyA: 3, KeyW: 4, KeyE: 5, ArrowRight: 0, ArrowLeft: 3 };
const SQUARE_KEYS = { ArrowRight: 0, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 3 };

export class Filling {
  constructor(editor) {
    this.editor = editor;
    this.typed = null;
    this.notes = false;
  }

  // -- What the answer consists of

  get texts() {
    return this.editor.type.answer.some((each) => each.kind === TEXT);
  }

  /** The kinds of marks that are set by clicking into a cell. */
  get kinds() {
    return this.editor.type.answer.map((each) => each.kind).filter(isClicked);
  }

  get paths() {
    return this.editor.type.answer.some((each) => each.on === "lines between cells");
  }

  get fences() {
    return this.editor.type.answer.some((each) => each.on === "lines between corners");
  }

  // -- The palette

  items() {
    const items = this.kinds.map((kind) => ({ id: kind, label: titleOf(kind), ...sample([{ kind }]) }));
    if (this.paths || this.fences) items.push({ id: LINE, label: "Line", text: "Line" });
    if (this.texts) {
      for (const text of this.editor.symbols().slice(0, 26)) items.push({ id: WRITE + text, label: text, text, acts: true });
      const [label, notes] = ["Value for the selected cell; Enter puts it there", "Notes: small candidates (also Shift with a digit)"];
      items.push({ id: VALUE, label, hint: "value", field: true, inputmode: "text" });
      items.push({ id: NOTES, label: notes, text: "Notes", acts: true, switch: true, on: this.notes });
    }
    if (items.some((item) => item.id === LINE || isClicked(item.id))) {
      items.push({ id: CROSS, label: "Cross: certainly not", ...sample([{ kind: CROSS }]) });
    }
    return [...items, { id: ERASE, label: "Erase", text: "Erase" }];
  }

  /** A button of the palette was pressed. */
  act(id) {
    if (id === NOTES) this.notes = !this.notes;
    else this.enter(id.slice(WRITE.length), this.notes);
    this.editor.showTools();
  }

  /** A value was written into the palette's field, for the selected cells. */
  written(text) {
    return text ? this.enter(this.asWritten(text), this.notes) : false;
  }

  help() {
    const sentences = ["Arrows move."];
    if (this.texts) sentences.push("Type what stands in the cell, Delete clears it; Shift with a digit is a note.");
    if (this.kinds.length) sentences.push("Space or a click sets the mark, then a cross, then nothing; the right button sets the cross.");
    if (this.paths) sentences.push("Drag from cell to cell to draw the line.");
    if (this.fences) sentences.push("Click beside an edge to draw it, then a cross, then nothing.");
    if (this.paths || this.fences) sentences.push(this.editor.places.hexagonal
      ? "Shift with W, E, A, D, Z or X (the keys around S) draws in that direction; Alt with them goes on to a cross."
      : "Shift with an arrow draws in that direction; Alt with an arrow goes on to a cross.");
    return sentences.join(" ");
  }

  // -- Keys

  key(event) {
    const { editor } = this;
    if (!/^\d$/.test(event.key)) this.typed = null;
    if (!isCell(editor.cursor)) return false;
    const at = this.direction(event);
    if (at !== null) return this.draw(at, event.altKey);
    if (["Delete", "Backspace", "."].includes(event.key)) return this.clear();
    if (event.key === " " && this.kinds.length) return this.set(editor.cursor, this.next(editor.cursor));
    if (event.key === "Enter" && editor.tool && this.kinds.length && editor.tool !== LINE) {
      return this.set(editor.cursor, this.stateOf(editor.tool, editor.cursor));
    }
    if (event.shiftKey && /^(Digit|Numpad)\d$/.test(event.code)) return this.texts && this.enter(event.code.at(-1), true);
    if ([...event.key].length !== 1) return false;
    if (event.key === " ") return editor.refuse("nothing is set by Space here");
    if (!this.texts) return false;
    if (/\d/.test(event.key) && !this.notes) return this.digit(event.key);
    return this.enter(this.asWritten(event.key), this.notes);
  }

  /** The direction that the key draws in; null if it draws nothing. */
  direction({ shiftKey, altKey, code, key: name }) {
    if (!(this.paths || this.fences) || !(shiftKey || altKey)) return null;
    const keys = this.editor.places.hexagonal ? HEX_KEYS : SQUARE_KEYS;
    return keys[code] ?? keys[name] ?? null;
  }

  /** A text as the board writes it. */
  asWritten(text) {
    return (this.editor.model.symbols ?? "").includes(text) ? text : text.toUpperCase();
  }

  digit(digit) {
    const { editor, typed } = this;
    const place = key(editor.cursor);
    const goesOn = typed && typed.place === place && performance.now() - typed.at < PATIENCE;
    const longer = goesOn ? typed.text + digit : "";
    const text = longer && Number(longer) <= editor.largest() ? longer : digit;
    const gesture = text === longer ? typed.gesture : {};
    this.typed = { place, text, at: performance.now(), gesture };
    return this.enter(text, false, gesture);
  }

  /** A text into the selected cells, or a note. */
  enter(text, asNote, gesture = null) {
    const { editor } = this;
    const cells = editor.selectedCells().filter((cell) => !this.isGiven(TEXT, cell));
    if (!cells.length) return editor.refuse("this is given");
    editor.fillIn(cells.flatMap((cell) => {
      const [value, notes] = [cellEntry(TEXT, cell), cellEntry("notes", cell)];
      return asNote ? [[value, null], [notes, toggledNote(editor.entries.get(notes), text)]] : [[value, text]];
    }), gesture);
    editor.sayPlace();
    return true;
  }

  clear() {
    const { editor } = this;
    editor.fillIn(editor.selectedCells().flatMap((cell) => {
      const text = cellEntry(TEXT, cell); // what is in full goes first, then the notes
      return [[text, null], [cellEntry("cell", cell), null], ...(editor.entries.has(text) ? [] : [[cellEntry("notes", cell), null]])];
    }));
    editor.sayPlace();
    return true;
  }

  // -- Marks in cells

  /** Whether the puzzle itself says what stands there. */
  isGiven(kind, cell) {
    const { editor } = this;
    if (editor.places.isHole(cell)) return true;
    return editor.givenAt(cell).some((mark) => mark.kind === kind || entryOf(mark.kind).on_board);
  }

  stateAt(cell) {
    return this.editor.entries.get(cellEntry("cell", cell)) ?? null;
  }

  next(cell) {
    return following(this.stateAt(cell), this.kinds);
  }

  /** What a tool makes of a cell; where it stands already, nothing. */
  stateOf(tool, cell) {
    const state = { [CROSS]: NO, [ERASE]: null }[tool];
    const wanted = state === undefined ? tool : state;
    return this.stateAt(cell) === wanted ? null : wanted;
  }

  set(cell, state, gesture = null) {
    const { editor } = this;
    if (this.isGiven(state ?? this.kinds[0], cell)) return editor.refuse("this is given");
    const more = state === null && editor.tool === ERASE
      ? [[cellEntry(TEXT, cell), null], [cellEntry("notes", cell), null]] : [];
    editor.fillIn([[cellEntry("cell", cell), state], ...more], gesture);
    editor.sayPlace();
    return true;
  }

  // -- Lines

  /** Draws or erases the line from the selected cell; with turns, it goes on to a cross. */
  draw(at, turns) {
    const { editor } = this;
    const { places, cursor } = editor;
    const neighbour = places.neighbour(cursor, at);
    if (this.paths && !neighbour) return editor.refuse("there is no cell");
    const ends = this.fences ? places.board.cornersOf(cursor, places.board.steps[at]) : [cursor, neighbour];
    this.setLine(ends, this.nextLine(this.lineAt(ends), turns));
    if (this.paths && !turns) editor.select(neighbour);
    else editor.sayPlace();
    return true;
  }

  lineAt(ends) {
    return this.editor.entries.get(lineEntry(...ends)) ?? null;
  }

  nextLine(state, turns) {
    if (turns) return following(state, [LINE]);
    return state === LINE ? null : LINE;
  }

  setLine(ends, state, gesture = null) {
    const [place, other] = ordered(...ends);
    const given = this.editor.marks().some((mark) =>
      mark.kind === LINE && mark.given && key(mark.place) === key(place) && key(mark.other) === key(other));
    if (!given) this.editor.fillIn([[lineEntry(place, other), state]], gesture);
  }

  /** The ends of the line that a side of a cell stands for; null if there is none. */
  endsAt({ cell, at, neighbour }) {
    const { places } = this.editor;
    if (!this.fences) return places.neighbour(cell, at) && !places.isHole(cell) ? [cell, neighbour] : null;
    const bounds = [cell, neighbour].some((each) => places.all.has(key(each)) && !places.isHole(each));
    return bounds ? places.board.cornersOf(cell, places.board.steps[at]) : null;
  }

  // -- Mouse and touch

  press(hit, event) {
    const { editor } = this;
    const cell = isCell(hit.place) ? hit.place : null;
    const tool = event.button === 2 ? CROSS : editor.tool;
    if (hit.place) editor.select(hit.place);
    if (tool === VALUE) return cell && this.written(editor.value) && {};
    if (this.fences && hit.side && this.wantsSide(hit, tool)) return this.pressSide(hit.side, tool, event);
    if (!cell) return null;
    const gesture = {};
    const paints = this.kinds.length > 0 && tool !== LINE;
    const line = this.paths && [null, LINE, ERASE, CROSS].includes(tool) ? this.drag(cell, tool, gesture) : null;
    const state = !paints ? undefined : tool ? this.stateOf(tool, cell) : this.next(cell);
    if (line && !(paints && tool)) {
      return { move: line, end: (moved) => !moved && this.click(cell, hit, tool, state, gesture) };
    }
    if (!paints) return tool === ERASE ? this.paint(cell, null, gesture, line) : {};
    if (event.pointerType === "touch" && !tool) return { end: (moved) => !moved && this.set(cell, state, gesture) };
    return this.paint(cell, state, gesture, line);
  }

  wantsSide({ side, place, point }, tool) {
    if (tool && isClicked(tool)) return false;
    if (!this.kinds.length || !place) return true;
    const [x, y] = this.editor.places.board.centre(side.cell);
    return side.distance < Math.hypot(point[0] - x, point[1] - y);
  }

  click(cell, hit, tool, state, gesture) {
    const near = hit.side && hit.side.distance < 0.25 * UNIT && (tool === CROSS || tool === ERASE);
    const ends = near ? this.endsAt(hit.side) : null;
    if (ends) this.setLine(ends, tool === CROSS && this.lineAt(ends) !== NO ? NO : null, gesture);
    else if (state !== undefined) this.set(cell, state, gesture);
  }

  /** Paints a state from cell to cell. */
  paint(first, state, gesture, line = null) {
    const put = (cell) => {
      if (state === null && !this.kinds.length) this.editor.fillIn(this.entriesAt(cell), gesture);
      else if (!this.isGiven(state ?? this.kinds[0], cell) && this.stateAt(cell) !== state) this.set(cell, state, gesture);
    };
    put(first);
    return {
      move: (hit, moved) => {
        if (isCell(hit.place)) put(hit.place);
        line?.(hit, moved);
      },
    };
  }

  entriesAt(cell) {
    return [TEXT, "notes", "cell"].map((kind) => [cellEntry(kind, cell), null]);
  }

  /** A line from middle to middle; the first step says whether it is drawn or erased. Going back erases. */
  drag(first, tool, gesture) {
    let [here, state, way] = [first, undefined, []];
    return ({ place, point }) => {
      const { places } = this.editor;
      if (!isCell(place) || key(place) === key(here) || !places.areNeighbours(here, place)) return;
      const [x, y] = places.board.centre(place);
      if (Math.hypot(point[0] - x, point[1] - y) > 0.42 * UNIT) return;
      const ends = [here, place];
      const back = state === LINE && way.at(-1) === lineEntry(...ends);
      if (state === undefined) {
        state = { [CROSS]: NO, [ERASE]: null }[tool];
        if (state === undefined) state = this.nextLine(this.lineAt(ends), false);
      }
      this.setLine(ends, back ? null : state, gesture);
      if (back) way.pop();
      else way.push(lineEntry(...ends));
      here = place;
      this.editor.selected.put(place);
    };
  }

  /** A side of a cell: a click turns it, dragging on does the same to the sides on the way. */
  pressSide(side, tool, event) {
    const ends = this.endsAt(side);
    if (!ends) return null;
    const gesture = {};
    const wanted = { [CROSS]: NO, [ERASE]: null, [LINE]: LINE }[tool];
    const now = this.lineAt(ends);
    const state = wanted === undefined ? following(now, [LINE]) : now === wanted ? null : wanted;
    if (event.pointerType === "touch" && !tool) return { end: (moved) => !moved && this.setLine(ends, state, gesture) };
    this.setLine(ends, state, gesture);
    return {
      move: (hit) => {
        const further = hit.side && hit.side.distance < 0.22 * UNIT ? this.endsAt(hit.side) : null;
        if (further) this.setLine(further, state, gesture);
      },
    };
  }

  /** Whether a finger draws, and does not scroll. */
  get holdsFinger() {
    return this.paths || this.editor.tool !== null;
  }
}
