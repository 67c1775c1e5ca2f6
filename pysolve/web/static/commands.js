// Why, Candidates, Reduce, Make and Grade: their requests, and how their results are reported.

import { button, element } from "./dom.js";
import { remarks, sentences } from "./findings.js";
import { fieldsOf, saidOf } from "./options.js";
import { createPreview } from "./preview.js";
import { sizeOf } from "./size.js";
import { t } from "./texts.js";

const SHOW = ["marks"];
const LARGEST_SEED = 2 ** 31 - 1;

export function createCommands(bench, { running, findings, open }) {
  const { report, finding } = findings;
  const preview = createPreview(bench);

  // Findings of which the first that has a picture is shown at once.
  function reportFindings(before, list, after = []) {
    const shown = list.map((each) => ({ ...each, element: finding(each) }));
    report(before, shown.map((each) => each.element), after);
    shown.find(({ picture }) => picture)?.element.show();
  }

  async function why({ everything, repair, farthest }) {
    repairs = createProposals(t("add"), addClue, preview);
    const extra = { show: SHOW, conflicts: everything ? 0 : 1, repair, farthest };
    const partial = (known) => reportWhy(known);
    const result = await running.run("why", bench.request(extra), { partial, what: t("lookingForTheReason") });
    if (result) reportWhy(result);
  }

  function reportWhy(result) {
    const conflicts = result.conflicts ?? [];
    if (conflicts.length) reportConflicts(result, conflicts);
    else if (result.answers?.length > 1) reportDifferences(result);
    else report(sentences(result.says ?? []), remarks(result));
  }

  async function makeUnique() {
    repairs = createProposals(t("add"), addClue, preview);
    const partial = (known) => known.repairs?.clues.length && reportRepairs(known);
    const body = bench.request({ show: SHOW, repair: true });
    const result = await running.run("why", body, { partial, what: t("lookingForCluesTo") });
    if (result?.repairs) reportRepairs(result);
    else if (result) reportWhy(result);
  }

  const addClue = (puzzle) => open(puzzle, bench.editor.locked());
  let repairs = createProposals(t("add"), addClue, preview); // those of the question that is asked
  let changes = createProposals(t("open"), addClue, preview);

  function reportRepairs(result) {
    report(repairs.show(result.repairs.clues, result.repairs.says), sentences(limitOf(result)), remarks(result));
  }

  function reportConflicts(result, conflicts) {
    const list = conflicts.map((conflict, at) => ({
      says: [conflicts.length > 1 ? t("conflict", { number: at + 1 }) : asHead(conflict.says)],
      clues: conflict.clues,
      because: conflict.because,
      rules: conflict.rules,
      said: conflict.said,
      picture: conflict.picture,
      what: conflict.clues.length ? t("theCluesThatConflict") : t("thePlacesOfWhich"),
    }));
    const more = result.smallest === false ? [t("thereMayBeA")] : [];
    const others = result.complete === false && conflicts.length > 1 ? [t("thereMayBeFurther")] : [];
    reportFindings([], list, [...sentences([...more, ...others, ...limitOf(result)]), ...remarks(result)]);
  }

  function reportDifferences(result) {
    const [one, other] = result.answers;
    const list = [
      { says: [result.pair], picture: one.picture, what: t("oneAnswerWhatDiffers") },
      { says: [t("theOtherOneOf")], picture: other.picture, what: t("theOtherAnswerWhat") },
    ];
    const { common, farthest } = result;
    if (common) list.push({ says: [common.says], picture: common.picture, what: t("whatAllAnswersHave") });
    if (farthest) list.push({ says: [farthest.says], picture: farthest.answer.picture, what: t("farthestShown") });
    const clues = result.repairs && repairs.show(result.repairs.clues, result.repairs.says);
    const after = [clues, ...sentences(limitOf(result)), ...remarks(result)];
    reportFindings(sentences(result.says), list.map((each) => ({ ...each, says: each.says.map(asHead) })), after);
  }

  async function candidates() {
    const result = await running.run("candidates", bench.request({ show: SHOW }), { partial: (known) => isNews(known) && reportCandidates(known) });
    if (result) reportCandidates(result);
  }

  function reportCandidates(result) {
    const what = t("whatMayStandIn");
    const list = result.picture ? [{ says: result.says ?? [], picture: result.picture, what }] : [];
    reportFindings(list.length ? [] : sentences(result.says ?? []), list, [...sentences(limitOf(result)), ...remarks(result)]);
  }

  async function reduce({ symmetric, smallest, seed }) {
    const body = bench.request({ show: SHOW, symmetric, smallest, keep: bench.editor.locked(), seed });
    const result = await running.run("reduce", body, { partial: reportSoFar, what: t("takingCluesAway") });
    if (!result) return;
    if (result.removed > 0) await open(result.instance, bench.editor.locked());
    report(sentences(result.says ?? []), remarks(result));
  }

  async function adjust(harder) {
    const body = bench.request({ show: [], harder, keep: bench.editor.locked() });
    const result = await running.run("adjust", body, { partial: reportProposal, what: t(harder ? "lookingForHarder" : "lookingForEasier") });
    if (!result) return; // what was found so far stays
    const isGraded = result.instance && result.difficulty !== null;
    if (isGraded) await open(result.instance, bench.editor.locked());
    reportProposal(result, !isGraded);
  }

  // The best puzzle so far, which can be opened while others are looked for.
  function reportProposal(known, offers = true) {
    if (!known.says?.length) return;
    const opening = () => {
      running.stop();
      return open(known.instance, bench.editor.locked());
    };
    const offer = offers && known.instance ? element("div", { class: "finding-buttons" }, button(t("openIt"), opening)) : null;
    report(sentences(known.says), offer, remarks(known));
  }

  // Which change of one clue shortens the path, or lengthens it, the most.
  async function breakIn({ harder }) {
    changes = createProposals(t("open"), addClue, preview);
    const body = bench.request({ show: [], one: true, harder: Boolean(harder), keep: bench.editor.locked() });
    const result = await running.run("adjust", body, { partial: reportBreakIn, what: t("changingOneClueAfter") });
    if (result) reportBreakIn(result);
  }

  function reportBreakIn(known) {
    if (!known.says?.length) return;
    report(changes.show(known.changes ?? [], known.says), remarks(known));
  }

  async function make({ here, size, ...wanted }, form) {
    const { type, types, rules, puzzle } = bench.request();
    const { seed, symmetric, clues, all_clues, level, from, to } = wanted;
    const pattern = saidOf(bench.type.patterns ?? [], wanted);
    const board = here ? { puzzle, options: pattern } : { size: size ?? sizeOf(bench.editor.model()), options: { ...bench.details.options, ...pattern } };
    const difficulty = level ?? (from === undefined && to === undefined ? undefined : [from ?? 0, to ?? 1000]);
    const body = { type, types, rules, ...board, seed, symmetric, clues, all_clues, difficulty, show: SHOW };
    const result = await running.run("make", body, { partial: reportSoFar, what: t("makingAPuzzle") });
    if (!result) return;
    if (result.instance) await open(result.instance);
    if (result.instance && seed !== undefined) form.put("seed", (seed + 1) % LARGEST_SEED);
    report(sentences(result.says ?? []), remarks(result));
  }

  function reportSoFar(known) {
    if (isNews(known)) report(sentences(known.says));
  }

  // Where a guess breaks: that a value stands in the selected cell, or a mark that needs no value.
  async function whatIf({ value }) {
    const [cell] = bench.editor.selectedCells();
    if (!cell) throw new Error(t("selectTheCellThat"));
    const guess = value === undefined ? cell.join(",") : `${cell.join(",")}=${value}`;
    const result = await running.run("hint", bench.request({ try: guess, show: SHOW }), { what: t("followingTheGuess") });
    if (!result) return;
    const list = (result.steps ?? []).map(({ says, because, picture }) => ({ says: [says], because, picture, what: says }));
    const { says: supposed, end } = result.trial ?? {};
    reportFindings(sentences([...(supposed ? [supposed] : []), ...(result.says ?? [])]), list, [...sentences(end ? [end] : []), ...remarks(result)]);
  }

  async function grade() {
    const result = await running.run("grade", bench.request({ show: [] }), { partial: reportSoFar, what: t("walkingToTheAnswer") });
    if (!result) return;
    report(sentences([...(result.says ?? []), ...(result.steps ? limitOf(result) : [])]), techniquesOf(result), remarks(result));
  }

  const seed = { label: t("seed"), kind: "seed", value: 0, most: LARGEST_SEED, help: t("theSameSeedGives") };
  const anySeed = { ...seed, value: "", placeholder: t("any"), help: t("theSameSeedGivesThe") };
  // What can be said of a made puzzle that has one answer: where not, nothing but its pattern is made.
  const ofClues = {
    symmetric: { label: t("symmetric"), kind: "flag" },
    clues: { label: t("clues"), kind: "number", help: t("thisManyCluesInstead") },
    all_clues: { label: t("allClues"), kind: "flag" },
    level: { label: t("level"), kind: "text", placeholder: t("any"), help: t("easyMediumHardExpert") },
    from: { label: t("difficultyFrom"), kind: "number", step: "any" },
    to: { label: t("difficultyTo"), kind: "number", step: "any" },
  };
  return [
    {
      label: "Why", act: why, fields: {
        everything: { label: t("allConflicts"), kind: "flag" },
        repair: { label: t("cluesThatWouldLeave"), kind: "flag" },
        farthest: { label: t("farthest"), kind: "flag" },
      },
    },
    { label: "Candidates", act: candidates },
    { label: "Make unique", act: makeUnique },
    {
      label: "Reduce", act: reduce, fields: {
        symmetric: { label: t("symmetric"), kind: "flag", help: t("cluesThatAHalf") },
        smallest: { label: t("fewestClues"), kind: "flag", help: t("forSmallBoardsProves") },
        seed,
      },
    },
    {
      label: "Make", act: make, fields: {
        size: { label: t("size"), kind: "text", placeholder: t("asNow"), help: t("sizeExamples") },
        here: { label: t("onThisBoard"), kind: "flag", help: t("holesWallsAndRegions") },
        seed: anySeed,
      }, more: () => ({ ...(bench.type.unique ? ofClues : {}), ...fieldsOf(bench.type.patterns ?? []) }),
    },
    { label: "Harder", act: () => adjust(true) },
    { label: "Easier", act: () => adjust(false) },
    {
      label: "Break-in", act: breakIn, fields: {
        harder: { label: t("longerPaths"), kind: "flag", help: t("whichClueMovedOr") },
      },
    },
    {
      label: "What if", act: whatIf, fields: {
        value: { label: t("theSelectedCellHas"), kind: "text", help: t("asInAnAnswer") },
      },
    },
    { label: "Grade", act: grade },
  ];
}

