// The options of a type: controls that are called what they do, and sentences of rules that hold with some of them alone.

import { all, byId, capital, element, labelFor } from "./dom.js";
import { t } from "./texts.js";

/** What an option is called on the page, from its help: {title, more}. 'whether …' is what a box to tick says. */
export function called({ help }) {
  const [, title, more = ""] = /^(?:whether )?(.*?)(?:(?:; | \()(.*?)\)?)?$/s.exec(help);
  return { title: capital(title), more: capital(more) };
}

const isSwitch = ({ help, choices = {} }) => /^whether /.test(help) && Object.keys(choices).sort().join() === "no,yes";

/** A sentence in which options of a type are called as the page calls them, where their names are no words. */
export const inWords = (sentence, options = []) =>
  options.filter(({ name }) => name.includes("_")).reduce((said, option) => said.replaceAll(option.name, `'${called(option).title}'`), sentence);

export function fillOptions(bench) {
  const group = byId("options");
  group.replaceChildren(...(bench.type.options ?? []).map((option) => field(bench, option)));
  group.hidden = group.childElementCount === 0;
}

export function showOptions(bench) {
  for (const input of all("#options [data-option]")) {
    const value = valueOf(bench, bench.type.options.find(({ name }) => name === input.dataset.option));
    if (input.type === "checkbox") input.checked = value === "yes";
    else input.value = value;
  }
}

function field(bench, option) {
  const { title, more } = called(option);
  const value = valueOf(bench, option);
  const set = (chosen) => bench.setOption(option.name, chosen === String(option.default) ? "" : chosen.trim());
  const properties = { title: more || null, "data-option": option.name };
  if (isSwitch(option)) {
    const change = ({ target }) => set(target.checked ? "yes" : "no");
    return element("label", { class: "option" }, element("input", { ...properties, type: "checkbox", checked: value === "yes", on: { change } }), title);
  }
  const input = control(option, value, { ...properties, on: { change: ({ target }) => set(target.value) } });
  return element("span", { class: "option" }, labelFor(input, title), input);
}

function control(option, value, properties) {
  const words = Object.keys(option.choices ?? {});
  if (words.length) {
    return element("select", properties, ...words.map((word) => element("option", { value: word, selected: word === value }, capital(option.choices[word]))));
  }
  const kind = /^-?\d+$/.test(`${option.default ?? 0}`) ? { type: "number" } : { type: "text" };
  return element("input", { ...kind, ...properties, value, placeholder: option.default === "0" ? "–" : (option.default ?? "") });
}

/** The fields of a form in which these options can be said, by their names. */
export const fieldsOf = (options) => Object.fromEntries(options.map((option) => {
  const { title, more } = called(option);
  const { name, choices = {}, default: value } = option;
  const said = { label: title, help: more || null, value };
  if (isSwitch(option)) return [name, { ...said, kind: "flag", value: value === "yes" }];
  if (!Object.keys(choices).length) return [name, { ...said, kind: "number", value: "", placeholder: value === "0" ? "–" : value }];
  return [name, { ...said, kind: "choice", choices: Object.fromEntries(Object.entries(choices).map(([word, says]) => [word, capital(says)])) }];
}));

/** What a form with such fields says of the options, as a request has it. */
export const saidOf = (options, values) => Object.fromEntries(options.map((option) => {
  const value = values[option.name];
  return [option.name, isSwitch(option) ? (value ? "yes" : "no") : value === undefined ? option.default : String(value)];
}));

// What an option is set to, as its control shows it; '' for the default of a field that is written in.
function valueOf(bench, { name, choices, default: otherwise }) {
  const words = Object.keys(choices ?? {});
  return String(bench.details.options[name] ?? (words.length ? (otherwise ?? words[0]) : ""));
}

/** What there is to say of an option besides what it is called: as a definition of a list, none if that is all. */
export function explained(option) {
  const { title, more } = called(option);
  const { no } = option.choices ?? {};
  const says = isSwitch(option) ? t("otherwise", { what: no }) : more && `${more}.`;
  return says ? [element("dt", {}, title), element("dd", {}, says)] : [];
}

const CONDITION = /(^|[.;] )([Ii])f `(\w+)` is `(\w+)`, ([^.]*)/;

/**
 * A sentence of the rules, with what its options are set to; '' where they leave nothing of it. ofPuzzle: without what the puzzle does
 * not ask for, which else is said to hold on request.
 */
export function withOptions(bench, sentence, ofPuzzle) {
  const set = (name) => bench.details.options[name] ?? bench.type.options?.find((option) => option.name === name)?.default;
  const unless = sentence.replace(/, unless `(\w+)` is `(\w+)`/, (said, name, value) => (!ofPuzzle ? ", unless the options say otherwise" : set(name) === value ? said : ""));
  if (unless.includes(", unless `")) return "";
  const plain = unless.replace(CONDITION, (_, before, first, name, value, rest) => {
    const isFirst = first === "I";
    if (String(set(name)) === value) return `${before}${isFirst ? capital(rest) : rest}`;
    if (ofPuzzle) return before === "; " ? "" : before.trim();
    return `${before}${isFirst ? "On" : "on"} request, ${rest}`;
  });
  const names = (bench.type.options ?? []).map(({ name }) => name);
  if (ofPuzzle && names.some((name) => plain.includes(`\`${name}\``) && !(name in bench.details.options))) return "";
  const filled = plain.replace(/`(\w+)`/g, (said, name) => (names.includes(name) && name in bench.details.options ? bench.details.options[name] : said));
  return /\w/.test(filled) ? filled.replace(/\.\.$/, ".") : "";
}
