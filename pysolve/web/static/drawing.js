// What a picture is drawn as: layers of elements (elements.js). No DOM, no colours: inks have names, and the page's
// style or a file's fixed colours give them their colour.
import {
  FAINT, byLayer, cross, data, disc, element, group, head, inkOf, layered, pathInk, pen, strip, strokes, symbol, textOf,
  undirected, wave, widthOf,
} from "./elements.js";
import { Board, UNIT, compare, isCell, isCorner, isMargin, key, number, path } from "./geometry.js";
import { COLOUR_ON_PICTURE, Layer, NOTE_ON_PICTURE, entryOf, figureOf, kindsOf, layerOf } from "./kinds.js";
import { MOST_LINES, SIZES } from "./tables.js";

const { padding: PADDING, text: TEXT, note: NOTE, beside: BESIDE, slot: SLOT, side_by_side: SIDE_BY_SIDE } = SIZES;
const BESIDES = [Layer.TEXT, Layer.SYMBOL, Layer.SIGN, Layer.NOTE, Layer.UNDRAWN]; // layers of marks that stand in margins, too
const GROUNDED = [...BESIDES, Layer.FILL, Layer.CAGE, Layer.BORDER]; // those that have a ground where they differ
const SIDES = ["left", "right", "top", "bottom"];

/**
 * How much room a picture takes: {board, margins, slot, left, right, top, bottom, width, height, origin}.
 * margins: from a margin's key to its marks, null where one of several parts says nothing; origin: the upper left corner of
 * the board.
 * room: the number of texts for which there is room on each side at least.
 */
export function layout(picture, room = {}) {
  const board = new Board(picture);
  const margins = new Map();
  for (const mark of picture.marks.filter((each) => isMargin(each.place))) {
    if (BESIDES.includes(layerOf(mark.kind))) group(margins, key(mark.place), mark);
  }
  for (const [name, line] of margins) {
    line.sort((a, b) => (a.index ?? 1) - (b.index ?? 1));
    margins.set(name, inSlots(line, picture.slots?.[JSON.parse(name)[0]]));
  }
  const longest = (side) => Math.max(room[side] ?? 0, ...[...margins].map(([place, line]) =>
    JSON.parse(place)[0] === side ? line.length : 0));
  const aside = [...margins.values()].flat().filter((mark) => mark && ["left", "right"].includes(mark.place[0]));
  const slot = Math.max(BESIDE, ...aside.map((mark) => 0.6 * BESIDE * (widthOf(textOf([mark])) + 0.4)));
  const [left, right, top, bottom] = SIDES.map((side, at) =>
    longest(side) && longest(side) * (at < 2 ? slot : SLOT) + 0.15 * UNIT);
  return {
    board, margins, slot, left, right, top, bottom,
    width: left + board.width + right + 2 * PADDING,
    height: top + board.height + bottom + 2 * PADDING,
    origin: [PADDING + left, PADDING + top],
  };
}

/** The marks of a line of a margin beside which several parts stand, one or more for each of these. */
function inSlots(line, count) {
  if (!count) return line;
  const last = Math.max(count, ...line.map((mark) => mark.index ?? 1));
  return Array.from({ length: last }, (_, at) => line.filter((mark) => (mark.index ?? 1) === at + 1))
    .flatMap((marks) => (marks.length ? marks : [null]));
}

/** Whether a mark is a line that says how many there are. */
const isCounted = (mark) => layerOf(mark.kind) === Layer.LINE && /^\d+$/.test(mark.value ?? "");

/** The outline of a place: a cell, so large; a ring around a corner or side; the strip of a margin beside its line. */
export function areaOf(place, { board, left, right, top, bottom }, scale = 1) {
  if (isCell(place)) return board.outline(place, scale);
  if (!isMargin(place)) {
    const [x, y] = board.point(place);
    return Array.from({ length: 8 }, (_, at) => (Math.PI * (2 * at + 1)) / 8)
      .map((turn) => [x + 0.3 * UNIT * Math.cos(turn), y + 0.3 * UNIT * Math.sin(turn)]);
  }
  const [side, line] = place;
  const half = UNIT / 2;
  const [x, y] = board.centre([line, line]);
  const box = {
    left: [-left - 4, y - half, -3, y + half], right: [board.width + 3, y - half, board.width + right + 4, y + half],
    top: [x - half, -top - 4, x + half, -3], bottom: [x - half, board.height + 3, x + half, board.height + bottom + 4],
  }[side];
  return [[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]];
}

