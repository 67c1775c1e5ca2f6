// The workbench's state: a type (perhaps with changed rules), the puzzle on the board, and what is drawn over it.
//
// The puzzle is the editor's model, with its options, with what is said of it in words, and with its locked clues: every change is a
// step to undo, another puzzle of the type, too.
//
// Events: 'loaded' (another puzzle or type), 'replaced' (another puzzle is about to take its place, as a step to undo), 'type' (the type's record changed), 'content' (what a request holds
// changed: the puzzle, its options, the rules), 'play' (what is filled in changed), 'mode', 'shown' (a picture stands in
// the board's place, or no longer), 'described' (what is said of it in words, or which clues are locked), 'verdict', 'solved' (all is
// filled in, and right), 'selected' (another place, or
// another way to write), 'reasons' (rules are the reason for something: {sentence, file, line} each), 'rule' (one of them is to be
// looked at).

import { createEditor } from "./editor.js";
import { announce } from "./dom.js";
import { keepProgress, progressOf } from "./memory.js";
import { native, wordsAbout } from "./native.js";
import { entriesOf } from "./playing.js";

/** What one comes to the workbench for: to play a puzzle, to make one, to study one. */
export const DOORS = ["play", "make", "study"];

const ASKED = ["type", "board", "rows", "columns", "symbols", "row_starts", "options", "parts", "cosmetics"]; // what a request holds of a puzzle

export class Bench extends EventTarget {
  constructor(element) {
    super();
    const edited = (model) => {
      const isOther = ASKED.some((name) => model[name] !== this.latest[name]);
      this.latest = model;
      this.emit(isOther ? "content" : "described");
    };
    this.editor = createEditor(element, { onChange: edited, onPlay: () => this.played(), onSelect: () => this.emit("selected"), announce });
    this.type = null; // as GET /api/types/{type} describes it
    this.originals = {}; // the files of the type as they were before any change here
    this.files = {}; // the files as they are now
    this.own = false; // a type that the service does not have
    this.rules = ""; // added rules
    this.hints = true; // whether who plays may ask for them
    this.variant = ""; // what the changed rules are called, if anything
    this.door = DOORS[0];
    this.mode = "play"; // what is filled in: 'set' the clues, 'adorn' colours and notes, 'play' the answer, 'study' nothing
    this.latest = null; // the puzzle as it was last said to be
    this.layers = {};
  }

