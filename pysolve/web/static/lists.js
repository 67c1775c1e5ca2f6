// Lists of words below the board: the words themselves, or the name of a file.
import { element } from "./dom.js";
import { isList, withList } from "./puzzle.js";

/** change(model): a list was edited. */
export function createLists(place, change) {
  let [model, fields] = [null, new Map()];

  const fieldsFor = (part) => {
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    const words = element("textarea", { rows: 6, "aria-label": `${part.name}, one word a line`, ...plain });
    const label = `${part.name}: name of a list that comes with pysolve`;
    const file = element("input", { type: "text", size: 18, "aria-label": label, ...plain });
    const changed = (name) => change(withList(model, part, name ? { file: name } : { text: words.value }));
    words.addEventListener("input", () => changed(""));
    file.addEventListener("change", () => changed(file.value.trim()));
    const shown = element("fieldset", { class: "board-list" },
      element("legend", {}, part.name),
      element("label", {}, "One word a line", words),
      element("label", {}, "or the name of a list", file));
    return { shown, words, file };
  };

  return {
    /** Shows the lists of a puzzle. */
    show(newModel, type) {
      model = newModel;
      const parts = type.parts.filter(isList);
      if (JSON.stringify(parts.map((part) => part.name)) !== JSON.stringify([...fields.keys()])) {
        fields = new Map(parts.map((part) => [part.name, fieldsFor(part)]));
        place.replaceChildren(...[...fields.values()].map(({ shown }) => shown));
      }
      place.hidden = !parts.length;
      for (const part of parts) {
        const { words, file } = fields.get(part.name);
        const held = model.parts[part.name] ?? {};
        for (const [field, text] of [[words, held.text ?? ""], [file, held.file ?? ""]]) {
          if (field.value !== text) field.value = text;
        }
      }
    },
  };
}
