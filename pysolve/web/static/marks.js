// Which marks are drawn where several pictures of one board lie upon each other.
import { key } from "./geometry.js";
import { entryOf, isAsking } from "./kinds.js";

/** The room that a mark takes: where one layer has a mark, those below have none. A cell may be in several regions. */
const slotOf = ({ kind, place, other = null, index = 1, value = "" }) =>
  key([kind, place, other, index, entryOf(kind).area || entryOf(kind).stroke ? value : ""]);

/**
 * The given marks of the rules' picture of a puzzle that its tokens alone do not show, such as the borders of boxes.
 * area: the kind of the regions of an answer, null if it has none; a part of them that the rules know is none of these.
 */
export function derivedMarks(board, local, area) {
  const own = new Set(local.marks.map(slotOf));
  return (board?.marks ?? []).filter((mark) => mark.given && mark.kind !== area && !own.has(slotOf(mark)));
}

/**
 * The marks of all layers: local, the puzzle's own; derived; play, those filled in; answer and faint, pictures or
 * null; area: see derivedMarks. What is given or filled in is not covered by an answer, but
 * for a '?', which only says that some text stands there.
 */
export function mergedMarks({ local, derived, play, answer, faint, area }) {
  const own = new Set(local.marks.map(slotOf));
  const written = new Set([...play, ...(answer?.marks ?? []), ...(faint?.marks ?? [])].filter((mark) => !mark.given).map(slotOf));
  const given = local.marks.filter((mark) => !(isAsking(mark) && written.has(slotOf(mark))));
  const marks = [...given, ...derived.filter((mark) => !own.has(slotOf(mark))), ...play];
  const painted = new Set(play.filter((mark) => entryOf(mark.kind).area).map((mark) => key(mark.place)));
  const isOfAnswer = (mark) => !mark.given || mark.kind === area;
  const isPainted = (mark) => entryOf(mark.kind).area && painted.has(key(mark.place)); // whatever its label
  for (const [layer, picture] of Object.entries({ answer, faint })) {
    const taken = new Set(marks.map(slotOf));
    for (const mark of picture?.marks ?? []) {
      if (!isOfAnswer(mark) || taken.has(slotOf(mark)) || isPainted(mark)) continue;
      marks.push({ ...mark, given: undefined, layer, ...(layer === "faint" ? { faint: true } : {}) });
    }
  }
  return marks;
}
