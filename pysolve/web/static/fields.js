// The options of commands: small forms that are opened beside a command's button.

import { button, element, labelFor } from "./dom.js";
import { t } from "./texts.js";

// fields: {key: {label, kind: 'flag' | 'number' | 'text' | 'seed', value, help, least, most}}.
// Returns the element, and values(): by key; numbers that are not given are undefined.
export function createFields(title, fields) {
  const inputs = Object.entries(fields).map(([key, field]) => [key, field, newInput(field)]);
  const labels = inputs.map(([, field, input]) => newLabel(field, input));
  const set = element("fieldset", {}, element("legend", {}, title), ...labels);
  const values = () => Object.fromEntries(inputs.map(([key, field, input]) => [key, valueOf(field, input)]));
  const put = (key, value) => {
    const [, , input] = inputs.find(([name]) => name === key);
    input.value = value;
  };
  return { element: set, values, put };
}

function newInput({ kind, value, least, most, step, placeholder }) {
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
  if (kind === "text") return input.value.trim() || undefined;
  return input.value === "" || !Number.isFinite(input.valueAsNumber) ? undefined : input.valueAsNumber;
}
