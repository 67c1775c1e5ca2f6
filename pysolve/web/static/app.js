// The page: what it consists of, and which of its two views is shown.

import { createAddresses } from "./addresses.js";
import { Bench } from "./bench.js";
import { createTheme } from "./colours.js";
import { createAnalyses } from "./analyses.js";
import { byId } from "./dom.js";
import { createFiles } from "./files.js";
import { createGallery } from "./gallery.js";
import { createHelp } from "./help.js";
import { createLimits } from "./limits.js";
import { createLive } from "./live.js";
import { createOpening } from "./opening.js";
import { createPuzzleTab } from "./puzzletab.js";
import { createRulesTab } from "./rulestab.js";
import { get } from "./service.js";
import { addressOf } from "./share.js";
import { createTabs } from "./tabs.js";
import { createToolbar } from "./toolbar.js";
import { createWorks } from "./works.js";

const bench = new Bench(byId("board"));
const works = createWorks(bench);
const tabs = createTabs(document.querySelector("[role=tablist]"));
createToolbar(bench, {
  openExample: (example) => attempt(() => works.openAnother(example.text)),
  takeBoard: (model) => works.takeBoard(model),
  complain,
});
createPuzzleTab(bench);
createLimits(bench);
const rulesTab = createRulesTab(bench);
const live = createLive(bench, { problems: rulesTab.problems });
const analyses = createAnalyses(bench, { live, open: works.openAnother });
createFiles(bench);
createTheme();
createHelp(bench);
const addresses = createAddresses(bench, works, { showGallery, attempt });

function complain(text) {
  byId("complaint").hidden = !text;
  byId("complaint").textContent = text ? text.charAt(0).toUpperCase() + text.slice(1) : "";
}

async function attempt(act) {
  try {
    await act();
    complain("");
  } catch (error) {
    complain(error.message);
  }
}

// -- Views

const GALLERY = "Logic puzzles";
let galleryScroll = 0; // where the reader left it

function showGallery() {
  live.stop();
  analyses.stop();
  byId("changed").hidden = true;
  head(GALLERY, "Choose a type to solve, to set, to study or to change; or start one of your own.");
  view("gallery");
  scrollTo(0, galleryScroll);
}

function showWorkbench() {
  if (!byId("gallery").hidden) galleryScroll = scrollY;
  head(bench.type.title || bench.type.name, bench.type.about);
  view("workbench");
}

function head(title, about) {
  byId("heading").textContent = title;
  byId("about").textContent = about ?? "";
  document.title = title === GALLERY ? "pysolve" : `${title} – pysolve`;
}

function view(name) {
  for (const each of ["gallery", "workbench"]) byId(each).hidden = each !== name;
}

// An address in the page would lead away from what is shown.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});

bench.on("loaded type", showWorkbench);
bench.on("loaded", () => complain(""));

// -- Links

const copyLink = (work, holds) =>
  attempt(async () => {
    const link = new URL(await addressOf(work), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      byId("file-status").textContent = `The link is copied; it holds ${holds}.`;
    } catch {
      prompt(`The link, which holds ${holds}:`, link); // the browser does not let pages copy
    }
  });
byId("copy-link").addEventListener("click", () => copyLink(bench.work(), "the whole puzzle"));
byId("copy-progress").addEventListener("click", () =>
  copyLink({ ...bench.work(), progress: bench.editor.progress() }, "the puzzle and what is filled in"));
bench.on("play content mode", () => {
  byId("copy-progress").hidden = !bench.editor.progress().length;
});
bench.on("content", () => {
  byId("file-status").textContent = "";
});

// -- Start

const types = []; // those of the service, as soon as it has sent them

createOpening({
  types,
  present: () => bench.type?.name ?? null,
  complain,
  take: async (text, type) => {
    await works.openText(text, type);
    addresses.settle();
  },
  begin: async (name, like) => {
    await works.begin(name, like);
    addresses.settle();
    tabs.select("tab-rules");
  },
});

async function start() {
  let wrong = null;
  try {
    types.push(...(await get("/api/types")).types);
    createGallery(types);
    works.know(types);
  } catch (error) {
    wrong = error;
  }
  await addresses.route();
  if (wrong) complain(wrong.message);
}

start();
