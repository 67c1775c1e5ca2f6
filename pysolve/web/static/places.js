// The places of a board that can be selected: cells, corners, sides, and margins where the type reads any; how arrows move
// between them, and how they are called.
import { Board, compare, isCell, isCorner, isMargin, key } from "./geometry.js";
import { LINE, Layer, PENCIL, WALL, entryOf, layerOf, nounOf, wordsOf } from "./kinds.js";
import { isLayer, isMarginPart, onCorners, shapeAt, sideOf } from "./parts.js";
import { holes, placesByRow, placesOf } from "./puzzle.js";
import { placeName } from "./tables.js";

const OPPOSITE = { left: "right", right: "left", top: "bottom", bottom: "top" };

/** By the number of sides. */
const NAMES = {
  4: ["right", "below", "left", "above"],
  6: ["right", "lower right", "lower left", "left", "upper left", "upper right"],
};

/** What the corners of a cell are called, and the steps to them; the first of them that is there names a corner. @type {[string, number, number][]} */
const SQUARE_CORNERS = [["upper left", 0, 0], ["upper right", 0, 1], ["lower left", 1, 0], ["lower right", 1, 1]];
/** @type {[string, number, number][]} */
const SHIFTED_CORNERS = [["upper left", 0, 0], ["upper right", 0, 2], ["lower left", 1, 0], ["lower right", 1, 2], ["upper", 0, 1], ["lower", 1, 1]];

/** Whether a mark of the puzzle itself is reported as given; of what belongs to the board that is clear. */
function saysGiven(kind) {
  const { layer, here, on_board: onBoard } = entryOf(kind);
  return [Layer.TEXT, Layer.SYMBOL, Layer.FILL].includes(layer) && here !== "" && !onBoard;
}

export class Places {
  constructor(model, type) {
    this.type = type;
    this.rows = placesByRow(model);
    this.board = new Board(model);
    this.all = new Set(this.rows.flat().map(key));
    this.holes = holes(model, type);
    this.outside = new Set(); // cells that the rules say are none
    this.parts = new Map(); // from a side to the parts that have clues there
    for (const part of type.parts.filter(isMarginPart)) {
      this.parts.set(sideOf(part), [...(this.parts.get(sideOf(part)) ?? []), part]);
    }
    this.others = new Map(type.parts.filter((part) => isLayer(part) && part.shape !== "grid")
      .map((part) => [part.shape, placesOf(model, part)])); // corners and sides, in rows
    if (!this.others.has("corners") && onCorners(type)) this.others.set("corners", placesOf(model, { shape: "corners", inner: false }));
    this.onBoard = new Set([...this.all, ...[...this.others.values()].flat(2).map(key)]);
    this.shape = "grid"; // of the parts whose places are selected on the board: cells, corners or sides
  }

  /** Selects among the places of the parts of a shape from now on. */
  turnTo(shape) {
    this.shape = shape === "grid" || this.others.has(shape) ? shape : "grid";
  }

  /** Whether this is a place that can be selected now. */
  has(place) {
    if (!place) return false;
    if (!isMargin(place)) return shapeAt(place) === this.shape && this.onBoard.has(key(place));
    return this.parts.has(place[0]) && place[1] >= 1 && place[1] <= this.lengthOf(place[0]);
  }

  isHole(place) {
    return this.holes.has(key(place)) || this.outside.has(key(place));
  }

  /** The cells that the rules say are none, by their marks. */
  leaveOut(marks) {
    this.outside = new Set(marks.filter((mark) => layerOf(mark.kind) === Layer.HOLE).map((mark) => key(mark.place)));
  }

  /** The places on the board that can be selected now, in rows. */
  inRows() {
    return this.shape === "grid" ? this.rows : this.others.get(this.shape);
  }

  /** The margins' places, a clue or a line of clues each. */
  inMargins() {
    return [...this.parts.keys()].flatMap((side) => Array.from({ length: this.lengthOf(side) }, (_, at) => [side, at + 1]));
  }

  lengthOf(side) {
    return side === "left" || side === "right" ? this.rows.length : this.board.columns;
  }

  /** Where a symmetry puts a place: 'half', a half turn of the board, or 'mirrored', left for right. */
  counterpart(place, symmetry) {
    const [rows, columns] = [this.rows.length, this.board.columns];
    const down = (row, all) => (symmetry === "half" ? all - row : row);
    if (isCell(place)) return [down(place[0], rows + 1), columns + 1 - place[1]];
    const [name, row, column] = place;
    if (isCorner(place)) return [name, down(row, rows + 2), columns + (this.board.shifted ? 3 : 2) - column];
    if (!isMargin(place)) return [name, down(row, 2 * rows + 2), 2 * columns + 2 - column];
    const beside = name === "left" || name === "right";
    const side = beside || symmetry === "half" ? OPPOSITE[name] : name;
    return [side, beside ? down(row, rows + 1) : this.lengthOf(name) + 1 - row];
  }

