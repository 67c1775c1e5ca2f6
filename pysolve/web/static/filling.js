// Play: what keys, the mouse and touch do to the answer that somebody fills in. Generic over the kinds of marks.
import { UNIT, isCell, isMargin, key } from "./geometry.js";
import { CENTRE, COLOURS, CROSS, ERASE, LINE, MARKER, PENCIL, SIGN, TEXT, entryOf, figureOf, isAsking, isClicked, nounOf, titleOf, wordsOf } from "./kinds.js";
import { LineWork } from "./linework.js";
import { sample } from "./palette.js";
import { PencilWork } from "./pencil.js";
import { NO, NOTES, cellEntry, colourEntry, following, hasNote, markOf, regionEntry, stateOf, toggledNote } from "./playing.js";
import { EXTEND, FRESH, REGION_TOOLS, freshLabel } from "./regions.js";
import { t } from "./texts.js";

const SOON = 400; // milliseconds within which a second press makes a double one
const PATIENCE = 1200; // milliseconds in which a further character belongs to the same text
// The tools of the palette; states of cells, a line and a cross are tools, too.
const [VALUE, WRITE] = ["value", "text "];
const COLOUR = "colour"; // what is typed, or drawn, is a colour
const TARGET_KEYS = { z: TEXT, x: NOTES, c: CENTRE, v: COLOUR };
const TURNS = Object.values(TARGET_KEYS); // which Space goes through
const DIGITS = [..."1234567890"];
const MOST_KEYS = 26; // of values that have a key on the pad
/** What is written in place of values, while one of these is chosen. */
const TARGETS = {
  [NOTES]: [t("corner"), t("cornerNotesInThe")],
  [CENTRE]: [t("centre"), t("centreNotesInThe")], [COLOUR]: [t("colour"), t("colourToRememberSomething")],
};
/** On boards of hexagons or bricks: the keys around S, by where they lie, to the directions of Board.steps. */
const SHIFTED_KEYS = { KeyD: 0, KeyX: 1, KeyZ: 2, KeyA: 3, KeyW: 4, KeyE: 5, ArrowRight: 0, ArrowLeft: 3 };
const SQUARE_KEYS = { ArrowRight: 0, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 3 };

export class Filling {
  constructor(editor) {
    this.editor = editor;
    this.typed = null;
    /** @type {{place: string, at: number} | null} */
    this.pressed = null; // the last press that selected
    this.target = TEXT; // what is typed: the text itself, NOTES or CENTRE
    this.lines = new LineWork(editor);
    this.pencil = new PencilWork(editor);
  }

  // -- What the answer consists of

  get texts() {
    return this.editor.type.answer.some((each) => each.kind === TEXT);
  }

  /** How many values a text has: 2 where 31 is a 3 and a 1. */
  get length() {
    return this.editor.type.answer.find((each) => each.kind === TEXT)?.length ?? 1;
  }

  /** The states of a cell that a click into it sets: kinds of marks, and signs with their values. */
  get states() {
    return this.editor.type.answer.filter((each) => isClicked(each.kind) && each.on !== "sides").flatMap(({ kind, values }) => (
      kind === SIGN ? values.map((value) => stateOf({ kind, value })) : [kind]));
  }

  get regions() {
    return this.editor.area !== null;
  }

  // -- The palette

  /** Groups: 'pad', the keys for values, or for colours; 'targets', what they are for; 'tools', what presses draw. */
  items() {
    const tools = this.states.map((state) => this.item(state));
    if (this.regions) tools.push(...REGION_TOOLS);
    if (this.lines.any) {
      const label = titleOf(nounOf(this.lines, this.editor.type)?.one ?? this.lines.kind);
      tools.push({ id: LINE, label, text: label });
    }
    if (this.lines.any || this.states.length) {
      tools.push({ id: CROSS, label: t("crossCertainlyNot"), ...sample([{ kind: CROSS }]) });
    }
    const isColour = this.target === COLOUR;
    const pencil = { id: PENCIL, label: t("pencilLinesToRemember"), text: t("pencil") };
    tools.push(...(isColour ? [pencil] : []), { id: ERASE, label: t("erase"), text: t("erase") });
    const targets = Object.entries(TARGETS).filter(([id]) => this.texts || id === COLOUR)
      .map(([id, [text, label]]) => ({ id, label, text, acts: true, switch: true, on: this.target === id }));
    const grouped = (group, items) => items.map((item) => ({ ...item, group }));
    const pad = grouped("pad", isColour ? this.colours() : this.keys());
    if (!this.texts) return [...pad, ...grouped("tools", [...tools, ...targets])];
    return [...pad, ...grouped("targets", targets), ...grouped(tools.length > 1 ? "tools" : "targets", tools)];
  }

