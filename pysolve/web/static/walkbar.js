// The way through the steps to an answer: a bar for each, as high as its reason is large; to the one before, to the next.

import { button, element } from "./dom.js";
import { element as drawn } from "./elements.js";
import { toElement } from "./picture.js";
import { t } from "./texts.js";

const [WIDTH, HEIGHT] = [7, 36]; // of a bar, at most

// at: the number of the step that is shown. go(number): shows another, the one behind the last, too. all(): looks for all
// steps; null if they are known. isDone: there is none behind the last.
export function walkBar(steps, at, { go, all, isDone }) {
  const step = (label, number, name, title, disabled) =>
    button(label, () => go(number), { disabled, "data-walk": name, "aria-label": title, title });
  return element(
    "div",
    { class: "walk", role: "group", "aria-label": t("steps") },
    step("◂", at - 1, "Previous", t("previousStep"), at <= 1),
    plot(steps.map(({ size }) => size), at, go),
    step("▸", at + 1, "Next", t("nextStep"), isDone && at >= steps.length),
    all ? button(t("allSteps"), all, { "data-walk": "all" }) : null,
  );
}

/** The bars of steps by the sizes of their reasons; that of the step `at` stands out. go(number): see walkBar. */
export function plot(sizes, at, go = null) {
  const largest = Math.max(...sizes);
  const bars = sizes.map((size, index) => {
    const high = Math.max(3, (size / largest) * HEIGHT);
    const kind = index + 1 === at ? "walk-here" : "walk-step";
    return drawn("rect", { x: index * WIDTH, y: HEIGHT - high, width: WIDTH - 1.5, height: high, class: kind });
  });
  const hardest = sizes.indexOf(largest) + 1;
  const label = t("stepOfKnown", { at, count: sizes.length, hardest, premises: largest });
  const svg = toElement(
    drawn("svg", { viewBox: `0 0 ${sizes.length * WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "walk-plot", role: "img", "aria-label": label }, bars),
  );
  svg.style.width = `${sizes.length * WIDTH}px`;
  if (go) svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.min(sizes.length, Math.floor(((event.clientX - box.left) / box.width) * sizes.length) + 1));
  });
  return svg;
}
