// The workbench: the board with its tools, the findings and the rules; and the addresses that lead to it.

import { createAddresses } from "./addresses.js";
import { createAnalyses } from "./analyses.js";
import { Bench } from "./bench.js";
import { createBoardMenu } from "./boardmenu.js";
import { byId, element } from "./dom.js";
import { createBook } from "./book.js";
import { createCopying } from "./copying.js";
import { createDoors } from "./doors.js";
import { createFiles } from "./files.js";
import { remarks } from "./findings.js";
import { createFit } from "./fit.js";
import { createFitting } from "./fitting.js";
import { createHelp } from "./help.js";
import { createLimits } from "./limits.js";
import { createLive } from "./live.js";
import { createPair } from "./pair.js";
import { createPath } from "./path.js";
import { isList } from "./parts.js";
import { withList } from "./puzzle.js";
import { createPuzzleTab } from "./puzzletab.js";
import { createRulesTab } from "./rulestab.js";
import { isStatic } from "./service.js";
import { addressOf } from "./share.js";
import { createSlots } from "./slots.js";
import { createTabs } from "./tabs.js";
import { t } from "./texts.js";
import { createTimer } from "./timer.js";
import { createToolbar } from "./toolbar.js";
import { createVersions } from "./versions.js";
import { createWords } from "./words.js";
import { createWorks } from "./works.js";

const HEIGHT = "700"; // of a puzzle in another page: most boards and a hint below them

// types: the service's, a list to come. Returns the bench; route(), which follows the address of the page; take(text, type) and
// begin(name, like) as opening.js calls them.
export function createWorkbench({ types, complain, attempt, showGallery, showWorkbench }) {
  const bench = new Bench(byId("board"));
  const works = createWorks(bench, types);
  const tabs = createTabs(document.querySelector("[role=tablist]"));
  createDoors(bench, { go: (door, work) => attempt(() => addresses.go(door, work)), solve: () => analyses.solve() });
  createToolbar(bench, { openExample: (example) => attempt(() => works.openAnother(example.text)), complain });
  createBoardMenu(bench, { attempt, open: (text) => take(text) });
  createPuzzleTab(bench);
  createWords(bench);
  createBook(bench, { types, open: (text) => attempt(() => take(text)) });
  createLimits(bench);
  const rulesTab = createRulesTab(bench);
  const live = createLive(bench, { problems: rulesTab.problems });
  createPair(bench, live);
  createPath(bench);
  const analyses = createAnalyses(bench, { live, open: works.openAnother });
  createFiles(bench);
  createFit(bench);
  createCopying(bench, attempt);
  createSlots(bench);
  createFitting(bench);
  createTimer(bench);
  createVersions(bench, { open: (text) => attempt(() => works.openAnother(text, bench.editor.locked())) });
  createHelp(bench);

  const leave = (door) => {
    live.stop();
    analyses.stop();
    remark([]);
    showGallery(door);
  };
  const addresses = createAddresses(bench, works, { showGallery: leave, attempt });
  createLinks(bench, attempt);
  bench.on("loaded type", () => {
    byId("workbench").dataset.type = bench.type.name;
    showWorkbench(bench.type);
  });
  bench.on("loaded", () => complain(""));
  bench.on("loaded replaced", () => remark([]));

  // A text in any format: at the desk it takes the place of what lies there, elsewhere it is to be played. What was wrong with its rules, or null.
  async function take(text, type = null, drop = [], file = "", words = "") {
    const { work, read } = await works.readText(text, type, drop, file);
    const isHere = !byId("workbench").hidden && bench.door === "make";
    const isReplaced = isHere && work.model.type === bench.type.name && !work.rules;
    if (isReplaced) bench.replace(work.model);
    const wrong = isReplaced ? null : await addresses.go(isHere ? "make" : document.body.dataset.door, work);
    const list = words && bench.type.parts.find(isList);
    if (list) bench.editor.change(withList(bench.editor.model(), list, { text: words.replace(/\r\n?/g, "\n") }));
    remark(remarks(read));
    return wrong;
  }

  // What was remarked when a puzzle was read: it stays until another one comes.
  function remark(sentences) {
    byId("remarks").hidden = !sentences.length;
    byId("remarks").replaceChildren(...sentences);
  }

  const asked = { bench, route: addresses.route, take };
  if ("embed" in document.documentElement.dataset) import("./embedded.js").then(({ answerPage }) => answerPage(asked));
  return {
    ...asked,
    async begin(name, like) {
      await works.begin(name, like);
      addresses.settle();
      tabs.select("tab-rules");
    },
  };
}

function createLinks(bench, attempt) {
  const here = (address) => new URL(address, new URL(".", location.href)).href;
  const copy = async (text, says, holds) => {
    try {
      await navigator.clipboard.writeText(text);
      byId("file-status").textContent = `${t(says)} ${holds}`;
    } catch {
      prompt(`${t("copyFromHere")} ${holds}`, text);
    }
  };
  const copyLink = (work, holds, door = "play") => attempt(async () => copy(here(await addressOf(work, door)), "linkIsCopied", holds));
  const forSolving = () => ({ ...bench.forSolving(), hints: bench.hints && byId("link-hints").checked ? undefined : false });
  for (const id of ["copy-link", "copy-played"]) {
    byId(id).addEventListener("click", () => copyLink(forSolving(), t("holdsToSolve")));
  }
  byId("copy-set").addEventListener("click", () => copyLink(bench.work(), t("holdsToEdit"), "make"));
  byId("copy-embed").hidden = !isStatic; // a service's pages stand in few others
  byId("copy-embed").addEventListener("click", () => attempt(async () => {
    const src = here(`?embed${await addressOf(forSolving())}`);
    const frame = { src, title: bench.details.title || bench.type.title, width: "100%", height: HEIGHT, loading: "lazy", frameborder: "0" };
    copy(element("iframe", frame).outerHTML, "htmlIsCopied", t("holdsToSolve"));
  }));
  byId("copy-progress").addEventListener("click", () =>
    copyLink({ ...forSolving(), progress: bench.editor.progress() }, t("holdsProgress")));
  bench.on("content", () => {
    byId("file-status").textContent = "";
  });
}
