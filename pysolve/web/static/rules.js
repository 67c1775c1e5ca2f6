// The rules pane: the files of a puzzle type in an editor, one shown at a time, with tabs.

import {
  bracketMatching,
  defaultKeymap,
  EditorState,
  EditorView,
  forEachDiagnostic,
  highlightActiveLine,
  highlightActiveLineGutter,
  history,
  historyKeymap,
  keymap,
  lineNumbers,
  linter,
  lintGutter,
  nextDiagnostic,
  placeholder,
  previousDiagnostic,
  search,
  searchKeymap,
  setDiagnostics,
} from "./vendor/codemirror.js";
import { asp, highlighting, yaml } from "./asp.js";
import { completion } from "./completing.js";
import { elsewhere, includesOf, including, parted } from "./includes.js";
import { t } from "./texts.js";

const ADDED = "added.lp";
const FIRST = ["rules.lp", "manifest.yaml", "give.lp", "make.lp"];
const TITLES = { [ADDED]: t("addedRules") };
const PURPOSES = {
  "rules.lp": t("whatAnAnswerIs"),
  "manifest.yaml": t("howAPuzzleIs"),
  "give.lp": t("whichCluesAnAnswer"),
  "make.lp": t("puzzlesTogetherWithTheir"),
  "fast.lp": t("whatOnlyMakesRules"),
  "known.lp": t("whatAPersonKnows"),
  "first.lp": t("aFasterWayTo"),
  "canonical.lp":
    t("aFasterWayToShow"),
  "slots.lp": t("whereTheWordsOf"),
  [ADDED]: t("rulesAddedToThe"),
};
const OTHER_PURPOSE = t("aFileThatBelongs");
const EXAMPLE = `% For example, where cells hold values:
%! X and Y, side by side, do not hold V and V+1.
:- value(X, V), X = (R, C), Y = (R, C+1), value(Y, V+1).`;
const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? "Cmd" : "Ctrl";

let panes = 0;

