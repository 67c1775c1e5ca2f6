// The tab 'Rules': the type's files and added rules, which the board follows as they are edited.

import { byId, settled } from "./dom.js";
import { downloadFolder } from "./folder.js";
import { createLazyPane } from "./lazypane.js";
import { fileAt, library } from "./library.js";
import { isCancelled, request } from "./service.js";
import { t } from "./texts.js";
import { createVariants } from "./variants.js";

const ADDED = "added.lp";
const MANIFEST = "manifest.yaml";
const PAUSE = 250; // milliseconds without an edit before the board follows

export function createRulesTab(bench) {
  const pane = createLazyPane(byId("rules-pane"), {
    onChange: edited, library, fileAt, predicates: () => bench.type.predicates,
  });
  const status = byId("rules-status");
  let pending = new AbortController();
  let isNewManifest = false; // since the board followed
  let problemsOfType = [];
  let problemsOfPuzzle = [];
  let reasons = []; // rules that an analysis names

  const show = () =>
    pane.show({ ...bench.files, [ADDED]: bench.rules }, { original: bench.originals, selected: "rules.lp", type: bench.type.name });
  const mark = () => {
    const all = new Map();
    for (const problem of [...problemsOfType, ...problemsOfPuzzle, ...reasons]) {
      all.set(JSON.stringify([problem.file, problem.line, problem.message]), problem);
    }
    pane.mark([...all.values()]); // what is wrong with a manifest is reported by both
  };
  const describe = () => {
    const isChanged = bench.hasChangedRules();
    byId("changed").hidden = !isChanged;
    byId("changed").textContent = bench.variant || t("changedRules");
    byId("put-back").disabled = !isChanged;
    const names = Object.keys(bench.changedTypes()?.[bench.type.name] ?? {});
    const added = bench.rules.trim() ? [t("addedRulesBadge")] : [];
    if (!isChanged) status.textContent = t("asTheyComeWith");
    else if (bench.own) status.textContent = t("ownType", { count: names.length });
    else status.textContent = t("changedFiles", { files: [...names, ...added].join(", ") });
  };

  // What is kept or shared next has each letter at once; the board follows when somebody has stopped writing.
  function edited({ [ADDED]: added = "", ...own }) {
    isNewManifest ||= own[MANIFEST] !== bench.files[MANIFEST];
    bench.files = own;
    bench.rules = added;
    describe();
    follow();
  }

  const follow = settled(PAUSE, async () => {
    if (!isNewManifest) return bench.emit("content");
    isNewManifest = false;
    pending.abort();
    pending = new AbortController();
    try {
      const types = bench.changedTypes();
      const type = await request("type", { type: bench.type.name, types }, { signal: pending.signal });
      problemsOfType = [];
      bench.setType(type);
      bench.emit("content");
    } catch (error) {
      if (isCancelled(error)) return;
      problemsOfType = [{ ...error, message: error.sentence ?? error.message, severity: "error" }];
      bench.emit("content"); // the verdict line says what is wrong
    }
    mark();
  });

  function take(files, added) {
    const all = { ...files, [ADDED]: added };
    pane.show(all, { original: bench.originals, selected: "rules.lp", type: bench.type.name });
    edited(all);
    follow.now();
  }

  createVariants(bench, { take });
  byId("put-back").addEventListener("click", () => {
    bench.describeRules("");
    take(bench.originals, "");
  });
  byId("download-folder").addEventListener("click", () => {
    const { [ADDED]: added = "", ...files } = pane.files();
    const withAdded = added.trim() ? { ...files, [ADDED]: added } : files;
    downloadFolder(bench.type.name, { ...withAdded, "example.yaml": bench.native() });
  });

  document.querySelector("[role=tablist]").addEventListener("chosen", (/** @type {CustomEvent} */ { detail }) => {
    if (detail === "tab-rules") pane.load();
  });
  bench.on("loaded", () => {
    follow.drop();
    isNewManifest = false;
    problemsOfType = [];
    show();
  });
  bench.on("reasons", (rules) => {
    reasons = rules.map(({ sentence, ...place }) => ({ ...place, message: t("reasonForNone", { sentence }), severity: "info" }));
    mark();
  });
  bench.on("rule", ({ file, line }) => {
    byId("tab-rules").click();
    pane.select(file, line);
  });
  bench.on("content", () => {
    reasons = [];
  });
  bench.on("loaded content described", describe);
  return {
    problems(list) {
      problemsOfPuzzle = list;
      mark();
    },
  };
}
