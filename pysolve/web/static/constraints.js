// Constraints that a puzzle adds to those of its type, as lines of cells below the board (docs/constraints.md).
import { button, element, settled } from "./dom.js";
import { groupsText, withConstraint } from "./puzzle.js";

const PAUSE = 500; // milliseconds without a key before what is written counts

/** change(model): a constraint was edited. selected(): the selected cells. */
export function createConstraints(place, { change, selected }) {
  let [model, offered, opened, shown] = [null, [], new Set(), ""];

  const isThere = ({ name }) => name in model.parts || opened.has(name);
  const say = (each, said) => change(withConstraint(model, each, said));

  function remove(each) {
    opened.delete(each.name);
    say(each, null);
    draw();
  }

  function add(name) {
    const each = offered.find((one) => one.name === name);
    if (!each) return;
    opened.add(name);
    if (!each.takes_cells) return say(each, true);
    const cells = selected();
    if (cells.length > 1) say(each, [groupsText(model.parts[name]), lineOf(cells)].filter(Boolean).join("\n"));
    draw();
    place.querySelector(`[data-constraint="${name}"] textarea`)?.focus();
  }

  function row(each) {
    const heading = element("legend", { title: each.about }, each.title);
    const removal = button("Remove", () => remove(each), { "aria-label": `Remove ${each.title}` });
    const about = element("small", { class: "quiet" }, each.about);
    if (!each.takes_cells) return element("fieldset", { class: "board-list", "data-constraint": each.name }, heading, about, removal);
    const text = element("textarea", {
      rows: 3, spellcheck: "false", autocomplete: "off", placeholder: "r1c1-r1c4\nr2c1 r3c1 = 7", "aria-label": `${each.title}, a group of cells a line`,
    });
    text.value = groupsText(model.parts[each.name]);
    const write = settled(PAUSE, () => say(each, text.value));
    text.addEventListener("input", write);
    text.addEventListener("change", write.now);
    const more = button("Add the selected cells", () => add(each.name));
    return element("fieldset", { class: "board-list", "data-constraint": each.name }, heading, about, text, element("div", {}, more, " ", removal));
  }

  function draw() {
    const there = offered.filter(isThere);
    const state = JSON.stringify([offered.map(({ name }) => name), there.map(({ name }) => [name, model.parts[name] ?? null])]);
    const isWriting = place.contains(document.activeElement) && document.activeElement.tagName === "TEXTAREA";
    if (state === shown || (isWriting && there.every(({ name }) => place.querySelector(`[data-constraint="${name}"]`)))) return;
    shown = state;
    const left = offered.filter((each) => !there.includes(each) || each.takes_cells);
    const menu = element("select", { "aria-label": "Add a constraint", on: { change: ({ target }) => add(target.value) } },
      element("option", { value: "" }, "Add a constraint …"),
      ...left.map(({ name, title, about }) => element("option", { value: name, title: about }, title)));
    place.replaceChildren(...there.map(row), menu);
  }

  return {
    /** Shows the constraints of a puzzle, where its type offers any. */
    show(newModel, type) {
      if (type.constraints !== offered) opened = new Set();
      [model, offered] = [newModel, type.constraints ?? []];
      place.hidden = !offered.length;
      if (offered.length) draw();
    },
  };
}

/** Cells as a group: one after the other. */
const lineOf = (cells) => cells.map(([row, column]) => `r${row}c${column}`).join(" ");
