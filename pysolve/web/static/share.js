// A puzzle in an address: with its rules, as JSON, deflated, as base64 that needs no escaping; or its text, as others may write it.

import { t } from "./texts.js";

const PACKED = /^#\/(?:(play|make|study)\/)?p=/; // without a door: as the page wrote it before there were any
const TEXT = "#puzzle="; // a text in any format, also the link of another site; escaped, or as it is
const LARGEST = 4_000_000; // characters of JSON: more is not a puzzle

// The address of work: {puzzle: text, types?: {name: {file: text}}, rules?: text, variant?: text, locked?: [place], progress?: [[text, text]],
// hints?: false}, behind a door of the page. hints: whether who plays may ask for them.
export async function addressOf(work, door = "play") {
  if (!globalThis.CompressionStream) throw new Error(t("thisBrowserCannotPack"));
  const packed = await through(new Blob([JSON.stringify(work)]), new CompressionStream("deflate-raw"));
  return `#/${door}/p=${base64(new Uint8Array(packed))}`;
}

export const isShared = (hash) => PACKED.test(hash) || hash.startsWith(TEXT);

// The part of a link that holds a puzzle, if a text is such a link, wherever the page was that it was copied from; or null.
export const sharedIn = (text) => /^\s*[^\s#]*(#(?:\/(?:(?:play|make|study)\/)?p|puzzle)=\S+)\s*$/.exec(text)?.[1] ?? null;

// What an address holds. Throws an Error with a plain sentence if it is damaged.
export async function workOf(hash) {
  if (hash.startsWith(TEXT)) return { puzzle: unescaped(hash.slice(TEXT.length)) };
  let work;
  try {
    const packed = new Blob([bytes(hash.replace(PACKED, ""))]);
    const text = await through(packed, new DecompressionStream("deflate-raw"), LARGEST);
    work = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch {
    throw new Error(t("thisLinkIsDamaged"));
  }
  if (!isWork(work)) throw new Error(t("linkHoldsNoPuzzle"));
  const progress = Array.isArray(work.progress) ? work.progress : null; // looked at where it is filled in
  const locked = Array.isArray(work.locked) ? work.locked : [];
  const { puzzle, types = null, rules = "", variant = "" } = work;
  const door = PACKED.exec(hash)[1] ?? (work.mode === "set" ? "make" : "play");
  return { puzzle, types, rules, variant, door, locked, progress, hints: work.hints !== false };
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isFiles = (files) => isObject(files) && Object.values(files).every((text) => typeof text === "string");
const isWork = (work) =>
  isObject(work) &&
  typeof work.puzzle === "string" &&
  ["rules", "variant"].every((name) => ["string", "undefined"].includes(typeof work[name])) &&
  (work.types === undefined || (isObject(work.types) && Object.values(work.types).every(isFiles)));

async function through(blob, transformation, largest = Infinity) {
  const reader = blob.stream().pipeThrough(transformation).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    size += value.length;
    if (size > largest) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(value);
  }
}

function base64(array) {
  let text = "";
  for (const byte of array) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytes(text) {
  if (!/^[\w-]+$/.test(text)) throw new Error("not base64");
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
