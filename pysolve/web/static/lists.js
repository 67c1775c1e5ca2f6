// What is written below the board: lists of words, of a file or by the name of one that comes along, and parts that are one line.
import { button, element } from "./dom.js";
import { areTexts, isCaptions, isList, isSequence } from "./parts.js";
import { tokenAt, withCaptions, withList, withSequence } from "./puzzle.js";
import { t } from "./texts.js";

const LONG = 20_000; // characters of a list whose words are counted, not shown: no field holds them

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
    const { name } = part;
    const [rows, label, says] = areTexts(part) ? [6, t("oneTextNamed", { name }), t("oneTextALine")] : [2, t("oneNumberNamed", { name }), t("oneNumberALine")];
    const lines = element("textarea", { rows, spellcheck: String(areTexts(part)), "aria-label": label });
    lines.addEventListener("change", () => change(withCaptions(model, part, lines.value), areTexts(part)));
    const shown = element("fieldset", { class: "board-list" },
      element("legend", {}, titleOf(part)), element("label", {}, says, lines));
    return { shown, show: () => put(lines, tokenAt(model, part, null)) };
  };

  const fieldsFor = (part) => {
    if (isSequence(part)) return lineFor(part);
    if (isCaptions(part)) return captionsFor(part);
    const words = element("textarea", { rows: 6, "aria-label": t("oneWordNamed", { name: part.name }), ...plain });
    const written = element("label", {}, t("oneWordALine"), words);
    const named = element("select", { "aria-label": t("nameOfList", { name: part.name }) });
    const file = element("input", { type: "file", hidden: true, "aria-label": t("fileOfWords") });
    const counted = element("p", { class: "long-list" });
    let about = null; // the text whose words are counted
    const changed = (held) => change(withList(model, part, held));
    words.addEventListener("input", () => changed({ text: words.value }));
    named.addEventListener("change", () => changed(named.value ? { file: named.value } : { text: words.value }));
    file.addEventListener("change", async () => {
      const text = await file.files[0]?.text();
      file.value = ""; // the same file may be chosen again
      if (text) changed({ text: text.replace(/\r\n?/g, "\n") });
    });
    const shown = element("fieldset", { class: "board-list" },
      element("legend", {}, part.name),
      element("label", {}, t("aListThatComes"), named),
      written, counted,
      element("div", {}, file, button(t("fileOfWords"), () => file.click())));
    return {
      shown,
      show: () => {
        const { text = "", file: name = "" } = model.parts[part.name] ?? {};
        const known = ["", ...new Set([...part.lists, name].filter(Boolean))];
        named.replaceChildren(...known.map((each) => element("option", { value: each, selected: each === name }, each || t("ownWords"))));
        const isLong = text.length > LONG;
        put(words, isLong ? "" : text);
        written.hidden = isLong || Boolean(name);
        counted.hidden = !isLong;
        if (isLong && text !== about) counted.replaceChildren(element("span", {}, t("words", { count: countOf(text) })), " ", button(t("remove"), () => changed({ text: "" })));
        about = text;
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
  const { text = "", file } = held;
  const items = () => text.split(/\s+/).filter(Boolean).join(isSequence(part) ? " " : ", ");
  const says = file ? t("asInList", { file }) : text.length > LONG ? t("words", { count: countOf(text) }) : items();
  if (!says) return null;
  return element("details", { class: "given-list" }, element("summary", {}, titleOf(part)), element("p", {}, says));
}

const countOf = (text) => text.split("\n").filter((line) => line.trim()).length;

const titleOf = (part) => part.name.replaceAll("_", " ");

/** What somebody is writing is not written anew. */
function put(field, text) {
  if (field.value !== text) field.value = text;
}
