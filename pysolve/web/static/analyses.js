// The analyses: a button for each command that the command line has for them.

import { createAnswers } from "./answers.js";
import { createCommands } from "./commands.js";
import { createRunning } from "./running.js";
import { button, byId, element } from "./dom.js";
import { createFields } from "./fields.js";
import { complaint, createFindings } from "./findings.js";
import { createHints } from "./hints.js";
import { createPlay } from "./play.js";

export function createAnalyses(bench, { live, open }) {
  const running = createRunning();
  const findings = createFindings(bench);
  const answers = createAnswers(bench, running, findings);
  const hints = createHints(bench, running, findings);
  const commands = createCommands(bench, { running, findings, open });
  const play = createPlay(bench, { running, findings, live });

  add("Solve", answers.solve);
  add("Check", play.check);
  add("Hint", hints.hint);
  for (const { label, act, fields } of commands) add(label, act, fields);

  function add(label, act, fields = null) {
    const form = fields && createFields(label, fields);
    const run = async () => {
      try {
        await act(form?.values() ?? {}, form);
      } catch (error) {
        bench.show(null);
        findings.report(complaint(error));
      }
    };
    byId("analyses").append(form ? withOptions(label, button(label, run), form.element) : button(label, run));
  }

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
    for (const other of document.querySelectorAll("#analyses [aria-expanded=true]")) other.click();
    fields.hidden = !opens;
    opener.setAttribute("aria-expanded", String(opens));
  }
  return element("span", { class: "pair" }, main, opener);
}
