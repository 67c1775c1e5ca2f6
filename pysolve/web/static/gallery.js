// The gallery: a card for each type, and a search among them.

import { byId, counted, element } from "./dom.js";
import { variantsOf } from "./memory.js";
import { Refusal, get } from "./service.js";

// Shows the types as cards, by family. types: as GET /api/types lists them. mine: whether somebody has work of a type here.
export function createGallery(types, mine) {
  const groups = [...grouped(types)].sort(([one], [other]) => one.localeCompare(other));
  const sections = groups.map(([group, members]) => newSection(group, members));
  byId("groups").replaceChildren(...sections.map(({ section }) => section));
  const search = byId("search");
  const update = () => narrow(sections, { search: search.value, chosen: filter.chosen(), mine, all: types.length });
  const filter = createFilter(groups, update);
  search.addEventListener("input", update);
  const renew = () => {
    for (const { name, card } of sections.flatMap(({ cards }) => cards)) listVariants(name, card.querySelector(".variants"));
    update();
  };
  renew();
  return { update: renew };
}

const ALL = "all";
const MINE = "mine";

// Buttons of which one is chosen: all families, one of them, or what somebody has worked at.
function createFilter(groups, changed) {
  let chosen = ALL;
  const choices = [[ALL, "All"], ...groups.map(([group]) => [`group ${group}`, capital(group || "other")]), [MINE, "Mine"]];
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
  buttons.at(-1)[1].title = "Types of which this browser keeps a puzzle that you have begun";
  byId("families").replaceChildren(...buttons.map(([, button]) => button));
  return { chosen: () => chosen };
}

function grouped(types) {
  const groups = new Map();
  for (const type of types) groups.set(type.group, [...(groups.get(type.group) ?? []), type]);
  return groups;
}

function newSection(group, types) {
  const cards = types.map((type) => ({ name: type.name, card: newCard(type), words: plain(searched(type)) }));
  const heading = element("h2", { id: `group-${group.replace(/\W+/g, "-")}` }, capital(group || "other"));
  const list = element("ul", { class: "cards", role: "list" }, ...cards.map(({ card }) => card));
  return { group, section: element("section", { "aria-labelledby": heading.id }, heading, list), cards };
}

function newCard(type) {
  const picture = element("img", {
    src: `/api/types/${encodeURIComponent(type.name)}/picture.svg`,
    alt: `An example of ${type.title} with its answer`,
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
  const name = element("span", { class: "unseen" }, ` of ${type.title}`);
  const details = element("details", {}, element("summary", {}, "Rules", name), list);
  details.addEventListener("toggle", async () => {
    if (!details.open || list.childElementCount) return;
    try {
      const { rules } = await get(`/api/types/${encodeURIComponent(type.name)}`);
      const sentences = rules.length ? rules : ["The manifest says none yet."];
      list.replaceChildren(...sentences.map((rule) => element("li", {}, rule)));
    } catch (error) {
      details.open = false; // so that they are requested again
      if (!(error instanceof Refusal)) throw error;
    }
  });
  return details;
}

// The variants of a type that this browser keeps.
function listVariants(name, place) {
  const links = variantsOf(name).map((each) => element("a", { href: addressOfType(name, each.name) }, each.name));
  place.replaceChildren("Variants:", ...links.flatMap((link) => [" ", link]));
  place.hidden = !links.length;
}

export const addressOfType = (name, variant = "") =>
  `#/type/${encodeURIComponent(name)}${variant && `?variant=${encodeURIComponent(variant)}`}`;

const searched = (type) => [type.title, type.name, type.group, ...type.aliases, type.about].join(" ");

// Text without capitals and accents, so that both match however they are typed.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Shows the cards of the chosen family in which every word of the search is found.
function narrow(sections, { search, chosen, mine, all }) {
  const words = plain(search).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { group, section, cards } of sections) {
    const isChosen = (name) => chosen === ALL || chosen === `group ${group}` || (chosen === MINE && mine(name));
    for (const each of cards) each.card.hidden = !isChosen(each.name) || !words.every((word) => each.words.includes(word));
    const here = cards.filter(({ card }) => !card.hidden).length;
    section.hidden = here === 0;
    count += here;
  }
  const isNarrow = words.length > 0 || chosen !== ALL;
  byId("search-count").textContent = isNarrow ? `${counted(count, "type")} of ${all} found` : counted(all, "type");
}
