// Solve: the answers, one after the other.

import { button, element, setEnabled } from "./dom.js";
import { remarks, sentences } from "./findings.js";
import { withoutGiven } from "./puzzle.js";
import { language, t } from "./texts.js";

const STEPS = [2, 20, 200, 1000]; // how many answers are requested: more, once these have been looked through

export function createAnswers(bench, { running, findings, live }) {
  let list = [];
  const known = new Set(); // their keys
  let at = 0;
  let wanted = 0; // index in STEPS
  let result = null;
  let best = null; // what is known while a better answer is looked for

  // What is reported. Its elements stay while answers come: a click that began on a button ends on it.
  const title = element("p");
  const cost = element("p", { class: "quiet" });
  const previous = button(t("previousAnswer"), () => turn(-1));
  const next = button(t("nextAnswer"), () => turn(1));
  const keep = button(t("keepTheAnswer"), () => bench.change({ answer: list[at].plain, verdict: null }), { title: t("keepTheAnswerWhy") });
  const keepAlone = button(t("keepItAlone"), () => bench.change({ ...withoutGiven(bench.editor.model(), bench.type), answer: list[at].plain, verdict: null }), { title: t("keepItAloneWhy") });
  const buttons = element("div", { class: "finding-buttons" }, previous, next, button(t("hideTheAnswer"), hide), keep, keepAlone);
  const reason = element("p", { class: "quiet" });
  const remarked = element("div");

  async function solve() {
    list = [];
    known.clear();
    at = 0;
    wanted = 0;
    await look();
  }

  async function look() {
    result = best = null;
    const partial = (found) => {
      if (!found.answers?.length || (list.length && !best)) return;
      best = found;
      list = found.answers;
      draw();
    };
    const forget = () => {
      if (best) list = [];
      best = null;
    };
    const answer = (found) => {
      forget();
      if (!add(found)) return;
      if (list.length > at) draw();
    };
    const body = bench.request({ models: STEPS[wanted], show: ["marks", "plain"] });
    const ended = await running.run("solve", body, { answer, partial });
    if (ended === null) return;
    forget();
    result = ended;
    if (ended.answers.length && bench.door === "make") live.report(ended);
    ended.answers.forEach(add);
    at = Math.max(0, Math.min(at, list.length - 1));
    bench.draw({ board: ended.board ?? null });
    if (list.length) draw();
    else findings.report(sentences(ended.says ?? []), remarks(ended));
  }

  // Another search, or the end of this one, may name them in another order: those that were seen keep their places.
  function add(answer) {
    if (known.has(keyOf(answer))) return false;
    known.add(keyOf(answer));
    list.push(answer);
    return true;
  }

  function draw() {
    report();
    bench.draw({ answer: list[at].picture });
  }

  const isMore = () => result !== null && !result.exhausted && wanted + 1 < STEPS.length;

  async function turn(step) {
    at = Math.min(at + step, list.length);
    if (at < list.length) draw();
    else if (isMore()) {
      wanted += 1;
      await look();
    }
  }

  function report() {
    const count = list.length;
    const known = result === null || isMore() ? "answerOfSoFar" : result.exhausted ? "answerOf" : "answerOfMore";
    const isOnly = result?.exhausted && list.length === 1;
    const { costs } = list[at];
    title.textContent = best ? t("betterAreLookedFor") : isOnly ? t("thisIsTheOnly") : t(known, { at: at + 1, count });
    const { score } = result ?? best ?? {};
    const mean = at === 0 && score ? t("wordsScore", { mean: score.toLocaleString(language, { maximumFractionDigits: 1 }) }) : ""; // of the first
    say(cost, mean || (costs?.length ? t("cost", { costs: costs.join(", ") }) : ""));
    previous.hidden = next.hidden = isOnly || best !== null;
    keep.hidden = bench.door !== "make";
    keepAlone.hidden = keep.hidden || bench.type.unique;
    setEnabled(previous, at > 0, next);
    setEnabled(next, at + 1 < list.length || result === null || isMore(), previous);
    say(reason, result?.reason ? t("notAllFound", { reason: result.reason }) : "");
    remarked.replaceChildren(...(result ? remarks(result) : []));
    if (!title.isConnected) findings.report(title, cost, buttons, reason, remarked);
  }

  function hide() {
    bench.draw({ answer: null });
    findings.clear();
    bench.editor.focus();
  }
  return { solve };
}

function say(paragraph, text) {
  paragraph.textContent = text;
  paragraph.hidden = !text;
}

// The same for the same answer.
const keyOf = ({ picture }) => JSON.stringify(picture.marks.filter((mark) => !mark.given).map((mark) => JSON.stringify(mark)).sort());
