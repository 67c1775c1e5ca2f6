// The geometry of a board: where places are, and how sides of cells become outlines.
// Places are those of docs/service.md: [row, column], ["p", row, column], ["left", row] …; points are [x, y].
// What a square, a hexagon or a brick is comes from the service, which knows boards (tables.js). Points are computed here from it:
// boards are made, resized and drawn while somebody drags, which cannot wait for the service.
import { TABLES, UNIT } from "./tables.js";

export { UNIT };

const MARGINS = ["left", "right", "top", "bottom"];

/** The place (or point) as a text, its JSON, that is the same for the same place. */
export const key = (place) =>
  (Array.isArray(place) && place.length === 2 && typeof place[0] === "number" ? `[${place[0]},${place[1]}]` : JSON.stringify(place));
export const isCell = (place) => Array.isArray(place) && typeof place[0] === "number";
export const isCorner = (place) => Array.isArray(place) && place[0] === "p";
/** Whether a place is given in half cells, such as a side between two cells. */
export const isHalves = (place) => Array.isArray(place) && place[0] === "h";
export const isMargin = (place) => Array.isArray(place) && MARGINS.includes(place[0]);

/** The order of two places of one kind, as they are read. */
export function compare(one, other) {
  const [a, b] = [one, other].map((place) => (isCell(place) ? place : place.slice(1)));
  return a[0] - b[0] || (a[1] ?? 0) - (b[1] ?? 0);
}

/** A place on the board in half cells: a cell is [2R, 2C], a corner [2R - 1, 2C - 1], a side between them. */
export function halvesOf(place) {
  if (isCell(place)) return place.map((each) => 2 * each);
  return isCorner(place) ? [2 * place[1] - 1, 2 * place[2] - 1] : place.slice(1);
}

/** The place of a part, by its shape, that these half cells are. */
export function placeAt(shape, /** @type {any[]} */ [down, right]) {
  if (shape === "corners") return ["p", (down + 1) / 2, (right + 1) / 2];
  return shape === "sides" ? ["h", down, right] : [down / 2, right / 2];
}

/** The two ends of a line in reading order. */
export const ordered = (one, other) => (compare(one, other) <= 0 ? [one, other] : [other, one]);

/** The places of a board: squares, or hexagons and bricks, whose columns count half cells. */
export class Board {
  constructor({ rows, columns, board, row_starts: starts, cells }) {
    const { first, step, outline, steps, corners } = TABLES.boards[board];
    const scaled = ([x, y]) => [UNIT * x, UNIT * y];
    this.rows = rows;
    this.columns = columns;
    this.shifted = board !== "square"; // every row against the next one, by half a cell
    const [row, column] = cells?.[0] ?? [1, starts?.[0] ?? 1];
    this.odd = (row + column) % 2; // where those have cells: in every second place
    this.cornerSteps = corners; // to the corner at which each side begins; none where corners are no places
    this.first = scaled(first);
    this.across = UNIT * step[0];
    this.down = UNIT * step[1];
    this.width = 2 * this.first[0] + (columns - 1) * this.across;
    this.height = 2 * this.first[1] + (rows - 1) * this.down;
    this.corners = outline.map(scaled);
    this.steps = steps; // to the neighbours behind the sides of a cell, clockwise
  }

  /** The middle of a cell. */
  centre(/** @type {number[]} */ [row, column]) {
    return [this.first[0] + (column - 1) * this.across, this.first[1] + (row - 1) * this.down];
  }

  /** Where a cell, a corner or a side is; null for other places. */
  point(place) {
    if (isCell(place)) return this.centre(place);
    if (isHalves(place)) return this.centre([place[1] / 2, place[2] / 2]);
    return isCorner(place) ? this.pointOfCorner(place) : null;
  }

  pointOfCorner([, row, column]) {
    if (!this.shifted) return [(column - 1) * this.across, (row - 1) * this.down];
    const at = this.cornerSteps.findIndex(([down, right]) => this.mayBeCell([row - down, column - right]));
    const [down, right] = this.cornerSteps[at] ?? [0, 0];
    return this.outline([row - down, column - right])[Math.max(at, 0)];
  }