/**
 * All layers, from the paper upwards, as a list of elements; the origin is the upper left corner of the board.
 * holes: cells to be shown as holes.
 * active: cells to be shown as those that are worked on.
 */
export function drawLayers(picture, sizes, { holes = [], active = [] } = {}) {
  const figure = new Figure(picture, sizes);
  return [
    ...figure.areas(holes, active), ...figure.fills(), ...figure.halves(), ...figure.grid(), ...figure.tubes(), ...figure.cages(), ...figure.borders(),
    ...figure.lines(), ...figure.pencil(), ...figure.symbols(), ...figure.texts(), ...figure.centres(), ...figure.notes(), ...figure.beside(),
    ...figure.crosses(), ...figure.locks(), ...figure.wrong(),
  ];
}

class Figure {
  constructor(picture, sizes) {
    this.picture = picture;
    this.sizes = sizes;
    this.board = sizes.board;
    const holes = new Set(this.of(Layer.HOLE).map((mark) => key(mark.place))); // the rules say that they are none
    this.cells = new Set(picture.cells.map(key).filter((cell) => !holes.has(cell)));
    this.noted = new Set((picture.noted ?? []).map(key));
    this.filled = new Map(); // from a cell to the fill that is seen
    for (const [cell, marks] of this.inCells(Layer.FILL)) this.filled.set(cell, marks[0]);
    this.centred = this.inCells(Layer.CENTRE);
    this.symbolsIn = this.inCells(Layer.SYMBOL, Layer.SIGN);
  }

  of(...layers) {
    return this.picture.marks.filter((mark) => layers.includes(layerOf(mark.kind)));
  }

