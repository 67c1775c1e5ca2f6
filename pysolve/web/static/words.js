// What is said of a puzzle in words: its title and author, its own rules, those of its type, and what somebody has added to them.

import { byId, element, worded } from "./dom.js";
import { withOptions } from "./options.js";
import { t } from "./texts.js";

export function createWords(bench) {
  const show = () => {
    const { title, author, rules } = bench.details;
    const by = title && author ? t("titleBy", { title, author }) : author ? t("by", { author }) : title;
    const own = rules.split("\n").filter(Boolean);
    byId("words").replaceChildren(
      ...(by ? [element("p", {}, element("strong", {}, by))] : []),
      element("ol", { class: "rules-in-words", "data-doors": "play study" }, ...rulesInWords(bench, true).map((each) => element("li", {}, each))),
      ...own.map((line) => element("p", { class: "own-rule" }, line)),
    );
  };
  bench.on("loaded type content described", show);
}

/** The rules of the type on the workbench, and the sentences of rules that were added to it or changed. ofPuzzle: without what holds
 * on request, if the puzzle does not ask for it. @returns {any[]} */
export function rulesInWords(bench, ofPuzzle = false) {
  const rules = (bench.type.rules ?? []).map((rule) => withOptions(bench, rule, ofPuzzle)).filter(Boolean);
  const changed = Object.entries(bench.files).filter(([name, text]) => name.endsWith(".lp") && text !== bench.originals[name]);
  const known = new Set(Object.values(bench.originals).flatMap(sentencesOf));
  const added = [bench.rules, ...changed.map(([, text]) => text)].flatMap(sentencesOf).filter((each) => !known.has(each));
  return [...rules.map((rule) => worded(rule)), ...added.map((each) => element("strong", {}, each))];
}

/** The sentences that stand before rules, behind %!. */
const sentencesOf = (text) => [...text.matchAll(/^%!\s*(.+)$/gm)].map(([, sentence]) => sentence.trim());
