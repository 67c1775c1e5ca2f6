// The tab 'Puzzle': the rules in words, what the options mean, what is said of the puzzle in words, and its file.

import { all, byId, element, labelled, settled } from "./dom.js";
import { explained } from "./options.js";
import { t } from "./texts.js";
import { rulesInWords } from "./words.js";

export function createPuzzleTab(bench) {
  const file = element("pre", { tabindex: "0", "aria-label": t("thePuzzlesFile") });
  const rules = element("ol");
  const show = settled(200, () => {
    file.textContent = bench.text();
  });
  const fill = () => {
    const { options = [], title, aliases = [] } = bench.type;
    byId("panel-puzzle").replaceChildren(
      element("h2", {}, t("rulesInWords")),
      rules,
      ...(aliases.length ? [element("p", { class: "quiet" }, t("alsoKnownAs", { title, aliases: aliases.join(", ") }))] : []),
      ...(options.flatMap(explained).length ? [element("h2", {}, t("options")), element("dl", {}, ...options.flatMap(explained))] : []),
      element("h2", {}, t("thisPuzzle")),
      element("div", { class: "fields" }, .../** @type {const} */ (["title", "author", "source"]).map((key) => field(bench, key, t(key), line()))),
      field(bench, "rules", t("ownRules"), element("textarea", { rows: 3 }), t("whatThisPuzzleAdds")),
      element("details", {}, element("summary", {}, t("itsFile")), file),
    );
    update();
  };
  const fields = () => all("#panel-puzzle [data-words]");
  function update() {
    const sentences = rulesInWords(bench).map((each) => element("li", {}, each));
    rules.replaceChildren(...(sentences.length ? sentences : [t("thereAreNoneIn")]));
    for (const each of fields()) if (each !== document.activeElement) each.value = bench.details[each.dataset.words];
    show();
  }
  bench.on("loaded type", fill);
  bench.on("content described", update);
}

const line = () => element("input", { type: "text", autocomplete: "off" });

// The field for something that is said of the puzzle in words.
function field(bench, key, label, control, note = null) {
  control.dataset.words = key;
  control.value = bench.details[key];
  control.addEventListener("change", () => bench.change({ [key]: control.value.trim() }));
  return labelled(label, control, note);
}
