// Clues: what keys, the mouse and touch do to the puzzle. Generic over types: parts and tokens come with the type.
import { Borders, borderedPart } from "./borders.js";
import { UNIT, isCell, isMargin, key } from "./geometry.js";
import { Inputs } from "./inputs.js";
import { ERASE, Layer, layerOf, wordsOf } from "./kinds.js";
import { isGrid, isRegions } from "./parts.js";
import { sample } from "./palette.js";
import { isLettered, labelsOf, tokenAt, tokensOfLine, withLine, withTokens } from "./puzzle.js";
import { EXTEND, FRESH, REGION_TOOLS, freshLabel } from "./regions.js";
import { t } from "./texts.js";
import { blankOf, boardLook, continuations, dotsAt, dotsOf, goesOn, hasPatterns, isEmpty, marksOf, mayBegin, meaning, tokenLike } from "./tokens.js";

const PATIENCE = 1200; // milliseconds in which a further character belongs to the same token
const [VALUE, TOKEN, LOCKING] = ["value", "token ", "lock"];
/** By the button that turns it on: a symmetry (places.js). */
const SYMMETRIES = {
  mirrored: { of: "mirrored", text: t("mirrored"), label: t("mirroredShowWhereA") },
  symmetric: { of: "half", text: t("symmetric"), label: t("symmetricShowWhereA") },
};
/** What is said of a clue that is locked. */
export const LOCKED = t("thisClueIsLocked");
const [MOST_VALUES, MOST_NUMBERS] = [26, 12]; // that have buttons

export class Setting {
  constructor(editor) {
    this.editor = editor;
    this.inputs = new Inputs(editor);
    this.borders = new Borders(editor);
    this.typed = null;
    this.latest = null; // the last clue with one number that was written as a text
  }

  /** The part of the board that is edited; null if all parts stand in the margins. */
  get part() {
    return this.editor.layer;
  }

  takes(...classes) {
    return this.part?.tokens.some((each) => classes.includes(each.any_of)) ?? false;
  }

  /** The parts whose tokens stand at a place: that which is edited, or those of a margin. */
  partsAt(place) {
    return isMargin(place) ? this.editor.places.parts.get(place[0]) : [this.part];
  }

  // -- The palette

  items() {
    const { part } = this;
    const lock = { id: LOCKING, label: t("lockOrUnlockThe"), text: t("lock"), acts: true };
    const symmetries = Object.entries(SYMMETRIES).map(([id, { of, text, label }]) => (
      { id, label, text, acts: true, switch: true, on: this.editor.symmetry === of }));
    return [...(part ? this.painted(part) : []), lock, ...symmetries];
  }

  /** What can be painted into the places of a part. */
  painted(part) {
    const items = this.literals().map((each) => this.item(each));
    if (isRegions(part)) {
      items.push(...REGION_TOOLS);
    } else {
      for (const symbol of this.values()) items.push({ id: TOKEN + symbol, label: symbol, text: symbol });
    }
    if (hasPatterns(part) || this.takes("letter", "any") || (this.takes("int", "symbol") && !this.hasAllValues())) {
      const label = isRegions(part) ? t("labelOfARegion") : t("valueToPutInto");
      const inputmode = this.takes("letter", "any", "symbol") || hasPatterns(part) ? "text" : "numeric";
      items.push({ id: VALUE, label, hint: isRegions(part) ? t("label") : t("value"), field: true, inputmode });
    }
    return [...items, { id: ERASE, label: t("erase"), text: t("erase") }];
  }

  /** The tokens of the part that are taken literally; of those that look the same, the first one. */
  literals() {
    const looks = new Set();
    return (this.part?.tokens ?? []).filter(({ token, marks, hole, blank }) => {
      if (token === undefined || blank) return false;
      const look = key([hole, marks.length ? marksOf(this.part, token, this.editor.model) : token]);
      return !looks.has(look) && looks.add(look);
    });
  }

  item({ token, hole }) {
    const dots = this.part.dots?.length ? dotsOf(this.part, token, [1, 1]) : [];
    const marks = [...marksOf(this.part, token, this.editor.model), ...dots];
    const looks = hole ? ["hole"] : marks.map((mark) => wordsOf(mark, this.editor.type)).filter((words) => words && words !== token);
    const label = looks.length ? `${token}: ${looks.join(", ")}` : token;
    if (!hole && !marks.length) return { id: TOKEN + token, label, text: token };
    return { id: TOKEN + token, label, ...sample(marks.map((mark) => ({ ...mark, given: true })), hole) };
  }

