// Hint: the steps to the answer, one for each press of the button.

import { button, counted, element } from "./dom.js";
import { capital, remarks, sentences } from "./findings.js";
import { TEXT } from "./kinds.js";

export function createHints(bench, running, findings) {
  let start = []; // marks that were filled in when the first step was requested
  let steps = []; // those that are known
  let shown = 0; // how many of them were shown
  let wanted = 0; // how many the reader wants
  let looking = null; // stands for the request that is under way

  function reset() {
    start = [];
    steps = [];
    shown = 0;
    wanted = 0;
  }

  const filled = () => (bench.mode === "play" ? bench.editor.filled() : []);

  // Whether the steps still lead on from what is filled in: nothing was added but what they say.
  function isStillTrue() {
    const now = new Set(filled().map(keyOf));
    const known = new Set([...start, ...steps.slice(0, shown).flatMap((step) => step.new ?? [])].map(keyOf));
    return [...now].every((key) => known.has(key)) && start.every((mark) => now.has(keyOf(mark)));
  }

  async function hint() {
    const isNew = shown ? !isStillTrue() : !looking;
    if (isNew) {
      reset();
      start = filled();
    }
    wanted = shown + 1;
    if (reportWanted() || (looking && !isNew)) return;
    await look();
  }

  // Requests as many steps again as were shown: those that come after the next one are there when they are wanted.
  async function look() {
    const before = isOfValues() ? steps : []; // then it goes on from them, otherwise from the beginning
    const known = [...start, ...before.flatMap((step) => step.new ?? [])];
    const body = { steps: Math.max(1, 2 * shown - before.length), show: ["marks"], ...(known.length ? { filled: known } : {}) };
    const take = (result) => {
      const all = [...before, ...(result.steps ?? [])];
      if (all.length > steps.length) steps = all; // what is known stays
    };
    const mine = {};
    looking = mine;
    try {
      const partial = (some) => {
        take(some);
        reportWanted();
      };
      const result = await running.run("hint", bench.request(body), { partial, what: `Looking for step ${wanted}` });
      if (result === null) return;
      take(result);
      if (!reportWanted() && shown < wanted) reportEnd(result);
    } finally {
      if (looking === mine) looking = null;
    }
  }

  // Whether steps say nothing but what stands in cells: then marks hold all that is known after them.
  const isOfValues = () => bench.type.answer.every(({ kind }) => kind === TEXT);

  function reportWanted() {
    if (shown >= wanted || steps.length <= shown) return false;
    shown += 1;
    reportSteps();
    return true;
  }

  // The steps so far, the last one of them on the board; after: what stands below them.
  function reportSteps(after = []) {
    const list = steps.slice(0, shown).map(newFinding);
    const earlier = list.slice(0, -1);
    findings.report(
      earlier.length
        ? element("details", {}, element("summary", {}, counted(earlier.length, "step") + " before"), ...earlier)
        : null,
      list.at(-1),
      after,
    );
    list.at(-1).show();
  }

  function newFinding(step, at) {
    const buttons = bench.mode === "play" && step.new?.length ? [button("Apply", () => apply(at))] : [];
    const { says, because, picture } = step;
    return findings.finding({ says: [`Step ${at + 1}: ${says}`], because, picture, what: says, buttons });
  }

  // Fills in what follows in a step, and in those before it, on which it rests.
  function apply(at) {
    bench.show(null);
    const known = steps.slice(0, at + 1).flatMap((step) => step.new ?? []);
    const marks = [...bench.editor.filled(), ...known].map((mark) => [keyOf(mark), mark]);
    bench.editor.fill([...new Map(marks).values()]);
    bench.played();
  }

  function reportEnd({ wrong = [], says = [], ...result }) {
    const list = wrong.length ? element("ul", { class: "plain-list" }, ...wrong.map((each) => element("li", {}, capital(each)))) : null;
    const heads = says.filter((each) => !wrong.includes(each.trim()));
    const end = result.reason ? [`Step ${wanted} was not found: ${result.reason}. Hint looks for it again.`] : heads;
    const content = [...sentences(end.length ? end : ["There is no further step."]), list, remarks(result)];
    if (shown) return reportSteps(content.flat());
    findings.report(content);
    bench.show(null);
  }
  return { hint, reset };
}

// The same for the same mark, whichever end of a line is called the first.
function keyOf({ kind, place, other, value }) {
  const ends = [place, ...(other ? [other] : [])].map((end) => JSON.stringify(end)).sort();
  return JSON.stringify([kind, ends, value ?? ""]);
}
