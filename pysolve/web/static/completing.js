// What the rules' editor completes: files to include, the predicates of the type and of the library, those that the rules
// use already, and the directives of the language.

import { bare, includesOf, including, placeOfIncludes } from "./includes.js";
import { t } from "./texts.js";
import { autocompletion } from "./vendor/codemirror.js";

const DIRECTIVES = {
  "#include": t("takesOverTheRules"), "#show": t("makesAPredicatePart"),
  "#defined": t("saysThatAPredicate"), "#const": t("declaresAnOptionWith"),
  "#count": t("howManyTuplesHold"), "#sum": t("theSumOfThe"), "#min": t("theSmallestValueOf"),
  "#max": t("theLargestValueOf"), "#minimize": t("prefersAnswersThatCost"), "#maximize": t("prefersAnswersThatAre"),
};
const ATOM = /(?<![\w'@&])_*[a-z]\w*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/g;
const NOT_INCLUDED = -50; // below what needs no further #include

/** library(): the service's laws, later. predicates(): those of the type. texts(): all rules of the puzzle. */
export function completion({ library, predicates, texts }) {
  async function source(context) {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const path = /#include\s*"([^"]*)$/.exec(before)?.[1];
    const word = context.matchBefore(/_*[a-z]\w*|#[a-z]*/);
    if (path === undefined && (isWords(before) || !(word || context.explicit))) return null;
    const laws = await library().catch(() => []);
    if (path !== undefined) return { from: context.pos - path.length, options: laws.map(fileOption), validFor: /^[\w./-]*$/ };
    const options = word?.text.startsWith("#") ? directives : predicateOptions(laws, predicates(), texts());
    return { from: word?.from ?? context.pos, options, validFor: /^#?\w*$/ };
  }
  return autocompletion({ override: [source], icons: false, maxRenderedOptions: 60 });
}

/** Whether one writes a comment or a string after this beginning of a line. */
const isWords = (before) => /%|"/.test(before.replace(/"(?:[^"\\]|\\.)*"/g, ""));

/** A remark behind a word, which a screen reader reads as one text with it. */
const spaced = (says) => says && ` ${says}`;

const directives = Object.entries(DIRECTIVES).map(([label, says]) => ({ label, detail: spaced(says) }));

function fileOption({ name, says }) {
  const apply = (view, _, from, to) => {
    const closed = view.state.sliceDoc(to, to + 1) === '"';
    const insert = closed ? name : `${name}".`;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
  };
  return { label: name, detail: spaced(says), apply };
}

function predicateOptions(laws, ofType, texts) {
  const included = reached(texts, laws);
  const known = new Map();
  const add = (predicate, file = null) => {
    const key = `${predicate.name}/${predicate.arity}`;
    if (!known.has(key) || (!known.get(key).says && predicate.says)) known.set(key, { ...predicate, file });
  };
  ofType.forEach((each) => add(each));
  const of = (law) => [...law.gives, ...law.needs.filter(({ says }) => says)];
  for (const law of laws.filter(({ name }) => included.has(name))) of(law).forEach((each) => add(each));
  texts.flatMap(usedIn).forEach((each) => add(each));
  for (const law of laws.filter(({ name }) => !included.has(name))) law.gives.forEach((each) => add(each, law.name));
  return [...known.values()].map(predicateOption);
}

/** The laws that rules include, at any depth. */
function reached(texts, laws) {
  const found = new Set();
  const follow = (text, folder) => {
    for (const { path } of includesOf(text, folder)) {
      const law = laws.find(({ name }) => name === path);
      if (!law || found.has(path)) continue;
      found.add(path);
      follow(law.text, "lib");
    }
  };
  texts.forEach((text) => follow(text, null));
  return found;
}

/** The predicates and functions that rules use. */
const usedIn = (text) => [...bare(text).matchAll(ATOM)].filter(([form]) => form.endsWith(")")).map(([form]) => {
  const name = form.slice(0, form.indexOf("("));
  const flat = form.slice(name.length + 1, -1).replace(/\((?:[^()]|\([^()]*\))*\)/g, "");
  return { name, arity: flat.split(",").length, form, says: "" };
});

function predicateOption({ name, form, says, file }) {
  const atom = form.includes("/") ? (form.endsWith("/0") ? name : `${name}(`) : form.replace(/,\s*/g, ", ");
  const apply = (view, _, from, to) => {
    const { doc } = view.state;
    const insert = doc.sliceString(to, to + 1) === "(" ? name : atom;
    const include = file ? [{ from: placeOfIncludes(doc.toString()), insert: `${including(file)}\n` }] : [];
    const changes = view.state.changes([...include, { from, to, insert }]);
    view.dispatch({ changes, selection: { anchor: changes.mapPos(to, 1) }, userEvent: "input.complete" });
  };
  return { label: form, detail: spaced(file ? t("addsFile", { says, file }) : says), apply, boost: file ? NOT_INCLUDED : 0 };
}
