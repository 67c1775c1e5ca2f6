// The places of a board that can be selected: cells, and margins where the type reads any; how arrows move between
// them, and how they are called.
import { Board, compare, isCell, key } from "./geometry.js";
import { LINE, Layer, entryOf, wordsOf } from "./kinds.js";
import { holes, isMarginPart, placesByRow, sideOf, takesLists } from "./puzzle.js";

const NAMES = {
  square: ["right", "below", "left", "above"],
  hex: ["right", "lower right", "lower left", "left", "upper left", "upper right"],
};

/** Whether a mark of the puzzle itself is said to be given; of what belongs to the board that is clear. */
function saysGiven(kind) {
  const { layer, here, on_board: onBoard } = entryOf(kind);
  return [Layer.TEXT, Layer.SYMBOL, Layer.FILL].includes(layer) && here !== "" && !onBoard;
}

export class Places {
  constructor(model, type) {
    this.hexagonal = model.board === "hex";
    this.rows = placesByRow(model);
    this.board = new Board(model);
    this.all = new Set(this.rows.flat().map(key));
    this.holes = holes(model, type);
    this.parts = new Map(type.parts.filter(isMarginPart).map((part) => [sideOf(part), part])); // by side
  }

  /** Whether this is a place of this board. */
  has(place) {
    if (!place) return false;
    if (isCell(place)) return this.all.has(key(place));
    const count = place[0] === "left" || place[0] === "right" ? this.rows.length : this.board.columns;
    return this.parts.has(place[0]) && place[1] >= 1 && place[1] <= count;
  }

  isHole(place) {
    return this.holes.has(key(place));
  }

  /** The first cell that is no hole. */
  first() {
    return this.rows.flat().find((cell) => !this.isHole(cell)) ?? this.rows[0][0];
  }

  /** The place that an arrow leads to; null at the end. goal: the column that up and down keep to. */
  step(place, direction, { goal = null, overHoles = false } = {}) {
    let next = place;
    do next = this.next(next, direction, goal ?? place[1]);
    while (next && overHoles && isCell(next) && this.isHole(next));
    return next;
  }

  next(place, direction, goal) {
    const target = isCell(place) ? this.nextToCell(place, direction, goal) : this.nextToMargin(place, direction);
    return this.has(target) ? target : null;
  }

  nextToCell([row, column], direction, goal) {
    const line = this.rows[row - 1];
    const at = line.findIndex((cell) => cell[1] === column);
    if (direction === "left") return line[at - 1] ?? ["left", row];
    if (direction === "right") return line[at + 1] ?? ["right", row];
    const other = this.rows[row - 1 + (direction === "up" ? -1 : 1)];
    if (!other) return this.hexagonal ? null : [direction === "up" ? "top" : "bottom", column];
    const distance = (cell) => Math.abs(cell[1] - goal) + 2 * Math.abs(cell[1] - column);
    return other.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
  }

  nextToMargin([side, line], direction) {
    const aside = side === "left" || side === "right";
    const along = aside ? ["up", "down"] : ["left", "right"];
    if (along.includes(direction)) return [side, line + (direction === along[1] ? 1 : -1)];
    const inwards = { left: "right", right: "left", top: "down", bottom: "up" }[side];
    if (direction !== inwards) return null;
    if (aside) return this.rows[line - 1]?.at(side === "left" ? 0 : -1);
    return this.rows.at(side === "top" ? 0 : -1).find((cell) => cell[1] === line);
  }

  /** The first or last cell of a row, or of the board. */
  end(place, last, { whole, overHoles }) {
    const line = whole || !isCell(place) ? this.rows.flat() : this.rows[place[0] - 1];
    const cells = overHoles ? line.filter((cell) => !this.isHole(cell)) : line;
    return cells.at(last ? -1 : 0) ?? place;
  }

  /** The cells of the rectangle between two cells. */
  range(one, other) {
    const between = (value, a, b) => value >= Math.min(a, b) && value <= Math.max(a, b);
    return this.rows.flat().filter((cell) => between(cell[0], one[0], other[0]) && between(cell[1], one[1], other[1]));
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
    if (!isCell(place)) {
      const what = takesLists(this.parts.get(place[0]) ?? { shape: "" }) ? "clues" : "clue";
      return `${what} of ${place[0] === "left" || place[0] === "right" ? "row" : "column"} ${place[1]}`;
    }
    const at = this.rows[place[0] - 1].findIndex((cell) => cell[1] === place[1]) + 1;
    return `row ${place[0]}, ${this.hexagonal ? "cell" : "column"} ${at}`;
  }

  /** The directions of lines from a cell, in words; of lines around it if sides is true. */
  directions() {
    return NAMES[this.hexagonal ? "hex" : "square"];
  }

  /** What stands at a place, in words: marks are those of the picture that is drawn. */
  describe(place, marks) {
    if (isCell(place) && this.isHole(place)) return "hole";
    const here = marks.filter((mark) => mark.kind !== LINE && key(mark.place) === key(place))
      .sort((a, b) => (a.index ?? 1) - (b.index ?? 1));
    if (!isCell(place)) return here.map(wordsOf).join(" ") || "empty";
    const regions = here.filter((mark) => entryOf(mark.kind).area);
    const words = here.filter((mark) => !regions.includes(mark)).map((mark) => {
      const state = [mark.given && saysGiven(mark.kind) ? "given" : "", mark.faint ? "certain" : "", mark.wrong ? "wrong" : ""];
      return [wordsOf(mark), ...state].filter(Boolean).join(", ");
    });
    const phrases = [...words, ...this.lines(place, marks)].filter(Boolean);
    return [...new Set([...(phrases.length ? phrases : ["empty"]), ...regions.map(wordsOf).filter(Boolean)])].join("; ");
  }

  lines(cell, marks) {
    const directionsOf = { line: [], side: [], "no line": [], "no side": [] };
    const names = this.directions();
    this.board.steps.forEach((step, at) => {
      const ends = [cell, [cell[0] + step[0], cell[1] + step[1]]];
      const corners = this.hexagonal ? null : this.board.cornersOf(cell, step);
      for (const [what, pair] of [["line", ends], ["side", corners]]) {
        const mark = pair && marks.find((each) => each.kind === LINE && joins(each, pair));
        if (mark) directionsOf[mark.open ? `no ${what}` : what].push(names[at]);
      }
    });
    return Object.entries(directionsOf).filter(([, where]) => where.length).map(([what, where]) => `${what} ${where.join(" and ")}`);
  }
}

function joins(mark, [one, other]) {
  const [a, b] = compare(one, other) <= 0 ? [one, other] : [other, one];
  const [c, d] = compare(mark.place, mark.other) <= 0 ? [mark.place, mark.other] : [mark.other, mark.place];
  return key(a) === key(c) && key(b) === key(d);
}