// library(): the laws, and predicates(): those of the type, both for completion; fileAt(path): a file that rules include.
export function createRulesPane(element, { onChange, onSelect, library, fileAt, predicates }) {
  const id = `rules-${(panes += 1)}`;
  const tabs = make("div", { className: "rules-tabs", role: "tablist", ariaLabel: t("filesOfTheRules") });
  const purpose = make("p", { id: `${id}-purpose` });
  const restore = make("button", { type: "button", textContent: t("putBack") });
  const back = make("button", { type: "button", hidden: true });
  const copy = make("button", { type: "button", hidden: true, textContent: t("copyIntoTheseRules") });
  const includes = make("div", { className: "rules-includes" });
  const about = make("div", { className: "rules-about" }, purpose, includes, restore, back, copy);
  const editor = make("div", { className: "rules-editor" });
  const keys = make("p", { className: "rules-keys", id: `${id}-keys` });
  const panel = make("div", { className: "rules-panel", id: `${id}-panel`, role: "tabpanel" }, about, editor, keys);
  const list = make("ul", { className: "rules-problems" });
  list.ariaLive = "polite";
  element.classList.add("rules-pane");
  element.replaceChildren(tabs, panel, list);

  const view = new EditorView({ parent: editor });
  const states = new Map(); // the shown file's own is view.state
  const scrolls = new Map();
  let originals = {};
  let folder = ""; // that of the files: the type's name
  let shown = "";
  let visited = null; // a file of another folder that is read: {path, text, from: the file that was shown}
  let listed = [];

  const state = (name) => (name === shown ? view.state : states.get(name));
  const text = (name) => state(name).doc.toString();
  const names = () => [...states.keys()];
  const tabOf = (name) => tabs.children[names().indexOf(name)];
  const isChanged = (name) => text(name) !== originals[name];
  const files = () => Object.fromEntries(names().map((name) => [name, text(name)]));
  const changed = () => names().filter(isChanged);
  const focus = () => view.focus();
  const ownTexts = () => names().filter((name) => name.endsWith(".lp")).map(text);
  const completing = completion({ library, predicates, texts: ownTexts });

  // type: the name of the type that the files make.
  function show(given, { original = {}, selected = undefined, type = "" } = {}) {
    shown = "";
    folder = type;
    listed = [];
    list.replaceChildren();
    originals = plainLines({ [ADDED]: "", ...original });
    states.clear();
    scrolls.clear();
    const texts = { [ADDED]: "", ...given };
    for (const name of Object.keys(texts)) states.set(name, newState(name, texts[name]));
    setTabs();
    open(states.has(selected) ? selected : names()[0]);
    names().forEach(describe);
  }

  function newState(name, doc) {
    const label = name === ADDED ? `${TITLES[name]} (${name})` : name;
    const isRules = name.endsWith(".lp");
    const extensions = [
      ...setup(label),
      isRules ? [asp, completing] : yaml,
      name === ADDED ? placeholder(EXAMPLE) : [],
      EditorView.updateListener.of((update) => update.docChanged && edited(name)),
    ];
    return EditorState.create({ doc, extensions });
  }

  const setup = (label) => [
    ...SETUP,
    keymap.of([{ key: "F12", run: followInclude }]),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": `${purpose.id} ${keys.id}`, tabindex: "0" }),
  ];

  function setTabs() {
    const sorted = [...states].sort(([one], [other]) => byPlace(one, other));
    states.clear();
    for (const [name, state] of sorted) states.set(name, state);
    tabs.replaceChildren(...names().map(newTab));
  }

  function newTab(name) {
    const tab = make("button", { type: "button", role: "tab", textContent: TITLES[name] ?? name });
    tab.id = `${id}-tab-${names().indexOf(name)}`;
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => turnTo(name));
    return tab;
  }

  function edited(name) {
    describe(name);
    listIncludes();
    onChange?.(files());
  }

  // Shows a file as it was left: with its undo history, selection and scroll position.
  function open(name) {
    keep();
    shown = name;
    visited = null;
    view.setState(states.get(name));
    view.dispatch({ effects: scrolls.get(name) ?? [] });
    purpose.textContent = PURPOSES[name] ?? OTHER_PURPOSE;
    const isRules = name.endsWith(".lp");
    keys.textContent = t(isRules ? "keysOfRules" : "keysOfFile", { control: CONTROL });
    offerWays();
    listIncludes();
    for (const tab of tabs.children) {
      tab.ariaSelected = tab === tabOf(name);
      tab.tabIndex = tab === tabOf(name) ? 0 : -1;
    }
    panel.setAttribute("aria-labelledby", tabOf(name).id);
    describe(name);
  }

  function keep() {
    if (!shown) return;
    states.set(shown, view.state);
    scrolls.set(shown, view.scrollSnapshot());
  }

  // -- Files of other folders

  // Shows a file of another folder, to be read; nothing if there is no such file. line: to be gone to.
  async function visit(path, line = null) {
    const file = await fileAt(path).catch(() => null);
    if (!file) return;
    keep();
    visited = { path, text: file.text, from: visited?.from ?? shown };
    shown = "";
    const extensions = [...setup(t("toBeRead", { path })), asp, EditorState.readOnly.of(true)];
    view.setState(EditorState.create({ doc: file.text, extensions }));
    purpose.textContent = `${t("toBeRead", { path })}. ${file.says}.`;
    keys.textContent = t("keysOfReading", { control: CONTROL });
    offerWays();
    listIncludes();
    moveTo(lineOf(view.state.doc, line ?? 1).from);
    focus();
  }

  function goBack() {
    if (!visited) return false;
    open(visited.from);
    focus();
    return true;
  }

  function offerWays() {
    restore.hidden = visited !== null;
    back.hidden = copy.hidden = visited === null;
    if (visited) back.textContent = t("backTo", { file: TITLES[visited.from] ?? visited.from });
  }

  const includesHere = () => includesOf(view.state.doc.toString(), visited && parted(visited.path)[0]);

  // The files that the text includes, as buttons.
  function listIncludes() {
    const paths = [...new Set(includesHere().map(({ path }) => path))];
    if (paths.join() === includes.dataset.paths) return;
    includes.dataset.paths = paths.join();
    includes.hidden = !paths.length;
    const buttons = paths.map((path) => {
      const button = make("button", { type: "button", textContent: path.replace("../", "") });
      button.addEventListener("click", () => follow(path));
      return button;
    });
    includes.replaceChildren(`${t("includes")} `, ...buttons);
  }

  const follow = (path) => (states.has(path) ? turnTo(path) : visit(path));

  function followInclude({ state }) {
    const { from, to } = state.doc.lineAt(state.selection.main.head);
    const here = includesHere().find((each) => each.from <= to && each.to >= from);
    if (here) follow(here.path);
    return here !== undefined;
  }

  // Makes the file that is read one of these rules: a file of their own, which they include in its place. Added rules, which
  // have no folder, take over its text.
  function takeCopy() {
    const { path, text: original, from } = visited;
    const [place, file] = parted(path);
    const own = elsewhere(original, place);
    const isAdded = from === ADDED;
    let name = place === "lib" ? file : `${place}_${file}`.replace(/[^a-z_.]/g, "_");
    while (states.has(name)) name = `own_${name}`;
    for (const each of isAdded ? [ADDED] : names().filter((other) => other !== ADDED && other.endsWith(".lp"))) {
      const changes = includesOf(text(each)).filter((include) => include.path === path)
        .map((include) => ({ from: include.from, to: include.to, insert: isAdded ? own : including(name) }));
      states.set(each, states.get(each).update({ changes }).state);
    }
    if (!isAdded) states.set(name, newState(name, own));
    setTabs();
    open(isAdded ? ADDED : name);
    names().forEach(describe);
    edited(shown);
    focus();
  }

  function turnTo(name) {
    if (name === shown) return;
    open(name);
    onSelect?.(name);
  }

  // Says on the tab whether the file is changed and has problems, and whether it can be put back.
  function describe(name) {
    const tab = tabOf(name);
    const problems = listed.filter((problem) => problem.name === name).length;
    tab.classList.toggle("rules-changed", isChanged(name));
    tab.classList.toggle("rules-faulty", problems > 0);
    const notes = [isChanged(name) && t("changed"), problems && t("problems", { count: problems })];
    tab.ariaLabel = [tab.textContent, ...notes.filter(Boolean)].join(", ");
    if (name === shown) restore.ariaDisabled = !(name in originals && isChanged(name));
  }

  function putBack() {
    if (restore.ariaDisabled === "true") return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: originals[shown] }, userEvent: "input" });
  }

  function mark(problems) {
    listed = problems.map((problem) => {
      const [place, file] = problem.file?.includes("/") ? parted(problem.file) : [folder, problem.file];
      const name = names().find((each) => each === file && (!folder || place === folder));
      return { ...problem, name, diagnostic: name && problem.line && diagnostic(state(name).doc, problem) };
    });
    for (const name of names()) {
      const placed = listed.filter((problem) => problem.name === name && problem.diagnostic);
      const change = setDiagnostics(state(name), placed.map((problem) => problem.diagnostic));
      if (name === shown) view.dispatch(change);
      else states.set(name, state(name).update(change).state);
      describe(name);
    }
    const lines = listed.map(sentence);
    const before = [...list.children].map((item) => item.textContent);
    const isNews = lines.join("\n") !== before.join("\n");
    if (isNews) list.replaceChildren(...lines.map(newItem)); // what is not new must not be read aloud again
  }

  function newItem(line, at) {
    const { name, severity = "error", file } = listed[at];
    const item = make("li", { className: `rules-${severity}` });
    if (!name && !file?.includes("/")) item.textContent = line;
    else {
      const button = make("button", { type: "button", textContent: line });
      button.addEventListener("click", () => goTo(listed[at]));
      item.append(button);
    }
    return item;
  }

  function goTo({ name, diagnostic, file, line }) {
    if (!name) return visit(`../${file}`, line);
    turnTo(name);
    forEachDiagnostic(view.state, (each, from) => each === diagnostic && moveTo(from)); // edits have moved it
    focus();
  }

  // Goes to a line of a file, named as the service names it.
  function select(file, line) {
    const [place, name] = file.includes("/") ? parted(file) : [folder, file];
    if (!states.has(name) || (folder && place !== folder)) return visit(`../${file}`, line);
    turnTo(name);
    if (line) moveTo(lineOf(view.state.doc, line).from);
  }

  function moveTo(position) {
    view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: "center" }) });
  }

  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.children];
    const at = all.indexOf(document.activeElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = all.at(next % all.length);
    tab.focus();
    tab.click();
  });
  restore.addEventListener("click", putBack);
  back.addEventListener("click", goBack);
  copy.addEventListener("click", takeCopy);
  editor.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && goBack());
  show({});
  return { show, files, changed, mark, select, focus };
}