  /** The marks of these layers by cell, in the order of the layers and then of the table. */
  inCells(...layers) {
    const kinds = kindsOf(...layers);
    const cells = new Map();
    const marks = this.of(...layers).filter((mark) => isCell(mark.place));
    for (const mark of marks.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))) {
      group(cells, key(mark.place), mark);
    }
    return cells;
  }

  /** The ink of small texts in a cell: light upon a dark fill; null where they have their own. */
  inkIn(cell) {
    const ground = this.filled.get(cell);
    return ground && !ground.faint && entryOf(ground.kind).dark ? `@on-${entryOf(ground.kind).tone}` : null;
  }

  /** The ink of texts in the middle of a cell, which may stand upon a symbol. */
  inkInMiddle(cell) {
    const dark = this.symbolsIn.get(cell)?.some((mark) => !mark.faint && figureOf(mark)?.shape.filled);
    return dark ? "@paper" : this.inkIn(cell);
  }

  cellPaths(cells, scale, paint) {
    return strip(cells.sort(compare).map((cell) => path(this.board.outline(cell, scale), true)), paint);
  }

  // -- Areas

  *areas(holes, active) {
    yield* strip(holes.map((cell) => this.hole(cell)), { fill: "none", stroke: "@grid", "stroke-width": 1.5, class: "hole" });
    yield* this.cellPaths([...active], 1, { fill: "@active" });
    yield* layered(this.colours(), (mark) =>
      element("path", { d: path(this.board.outline(mark.place), true), fill: `@colour-${mark.value}`, ...data(mark) }));
    const differing = [...this.inCells(...GROUNDED)]
      .filter(([, marks]) => marks.some((mark) => mark.differs));
    yield* this.cellPaths(differing.map(([cell]) => JSON.parse(cell)), 1, { fill: "@differs", class: "differs" });
    const noted = (this.picture.noted ?? []).filter((place) => this.cells.has(key(place)));
    yield* this.cellPaths(noted, 1, { fill: "@noted", class: "noted" });
    const dashed = { fill: "none", stroke: "@missing", "stroke-width": 2, "stroke-dasharray": "4 3", class: "missing" };
    yield* this.cellPaths([...(this.picture.missing ?? [])], 0.84, dashed);
    for (const place of (this.picture.noted ?? []).filter((each) => !isCell(each))) {
      const point = this.board.point(place) ?? (isMargin(place) ? this.slot(place[0], place[1], ["left", "top"].includes(place[0]) ? -1 : 0) : null);
      if (point) yield disc(point, 0.14 * UNIT, "@noted");
    }
  }

  /** The colours of cells: of the picture, of what is written in them, and over these what the one who solves gives. */
  colours() {
    const { colours = {} } = this.picture;
    const written = this.of(Layer.TEXT)
      .filter(({ place, value, open }) => isCell(place) && !open && Object.hasOwn(colours, value))
      .map(({ place, value, faint }) => ({ kind: COLOUR_ON_PICTURE, place, value: colours[value], faint }));
    const [below, above] = [true, false].map((isBelow) =>
      this.of(Layer.MARKER).filter(({ kind }) => (kind === COLOUR_ON_PICTURE) === isBelow));
    return [...below, ...written, ...above];
  }

  /** Where there is no cell, but could be one: a small outline, crossed out. */
  hole(cell) {
    const outline = this.board.outline(cell, 0.5);
    return path(outline, true) + path([outline.at(-1), outline[Math.ceil(outline.length / 2) - 1]]);
  }

  *fills() {
    for (const kind of kindsOf(Layer.FILL).toReversed()) {
      const marks = this.of(Layer.FILL).filter((mark) => mark.kind === kind && isCell(mark.place));
      yield* layered(marks, (mark) => {
        const seen = this.filled.get(key(mark.place)) === mark;
        const outline = path(this.board.outline(mark.place, mark.differs ? 0.72 : 1), true);
        return element("path", { d: outline, fill: seen ? `@${entryOf(kind).tone}` : "none", ...data(mark) });
      });
    }
  }

  /** Blocks that hold two notes, one for a row and one for a column, are divided. */
  *halves() {
    const noted = this.inCells(Layer.NOTE);
    const isHalf = (mark) => entryOf(mark.kind).corner !== "upper left" && mark.kind !== NOTE_ON_PICTURE;
    const blocks = [...this.filled].filter(([name, mark]) => entryOf(mark.kind).on_board && noted.get(name)?.some(isHalf));
    yield* strip(blocks.map(([name]) => this.board.outline(JSON.parse(name))).map((outline) => path([outline[3], outline[1]])), pen("@grid", 1));
  }

  /** Thin lines around all cells, and a stronger one around the board and its holes; dots where lines run along sides. */
  *grid() {
    if (this.picture.dotted) {
      const points = new Map();
      for (const cell of this.picture.cells.filter((each) => this.cells.has(key(each)))) {
        for (const point of this.board.outline(cell)) points.set(key(point), point);
      }
      yield* [...points.values()].map((point) => disc(point, SIZES.dot, "@given", { class: "dot" }));
      return;
    }
    const [inner, outer] = [new Map(), new Map()];
    for (const cell of this.picture.cells.filter((each) => this.cells.has(key(each)))) {
      for (const { neighbour, side } of this.board.sides(cell)) {
        (this.cells.has(key(neighbour)) ? inner : outer).set(undirected(side), side);
      }
    }
    yield* strip([...inner.values()].map((side) => path(side)), pen("@grid", 1));
    yield* strokes(outer.values(), "@given", 1.5);
  }

  /** Tubes are pale, also upon cells that are filled: these are to be seen on both sides of them. Where the count of one
   * begins anew, it is another one of the same number and looks. */
  *tubes() {
    const tubes = [];
    const last = new Map();
    for (const mark of this.of(Layer.TUBE).filter((each) => isCell(each.place))) {
      const name = key([mark.kind, mark.value ?? ""]);
      if (!last.has(name) || (mark.index ?? 1) <= (last.get(name).at(-1).index ?? 1)) tubes.push(last.set(name, []).get(name));
      last.get(name).push(mark);
    }
    for (const marks of tubes) {
      const points = marks.map((mark) => this.board.point(mark.place));
      const { stroke } = entryOf(marks[0].kind);
      const passes = [{ ink: "@path-given", rim: stroke.rim }, { ink: `@${stroke.ink}`, rim: 0 }];
      for (const { ink, rim } of stroke.rim ? passes : passes.slice(1)) {
        const paths = points.length > 1 ? [path(points), ...(stroke.head ? [path(head(points, SIZES.head))] : [])] : [];
        yield* strip(paths, pen(ink, (stroke.breadth + 2 * rim) * UNIT));
        if (stroke.bulb) yield disc(points[0], (stroke.bulb + rim) * UNIT, ink);
      }
      yield* marks.map((mark) => this.region(mark));
    }
  }

  *cages() {
    const groups = new Map();
    for (const mark of this.of(Layer.CAGE)) group(groups, mark.value ?? "", mark);
    for (const marks of groups.values()) {
      const loops = this.board.inset(marks.map((mark) => mark.place), 0.08 * UNIT);
      const ink = marks.every((mark) => mark.given) ? "@given" : "@answer";
      yield* marks.map((mark) => this.region(mark));
      const dashed = { fill: "none", stroke: ink, "stroke-width": 1, "stroke-dasharray": "3 2" };
      yield element("path", { d: loops.map((loop) => path(loop, true)).join(""), ...dashed });
    }
  }

  *borders() {
    const groups = this.inCells(Layer.BORDER);
    const labels = (cell) => [...new Set((groups.get(cell) ?? []).map((mark) => mark.value ?? ""))].sort().join("\n");
    const sides = { true: new Map(), false: new Map() };
    for (const [name, marks] of groups) {
      for (const { neighbour, side } of this.board.sides(JSON.parse(name))) {
        if (labels(name) === labels(key(neighbour))) continue;
        const given = [...marks, ...(groups.get(key(neighbour)) ?? [])].every((mark) => mark.given);
        sides[given].set(undirected(side), side);
      }
    }
    yield* this.of(Layer.BORDER).map((mark) => this.region(mark));
    yield* this.walls();
    yield* strokes(sides.false.values(), "@answer", 3);
    yield* strokes(sides.true.values(), "@given", 3);
  }

  *walls() {
    const sideOf = (mark) => this.board.sides(mark.place).find(({ neighbour }) => key(neighbour) === key(mark.other))?.side;
    const walls = this.of(Layer.WALL).filter((mark) => isCell(mark.place) && sideOf(mark));
    const stroke = (mark, look) => element("path", { d: path(sideOf(mark)), ...look, ...data(mark) });
    yield* strokes(walls.filter((mark) => mark.differs && !mark.open).map(sideOf), "@differs", 0.3 * UNIT);
    yield* layered(walls.filter((mark) => !mark.open), (mark) => stroke(mark, pen(inkOf(mark), 3)));
    yield* layered(walls.filter((mark) => mark.open && !mark.value), (mark) =>
      stroke(mark, { ...pen("@answer", 1.5), "stroke-dasharray": "3 5" }));
    yield* layered(walls.filter((mark) => mark.open && mark.value), (mark) => this.noLine(mark, sideOf(mark)));
  }

  /** The area of a cell that belongs to a region; not seen, but there for the page to look up. */
  region(mark) {
    return element("path", { d: path(this.board.outline(mark.place), true), fill: "none", ...data(mark) });
  }

  // -- Lines and symbols

  *lines() {
    const lines = this.of(Layer.LINE).filter((mark) => this.board.point(mark.place) && this.board.point(mark.other ?? null));
    const ends = (mark) => [this.board.point(mark.place), this.board.point(mark.other)];
    const stroke = (mark, ink, thickness, more = {}) =>
      element("path", { d: path(ends(mark)), ...pen(ink, thickness), ...more, ...data(mark) });
    const full = (mark) => !mark.open;
    yield* strokes(lines.filter((mark) => full(mark) && mark.differs).map(ends), "@differs", 0.42 * UNIT);
    yield* layered(lines.filter((mark) => mark.open && !mark.value), (mark) =>
      stroke(mark, "@path-answer", 0.06 * UNIT, { "stroke-dasharray": "3 5" }));
    for (const fence of [false, true]) {
      for (const given of [false, true]) {
        const some = lines.filter((mark) => full(mark) && !isCounted(mark) && isCorner(mark.place) === fence && Boolean(mark.given) === given);
        yield* layered(some, (mark) =>
          fence ? stroke(mark, inkOf(mark), SIZES.fence) : stroke(mark, pathInk(mark), SIZES.path));
      }
    }
    yield* layered(lines.filter((mark) => full(mark) && isCounted(mark)), (mark) => this.parallel(mark, ends(mark)));
    yield* layered(lines.filter((mark) => mark.open && mark.value), (mark) => this.noLine(mark, ends(mark)));
  }

  /** Lines that are not part of the answer. */
  *pencil() {
    yield* this.of(Layer.PENCIL).map((mark) => element("path", {
      d: path([this.board.point(mark.place), this.board.point(mark.other)]), ...pen("@missing", 2.5), ...data(mark) }));
  }

  /** As many lines side by side as a mark says; one with the number upon it, if they are too many. */
  parallel(mark, /** @type {number[][]} */ [[ax, ay], [bx, by]]) {
    const count = Number(mark.value) > MOST_LINES ? 1 : Number(mark.value);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [x, y] = [(ay - by) / length, (bx - ax) / length];
    const paths = Array.from({ length: count }, (_, at) => {
      const gap = SIDE_BY_SIDE * (at - (count - 1) / 2);
      return path([[ax + gap * x, ay + gap * y], [bx + gap * x, by + gap * y]]);
    });
    const number_ = Number(mark.value) > MOST_LINES ? this.numberOf(mark, [(ax + bx) / 2, (ay + by) / 2]) : [];
    return element("g", data(mark), [...strip(paths, pen(inkOf(mark), SIZES.fence)), ...number_]);
  }

  numberOf(mark, /** @type {number[]} */ [x, y]) {
    const size = Math.min(0.36 * UNIT, (0.36 * UNIT) / (0.6 * mark.value.length));
    const look = { x: number(x), y: number(y + 0.36 * size), "font-size": number(size), fill: inkOf(mark) };
    return [disc([x, y], 0.2 * UNIT, "@paper"), element("text", look, [mark.value])];
  }

  /** A cross in the middle between two places that no line joins. */
  noLine(mark, /** @type {number[][]} */ [[ax, ay], [bx, by]]) {
    const middle = [(ax + bx) / 2, (ay + by) / 2];
    const ground = mark.differs ? [disc(middle, 0.16 * UNIT, "@differs")] : [];
    return element("g", data(mark), [...ground, ...strip([cross(middle, 0.07 * UNIT)], pen("@answer", 1.5))]);
  }

  *symbols() {
    const kinds = kindsOf(Layer.SYMBOL, Layer.SIGN);
    const marks = this.of(Layer.SYMBOL, Layer.SIGN).filter((mark) => figureOf(mark) && this.board.point(mark.place))
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
    yield* layered(marks, (mark) => {
      const size = isCell(mark.place) ? UNIT : UNIT / 2;
      return symbol(figureOf(mark).shape, this.board.point(mark.place), size, inkOf(mark), data(mark));
    });
  }

  /** Small crosses where the one who solves is certain that nothing stands. */
  *crosses() {
    yield* layered(this.of(Layer.CROSS), (mark) => element("path", {
      d: cross(this.board.point(mark.place), 0.12 * UNIT), ...pen("@answer", 1.8), ...data(mark) }));
  }

  /** A small padlock in the lower right corner of what is locked. */
  *locks() {
    for (const mark of this.of(Layer.LOCK)) {
      const corners = areaOf(mark.place, this.sizes, 0.76);
      const [x, y] = [0, 1].map((axis) => Math.max(...corners.map((point) => point[axis])) - 0.06 * UNIT);
      const body = path([[x - 4, y - 3], [x + 4, y - 3], [x + 4, y + 3], [x - 4, y + 3]], true);
      const look = { ...pen("@missing", 1.5), fill: "@paper", ...data(mark) };
      yield element("path", { d: `${path([[x - 2.5, y - 3], [x - 2.5, y - 6], [x + 2.5, y - 6], [x + 2.5, y - 3]])}${body}`, ...look });
    }
  }

  /** What is wrong is red, and not by its colour alone: texts stand on a wave, other marks have a badge. */
  *wrong() {
    for (const mark of this.picture.marks.filter((each) => each.wrong)) {
      const [x, y] = this.board.point(mark.place);
      if (layerOf(mark.kind) === Layer.TEXT) yield wave([x, y + 0.36 * UNIT]);
      else if (mark.other) yield* this.badge([x, y], this.board.point(mark.other));
      else yield* this.badge([x + 0.27 * UNIT, y + 0.27 * UNIT]);
    }
  }

  *badge(/** @type {number[]} */ [x, y], /** @type {number[]} */ [ox, oy] = [x, y]) {
    const [middle, size] = [[(x + ox) / 2, (y + oy) / 2], 0.34 * UNIT];
    yield disc(middle, 0.18 * UNIT, "@paper", { stroke: "@wrong", "stroke-width": 2, class: "wrong-sign" });
    const bang = { x: number(middle[0]), y: number(middle[1] + 0.36 * size), "font-size": number(size), "font-weight": "bold" };
    yield element("text", { ...bang, fill: "@wrong" }, ["!"]);
  }

  // -- Texts

  *texts() {
    const [size, lower] = this.of(Layer.NOTE).length ? [0.46 * UNIT, 0.09 * UNIT] : [TEXT, 0]; // notes need room
    for (const [name, withFigures] of this.inCells(Layer.SIGN, Layer.TEXT, Layer.UNDRAWN)) {
      const all = withFigures.filter((mark) => !figureOf(mark));
      const cell = JSON.parse(name);
      const [x, y] = this.board.centre(cell);
      for (const marks of byLayer(all)) {
        const point = [x, y + lower];
        if (marks.some((mark) => mark.open)) yield* this.pencilMarks(point, marks, size, this.centred.has(name));
        else yield* this.text(point, marks, size, 0.88 * UNIT, this.inkInMiddle(name));
      }
    }
    for (const mark of this.of(Layer.TEXT, Layer.SIGN, Layer.NOTE, Layer.UNDRAWN).filter((each) => !figureOf(each) && !isCell(each.place) && this.board.point(each.place))) {
      const point = this.board.point(mark.place);
      const ring = { stroke: mark.differs ? "@differs" : "@grid", "stroke-width": 1.5 };
      yield disc(point, 0.24 * UNIT, "@paper", ring);
      yield* this.text(point, [mark], 0.32 * UNIT, 0.32 * UNIT);
    }
  }

  /** Texts of one place in one line; each is an element with its mark's data. */
  *text(/** @type {number[]} */ [x, y], marks, size, room, ink = null, more = {}) {
    const fitting = Math.min(size, room / (0.6 * Math.max(1, widthOf(textOf(marks)))));
    const given = marks.every((mark) => mark.given);
    const faint = marks[0].faint ? { opacity: FAINT } : {};
    const look = {
      x: number(x), y: number(y + 0.36 * fitting), "font-size": number(fitting), ...(given ? { "font-weight": "bold" } : {}),
      fill: layerOf(marks[0].kind) === Layer.UNDRAWN ? "@missing" : ink && !marks[0].wrong ? ink : inkOf(marks[0], given),
      ...faint, ...more,
    };
    if (marks.length === 1) yield element("text", { ...look, ...data(marks[0]) }, [textOf(marks)]);
    else {
      const spans = marks.flatMap((mark, at) => [...(at ? [","] : []), element("tspan", data(mark), [textOf([mark])])]);
      yield element("text", look, spans);
    }
  }

  /** Notes in the middle of their cells, in one line. */
  *centres() {
    for (const [cell, [mark]] of this.centred) yield* this.text(this.board.centre(JSON.parse(cell)), [mark], 0.3 * UNIT, 0.84 * UNIT);
  }

  /** What may stand in a cell, small, in as many columns as rows; aside: along the border, as far as there is room. */
  *pencilMarks(/** @type {number[]} */ [x, y], marks, size, aside) {
    const text = textOf(marks);
    const texts = text.includes(",") ? text.split(",").filter(Boolean) : [...text];
    const columns = aside ? Math.max(3, Math.ceil(texts.length / 2)) : Math.max(Math.ceil(Math.sqrt(texts.length)), 2);
    if (aside) texts.splice(columns, 0, ...Array(Math.max(2 * columns - texts.length, columns)).fill("")); // the middle line is another's
    const lines = aside ? 3 : Math.ceil(texts.length / columns);
    const step = (1.6 * size) / columns;
    const small = texts.map((value, at) => {
      const middle = [x + step * ((at % columns) - (Math.min(texts.length, columns) - 1) / 2), y + step * (Math.floor(at / columns) - (lines - 1) / 2)];
      const fitting = Math.min(0.8 * step, (0.95 * step) / (0.6 * Math.max(1, widthOf(value))));
      const at_ = { x: number(middle[0]), y: number(middle[1] + 0.36 * fitting), "font-size": number(fitting) };
      return element("text", at_, [value]);
    });
    const faint = marks[0].faint ? { opacity: 0.8 } : {};
    yield element("g", { fill: inkOf(marks[0], false), ...faint, ...data({ ...marks[0], value: text }) }, small);
  }

  /** Small texts in the corners of their cells; of hexagons and bricks below the upper corner, or above the lower one. */
  *notes() {
    const caged = this.of(Layer.CAGE).length > 0; // the outline of a cage makes way for its note
    const halo = { stroke: "@paper", "stroke-width": 3, "paint-order": "stroke" };
    for (const [name, all] of this.inCells(Layer.NOTE)) {
      const dark = this.inkIn(name);
      const corners = new Map();
      for (const mark of all) group(corners, entryOf(mark.kind).corner, mark);
      for (const [corner, marks] of corners) {
        let [x, y] = this.board.centre(JSON.parse(name));
        const text = textOf(marks);
        const size = Math.min(NOTE, (0.7 * UNIT) / (0.6 * Math.max(1, widthOf(text))));
        const inwards = 0.3 * size * widthOf(text) - 0.42 * UNIT;
        if (corner.endsWith("right")) x -= this.board.shifted && corner.startsWith("lower") ? 0 : inwards;
        else if (corner.endsWith("left") && !this.board.shifted) x += inwards;
        if (!["left", "right"].includes(corner)) y -= (corner.startsWith("lower") ? -1 : 1) * (0.41 * UNIT - size / 2);
        const isRemark = marks[0].kind === NOTE_ON_PICTURE;
        const look = { ...(caged && !dark ? halo : {}), ...(isRemark ? { "font-style": "italic" } : {}) };
        yield* this.text([x, y], marks, NOTE, 0.7 * UNIT, dark ?? (isRemark ? "@remark" : null), look);
      }
    }
  }

  *beside() {
    for (const [name, line] of this.sizes.margins) {
      const [side, number_] = JSON.parse(name);
      if (number_ < 1 || number_ > (["left", "right"].includes(side) ? this.picture.rows : this.picture.columns)) continue;
      for (const [index, mark] of line.entries()) {
        if (!mark) continue;
        const slot = ["left", "top"].includes(side) ? index - line.length : index;
        const point = this.slot(side, number_, slot);
        const ground = mark.differs ? "@differs" : this.noted.has(name) ? "@noted" : null;
        if (ground) yield disc(point, 0.26 * UNIT, ground);
        yield* this.text(point, [mark], BESIDE, ["top", "bottom"].includes(side) ? 0.94 * UNIT : Infinity);
      }
    }
  }

  /** The middle of a slot of a margin; slots before the board have negative numbers. */
  slot(side, line, slot) {
    const [x, y] = this.board.centre([line, line]);
    const gap = (slot >= 0 ? 0.15 : -0.15) * UNIT;
    if (side === "left" || side === "right") {
      return [(side === "left" ? 0 : this.board.width) + gap + (slot + 0.5) * this.sizes.slot, y];
    }
    return [x, (side === "top" ? 0 : this.board.height) + gap + (slot + 0.5) * SLOT];
  }
}
