// What lies before the one who edits: the puzzle, the answer filled in, pictures over them; and what is drawn of them.
import { waitingMarks } from "./borders.js";
import { isCell, isMargin, key } from "./geometry.js";
import { LOCK, TEXT, entryOf, isBlock } from "./kinds.js";
import { History, pastOf } from "./history.js";
import { derivedMarks, mergedMarks } from "./marks.js";
import { Places } from "./places.js";
import { drawn, marksOf, wrongOf } from "./playing.js";
import { isEdited, isGrid, isLayer, isRegions, onCorners, shapeAt } from "./parts.js";
import { localPicture, symbolsOf, tokenAt } from "./puzzle.js";
import { regionAround } from "./setting.js";
import { t } from "./texts.js";
import { boardLook, isEmpty } from "./tokens.js";

const NO_PICTURES = { board: null, answer: null, faint: null, shown: null, pointed: null, changed: null, dead: null };

export class Sheet {
  modeName = "set";
  type = null;
  layer = null; // the part of the board that is edited
  /** @type {Places | null} */
  places = null;
  ranges = {};
  /** @type {string | null} */
  symmetry = null; // what maps the clues of a board to each other, and its blocks (places.js)
  clues = new History(null);
  play = new History(new Map());
  wrong = new Set();
  pictures = NO_PICTURES;
  derived = [];
  known = null; // all marks, until something changes
  /** @type {any} */
  writing = null;
  /** @type {any} */
  grouping = null;

  /** The selected place. @returns {any} */
  get cursor() {
    return null;
  }

  /** A new puzzle; past: those before it, to which one can go back. */
  begin(type, model, past) {
    const fresh = { clues: new History(model, past), play: new History(new Map()), wrong: new Set(), layer: null };
    Object.assign(this, fresh, { pictures: NO_PICTURES, derived: [], ranges: {} });
    this.take(type);
  }

  /** The type's record; layer: the part of the board that is edited, null if all parts stand in the margins. */
  take(type) {
    const layers = type.parts.filter(isEdited);
    this.type = type;
    this.layer = layers.find((part) => part.name === this.layer?.name) ?? layers[0] ?? null;
  }

  get model() {
    return this.clues.value;
  }

  /** The answer filled in (playing.js). */
  get entries() {
    return this.play.value;
  }

  /** The kind of mark that the regions of an answer have; null if it has none. */
  get area() {
    return this.type.answer.map((each) => each.kind).find((kind) => entryOf(kind).area) ?? null;
  }

  get history() {
    return this.modeName === "play" ? this.play : this.clues;
  }

  /**
   * board: a picture of the puzzle as it is; one that was there before still shows what the rules derived then.
   * pointed: places that are pointed at. dead: cells of slots that no word fits. changed: cells in which something else is certain since the last edit.
   */
  setPictures(pictures) {
    const before = this.pictures.board;
    this.pictures = { ...NO_PICTURES, ...pictures };
    const { board } = this.pictures;
    if (board !== before) this.derived = derivedMarks(board, localPicture(this.model, this.type), this.area);
    this.places?.leaveOut(this.derived);
  }

  setEntries(entries) {
    this.play.put(entries);
    this.wrong = new Set();
  }

  /** Begins with these entries; what can be undone of them is what a trail says. */
  startFilled(entries, trail = []) {
    this.play = new History(entries, pastOf(entries, trail));
    this.wrong = new Set();
  }

  setWrong(marks) {
    this.wrong = wrongOf(marks);
  }

  /** The marks filled in so far. */
  filled() {
    return marksOf(this.entries, this.area);
  }

  renewPlaces() {
    this.places = new Places(this.model, this.type);
    this.places.leaveOut(this.derived);
    this.turnPlaces();
  }

  /** Clues are selected where the part that is edited has them, the answer in cells or on corners. */
  turnPlaces() {
    if (this.modeName === "play") this.places.turnTo(onCorners(this.type) ? "corners" : "grid");
    else this.places.turnTo(this.layer && this.modeName === "set" ? this.layer.shape : "grid");
  }

  // -- Which places have clues

  /** Whether a clue stands at a place; regions, which cover the board, are none. */
  hasClue(place) {
    const parts = isMargin(place) ? (this.places.parts.get(place[0]) ?? [])
      : this.type.parts.filter((part) => isLayer(part) && part.shape === shapeAt(place) && !isRegions(part));
    return parts.some((part) => !isEmpty(part, tokenAt(this.model, part, place)));
  }

