// Every assignment of a small board's answer that pzpr accepts. Argument: the folder of a built pzpr. Reads from standard
// input a JSON object {links: without the site, most: how many assignments to try at most for a board, all: and for all of
// them, shown: how many accepted ones to write out, stated: what is not learnt, by genre: {only: properties, values}}.
// Writes a JSON line for each link: {read: the link as pzpr writes it again, size: how many assignments there are, count: how
// many are accepted, empty: whether nothing at all breaks no rule but that
// something is to be drawn, blank: whether nothing is an answer where lines are drawn, boards: the first of these as pzpr's file text, error: why it was not tried}.
//
// What an answer consists of is learnt from the boards that pzpr tests a genre with: which properties of which pieces
// (qans, anum, line … of cells, corners, sides and margins) its right boards do not do without, and with which values.
const path = require("path");
const root = process.argv[2];
const { links, most, all, shown, stated } = JSON.parse(require("fs").readFileSync(0));
let left = all;
const pzpr = require(path.join(root, "dist/js/pzpr.js"));

const GROUPS = ["cell", "cross", "border", "excell"];
const PROPERTIES = ["qsub", "qcmp", "snum", "qans", "line", "anum"];

const scripts = {};
global.ui = { debug: { addDebugData: (pid, data) => { scripts[pid] = data; } } };

function opened(text) {
  const puzzle = new pzpr.Puzzle();
  puzzle.open(text);
  return puzzle;
}

function accepted(puzzle) {
  puzzle.board.rebuildInfo();
  puzzle.checker.resetCache();
  return puzzle.check().complete && (puzzle.checker.resetCache(), puzzle.check(true).complete);
}

/** Whether a puzzle on which nothing is drawn breaks no rule but that something is to be drawn; such an answer is right here. */
function onlyEmpty(puzzle) {
  puzzle.setConfig("multierr", true);
  puzzle.board.rebuildInfo();
  puzzle.checker.resetCache();
  const codes = Array.from(puzzle.check(true));
  puzzle.setConfig("multierr", false);
  return codes.length > 0 && codes.every(code => /^brNo/.test(code));
}

const onRim = piece => piece.group === "border" ? piece.sidecell[0].isnull || piece.sidecell[1].isnull
  : piece.group === "cross" && (piece.bx % (2 * piece.board.cols) === 0 || piece.by % (2 * piece.board.rows) === 0);

/** {kinds: [group, property, values on the rim, values elsewhere], both: whether numbers are drawn beside clues,
 * on: by kind the values of ques of pieces that are marked, segments}. */
function learnt(pid) {
  if (!scripts[pid]) require(path.join(root, "test/script", pid + ".js"));
  const seen = {}, needed = new Set(), on = {};
  let both = false, segments = false;
  for (const [code, text] of scripts[pid].failcheck) {
    const puzzle = opened(text), right = code === null;
    if (puzzle.board.segment && puzzle.board.segment.length) segments = true;
    for (const property of PROPERTIES) for (const group of GROUPS) {
      const pieces = Array.from(puzzle.board[group] || []), fresh = pieces.length && pieces[0].constructor.prototype[property];
      const marked = pieces.filter(piece => piece[property] !== fresh && !Array.isArray(piece[property]));
      for (const piece of marked) {
        const values = (seen[group + " " + property] ||= [new Set(), new Set()]);
        values[Number(!onRim(piece))].add(piece[property]);
        if (right && property === "anum" && piece.qnum !== -1) both = true;
        (on[group + " " + property] ||= new Set()).add(piece.ques);
      }
      if (right && marked.length) { // what it does without is gone when the next one is tried
        const before = marked.map(piece => piece[property]);
        for (const piece of marked) piece[property] = fresh;
        if (accepted(puzzle)) continue;
        needed.add(group + " " + property);
        marked.forEach((piece, index) => { piece[property] = before[index]; });
      }
    }
  }
  const { only, values: more, ...rest } = stated[pid] || {};
  const kinds = (only || [...needed]).map(key => [...key.split(" "), ...seen[key].map(values => [...values])]);
  for (const kind of kinds) if (more) kind[3] = Object.assign(more, { sure: true });
  return { ...rest, kinds, both, segments, on };
}