  /** The first place on the board; of cells the first one that is no hole. */
  first() {
    const places = this.inRows().flat();
    return places.find((place) => !this.isHole(place)) ?? places[0] ?? this.rows[0][0];
  }

  /** The place that an arrow leads to; null at the end. goal: the column that up and down keep to. */
  step(place, direction, { goal = null, overHoles = false } = {}) {
    let next = place;
    do next = this.next(next, direction, goal ?? place.at(-1));
    while (next && overHoles && isCell(next) && this.isHole(next));
    return next;
  }

  next(place, direction, goal) {
    const target = isMargin(place) ? this.nextToMargin(place, direction)
      : isCell(place) ? this.nextToCell(place, direction, goal) : this.nextOnLines(place, direction, goal);
    return this.has(target) ? target : null;
  }

  nextToCell([row, column], direction, goal) {
    const line = this.rows[row - 1];
    const at = line.findIndex((cell) => cell[1] === column);
    if (direction === "left") return line[at - 1] ?? ["left", row];
    if (direction === "right") return line[at + 1] ?? ["right", row];
    const other = this.rows[row - 1 + (direction === "up" ? -1 : 1)];
    if (!other) return this.board.shifted ? null : [direction === "up" ? "top" : "bottom", column];
    const distance = (cell) => Math.abs(cell[1] - goal) + 2 * Math.abs(cell[1] - column);
    return other.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
  }

  /** Among corners or sides, whose rows have different lengths; beyond the last one lies the margin. */
  nextOnLines(place, direction, goal) {
    const lines = this.inRows();
    const row = lines.findIndex((line) => line.some((each) => key(each) === key(place)));
    const at = lines[row].findIndex((each) => key(each) === key(place));
    const [x, y] = this.board.point(place);
    const beside = [[y, this.rows.length], [x, this.board.columns]].map(([value, most]) => (
      Math.min(most, Math.max(1, Math.ceil(value / (this.board.height / this.rows.length))))));
    if (direction === "left") return lines[row][at - 1] ?? ["left", beside[0]];
    if (direction === "right") return lines[row][at + 1] ?? ["right", beside[0]];
    const other = lines[row + (direction === "up" ? -1 : 1)];
    if (!other?.length) return [direction === "up" ? "top" : "bottom", beside[1]];
    return other.reduce((best, each) => (Math.abs(each[2] - goal) < Math.abs(best[2] - goal) ? each : best));
  }

  nextToMargin([side, line], direction) {
    const aside = side === "left" || side === "right";
    const along = aside ? ["up", "down"] : ["left", "right"];
    if (along.includes(direction)) return [side, line + (direction === along[1] ? 1 : -1)];
    const inwards = { left: "right", right: "left", top: "down", bottom: "up" }[side];
    if (direction !== inwards) return null;
    const lines = this.inRows();
    const beside = ([, row, column]) => Math.abs((aside ? row : column) - line);
    const nearest = (places) => places.reduce((best, each) => (beside(each) < beside(best) ? each : best));
    if (aside && this.shape === "grid") return this.rows[line - 1]?.at(side === "left" ? 0 : -1);
    if (aside) return nearest(lines.map((each) => each.at(side === "left" ? 0 : -1)).filter(Boolean));
    const outer = lines.at(side === "top" ? 0 : -1);
    return this.shape === "grid" ? outer.find((cell) => cell[1] === line) : nearest(outer);
  }

  /** The first or last place of a row, or of the board. */
  end(place, last, { whole, overHoles }) {
    const row = whole || isMargin(place) ? null : this.inRows().find((each) => each.some((other) => key(other) === key(place)));
    const line = row ?? this.inRows().flat();
    const places = overHoles ? line.filter((cell) => !this.isHole(cell)) : line;
    return places.at(last ? -1 : 0) ?? place;
  }

  /** The places of the rectangle between two places of one kind. */
  range(one, other) {
    const numbers = (place) => (isCell(place) ? place : place.slice(1));
    const between = (value, a, b) => value >= Math.min(a, b) && value <= Math.max(a, b);
    const [a, b] = [numbers(one), numbers(other)];
    return this.inRows().flat().filter((place) => numbers(place).every((value, at) => between(value, a[at], b[at])));
  }