  /** The values that stand in cells, as far as they fit into a palette: symbols of the board, or numbers. */
  values() {
    if (this.takes("symbol")) return this.editor.symbols().slice(0, MOST_VALUES);
    const { least, most } = this.takes("int") ? (this.editor.rangeOf(this.part) ?? {}) : {};
    if (least === undefined || most === null || most - least >= MOST_NUMBERS) return [];
    const numbers = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
    return numbers.filter((number) => !this.part.tokens.some(({ token }) => token === number));
  }

  /** Whether each value has a button, so that none needs to be written. */
  hasAllValues() {
    const symbols = this.takes("symbol") ? this.editor.symbols().length : 0;
    const isNumbered = this.takes("int") && !this.takes("symbol");
    return isNumbered ? this.values().length > 0 : symbols > 0 && symbols <= MOST_VALUES && !this.takes("int");
  }

  /** A button of the palette was pressed. */
  act(id) {
    const { editor } = this;
    const symmetry = SYMMETRIES[id]?.of;
    if (symmetry) editor.keepSymmetry(editor.symmetry === symmetry ? null : symmetry);
    else editor.toggleLocks(editor.selected.places());
  }

  help() {
    const lines = [t("arrowsMove")];
    if (this.part) {
      lines.push(t("typeToFillThe"));
      if (this.turns) lines.push(t("anotherClickGoesThrough"));
      if (hasPatterns(this.part)) lines.push(t("enterWritesAClue"));
      if (hasArrow(this.part)) lines.push(t("aNumberAndThen"));
      lines.push(t("shiftWithArrowsSelects"));
      if (this.part.dots?.length) lines.push(t("clickTheMiddleOf"));
      if (isRegions(this.part)) lines.push(t("aDragMakesARegion"));
      if (this.totals) lines.push(t("digitsAreItsTotal"));
      if (borderedPart(this.editor.type)) lines.push(t("aDragFromCorner"));
    }
    if (this.editor.writing.isOn) lines.push(t("lettersGoOnAcrossOr"));
    if (this.editor.places.parts.size) lines.push(t("besideTheBoardType"));
    return [...lines, t("ctrlZUndoes")].join(" ");
  }

  /** Whether a finger paints, and does not scroll. */
  get holdsFinger() {
    return this.editor.tool !== null;
  }

  // -- Keys

  /** Whether the key was one of editing. */
  key(event) {
    const { editor } = this;
    const isText = [...event.key].length === 1 && event.key !== " ";
    if (!isText) this.typed = null;
    if (isMargin(editor.cursor)) return this.keyInMargin(event);
    if (!this.part) return false;
    if (event.key === "Backspace" && isEmpty(this.part, tokenAt(editor.model, this.part, editor.cursor))) editor.writing.goBack();
    if (["Delete", "Backspace"].includes(event.key) || (event.key === "." && this.clears("."))) return this.fill(blankOf(this.part));
    if (event.key === " ") return this.cycle();
    if (event.key === "Enter" && editor.tool) return this.enter(editor.tool);
    if (["Enter", "F2"].includes(event.key)) return hasPatterns(this.part) && editor.openField();
    return isText && this.type(event.key);
  }

  /** Turns the arrow of the selected clue, as Shift with an arrow key does on puzz.link; false if it has none. */
  turnArrow(event) {
    const { editor, part } = this;
    const wind = event.shiftKey && WINDS[event.key];
    if (!wind || !part || editor.selected.all.size > 1 || isMargin(editor.cursor)) return false;
    const token = tokenAt(editor.model, part, editor.cursor);
    const turned = Object.values(WINDS).some((each) => token.endsWith(each)) && this.asToken(token.slice(0, -1) + wind);
    if (!turned || !hasArrow(part)) return false;
    return this.fill(turned);
  }

  /** Whether a character says that nothing stands there, and does not go on with a token. */
  clears(character) {
    return isEmpty(this.part, character) && !(this.typed && mayBegin(this.part, this.typed.text + character));
  }

  keyInMargin(event) {
    const { editor } = this;
    if (["Delete", "Backspace"].includes(event.key) && !editor.isLocked(editor.cursor)) return this.write(editor.cursor, "");
    if (["Enter", "F2", "Delete", "Backspace"].includes(event.key)) return editor.openField();
    if ([...event.key].length === 1 && event.key !== " ") return editor.openField(event.key);
    return false;
  }

