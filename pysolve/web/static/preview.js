// A clue that is proposed, before it is placed: what would be certain with it, for as long as its line is pointed at.

import { certainOf, changedCells } from "./certain.js";
import { settled } from "./dom.js";
import { key } from "./geometry.js";
import { isCancelled, request } from "./service.js";

const PAUSE = 100; // milliseconds on a line before it is followed
const LIMIT = 5; // seconds
const LAYERS = ["shown", "faint", "changed", "pointed"]; // those that a preview covers

export function createPreview(bench) {
  let before = null; // the layers that are covered, {parts, layers}
  let pending = new AbortController();
  let wanted = null;

  async function show() {
    pending = new AbortController();
    const body = { ...bench.request({ show: ["marks"], time_limit: LIMIT }), puzzle: wanted };
    const { signal } = pending;
    try {
      const { verdict, board, answers } = await request("solve", { ...body, models: 2 }, { signal });
      const picture = verdict === "unique" ? answers[0].picture
        : certainOf((await request("candidates", body, { signal })).picture ?? board, bench.type.answer);
      if (!signal.aborted) draw(picture, board);
    } catch (error) {
      if (!isCancelled(error)) hide(); // what is proposed can still be placed
    }
  }

  // picture: what would be certain; board: what would be given.
  function draw(picture, board) {
    before ??= { parts: bench.parts, layers: Object.fromEntries(LAYERS.map((name) => [name, bench.layers[name] ?? null])) };
    const there = new Set(bench.editor.picture().marks.filter(({ given }) => given).map(nameOf));
    const clue = board.marks.filter((mark) => mark.given && !there.has(nameOf(mark)));
    const faint = { ...picture, marks: [...picture.marks, ...clue.map((mark) => ({ ...mark, given: undefined }))] };
    const changed = before.layers.faint && changedCells(before.layers.faint, picture);
    bench.draw({ shown: null, faint, changed, pointed: clue.map(({ place }) => place) });
  }
  const later = settled(PAUSE, show);

  function hide() {
    later.drop();
    pending.abort();
    if (before && before.parts === bench.parts) bench.draw(before.layers);
    before = null;
  }

  /** Shows what a puzzle would settle while an element is pointed at, or has the focus. */
  return (element, puzzle) => {
    const begin = () => {
      wanted = puzzle;
      later();
    };
    for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, begin);
    for (const event of ["pointerleave", "focusout", "click"]) element.addEventListener(event, hide);
    return element;
  };
}

const nameOf = ({ kind, place, other, value, index }) => key([kind, place, other, value, index]);
