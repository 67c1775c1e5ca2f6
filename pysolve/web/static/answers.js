// Solve: the answers, one after the other.

import { all, button, element } from "./dom.js";
import { remarks, sentences } from "./findings.js";

const STEPS = [2, 20, 200, 1000]; // how many answers are requested: more, once these have been looked through

export function createAnswers(bench, running, findings) {
  let list = [];
  let at = 0;
  let wanted = 0; // index in STEPS
  let result = null;

  async function solve() {
    list = [];
    at = 0;
    wanted = 0;
    await look();
  }

  async function look() {
    result = null;
    const seen = list; // another search may find them in another order: those that were seen keep their places
    const known = new Set(seen.map(keyOf));
    const answer = (next) => {
      if (known.has(keyOf(next))) return;
      list = [...list, next];
      if (list.length > at) draw();
    };
    const body = bench.request({ models: STEPS[wanted], show: ["marks"] });
    const ended = await running.run("solve", body, { answer });
    if (ended === null) return;
    result = ended;
    list = [...seen, ...ended.answers.filter((each) => !known.has(keyOf(each)))];
    at = Math.max(0, Math.min(at, list.length - 1));
    bench.draw({ board: ended.board ?? null });
    if (list.length) draw();
    else findings.report(sentences(ended.says ?? []), remarks(ended));
  }

  function draw() {
    report();
    bench.draw({ answer: list[at].picture });
  }

  const isMore = () => result !== null && !result.exhausted && wanted + 1 < STEPS.length;

  async function turn(step) {
    const keepsFocus = document.activeElement?.textContent;
    at += step;
    if (at < list.length) draw();
    else if (isMore()) {
      wanted += 1;
      await look();
    }
    focusOn(keepsFocus);
  }

  // The buttons are made anew for each answer: the one that was used keeps the focus.
  function focusOn(label) {
    const buttons = all("#findings button").filter((each) => !each.disabled);
    (buttons.find((each) => each.textContent === label) ?? buttons[0])?.focus();
  }

  function report() {
    const count = result === null || isMore() ? `${list.length} so far` : `${list.length}${result.exhausted ? "" : " or more"}`;
    const isOnly = result?.exhausted && list.length === 1;
    const title = isOnly ? "This is the only answer." : `Answer ${at + 1} of ${count}.`;
    const { costs } = list[at];
    const isLast = at + 1 >= list.length && !isMore();
    const turning = isOnly
      ? []
      : [
          button("Previous answer", () => turn(-1), { disabled: at === 0 }),
          button("Next answer", () => turn(1), { disabled: isLast }),
        ];
    findings.report(
      element("p", {}, title),
      costs?.length ? element("p", { class: "quiet" }, `Cost: ${costs.join(", ")}`) : null,
      element("div", { class: "finding-buttons" }, ...turning, button("Hide the answer", hide)),
      result?.reason ? element("p", { class: "quiet" }, `Not all were found: ${result.reason}.`) : null,
      result ? remarks(result) : null,
    );
  }

  function hide() {
    bench.draw({ answer: null });
    findings.clear();
    bench.editor.focus();
  }
  return { solve };
}

// The same for the same answer.
const keyOf = ({ picture }) => JSON.stringify(picture.marks.filter((mark) => !mark.given).map((mark) => JSON.stringify(mark)).sort());
