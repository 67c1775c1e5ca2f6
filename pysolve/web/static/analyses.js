// The questions that can be asked of a puzzle: at the desk in menus, while one plays or studies a few buttons.

import { createAnswers } from "./answers.js";
import { createCommands } from "./commands.js";
import { createRunning } from "./running.js";
import { all, button, byId, element } from "./dom.js";
import { createFields } from "./fields.js";
import { complaint, createFindings } from "./findings.js";
import { createHints } from "./hints.js";
import { icon } from "./icons.js";
import { createPlay } from "./play.js";
import { createStudy } from "./study.js";
import { t } from "./texts.js";

// The menus, by what one wants to know, and when a question makes sense: with these verdicts; with any, if it names none.
const [ONE, SEVERAL, NONE] = ["unique", "multiple", "none"];
const MENUS = {
  [t("answers")]: { Solve: [ONE, SEVERAL, "unknown"], Check: [], Why: [SEVERAL, NONE], Candidates: [SEVERAL] },
  [t("change")]: { "Make unique": [SEVERAL], Reduce: [ONE], Harder: [ONE], Easier: [ONE], "Break-in": [ONE], Make: [] },
  [t("explain")]: { Hint: [ONE, SEVERAL], "What if": [ONE, SEVERAL, NONE], Grade: [ONE] },
};
// What the questions are called.
const CALLED = {
  Solve: t("solve"), Check: t("check"), Why: t("why"), Candidates: t("candidates"), "Make unique": t("makeUnique"), Reduce: t("reduce"),
  Harder: t("harder"), Easier: t("easier"), "Break-in": t("breakIn"), Make: t("makeOne"), Hint: t("hint"), "What if": t("whatIf"), Grade: t("grade"),
};
// What a verdict asks for next: what the button says, and the question; without one, the puzzle is passed on.
const NEXT = { [SEVERAL]: [t("suggestClue"), "Make unique"], [NONE]: [t("sayWhy"), "Why"], [ONE]: [t("copyLinkToSolve"), null] };
// Where several answers are right, one of them is wanted.
const NEXT_OF_SEVERAL = { ...NEXT, [SEVERAL]: [t("showAnAnswer"), "Solve"] };
// Behind the other doors: what is asked, and what the button is called there.
const PLAYED = { Check: CALLED.Check, Hint: CALLED.Hint };
const STUDIED = { Hint: t("nextStep"), "What if": CALLED["What if"], Grade: CALLED.Grade, Lesson: t("printLesson") };

export function createAnalyses(bench, { live, open }) {
  const running = createRunning();
  const findings = createFindings(bench);
  const answers = createAnswers(bench, { running, findings, live });
  const hints = createHints(bench, running, findings);
  const commands = createCommands(bench, { running, findings, open });
  const play = createPlay(bench, { running, findings, live });
  /** @type {Map<string, any>} */
  const commandsByLabel = new Map(
    [{ label: "Solve", act: answers.solve }, { label: "Check", act: play.check }, { label: "Hint", act: hints.hint }, { label: "Lesson", act: hints.lesson }, ...commands]
      .map((command) => [command.label, command]),
  );

  const perform = async (label, form) => {
    try {
      await commandsByLabel.get(label).act(form?.values() ?? {}, form);
    } catch (error) {
      bench.show(null);
      findings.report(complaint(error));
    }
  };

  // A button for a question; one with options has a second one, which opens them.
  function control(label, called = CALLED[label], doors = "make") {
    const { fields = null, more = null } = commandsByLabel.get(label);
    const form = fields && createFields(called, fields);
    if (more) bench.on("loaded type", () => form.add(more()));
    const main = button(called, () => perform(label, form), { "data-doors": doors, "data-asks": label });
    return form ? withOptions(`${label}-${doors}`, main, form.element, doors) : main;
  }

  const nextOf = () => (bench.type.unique ? NEXT : NEXT_OF_SEVERAL);
  const next = button("", () => {
    const [, asks] = nextOf()[verdict];
    if (asks) perform(asks);
    else byId("copy-link").click();
  }, { id: "next", class: "main", "data-doors": "make", hidden: true });
  byId("verdict").after(next);

  createStudy(bench, { next: () => perform("Hint"), before: hints.before });

  const menus = Object.entries(MENUS).map(([caption, questions]) => element(
    "details", { class: "menu", "data-doors": "make" },
    element("summary", {}, caption, " ", icon("down")), element("div", { class: "menu-items" }, ...Object.keys(questions).map((label) => control(label))),
  ));
  byId("analyses").append(...menus, ...Object.entries(STUDIED).map(([label, called]) => control(label, called, "study")));
  byId("play-questions").append(...Object.entries(PLAYED).map(([label, called]) => control(label, called, "play")));

  // What can work is offered. While the verdict follows every edit, there is nothing to check.
  let verdict = null;
  const offer = () => {
    next.hidden = !(verdict in NEXT);
    next.textContent = nextOf()[verdict]?.[0] ?? "";
    for (const [label, verdicts] of Object.values(MENUS).flatMap((questions) => Object.entries(questions))) {
      const main = byId("analyses").querySelector(`[data-doors=make][data-asks="${label}"]`);
      (main.closest(".pair") ?? main).hidden = verdicts.length > 0 && verdict !== null && !verdicts.includes(verdict);
    }
    byId("analyses").querySelector("[data-doors=make][data-asks=Check]").hidden = byId("live").checked;
    byId("play-questions").querySelector("[data-asks=Hint]").hidden = !bench.hints;
  };
  bench.on("verdict", (found) => {
    verdict = found;
    offer();
  });
  bench.on("content", () => {
    verdict = null;
    next.hidden = true;
  });
  bench.on("mode loaded", offer);
  byId("live").addEventListener("change", offer);

  bench.on("content", () => {
    running.stop();
    hints.reset();
    findings.clear();
    if (bench.layers.shown) bench.show(null);
  });
  bench.on("mode", () => {
    hints.reset();
    if (bench.layers.shown) bench.show(null);
  });
  bench.on("play", () => {
    if (bench.layers.shown) bench.show(null);
  });
  return { stop: running.stop, solve: () => perform("Solve") };
}

function withOptions(name, main, fields, doors) {
  const label = main.textContent;
  fields.hidden = true;
  fields.id = `options-of-${name.toLowerCase().replaceAll(" ", "-")}`;
  byId("analysis-options").append(fields);
  const opener = button(icon("down"), toggle, {
    "aria-label": t("optionsOf", { name: label }),
    "aria-expanded": "false",
    "aria-controls": fields.id,
    "data-doors": doors,
  });
  function toggle() {
    const opens = fields.hidden;
    for (const other of all("#analyses [aria-expanded=true]")) other.click();
    fields.hidden = !opens;
    opener.setAttribute("aria-expanded", String(opens));
  }
  return element("span", { class: "pair", "data-doors": doors }, main, opener);
}