  /** Takes over the text of a place as it is written; false if a token of it cannot stand there. */
  write(place, text) {
    const { editor } = this;
    const refused = this.refusedIn(place, text);
    if (refused !== null) {
      editor.refuse(refused, editor.field.element);
      return false;
    }
    if (isMargin(place)) editor.change(withLine(editor.model, this.partsAt(place), place[1], text));
    else this.put([place], this.asToken(this.completed(text)) ?? blankOf(this.part));
    return true;
  }

  /** A text that is written; a number that is not a clue by itself becomes one like the last: 6 after 12, is 6, */
  completed(text) {
    const [written, latest] = [text.trim(), this.latest];
    const like = /^\d+$/.test(written) && this.asToken(written) === null && latest ? latest.replace(/\d+/, written) : written;
    if (like.match(/\d+/g)?.length === 1 && this.asToken(like) !== null) this.latest = like;
    return like;
  }

  /** Why a text cannot stand at a place; null if it can. */
  refusedIn(place, text) {
    return this.inputs.refused(this.partsAt(place), isMargin(place) ? tokensOfLine(text) : [this.completed(text)]);
  }

  /** Whether a line of tokens holds one that a part does not take; says so beside its field. */
  refusedLine(part, text, field) {
    const refused = this.inputs.refused([part], tokensOfLine(text));
    if (refused !== null) this.editor.refuse(refused, field);
    return refused !== null;
  }

  asToken(text) {
    return this.inputs.tokenIn(this.part, text);
  }

  /** A character: it goes on with the token that is being typed, or begins another one. */
  type(character) {
    const { editor, typed } = this;
    const totals = this.totals;
    if (totals && /\d/.test(character)) return this.typeTotal(totals, character);
    const place = key(editor.cursor);
    const isSoon = typed && typed.place === place && performance.now() - typed.at < PATIENCE;
    for (const before of isSoon ? [typed.text, ""] : [""]) {
      const token = this.asToken(before + character);
      if (token !== null && !isEmpty(this.part, token)) {
        const gesture = before ? typed.gesture : {};
        this.typed = { place, text: before + character, at: performance.now(), gesture };
        this.fill(token, gesture);
        if (meaning(this.part, token, editor.model)?.any_of === "letter") editor.writing.goOn();
        return true;
      }
      if (mayBegin(this.part, before + character)) return editor.openField(before + character);
    }
    if (isEmpty(this.part, character)) return this.fill(blankOf(this.part));
    return editor.refuse(this.inputs.refusal(this.part, character));
  }

  /** The part whose numbers stand in the corners of cages, while cages are edited; null otherwise. */
  get totals() {
    if (!this.part || !isRegions(this.part) || borderedPart(this.editor.type) === this.part) return null;
    const isTotal = (entry) => entry.any_of === "int" && entry.marks.some((mark) => layerOf(mark.kind) === Layer.NOTE);
    return this.editor.type.parts.find((part) => isGrid(part) && part.tokens.some(isTotal)) ?? null;
  }

  /** A digit of the total of the cage around the selected cell; where there is none, the selected cells become one. */
  typeTotal(totals, character) {
    const { editor, part, typed } = this;
    if (this.labelAt(editor.cursor) === null) this.put(editor.selected.cells(), this.freshLabel());
    const cells = regionAround(editor.model, part, editor.cursor, editor.places);
    const place = cells.find((cell) => !isEmpty(totals, tokenAt(editor.model, totals, cell))) ?? cells[0];
    const goesOn = typed?.place === key(place) && performance.now() - typed.at < PATIENCE;
    const text = goesOn ? typed.text + character : character;
    const token = this.inputs.tokenIn(totals, text);
    if (token === null) return editor.refuse(this.inputs.refusal(totals, text));
    const gesture = goesOn ? typed.gesture : {};
    editor.change(withTokens(editor.model, totals, [[place, token]]), gesture);
    this.typed = { place: key(place), text, at: performance.now(), gesture };
    return true;
  }

  /** What may follow a text that is written into a place: [{text, label}]. */
  next(place, text) {
    if (isMargin(place) || !hasPatterns(this.part)) return [];
    return continuations(this.part, text.trim(), this.editor.model, this.editor.symbols());
  }

  /** Whether a text is a token with which no longer one begins. */
  isWhole(place, text) {
    if (isMargin(place) || !text.trim()) return false;
    return this.asToken(text) !== null && !goesOn(this.part, text, this.editor.model, this.editor.symbols());
  }

  cycle() {
    const { editor, part } = this;
    if (!part) return false;
    const signs = [blankOf(part), ...this.literals().map((each) => each.token)];
    if (signs.length < 2) return false;
    const at = signs.indexOf(tokenAt(editor.model, part, editor.cursor));
    return this.fill(signs[(at + 1) % signs.length]);
  }

