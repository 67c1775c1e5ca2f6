// The texts of the page, over its files: all are there, in every language alike, and none that nobody uses.

import { test } from "node:test";
import { deepEqual, ok } from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

const STATIC = new URL("../../pysolve/web/static/", import.meta.url);
const read = (name) => readFileSync(new URL(name, STATIC), "utf8");
const modules = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
const code = modules.map(read).join("\n");
const languages = readdirSync(new URL("texts/", STATIC)).filter((name) => name.endsWith(".js"));
const textsOf = async (name) => (await import(new URL(`texts/${name}`, STATIC).href)).default;
const english = await textsOf("en.js");

const formsOf = (text) => (typeof text === "string" ? [text] : Object.values(text));
const valuesOf = (form) => [...new Set(form.match(/\{\w+\}/g) ?? [])].sort();

// The texts that stand in index.html, as texts.js finds them there.
function textsOfPage() {
  const body = read("index.html").replace(/^.*?<body/s, "<body").replace(/<(script|noscript).*?<\/\1>/gs, "");
  const attributes = [...body.matchAll(/ (?:aria-label|title|placeholder)="([^"]+)"/g)].map(([, text]) => text);
  const nodes = body.replace(/<[^>]*>/g, "\n<>\n").split("<>");
  return [...attributes, ...nodes.map((text) => text.replace(/\s+/g, " ").trim())].filter((text) => /\p{L}/u.test(text) && text !== "pysolve");
}

test("what stands in the page, and what its code asks for, is in the English file", () => {
  const said = new Set(Object.values(english));
  deepEqual(textsOfPage().filter((text) => !said.has(text)), []);
  const asked = [...code.matchAll(/(?<![\w.$])t\("(\w+)"/g)].map(([, key]) => key);
  ok(asked.length > 400);
  deepEqual(asked.filter((key) => !(key in english)), []);
});

// A module and those that it imports, as web/site.py finds them.
function reached(start) {
  const found = new Set([start]);
  for (const name of found) for (const [, other] of read(name).matchAll(/^(?:import|export)\b[^"(=]*?"\.\/(\w+\.js)"/gm)) found.add(other);
  return [...found];
}

test("the page starts with the texts of its first modules, and no others", async () => {
  const asked = reached("app.js").flatMap((name) => [...read(name).matchAll(/(?<![\w.$])t\("(\w+)"/g)].map(([, key]) => key));
  deepEqual(Object.keys(await textsOf("en/start.js")).sort(), [...new Set(asked)].sort());
});

test("no text is left that nobody uses", () => {
  const inPage = new Set(textsOfPage());
  const ofSite = readFileSync(new URL("../site.py", STATIC), "utf8"); // says something else at the foot
  const isUsed = ([key, text]) => code.includes(`"${key}"`) || inPage.has(text) || ofSite.includes(`>${text}<`);
  deepEqual(Object.entries(english).filter((each) => !isUsed(each)).map(([key]) => key), []);
});

test("a sentence stands in the file of texts, not in the code", () => {
  const sentence = /(?<!throw new \w*)["`]([A-Z][a-z]+( [a-z']+){2,}|[^"`\n]*[a-z]{2}( [a-z']+){3,})[^"`\n]*["`]/g;
  const bare = code.split("\n").map((line) => line.replace(/(^|\s)(\/\/|\*|\/\*).*$/, ""));
  deepEqual(bare.flatMap((line) => [...line.matchAll(sentence)].map(([said]) => said)).filter((said) => /[.?!…]["`]$|^.[A-Z]/.test(said)), []);
});

for (const name of languages.filter((each) => each !== "en.js")) {
  test(`${name} has the texts of the English file, with the same values`, async () => {
    const texts = await textsOf(name);
    const forms = new Intl.PluralRules(name.replace(".js", "")).resolvedOptions().pluralCategories;
    deepEqual(Object.keys(texts).sort(), Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts)) {
      ok(formsOf(text).every((form) => form.trim()), key);
      if (typeof text !== "string") ok(forms.every((each) => each in text || "other" in text), key);
      deepEqual(valuesOf(formsOf(text).at(-1)), valuesOf(formsOf(english[key]).at(-1)), key);
    }
  });
}
