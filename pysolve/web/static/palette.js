// The palette beside the board: what a click or a drag paints, as an ARIA toolbar with one tab stop.
import { all, element } from "./dom.js";
import { drawPicture } from "./picture.js";

/**
 * choose(id): an item was chosen, or null where the chosen one was let go. act(id): a button was pressed.
 * write(text, enter): the field for a value was written in; enter: with the Enter key.
 */
export function createPalette(bar, { choose, act, write }) {
  let [items, chosen, field] = [[], null, null];
  const controls = () => all("button, input", bar);

  const press = (item) => {
    if (item.acts) act(item.id);
    else choose(chosen === item.id ? null : item.id);
  };

  const made = (item) => {
    if (item.field) {
      field = element("input", {
        type: "text", class: "palette-field", "aria-label": item.label, placeholder: item.hint, title: item.label, size: 4,
        autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "enter", inputmode: item.inputmode,
        "data-tool": item.id,
        on: {
          input: () => write(field.value.trim(), false),
          keydown: (event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            write(field.value.trim(), true);
            field.select();
          },
        },
      });
      return field;
    }
    const look = item.picture ? icon(item) : item.text;
    return element("button", {
      type: "button", title: item.label, "aria-label": item.label, "data-tool": item.id,
      class: item.picture ? "palette-look" : "", on: { click: () => press(item) },
    }, look);
  };

  const mark = () => {
    for (const control of controls()) {
      const item = items.find((each) => each.id === control.dataset.tool);
      if (control.tagName === "BUTTON" && !(item.acts && !item.switch)) {
        control.setAttribute("aria-pressed", String(item.switch ? Boolean(item.on) : item.id === chosen));
      }
      control.classList.toggle("palette-chosen", item.id === chosen);
    }
  };

  const rove = (to) => {
    for (const control of controls()) control.tabIndex = control === to ? 0 : -1;
  };

  bar.addEventListener("focusin", ({ target }) => {
    if (controls().includes(target)) rove(target);
  });
  bar.addEventListener("keydown", (event) => {
    const those = controls();
    const at = those.indexOf(event.target);
    const inField = event.target.tagName === "INPUT" && event.target.value !== "";
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: those.length - 1 }[event.key];
    if (to === undefined || at < 0 || inField) return;
    event.preventDefault();
    those[(to + those.length) % those.length].focus();
  });

  return {
    /** Shows these items: {id, label, picture and look, or text, or field}; acts: a button, switch: one that stays; group: those that
     * stand together. */
    show(newItems, label) {
      const before = /** @type {any} */ (document.activeElement)?.dataset?.tool;
      const same = contentOf(newItems) === contentOf(items);
      items = newItems;
      bar.setAttribute("aria-label", label);
      bar.hidden = !items.length;
      if (!same) {
        field = null;
        const groups = [...new Set(items.map(groupOf))];
        bar.replaceChildren(...groups.map((group) =>
          element("div", { class: "palette-group", "data-group": group }, ...items.filter((item) => groupOf(item) === group).map(made))));
        const again = before && controls().find((each) => each.dataset.tool === before);
        rove(again ?? controls()[0]);
        again?.focus();
      }
      mark();
    },
    choose(id) {
      chosen = id;
      mark();
    },
    hasFocus: () => field !== null && document.activeElement === field,
  };
}

const groupOf = ({ group = "tools" }) => group;

/** What of the items is built anew when it changes. */
const contentOf = (items) => JSON.stringify(items.map((item) => ({ ...item, on: null })));

/** A sample as a picture that is not a board: nobody is to find its marks. */
export function icon({ picture, look }) {
  const svg = drawPicture(picture, look);
  svg.setAttribute("aria-hidden", "true");
  for (const mark of all("[data-kind]", svg)) for (const name of Object.keys(mark.dataset)) delete mark.dataset[name];
  return svg;
}

/** A board of one cell, or of some beside each other, that shows how a token or a mark looks. */
export function sample(marks, hole = false, columns = 1) {
  const place = [1, 1];
  const cells = Array.from({ length: columns }, (_, at) => [1, at + 1]);
  const picture = {
    rows: 1, columns, board: "square", cells: hole ? [] : cells, marks: marks.map((mark) => ({ place, ...mark })),
  };
  return { picture, look: { holes: hole ? [place] : [] } };
}
