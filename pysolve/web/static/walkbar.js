// The way through the steps to an answer: a bar for each, as high as its reason is large; to the one before, to the next.

import { button, element, setEnabled } from "./dom.js";
import { element as drawn } from "./elements.js";
import { icon } from "./icons.js";
import { toElement } from "./picture.js";
import { t } from "./texts.js";

const [WIDTH, HEIGHT] = [7, 36]; // of a bar, at most

/**
 * The bar as an element, which stays while steps come: a click that began on a button ends on it. go(number): shows another step, the
 * one behind the last, too. all(): looks for all steps. show(steps, number, isDone): which of them is shown, and whether there is
 * none behind the last.
 */
export function createWalkBar({ go, all }) {
  let at = 0;
  const step = (sign, by, name, title) => button(icon(sign), () => go(Math.max(1, at + by)), { "data-walk": name, "aria-label": title, title });
  const [previous, next] = [step("before", -1, "Previous", t("previousStep")), step("next", 1, "Next", t("nextStep"))];
  const others = button(t("allSteps"), all, { "data-walk": "all" });
  const bar = element("div", { class: "walk", role: "group", "aria-label": t("steps") }, previous, next, others);
  function show(steps, number, isDone) {
    at = number;
    bar.querySelector(".walk-plot")?.remove();
    previous.after(plot(steps.map(({ size }) => size), at, go));
    setEnabled(previous, at > 1, next);
    setEnabled(next, !isDone || at < steps.length, previous);
    others.hidden = isDone;
  }
  return Object.assign(bar, { show });
}

/** The bars of steps by the sizes of their reasons; that of the step `at` stands out. go(number): as above. */
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
