// Play: lines to remember something by, which are not part of the answer: from cell to cell, and along sides from corner to corner.
import { isCell } from "./geometry.js";
import { PENCIL } from "./kinds.js";
import { LineWork } from "./linework.js";
import { t } from "./texts.js";

/** The same gestures as for lines of an answer. */
export class PencilWork extends LineWork {
  has(where) {
    return where.startsWith("lines");
  }

  get kind() {
    return PENCIL;
  }

  get record() {
    return {};
  }

  /** Draws or erases the line from the selected cell in a direction (Board.steps), or the side there. */
  draw(at, side) {
    const { editor } = this;
    const { board } = editor.places;
    const ends = side && board.hasCorners ? board.cornersOf(editor.cursor, board.steps[at]) : this.endsFrom(editor.cursor, at);
    if (!ends) return editor.refuse(t("thereIsNoCell"));
    this.set(ends, this.nextLine(this.lineAt(ends), false));
    if (side) editor.sayPlace();
    else editor.select(ends[1]);
    return true;
  }

  /** A drag from a corner goes on along sides, one from the middle of a cell from cell to cell. */
  /** @override @returns {any} */
  press(hit, tool) {
    if (this.cornerNear(hit.point)) return super.press({ ...hit, side: null }, tool);
    return isCell(hit.place) ? { move: this.drag(hit.place, tool, {}) } : null;
  }
}