/** Whether a piece of an empty board takes a value. */
function holds(piece, property, value) {
  const fresh = piece[property];
  piece.setdata(property, value);
  const result = piece[property] === value;
  piece.setdata(property, fresh, true);
  piece[property] = fresh;
  return result;
}

/** The largest number that a person who solves the puzzle can write; clues may be larger. */
function largest(puzzle, group, piece) {
  puzzle.setMode("play");
  const result = puzzle.board[group][piece.id].getmaxnum();
  puzzle.setMode("edit");
  return result;
}

/** Whether a person can shade a cell; older versions have no function for it. */
const mayBeShaded = piece => piece.allowShade ? piece.allowShade() : !piece.numberRemainsUnshaded || piece.qnum === -1;

/** The places that an answer fills: {piece, property, values}, the first value that of an empty board. */
function slots(puzzle, link, { kinds, both, segments, on, whole, inward, ranks, full, direct }) {
  const found = [];
  const trial = opened(link);
  puzzle.opemgr.add = () => {};
  trial.opemgr.add = () => {}; // nothing is to be undone
  for (const [group, property, rim, inner] of kinds) for (const piece of Array.from(puzzle.board[group])) {
    const fresh = piece[property];
    if (property === "anum" && piece.qnum !== -1 && !both) continue;
    if (group === "cell" && property !== "line" && !on[group + " " + property].has(piece.ques)) continue;
    if (group === "cell" && property === "qans" && (!mayBeShaded(piece) || piece.isShade())) continue;
    if (group === "cell" && piece.ques === 7) continue;
    if (group === "cell" && property === "qans" && piece.qnum !== -1 && kinds.some(kind => kind[1] === "anum")) continue;
    if (group === "border" && [piece.sidecell[0], piece.sidecell[1]].some(cell => !cell.isnull && cell.ques === 7)) continue;
    let values = onRim(piece) ? rim : inner;
    if (inward && onRim(piece)) values = [piece.sidecell[0].isnull ? 2 : 1];
    if (property === "anum" && !values.sure && piece.getmaxnum && !piece.numberAsObject) {
      const top = Math.min(largest(trial, group, piece), Math.max(9, puzzle.board.cell.length));
      values = Array.from({ length: top - piece.getminnum() + 1 }, (_, index) => index + piece.getminnum());
    }
    values = values.filter(value => holds(trial.board[group][piece.id], property, value));
    if (values.length) found.push({ pieces: [piece], property, direct, values: [...new Set([fresh, ...values])] });
  }
  if (whole) return lines(puzzle, found);
  if (full) for (const slot of found) if (slot.property === "anum") slot.values.shift();
  if (ranks) for (const slot of found) slot.values = [-1, ...found.map((_, index) => index + 1)];
  if (segments) {
    const points = Array.from(puzzle.board.cross).filter(point => point.qnum !== -1);
    points.forEach((one, index) => points.slice(index + 1).forEach(other => {
      found.push({ segment: [one.bx, one.by, other.bx, other.by], values: [0, 1] });
    }));
  }
  return found;
}

/** The lines from clue to clue, each drawn as a whole. */
function lines(puzzle, found) {
  const whole = [];
  const at = (cell, dir) => cell.adjacent[dir], side = (cell, dir) => cell.adjborder[dir];
  const isClue = cell => cell.qnum !== -1 || cell.ques !== 0;
  for (const cell of Array.from(puzzle.board.cell).filter(isClue)) for (const dir of ["right", "bottom"]) {
    const pieces = [];
    let next = cell;
    do { pieces.push(side(next, dir)); next = at(next, dir); } while (!next.isnull && !isClue(next));
    const slots = found.filter(slot => pieces.includes(slot.pieces[0]));
    if (!next.isnull && slots.length === pieces.length) whole.push({ ...slots[0], pieces });
  }
  return whole;
}