  /** A key for each colour: it colours what is selected, or where cells are drawn in, it is a tool. */
  colours() {
    const acts = this.selects;
    return COLOURS.map((value) => ({ id: value, acts, label: t("toRemember", { name: titleOf(value) }), ...sample([{ kind: MARKER, value }]) }));
  }

  /** A key for each value, or for each digit of numbers; letters of words have the keyboard. */
  keys() {
    if (!this.texts) return [];
    const symbols = this.editor.symbols();
    const field = { id: VALUE, label: t("valueForTheSelected"), hint: t("value"), field: true, inputmode: "text" };
    if (this.editor.writing.isOn || symbols.length > MOST_KEYS) return [field];
    return (symbols.length ? symbols : DIGITS).map((text) => ({ id: WRITE + text, label: text, text, acts: true }));
  }

  item(state) {
    const mark = markOf(state);
    const { type } = this.editor;
    const label = titleOf(mark.kind === SIGN ? wordsOf(mark, type) : (nounOf(mark, type)?.one ?? mark.kind));
    return { id: state, label, ...(mark.kind === SIGN && !figureOf(mark) ? { text: mark.value } : sample([mark])) };
  }

  /** A button of the palette was pressed. */
  act(id) {
    const text = id.slice(WRITE.length);
    if (TARGETS[id]) this.target = this.target === id ? TEXT : id;
    else if (COLOURS.includes(id)) this.colourSelected(id);
    else if (this.target === TEXT && !this.editor.symbols().length) this.type(text); // digits of one number, one after the other
    else this.enter(text, this.target);
  }

  /** A value was written into the palette's field, for the selected cells. */
  written(text) {
    return text ? this.enter(this.asWritten(text), this.target) : false;
  }

  help() {
    const sentences = [t("arrowsMove")];
    if (this.texts) sentences.push(t("typeWhatStandsIn"));
    if (this.selects) sentences.push(t("aDragShiftOr"));
    if (this.editor.writing.isOn) sentences.push(t("lettersGoOnAcross"));
    if (this.states.length) sentences.push(t("spaceOrAClick"));
    if (this.lines.far) sentences.push(t("dragFromOneTo"));
    else if (this.lines.slanted) sentences.push(t("dragFromOneCell"));
    else if (this.lines.paths) sentences.push(t("dragFromCellTo"));
    if (this.lines.onSides) sentences.push(t("clickBesideASide"));
    if (this.regions) sentences.push(t("aDragMakesA"));
    if (this.lines.slanted) sentences.push(t("shiftHeldWithArrows"));
    else if (this.lines.any) sentences.push(this.editor.places.board.shifted
      ? t("shiftWithWE")
      : t("shiftWithAnArrow"));
    return sentences.join(" ");
  }

  // -- Keys

  key(event) {
    const { editor } = this;
    const isText = [...event.key].length === 1 && event.key !== " ";
    if (!isText) this.typed = null;
    if (isMargin(editor.cursor)) return false;
    const at = this.direction(event);
    if (at !== null && editor.tool === PENCIL) return this.pencil.draw(at, event.altKey);
    if (at !== null) return this.lines.any ? this.lines.draw(at, event.altKey) : this.join(at);
    if (event.key === "Backspace" && !editor.entries.has(cellEntry(TEXT, editor.cursor))) editor.writing.goBack();
    if (["Delete", "Backspace", "."].includes(event.key)) return this.clear();
    if (event.key === " " && editor.writing.isOn) return editor.writing.turn();
    if (event.key === " " && this.states.length) return this.set(editor.cursor, this.next(editor.cursor));
    if (event.key === " " && this.regions) return this.paintRegion([editor.cursor], this.freshLabel());
    if (event.key === "Enter" && COLOURS.includes(editor.tool)) return this.colour(editor.selected.onBoard(), this.otherColour(editor.cursor));
    if (event.key === "Enter" && this.states.includes(editor.tool)) return this.set(editor.cursor, this.toggled(editor.tool, editor.cursor));
    if (event.key === "Enter" && editor.tool === CROSS && this.states.length) return this.set(editor.cursor, this.toggled(CROSS, editor.cursor));
    if (event.shiftKey && /^(Digit|Numpad)\d$/.test(event.code)) return this.texts && this.enter(event.code.at(-1), NOTES);
    if (event.key === " ") return this.texts ? this.turnTo(TURNS[(TURNS.indexOf(this.target) + 1) % TURNS.length]) : editor.refuse(t("nothingIsSetBy"));
    if (!isText || !this.texts) return false;
    if (TARGET_KEYS[event.key] && !this.isValue(event.key)) return this.turnTo(TARGET_KEYS[event.key]);
    if (this.target === COLOUR) return /[1-9]/.test(event.key) && COLOURS.length >= Number(event.key) && this.colourSelected(COLOURS[Number(event.key) - 1]);
    return this.target === TEXT ? this.type(this.asWritten(event.key)) : this.enter(this.asWritten(event.key), this.target);
  }

