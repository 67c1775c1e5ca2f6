// What a part of a puzzle is, by its record in the type (docs/service.md, 'Models of puzzles'), and where its tokens stand.
import { isCell, isCorner } from "./geometry.js";
import { entryOf } from "./kinds.js";

export const isGrid = (part) => part.shape === "grid";
export const isList = (part) => part.shape === "list";
/** Whether the part is one line of any number of tokens, which stand nowhere on the board. */
export const isSequence = (part) => part.shape === "sequence";
/** Whether the part says something of words by their numbers, a line each. */
export const isCaptions = (part) => part.shape === "texts";
/** Whether these are texts, such as clues, rather than tokens. */
export const areTexts = (part) => isCaptions(part) && part.tokens.some((each) => each.any_of === "any");
export const isMarginPart = (part) => /^(row|column) /.test(part.shape);
/** Whether tokens of the part stand on the board: in cells, on corners or on sides. */
export const isLayer = (part) => LAYERS.includes(part.shape);
/** The same, if they can be edited: a part that says nothing cannot. */
export const isEdited = (part) => isLayer(part) && part.tokens.length > 0;
/** Whether an answer of the type consists of marks on corners. */
export const onCorners = (type) => type.answer.length > 0 && type.answer.every((each) => each.on === "corners");
/** Whether a line of the margin takes several tokens. */
export const takesLists = (part) => part.shape === "row lists" || part.shape === "column lists";
/** Whether the part says which cells belong together. */
export const isRegions = (part) => part.tokens.some((each) => each.marks.some((mark) => entryOf(mark.kind).area));
/** The side of the board on which a part of the margins stands. */
export const sideOf = (part) => part.side ?? (part.shape.startsWith("row") ? "left" : "top");

const LAYERS = ["grid", "corners", "sides"];

/** The shape of the parts that have a token at a place of the board. */
export function shapeAt(place) {
  if (isCell(place)) return "grid";
  return isCorner(place) ? "corners" : "sides";
}