const SETUP = [
  lineNumbers(),
  history(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlighting,
  linter(null),
  lintGutter(),
  search({ top: true }),
  EditorView.lineWrapping,
  keymap.of([
    ...defaultKeymap, // Tab is in none of these: it leaves the editor
    ...historyKeymap,
    ...searchKeymap,
    { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
  ]),
];

function make(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// The files with line ends as the editor makes them, so that texts can be compared.
function plainLines(files) {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")]));
}

function byPlace(one, other) {
  return place(one) - place(other) || (one < other ? -1 : 1);
}

function place(name) {
  if (name === ADDED) return FIRST.length + 1;
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;
}

function sentence({ file, line, message, severity }) {
  const place = [file && (TITLES[file] ?? file), line && t("line", { number: line }), severity === "warning" && severity];
  return [place.filter(Boolean).join(", "), message].filter(Boolean).join(": ");
}

function lineOf(doc, number) {
  return doc.line(Math.min(Math.max(number, 1), doc.lines));
}

// What the editor shows of a problem: the word at the excerpt's caret, or the whole line.
function diagnostic(doc, { line, message, excerpt, severity = "error" }) {
  const { text, from } = lineOf(doc, line);
  const at = caret(text, excerpt);
  const start = at ?? text.search(/\S|$/);
  const marked = at === undefined ? text.trim() : text.slice(at).match(/^(?:#?[\w']+|[^\w\s]+|)/)[0];
  return { from: from + start, to: from + start + marked.length, severity, message };
}

// The index in a line to which the ^ in an excerpt's second line points.
function caret(text, excerpt) {
  const [quoted = "", pointer = ""] = excerpt?.split("\n") ?? [];
  const at = pointer.indexOf("^") - quoted.indexOf(text);
  if (!quoted.includes(text) || at < 0) return undefined; // there is no caret, or the line has been edited
  return [...text].slice(0, at).join("").length; // the caret counts characters, the editor UTF-16 units
}
