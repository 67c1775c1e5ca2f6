// Which places are selected, and how keys move the selection.
import { isCell, isMargin, key } from "./geometry.js";

export const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

/** changed(): another place is selected, or others with it. */
export class Selection {
  cursor = null;
  anchor = null;
  goal = null;
  all = new Map();

  constructor(changed) {
    this.changed = changed;
  }

  /** All selected places. */
  places() {
    return [...this.all.values()];
  }

  cells() {
    return this.places().filter(isCell);
  }

  /** The selected places on the board. */
  onBoard() {
    return this.places().filter((place) => !isMargin(place));
  }

  /** Keeps what is still there, of the places of another board. */
  keep(places) {
    if (!places.has(this.cursor)) this.put(places.first());
    for (const [name, place] of this.all) if (!places.has(place)) this.all.delete(name);
  }

  /** Selects one place alone, without an event. goal: the column that up and down keep to. */
  put(place, goal = null) {
    Object.assign(this, { cursor: place, anchor: place, goal: goal ?? place?.at(-1), all: new Map([[key(place), place]]) });
  }

  select(place, goal = null) {
    this.put(place, goal);
    this.changed();
  }

  selectAll(places, cursor = this.cursor) {
    this.cursor = cursor;
    this.all = new Map(places.map((place) => [key(place), place]));
    this.changed();
  }

  /** A drag has come to a place: it is selected, too; the order is that of the drag. */
  pass(place) {
    if (this.all.has(key(place))) return;
    this.selectAll([...this.onBoard(), place], place);
  }

  /** Selects all places on the board between the first selected one and this one. */
  selectRange(places, place) {
    this.selectAll(places.range(isMargin(this.anchor) ? place : this.anchor, place), place);
  }

  /** One place more, or one less. */
  toggle(place) {
    const others = this.onBoard().filter((each) => key(each) !== key(place));
    this.anchor = place;
    this.selectAll(others.length === this.all.size || !others.length ? [...others, place] : others, place);
  }

  /** Moves as the key says; false if it is not a key of moving. extends: Shift selects what is passed. */
  move(event, places, { extending, overHoles }) {
    const whole = event.ctrlKey || event.metaKey;
    if (event.key === "Home" || event.key === "End") this.select(places.end(this.cursor, event.key === "End", { whole, overHoles }));
    else if (ARROWS[event.key] && !whole && !event.altKey) this.arrow(ARROWS[event.key], places, extending && event.shiftKey, overHoles);
    else return false;
    return true;
  }

  arrow(direction, places, extending, overHoles) {
    const upright = direction === "up" || direction === "down";
    const goal = upright && !isMargin(this.cursor) ? this.goal : null;
    const next = places.step(this.cursor, direction, { goal, overHoles });
    if (!next) return;
    if (!extending || isMargin(next) || isMargin(this.cursor)) this.select(next, upright && !isMargin(next) ? goal : null);
    else {
      if (!upright) this.goal = next.at(-1);
      this.selectRange(places, next);
    }
  }
}
