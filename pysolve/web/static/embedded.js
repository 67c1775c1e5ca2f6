// What a page in which this one stands may ask of the puzzle, and what it is told: by messages, as docs/browser.md has them and embed.js
// sends them. Only the page whose origin the address names (`?embed&origin=…`) is answered: another one that shows the same address
// neither asks nor hears anything.

import { request } from "./service.js";
import { sharedIn } from "./share.js";

const VERSION = 1;
const MOST_STEPS = 1000;

// Answers, once the address was followed. They are those of workbench.js.
export async function answerPage({ bench, route, take }) {
  await route();
  const origin = new URLSearchParams(location.search).get("origin") ?? "";
  if (parent === window || !URL.canParse(origin) || new URL(origin).origin !== origin) return;
  let isSolved = false;

  const tell = (message) => parent.postMessage({ pysolve: VERSION, ...message }, origin);
  const state = () => bench.type && {
    type: bench.type.name, title: bench.details.title || bench.type.title, puzzle: bench.text(), filled: bench.editor.filled(), solved: isSolved,
  };
  const about = (name, more) => {
    if (!bench.type) throw new Error("there is no puzzle as yet");
    return request(name, bench.request(more));
  };
  // Whose link allows no hints is not told the way here either.
  const openly = (...asked) => {
    if (bench.isSecret) throw new Error("this puzzle is shared without hints");
    return about(...asked);
  };

  async function set({ puzzle, type = null }) {
    if (typeof puzzle !== "string" || !puzzle.trim()) throw new Error("'puzzle': expected a text");
    const shared = sharedIn(puzzle);
    if (shared) location.hash = shared;
    const error = await (shared ? route() : take(puzzle, type));
    if (error) throw error;
    return state();
  }

  const filled = () => (bench.editor.filled().length ? { filled: bench.editor.filled() } : {});
  const asks = {
    set,
    state,
    verdict: () => about("check", { ...filled(), show: [] }),
    answer: () => openly("solve", { models: 2, show: ["plain", "marks"] }),
    steps: ({ count = 1 }) => {
      if (!Number.isInteger(count) || count < 0 || count > MOST_STEPS) throw new Error(`'count': expected 0 to ${MOST_STEPS}, found '${count}'`);
      return openly("hint", { ...filled(), steps: count, show: ["marks"] });
    },
  };

  async function answer({ pysolve, ask, ...more }) {
    if (pysolve !== VERSION) throw new Error(`expected version ${VERSION} of the messages, found '${pysolve}'`);
    if (!Object.hasOwn(asks, ask)) throw new Error(`expected one of ${Object.keys(asks).join(", ")}, found '${ask}'`);
    return asks[ask](more);
  }

  addEventListener("message", async (event) => {
    if (event.source !== parent || event.origin !== origin || typeof event.data?.pysolve !== "number") return;
    const { id } = event.data;
    try {
      tell({ id, result: await answer(event.data) });
    } catch (error) {
      tell({ id, error: error.sentence ?? error.message });
    }
  });
  bench.on("loaded play", () => {
    isSolved = false;
    tell({ event: "changed", result: state() });
  });
  bench.on("solved", () => {
    isSolved = true;
    tell({ event: "solved", result: state() });
  });
  tell({ event: "ready", result: state() });
}
