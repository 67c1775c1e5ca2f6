// Two answers of a puzzle that has several, laid over the board one at a time; what differs is marked.

import { byId } from "./dom.js";

// latest(): the result of the request for the verdict, or null.
export function createPair(bench, { latest }) {
  const isOn = byId("pair");
  const turn = byId("pair-other");
  let at = 0;
  let shown = null; // the picture that lies over the board

  const pictures = () => (latest()?.answers ?? []).slice(0, 2).map(({ picture }) => picture);

  function draw() {
    const [one, other] = at ? pictures().reverse() : pictures();
    shown = isOn.checked && other ? differing(one, other) : null;
    turn.hidden = shown === null;
    bench.draw({ answer: shown });
  }

  isOn.addEventListener("change", draw);
  turn.addEventListener("click", () => {
    at = 1 - at;
    draw();
  });
  bench.on("verdict", (verdict) => {
    byId("pair-choice").hidden = verdict !== "multiple" || pictures().length < 2;
    if (isOn.checked) draw();
  });
  bench.on("shown", () => {
    if (shown === null || bench.layers.answer === shown) return;
    isOn.checked = false; // another picture took its place
    turn.hidden = true;
    shown = null;
  });
}

// A picture in which the marks are marked that another one does not have.
function differing(picture, other) {
  const known = new Set(other.marks.map((mark) => JSON.stringify(mark)));
  return { ...picture, marks: picture.marks.map((mark) => ({ ...mark, differs: !known.has(JSON.stringify(mark)) })) };
}
