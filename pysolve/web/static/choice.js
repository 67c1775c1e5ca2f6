// One of several, side by side: a group of radio buttons with one tab stop.
import { element } from "./dom.js";

/** choose(name): another one was chosen. */
export function createChoice(group, choose) {
  return {
    /** Shows the names, with one of them chosen; hidden is for choices that there is nothing to choose in. */
    show(names, chosen, hidden, titles = {}) {
      const held = group.contains(document.activeElement);
      group.hidden = hidden;
      const step = (event, name) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        choose(names[(names.indexOf(name) + by + names.length) % names.length]);
      };
      group.replaceChildren(...names.map((name) => element("button", {
        type: "button", role: "radio", "aria-checked": String(name === chosen), tabindex: name === chosen ? "0" : "-1",
        "data-layer": name, on: { click: () => choose(name), keydown: (event) => step(event, name) },
      }, titles[name] ?? name.replaceAll("_", " "))));
      if (held) group.querySelector("[aria-checked=true]")?.focus();
    },
  };
}