  /** What is typed goes elsewhere from now on, as SudokuPad's keys have it. */
  turnTo(target) {
    this.target = target;
    this.editor.showTools();
    return true;
  }

  /** Whether a letter may be a value on this board. */
  isValue(letter) {
    const symbols = this.editor.symbols();
    return this.editor.writing.isOn || !symbols.length || symbols.includes(this.asWritten(letter));
  }

  /** The direction that the key draws in; null if it draws nothing. */
  direction({ shiftKey, altKey, code, key: name }) {
    if (!(this.lines.any || this.regions || this.editor.tool === PENCIL) || !(shiftKey || altKey)) return null;
    const keys = this.editor.places.board.shifted ? SHIFTED_KEYS : SQUARE_KEYS;
    return keys[code] ?? keys[name] ?? null;
  }

  /** A text as the board writes it. */
  asWritten(text) {
    return (this.editor.model.symbols ?? "").includes(text) ? text : text.toUpperCase();
  }

  /** A character: it goes on with the text that is being typed, or begins another one. */
  type(character) {
    const { editor, typed } = this;
    const place = key(editor.cursor);
    const goesOn = typed && typed.place === place && performance.now() - typed.at < PATIENCE;
    const longer = goesOn ? typed.text + character : "";
    const text = longer && this.isText(longer) ? longer : character;
    const gesture = text === longer ? typed.gesture : {};
    this.typed = { place, text, at: performance.now(), gesture };
    if (this.enter(text, TEXT, gesture)) editor.writing.goOn((cell) => this.isGiven(TEXT, cell));
    return true;
  }

  /** Whether several characters may be one text: as many as one text may have, or a number that is not too large. */
  isText(text) {
    if (this.length > 1) return [...text].length <= this.length;
    return /^\d+$/.test(text) && Number(text) <= this.editor.largest();
  }

  /** A text into the selected cells, or as a note there. target: TEXT, NOTES or CENTRE. */
  enter(text, target, gesture = null) {
    const { editor } = this;
    const cells = editor.selected.onBoard().filter((cell) => !this.isGiven(TEXT, cell));
    if (!cells.length) return editor.refuse(t("thisIsGiven"));
    const notesAt = (cell) => editor.entries.get(cellEntry(target, cell)) ?? "";
    const open = target === TEXT ? cells : cells.filter((cell) => cells.length === 1 || !editor.entries.has(cellEntry(TEXT, cell)));
    const isEverywhere = open.every((cell) => hasNote(notesAt(cell), text)); // of several cells, those without it get it first
    editor.fillIn(open.flatMap((cell) => {
      const value = cellEntry(TEXT, cell);
      if (target === TEXT) return [[value, text]];
      const notes = hasNote(notesAt(cell), text) === isEverywhere ? toggledNote(notesAt(cell), text) : notesAt(cell);
      return [[value, null], [cellEntry(target, cell), notes]];
    }), gesture);
    editor.sayPlace();
    return true;
  }

  clear() {
    const { editor } = this;
    editor.fillIn(editor.selected.onBoard().flatMap((cell) => {
      const text = cellEntry(TEXT, cell); // what is in full goes first, then the notes
      return [[text, null], [cellEntry("cell", cell), null], [regionEntry(cell), null], [colourEntry(cell), null], ...(editor.entries.has(text) ? [] : [NOTES, CENTRE].map((kind) => [cellEntry(kind, cell), null]))];
    }));
    editor.sayPlace();
    return true;
  }