  /** Whether a cell could lie there, on the board or off it. */
  mayBeCell(/** @type {number[]} */ [row, column]) {
    return !this.shifted || (row + column + this.odd) % 2 === 0;
  }

  /** Whether corners are places. */
  get hasCorners() {
    return this.cornerSteps.length > 0;
  }

  /** The cells that meet in a corner, whether they are there or not. */
  cellsAt([, row, column]) {
    return this.cornerSteps.map(([down, right]) => [row - down, column - right]).filter((cell) => this.mayBeCell(cell));
  }

  /** The corner to which a point is nearer than this; null if there is none. @returns {any} */
  cornerNear([x, y], near) {
    for (const cell of this.around([x, y]).filter((each) => this.mayBeCell(each))) {
      const points = this.outline(cell);
      const at = this.cornerSteps.findIndex((_, number) => Math.hypot(x - points[number][0], y - points[number][1]) < near);
      if (at >= 0) return ["p", cell[0] + this.cornerSteps[at][0], cell[1] + this.cornerSteps[at][1]];
    }
    return null;
  }

  /** The cells on both sides of the side between two corners, whether they are there or not; null if it is none. */
  cellsBeside(one, other) {
    const there = new Set(this.cellsAt(other).map(key));
    const both = this.cellsAt(one).filter((cell) => there.has(key(cell)));
    return both.length === 2 && key(one) !== key(other) && this.areEnds(both[0], one, other) ? both.sort(compare) : null;
  }

  areEnds(cell, one, other) {
    const ends = key(ordered(one, other));
    return this.steps.some((step) => key(this.cornersOf(cell, step)) === ends);
  }

  /** The corners of a cell, clockwise; rounded, so that neighbours have the same ones. */
  outline(cell, scale = 1) {
    const [x, y] = this.centre(cell);
    return this.corners.map(([dx, dy]) => [round(x + scale * dx), round(y + scale * dy)]);
  }

  /** The sides of a cell, clockwise: {neighbour, side: [start, end]}. */
  sides(cell) {
    const points = this.outline(cell);
    return this.steps.map(([down, right], at) => ({
      neighbour: [cell[0] + down, cell[1] + right],
      side: [points[at], points[(at + 1) % points.length]],
    }));
  }

  /** The two corner places at the ends of the side of a cell in a direction, one of `steps`, in reading order; null where there are none. @returns {any} */
  cornersOf([row, column], step) {
    const at = this.steps.findIndex((each) => each[0] === step[0] && each[1] === step[1]);
    const ends = [at, (at + 1) % this.steps.length].map((each) => this.cornerSteps[each]);
    if (!this.hasCorners) return null;
    const [one, other] = ends.map(([below, beside]) => ["p", row + below, column + beside]);
    return ordered(one, other);
  }

  /** The outlines of an area of cells, moved inwards; one for each piece and each hole of it. */
  inset(cells, distance) {
    const inside = new Set(cells.map(key));
    const sides = new Map(); // from cell and start to the end, in the order of the cells
    const owners = new Map();
    for (const cell of [...cells].sort(compare)) {
      for (const { neighbour, side: [start, end] } of this.sides(cell)) {
        if (inside.has(key(neighbour))) continue;
        sides.set(key([cell, start]), { cell, start, end });
        owners.set(key(start), [...(owners.get(key(start)) ?? []), cell]);
      }
    }
    const loops = [];
    while (sides.size) {
      let { cell, start } = sides.values().next().value;
      const loop = [start];
      for (let here; (here = sides.get(key([cell, start]))); ) {
        sides.delete(key([cell, start]));
        // Where two pieces touch in a corner, the outline stays with the cell that it comes from.
        const going = (owners.get(key(here.end)) ?? []).filter((owner) => sides.has(key([owner, here.end])));
        if (going.length && !going.includes(cell)) cell = going[0];
        start = here.end;
        loop.push(start);
      }
      loops.push(moved(loop.slice(0, -1), distance));
    }
    return loops;
  }

