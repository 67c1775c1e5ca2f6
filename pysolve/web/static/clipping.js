// Cells that are copied, with all that stands in them and between them: as a piece of a puzzle that is put down elsewhere. Pure; no DOM.
// A clip: {board, cells, parts: {name: {shape, tokens: [[down, right, token], …]}}, cosmetics, groups}; places are counted in half cells
// from its first cell.
import { cosmeticAt, cosmeticsOf, withCosmetic } from "./cosmetics.js";
import { compare, halvesOf, isCell, key, placeAt } from "./geometry.js";
import { cellsOf, groupOf, groupsOf, valueOf, withGroups } from "./groups.js";
import { isEdited, isRegions } from "./parts.js";
import { holes, isLettered, labelsOf, placesByRow, placesOf, tokenAt, withTokens } from "./puzzle.js";
import { freshLabel } from "./regions.js";
import { blankOf, meaning } from "./tokens.js";

const WHAT = ["colours", "notes"];

/** The cells of a board around a corner or a side. */
function cellsAround(place, all) {
  const [down, right] = halvesOf(place);
  const near = (half) => [...new Set([Math.floor(half / 2), Math.ceil(half / 2)])];
  return near(down).flatMap((row) => near(right).map((column) => [row, column])).filter((cell) => all.has(key(cell)));
}

/** The places of a part that belong to chosen ones: among cells all that lies between these alone. */
function placesWithin(model, part, places) {
  const chosen = new Set(places.map(key));
  const all = new Set(placesByRow(model).flat().map(key));
  const isIn = (place) => chosen.has(key(place)) || (isCell(places[0]) && !isCell(place) && cellsAround(place, all).every((cell) => chosen.has(key(cell))));
  return placesOf(model, part).flat().filter(isIn);
}

/** The upper left corner of places, in half cells; where their rows are shifted against each other, the first one. */
function originOf(model, places) {
  const all = [...places].sort(compare).map(halvesOf);
  const inColumns = model.board === "square" && places[0][0] !== "h";
  return inColumns ? [0, 1].map((at) => Math.min(...all.map((each) => each[at]))) : all[0];
}

/** The clip of places of one kind. */
export function clipOf(model, type, places) {
  const cells = places.filter(isCell);
  const within = new Set(cells.map(key));
  const ordered = [...places].sort(compare);
  const origin = originOf(model, places);
  const apart = (place) => halvesOf(place).map((each, at) => each - origin[at]);
  const parts = type.parts.filter(isEdited).map((part) =>
    [part.name, { shape: part.shape, tokens: placesWithin(model, part, places).map((place) => [...apart(place), tokenAt(model, part, place)]) }]);
  const cosmetics = WHAT.flatMap((what) => cosmeticsOf(model)[what].filter(([cell]) => within.has(key(cell))).map(([cell, value]) => [what, ...apart(cell), value]));
  const groups = groupsWithin(model, type, within).map(({ name, cells: all, value }) => ({ name, value, cells: all.map(apart) }));
  return { board: model.board, places: ordered.map(apart), cells: isCell(places[0]), parts: Object.fromEntries(parts.filter(([, { tokens }]) => tokens.length)), cosmetics, groups };
}

/** The groups of constraints that lie in these cells alone. */
function groupsWithin(model, type, within) {
  return (type.constraints ?? []).flatMap(({ name }) => groupsOf(model, name).map((tokens) => ({ name, tokens, cells: cellsOf(tokens) ?? [], value: valueOf(tokens) })))
    .filter(({ cells }) => cells.length && cells.every((cell) => within.has(key(cell))));
}

/** The clip as text, for other programs: the tokens of its first part, rows as lines. */
export function clipText({ parts, places }) {
  const [first] = Object.values(parts);
  const rows = new Map();
  for (const [down, right, token] of first?.tokens ?? []) {
    const least = Math.min(...places.map((place) => place[1]));
    const line = rows.get(down) ?? rows.set(down, []).get(down);
    line[Math.floor((right - least) / 2)] = token;
  }
  return [...rows.values()].map((row) => Array.from(row, (token) => token ?? "").join("\t")).join("\n");
}