  // -- Marks in cells

  /** Whether the puzzle itself says what stands there. */
  isGiven(kind, cell) {
    const { editor } = this;
    if (editor.places.isHole(cell)) return true;
    return editor.givenAt(cell).some((mark) => (mark.kind === kind && !isAsking(mark)) || entryOf(mark.kind).on_board);
  }

  /** Whether the puzzle itself says whether a cell has this state. */
  isSet(state, cell) {
    return this.isGiven(markOf(state ?? this.states[0]).kind, cell);
  }

  stateAt(cell) {
    return this.editor.entries.get(cellEntry("cell", cell)) ?? null;
  }

  next(cell) {
    return following(this.stateAt(cell), this.states);
  }

  /** What a tool makes of a cell; where it stands already, nothing. */
  toggled(tool, cell) {
    const state = { [CROSS]: NO, [ERASE]: null }[tool];
    const wanted = state === undefined ? tool : state;
    return this.stateAt(cell) === wanted ? null : wanted;
  }

  set(cell, state, gesture = null) {
    const { editor } = this;
    if (this.isSet(state, cell)) return editor.refuse(t("thisIsGiven"));
    const more = state === null && editor.tool === ERASE
      ? this.entriesAt(cell).filter(([name]) => name !== cellEntry("cell", cell)) : [];
    editor.fillIn([[cellEntry("cell", cell), state], ...more], gesture);
    editor.sayPlace();
    return true;
  }

  // -- Colours

  /** What the tool makes of the colour of a cell; where it is that already, nothing. */
  otherColour(cell) {
    const { editor } = this;
    return editor.entries.get(colourEntry(cell)) === editor.tool ? null : editor.tool;
  }

  colour(cells, colour, gesture = null) {
    const { editor } = this;
    editor.fillIn(cells.filter((cell) => isCell(cell) && !editor.places.isHole(cell)).map((cell) => [colourEntry(cell), colour]), gesture);
    editor.sayPlace();
    return true;
  }

  /** A colour was chosen while several cells are selected: they get it. */
  colourSelected(colour) {
    const cells = this.editor.selected.cells();
    const isEverywhere = cells.every((cell) => this.editor.entries.get(colourEntry(cell)) === colour);
    return this.colour(cells, isEverywhere ? null : colour);
  }

  pressColour(cell) {
    const [gesture, colour] = [{}, this.otherColour(cell)];
    this.colour([cell], colour, gesture);
    return { move: ({ place }) => place && !isMargin(place) && this.colour([place], colour, gesture) };
  }

  // -- Regions

  freshLabel() {
    const labels = [...this.editor.entries].filter(([name]) => JSON.parse(name)[0] === "region").map(([, label]) => label);
    return freshLabel(new Set(labels), false);
  }

  labelAt(cell) {
    return this.editor.entries.get(regionEntry(cell)) ?? null;
  }

  paintRegion(cells, label, gesture = null) {
    const { editor } = this;
    editor.fillIn(cells.filter((cell) => !editor.places.isHole(cell)).map((cell) => [regionEntry(cell), label]), gesture);
    editor.sayPlace();
    return true;
  }

  /** The region of the selected cell goes on to its neighbour in a direction. */
  join(at) {
    const { editor } = this;
    const neighbour = editor.places.neighbour(editor.cursor, at);
    if (!neighbour) return editor.refuse(t("thereIsNoCell"));
    const { cursor } = editor;
    const label = this.labelAt(cursor) ?? this.freshLabel();
    editor.select(neighbour);
    return this.paintRegion([cursor, neighbour], label);
  }

  pressRegion(cell, tool) {
    const gesture = {};
    const label = tool === ERASE ? null : (tool !== FRESH && this.labelAt(cell)) || this.freshLabel();
    if (tool) this.paintRegion([cell], label, gesture);
    return { move: ({ place }, moved) => moved && isCell(place) && this.paintRegion(tool ? [place] : [cell, place], label, gesture) };
  }

  // -- Mouse and touch

