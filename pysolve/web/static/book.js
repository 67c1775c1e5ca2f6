// The tab 'Book': puzzles of any types in one place and an order, each with its verdict; to print, and to keep as one file.

import { askInDialog } from "./dialogs.js";
import { button, byId, element, labelled } from "./dom.js";
import { offer } from "./files.js";
import { icon } from "./icons.js";
import { choice, choose } from "./memory.js";
import { request } from "./service.js";
import { t } from "./texts.js";
import { VERDICTS } from "./versions.js";

const EMPTY = { title: "", puzzles: [] };
const NEW = "new";
const LIMIT = 10; // seconds for the verdict of one puzzle
const LINK = /^(https?:\/\/\S+|[a-z]+:\d\S*)$/;

// types: the service's, a list to come. open(text): puts a puzzle on the board.
export function createBook(bench, { types, open }) {
  // All books, and the number of the one that is shown: {title, puzzles: [{text, name, verdict}]}; verdict: null while it is not known
  let books = choice("books", [choice("book", EMPTY)]);
  let book = books[0];
  const title = element("input", { type: "text", value: book.title, autocomplete: "off" });
  const list = element("ol", { class: "book" });
  const status = element("p", { class: "quiet", role: "status" });
  const shelf = element("select", { "aria-label": t("books"), on: { change: () => take(shelf.value === NEW ? EMPTY : books[Number(shelf.value)]) } });
  const steps = element("input", { type: "checkbox" });
  const whole = Object.entries({ Check: checkAgain, Print: print, Download: download }).map(([label, act]) => button(label, () => attempt(act)));
  byId("panel-book").append(
    element("div", { class: "fields" }, shelf, labelled(t("titleOfTheBook"), title)),
    element("div", { class: "book-actions" }, button(t("addThisPuzzle"), () => attempt(addThis)), button(t("addOthers"), addOthers), ...whole,
      element("label", { title: t("printsTheWayTo") }, steps, " ", t("withSteps"))),
    status, list,
  );
  title.addEventListener("change", () => put({ title: title.value.trim() }));
  draw();

  async function attempt(act) {
    status.textContent = "";
    try {
      await act();
    } catch (error) {
      status.textContent = error.message;
    }
  }

  function put(change) {
    keep({ ...book, ...change });
  }

  // Another book is shown; one that was left empty is forgotten. The one that is shown comes first.
  function take(other) {
    books = books.filter(({ puzzles, title: called }) => puzzles.length || called);
    status.textContent = "";
    book = other;
    keep(other);
    title.value = book.title;
    attempt(check);
  }

  function keep(changed) {
    const others = books.filter((each) => each !== book);
    [book, books] = [changed, [changed, ...others]];
    choose("books", books);
    draw();
  }

  // -- What comes into it

  async function entryOf(text, { title: own, type }) {
    const title = (await types).find(({ name }) => name === type)?.title ?? type;
    return { text, name: own ? `${own} (${title})` : title, verdict: null };
  }

  async function addThis() {
    if (bench.hasChangedRules()) throw new Error(t("aBookHoldsPuzzles"));
    await add([await entryOf(bench.native(), { title: bench.details.title, type: bench.type.name })]);
  }

  async function add(entries) {
    put({ puzzles: [...book.puzzles, ...entries] });
    await check();
  }

  // All puzzles of a text, or none: the first that cannot be read is an error.
  async function read(text) {
    const entries = [];
    for (const [at, each] of puzzlesOf(text).entries()) {
      const { model, native } = await request("read", { puzzle: each }).catch((error) => {
        throw new Error(t("numberWrong", { number: at + 1, error: error.message }));
      });
      entries.push(await entryOf(native, model));
    }
    if (!book.title && TITLE.test(text)) [, title.value] = TITLE.exec(text);
    put({ title: title.value.trim() });
    await add(entries);
  }

  function addOthers() {
    const file = element("input", { type: "file", multiple: true });
    const text = element("textarea", { rows: "8", spellcheck: "false" });
    askInDialog({
      title: t("addPuzzlesToThe"),
      fields: [
        labelled(t("files"), file, t("aBookThatWas")),
        labelled(t("orPuzzlesAsText"), text, t("linksOneALine")),
      ],
      action: t("add"),
      accept: async () => {
        const texts = await Promise.all([...file.files].map((each) => each.text()));
        const all = [...texts, text.value].filter((each) => each.trim());
        if (!all.length) return t("chooseAFileOr");
        return read(all.join(`\n${BETWEEN}`)).then(() => null, (error) => error.message);
      },
    });
  }

  // -- What is done with it

  async function checkAgain() {
    put({ puzzles: book.puzzles.map((each) => ({ ...each, verdict: null })) });
    await check();
  }

  // Checks those of which no verdict is known.
  async function check() {
    for (const entry of book.puzzles.filter(({ verdict }) => verdict === null)) {
      const { verdict } = await request("check", { puzzle: entry.text, time_limit: LIMIT }).catch(() => ({ verdict: "error" }));
      put({ puzzles: book.puzzles.map((each) => (each === entry ? { ...each, verdict } : each)) });
    }
  }

  async function print() {
    const { html } = await request("sheet", { puzzles: book.puzzles.map(({ text }) => text), title: book.title, steps: steps.checked });
    const sheet = new Blob([html], { type: "text/html" });
    if (!window.open(URL.createObjectURL(sheet))) offer(`${fileName()}.html`, sheet);
  }

  const fileName = () => book.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "book";

  function download() {
    const heading = book.title ? `# ${book.title}\n` : "";
    offer(`${fileName()}.yaml`, new Blob([heading + book.puzzles.map(({ text }) => text).join(BETWEEN)], { type: "application/yaml" }));
  }

  // -- What is seen of it

  function move(at, to) {
    const puzzles = [...book.puzzles];
    puzzles.splice(to, 0, ...puzzles.splice(at, 1));
    put({ puzzles });
    list.children[to].querySelector(to < at ? "[data-move=up]" : "[data-move=down]").focus();
  }

  function remove(at) {
    put({ puzzles: book.puzzles.filter((_, each) => each !== at) });
    (list.children[Math.min(at, book.puzzles.length - 1)]?.querySelector("button") ?? title).focus();
  }

  function draw() {
    list.replaceChildren(...book.puzzles.map(({ text, name, verdict }, at) => {
      const small = (sign, words, act, more = {}) => button(icon(sign), act, { "aria-label": `${words}: ${at + 1}. ${name}`, title: words, ...more });
      const last = book.puzzles.length - 1;
      return element("li", {},
        button(name, () => open(text), { class: "plain" }), element("span", { class: "quiet" }, VERDICTS[verdict] ?? verdict ?? "…"),
        small("arrow-up", t("moveUp"), () => move(at, Math.max(at - 1, 0)), { "data-move": "up", "aria-disabled": String(at === 0) }),
        small("arrow-down", t("moveDown"), () => move(at, Math.min(at + 1, last)), { "data-move": "down", "aria-disabled": String(at === last) }),
        small("remove", t("remove"), () => remove(at)));
    }));
    const named = (each) => `${each.title || t("aBookWithoutA")} (${each.puzzles.length})`;
    shelf.replaceChildren(...books.map((each, at) => element("option", { value: String(at), selected: each === book }, named(each))), element("option", { value: NEW }, t("newBook")));
    for (const each of whole) each.disabled = !book.puzzles.length;
    byId("tab-book").textContent = book.puzzles.length ? t("bookWith", { count: book.puzzles.length }) : t("book");
    if (!book.puzzles.length) status.textContent = t("thereIsNothingIn");
    else if (!status.textContent) status.textContent = t("puzzles", { count: book.puzzles.length });
  }
}

const BETWEEN = "---\n";
const TITLE = /^# (.+)\n/;

// The texts of the puzzles in a text: links or game IDs stand on lines of their own, as do the lines of JSON lines.
function puzzlesOf(text) {
  return text.split(/^---\s*$/m).flatMap((part) => {
    const lines = part.split("\n").map((line) => line.trim()).filter(Boolean);
    const isList = lines.every((line) => LINK.test(line)) || (lines.length > 1 && lines.every((line) => /^\{.*\}$/.test(line)));
    return isList ? lines : [part.trimStart()];
  }).filter((part) => part.trim());
}
