// The board to fill: clues ('set') and the answer ('play'), by mouse, touch and keyboard. Generic over types.
import { Adorning } from "./adorning.js";
import { createChoice } from "./choice.js";
import { element } from "./dom.js";
import { createField } from "./field.js";
import { Filling } from "./filling.js";
import { isCell, isMargin, key } from "./geometry.js";
import { Grouping } from "./grouping.js";
import { pastBefore, stepsBefore } from "./history.js";
import { CENTRE, COLOURS, LOCK, PENCIL, UNDRAWN } from "./kinds.js";
import { createConstraints } from "./constraints.js";
import { createLists } from "./lists.js";
import { choice, choose } from "./memory.js";
import { movedModel } from "./turning.js";
import { createNotice } from "./notice.js";
import { createPalette } from "./palette.js";
import { entriesFrom, entriesOf, withEntries, withoutMarks } from "./playing.js";
import { createPointing } from "./pointing.js";
import { native } from "./native.js";
import { Reading } from "./reading.js";
import { isEdited, isGrid, isRegions } from "./parts.js";
import { lineAt, localPicture, tokenAt, withTokens } from "./puzzle.js";
import { ARROWS, Selection } from "./selection.js";
import { LOCKED, Setting } from "./setting.js";
import { Sheet } from "./sheet.js";
import { t } from "./texts.js";
import { isEmpty } from "./tokens.js";
import { View } from "./view.js";
import { Writing } from "./writing.js";

const LETTERS = /\P{M}[\p{M}\u200c\u200d]*/gu; // with the signs that belong to them
const MOST_STEPS = 100; // that can be undone when the page is opened again
const ANSWERED = ["board", "rows", "columns", "symbols", "options", "parts"]; // what an answer belongs to
const OFFERED = [
  "load", "setType", "native", "change", "overlay", "mode", "filled", "fill", "progress", "trail", "past", "restore", "markWrong", "remark", "undo", "redo",
  "canUndo", "canRedo", "startAgain", "resize", "takeRanges", "locked", "picture", "selection", "selectedCells", "selectedPlaces", "tokenIn", "focus", "slots", "beginWord", "word", "writeWord",
];

/**
 * Puts a board to fill into an element of the page.
 * onChange(model): the puzzle was edited. onPlay(marks): the answer filled in was. onSelect(): another place is
 * selected, or words are written another way. announce(text): for screen readers.
 * @returns {any} model(), and the methods OFFERED, each described where it stands.
 */
export function createEditor(place, hooks = {}) {
  const editor = new Editor(place, hooks);
  return { ...Object.fromEntries(OFFERED.map((name) => [name, editor[name].bind(editor)])), model: () => editor.model };
}

const nothing = (/** @type {any} */ _) => {};

class Editor extends Sheet {
  /** @type {{from: object, to: object} | null} */
  resized = null;

  constructor(place, { onChange = nothing, onPlay = nothing, onSelect = nothing, announce = null }) {
    super();
    this.onChange = onChange;
    this.onPlay = onPlay;
    this.onSelect = onSelect;
    /** @type {string | null} */
    this.chosen = null; // the tool of the palette
    this.value = ""; // what stands in the palette's field
    this.symmetry = choice("symmetry", null);
    this.selected = new Selection(() => this.selectionChanged());
    const { layers, bar, frame, below, added, live } = this.build(place);
    this.announce = announce ?? ((text) => { live.textContent = text; });
    this.setting = new Setting(this);
    this.grouping = new Grouping(this);
    this.filling = new Filling(this);
    this.adorning = new Adorning(this);
    this.reading = new Reading(this);
    this.view = new View(frame);
    this.writing = new Writing(this);
    this.choice = createChoice(layers, (name) => this.chooseLayer(name));
    this.palette = createPalette(bar, {
      choose: (id) => this.chosenInPalette(id),
      act: (id) => this.editable() && this.act(id),
      write: (text, enter) => this.write(text, enter),
    });
    this.field = createField(frame, {
      accept: (line, text) => this.setting.write(line, text),
      done: (line, kept) => this.leaveField(line, kept),
      next: (line, text) => this.setting.next(line, text), isWhole: (line, text) => this.setting.isWhole(line, text),
    });
    this.notice = createNotice(frame);
    this.pointing = createPointing(frame, {
      view: this.view, places: () => this.places,
      press: (hit, event) => this.press(hit, event), done: () => this.pressed(),
    });
    this.lists = createLists(below, {
      change: (model, keeps) => this.change(model, "list", keeps), refused: (part, text, field) => this.setting.refusedLine(part, text, field),
    });
    this.constraints = createConstraints(added, {
      change: (model) => this.change(model), selected: () => this.selected.cells(),
      draw: (constraint) => this.drawConstraint(constraint), drawn: () => this.grouping.constraint?.name ?? null,
    });
    this.listen(frame);
  }

