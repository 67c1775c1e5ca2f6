// For a page of anybody's that shows a puzzle of this workbench and talks with it: docs/browser.md says how. A classic script, which
// pages of other sites may load. It defines `pysolve.embed(element, { puzzle, title, height })`.

(() => {
  const VERSION = 1; // of the messages: embedded.js answers them
  const folder = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const OURS = /^\s*[^\s#]*(#(?:\/(?:play|make|study)\/|\/p=|puzzle=)\S+)\s*$/; // an address of the workbench

  // The part of an address that opens a puzzle: that of a link of the workbench, or the text itself.
  const hashOf = (puzzle) => OURS.exec(puzzle)?.[1] ?? (puzzle && `#puzzle=${encodeURIComponent(puzzle)}`);

  // Puts a puzzle (a text in any format, or a link) into an element. Returns what the page talks with it by.
  function embed(element, { puzzle = "", title = "A puzzle", height = 700 } = {}) {
    const frame = document.createElement("iframe");
    const src = `${folder.href}?embed&origin=${encodeURIComponent(location.origin)}${hashOf(puzzle)}`;
    Object.assign(frame, { src, title, width: "100%", height: String(height) });
    frame.style.border = "0";
    const waiting = new Map(); // from the number of a question to what takes its answer
    const listeners = [];
    let tellReady = null;
    const ready = new Promise((resolve) => (tellReady = resolve));

    addEventListener("message", ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== folder.origin || data?.pysolve !== VERSION) return;
      const { id, event, result, error } = data;
      if (event === "ready") tellReady(result);
      if (event) for (const [name, listener] of listeners) if (name === event) listener(result);
      const [resolve, reject] = waiting.get(id) ?? [];
      waiting.delete(id);
      if (error !== undefined) reject?.(new Error(error));
      else resolve?.(result);
    });

    let last = 0;
    const ask = (name, more = {}) => ready.then(() => new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, [resolve, reject]);
      frame.contentWindow.postMessage({ pysolve: VERSION, id: last, ask: name, ...more }, folder.origin);
    }));
    element.append(frame);
    const embedded = {
      frame,
      ready,
      // event: 'ready', 'changed' or 'solved'.
      on(event, listener) {
        listeners.push([event, listener]);
        return embedded;
      },
      // Another puzzle. type: its type, where it does not say.
      set: (puzzle, type = undefined) => ask("set", { puzzle, type }),
      state: () => ask("state"),
      verdict: () => ask("verdict"),
      steps: (count = 1) => ask("steps", { count }),
      answer: () => ask("answer"),
    };
    return embedded;
  }
  Object.assign(globalThis, { pysolve: { embed } });
})();