  /** Whether clicks on the selected place go through what may stand there: signs and numbers, but not values of an alphabet. */
  get turns() {
    const { part } = this;
    return part !== null && !part.dots?.length && !isRegions(part) && !hasPatterns(part) && !this.takes("symbol", "letter", "any");
  }

  /** The next token of the selected place, or the one before: nothing, the signs, the numbers; holes come last. */
  turn(step) {
    const { editor, part } = this;
    const literals = this.literals().map(({ token }) => token);
    const { least = 1, most = null } = this.takes("int") ? (editor.rangeOf(part) ?? {}) : { most: 0 };
    const here = tokenAt(editor.model, part, editor.cursor);
    const last = most ?? Math.max(least, Number(here) || 0) + 1; // where there is no end, one more than there is
    const numbers = Array.from({ length: Math.max(0, last - least + 1) }, (_, at) => String(least + at)).filter((each) => !literals.includes(each));
    const holes = literals.filter((token) => meaning(part, token, editor.model)?.hole);
    const signs = [blankOf(part), ...literals.filter((token) => !holes.includes(token)), ...numbers, ...holes];
    const at = Math.max(0, signs.indexOf(here));
    return this.fill(signs[(at + step + signs.length) % signs.length]);
  }

  /** Puts a token into all selected cells. */
  fill(token, gesture = null) {
    if (!this.part) return false;
    if (this.put(this.editor.selected.onBoard(), token, gesture)) this.editor.sayPlace();
    return true;
  }

  /** Puts a token into places; false if all of them are locked. */
  put(places, token, gesture = null) {
    const { editor, part } = this;
    const free = places.filter((place) => !editor.isLocked(place));
    if (!free.length) return !editor.refuse(LOCKED);
    const elsewhere = (place) => editor.places.isHole(place) && !meaning(part, tokenAt(editor.model, part, place), editor.model)?.hole;
    const changes = free.filter((place) => !elsewhere(place)).map((place) => [place, token]);
    editor.change(withTokens(editor.model, part, [...changes, ...this.counterparts(changes)]), gesture);
    return true;
  }

  /** What else changes where a board is drawn with symmetry: blocks, bars and holes come and go in pairs. */
  counterparts(changes) {
    const { editor, part } = this;
    const { model, places, symmetry } = editor;
    const own = new Set(changes.map(([place]) => key(place)));
    const lookAt = (place) => boardLook(part, tokenAt(model, part, place), model);
    return (symmetry ? changes : []).flatMap(([place, token]) => {
      const [other, look] = [places.counterpart(place, symmetry), boardLook(part, token, model)];
      if (own.has(key(other)) || !places.onBoard.has(key(other)) || editor.isLocked(other)) return [];
      if (lookAt(other) === look || (!look && !lookAt(place))) return [];
      const like = tokenLike(part, token, model);
      return like === null ? [] : [[other, like]];
    });
  }

  /** A tool's token goes into the selected cells. */
  enter(tool) {
    const token = this.tokenOf(tool, this.editor.cursor);
    return token === null ? false : this.fill(token);
  }

  /** A value was written into the palette's field, for the selected cells. */
  written(text) {
    if (!text) return;
    const token = this.asToken(text);
    if (token !== null) this.fill(token);
    else this.editor.refuse(this.inputs.refusal(this.part, text));
  }

  // -- Mouse and touch

  /** The token that a tool paints from this place on; null if it paints nothing. */
  tokenOf(tool, place) {
    const { editor, part } = this;
    const here = tokenAt(editor.model, part, place);
    if (tool === ERASE) return blankOf(part);
    if (tool === FRESH) return this.freshLabel();
    if (tool === EXTEND) return this.labelAt(place) ?? this.freshLabel();
    if (tool === VALUE) return this.asToken(editor.value);
    const token = tool.slice(TOKEN.length);
    return here === token ? blankOf(part) : token;
  }

  freshLabel() {
    const { editor, part } = this;
    return freshLabel(labelsOf(editor.model, part), isLettered(editor.model, part));
  }

  /** The label of the region that a cell belongs to. */
  labelAt(cell) {
    const token = tokenAt(this.editor.model, this.part, cell);
    return meaning(this.part, token, this.editor.model)?.any_of ? token : null;
  }