  /** The cell that a point lies in. cells: those that there are. */
  cellAt(/** @type {number[]} */ [x, y], cells) {
    return this.around([x, y]).find((cell) => cells.has(key(cell)) && this.isWithin([x, y], cell)) ?? null;
  }

  /** The cell whose middle is nearest to a point, and not further than this. */
  nearestCell(/** @type {number[]} */ [x, y], cells, most) {
    const distance = (cell) => Math.hypot(x - this.centre(cell)[0], y - this.centre(cell)[1]);
    const near = this.around([x, y]).filter((cell) => cells.has(key(cell)) && distance(cell) < most);
    return near.sort((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  /** Where cells may be that a point lies in, or near to. */
  around(/** @type {number[]} */ [x, y]) {
    const row = Math.round((y - this.first[1]) / this.down) + 1;
    const column = Math.round((x - this.first[0]) / this.across) + 1;
    return [row, row - 1, row + 1].flatMap((r) => [column, column - 1, column + 1].map((c) => [r, c]));
  }

  isWithin([x, y], cell) {
    return this.sides(cell).every(({ side: [start, end] }) => {
      const [right, down] = inwards(start, end);
      return right * (x - start[0]) + down * (y - start[1]) >= 0;
    });
  }
}

/** The corners of a clockwise loop after all its sides were moved inwards. */
function moved(loop, distance) {
  const corners = [];
  loop.forEach(([x, y], at) => {
    const [ax, ay] = inwards(loop[(at + loop.length - 1) % loop.length], [x, y]);
    const [bx, by] = inwards([x, y], loop[(at + 1) % loop.length]);
    const turn = 1 + ax * bx + ay * by;
    if (turn < 1.999) { // a corner; where the sides run on straight, none is needed
      corners.push([round(x + (distance * (ax + bx)) / turn), round(y + (distance * (ay + by)) / turn)]);
    }
  });
  return corners;
}

function inwards(start, end) {
  const [x, y] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(x, y);
  return [-y / length, x / length];
}

/** Sides, or other pieces of lines, joined to long polylines, straight on where they can; each piece once. */
export function chains(pieces) {
  const points = new Map();
  const after = new Map();
  const join = (one, other) => {
    points.set(key(one), one);
    if (!after.has(key(one))) after.set(key(one), new Set());
    after.get(key(one)).add(key(other));
  };
  for (const [start, end] of pieces) {
    if (key(start) === key(end)) continue;
    join(start, end);
    join(end, start);
  }
  const polylines = [];
  const odd = (name) => after.get(name).size % 2;
  for (const first of [...after.keys()].sort((a, b) => odd(b) - odd(a))) {
    while (after.get(first).size) {
      const chain = [first];
      while (after.get(chain.at(-1)).size) {
        const here = chain.at(-1);
        const all = [...after.get(here)];
        const straight = chain.length > 1
          ? all.find((each) => isStraight(points.get(chain.at(-2)), points.get(here), points.get(each)))
          : undefined;
        const following = straight ?? all[0];
        after.get(here).delete(following);
        after.get(following).delete(here);
        if (straight !== undefined) chain.pop();
        chain.push(following);
      }
      polylines.push(chain.map((name) => points.get(name)));
    }
  }
  return polylines;
}

function isStraight(before, here, after) {
  const [ax, ay, bx, by] = [here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]];
  return ax * bx + ay * by > 0.999 * Math.hypot(ax, ay) * Math.hypot(bx, by);
}

/** The polyline as the data of an SVG path. */
export function path(points, closed = false) {
  if (points.length > 2 && key(points[0]) === key(points.at(-1))) {
    points = points.slice(0, -1);
    closed = true;
  }
  return points.map(([x, y], at) => `${at ? "L" : "M"}${number(x)} ${number(y)}`).join("") + (closed ? "Z" : "");
}

/** A number as short as it can be, with two decimals at most. */
export const number = (value) => String(round(value));

const round = (value) => Math.round(value * 100) / 100 || 0;
