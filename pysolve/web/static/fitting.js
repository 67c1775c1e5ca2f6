// The words that fit the slot in which the cursor is, while a crossword is set: by score, those first after which the other slots can be
// filled; and the slots that no word fits. They come by themselves, and nobody waits for them.

import { button, byId, element, settled } from "./dom.js";
import { key } from "./geometry.js";
import { cellsOf } from "./groups.js";
import { choice, choose } from "./memory.js";
import { isCancelled, isStatic, request } from "./service.js";
import { NAMES } from "./slots.js";
import { t } from "./texts.js";

const PAUSE = 40; // milliseconds without an edit before words are looked for: sooner than the verdict
const REST = 500; // milliseconds without an edit, or a move, before words are tried
const SHOWN = 24; // words of a slot
const LIMIT = 20; // seconds
const RULES = "slots.lp"; // which types have whose words stand in slots
const CLASSES = new Map([[true, "fills"], [false, "fails"]]);

export function createFitting(bench) {
  const box = byId("fitting");
  let [known, about] = [[], null]; // the slots as they were last said to be, and of which clues
  let pending = new AbortController();
  let isLooking = false; // a verdict is looked for, by the one worker that there is

  box.open = choice("fitting", true);
  new ResizeObserver(() => { box.style.bottom = `${byId("verdict").offsetHeight}px`; }).observe(byId("verdict")); // above it on a phone

  const isOn = () => RULES in bench.files && bench.door === "make" && bench.mode === "set";
  const here = () => bench.editor.word();
  const slotOf = (cells) => known.find((slot) => key(slot.places) === key(cells));

  async function look(tried) {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    const { parts } = bench;
    const take = ({ slots }) => {
      if (signal.aborted || !slots) return;
      const latest = about === parts ? known : [];
      known = slots.map((slot) => ({ ...slot, places: cellsOf(slot.cells.split(" ")) ?? [] }));
      if (!tried.length) known = known.map((slot) => latest.find((each) => each.cells === slot.cells && each.fills.some((fills) => fills !== null)) ?? slot);
      about = parts;
      show();
    };
    try {
      const body = bench.request({ slots: SHOWN, tried, show: [], time_limit: LIMIT });
      take(await request("candidates", body, { signal, on: (_, data) => take(data) }));
      if (!tried.length) later.trial();
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      known = []; // what is wrong is said with the verdict
      show();
    }
  }

  const later = {
    words: settled(PAUSE, () => isOn() && box.open && look([])),
    trial: settled(REST, () => {
      const cells = here();
      if (isOn() && box.open && cells.length > 1 && about === bench.parts && !(isStatic && isLooking)) look(cells.slice(0, 2));
    }),
  };

  function changed() {
    pending.abort();
    box.hidden = !isOn();
    isLooking = byId("live").checked;
    later.trial.drop();
    if (box.hidden) forget();
    else later.words();
  }

  function forget() {
    [known, about] = [[], null];
    show();
  }

  function show() {
    const dead = known.filter(({ count }) => !count);
    const cells = new Map(dead.flatMap(({ places }) => places).map((cell) => [key(cell), cell]));
    bench.draw({ dead: dead.length ? [...cells.values()] : null });
    const word = here();
    const slot = slotOf(word);
    const words = slot?.words.map((word, at) => ({ word, score: slot.scores[at], fills: slot.fills[at] })) ?? [];
    byId("fitting-says").replaceChildren(
      ...(slot ? [t("wordsFit", { count: slot.count, slot: nameOf(word) })] : []),
      ...dead.filter((each) => each !== slot).map((each) => button(t("noWordFits", { slot: nameOf(each.places) }), () => go(each), { class: "plain" })),
    );
    byId("fitting-words").replaceChildren(...words.map((each) => element("li", {}, item(each, word))));
  }

  const go = ({ places }) => bench.editor.beginWord({ direction: directionOf(places), cells: places });

  function item({ word, score, fills }, cells) {
    const about = fills === null ? word : t(fills ? "wordFills" : "wordFails", { word });
    const write = () => bench.editor.writeWord(cells, word);
    const title = score ? `${about} (${score})` : about;
    return button([word, score ? element("small", {}, String(score)) : null], write, { class: `plain slot ${CLASSES.get(fills) ?? ""}`, title, "aria-label": about });
  }

  box.addEventListener("toggle", () => {
    choose("fitting", box.open);
    changed();
  });
  bench.on("loaded", forget);
  bench.on("loaded content mode type", changed);
  bench.on("verdict", () => {
    isLooking = false;
    if (isStatic) later.trial();
  });
  bench.on("selected", () => {
    if (!isOn()) return;
    show();
    later.trial();
  });
}

const directionOf = ([one, next]) => (one[0] === next[0] ? "right" : "down");

const nameOf = (cells) => t("slotNamed", { row: cells[0][0], column: cells[0][1], direction: NAMES[directionOf(cells)] });
