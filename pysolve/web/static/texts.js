// The texts of the page, in the language of the document (ahead.js chooses it): texts/ has a file for each. What is missing there is said
// in English.

import start from "./texts/en/start.js";

export const language = globalThis.document?.documentElement?.lang || "en";

const fileOf = async (name) => (await import(`./texts/${name}.js`)).default;
const texts = { ...start };
let loading = null;

/** Loads the texts with which the page does not start. */
export const loadTexts = () => (loading ??= load());

async function load() {
  const others = language === "en" ? {} : fileOf(language).catch(() => ({}));
  const english = await fileOf("en");
  Object.assign(texts, english, await others);
  if (language !== "en") (await import("./translating.js")).translate(english, texts);
}

if (language !== "en" || !globalThis.document) await loadTexts(); // else with the workbench
const plural = new Intl.PluralRules(language);

/**
 * A text with values in place of the names in braces. Where a text has several forms, `count` among the values chooses.
 * @param {keyof typeof import("./texts/en.js").default} key
 */
export function t(key, values = {}) {
  const text = texts[key];
  const form = typeof text === "string" ? text : (text[plural.select(values.count)] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