  /** The neighbour of a cell in the direction of this number (Board.steps), if it is a cell and no hole. */
  neighbour([row, column], at) {
    const [down, right] = this.board.steps[at];
    const cell = [row + down, column + right];
    return this.all.has(key(cell)) && !this.isHole(cell) ? cell : null;
  }

  areNeighbours(one, other) {
    return this.board.steps.some((_, at) => key(this.neighbour(one, at)) === key(other));
  }

  // -- Names

  name(place) {
    if (isMargin(place)) {
      const line = place[0] === "left" || place[0] === "right" ? "row" : "column";
      return placeName("margin", { side: place[0], line, number: place[1] });
    }
    if (isCorner(place)) return this.nameOfCorner(place);
    if (!isCell(place)) {
      const [down, right] = place.slice(1);
      const cells = [Math.floor, Math.ceil].map((round) => [round(down / 2), round(right / 2)]);
      return placeName("between", { one: this.name(cells[0]), other: this.name(cells[1]) });
    }
    const at = this.rows[place[0] - 1].findIndex((cell) => cell[1] === place[1]) + 1;
    return placeName("cell", { row: place[0], column: at });
  }

  nameOfCorner([, row, column]) {
    for (const [side, down, right] of this.board.shifted ? SHIFTED_CORNERS : SQUARE_CORNERS) {
      const cell = [row - down, column - right];
      if (this.all.has(key(cell))) return placeName("corner", { side, cell: this.name(cell) });
    }
    return "";
  }

  /** The directions of lines from a cell, in words; of lines around it if sides is true. */
  directions() {
    return NAMES[this.board.steps.length];
  }

  /** What stands at a place, in words: marks are those of the picture that is drawn. */
  describe(place, marks) {
    if (isCell(place) && this.isHole(place)) return "hole";
    const inWords = (mark) => wordsOf(mark, this.type);
    const here = marks.filter((mark) => !mark.other && key(mark.place) === key(place))
      .sort((a, b) => (a.index ?? 1) - (b.index ?? 1));
    if (!isCell(place)) return here.map(inWords).join(" ") || "empty";
    const regions = here.filter((mark) => entryOf(mark.kind).area);
    const words = here.filter((mark) => !regions.includes(mark)).map((mark) => {
      const state = [mark.given && saysGiven(mark.kind) ? "given" : "", mark.faint ? "certain" : "", mark.wrong ? "wrong" : ""];
      return [inWords(mark), ...state].filter(Boolean).join(", ");
    });
    const phrases = [...words, ...this.lines(place, marks)].filter(Boolean);
    return [...new Set([...(phrases.length ? phrases : ["empty"]), ...regions.map(inWords).filter(Boolean)])].join("; ");
  }

  lines(cell, marks) {
    const directionsOf = { line: [], side: [], wall: [], "no line": [], "no side": [], "no wall": [] };
    const names = this.directions();
    this.board.steps.forEach((step, at) => {
      const ends = [cell, [cell[0] + step[0], cell[1] + step[1]]];
      const corners = this.board.cornersOf(cell, step);
      /** @type {[string, string, any[]][]} */
      const pairs = [["line", LINE, ends], ["side", LINE, corners], ["wall", WALL, ends], ["pencil line", PENCIL, ends], ["pencil side", PENCIL, corners]];
      for (const [what, kind, pair] of pairs) {
        const mark = pair && marks.find((each) => each.kind === kind && (joins(each, pair) || (what === "line" && leads(each, cell, step))));
        if (!mark) continue;
        const { one, several } = (what !== "side" && nounOf({ kind }, this.type)) || { one: what, several: `${what}s` };
        const said = mark.open ? `no ${one}` : mark.value > 1 ? `${mark.value} ${several}` : one;
        (directionsOf[said] ??= []).push(names[at]);
      }
    });
    return Object.entries(directionsOf).filter(([, where]) => where.length).map(([what, where]) => `${what} ${where.join(" and ")}`);
  }
}

/** Whether a line leads from a cell in the direction of a step, as far as it may be. */
function leads({ place, other }, /** @type {any} */ cell, step) {
  const end = [[place, other], [other, place]].find(([from, to]) => isCell(from) && isCell(to) && key(from) === key(cell))?.[1];
  return Boolean(end) && step.every((each, at) => Math.sign(end[at] - cell[at]) === Math.sign(each));
}

function joins(mark, /** @type {any[]} */ [one, other]) {
  const [a, b] = compare(one, other) <= 0 ? [one, other] : [other, one];
  const [c, d] = compare(mark.place, mark.other) <= 0 ? [mark.place, mark.other] : [mark.other, mark.place];
  return key(a) === key(c) && key(b) === key(d);
}