  press(hit, event) {
    const { editor } = this;
    const cell = hit.place && !isMargin(hit.place) ? hit.place : null; // or a corner
    const tool = event.button === 2 ? CROSS : editor.tool;
    if (cell && this.selects && (tool === null || event.shiftKey || event.ctrlKey || event.metaKey)) return this.pressSelection(cell, event);
    if (hit.place) editor.select(hit.place);
    if (tool === VALUE) return cell && this.written(editor.value) && {};
    if (COLOURS.includes(tool)) return cell && this.pressColour(cell);
    if (tool === PENCIL) return this.pencil.press(hit, null);
    if (this.lines.onSides && this.wantsSide(hit, tool)) return this.lines.press(hit, tool);
    if (!cell) return null;
    if (this.regions && [null, FRESH, EXTEND, ERASE].includes(tool)) return this.pressRegion(cell, tool);
    const gesture = {};
    const paints = this.states.length > 0 && tool !== LINE;
    const line = this.lines.paths && [null, LINE, ERASE, CROSS].includes(tool) ? this.lines.drag(cell, tool, gesture) : null;
    const state = !paints ? undefined : tool ? this.toggled(tool, cell) : this.next(cell);
    if (line && !(paints && tool)) {
      return { move: line, end: (moved) => !moved && this.click(cell, hit, tool, state, gesture) };
    }
    if (!paints) return tool === ERASE ? this.paint(cell, null, gesture, line) : {};
    return this.paint(cell, state, gesture, line);
  }

  /** Whether presses and drags select: where only texts are filled in. */
  get selects() {
    return this.texts && !this.states.length && !this.lines.any && !this.regions;
  }

  /** A drag selects the cells on its way; with Shift or Ctrl they come to those that are selected, or go. A second press soon after
   * the first selects all with the same text. (Browsers differ in whether it is a double click, as the board is drawn anew between.) */
  pressSelection(cell, event) {
    const { editor } = this;
    const isPlain = !(event.shiftKey || event.ctrlKey || event.metaKey);
    const before = this.pressed;
    this.pressed = isPlain ? { place: key(cell), at: event.timeStamp } : null;
    const isSecond = isPlain && before?.place === key(cell) && event.timeStamp - before.at < SOON;
    if (event.ctrlKey || event.metaKey) editor.selected.toggle(cell);
    else if (event.shiftKey) editor.selected.selectRange(editor.places, cell);
    else editor.select(cell);
    return {
      move: ({ place }, moved) => moved && place && !isMargin(place) && !editor.places.isHole(place) && editor.selected.pass(place),
      end: (moved) => !moved && isSecond && this.selectEqual(cell),
    };
  }

  /** Selects all cells with the same text. */
  selectEqual(cell) {
    const { editor } = this;
    const textOf = (mark) => (mark.kind === TEXT && !mark.open && !mark.faint && isCell(mark.place) ? mark.value : null);
    const here = editor.marks().find((mark) => textOf(mark) !== null && key(mark.place) === key(cell));
    if (!this.selects || !here) return;
    const same = editor.marks().filter((mark) => textOf(mark) === textOf(here)).map(({ place }) => place);
    editor.selected.selectAll([...new Map(same.map((place) => [key(place), place])).values()], cell);
    editor.sayPlace();
  }

  wantsSide({ side, place, point }, tool) {
    if (!side || this.states.includes(tool)) return false;
    if (!this.states.length || !place) return true;
    const [x, y] = this.editor.places.board.centre(side.cell);
    return side.distance < Math.hypot(point[0] - x, point[1] - y);
  }

  click(cell, hit, tool, state, gesture) {
    const near = hit.side && hit.side.distance < 0.25 * UNIT && (tool === CROSS || tool === ERASE);
    if (near && this.lines.endsAt(hit.side)) this.lines.turnAt(hit.side, tool, gesture);
    else if (state !== undefined) this.set(cell, state, gesture);
  }

  /** Paints a state from cell to cell. */
  paint(first, state, gesture, line = null) {
    const put = (cell) => {
      if (state === null && !this.states.length) this.editor.fillIn(this.entriesAt(cell), gesture);
      else if (!this.isSet(state, cell) && this.stateAt(cell) !== state) this.set(cell, state, gesture);
    };
    put(first);
    return {
      move: (hit, moved) => {
        if (hit.place && !isMargin(hit.place)) put(hit.place);
        line?.(hit, moved);
      },
    };
  }

  entriesAt(cell) {
    return [TEXT, NOTES, CENTRE, "cell", "colour"].map((kind) => [cellEntry(kind, cell), null]);
  }

  /** Whether a finger draws or selects, and does not scroll; two fingers do. */
  get holdsFinger() {
    return true;
  }
}
