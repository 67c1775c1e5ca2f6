// The gallery: a card for each type, and a search among them.

import { byId, capital, element, worded } from "./dom.js";
import { opened, variantsOf } from "./memory.js";
import { Refusal, get } from "./service.js";
import { t } from "./texts.js";

// Shows the types as cards, by family. types: as GET /api/types lists them. mine: whether somebody has work of a type here.
export function createGallery(types, mine) {
  const groups = [...grouped(types)].sort(([one], [other]) => one.localeCompare(other));
  const known = types.filter((type) => type.rank !== null && type.rank !== undefined).sort((one, other) => one.rank - other.rank);
  const others = groups.map(([group, members]) => [group, members.filter((type) => !known.includes(type))]).filter(([, those]) => those.length);
  const sections = [...(known.length ? [[KNOWN, known]] : []), ...others].map(([group, members]) => newSection(group, members));
  byId("groups").replaceChildren(...sections.map(({ section }) => section));
  const search = byId("search");
  const update = () => narrow(sections, { search: search.value, chosen: filter.chosen(), mine, all: types.length });
  const filter = createFilter(groups, update);
  search.addEventListener("input", update);
  search.addEventListener("keydown", (event) => {
    const [first] = event.key === "Enter" ? found(sections, search.value) : [];
    if (first) location.hash = first;
  });
  document.addEventListener("keydown", (event) => {
    const isField = /** @type {Element} */ (event.target).closest("input, textarea, select, [contenteditable=true]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isField || byId("gallery").hidden) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
  const renew = () => {
    for (const { name, card } of sections.flatMap(({ cards }) => cards)) card.querySelector("h3 a").href = addressOfType(name);
    listOpened();
    for (const { name, card } of sections.flatMap(({ cards }) => cards)) listVariants(name, card.querySelector(".variants"));
    update();
  };
  renew();
  return { update: renew };
}

const KNOWN = t("wellKnown"); // the section with which the gallery begins

const TO = { play: t("toPlay"), make: t("toEdit"), study: t("toStudy") };

// What was opened last, as links to it.
function listOpened() {
  const links = opened().map(([address, title]) => {
    const [, door = "play"] = /^#\/(play|make|study)\//.exec(address) ?? [];
    return element("a", { href: address }, title, element("small", {}, ` ${TO[door]}`));
  });
  byId("recent").hidden = !links.length;
  byId("recent").replaceChildren(element("span", {}, t("openedLast")), ...links.flatMap((link) => [" ", link]));
}

const ALL = "all";
const MINE = "mine";

// Buttons of which one is chosen: all families, one of them, or what somebody has worked at.
function createFilter(groups, changed) {
  let chosen = ALL;
  const choices = [[ALL, t("all")], ...groups.map(([group]) => [`group ${group}`, capital(group || t("other"))]), [MINE, t("mine")]];
  const buttons = choices.map(([value, label]) => {
    const choose = () => {
      chosen = value;
      mark();
      changed();
    };
    return [value, element("button", { type: "button", on: { click: choose } }, label)];
  });
  const mark = () => {
    for (const [value, button] of buttons) button.setAttribute("aria-pressed", String(value === chosen));
  };
  mark();
  buttons.at(-1)[1].title = t("typesOfWhichThis");
  byId("families").replaceChildren(...buttons.map(([, button]) => button));
  return { chosen: () => chosen };
}

function grouped(types) {
  const groups = new Map();
  for (const type of types) groups.set(type.group, [...(groups.get(type.group) ?? []), type]);
  return groups;
}

function newSection(group, types) {
  const cards = types.map((type) => ({ name: type.name, group: type.group, card: newCard(type), words: plain(searched(type)), title: plain(type.title), names: plain(namesOf(type)).split(/[^\p{L}\p{N}]+/u) }));
  const heading = element("h2", { id: `group-${group.replace(/\W+/g, "-")}` }, capital(group || t("other")));
  const list = element("ul", { class: "cards", role: "list" }, ...cards.map(({ card }) => card));
  return { section: element("section", { "aria-labelledby": heading.id }, heading, list), cards };
}

function newCard(type) {
  const picture = element("img", {
    src: `api/types/${encodeURIComponent(type.name)}/picture.svg`,
    alt: t("exampleOf", { name: type.title }),
    loading: "lazy",
    decoding: "async",
  });
  const link = element("a", { href: addressOfType(type.name) }, type.title);
  return element(
    "li",
    { class: "card", "data-type": type.name },
    element("div", { class: "mat" }, picture),
    element(
      "div", { class: "said" },
      element("h3", {}, link), element("p", {}, type.about), newRules(type), element("p", { class: "variants", hidden: true }),
    ),
  );
}

// The rules in words, which the service sends when they are opened for the first time.
function newRules(type) {
  const list = element("ol", {});
  const details = element("details", {}, element("summary", { "aria-label": t("rulesOf", { name: type.title }) }, t("rules")), list);
  details.addEventListener("toggle", async () => {
    if (!details.open || list.childElementCount) return;
    try {
      const [known, { withOptions }] = await Promise.all([get(`api/types/${encodeURIComponent(type.name)}`), import("./options.js")]);
      const rules = known.rules.map((rule) => withOptions({ type: known, details: { options: {} } }, rule, false)).filter(Boolean);
      const sentences = rules.length ? rules : [t("thereAreNoneIn")];
      list.replaceChildren(...sentences.map((rule) => element("li", {}, worded(rule))));
    } catch (error) {
      details.open = false; // so that they are requested again
      if (!(error instanceof Refusal)) throw error;
    }
  });
  return details;
}

// The variants of a type that this browser keeps.
function listVariants(name, place) {
  const links = variantsOf(name).map((each) => element("a", { href: addressOfType(name, undefined, each.name) }, each.name));
  place.replaceChildren(t("variants"), ...links.flatMap((link) => [" ", link]));
  place.hidden = !links.length;
}

export const addressOfType = (name, door = document.body.dataset.door, variant = "") =>
  `#/${door}/${encodeURIComponent(name)}${variant && `?variant=${encodeURIComponent(variant)}`}`;

const namesOf = (type) => [type.title, type.name, ...type.aliases, ...(type.constraints ?? [])].join(" ");
const shapesOf = (type) => type.boards.map((board) => (board === "hex" ? "hex hexagon hexagonal" : board)).join(" ");
const searched = (type) => [namesOf(type), type.group, shapesOf(type), type.about].join(" ");

// Text without capitals and accents, so that both match however they are typed.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const wordsOf = (search) => plain(search).split(/\s+/).filter(Boolean);

// Whether a word is meant by another one: one slip of the keys, in long words two.
function isNear(word, other) {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (!most || Math.abs(word.length - other.length) > most) return false;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= word.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      next[to] = Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + Number(word[at - 1] !== other[to - 1]));
    }
    row = next;
  }
  return row[other.length] <= most;
}

