// The options of commands: small forms that are opened beside a command's button.

import { button, element, labelFor } from "./dom.js";
import { t } from "./texts.js";

// fields: {key: {label, kind: 'flag' | 'number' | 'text' | 'seed' | 'choice', value, help, least, most, choices}}.
// Returns the element, and values(): by key; numbers that are not given are undefined. add(more): further fields, in
// place of those that were added before; the same ones keep what they say.
export function createFields(title, fields) {
  const inputsOf = (each) => Object.entries(each).map(([key, field]) => [key, field, newInput(field)]);
  const labelsOf = (each) => each.map(([, field, input]) => newLabel(field, input));
  const inputs = inputsOf(fields);
  const set = element("fieldset", {}, element("legend", {}, title), ...labelsOf(inputs));
  let [added, labels, known] = [[], [], ""];
  const add = (more) => {
    if (JSON.stringify(more) === known) return;
    known = JSON.stringify(more);
    for (const label of labels) label.remove();
    added = inputsOf(more);
    labels = labelsOf(added);
    set.append(...labels);
  };
  const values = () => Object.fromEntries([...inputs, ...added].map(([key, field, input]) => [key, valueOf(field, input)]));
  const put = (key, value) => {
    const [, , input] = inputs.find(([name]) => name === key);
    input.value = value;
  };
  return { element: set, values, put, add };
}

function newInput({ kind, value, least, most, step, placeholder, choices }) {
  if (kind === "choice") return element("select", {}, ...Object.entries(choices).map(([word, says]) => element("option", { value: word, selected: word === value }, says)));
  if (kind === "flag") return element("input", { type: "checkbox", checked: value === true });
  if (kind === "text") return element("input", { type: "text", value: value ?? "", placeholder, autocomplete: "off", spellcheck: "false" });
  return element("input", { type: "number", value: value ?? "", min: least ?? 0, max: most, step, placeholder });
}

function newLabel({ kind, label, help }, input) {
  if (kind === "flag") return element("label", { title: help }, input, label);
  const labelled = element("span", { class: "labelled" }, labelFor(input, label, { title: help }), input);
  if (kind === "seed") labelled.append(button("⚄", () => roll(input), { "aria-label": t("anotherSeed"), title: t("anotherSeed") }));
  return labelled;
}

function roll(input) {
  input.value = Math.floor(Math.random() * 1_000_000);
}

function valueOf({ kind }, input) {
  if (kind === "flag") return input.checked;
  if (kind === "choice") return input.value;
  if (kind === "text") return input.value.trim() || undefined;
  return input.value === "" || !Number.isFinite(input.valueAsNumber) ? undefined : input.valueAsNumber;
}
