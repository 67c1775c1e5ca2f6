// The worker of a page that comes as files alone: Python (Pyodide) with pysolve, and clingo. Each message is a request, {name, body, limit};
// what it sends are events, {event, data}: 'begun', those of the service, and at last 'result', 'error', or 'died' with the reason.
// 'unable': it could not start.
const FULL = 1.9 * 2 ** 30; // bytes that clingo has when it can have hardly any more
let clingo = null;

const send = (event, data = null) => postMessage({ event, data });

const folder = new URL(".", import.meta.url).href;
const coming = new Map(); // files that are fetched while what reads them is loaded

async function file(name) {
  const response = await (coming.get(name) ?? fetch(folder + name));
  if (!response.ok) throw new Error(`${name} is missing (status ${response.status})`);
  return response;
}

async function start() {
  for (const name of ["memory.bin", "pysolve.bin"]) coming.set(name, fetch(folder + name));
  const { startPython } = await import("./python.js");
  const { clingo: module, python } = await startPython(file, { folder });
  clingo = module;
  return python.runPython("from pysolve.web.worker import answer_page; answer_page");
}

const started = start();
started.catch((error) => send("unable", String(error.message ?? error)));

globalThis.onmessage = async ({ data: { name, body, limit } }) => {
  const answer = await started;
  send("begun");
  try {
    answer(name, body, limit, send);
  } catch (error) { // of WebAssembly itself: there is no memory left, or calls are nested too deeply
    console.error(error);
    send("died", clingo.HEAPU8.length > FULL ? "MEMORY_LIMIT" : "DIED");
  }
};
