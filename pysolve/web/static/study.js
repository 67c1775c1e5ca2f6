// The room to study in: the keys of the walk, the whole screen, and the way to the answer on paper.

import { byId, capital, element } from "./dom.js";
import { drawPicture } from "./picture.js";
import { t } from "./texts.js";
import { rulesInWords } from "./words.js";

// next(): tells the next step. before(): goes back to the one before it.
export function createStudy(bench, { next, before }) {
  document.addEventListener("keydown", (event) => {
    const { target, key } = /** @type {any} */ (event);
    const isControl = target.closest("input, textarea, select, button, a, summary, [contenteditable=true]");
    if (bench.door !== "study" || byId("workbench").hidden || isControl || document.querySelector("dialog[open]")) return;
    if (key !== " " && key !== "Backspace") return;
    event.preventDefault();
    if (key === " ") next();
    else before();
  });

  const whole = byId("whole-screen");
  whole.hidden = !document.fullscreenEnabled; // some phones show no page so
  whole.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : byId("workbench").requestFullscreen()));
  document.addEventListener("fullscreenchange", () => {
    whole.textContent = document.fullscreenElement ? t("leaveFullScreen") : t("fullScreen");
  });
}

/** Prints a lesson: the puzzle with its rules, and each step with its picture and its reason. steps: as hints come. */
export function printLesson(bench, steps) {
  const heading = bench.details.title || bench.type.title;
  const step = ({ chapter, says, because = [], picture }, at) => element(
    "li", {}, picture && drawPicture(picture),
    element("p", {}, element("strong", {}, `${at + 1}. `), ...(chapter ? [`${chapter} `] : []), capital(says)),
    ...because.map((each) => element("p", {}, capital(each))),
  );
  const lesson = element(
    "section", { class: "lesson", "aria-hidden": "true" },
    element("h1", {}, heading), drawPicture(bench.editor.picture()),
    element("ol", {}, ...rulesInWords(bench, true).map((each) => element("li", {}, each))),
    element("ol", { class: "lesson-steps" }, ...steps.map(step)),
  );
  document.body.append(lesson);
  document.body.dataset.prints = "lesson";
  addEventListener("afterprint", () => {
    lesson.remove();
    delete document.body.dataset.prints;
  }, { once: true });
  print();
}