  /** The places whose clues the setter has locked. */
  locked() {
    return (this.model.locked ?? []).filter((place) => this.hasClue(place));
  }

  /** The places without a clue that the symmetry maps to one with a clue; where there are blocks, they alone count. */
  unmatched() {
    if (!this.symmetry || this.modeName !== "set") return [];
    const { layer, model, places } = this;
    const blocks = layer && isGrid(layer) && layer.tokens.some(({ marks }) => marks.some(isBlock));
    const counts = (place) => (blocks && isCell(place) ? boardLook(layer, tokenAt(model, layer, place), model) !== "" : this.hasClue(place));
    const all = [...places.inRows().flat(), ...places.inMargins()];
    return all.filter((place) => counts(places.counterpart(place, this.symmetry)) && !counts(place));
  }

  // -- Which numbers a part takes

  /** The numbers that may stand in a part: {least, most}, most null if there is no end; null while it is not known. */
  rangeOf(part) {
    return this.ranges[part.name] ?? null;
  }

  isInRange(part, token) {
    const range = this.rangeOf(part);
    if (!range || !/^\d+$/.test(token)) return true;
    return Number(token) >= range.least && (range.most === null || Number(token) <= range.most);
  }

  // -- What is known of the board

  /** The names of the values on this board, if it has an alphabet. */
  symbols() {
    return symbolsOf(this.model, this.type);
  }

  /** The largest number that may stand in a cell. */
  largest() {
    const symbols = this.symbols().length;
    const given = this.marks().filter((mark) => mark.kind === TEXT && isCell(mark.place)).map((mark) => Number(mark.value) || 0);
    return symbols || Math.max(this.places.all.size, ...given);
  }

  givenAt(cell) {
    return this.marks().filter((mark) => mark.given && key(mark.place) === key(cell));
  }

  /** All marks, of all layers. */
  marks() {
    this.known ??= [...this.mergedMarks(), ...this.remarks()];
    return this.known;
  }

  mergedMarks() {
    return mergedMarks({
      local: localPicture(this.model, this.type, { undrawn: this.modeName === "set" }), derived: this.derived,
      play: this.modeName === "play" ? drawn(this.entries, this.wrong, this.area) : [], area: this.area, ...this.pictures,
    });
  }

  /** Marks of the page itself: cells that are pointed at, and locks. */
  remarks() {
    const cells = [...(this.pictures.pointed ?? []), ...(this.pictures.dead ?? [])].filter(isCell);
    const locked = this.modeName === "set" ? this.locked() : [];
    const waiting = this.modeName === "set" ? waitingMarks(this.model, this.type) : [];
    return [
      ...this.drawnGroup(), ...waiting, ...cells.map((place) => ({ kind: "tint", place, given: true, differs: true })),
      ...locked.map((place) => ({ kind: LOCK, place })),
    ];
  }

  /** The group of a constraint that is being drawn. */
  drawnGroup() {
    return this.grouping?.isOn ? this.grouping.preview() : [];
  }

  /** The picture that is to be seen, and how it is to be drawn. */
  scene() {
    const { shown } = this.pictures;
    const look = {
      title: this.name(), room: Object.fromEntries([...this.places.parts].map(([side, parts]) => [side, parts.length])),
    };
    if (!shown && this.modeName === "set") {
      look.holes = this.places.rows.flat().filter((cell) => this.places.holes.has(key(cell)));
      look.active = regionAround(this.model, this.layer, this.cursor, this.places);
    }
    if (!shown && this.writing.isOn) look.active = this.writing.wordAt(this.cursor);
    const unmatched = this.unmatched();
    const noted = [...(this.pictures.pointed ?? []), ...unmatched].filter((place) => !isCell(place));
    const picture = shown ?? { ...localPicture(this.model, this.type), marks: this.marks(), noted: [...noted, ...(this.pictures.changed ?? [])], missing: unmatched.filter(isCell) };
    return { picture, look };
  }

  name() {
    const { rows, columns } = this.model;
    const size = { hex: t("hexOfRows", { rows }), brick: t("bricksOfRows", { rows }) }[this.model.board] ?? t("rowsColumns", { rows, columns });
    return `${this.type.title}, ${size}, ${{ set: t("cluesToSet"), play: t("answerToFillIn"), adorn: t("cellsToColour"), study: t("stepsToRead") }[this.modeName]}`;
  }
}
