// Words that are written letter by letter: where the type has lists of words, typing goes on along a direction.
import { isCell, key, ordered } from "./geometry.js";
import { Layer, TEXT, WALL, entryOf, layerOf } from "./kinds.js";
import { areTexts, isList } from "./parts.js";

const ALONG = { right: ["left", "right"], down: ["up", "down"] };
const OF_ARROWS = { ArrowLeft: "right", ArrowRight: "right", ArrowUp: "down", ArrowDown: "down" };

export class Writing {
  direction = "right";
  blocks = null; // cells that take no letter, until the board changes
  bars = null; // pairs of cells with a wall between them

  constructor(editor) {
    this.editor = editor;
  }

  /** Whether typing goes on. */
  get isOn() {
    return this.editor.type?.parts.some(isList) ?? false;
  }

  /** The other direction. */
  turn() {
    this.direction = this.direction === "right" ? "down" : "right";
    this.editor.draw();
    this.editor.onSelect();
    this.editor.announce(this.direction === "right" ? "across" : "down");
    return true;
  }

  /** An arrow was used: words go the way that it points. */
  follow(event) {
    const direction = OF_ARROWS[event.key] ?? this.direction;
    if (direction === this.direction) return;
    this.direction = direction;
    if (!this.isOn) return;
    this.editor.draw();
    this.editor.onSelect();
  }

  /** The cells of the word through a cell, from its first to its last letter. */
  wordAt(cell) {
    if (!this.isOn || !isCell(cell) || !this.takesLetter(cell)) return [];
    const [back, on] = ALONG[this.direction];
    return [...this.way(cell, back).reverse(), cell, ...this.way(cell, on)];
  }

  /** The words of the board, across and then down: {direction, cells}, each of two cells at least. */
  slots() {
    if (!this.isOn) return [];
    const cells = this.editor.places.rows.flat().filter((cell) => this.takesLetter(cell));
    return Object.entries(ALONG).flatMap(([direction, [back, on]]) =>
      cells.filter((cell) => !this.way(cell, back).length).map((cell) => ({ direction, cells: [cell, ...this.way(cell, on)] })),
    ).filter((slot) => slot.cells.length > 1);
  }

  /** What the puzzle says of a word, by the number in its first cell and its direction: '1A Expert'; empty for nothing. */
  caption(cells) {
    const { type, model } = this.editor;
    const rows = type.parts.filter(areTexts).flatMap((part) => model.parts[part.name]?.rows ?? []);
    if (!rows.length || cells.length < 2) return "";
    const number = this.editor.marks().find((mark) => layerOf(mark.kind) === Layer.NOTE && key(mark.place) === key(cells[0]))?.value;
    const name = `${number}${cells[0][0] === cells[1][0] ? "A" : "D"}`;
    return rows.find((row) => row[0].toUpperCase() === name)?.join(" ") ?? "";
  }

  /** Begins to write a word of slots(): its first cell that is open is selected, of a whole word the first. */
  begin({ direction, cells }) {
    const written = this.letters();
    this.direction = direction;
    this.editor.select(cells.find((cell) => !written.has(key(cell))) ?? cells[0]);
    this.editor.focus();
  }

  /** What stands in cells, given or filled in. */
  letters() {
    const texts = this.editor.marks().filter((mark) => mark.kind === TEXT && !mark.open && !mark.faint && isCell(mark.place));
    return new Map(texts.map((mark) => [key(mark.place), mark.value]));
  }

  /** The cells that follow one in the same word. */
  way(cell, arrow) {
    const cells = [];
    for (let [last, next] = [cell, this.editor.places.step(cell, arrow)]; next && isCell(next) && this.takesLetter(next) && !this.isBarred(last, next);) {
      cells.push(next);
      [last, next] = [next, this.editor.places.step(next, arrow)];
    }
    return cells;
  }

  isBarred(one, other) {
    this.bars ??= new Set(this.editor.marks().filter((mark) => mark.given && mark.kind === WALL && mark.other).map((mark) => key(ordered(mark.place, mark.other))));
    return this.bars.has(key(ordered(one, other)));
  }

  takesLetter(cell) {
    if (this.editor.places.isHole(cell)) return false;
    this.blocks ??= new Set(this.editor.marks().filter((mark) => mark.given && entryOf(mark.kind).on_board).map(({ place }) => key(place)));
    return !this.blocks.has(key(cell));
  }

  /** The board has changed. */
  forget() {
    this.blocks = this.bars = null;
  }

  /** After a letter: on to the next cell of the word that is not given; isGiven(cell). */
  goOn(isGiven = (/** @type {any} */ _) => false) {
    const { editor } = this;
    if (!this.isOn || editor.selected.all.size > 1) return;
    const next = this.way(editor.cursor, ALONG[this.direction][1]).find((cell) => !isGiven(cell));
    if (next) editor.select(next);
  }

  /** Backspace in an empty cell: back to the one before. */
  goBack() {
    const before = this.isOn && this.way(this.editor.cursor, ALONG[this.direction][0])[0];
    if (before) this.editor.select(before);
  }
}
