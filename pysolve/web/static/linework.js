// Play: lines of the answer: from cell to cell, along the sides of cells from corner to corner, and walls between cells.
import { UNIT, isCell, key, ordered } from "./geometry.js";
import { CROSS, ERASE, LINE, WALL } from "./kinds.js";
import { NO, following, lineEntry } from "./playing.js";

const NEAR = 0.3 * UNIT; // so near to a corner a drag passes it

export class LineWork {
  constructor(editor) {
    this.editor = editor;
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

  // -- Entries

  lineAt(ends) {
    return this.editor.entries.get(lineEntry(...ends, this.kind)) ?? null;
  }

  /** What a key or a drag makes of a line; with turns, it goes on to a cross. */
  nextLine(state, turns) {
    if (turns) return following(state, [this.kind]);
    return state === this.kind ? null : this.kind;
  }

  set(ends, state, gesture = null) {
    const [place, other] = ordered(...ends);
    const given = this.editor.marks().some((mark) =>
      mark.kind === this.kind && mark.given && key(mark.place) === key(place) && key(mark.other) === key(other));
    if (!given) this.editor.fillIn([[lineEntry(place, other, this.kind), state]], gesture);
  }

  /** What a tool makes of a line. */
  stateOf(tool, now) {
    const wanted = { [CROSS]: NO, [ERASE]: null, [LINE]: this.kind }[tool];
    if (wanted === undefined) return following(now, [this.kind]);
    return now === wanted ? null : wanted;
  }

  // -- Keys

  /** Draws or erases the line from the selected cell in a direction (Board.steps); turns: see nextLine. */
  draw(at, turns) {
    const { editor } = this;
    const { places, cursor } = editor;
    const neighbour = places.neighbour(cursor, at);
    if (!this.fences && !neighbour) return editor.refuse("there is no cell");
    const ends = this.fences ? places.board.cornersOf(cursor, places.board.steps[at]) : [cursor, neighbour];
    this.set(ends, this.nextLine(this.lineAt(ends), turns));
    if (this.paths && !turns) editor.select(neighbour);
    else editor.sayPlace();
    return true;
  }

  // -- Sides

  /** The ends of the line, or wall, that a side of a cell stands for; null if there is none. */
  endsAt({ cell, at, neighbour }) {
    const { places } = this.editor;
    if (!this.fences) return places.neighbour(cell, at) && !places.isHole(cell) ? [cell, neighbour] : null;
    const bounds = [cell, neighbour].some((each) => places.all.has(key(each)) && !places.isHole(each));
    return bounds ? places.board.cornersOf(cell, places.board.steps[at]) : null;
  }

  /** The same for the side between two corners. */
  endsBetween(one, other) {
    const { places } = this.editor;
    const [[, row, column], end] = ordered(one, other);
    const cells = row === end[1] ? [[row - 1, column], [row, column]] : [[row, column - 1], [row, column]];
    const there = cells.filter((cell) => places.all.has(key(cell)) && !places.isHole(cell));
    if (this.walls) return there.length === 2 ? cells : null;
    return there.length ? ordered(one, other) : null;
  }

  cornerNear([x, y]) {
    const [row, column] = [Math.round(y / UNIT), Math.round(x / UNIT)];
    const isNear = Math.hypot(x - column * UNIT, y - row * UNIT) < NEAR;
    return isNear && !this.editor.places.hexagonal ? ["p", row + 1, column + 1] : null;
  }

  /** A press beside a side turns it; a drag goes on from corner to corner, and does the same to the sides on the way. */
  press({ side, point }, tool, event) {
    const gesture = {};
    const corner = this.cornerNear(point);
    const ends = side && !corner ? this.endsAt(side) : null;
    if (!corner && !ends) return null;
    const way = { here: corner, state: undefined, tool, gesture, passed: [] };
    const touches = event.pointerType === "touch" && !tool;
    const turn = () => {
      way.state = this.stateOf(tool, this.lineAt(ends));
      this.set(ends, way.state, gesture);
    };
    if (touches) return { end: (moved) => !moved && (ends ? turn() : side && this.turnAt(side, tool, gesture)) };
    if (ends) turn();
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
    const ends = way.here && distance(way.here, corner) === 1 ? this.endsBetween(way.here, corner) : null;
    if (ends) this.pass(way, ends);
    way.here = corner;
  }

  pass(way, ends) {
    if (way.state === undefined) way.state = way.tool ? this.stateOf(way.tool, this.lineAt(ends)) : this.nextLine(this.lineAt(ends), false);
    const name = lineEntry(...ends, this.kind);
    const back = way.state === this.kind && way.passed.at(-1) === name;
    this.set(ends, back ? null : way.state, way.gesture);
    if (back) way.passed.pop();
    else way.passed.push(name);
  }

  // -- From cell to cell

  /** A line from middle to middle; the first step says whether it is drawn or erased. Going back erases. */
  drag(first, tool, gesture) {
    const way = { state: tool === CROSS ? NO : tool === ERASE ? null : undefined, tool: null, gesture, passed: [] };
    let here = first;
    return ({ place, point }) => {
      const { places } = this.editor;
      if (!isCell(place) || key(place) === key(here) || !places.areNeighbours(here, place)) return;
      const [x, y] = places.board.centre(place);
      if (Math.hypot(point[0] - x, point[1] - y) > 0.42 * UNIT) return;
      this.pass(way, [here, place]);
      here = place;
      this.editor.selected.put(place);
    };
  }
}

const distance = ([, row, column], [, otherRow, otherColumn]) => Math.abs(row - otherRow) + Math.abs(column - otherColumn);
