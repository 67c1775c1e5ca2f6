// One request at a time, which says how long it takes and can be cancelled.

import { byId } from "./dom.js";
import { isCancelled, request } from "./service.js";
import { t } from "./texts.js";

const PATIENCE = 300; // milliseconds before the line shows that a request is under way

export function createRunning() {
  const line = byId("progress");
  let current = null;

  const stop = () => current?.abort();
  byId("cancel").addEventListener("click", stop);

  // The result, or null if it was stopped. partial(data): what is known so far; answer(data): an answer as it comes.
  // what: what is going on, in words.
  async function run(name, body, { partial = undefined, answer = undefined, what = t("lookingNow") } = {}) {
    stop();
    const mine = new AbortController();
    current = mine;
    const end = progress(line, name, what);
    const on = (event, data) => {
      if (mine.signal.aborted) return;
      if (event === "found") partial?.(data);
      if (event === "answer") answer?.(data);
    };
    try {
      const result = await request(name, body, { signal: mine.signal, on });
      return mine.signal.aborted ? null : result;
    } catch (error) {
      if (isCancelled(error) || mine.signal.aborted) return null;
      throw error;
    } finally {
      if (current === mine) current = null;
      end(current === null);
    }
  }
  return { run, stop };
}

let latest = 0;

function progress(line, name, what) {
  const mine = (latest += 1);
  const start = performance.now();
  const tick = () => {
    if (mine !== latest) return;
    const passed = performance.now() - start;
    line.hidden = passed < PATIENCE;
    byId("progress-text").textContent = `${what} … (${Math.round(passed / 1000)} s)`;
  };
  line.dataset.request = name;
  tick();
  const timer = setInterval(tick, 200);
  return (isLast) => {
    clearInterval(timer);
    if (isLast && mine === latest) line.hidden = true;
  };
}
