// The workbench's state: a type (perhaps with changed rules), the puzzle on the board, and what is drawn over it.
//
// Events: 'loaded' (another puzzle or type), 'type' (the type's record changed), 'content' (what a request holds
// changed: the puzzle, its options, the rules), 'play' (what is filled in changed), 'mode', 'shown' (a picture stands in
// the board's place, or no longer), 'described' (what is said of it in words, or which clues are locked), 'verdict', 'solved' (all is
// filled in, and right), 'reasons' (rules are the reason for something: {sentence, file, line} each), 'rule' (one of them is to be
// looked at).

import { createEditor } from "./editor.js";
import { announce } from "./dom.js";
import { keepProgress, progressOf } from "./memory.js";
import { native, wordsAbout } from "./native.js";

const LONGEST_PAST = 20; // puzzles to go back to

export class Bench extends EventTarget {
  constructor(element) {
    super();
    const edited = (model) => {
      if (model.parts !== this.parts) this.edits += 1; // colours and notes change nothing of the answer
      this.parts = model.parts;
      this.emit("content");
    };
    this.editor = createEditor(element, { onChange: edited, onPlay: () => this.played(), onLock: () => this.emit("described"), announce });
    this.type = null; // as GET /api/types/{type} describes it
    this.originals = {}; // the files of the type as they were before any change here
    this.files = {}; // the files as they are now
    this.own = false; // a type that the service does not have
    this.rules = ""; // added rules
    this.hints = true; // whether who plays may ask for them
    this.variant = ""; // what the changed rules are called, if anything
    this.mode = "set";
    this.edits = 0; // since the puzzle was loaded
    this.parts = null; // the clues, as they are now
    this.details = {}; // options, and what is said of the puzzle in words, as they are now
    this.layers = {};
    this.past = [];
  }

  emit(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  on(events, listener) {
    for (const event of events.split(" ")) this.addEventListener(event, (/** @type {CustomEvent} */ { detail }) => listener(detail));
  }

  // A puzzle of a type. With `rules`, {type, originals, files, own, added, variant}, the type and its rules are replaced, too.
  // progress: what is filled in, as the editor's progress() gave it; null for what the browser remembers. locked: the places of
  // locked clues. hints: whether who plays may ask for them.
  load(model, rules = null, { mode = this.mode, progress = null, locked = [], hints = true } = {}) {
    if (rules) {
      this.type = rules.type;
      this.originals = rules.originals;
      this.files = rules.files;
      this.own = rules.own;
      this.rules = rules.added;
      this.variant = rules.variant ?? "";
    }
    this.details = { options: { ...model.options }, ...wordsAbout((name) => model[name] ?? "") };
    this.edits = 0;
    this.parts = model.parts;
    this.layers = {};
    this.editor.load(this.type, model);
    this.hints = hints;
    this.editor.lock(locked);
    this.editor.overlay({});
    this.setMode(mode);
    const kept = progressOf(this.puzzleKey());
    const entries = progress ?? kept?.entries ?? [];
    this.editor.restore(entries, JSON.stringify(entries) === JSON.stringify(kept?.entries) ? kept.trail : []);
    this.emit("loaded", { rules: rules !== null });
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

  // Sets an option of the type; '' means that the rules' own default holds.
  setOption(name, value) {
    const options = { ...this.details.options };
    delete options[name];
    if (value !== "") options[name] = value;
    this.change({ options });
  }

  change(change) {
    Object.assign(this.details, change);
    this.edits += 1;
    this.emit("content");
  }

  // Sets what is said of the puzzle in words, on which no verdict depends.
  describe(change) {
    Object.assign(this.details, change);
    this.emit("described");
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

  // The puzzle as it is. What its file says of its answer holds only until it is edited.
  model() {
    const model = { ...this.editor.model(), ...this.details };
    return this.edits ? { ...model, answer: null, verdict: null } : model;
  }

  native() {
    return native(this.model());
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
    return native({ ...this.model(), ...wordsAbout(() => ""), cosmetics: null, answer: null, verdict: null });
  }

  // What a link holds for somebody who is to solve the puzzle: no answer, nothing that only the setter needs.
  forSolving() {
    return { ...this.work(), puzzle: native({ ...this.model(), answer: null, verdict: null }), locked: undefined };
  }

  // Whether nothing may give anything away: somebody plays a puzzle whose link does not allow hints.
  get isSecret() {
    return this.mode === "play" && !this.hints;
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

  // Remembers the puzzle, so that the reader can come back to it.
  keepBefore() {
    const { editor } = this;
    this.past.push({ model: this.model(), progress: editor.progress(), locked: editor.locked(), mode: this.mode, type: this.type.name });
    if (this.past.length > LONGEST_PAST) this.past.shift();
  }

  goBack() {
    const { model, progress, locked, mode } = this.past.pop();
    this.load(model, null, { mode, progress, locked });
  }
}
