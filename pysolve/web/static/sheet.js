// What lies before the one who edits: the puzzle, the answer filled in, pictures over them; and what is drawn of them.
import { isCell, key } from "./geometry.js";
import { TEXT, entryOf } from "./kinds.js";
import { History } from "./history.js";
import { derivedMarks, mergedMarks } from "./marks.js";
import { Places } from "./places.js";
import { drawn, marksOf, wrongOf } from "./playing.js";
import { isEdited, onCorners } from "./parts.js";
import { localPicture, symbolsOf } from "./puzzle.js";
import { regionAround } from "./setting.js";

const NO_PICTURES = { board: null, answer: null, faint: null, shown: null, pointed: null };

export class Sheet {
  constructor() {
    Object.assign(this, { modeName: "set", type: null, layer: null, places: null, ranges: {} });
  }

  /** A new puzzle; nothing can be undone any more. */
  begin(type, model) {
    Object.assign(this, { clues: new History(model), play: new History(new Map()), wrong: new Set(), layer: null });
    Object.assign(this, { pictures: NO_PICTURES, derived: [], ranges: {} });
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
   * pointed: places that are pointed at.
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

  /** Begins with these entries: there is nothing to undo. */
  startFilled(entries) {
    this.play = new History(entries);
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
    this.known ??= mergedMarks({
      local: localPicture(this.model, this.type, { undrawn: this.modeName === "set" }), derived: this.derived,
      play: this.modeName === "play" ? drawn(this.entries, this.wrong, this.area) : [], area: this.area, ...this.pictures,
    });
    const cells = (this.pictures.pointed ?? []).filter(isCell);
    this.known.push(...cells.map((place) => ({ kind: "tint", place, given: true, differs: true })));
    return this.known;
  }

  /** The picture that is to be seen, and how it is to be drawn. */
  scene() {
    const { shown } = this.pictures;
    const look = {
      title: this.name(), room: Object.fromEntries([...this.places.parts].map(([side, parts]) => [side, parts.length])),
      fences: this.type.answer.some((each) => each.on === "lines between corners"),
    };
    if (!shown && this.modeName === "set") {
      look.holes = this.places.rows.flat().filter((cell) => this.places.holes.has(key(cell)));
      look.active = regionAround(this.model, this.layer, this.cursor, this.places);
    }
    if (!shown && this.writing.isOn) look.active = this.writing.wordAt(this.cursor);
    const noted = (this.pictures.pointed ?? []).filter((place) => !isCell(place));
    const picture = shown ?? { ...localPicture(this.model, this.type), marks: this.marks(), noted };
    return { picture, look };
  }

  name() {
    const { rows, columns } = this.model;
    const size = this.places.hexagonal ? `hexagonal board of ${rows} rows` : `${rows} rows, ${columns} columns`;
    return `${this.type.title}, ${size}, ${{ set: "clues to set", play: "answer to fill in", adorn: "cells to colour" }[this.modeName]}`;
  }
}