/** The model without what stands in places. isFree(place): whether it may be changed. */
export function withoutClip(model, type, places, isFree) {
  const within = new Set(places.filter(isCell).map(key));
  let changed = model;
  for (const part of type.parts.filter(isEdited)) {
    const free = placesWithin(model, part, places).filter(isFree);
    if (model.parts[part.name]) changed = withTokens(changed, part, free.map((place) => [place, blankOf(part)]));
  }
  for (const what of WHAT) changed = withCosmetic(changed, what, places.filter(isCell).filter((cell) => cosmeticAt(changed, what, cell) !== null), null);
  return withoutGroups(changed, type, groupsWithin(model, type, within));
}

function withoutGroups(model, type, gone) {
  return (type.constraints ?? []).reduce((changed, constraint) => {
    const left = groupsOf(changed, constraint.name).filter((tokens) => !gone.some((each) => each.tokens === tokens));
    return left.length === groupsOf(changed, constraint.name).length ? changed : withGroups(changed, constraint, left);
  }, model);
}

/**
 * The model with a clip put down, its corner on that of these places: {model, refused}, refused the tokens that cannot stand there.
 * tokenIn(part, text): the token that a part takes for a text, or null. isFree(place): whether it may be changed.
 */
export function withClip(model, type, /** @type {any} */ clip, places, { tokenIn, isFree }) {
  const origin = originOf(model, places);
  const there = (/** @type {any[]} */ [down, right]) => [down + origin[0], right + origin[1]];
  const refused = [];
  let changed = model;
  const holesFirst = [...type.parts].filter(isEdited).sort((one, other) => Number(hasHoles(other)) - Number(hasHoles(one)));
  for (const part of holesFirst) {
    const held = clip.parts[part.name];
    if (held?.shape !== part.shape) continue;
    const gone = hasHoles(part) ? new Set() : holes(changed, type);
    const labels = isRegions(part) ? newLabels(changed, part, held.tokens, there) : (token) => token;
    const all = new Set(placesOf(model, part).flat().map(key));
    const moved = (/** @type {any[]} */ [down, right, token]) => [placeAt(part.shape, there([down, right])), labels(token)];
    const changes = held.tokens.map(moved).filter(([place]) => all.has(key(place)) && isFree(place) && !gone.has(key(place)));
    refused.push(...changes.map(([, token]) => token).filter((token) => tokenIn(part, token) === null));
    const taken = changes.map(([place, token]) => [place, tokenIn(part, token)]).filter(([, token]) => token !== null);
    const standing = taken.filter(([, token]) => model.parts[part.name] || token !== blankOf(part));
    if (standing.length) changed = withTokens(changed, part, standing);
  }
  return { model: withWhatLies(changed, type, clip, there), refused };
}

const hasHoles = (part) => part.tokens.some((each) => each.hole);

/** Regions that are put down are others than those of the same name that lie elsewhere. */
function newLabels(model, part, /** @type {any[]} */ tokens, there) {
  const over = new Set(tokens.map(([down, right]) => key(placeAt(part.shape, there([down, right])))));
  const left = new Set(placesByRow(model).flat().filter((cell) => !over.has(key(cell))).map((cell) => tokenAt(model, part, cell)));
  const used = new Set([...labelsOf(model, part), ...tokens.map(([, , token]) => token)]);
  const names = new Map();
  return (token) => {
    if (!left.has(token) || !meaning(part, token, model)?.any_of) return token;
    if (!names.has(token)) {
      names.set(token, freshLabel(used, isLettered(model, part)));
      used.add(names.get(token));
    }
    return names.get(token);
  };
}

/** Colours, notes and groups of a clip. */
function withWhatLies(model, type, clip, there) {
  const all = new Set(placesByRow(model).flat().map(key));
  const cellAt = (place) => there(place).map((each) => each / 2);
  const cells = clip.cells ? clip.places.map(cellAt).filter((cell) => all.has(key(cell))) : [];
  let changed = model;
  for (const what of WHAT) changed = withCosmetic(changed, what, cells.filter((cell) => cosmeticAt(changed, what, cell) !== null), null);
  for (const [what, down, right, value] of clip.cosmetics) {
    if (all.has(key(cellAt([down, right])))) changed = withCosmetic(changed, what, [cellAt([down, right])], value);
  }
  for (const { name, value, cells: group } of clip.groups) {
    const constraint = (type.constraints ?? []).find((each) => each.name === name);
    const moved = group.map(cellAt);
    const tokens = groupOf(moved, value);
    const isThere = groupsOf(changed, name).some((each) => key(each) === key(tokens));
    if (constraint && !isThere && moved.every((cell) => all.has(key(cell)))) changed = withGroups(changed, constraint, [...groupsOf(changed, name), tokens]);
  }
  return changed;
}
