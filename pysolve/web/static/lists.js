// What is written below the board: lists of words, or the name of a file with them, and parts that are one line.
import { element } from "./dom.js";
import { areTexts, isCaptions, isList, isSequence } from "./parts.js";
import { tokenAt, withCaptions, withList, withSequence } from "./puzzle.js";
import { t } from "./texts.js";

/** change(model, keeps): a list was edited; keeps: what is known of the answer. refused(part, text, field): whether the text of a line cannot stand there, and says so. */
export function createLists(place, { change, refused }) {
  let [model, fields] = [null, new Map()];
  const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

  const lineFor = (part) => {
    const line = element("input", { type: "text", size: 24, "aria-label": t("betweenBlanksNamed", { name: titleOf(part) }), ...plain });
    line.addEventListener("change", () => {
      if (!refused(part, line.value, line)) change(withSequence(model, part, line.value));
    });
    const shown = element("fieldset", { class: "board-list" },
      element("legend", {}, titleOf(part)), element("label", {}, t("betweenBlanks"), line));
    return { shown, show: () => put(line, tokenAt(model, part, null)) };
  };

  const captionsFor = (part) => {
    const lines = element("textarea", { rows: 6, spellcheck: "true", "aria-label": t("oneTextNamed", { name: part.name }) });
    lines.addEventListener("change", () => change(withCaptions(model, part, lines.value), areTexts(part)));
    const shown = element("fieldset", { class: "board-list" },
      element("legend", {}, titleOf(part)), element("label", {}, t("oneTextALine"), lines));
    return { shown, show: () => put(lines, tokenAt(model, part, null)) };
  };

  const fieldsFor = (part) => {
    if (isSequence(part)) return lineFor(part);
    if (isCaptions(part)) return captionsFor(part);
    const words = element("textarea", { rows: 6, "aria-label": t("oneWordNamed", { name: part.name }), ...plain });
    const label = t("nameOfList", { name: part.name });
    const file = element("input", { type: "text", size: 18, "aria-label": label, ...plain });
    const changed = (name) => change(withList(model, part, name ? { file: name } : { text: words.value }));
    words.addEventListener("input", () => changed(""));
    file.addEventListener("change", () => changed(file.value.trim()));
    const shown = element("fieldset", { class: "board-list" },
      element("legend", {}, part.name),
      element("label", {}, t("oneWordALine"), words),
      element("label", {}, t("orTheNameOf"), file));
    return {
      shown,
      show: () => {
        const held = model.parts[part.name] ?? {};
        put(words, held.text ?? "");
        put(file, held.file ?? "");
      },
    };
  };

  return {
    /** Shows the lists and lines of a puzzle, to be edited or to be read. */
    show(newModel, type, isSetting) {
      model = newModel;
      const parts = type.parts.filter((part) => isList(part) || isSequence(part) || (isCaptions(part) && isSetting));
      if (!isSetting) {
        fields = new Map();
        place.replaceChildren(...parts.map((part) => givenIn(model, part)).filter(Boolean));
        place.hidden = !place.childElementCount;
        return;
      }
      if (JSON.stringify(parts.map((part) => part.name)) !== JSON.stringify([...fields.keys()])) {
        fields = new Map(parts.map((part) => [part.name, fieldsFor(part)]));
        place.replaceChildren(...[...fields.values()].map(({ shown }) => shown));
      }
      place.hidden = !parts.length;
      for (const { show } of fields.values()) show();
    },
  };
}

/** What a list or a line holds, for those who solve the puzzle; null for nothing. */
function givenIn(model, part) {
  const held = isSequence(part) ? { text: tokenAt(model, part, null) } : (model.parts[part.name] ?? {});
  const items = (held.text ?? "").split(/\s+/).filter(Boolean);
  const says = held.file ? t("asInList", { file: held.file }) : items.join(isSequence(part) ? " " : ", ");
  if (!says) return null;
  return element("details", { class: "given-list" }, element("summary", {}, titleOf(part)), element("p", {}, says));
}

const titleOf = (part) => part.name.replaceAll("_", " ");

/** What somebody is writing is not written anew. */
function put(field, text) {
  if (field.value !== text) field.value = text;
}
