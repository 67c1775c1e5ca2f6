// The picture that moves on the front page: clues that come, the verdict that follows, the reason. pysolve has drawn and said all of it
// (moving.json, which tools/moving.py makes).

import { all, byId, element } from "./dom.js";
import { icon } from "./icons.js";
import { VERDICTS } from "./live.js";
import { drawPicture } from "./picture.js";
import { t } from "./texts.js";

const STAYS = 2600; // milliseconds that a frame is seen, …
const LAST = 7000; // … and the last one, which has most to be read

// figure: where it stands. Whoever wants no motion sees the last frame, until it is started.
export async function createMoving(figure) {
  const frames = await (await fetch(new URL("moving.json", import.meta.url))).json();
  const pause = byId("moving-pause");
  let at = frames.length - 1;
  let before = new Set(); // the marks of the frame before, as they are drawn
  let timer = 0;
  let isMoving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isSeen = false;

  function show() {
    const { verdict, says, picture } = frames[at];
    const svg = drawPicture(picture, { title: t("aPuzzleToWhich") });
    const marks = all("[data-kind]", svg).map((mark) => ({ mark, name: JSON.stringify({ ...mark.dataset }) }));
    for (const { mark, name } of marks) mark.classList.toggle("comes", !before.has(name));
    before = new Set(marks.map(({ name }) => name));
    byId("moving-board").replaceChildren(svg);
    byId("moving-verdict").dataset.verdict = verdict;
    byId("moving-verdict").textContent = VERDICTS[verdict];
    byId("moving-says").replaceChildren(...says.map((each) => element("p", {}, each)));
    figure.dataset.frame = at;
  }

  function step() {
    at = (at + 1) % frames.length;
    show();
    go();
  }

  // Goes on after a while, as long as it is wanted and to be seen.
  function go() {
    clearTimeout(timer);
    if (isMoving && isSeen) timer = setTimeout(step, at === frames.length - 1 ? LAST : STAYS);
  }

  function mark() {
    figure.toggleAttribute("data-moving", isMoving);
    pause.replaceChildren(icon(isMoving ? "pause" : "play"), isMoving ? t("pause") : t("start"));
    pause.setAttribute("aria-label", t(isMoving ? "pauseMoving" : "startMoving"));
  }

  pause.addEventListener("click", () => {
    isMoving = !isMoving;
    mark();
    if (isMoving) step();
    else go();
  });
  new IntersectionObserver(([{ isIntersecting }]) => {
    isSeen = isIntersecting;
    go();
  }).observe(figure);

  if (isMoving) at = 0;
  mark();
  show();
  pause.hidden = false;
}
