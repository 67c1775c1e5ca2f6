// Clues: what keys, the mouse and touch do while the groups of a constraint are drawn: a drag over cells makes one, in the order
// of the drag; what is typed then is its value.
import { UNIT, isCell, key } from "./geometry.js";
import { cellsOf, groupOf, groupsOf, marksOf, valueOf, withGroups } from "./groups.js";
import { ERASE, entryOf } from "./kinds.js";
import { t } from "./texts.js";

const DONE = "done";
const NEAR = 0.2 * UNIT; // so near to a side, or to a corner, a click means the cells around it

export class Grouping {
  constraint = null; // that which is drawn: a record of the type
  cells = []; // the group that is being drawn
  last = -1; // which of the groups was drawn last
  waiting = null; // cells that cannot be a group before their value is typed

  constructor(editor) {
    this.editor = editor;
  }

  get isOn() {
    return this.constraint !== null;
  }

  /** Begins to draw a constraint; null ends it. */
  choose(constraint) {
    Object.assign(this, { constraint, cells: [], last: -1, waiting: null });
  }

  /** Whether a group is a line, on which the order of its cells is seen. */
  get isLine() {
    return this.constraint.marks.some((kind) => entryOf(kind).stroke);
  }

  get rows() {
    return groupsOf(this.editor.model, this.constraint.name);
  }

  items() {
    return [
      { id: DONE, label: t("doneWithAgain", { name: this.constraint.title }), text: t("doneWith", { name: this.constraint.title }), acts: true },
      { id: ERASE, label: t("eraseAClickTakes"), text: t("erase") },
    ];
  }

  act() {
    this.editor.drawConstraint(null);
  }

  written() {}

  help() {
    const { about, marks, bare, values } = this.constraint;
    const how = this.isLine ? t("dragOverItsCells")
      : marks.length ? t("dragCells") : t("dragOverItsCellsOr");
    const value = values.length ? t("typeValueOf", { values: values.join(", ") }) : bare ? t("valueMayBeTyped") : t("typeValue");
    return `${this.constraint.title}: ${about}. ${how} ${value} ${t("groupKeys")}`;
  }

  get holdsFinger() {
    return true;
  }

  /** What is being drawn, as marks. */
  preview() {
    const cells = this.cells.length ? this.cells : (this.waiting ?? []);
    const { marks } = this.constraint;
    return this.isOn && cells.length ? (marks.length ? marks : ["tint"]).flatMap((kind) => marksOf(kind, cells, "drawn").map((mark) => ({ ...mark, given: true }))) : [];
  }

  // -- Mouse and touch

  press(hit, event) {
    const { editor } = this;
    if (!isCell(hit.place) || editor.places.isHole(hit.place)) return null;
    if (event.button === 2 || editor.tool === ERASE) return this.erase(hit.place);
    this.cells = [hit.place];
    this.waiting = null;
    editor.selected.put(hit.place);
    editor.draw();
    return {
      move: ({ place, point }) => isCell(place) && this.pass(place, point),
      end: (moved) => this.put(moved || this.isLine ? this.cells : this.around(hit.point, hit.place)),
      cancel: () => this.drop(),
    };
  }

  /** The drag has come to a cell: near its middle, so that it may pass from corner to corner. */
  pass(place, point) {
    const { editor, cells } = this;
    const last = cells.at(-1);
    if (key(place) === key(last) || editor.places.isHole(place)) return;
    const [x, y] = editor.places.board.centre(place);
    if (Math.hypot(point[0] - x, point[1] - y) > 0.4 * UNIT) return;
    if (this.isLine && cells.length > 1 && key(cells.at(-2)) === key(place)) cells.pop();
    else if (cells.some((cell) => key(cell) === key(place))) return;
    else cells.push(place);
    editor.selected.put(place);
    editor.draw();
  }

