// The panel in which results are reported: sentences, and findings that can be shown on the board.

import { button, byId, capital, element } from "./dom.js";
import { t } from "./texts.js";

const NARROW = "(max-width: 46rem)"; // where bench.css puts all under one another

export function createFindings(bench) {
  const panel = byId("findings");
  let shown = null;

  const clear = () => {
    shown = null;
    panel.replaceChildren();
  };

  // What was shown on the board of earlier findings goes with them.
  function report(...content) {
    shown = null;
    if (bench.layers.shown || bench.layers.answer) bench.show(null, "", { answer: null });
    const nodes = content.flat(Infinity).filter(Boolean);
    nodes.forEach((node, at) => panel.childNodes[at] !== node && panel.insertBefore(node, panel.childNodes[at] ?? null)); // what is there stays
    while (panel.childNodes.length > nodes.length) panel.lastChild.remove();
  }

  // A finding: {says: [sentence], clues, because, rules, said, picture, what}. rules: those that are the reason, with their places;
  // said: what each of them says here, which leads to it. what: what its picture shows. chain: {says: [sentence], picture}, the reason as a chain, which is folded at first.
  function finding({ says = [], clues = [], because = [], chain = null, rules = [], said = [], picture = null, what = "", buttons = [] }) {
    const article = element("article", { class: "finding" });
    const ruleThatSays = (sentence) => {
      const rule = rules[said.indexOf(sentence)];
      return rule && button(capital(sentence), () => bench.emit("rule", rule), { class: "plain to-rule", title: t("showThisRule") });
    };
    const draw = (drawn, what) => {
      mark(article);
      bench.show(drawn, what);
    };
    const show = () => {
      draw(picture, what);
      bench.emit("reasons", rules);
    };
    const controls = picture ? [button(t("showOnTheBoard"), show, { class: "plain" }), ...buttons] : buttons;
    article.append(
      ...says.map((sentence) => element("p", {}, capital(sentence))),
      ...listed(t("clues"), clues),
      ...listed(t("because"), because.map((each) => ruleThatSays(each) ?? each)),
      ...(chain ? [unfolding(chain, show, draw)] : []),
      ...listed(t("byTheRules"), rules.map((_, at) => said[at]).filter((each) => !because.includes(each)).map(ruleThatSays)),
      ...(controls.length ? [element("div", { class: "finding-buttons" }, ...controls)] : []),
    );
    return Object.assign(article, { show });
  }

  // 'Show the chain': unfolded, its cells are numbered on the board.
  function unfolding({ says, picture }, fold, draw) {
    const details = element("details", { class: "chain" }, element("summary", {}, t("showTheChain")), element("ol", {}, ...says.map((each) => element("li", {}, each))));
    details.addEventListener("toggle", () => (details.open ? draw(picture, t("theChainTheNumbers")) : fold()));
    return details;
  }

  function mark(article) {
    shown?.removeAttribute("aria-current");
    shown = article;
    shown?.setAttribute("aria-current", "true");
  }

  // On a narrow screen, back to the board; the finding stays below it: see bench.css.
  function toBoard() {
    if (matchMedia(NARROW).matches) document.querySelector("#board .board-scroll")?.scrollIntoView({ block: "nearest" });
  }

  bench.on("shown", (what) => {
    const line = byId("shown");
    line.hidden = !what;
    byId("shown-what").textContent = what ?? "";
    if (!what) mark(null);
    else toBoard();
  });
  byId("back-to-board").addEventListener("click", () => {
    bench.show(null);
    bench.editor.focus();
  });
  return { clear, report, finding, toBoard };
}

export const sentences = (list) => list.filter((each) => each.trim()).map((each) => element("p", {}, capital(each.trim())));

export const complaint = (error) => element("p", { class: "complaint" }, error.error ?? error.message);

// Remarks of the service on a request, as a list of paragraphs.
export const remarks = ({ notes = [] }) => notes.map((note) => element("p", { class: "quiet" }, capital(note)));

function listed(title, items) {
  if (!items.length) return [];
  return [element("h3", {}, title), element("ul", {}, ...items.map((item) => element("li", {}, typeof item === "string" ? capital(item) : item)))];
}