// Whether there is something to report.
const isNews = ({ verdict, reason, says }) => says?.length > 0 && (verdict !== "unknown" || Boolean(reason));

const limitOf = ({ reason }) => (reason ? [t("foundSoFar", { reason })] : []);

// How many steps are of each technique.
function techniquesOf({ techniques = [] }) {
  const items = techniques.map(({ name, called, steps }) =>
    element("li", {}, `${steps} × ${called && called !== name ? `${called}: ` : ""}${name}`));
  return items.length ? [element("h3", {}, t("techniques")), element("ul", { class: "plain-list" }, ...items)] : null;
}

// A line that announces a drawing, as the head of a finding.
const asHead = (line) => line.replace(/ \(marked\):$|:$/, "");

// Puzzles that are proposed, each with what it changes: {says, instance}. While better ones are still being found, each stays where it
// is, under the pointer or the focus. label: of the buttons that open(text) them. preview(element, text): see preview.js.
function createProposals(label, open, preview) {
  const items = new Map(); // from a puzzle to its line
  const head = element("div");
  const list = element("ul", { class: "plain-list" });
  const all = element("div", { class: "finding" }, head, list);

  const itemOf = ({ says, instance }) => preview(
    element("li", {}, says, " ", button(label, () => open(instance), { class: "plain", "aria-label": `${label}: ${says}` })), instance);

  function show(proposed, says) {
    head.replaceChildren(...sentences([says].flat()));
    for (const each of proposed) if (!items.has(each.instance)) items.set(each.instance, itemOf(each));
    const sorted = proposed.map(({ instance }) => items.get(instance));
    if (list.matches(":hover, :focus-within")) list.append(...sorted.filter((item) => !list.contains(item)));
    else if (sorted.some((item, at) => list.children[at] !== item)) list.replaceChildren(...sorted);
    return all;
  }
  return { show };
}
