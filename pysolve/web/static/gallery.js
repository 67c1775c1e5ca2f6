// The gallery: a card for each type, and a search among them.

import { byId, counted, element } from "./dom.js";
import { Refusal, get } from "./service.js";

// Shows the types as cards, by group. types: as GET /api/types lists them.
export function createGallery(types) {
  const groups = [...grouped(types)].sort(([one], [other]) => one.localeCompare(other));
  const sections = groups.map(([group, members]) => newSection(group, members));
  byId("groups").replaceChildren(...sections.map(({ section }) => section));
  const search = byId("search");
  const update = () => narrow(sections, search.value, types.length);
  search.addEventListener("input", update);
  update();
}

function grouped(types) {
  const groups = new Map();
  for (const type of types) groups.set(type.group, [...(groups.get(type.group) ?? []), type]);
  return groups;
}

function newSection(group, types) {
  const cards = types.map((type) => ({ card: newCard(type), words: plain(searched(type)) }));
  const heading = element("h2", { id: `group-${group.replace(/\W+/g, "-")}` }, capital(group || "other"));
  const list = element("ul", { class: "cards", role: "list" }, ...cards.map(({ card }) => card));
  return { section: element("section", { "aria-labelledby": heading.id }, heading, list), cards };
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
    element("h3", {}, link),
    element("p", {}, type.about),
    newRules(type),
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

export const addressOfType = (name) => `#/type/${encodeURIComponent(name)}`;

const searched = (type) => [type.title, type.name, type.group, ...type.aliases, type.about].join(" ");

// Text without capitals and accents, so that both match however they are typed.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Shows the cards in which every word of the search is found.
function narrow(sections, search, all) {
  const words = plain(search).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { section, cards } of sections) {
    for (const each of cards) each.card.hidden = !words.every((word) => each.words.includes(word));
    const here = cards.filter(({ card }) => !card.hidden).length;
    section.hidden = here === 0;
    count += here;
  }
  byId("search-count").textContent = words.length
    ? `${counted(count, "type")} of ${all} found`
    : counted(all, "type");
}
