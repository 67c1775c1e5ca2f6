// Which marks are drawn where several pictures of one board lie upon each other.
import { key } from "./geometry.js";
import { entryOf } from "./kinds.js";

/** The room that a mark takes: where one layer has a mark, those below have none. A cell may be in several regions. */
const slotOf = ({ kind, place, other = null, index = 1, value = "" }) =>
  key([kind, place, other, index, entryOf(kind).area ? value : ""]);

/** The given marks of the rules' picture of a puzzle that its tokens alone do not show, such as the borders of boxes. */
export function derivedMarks(board, local) {
  const own = new Set(local.marks.map(slotOf));
  return (board?.marks ?? []).filter((mark) => mark.given && !own.has(slotOf(mark)));
}

/**
 * The marks of all layers: local, the puzzle's own; derived; play, those filled in; answer and faint, pictures or
 * null. What is given or filled in is not covered by an answer.
 */
export function mergedMarks({ local, derived, play, answer, faint }) {
  const own = new Set(local.marks.map(slotOf));
  const marks = [...local.marks, ...derived.filter((mark) => !own.has(slotOf(mark))), ...play];
  const painted = new Set(play.filter((mark) => entryOf(mark.kind).area).map((mark) => key(mark.place)));
  const isPainted = (mark) => entryOf(mark.kind).area && painted.has(key(mark.place)); // whatever its label
  for (const [layer, picture] of Object.entries({ answer, faint })) {
    const taken = new Set(marks.map(slotOf));
    for (const mark of picture?.marks ?? []) {
      if (!mark.given && !taken.has(slotOf(mark)) && !isPainted(mark)) marks.push({ ...mark, layer, ...(layer === "faint" ? { faint: true } : {}) });
    }
  }
  return marks;
}