  /** The cells that a click means: those on both sides of a side, or around a corner, that it is near to. */
  around(point, cell) {
    const { board } = this.editor.places;
    const [x, y] = board.centre(cell);
    const beyond = [point[1] - y, point[0] - x].map((each) => (UNIT / 2 - Math.abs(each) < NEAR ? Math.sign(each) : 0));
    if (board.shifted || this.constraint.marks.length) return [cell];
    const there = [[0, 0], [0, beyond[1]], [beyond[0], 0], beyond].map(([down, right]) => [cell[0] + down, cell[1] + right]);
    const cells = [...new Map(there.map((each) => [key(each), each])).values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return cells.every((each) => this.editor.places.all.has(key(each))) ? cells : [cell];
  }

  erase(cell) {
    const at = this.rows.findLastIndex((tokens) => (cellsOf(tokens) ?? []).some((each) => key(each) === key(cell)));
    if (at < 0) this.editor.refuse(t("noGroupLiesHere"));
    else this.change(this.rows.filter((_, other) => other !== at));
    this.last = -1;
    return null;
  }

  // -- Groups

  drop() {
    Object.assign(this, { cells: [], waiting: null });
    this.editor.draw();
  }

  change(rows) {
    this.editor.change(withGroups(this.editor.model, this.constraint, rows));
  }

  put(cells) {
    const { bare, values } = this.constraint;
    this.cells = [];
    if (this.isLine && cells.length < 2) {
      this.editor.draw();
      return this.editor.refuse(t("dragOverTheCells"));
    }
    if (!bare && !values.length) {
      this.waiting = cells;
      this.editor.draw();
      return this.editor.refuse(t("typeItsValue"));
    }
    this.last = this.rows.length;
    this.change([...this.rows, groupOf(cells, bare ? "" : values[0])]);
    return true;
  }

  // -- Keys

  key(event) {
    const { editor } = this;
    if (event.key === "Enter") return this.finish();
    if (["Delete", "Backspace"].includes(event.key)) return this.takeAway(event.key === "Backspace");
    if (/^[\p{L}\p{N},?]$/u.test(event.key)) return this.type(event.key);
    if (event.key === " ") return editor.refuse(t("enterMakesAGroup"));
    return false;
  }

  /** Shift with an arrow: the cells of the group, one after the other. */
  extend(place) {
    if (!isCell(place)) return;
    if (!this.cells.length) this.cells = [this.editor.cursor];
    const [x, y] = this.editor.places.board.centre(place);
    this.pass(place, [x, y]);
  }

  finish() {
    return this.put(this.cells.length ? this.cells : this.editor.selected.cells());
  }

  /** A character of the value of the group that was drawn last. */
  type(character) {
    const { rows } = this;
    if (this.waiting) {
      const cells = this.waiting;
      this.waiting = null;
      this.last = rows.length;
      this.change([...rows, groupOf(cells, character)]);
      return true;
    }
    if (!rows[this.last]) return this.editor.refuse(t("drawAGroupFirst"));
    const cells = cellsOf(rows[this.last]) ?? [];
    const before = valueOf(rows[this.last]);
    const { values } = this.constraint;
    const named = values.find((each) => each.toLowerCase() === character.toLowerCase());
    const value = named ?? (values.includes(before) ? character : before + character);
    this.change(rows.map((tokens, at) => (at === this.last ? groupOf(cells, value) : tokens)));
    return true;
  }

  /** The last character of the value; without one, the whole group. */
  takeAway(one) {
    const { rows } = this;
    if (this.cells.length || this.waiting) return this.drop() ?? true;
    const at = rows[this.last] ? this.last : rows.length - 1;
    if (at < 0) return this.editor.refuse(t("thereIsNoGroup"));
    const value = valueOf(rows[at]);
    if (one && value && (this.constraint.bare || value.length > 1)) {
      this.last = at;
      this.change(rows.map((tokens, each) => (each === at ? groupOf(cellsOf(tokens) ?? [], value.slice(0, -1)) : tokens)));
    } else {
      this.last = -1;
      this.change(rows.filter((_, each) => each !== at));
    }
    return true;
  }
}
