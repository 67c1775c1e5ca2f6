// The help dialog: what the page does, and its keys.

import { inform } from "./dialogs.js";
import { all, byId, element, labelled } from "./dom.js";
import { choose } from "./memory.js";
import { language, t } from "./texts.js";

const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? "Cmd" : "Ctrl";

const KEYS = [
  [t("keyTab"), t("toTheNextControl")],
  [t("arrowKeys"), t("onTheBoardTo")],
  [t("spaceBackspace"), t("behindStudyTheNext")],
  [t("lettersDigitsSigns"), t("onTheBoardFill")],
  [t("enterF2"), t("onTheBoardWrite")],
  [t("shiftArrowKeys"), t("onTheBoardSelect")],
  [`${CONTROL}+Z, ${CONTROL}+Y`, t("onTheBoardUndo")],
  [`${CONTROL}+V`, t("outsideOfFieldsOpens")],
  [`${CONTROL}+Enter`, t("behindMakeSolve")],
  [t("keyEscape"), t("fromAFindingsPicture")],
  ["?", t("outsideOfTheBoard")],
];

export function createHelp(bench) {
  byId("help").addEventListener("click", show);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isWriting = event.target instanceof Element && /** @type {Element} */ (event.target).closest("input, textarea, select, [contenteditable=true], #board");
    const onWorkbench = !byId("workbench").hidden;
    if (event.key === "?" && !isWriting) {
      event.preventDefault();
      show();
    } else if (event.key === "Escape" && onWorkbench && bench.layers.shown) {
      bench.show(null);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && onWorkbench && !/** @type {Element} */ (event.target).closest?.(".rules-pane")) {
      event.preventDefault();
      if (bench.door === "make") all("#analyses [data-asks=Solve]")[0].click();
    }
  });
}

function show() {
  inform(
    t("help"),
    element("p", {}, t("behindPlayYouFill")),
    labelled(t("language"), choiceOfLanguage()),
    element("h3", {}, t("keys")),
    element("dl", {}, ...KEYS.flatMap(([key, meaning]) => [element("dt", {}, key), element("dd", {}, meaning)])),
  );
}

// Each language by its own name.
function choiceOfLanguage() {
  const named = (each) => new Intl.DisplayNames([each], { type: "language" }).of(each);
  const options = all("link[data-language]").map(({ dataset: { language: each } }) =>
    element("option", { value: each, lang: each, selected: each === language }, named(each)));
  const change = ({ target }) => {
    choose("language", target.value);
    location.reload();
  };
  return element("select", { id: "language", on: { change } }, ...options);
}
