// Play: whether what is filled in is right, on request; and a word when it is complete.

import { byId, element, settled } from "./dom.js";
import { remarks, sentences } from "./findings.js";
import { isCancelled, request } from "./service.js";
import { t } from "./texts.js";

const PAUSE = 300;
const SHORT_PAUSE = 120; // before conflicts are looked for

export function createPlay(bench, { running, findings, live }) {
  let isSolved = false;
  let remark = null; // the last one, which holds until something is filled in

  function report(sentence) {
    remark = element("p", {}, sentence);
    findings.report(remark);
  }

  async function check() {
    if (bench.door === "make") await checkPuzzle();
    else await checkFilled();
  }

  async function checkFilled() {
    const filled = bench.editor.filled();
    const result = await running.run("check", bench.request({ filled, show: [] }));
    if (result === null) return;
    const { wrong = [], complete, verdict, reason } = result;
    bench.editor.markWrong(wrong);
    if (complete) return congratulate();
    if (verdict === "none") report(t("thisPuzzleHasNo"));
    else if (wrong.length) report(t("marksWrong", { count: wrong.length }));
    else if (verdict === "unknown") report(t("notKnown", { reason }));
    else report(t("nothingIsWrongSo"));
  }

  async function checkPuzzle() {
    const result = await running.run("solve", bench.request({ models: 2, show: ["marks"] }));
    if (result === null) return;
    live.report(result);
    findings.report(sentences(result.says ?? []), remarks(result));
  }

  function congratulate() {
    isSolved = true;
    bench.emit("solved");
    bench.editor.markWrong([]);
    report(t("solvedEverythingIsFilled"));
  }

  // Sends its request by itself only when as much is filled in as an answer has.
  const lookWhetherComplete = settled(PAUSE, async () => {
    const filled = bench.mode === "play" ? bench.editor.filled() : [];
    const answers = live.latest()?.answers ?? [];
    const least = Math.min(...answers.map(({ picture }) => countOwn(picture, bench.type.answer)));
    if (isSolved || !(filled.length >= least)) return;
    const { complete } = await request("check", bench.request({ filled, show: [] })).catch(() => ({}));
    if (complete) congratulate();
  });

  // -- Conflicts, if they are wanted: marks that break a rule outright

  const isShown = byId("conflicts");
  let pending = new AbortController();
  const lookForConflicts = settled(SHORT_PAUSE, async () => {
    const filled = bench.editor.filled();
    pending = new AbortController();
    const { signal } = pending;
    const { conflicts } = await request("conflicts", bench.request({ filled }), { signal }).catch((error) => {
      if (isCancelled(error)) return { conflicts: null };
      return { conflicts: [] }; // what is wrong with the puzzle is said elsewhere
    });
    if (conflicts !== null) bench.editor.markWrong(conflicts);
  });
  function updateConflicts() {
    pending.abort();
    lookForConflicts.drop();
    if (isShown.checked && bench.mode === "play" && bench.editor.filled().length) lookForConflicts();
  }
  isShown.addEventListener("change", () => {
    bench.editor.markWrong([]);
    updateConflicts();
  });
  bench.on("mode content play", updateConflicts);
  bench.on("play", () => {
    isSolved = false;
    if (remark?.isConnected) findings.clear();
    bench.editor.markWrong([]);
    lookWhetherComplete();
  });
  bench.on("content", () => {
    isSolved = false;
    lookWhetherComplete.drop();
  });
  return { check };
}

// How many marks of an answer are filled in by hand.
function countOwn({ marks }, kinds = []) {
  const own = new Set(kinds.map(({ kind }) => kind));
  return marks.filter((mark) => !mark.given && own.has(mark.kind)).length;
}
