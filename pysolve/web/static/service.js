// Requests to the service, as docs/service.md describes them; or, where the page comes as files alone (docs/browser.md), to the worker
// that stands for it, and what the service says to every GET is a file.

import { t } from "./texts.js";

const BUSY = 503;
const TRIES_WHEN_BUSY = 3;
const COME_BACK = 2; // seconds to wait where the service does not say how long
const LONGEST_WAIT = 30;
const LONG = 20_000; // characters of a text that is sent once
const MOST_DIGESTS = 8; // that are remembered: an edited text has another one

// What went wrong: the keys of the service's errors (error, sentence, file, line, row, column, excerpt, place), and `status`.
export class Refusal extends Error {
  constructor(body, status = 0) {
    const error = body.error?.replace(/^added\.lp\b/, () => t("addedRules")); // as their tab is called
    super(error);
    this.name = "Refusal";
    const nothing = { sentence: error, file: null, line: null, row: null, column: null, excerpt: null, place: null };
    Object.assign(this, nothing, body, { error, status });
  }
}

export const isCancelled = (error) => error?.name === "AbortError";

// Of a page that comes as files: what the names of those of the service end with, and the worker's address.
const { ending = "", worker = null } = globalThis.document?.documentElement.dataset ?? {};

// Whether the page comes as files.
export const isStatic = worker !== null;

// path: as in "api/types", seen from the page.
export const get = (path, signal) => patiently(async () => (await reach(`${path}${ending}`, { signal })).json(), signal);

// The result of a request. name: that of its address. With `on`, a function, it comes bit by bit: on(event, data) is called for each
// `answer` and `found` until the result is there.
// Long texts go there once, by their digests, until it has forgotten them.
export async function request(name, body, { signal = undefined, on = undefined } = {}) {
  const send = (whole) => (worker ? askWorker(name, whole, signal, on) : patiently(() => requestOnce(name, whole, signal, on), signal));
  const { puzzle, texts } = await folded(body.puzzle);
  if (!texts.length) return send(body);
  const sendWith = async (sent) => {
    const result = await send({ ...body, puzzle, texts: Object.fromEntries(sent) });
    for (const [digest] of sent) known.add(digest);
    return result;
  };
  try {
    return await sendWith(texts.filter(([digest]) => !known.has(digest)));
  } catch (error) {
    if (error.missing !== "text") throw error;
    return sendWith(texts);
  }
}

// The digests of long texts; those that the service has.
const [digests, known] = [new Map(), new Set()];

// A puzzle's text with the digests of long blocks in their places, and these, [digest, text] each; as it is where no digest can be made.
async function folded(puzzle) {
  const texts = [];
  if (typeof puzzle !== "string" || puzzle.length < LONG || !globalThis.crypto?.subtle) return { puzzle, texts };
  let [short, end] = ["", 0];
  for (const { index, 0: head } of puzzle.matchAll(/^[\w-]+: \|\n/gm)) {
    const start = index + head.length;
    const last = /\n(?! )/g;
    last.lastIndex = start;
    const text = puzzle.slice(start, last.exec(puzzle)?.index);
    if (text.length < LONG) continue;
    const digest = digests.get(text) ?? `sha256-${hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))}`;
    digests.set(text, digest);
    if (digests.size > MOST_DIGESTS) digests.delete(digests.keys().next().value);
    texts.push([digest, text]);
    short += `${puzzle.slice(end, start)}@${digest}`;
    end = start + text.length;
  }
  return { puzzle: short + puzzle.slice(end), texts };
}

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const inWorker = () => import("./inworker.js");
const workerAddress = () => new URL(worker, document.baseURI);
const askWorker = async (...asked) => (await inWorker()).ask(workerAddress(), ...asked);

// Has the worker started, if there is one, before it is asked anything.
export const prepare = async () => worker && (await inWorker()).prepare(workerAddress());

// Tries again, a few times, where the service is busy.
async function patiently(attempt, signal) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error.status !== BUSY || tries === TRIES_WHEN_BUSY) throw error;
      await pause(error.wait, signal);
    }
  }
}

// As a stream in any case: a rule that is half written is refused by an event, and not by a status, which browsers log as a failure.
async function requestOnce(name, body, signal, on = (..._known) => {}) {
  const response = await reach(`api/${name}`, {
    method: "POST",
    signal,
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify(body),
  });
  if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) return response.json();
  for await (const { event, data } of events(response.body)) {
    if (event === "result") return data;
    if (event === "error") throw data.status === BUSY ? busy(COME_BACK) : new Refusal(data);
    on(event, data);
  }
  throw new Refusal({ error: t("theServiceEndedBefore") });
}

async function reach(path, init) {
  const response = await fetched(path, init);
  if (response.ok) return response;
  if (response.status === BUSY) throw busy(waitingTime(response));
  const { status } = response;
  const body = await response.json().catch(() => ({}));
  throw new Refusal({ ...body, error: body.error ?? t("answeredWithStatus", { status }) }, status);
}

async function fetched(path, init) {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (isCancelled(error)) throw error;
    throw new Refusal({ error: t("theServiceCannotBe") });
  }
}

const busy = (wait) =>
  Object.assign(new Refusal({ error: t("theServiceIsBusy") }, BUSY), { wait });

function waitingTime(response) {
  const seconds = Number(response.headers.get("Retry-After"));
  return Math.min(seconds > 0 ? seconds : COME_BACK, LONGEST_WAIT);
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const cancelled = () => {
      clearTimeout(timer);
      reject(new DOMException("cancelled", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", cancelled);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) cancelled();
    signal?.addEventListener("abort", cancelled, { once: true });
  });
}

// The server-sent events of a body: {event, data}, data read as JSON.
async function* events(body) {
  let text = "";
  for await (const piece of pieces(body)) {
    text += piece;
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop();
    for (const block of blocks) {
      const read = readEvent(block);
      if (read) yield read;
    }
  }
}

// A body as text, bit by bit. (Not every browser can iterate over a stream itself.)
async function* pieces(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function readEvent(block) {
  let event = "message";
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line);
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) } : null;
}