/** A function that says whether these values can be drawn together: no number on a shaded cell, say. */
function consistent(places, { ranks, bordered }) {
  const own = property => places.map((slot, index) => [slot, index]).filter(([slot]) => slot.property === property);
  const pairs = own("anum").flatMap(([one, a]) => own("qans").filter(([other]) => other.pieces[0] === one.pieces[0]).map(([, b]) => [a, b]));
  if (bordered) for (const [slot, a] of own("qans")) if (slot.pieces[0].group === "border") {
    pairs.push(...own("qans").filter(([other]) => Array.from(slot.pieces[0].sidecell).includes(other.pieces[0])).map(([, b]) => [a, b]));
  }
  return at => pairs.every(([a, b]) => !at[a] || !at[b]) && (!ranks || new Set(at).size === at.length || at.every(value => !value));
}

/** Whether a piece is a border within a region, a note where it is no mistake. */
function partsNothing(piece) {
  if (piece.group !== "border") return false;
  const [one, other] = [piece.sidecell[0], piece.sidecell[1]];
  return !one.isnull && !other.isnull && Boolean(one.room) && one.room === other.room;
}

function put(puzzle, slot, value) {
  if (slot.direct) slot.pieces[0][slot.property] = value;
  else if (!slot.segment) for (const piece of slot.pieces) piece.setdata(slot.property, value, true);
  else if (value) puzzle.board.segment.addSegmentByAddr(...slot.segment);
  else puzzle.board.segment.removeSegmentByAddr(...slot.segment);
}

function tried(link) {
  const puzzle = opened(link), spec = known(puzzle.pid);
  const read = puzzle.getURL().split("?")[1];
  const places = slots(puzzle, link, spec);
  const size = places.reduce((product, slot) => product * slot.values.length, 1);
  const result = { link, read, size, count: 0, boards: [] };
  if (size > Math.min(most, left)) return { ...result, error: "too many assignments" };
  left -= size;
  const at = places.map(() => 0);
  places.forEach(slot => put(puzzle, slot, slot.values[0]));
  result.empty = onlyEmpty(puzzle);
  const distinct = new Set();
  const step = () => {
    for (let index = 0; index < places.length; index++) {
      at[index] = (at[index] + 1) % places[index].values.length;
      put(puzzle, places[index], places[index].values[at[index]]);
      if (at[index]) break;
    }
  };
  const drawable = consistent(places, spec);
  for (let number = 0; number < size; number++, step()) {
    if (!drawable(at)) continue;
    // a line that is drawn may have changed them
    if (spec.crossed) places.forEach((slot, index) => { if (slot.property === "qans") put(puzzle, slot, slot.values[at[index]]); });
    if (accepted(puzzle)) {
      if (places.some((slot, index) => at[index] && slot.property === "line" && slot.pieces[0].group === "cell" && slot.pieces[0].lcnt !== 1)) continue; // an end of none
      if (spec.crossed && places.some((slot, index) => at[index] && slot.property === "qans" && (slot.pieces[0].lcnt === 0 || !slot.pieces[0].ice()))) continue;
      if (spec.bordered && places.some((slot, index) => at[index] && slot.property === "qans" && partsNothing(slot.pieces[0]))) continue;
      const marks = at.map((value, index) => spec.crossed && places[index].pieces[0].lcnt === 4 ? value : Math.sign(value)).join();
      if ((spec.places || spec.crossed) && distinct.has(marks)) continue;
      distinct.add(marks);
      result.count++;
      if (!number && spec.kinds.every(([, property]) => property === "line")) result.blank = true;
      if (result.boards.length < shown) result.boards.push(puzzle.getFileData().replace(/\r?\n/g, "/"));
    }
  }
  return result;
}

const specs = {};
const known = pid => (specs[pid] ||= learnt(pid));

for (const link of links) {
  let result;
  try { result = tried(link); } catch (error) { result = { link, error: `${error.message}` }; }
  console.log(JSON.stringify(result));
}
