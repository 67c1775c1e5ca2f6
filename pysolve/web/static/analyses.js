// The analyses: a button for each command that the command line has for them.

import { createAnswers } from "./answers.js";
import { createCommands } from "./commands.js";
import { createRunning } from "./running.js";
import { all, button, byId, element } from "./dom.js";
import { createFields } from "./fields.js";
import { complaint, createFindings } from "./findings.js";
import { createHints } from "./hints.js";
import { createPlay } from "./play.js";

// The buttons by what one wants to know.
const PURPOSES = [
  ["Is it right?", "Solve", "Check"],
  ["Why not?", "Why", "Candidates"],
  ["Make it better", "Make unique", "Reduce", "Harder", "Easier", "Make"],
  ["Explain", "Hint", "What if", "Grade", "Break-in"],
];

export function createAnalyses(bench, { live, open }) {
  const running = createRunning();
  const findings = createFindings(bench);
  const answers = createAnswers(bench, running, findings);
  const hints = createHints(bench, running, findings);
  const commands = createCommands(bench, { running, findings, open });
  const play = createPlay(bench, { running, findings, live });
  const commandsByLabel = new Map(
    [{ label: "Solve", act: answers.solve }, { label: "Check", act: play.check }, { label: "Hint", act: hints.hint }, ...commands]
      .map((command) => [command.label, command]),
  );

  for (const [caption, ...names] of PURPOSES) {
    const buttons = element("div", { class: "buttons" });
    const heading = element("h3", { id: `purpose-${names[0].toLowerCase()}` }, caption);
    byId("analyses").append(element("div", { class: "purpose", role: "group", "aria-labelledby": heading.id }, heading, buttons));
    for (const { label, act, fields } of names.map((name) => commandsByLabel.get(name))) buttons.append(control(label, act, fields));
  }

  function control(label, act, fields = null) {
    const form = fields && createFields(label, fields);
    const run = async () => {
      try {
        await act(form?.values() ?? {}, form);
      } catch (error) {
        bench.show(null);
        findings.report(complaint(error));
      }
    };
    return form ? withOptions(label, button(label, run), form.element) : button(label, run);
  }

  // While the verdict follows every edit, there is nothing to check but what is filled in.
  const offerCheck = () => {
    const check = [...byId("analyses").querySelectorAll("button")].find((each) => each.textContent === "Check");
    for (const each of all("#analyses .purpose, #analyses .buttons > *")) each.hidden = bench.isSecret && !each.contains(check);
    check.hidden ||= bench.mode === "set" && byId("live").checked;
    byId("certain").closest("label").hidden = bench.isSecret;
  };
  bench.on("mode loaded", offerCheck);
  byId("live").addEventListener("change", offerCheck);

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
  return { stop: running.stop };
}

function withOptions(label, main, fields) {
  fields.hidden = true;
  fields.id = `options-of-${label.toLowerCase()}`;
  byId("analysis-options").append(fields);
  const opener = button("▾", toggle, {
    "aria-label": `Options of ${label}`,
    "aria-expanded": "false",
    "aria-controls": fields.id,
  });
  function toggle() {
    const opens = fields.hidden;
    for (const other of all("#analyses [aria-expanded=true]")) other.click();
    fields.hidden = !opens;
    opener.setAttribute("aria-expanded", String(opens));
  }
  return element("span", { class: "pair" }, main, opener);
}
