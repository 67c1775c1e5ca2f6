// Constraints that a puzzle adds to those of its type (docs/constraints.md): which there are, below the board, and their groups as
// text. They are drawn on the board (grouping.js).
import { button, element, settled } from "./dom.js";
import { UNIT } from "./geometry.js";
import { groupOf, groupsText, marksOf, withConstraint } from "./groups.js";
import { icon, sample } from "./palette.js";
import { t } from "./texts.js";

const RIM = 3; // around the picture of a constraint
const PAUSE = 500; // milliseconds without a key before what is written counts

/**
 * change(model): a constraint was edited. selected(): the selected cells, in their order. draw(constraint): its groups are drawn
 * from now on, null for none. drawn(): the name of the constraint that is being drawn.
 */
export function createConstraints(place, { change, selected, draw: begin, drawn }) {
  let [model, offered, opened, shown] = [null, [], new Set(), ""];

  let sorted = { constraints: /** @type {any} */ (null), all: [] };
  // By what they are called, as they are looked for.
  const ordered = ({ constraints = null }) => {
    if (constraints !== sorted.constraints) {
      sorted = { constraints, all: [...(constraints ?? [])].sort((one, other) => one.title.localeCompare(other.title)) };
    }
    return sorted.all;
  };
  // Its mark in a row of three cells, without the room around a board.
  function picture({ marks }) {
    const svg = icon(sample(marks.flatMap((kind) => marksOf(kind, [[1, 1], [1, 2], [1, 3]], "1").map((mark) => ({ ...mark, given: true }))), false, 3));
    const [x, y] = svg.querySelector(".board-marks").getAttribute("transform").match(/[\d.]+/g).map(Number);
    svg.setAttribute("viewBox", `${x - RIM} ${y - RIM} ${3 * UNIT + 2 * RIM} ${UNIT + 2 * RIM}`);
    return svg;
  }

  const isThere = ({ name }) => name in model.parts || opened.has(name);
  const say = (each, said) => change(withConstraint(model, each, said));

  function remove(each) {
    opened.delete(each.name);
    if (drawn() === each.name) begin(null);
    say(each, null);
    draw();
  }

  /** Adds the selected cells as a group; without any, the constraint is drawn from now on. */
  function add(name) {
    const each = offered.find((one) => one.name === name);
    if (!each) return;
    opened.add(name);
    if (!each.takes_cells) return say(each, true);
    const cells = selected();
    begin(each);
    if (cells.length > 1) say(each, [groupsText(model.parts[name]), groupOf(cells, each.bare ? "" : each.values[0]).join(" ")].filter(Boolean).join("\n"));
    draw();
  }

  function row(each) {
    const heading = element("legend", { title: each.about }, each.title);
    const removal = button(t("remove"), () => remove(each), { "aria-label": t("removeNamed", { name: each.title }) });
    const isDrawn = drawn() === each.name;
    const about = isDrawn || !each.takes_cells ? element("small", { class: "quiet" }, each.about) : null;
    if (!each.takes_cells) return element("fieldset", { class: "board-list", "data-constraint": each.name }, heading, about, removal);
    const text = element("textarea", {
      rows: Math.min(4, 1 + (model.parts[each.name]?.rows.length ?? 0)), spellcheck: "false", autocomplete: "off", placeholder: "r1c1-r1c4\nr2c1 r3c1 = 7", "aria-label": t("groupALine", { name: each.title }),
    });
    text.value = groupsText(model.parts[each.name]);
    const write = settled(PAUSE, () => say(each, text.value));
    text.addEventListener("input", write);
    text.addEventListener("change", write.now);
    const pen = button(t("draw"), () => begin(isDrawn ? null : each), { "aria-pressed": String(isDrawn), "aria-label": t("drawNamed", { name: each.title }) });
    const more = button(t("addTheSelectedCells"), () => add(each.name));
    return element("fieldset", { class: "board-list", "data-constraint": each.name }, heading, about, text, pen, more, removal);
  }

  function draw() {
    const there = offered.filter(isThere);
    const state = JSON.stringify([drawn(), offered.map(({ name }) => name), there.map(({ name }) => [name, model.parts[name] ?? null])]);
    const isWriting = place.contains(document.activeElement) && document.activeElement.tagName === "TEXTAREA";
    if (state === shown || (isWriting && there.every(({ name }) => place.querySelector(`[data-constraint="${name}"]`)))) return;
    shown = state;
    const left = offered.filter((each) => !there.includes(each) || each.takes_cells);
    const menu = element("select", { "aria-label": t("addAConstraint"), on: { change: ({ target }) => add(target.value) } },
      element("option", { value: "" }, t("addConstraintMenu")),
      ...left.map(({ name, title, about }) => element("option", { value: name, title: about }, title)));
    // Those that are lines or cages lie at hand, as tools.
    const tools = offered.filter(({ marks }) => marks?.length).map((each) => {
      const { name, title, about } = each;
      const tool = button("", () => add(name), { title: about, tabindex: "-1", "aria-pressed": String(drawn() === name), "data-draws": name }); // keys have the menu
      tool.append(picture(each), title);
      return tool;
    });
    place.replaceChildren(menu, element("div", { class: "board-draws", role: "group", "aria-label": t("drawAConstraint"), hidden: !tools.length }, ...tools), ...there.map(row));
  }

  return {
    /** Shows the constraints of a puzzle, where its type offers any. */
    show(newModel, type, isSetting) {
      if (ordered(type) !== offered) opened = new Set();
      [model, offered] = [newModel, ordered(type)];
      place.hidden = !offered.length || !isSetting;
      if (offered.length) draw();
    },
  };
}