const holds = (card, words) => words.every((word) => card.words.includes(word));
const isMeant = (card, words) => words.every((word) => card.words.includes(word) || card.names.some((name) => isNear(word, name)));

// What decides whether a search means a card: what it says; if no card says that, what may have been meant.
function matching(sections, words) {
  return sections.some(({ cards }) => cards.some((card) => holds(card, words))) ? holds : isMeant;
}

// The addresses of the types that are found, those first whose title begins so.
function found(sections, search) {
  const words = wordsOf(search);
  if (!words.length) return [];
  const matches = matching(sections, words);
  const cards = sections.flatMap((section) => section.cards).filter((card) => matches(card, words));
  const rank = ({ title, names }) => (title === words.join(" ") ? 0 : title.startsWith(words[0]) ? 1 : names.includes(words[0]) ? 2 : 3);
  return cards.sort((one, other) => rank(one) - rank(other)).map(({ name }) => addressOfType(name));
}

// Shows the cards of the chosen family in which every word of the search is found.
function narrow(sections, { search, chosen, mine, all }) {
  const words = wordsOf(search);
  const matches = matching(sections, words);
  let count = 0;
  for (const { section, cards } of sections) {
    const isChosen = ({ name, group }) => chosen === ALL || chosen === `group ${group}` || (chosen === MINE && mine(name));
    for (const each of cards) each.card.hidden = !isChosen(each) || !matches(each, words);
    const here = cards.filter(({ card }) => !card.hidden).length;
    section.hidden = here === 0;
    count += here;
  }
  const isNarrow = words.length > 0 || chosen !== ALL;
  const found = matches === holds ? t("typesFound", { count, all }) : t("typesMeant", { count, all });
  byId("search-count").textContent = isNarrow ? found : t("types", { count: all });
  byId("nothing").hidden = count > 0;
}