  emit(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  on(events, listener) {
    for (const event of events.split(" ")) this.addEventListener(event, (/** @type {CustomEvent} */ { detail }) => listener(detail));
  }

  // A puzzle of a type with its rules: {type, originals, files, own, added, variant}. door: behind which it is opened. progress: what is
  // filled in, as the editor's progress() gave it; null for what the browser remembers. hints: whether who plays may ask for them. past:
  // what can be undone, as the editor's past() gave it.
  load(model, rules, { door = this.door, progress = null, hints = true, past = [] } = {}) {
    this.type = rules.type;
    this.originals = rules.originals;
    this.files = rules.files;
    this.own = rules.own;
    this.rules = rules.added;
    this.variant = rules.variant ?? "";
    this.latest = model;
    this.layers = {};
    this.editor.load(this.type, model, past);
    this.hints = hints;
    this.editor.overlay({});
    this.door = door;
    document.body.dataset.door = door;
    this.setMode(door === "make" ? "set" : door);
    const kept = progressOf(this.puzzleKey());
    const drawn = model.filled?.length ? [...entriesOf(model.filled)] : null; // in the file, by who solved there
    const entries = progress ?? drawn ?? kept?.entries ?? [];
    this.editor.restore(entries, JSON.stringify(entries) === JSON.stringify(kept?.entries) ? kept.trail : []);
    this.emit("loaded");
    this.emit("shown", null);
    this.emit("content");
  }

  setType(type) {
    this.type = type;
    this.editor.setType(type);
    this.emit("type");
  }

  setMode(mode) {
    this.mode = mode;
    document.body.dataset.mode = mode;
    this.editor.mode(mode);
    this.emit("mode", mode);
  }

  setRules(files, added) {
    this.files = files;
    this.rules = added;
    this.emit("content");
  }

  // Something was filled in.
  played() {
    keepProgress(this.puzzleKey(), this.editor.progress(), this.editor.trail());
    this.emit("play");
  }

  // Options, and what is said of the puzzle in words.
  get details() {
    const model = this.editor.model();
    return { options: model.options ?? {}, ...wordsAbout((name) => model[name] ?? "") };
  }

  // Sets an option of the type; '' means that the rules' own default holds.
  setOption(name, value) {
    const others = Object.entries(this.details.options).filter(([each]) => each !== name);
    this.change({ options: Object.fromEntries(value === "" ? others : [...others, [name, value]]) });
  }

  // Sets something of the puzzle.
  change(change) {
    this.editor.change({ ...this.editor.model(), ...change });
  }

  // Another puzzle of the type, as a step that can be undone.
  replace(model) {
    if (this.mode === "play") this.setMode("set");
    this.show(null, "", { faint: null, changed: null }); // what was certain was so of the puzzle before
    this.emit("replaced");
    this.editor.change(model);
  }

  // Names the changed rules.
  describeRules(name) {
    this.variant = name;
    this.emit("described");
  }

  // Points at places that a sentence is about, until the puzzle is edited; the sentence stands beside the first one.
  pointAt(places, sentence) {
    this.draw({ pointed: places });
    this.editor.remark(places[0], sentence);
  }

  // The clues as they are.
  get parts() {
    return this.editor.model().parts;
  }

  native() {
    return native(this.editor.model());
  }

  // The puzzle's file, which brings the added rules with it.
  text() {
    return native(this.editor.model(), this.rules);
  }

  // The files that differ from the service's, as requests take them, or undefined.
  changedTypes() {
    const names = Object.keys(this.files).filter((name) => this.own || this.files[name] !== this.originals[name]);
    if (!names.length) return undefined;
    return { [this.type.name]: Object.fromEntries(names.map((name) => [name, this.files[name]])) };
  }

  hasChangedRules() {
    return this.changedTypes() !== undefined || this.rules.trim() !== "";
  }

  rulesOfRequest() {
    return { types: this.changedTypes(), rules: this.rules.trim() ? this.rules : undefined };
  }

  request(extra = {}) {
    return { type: this.type.name, puzzle: this.native(), ...this.rulesOfRequest(), ...extra };
  }

  // The puzzle alone, to which what is filled in belongs.
  puzzleKey() {
    return native({ ...this.editor.model(), ...wordsAbout(() => ""), cosmetics: null, answer: null, verdict: null });
  }

  // What a link holds for somebody who is to solve the puzzle: no answer, nothing that only the setter needs.
  forSolving() {
    return { ...this.work(), puzzle: native({ ...this.editor.model(), answer: null, verdict: null }), locked: undefined };
  }

  // Whether nothing may give anything away: somebody plays a puzzle whose link does not allow hints.
  get isSecret() {
    return this.door === "play" && !this.hints;
  }

  // What a link or the browser keeps of the work.
  work() {
    const locked = this.editor.locked();
    return {
      puzzle: this.native(), ...this.rulesOfRequest(), variant: this.variant || undefined, locked: locked.length ? locked : undefined,
      hints: this.hints ? undefined : false,
    };
  }

  // Pictures of the service over the board: some of board, answer, faint; null clears one.
  draw(layers) {
    const isNew = Object.entries(layers).some(([name, picture]) => (this.layers[name] ?? null) !== picture);
    if (!isNew) return;
    Object.assign(this.layers, layers);
    this.editor.overlay(this.layers);
  }

  // A picture in the board's place, until null is shown. what: what it shows, in words.
  show(picture, what = "", layers = {}) {
    this.draw({ ...layers, shown: picture });
    this.emit("shown", picture && what);
  }
}