  /** goesOn: the board had the focus before, so that this is not the press that brings it. */
  press(hit, event, goesOn) {
    const isPlain = event.button === 0 && event.pointerType !== "touch" && !(event.shiftKey || event.ctrlKey || event.metaKey);
    const begun = isPlain && !this.editor.tool
      && this.borders.press(hit, (moved) => this.pressPlace(hit, event, goesOn)?.end?.(moved));
    return begun || this.pressPlace(hit, event, goesOn);
  }

  pressPlace(hit, event, goesOn) {
    const { editor } = this;
    if (!hit.place) return null;
    if (isMargin(hit.place)) {
      editor.select(hit.place);
      return { end: () => editor.openField() };
    }
    const turns = goesOn && this.turns && editor.selected.all.size === 1 && key(editor.cursor) === key(hit.place);
    if (turns && !editor.tool && event.button === 2) return this.turnOrErase(hit.place);
    const [tool, from] = [event.button === 2 ? ERASE : editor.tool, editor.cursor];
    if (tool && this.part) {
      const token = this.tokenOf(tool, hit.place);
      editor.select(hit.place);
      if (token === null) return editor.refuse(this.inputs.refusal(this.part, editor.value)) && null;
      return this.paint(token, hit.place);
    }
    if (this.part?.dots?.length && !event.shiftKey && !event.ctrlKey && !event.metaKey) return this.pressDot(hit);
    const again = key(from) === key(hit.place) && this.part !== null && hasPatterns(this.part);
    if (event.shiftKey && !isMargin(from)) editor.selected.selectRange(editor.places, hit.place);
    else if (event.ctrlKey || event.metaKey) editor.selected.toggle(hit.place);
    else editor.select(hit.place);
    const end = (moved) => !moved && (again ? editor.openField() : turns && !event.shiftKey && !event.ctrlKey && !event.metaKey && this.turn(1));
    if (event.pointerType === "touch") return { end };
    const label = this.part && isRegions(this.part) ? this.labelAt(hit.place) : null;
    if (this.part && isRegions(this.part) && !event.shiftKey && !event.ctrlKey) return { end, ...this.extend(label ?? this.freshLabel(), hit.place) };
    return { end, move: ({ place }, moved) => moved && isOnBoard(place) && editor.selected.pass(place) };
  }

  /** The right button on the selected place: a click goes back, a drag erases. */
  turnOrErase(first) {
    const gesture = {};
    return {
      move: ({ place }, moved) => moved && isOnBoard(place) && this.put([first, place], blankOf(this.part), gesture),
      end: (moved) => !moved && this.turn(-1),
      cancel: () => this.editor.undo(),
    };
  }

  /** A click near the middle, a side or a corner of a cell goes through the dots that may stand there; a drag selects. */
  pressDot({ place, point }) {
    const { editor, part } = this;
    editor.select(place);
    const click = () => {
      const { cell, tokens } = dotsAt(part, [point[1], point[0]].map((each) => Math.max(1, Math.round((2 * each) / UNIT))));
      if (!tokens.length || !editor.places.all.has(key(cell))) return editor.refuse(t("nothingStandsHere"));
      editor.select(cell);
      const turns = [blankOf(part), ...tokens];
      return this.put([cell], turns[(turns.indexOf(tokenAt(editor.model, part, cell)) + 1) % turns.length]);
    };
    return {
      move: (hit, moved) => moved && isOnBoard(hit.place) && editor.selected.pass(hit.place),
      end: (moved) => !moved && click(),
    };
  }

  /** Paints a token from place to place; one step to undo. */
  paint(token, first) {
    const gesture = {};
    this.put([first], token, gesture);
    return {
      move: ({ place }) => isOnBoard(place) && this.put([place], token, gesture),
      cancel: () => this.editor.undo(),
    };
  }

  /** Dragging from a cell of a region makes the region larger; from another one, it makes a region. */
  extend(label, first) {
    const gesture = {};
    return { move: ({ place }, moved) => moved && isCell(place) && this.put([first, place], label, gesture) };
  }
}

const WINDS = { ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e" };
const hasArrow = (part) => part.tokens.some(({ fields }) => Object.values(fields ?? {}).includes("direction"));

const isOnBoard = (place) => place !== null && !isMargin(place);

/** The cells of the region in which a cell lies, for those parts that have regions. */
export function regionAround(model, part, cell, places) {
  if (!part || !isGrid(part) || !isRegions(part) || !isCell(cell)) return [];
  const token = tokenAt(model, part, cell);
  if (!meaning(part, token, model)?.any_of) return [];
  return places.rows.flat().filter((each) => tokenAt(model, part, each) === token);
}