  build(place) {
    const layers = element("div", { class: "board-layers", role: "radiogroup", "aria-label": t("whichCluesAreEdited") });
    const bar = element("div", { class: "board-palette", role: "toolbar" });
    this.help = element("p", { class: "board-help", id: `board-help-${document.querySelectorAll(".board-help").length + 1}` });
    const frame = element("div", { class: "board-frame", tabindex: "0", role: "application", "aria-describedby": this.help.id });
    const below = element("div", { class: "board-lists" });
    const added = element("div", { class: "board-lists", hidden: true });
    const live = element("div", { class: "board-live", "aria-live": "polite" });
    this.caption = element("p", { class: "board-caption", hidden: true }); // what is said of the word of the cursor
    this.frame = frame;
    place.classList.add("board-editor");
    place.replaceChildren(
      element("div", { class: "board-tools" }, layers, bar), element("div", { class: "board-scroll" }, frame, this.caption),
      below, added, this.help, live,
    );
    return { layers, bar, frame, below, added, live };
  }

  listen(frame) {
    frame.addEventListener("keydown", (event) => {
      if (event.target !== frame || event.isComposing) return;
      this.notice.hide();
      if (!this.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    frame.addEventListener("keyup", (event) => ["Shift", "Alt"].includes(event.key) && this.filling.lines.release());
    for (const event of ["pointerdown", "input"]) frame.addEventListener(event, () => this.notice.hide(), true);
    frame.addEventListener("focus", () => {
      this.view.drawCursor(this.selectionSeen());
      if (this.places && !this.pointing.busy()) this.sayPlace();
    });
    frame.addEventListener("blur", () => {
      this.filling.lines.release();
      this.view.drawCursor(this.selectionSeen());
    });
  }

  // -- What the shell reads

  /** A new puzzle of a type. past: the steps before it, as past() gave them. */
  load(type, model, past = []) {
    Object.assign(this, { chosen: null, value: "" });
    this.grouping.choose(null);
    this.field.drop();
    this.selected.put(null);
    this.begin(type, model, pastBefore(model, past, "parts"));
    this.setType(type);
  }

  /** The type's record is another one; the puzzle stays. */
  setType(type) {
    this.take(type);
    this.settle();
    this.showTools();
    this.draw();
  }

  /** The puzzle in the native form. */
  native() {
    return native(this.model);
  }

  /** Pictures over the clues: those of NO_PICTURES (sheet.js); those that are not named are cleared. */
  overlay(pictures = {}) {
    this.setPictures(pictures);
    this.leaveHole();
    this.draw();
  }

  /** Nothing can be filled in where the rules say that there is no cell. */
  leaveHole() {
    if (this.modeName === "play" && isCell(this.cursor) && this.places.isHole(this.cursor)) this.selected.put(this.places.first());
  }

  /** 'set' to edit the clues, 'play' to fill in the answer, 'adorn' to colour cells and to write notes, 'study' to do nothing of these. */
  mode(name) {
    Object.assign(this, { modeName: name, chosen: null, value: "" });
    if (name !== "set") this.grouping.choose(null);
    this.turnPlaces();
    this.lists.show(this.model, this.type, name === "set");
    this.constraints.show(this.model, this.type, name === "set");
    this.selected.keep(this.places);
    this.notice.hide();
    this.leaveHole();
    this.showTools();
    this.draw();
  }

  /** Fills in these marks instead of those that are there; notes and crosses stay. */
  fill(marks) {
    this.setEntries(new Map([...withoutMarks(this.entries), ...entriesOf(marks)]));
    this.draw();
  }

  /** Shows a sentence beside a place, until the next key or press. */
  remark(place, sentence) {
    this.notice.showAt(sentence, this.view.boxOf(place));
  }

  /** All that is filled in, notes and crosses too, as a list of texts that restore() takes. */
  progress() {
    return [...this.entries];
  }

  /** What could be undone of it, as restore() takes it: what each of the last steps changed, and what stood there before. */
  trail() {
    return this.play.trail(MOST_STEPS);
  }

  /** What could be undone of the puzzle, as load() takes it. */
  past() {
    return stepsBefore(this.model, this.clues.past, "parts", MOST_STEPS);
  }

  /** Fills in what progress() gave, and what trail() did; what cannot be that is left out. */
  restore(list, trail = []) {
    this.startFilled(entriesFrom(list), trail);
    this.draw();
  }

  /** Shows these of the marks filled in as wrong, and no others. */
  markWrong(marks) {
    this.setWrong(marks);
    this.draw();
  }

  undo() {
    return this.go("undo");
  }

  redo() {
    return this.go("redo");
  }

  /** Takes away all that is filled in, as one step. */
  startAgain() {
    this.fillIn([...this.entries.keys()].map((name) => [name, null]));
  }

  canUndo() {
    return this.history.past.length > 0;
  }

  canRedo() {
    return this.history.future.length > 0;
  }

  /** Another size of a square board; what fits stays, and what did not comes back if the next size has room again. */
  resize(rows, columns) {
    const whole = this.resized?.to === this.model ? this.resized.from : this.model;
    const same = whole.rows === rows && whole.columns === columns;
    this.change(same ? whole : movedModel(whole, this.type, { rows, columns }));
    this.resized = { from: whole, to: this.model };
  }

  /** From the name of a part to the numbers that may stand in it (sheet.js). */
  takeRanges(ranges) {
    this.ranges = ranges;
    if (this.modeName === "set") this.showTools();
  }

  /** What is drawn now, without what is faint. */
  picture() {
    const marks = this.marks().filter((mark) => !mark.faint && ![LOCK, UNDRAWN].includes(mark.kind));
    return this.pictures.shown ?? { ...localPicture(this.model, this.type), marks };
  }

  /** The selected place: a cell, or one of a margin. */
  selection() {
    return this.cursor;
  }

  /** All selected cells. */
  selectedCells() {
    return this.selected.cells();
  }

  /** All selected places on the board: cells, corners or sides. */
  selectedPlaces() {
    return this.selected.onBoard();
  }

  /** A text as a token that a part of the puzzle takes; null if it takes none like it. */
  tokenIn(part, text) {
    return this.setting.inputs.tokenIn(part, text);
  }

  /** The words to be written, if the type has any: {direction, cells, text, caption}, a dot for each open cell. */
  slots() {
    const letters = this.writing.letters();
    const caption = (slot) => this.writing.caption(slot.cells);
    return this.writing.slots().map((slot) => ({ ...slot, caption: caption(slot), text: slot.cells.map((cell) => letters.get(key(cell)) ?? "·").join("") }));
  }

  beginWord(slot) {
    this.writing.begin(slot);
  }

  /** The cells of the word that the cursor is in, as it is written. */
  word() {
    return this.writing.wordAt(this.cursor);
  }

  /** A word in place of what stands in these cells, as one step. */
  writeWord(cells, word) {
    const letters = word.match(LETTERS) ?? [];
    const part = this.type.parts.find((each) => isGrid(each) && letters.every((letter) => this.setting.inputs.tokenIn(each, letter)));
    if (!part || letters.length !== cells.length || cells.some((cell) => this.isLocked(cell))) return this.refuse(t("cannotStand", { text: word }));
    this.change(withTokens(this.model, part, cells.map((cell, at) => [cell, letters[at]])));
    return this.sayPlace();
  }

  focus() {
    this.frame.focus();
  }

  // -- Changes

  /** What keys and presses are for: clues, the answer, or colours and notes. */
  get hand() {
    const setting = this.grouping.isOn ? this.grouping : this.setting;
    return { set: setting, play: this.filling, adorn: this.adorning, study: this.reading }[this.modeName];
  }

  editable() {
    if (this.pictures.shown === null || this.modeName === "study") return true;
    this.refuse(t("thisPictureCannotBe"));
    return false;
  }

  /**
   * Another model, as one step to undo; changes of the same gesture are one. What is said of the answer goes with what it belonged to,
   * unless keeps is true.
   */
  change(model, gesture = null, keeps = false) {
    const isOther = !keeps && model.answer === this.model.answer && ANSWERED.some((name) => model[name] !== this.model[name]);
    if (!this.clues.put(isOther ? { ...model, answer: null, verdict: null } : model, gesture)) return;
    this.settle();
    this.draw();
    this.onChange(this.model);
  }

  /** Other entries of the answer. */
  fillIn(changes, gesture = null) {
    if (!this.play.put(withEntries(this.entries, changes), gesture)) return;
    for (const [name] of changes) this.wrong.delete(name);
    this.draw();
    this.onPlay(this.filled());
  }

  go(way) {
    if (!this.history[way]()) return false;
    if (this.modeName === "play") this.wrong = new Set();
    else this.settle();
    this.draw();
    if (this.modeName === "play") this.onPlay(this.filled());
    else this.onChange(this.model);
    return true;
  }

  /** Brings what depends on the model in line with it. */
  settle() {
    this.renewPlaces();
    this.selected.keep(this.places);
    this.lists.show(this.model, this.type, this.modeName === "set");
    this.constraints.show(this.model, this.type, this.modeName === "set");
  }

  /** The groups of a constraint are drawn from now on; null for clues again. */
  drawConstraint(constraint) {
    this.grouping.choose(this.modeName === "set" ? constraint : null);
    this.chosen = null;
    this.select(this.cursor);
    this.constraints.show(this.model, this.type, this.modeName === "set");
    this.showTools();
    this.draw();
    this.focus();
  }

  // -- Locked and symmetric clues

  isLocked(place) {
    return this.locked().some((each) => key(each) === key(place));
  }

  /** Locks clues; where all of them are locked, unlocks them. */
  toggleLocks(places) {
    const clues = places.filter((place) => this.hasClue(place));
    if (!clues.length) return this.refuse(t("thereIsNoClue"));
    const isOn = clues.every((place) => this.isLocked(place));
    const others = this.locked().filter((place) => !clues.some((each) => key(each) === key(place)));
    this.change({ ...this.model, locked: isOn ? others : [...others, ...clues] });
    return this.sayPlace();
  }

  keepSymmetry(symmetry) {
    choose("symmetry", symmetry);
    this.symmetry = symmetry;
    this.draw();
  }

  // -- Keys and presses

  get cursor() {
    return this.selected.cursor;
  }

  select(place) {
    this.selected.select(place);
  }

  selectionChanged() {
    this.setting.typed = this.filling.typed = null; // the next digit begins a new number
    // The region, or word, around the cursor is tinted; another one needs another drawing.
    if (this.writing.isOn || (this.modeName === "set" && this.layer && isRegions(this.layer))) this.draw();
    else this.view.drawCursor(this.selectionSeen());
    if (!this.pointing.busy()) this.sayPlace();
    this.onSelect();
  }

  /** Whether the key was one of the board's. */
  key(event) {
    const playing = this.modeName === "play";
    const draws = playing && this.filling.direction(event) !== null;
    if (this.hand === this.grouping && event.shiftKey && ARROWS[event.key]) {
      this.grouping.extend(this.places.step(this.cursor, ARROWS[event.key]));
      return true;
    }
    if (this.hand === this.setting && this.setting.turnArrow(event)) return true;
    if (!draws && this.selected.move(event, this.places, { extending: true, overHoles: playing })) {
      this.writing.follow(event);
      this.view.show();
      return true;
    }
    if (event.ctrlKey || event.metaKey) return this.shortcut(event.key.toLowerCase(), event.shiftKey);
    if (event.key === "Escape") return this.escape();
    if (event.key === "Tab" || event.key === "Shift" || (event.altKey && !draws)) return false;
    return this.pictures.shown ? [...event.key].length === 1 && !this.editable() : this.hand.key(event);
  }

  shortcut(name, shift) {
    if (name === "z" && shift) this.redo();
    else if (name === "z") this.undo();
    else if (name === "y") this.redo();
    else if (/^\d$/.test(name) && this.modeName === "play" && this.filling.texts) return this.editable() && this.filling.enter(name, CENTRE);
    else if (name === "a" && this.modeName !== "play") this.selected.selectAll(this.places.inRows().flat());
    else return false;
    return true;
  }

  escape() {
    if (this.hand === this.grouping) {
      this.drawConstraint(null);
      return true;
    }
    if (this.chosen === null && this.selected.all.size < 2) return false;
    this.choose(null);
    this.select(this.cursor);
    return true;
  }

  press(hit, event) {
    event.preventDefault();
    const turns = this.writing.isOn && !this.tool && event.button === 0 && key(hit.place) === key(this.cursor);
    const typing = event.pointerType === "touch" && this.palette.hasFocus(); // the keys on the screen stay
    const goesOn = document.activeElement === this.frame;
    if (!typing) this.frame.focus({ preventScroll: true });
    if (turns) this.writing.turn();
    if (this.editable()) return this.hand.press(hit, event, goesOn);
    if (hit.place) this.select(hit.place);
    return null;
  }

  /** A press has ended. */
  pressed() {
    if (this.view.waits) this.draw();
    this.sayPlace();
  }

  /** Opens the small field for the clues of the selected place; text: what was typed already. */
  openField(text = null) {
    if (this.modeName !== "set" || !this.editable()) return true;
    if (this.isLocked(this.cursor)) return this.refuse(LOCKED);
    const held = isMargin(this.cursor)
      ? lineAt(this.model, this.places.parts.get(this.cursor[0]), this.cursor) : tokenAt(this.model, this.layer, this.cursor);
    const label = this.places.name(this.cursor);
    const shown = !isMargin(this.cursor) && isEmpty(this.layer, held) ? "" : held;
    this.field.open(this.cursor, { text: text ?? shown, label, outline: this.view.outline, whole: text === null });
    return true;
  }

  leaveField(place, kept) {
    this.notice.hide();
    this.focus();
    const along = { left: "down", right: "down", top: "right", bottom: "right" }[place[0]];
    this.select((kept && along && this.places.step(place, along)) || place);
  }

  // -- What is announced

  sayPlace() {
    const more = this.selected.all.size > 1 ? `; ${t("placesSelected", { count: this.selected.all.size })}` : "";
    this.announce(`${this.places.name(this.cursor)}: ${this.places.describe(this.cursor, this.marks())}${more}`);
  }

  /** Says why nothing happens, beside the selected place or another element. */
  refuse(sentence, beside = this.view.outline) {
    this.announce(sentence);
    this.notice.show(sentence, beside);
    return true;
  }

  // -- Tools

  /** What presses paint; null if they select. */
  get tool() {
    return this.chosen === "value" && !this.value ? null : this.chosen;
  }

  chosenInPalette(id) {
    const several = this.modeName === "play" && this.selected.all.size > 1;
    if (several && COLOURS.includes(id) && this.editable()) this.filling.colourSelected(id); // a key of the board chose them
    else this.choose(id);
  }

  choose(id) {
    this.chosen = id;
    this.palette.choose(id);
    this.frame.classList.toggle("holds-finger", this.hand.holdsFinger);
  }

  /** The palette's field for a value was written in; Enter puts it into the selected cells. */
  write(text, enter) {
    this.value = text;
    this.choose(text && !enter ? "value" : null);
    if (enter && this.editable()) this.hand.written(text);
  }

  act(id) {
    this.hand.act(id);
    this.showTools();
  }

  showTools() {
    const layers = this.type.parts.filter(isEdited).map((part) => part.name);
    this.choice.show(layers, this.layer?.name, layers.length < 2 || this.modeName !== "set", { grid: "clues" });
    const items = this.hand.items();
    this.palette.show(items, this.modeName === "play" ? t("whatToFillIn") : t("whatToPutInto"));
    this.help.textContent = this.hand.help();
    this.choose(items.some((item) => item.id === this.chosen) ? this.chosen : null);
  }

  chooseLayer(name) {
    this.layer = this.type.parts.find((part) => part.name === name);
    this.chosen = null;
    this.turnPlaces();
    this.selected.keep(this.places);
    this.showTools();
    this.draw();
  }

  // -- Drawing

  draw() {
    this.known = null;
    this.writing.forget();
    this.view.draw(() => ({ ...this.scene(), ...this.selectionSeen() }), this.pointing.busy());
    this.caption.textContent = this.modeName === "play" ? this.writing.caption(this.word()) : "";
    this.caption.hidden = !this.caption.textContent;
  }

  selectionSeen() {
    const lines = this.modeName === "play" && (this.filling.lines.any || this.tool === PENCIL);
    return { cursor: this.cursor, selected: this.selected.places(), lines };
  }
}
