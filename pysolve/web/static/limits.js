// What the rules of the type take on the present board: which numbers may stand in a part, and which sizes a board may have.
import { settled } from "./dom.js";
import { isCancelled, request } from "./service.js";
import { sizeOf } from "./size.js";

const PAUSE = 120; // milliseconds without an edit before the request is sent

const bodyOf = (bench, size) => ({
  type: bench.type.name, size, options: bench.details.options, ...bench.rulesOfRequest(),
});

/** Keeps the editor knowing which numbers may be typed. */
export function createLimits(bench) {
  let [known, pending] = [null, new AbortController()];

  async function look(key, body) {
    pending.abort();
    pending = new AbortController();
    const { signal } = pending;
    try {
      const { numbers } = await request("limits", body, { signal });
      if (!signal.aborted) bench.editor.takeRanges(numbers);
    } catch (error) {
      if (!isCancelled(error) && known === key) known = null; // what is wrong with the rules is reported with the verdict
    }
  }
  const later = settled(PAUSE, () => {
    const body = bodyOf(bench, sizeOf(bench.editor.model()));
    const key = JSON.stringify(body);
    if (key === known) return;
    known = key;
    bench.editor.takeRanges({});
    look(key, body);
  });
  bench.on("loaded", () => {
    known = null;
  });
  bench.on("loaded content", later);
}

/**
 * The size that a board may have in place of a wanted one: {rows, columns, refused}; refused says why it is another one.
 * keepColumns: rather other rows than other columns.
 */
export async function sizeFor(bench, rows, columns, keepColumns) {
  try {
    const body = { ...bodyOf(bench, `${rows}x${columns}`), keep_columns: keepColumns };
    const { refused, size } = await request("limits", body);
    return size ? { rows: size[0], columns: size[1], refused } : { rows, columns, refused: null };
  } catch {
    return { rows, columns, refused: null };
  }
}
