// Hint: the steps to the answer, one for each press of the button; those that are known can be walked to and fro. Whoever plays is
// told where to look first, then which idea it takes, and then all.

import { button, capital, element } from "./dom.js";
import { complaint, remarks, sentences } from "./findings.js";
import { TEXT } from "./kinds.js";
import { printLesson } from "./study.js";
import { t } from "./texts.js";
import { createWalkBar } from "./walkbar.js";

const [WHERE, IDEA, ALL] = [0, 1, 2]; // how much is told of a step

export function createHints(bench, running, findings) {
  let start = []; // marks that were filled in when the first step was requested
  let steps = []; // those that are known
  let shown = 0; // how many of them were shown
  let at = 0; // the number of the one that is on the board
  let isDone = false; // there are no others
  let wanted = 0; // how many the reader wants
  let looking = null; // stands for the request that is under way
  let avoided = []; // techniques that no step shall use
  let couldAssume = false; // steps could rest on that there is one answer
  let assumes = false; // and the reader lets them
  let whole = 0; // how many steps were told whole
  let told = WHERE; // of the one that comes after these
  const bar = createWalkBar({ go, all: () => look(0) });

  function reset() {
    if (looking) running.stop(); // it was to lead on from what is there no longer
    restart();
    avoided = [];
    assumes = couldAssume = false;
  }

  function restart() {
    [start, steps, isDone] = [[], [], false];
    shown = wanted = whole = at = 0;
    told = WHERE;
    bench.draw({ pointed: null });
  }

  const isStaged = () => bench.door === "play" && at > whole;

  // Tells more of the step on the board.
  function tell(how) {
    told = how;
    if (at) reportSteps();
  }

  const filled = () => (bench.mode === "play" ? bench.editor.filled() : []);

  // Whether the steps still lead on from what is filled in: nothing was added but what they say.
  const isStillTrue = () => areAmong(filled(), [...start, ...marksOf(steps.slice(0, shown))]) && areAmong(start, filled());

  async function hint() {
    const isNew = shown ? !isStillTrue() : !looking;
    if (!isNew && at && isStaged() && !isFilledIn(steps[at - 1])) return tell(told + 1);
    if (isNew) {
      restart();
      start = filled();
    }
    wanted = shown + 1;
    if (reportWanted() || (looking && !isNew)) return;
    await look(Math.max(1, 2 * shown)); // as many again: those that come after the next one are there when they are wanted
  }

  // Requests the steps up to a number of them; 0 for all. Whether the request came to its end.
  async function look(most) {
    const before = isOfValues() ? steps : []; // then it goes on from them, otherwise from the beginning
    const known = [...start, ...marksOf(before)];
    const count = most === 0 ? 0 : Math.max(1, most - before.length);
    const body = { steps: count, avoid: avoided, one_answer: assumes, show: ["marks"], ...(known.length ? { filled: known } : {}) };
    const take = (result) => {
      const all = [...before, ...(result.steps ?? [])];
      if (all.length > steps.length) steps = all; // what is known stays
    };
    const mine = {};
    looking = mine;
    try {
      const partial = (some) => {
        take(some);
        if (!reportWanted() && most === 0) bar.show(steps, at, isDone); // what is told of a step stays as it was looked at
      };
      const what = most === 0 ? t("walkingToTheAnswer") : t("lookingForStep", { number: wanted });
      const result = await running.run("hint", bench.request(body), { partial, what });
      if (result === null) return false;
      take(result);
      couldAssume = result.could_assume;
      isDone = result.done && steps.length === before.length + (result.steps ?? []).length;
      if (!reportWanted()) {
        if (shown < wanted || (most === 0 && result.reason)) reportEnd(result);
        else bar.show(steps, at, isDone);
      }
      return true;
    } catch (error) {
      add([complaint(error)]);
    } finally {
      if (looking === mine) looking = null;
    }
  }

  // Whether steps say nothing but what stands in cells: then marks hold all that is known after them.
  const isOfValues = () =>
    bench.type.answer.every(({ kind }) => kind === TEXT) &&
    steps.every((step) => !step.holds_not?.length && step.new?.length === step.holds?.length);

  function reportWanted() {
    if (shown >= wanted || steps.length <= shown) return false;
    go(shown + 1);
    return true;
  }

  // Whether all that follows in a step is filled in.
  const isFilledIn = (step) => step.new?.length > 0 && areAmong(step.new, filled());

  // Shows a step that is known, or looks for the next one.
  function go(number) {
    if (number > steps.length) return hint();
    shown = Math.max(shown, number);
    if (number !== at) told = WHERE;
    at = number;
    reportSteps();
  }

  // The step on the board, with the way to the others; after: what stands below it.
  function reportSteps(after = []) {
    if (!isStaged() || told === ALL) whole = Math.max(whole, at);
    const current = isStaged() ? newPointer(steps[at - 1]) : newFinding(steps[at - 1], at - 1);
    bar.show(steps, at, isDone);
    findings.report(bar, current, after, bench.door === "study" && seenBefore());
    bench.draw({ pointed: null });
    current.show();
  }

  // The earlier steps, the latest first: each can be looked at again.
  function seenBefore() {
    const item = ({ says }, index) => element("li", {}, button(`${index + 1}. ${capital(says)}`, () => go(index + 1), { class: "plain" }));
    const items = steps.slice(0, shown).map(item).filter((_, index) => index !== at - 1).reverse();
    return element("ol", { class: "seen", "aria-label": t("stepsThatWereTold") }, ...items);
  }

  // Prints the whole way, once it is known.
  async function lesson() {
    wanted ||= 1;
    if ((isDone || (await look(0))) && steps.length) printLesson(bench, steps);
  }

  // Where to look for a step, and which idea it takes, if that is told.
  function newPointer({ where, idea, new: marks = [] }) {
    const more = (label, how) => button(label, () => tell(how), { class: "plain" });
    const place = t("stepSays", { number: at, says: where });
    const all = more(t("tellAll"), ALL);
    const [says, buttons] = told === WHERE ? [[place], [more(t("whichIdea"), IDEA), all]] : [[place, idea], [all]];
    const show = () => {
      bench.draw({ pointed: marks.flatMap(({ place, other = null }) => (other ? [place, other] : [place])) });
      findings.toBoard();
    };
    return Object.assign(findings.finding({ says, buttons }), { show });
  }

  function newFinding(step, index) {
    const buttons = [
      ...(bench.mode === "play" && step.new?.length ? [button(t("apply"), () => apply(index))] : []),
      button(t("anotherWay"), () => walkOn([...avoided, step.technique], index), { class: "plain", title: t("without", { technique: step.technique }) }),
      ...anyWay(index),
      ...oneAnswer(step, index),
    ];
    const { chapter, says, because, chain, picture } = step;
    return findings.finding({ says: [...(chapter ? [chapter] : []), t("stepSays", { number: index + 1, says })], because, chain, picture, what: says, buttons });
  }

  // Looks for the step behind the first `count` anew, without these techniques; where marks do not hold all that is known, from the first.
  function walkOn(without, count) {
    const [before, from] = [isOfValues() ? steps.slice(0, count) : [], start];
    restart();
    [avoided, start, steps] = [without, from, before];
    shown = at = before.length;
    return hint();
  }

  const anyWay = (count = 0) =>
    avoided.length ? [button(t("anyWay"), () => walkOn([], count), { class: "plain", title: t("nowWithout", { techniques: avoided.join(". ") }) })] : [];

  // Lets steps rest on that there is one answer, or not: where a step takes more than a look.
  function oneAnswer({ holds_not: absent = [], chain }, index) {
    if (!assumes && !(couldAssume && (chain || absent.length))) return [];
    const [label, title] = assumes ? [t("byRulesAlone"), t("assumesNothing")] : [t("hasOneAnswer"), t("mayAssumeOneAnswer")];
    const turn = () => {
      assumes = !assumes;
      return walkOn(avoided, index);
    };
    return [button(label, turn, { class: "plain", title })];
  }

  // Fills in what follows in a step, and in those before it, on which it rests.
  function apply(index) {
    bench.show(null);
    const marks = [...bench.editor.filled(), ...marksOf(steps.slice(0, index + 1))];
    bench.editor.fill(Object.values(Object.fromEntries(marks.map((mark) => [keyOf(mark), mark]))));
    bench.played();
  }

  function reportEnd({ wrong = [], says = [], ways = null, ...result }) {
    const list = wrong.length ? element("ul", { class: "plain-list" }, ...wrong.map((each) => element("li", {}, capital(each)))) : null;
    const heads = says.filter((each) => !wrong.includes(each.trim()));
    const end = result.reason ? [t("stepNotFound", { number: steps.length + 1, reason: result.reason })] : heads;
    add([...sentences(end.length ? end : [t("thereIsNoFurther")]), list, waysOf(ways), remarks(result)]);
  }

  // Says something below the step on the board, or in its place while there is none.
  function add(content) {
    if (shown) return reportSteps(content);
    findings.report(content, anyWay());
    bench.show(null);
  }

  // What can be filled in two ways: both can be shown.
  const waysOf = (ways) =>
    (ways?.answers ?? []).map(({ picture }, at) =>
      findings.finding({ says: [at ? t("theOtherWay") : ways.says.replace(" (marked):", "")], picture, what: t("whatDiffersIsMarked") }));

  return { hint, before: () => at > 1 && go(at - 1), lesson, reset };
}

const marksOf = (steps) => steps.flatMap((step) => [...(step.seen ?? []), ...(step.new ?? [])]);

function areAmong(marks, others) {
  const known = new Set(others.map(keyOf));
  return marks.every((mark) => known.has(keyOf(mark)));
}

// The same for the same mark, whichever end of a line is called the first.
function keyOf({ kind, place, other, value }) {
  const ends = [place, ...(other ? [other] : [])].map((end) => JSON.stringify(end)).sort();
  return JSON.stringify([kind, ends, value ?? ""]);
}
