// Play: lines of the answer: from cell to cell, along the sides of cells from corner to corner, and walls between cells.
import { UNIT, isCell, key, ordered } from "./geometry.js";
import { CROSS, ERASE, LINE, Layer, WALL, layerOf } from "./kinds.js";
import { NO, following, lineEntry } from "./playing.js";

const NEAR = 0.3 * UNIT; // so near to a corner a drag passes it; the sides of hexagons are shorter

export class LineWork {
  constructor(editor) {
    this.editor = editor;
    this.band = null; // the line that the keys stretch
  }

  has(where) {
    return this.editor.type.answer.some((each) => each.on === where);
  }

  get paths() {
    return this.has("lines between cells");
  }

  get fences() {
    return this.has("lines between corners");
  }

  get walls() {
    return this.has("sides between cells");
  }

  /** Whether they stand on the sides of cells. */
  get onSides() {
    return this.fences || this.walls;
  }

  get any() {
    return this.paths || this.onSides;
  }

  /** The kind of mark. */
  get kind() {
    return this.walls ? WALL : LINE;
  }

  /** What the answer's lines are like, of those from cell to cell. */
  get record() {
    return this.editor.type.answer.find((each) => each.kind === this.kind) ?? {};
  }

  /** What may stand where a line may, except for a cross: a line, or some side by side. */
  get states() {
    return this.record.values ?? [this.kind];
  }

  /** Whether a line goes on to the next cell in which the puzzle has something, over others. */
  get far() {
    return this.record.far ?? false;
  }

  /** Whether a line leads from any cell to any other. */
  get slanted() {
    return this.record.slanted ?? false;
  }

  /** The ends of the line at a cell, in a direction (Board.steps); null if there is none. */
  endsFrom(cell, at) {
    const { places } = this.editor;
    if (!this.far) {
      const neighbour = places.neighbour(cell, at);
      return neighbour && [cell, neighbour];
    }
    const opposite = (at + places.board.steps.length / 2) % places.board.steps.length;
    const ends = [this.holds(cell) ? cell : this.nextHolding(cell, opposite), this.nextHolding(cell, at)];
    return ends.every(Boolean) ? ends : null;
  }

  /** Whether the puzzle has something in a cell where a line may end. */
  holds(cell) {
    return this.editor.givenAt(cell).some((mark) => [Layer.TEXT, Layer.SYMBOL, Layer.SIGN].includes(layerOf(mark.kind)));
  }

  nextHolding(cell, at) {
    let next = this.editor.places.neighbour(cell, at);
    while (next && !this.holds(next)) next = this.editor.places.neighbour(next, at);
    return next;
  }

  // -- Entries

  lineAt(ends) {
    return this.editor.entries.get(lineEntry(...ends, this.kind)) ?? null;
  }

  /** What a key or a drag makes of a line; with turns, it goes on to a cross. */
  nextLine(state, turns) {
    if (turns) return following(state, this.states);
    return this.states[this.states.indexOf(state) + 1] ?? null;
  }

  set(ends, state, gesture = null) {
    const [place, other] = ordered(...ends);
    const given = this.editor.marks().some((mark) =>
      mark.kind === this.kind && mark.given && key(mark.place) === key(place) && key(mark.other) === key(other));
    if (!given) this.editor.fillIn([[lineEntry(place, other, this.kind), state]], gesture);
  }

  /** What a tool makes of a line. */
  stateOf(tool, now) {
    if (tool === LINE) return this.nextLine(now, false);
    const wanted = { [CROSS]: NO, [ERASE]: null }[tool];
    if (wanted === undefined) return following(now, this.states);
    return now === wanted ? null : wanted;
  }

  // -- Keys

  /** Draws or erases the line from the selected cell in a direction (Board.steps); turns: see nextLine. */
  draw(at, turns) {
    const { editor } = this;
    if (this.slanted) return this.stretch(at, turns);
    const { places, cursor } = editor;
    const ends = this.fences ? places.board.cornersOf(cursor, places.board.steps[at]) : this.endsFrom(cursor, at);
    if (!ends) return editor.refuse(this.far ? "there is nothing to join" : "there is no cell");
    this.set(ends, this.nextLine(this.lineAt(ends), turns));
    if (this.paths && !this.far && !turns) editor.select(ends[1]);
    else editor.sayPlace();
    return true;
  }

  /** The selection goes on, and with it the end of the line from the cell where it was first, until release. */
  stretch(at, turns) {
    const { editor } = this;
    const next = editor.places.neighbour(editor.cursor, at);
    if (!next) return editor.refuse("there is no cell");
    this.band ??= this.bandFrom(editor.cursor, (state) => this.nextLine(state, turns), {});
    this.band(next);
    editor.select(next);
    return true;
  }

