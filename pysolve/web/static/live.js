// The verdict, which follows each edit; what is certain, faintly on the board; and rules' problems on their lines.

import { certainOf, changedCells } from "./certain.js";
import { byId, capital, settled, whenIdle } from "./dom.js";
import { choice, choose } from "./memory.js";
import { inWords } from "./options.js";
import { isBare } from "./puzzle.js";
import { isCancelled, request } from "./service.js";
import { language, t } from "./texts.js";

const PUZZLE = "puzzle"; // what the service calls the text of a request
const PAUSE = 60; // milliseconds without an edit before the request is sent
const PATIENCE = 250; // milliseconds before 'Looking …' replaces the verdict before
const LIMIT = 10; // seconds
export const VERDICTS = { unique: t("unique"), multiple: t("severalAnswers"), none: t("noAnswer"), looking: t("looking") };

// A board without clues is not yet a puzzle: its verdict is shown in small print.
const BARE = {
  unique: t("withoutCluesThereIs"), multiple: t("withoutCluesThereAre"),
  none: t("withoutCluesThereIsNo"),
};

// problems(list): what is wrong with the rules: [{file, line, message, excerpt, severity}].
export function createLive(bench, { problems }) {
  const line = byId("verdict");
  const size = byId("rules-size"); // of the ground program
  const isLive = byId("live");
  const isCertainShown = byId("certain");
  let pending = new AbortController();
  let patience = 0;
  let latest = null; // the result for the puzzle as it is, or null
  let about = null; // the clues that it is about: another puzzle may be loaded before its first request
  let [certain, before] = [null, null]; // what is certain with which clues, {parts, picture}; the same before the last edit

  isLive.checked = choice("live", true);
  isLive.addEventListener("change", () => {
    choose("live", isLive.checked);
    changed();
  });
  isCertainShown.addEventListener("change", () => {
    choose("certain", isCertainShown.checked);
    showCertain();
  });

  isCertainShown.checked = choice("certain", true);

  // Behind the other doors nothing is said of the answer unless it is asked for.
  const showsCertain = () => bench.door === "make" && isCertainShown.checked;

  function say(verdict, text = VERDICTS[verdict], more = "") {
    clearTimeout(patience);
    line.dataset.verdict = verdict;
    const write = () => {
      if (line.textContent === text + more) return; // else it would be read again
      line.textContent = text;
      if (more) line.append(Object.assign(document.createElement("small"), { textContent: more }));
    };
    if (verdict !== "looking") return write();
    patience = setTimeout(() => {
      write();
      bench.draw({ faint: null }); // until then it stays, so that the board does not flicker
    }, PATIENCE);
  }

  function changed() {
    pending.abort();
    latest = null;
    if (isLive.checked || bench.door !== "make") {
      bench.draw({ answer: null, pointed: null, changed: null });
      say("looking");
      if (bench.door === "play") whenIdle(() => bench.door === "play" && later()); // who plays asks nothing: the board comes first
      else later();
    } else {
      bench.draw({ answer: null, faint: null, pointed: null, changed: null });
      later.drop();
      say("unknown", t("notChecked"), t("liveIsOffCheck"));
    }
  }

  async function run() {
    pending = new AbortController();
    const { signal } = pending;
    about = bench.parts;
    try {
      const soFar = (event, data) => {
        if (signal.aborted) return;
        if (data.board) bench.draw({ board: data.board }); // the numbers of words, say
        if (event === "answer" || data.answers?.length) say("looking", t("lookingForOthers"));
      };
      const result = await request("solve", bodyOf({ models: 2 }), { signal, on: soFar });
      latest = result;
      bench.draw({ board: result.board ?? null, ...faintOf(result) });
      reportVerdict(result);
      problems((result.rule_remarks ?? []).map(warning));
      await showCertain();
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      reportError(error);
    }
  }
  const later = settled(PAUSE, run);

  const bodyOf = (extra) => bench.request({ show: ["marks"], time_limit: LIMIT, ...extra });

  function reportVerdict({ verdict, reason, impossible, answers = [], ground = null }) {
    const isOpen = verdict === "unknown";
    if (isBare(bench.editor.model(), bench.type) && verdict in BARE) say("bare", t("noCluesYet"), BARE[verdict]);
    else if (isOpen && answers.length) say(verdict, t("anAnswerAtLeast"), reason ?? "");
    else if (isOpen) say(verdict, t("unknownFor", { reason: reason ?? t("noAnswerInTime") }));
    else say(verdict, VERDICTS[verdict], verdict === "none" && impossible ? impossible : "");
    bench.emit("verdict", isOpen && answers.length && !bench.type.unique ? "multiple" : verdict); // one of them can be shown
    size.textContent = ground ? t("ground", { atoms: ground.atoms.toLocaleString(language), rules: ground.rules.toLocaleString(language) }) : "";
  }

  function reportError(error) {
    size.textContent = "";
    bench.draw({ faint: null });
    const worded = (each) => inWords(asSeen(each), bench.type.options);
    const others = error.others ?? [];
    const isOfRules = /\.(lp|yaml)$/.test(error.file ?? "") || (error.file === null && error.line !== null);
    const isBegun = isOfRules || !isBare(bench.editor.model(), bench.type); // an empty board may lack what the rules need
    if (isBegun) say("error", worded(error), others.map(worded).join("\n"));
    else say("bare", t("noCluesYet"), worded(error));
    problems(isOfRules ? [{ ...error, message: error.sentence ?? error.error, severity: "error" }] : []);
    const places = [error, ...others].map(({ place }) => place).filter(Boolean);
    if (!isOfRules && places.length) bench.pointAt(places, inWords(error.sentence, bench.type.options));
  }

  // The layer of what is certain, as far as a result holds it.
  function faintOf({ verdict, answers }) {
    if (!showsCertain() || !["unique", "multiple"].includes(verdict)) return { faint: null, changed: null };
    return verdict === "unique" ? layersOf(answers[0].picture) : {};
  }

  // What is certain, and for the setter the cells in which that is new, or was so before the last edit.
  function layersOf(picture) {
    if (certain?.parts !== about) [certain, before] = [{ parts: about, picture }, certain];
    return { faint: picture, changed: before && bench.mode === "set" ? changedCells(before.picture, picture) : null };
  }

  async function showCertain() {
    if (!latest || about !== bench.parts) return;
    bench.draw(faintOf(latest));
    if (!showsCertain() || latest.verdict !== "multiple") return;
    const { signal } = pending;
    try {
      const { picture, says } = await request("candidates", bodyOf(), { signal });
      if (picture && !signal.aborted && showsCertain()) {
        if (line.dataset.verdict === "multiple" && says?.length) say("multiple", VERDICTS.multiple, says[0]);
        bench.draw(layersOf(certainOf(picture, bench.type.answer)));
      }
    } catch (error) {
      if (!isCancelled(error)) bench.draw({ faint: null }); // the verdict stands without it
    }
  }

  bench.on("loaded replaced", () => {
    certain = before = null;
  });
  bench.on("content", changed);
  return {
    latest: () => latest,
    // A verdict that another request led to.
    report: reportVerdict,
    stop: () => {
      later.drop();
      pending.abort();
    },
  };
}

// What is wrong, as somebody who looks at the board reads it: the lines of the puzzle's file are not to be seen there.
function asSeen({ sentence, file, row, column, error, message }) {
  if (!sentence || (file !== null && file !== PUZZLE)) return error ?? message;
  const place = [row && t("row", { number: row }), column && t("column", { number: column })].filter(Boolean).join(", ");
  return capital(place ? `${place}: ${sentence}` : sentence);
}

// One of clingo's warnings, as the rules pane marks it.
function warning({ sentence, file, line }) {
  return { file, line, message: sentence, excerpt: null, severity: "warning" };
}