  /** The next line that the keys draw is another one. */
  release() {
    this.band = null;
  }

  /** Leads a line from a cell to one after another of the cells it is told; only the last stays. becomes: the new state, from the one before. */
  bandFrom(first, becomes, gesture) {
    let drawn = null;
    return (last) => {
      if (drawn) this.set(drawn.ends, drawn.before, gesture);
      drawn = key(last) === key(first) ? null : { ends: [first, last], before: this.lineAt([first, last]) };
      if (drawn) this.set(drawn.ends, becomes(drawn.before), gesture);
    };
  }

  // -- Sides

  /** The ends of the line, or wall, that a side of a cell stands for; null if there is none. */
  endsAt({ cell, at, neighbour }) {
    const { places } = this.editor;
    if (this.far) return this.endsFrom(cell, at);
    if (!this.fences) return places.neighbour(cell, at) && !places.isHole(cell) ? [cell, neighbour] : null;
    const bounds = [cell, neighbour].some((each) => places.all.has(key(each)) && !places.isHole(each));
    return bounds ? places.board.cornersOf(cell, places.board.steps[at]) : null;
  }

  /** The same for the side between two corners. */
  endsBetween(one, other) {
    const { places } = this.editor;
    const cells = places.board.cellsBeside(one, other);
    if (!cells) return null;
    const there = cells.filter((cell) => places.all.has(key(cell)) && !places.isHole(cell));
    if (this.walls) return there.length === 2 ? cells : null;
    return there.length ? ordered(one, other) : null;
  }

  cornerNear(point) {
    const { board } = this.editor.places;
    return board.hasCorners ? board.cornerNear(point, board.shifted ? NEAR / 2 : NEAR) : null;
  }

  /** A press beside a side turns it; a drag goes on from corner to corner, and does the same to the sides on the way. */
  press({ side, point }, tool) {
    const gesture = {};
    const corner = this.cornerNear(point);
    const ends = side && !corner ? this.endsAt(side) : null;
    if (!corner && !ends) return null;
    const way = { here: corner, state: undefined, tool, gesture, passed: [] };
    if (ends) {
      way.state = this.stateOf(tool, this.lineAt(ends));
      this.set(ends, way.state, gesture);
    }
    return {
      move: (hit) => this.follow(way, hit.point),
      end: (moved) => !moved && !ends && side && this.turnAt(side, tool, gesture),
    };
  }

  turnAt(side, tool, gesture) {
    const ends = this.endsAt(side);
    if (ends) this.set(ends, this.stateOf(tool, this.lineAt(ends)), gesture);
  }

  /** Goes on to the corner near a point, if the one before is next to it. Going back undoes. */
  follow(way, point) {
    const corner = this.cornerNear(point);
    if (!corner || (way.here && key(corner) === key(way.here))) return;
    const ends = way.here ? this.endsBetween(way.here, corner) : null;
    if (ends) this.pass(way, ends);
    way.here = corner;
  }

  pass(way, ends) {
    if (way.state === undefined) way.state = way.tool ? this.stateOf(way.tool, this.lineAt(ends)) : this.nextLine(this.lineAt(ends), false);
    const name = lineEntry(...ends, this.kind);
    const back = this.states.includes(way.state) && way.passed.at(-1) === name;
    this.set(ends, back ? null : way.state, way.gesture);
    if (back) way.passed.pop();
    else way.passed.push(name);
  }

  // -- From cell to cell

  /** A line from middle to middle, straight to where it ends if it may be slanted; else the first step says whether it is drawn or erased. Going back erases. */
  drag(first, tool, gesture) {
    if (this.slanted) {
      const band = this.bandFrom(first, (state) => (tool ? this.stateOf(tool, state) : this.nextLine(state, false)), gesture);
      return ({ place }) => isCell(place) && band(place);
    }
    const way = { state: tool === CROSS ? NO : tool === ERASE ? null : undefined, tool: null, gesture, passed: [] };
    let here = first;
    return ({ place, point }) => {
      const { places } = this.editor;
      if (!isCell(place) || key(place) === key(here)) return;
      const ends = places.board.steps.map((_, at) => this.endsFrom(here, at)).find((each) => each && each.some((end) => key(end) === key(place)));
      if (!ends) return;
      const [x, y] = places.board.centre(place);
      if (Math.hypot(point[0] - x, point[1] - y) > 0.42 * UNIT) return;
      this.pass(way, ends);
      here = place;
      this.editor.selected.put(place);
    };
  }
}
