// The worker of a page that comes as files alone: Python (Pyodide) with pysolve, and clingo. Each message is a request, {name, body, limit};
// what it sends are events, {event, data}: 'begun', those of the service, and at last 'result', 'error', or 'died' with the reason.
// 'unable': it could not start.
import createClingo from "./clingo.mjs";
import { clingoGlue } from "./clingo_glue.js";
import { loadPyodide } from "./pyodide.mjs";

const FULL = 1.9 * 2 ** 30; // bytes that clingo has when it can have hardly any more
let clingo = null;

const send = (event, data = null) => postMessage({ event, data });

async function file(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} is missing (status ${response.status})`);
  return response.arrayBuffer();
}

async function start() {
  const [compiled, signatures, archive, python] = await Promise.all([
    createClingo(), // which compiles clingo.wasm as it comes; browsers keep what they compiled so
    file("clingo.json").then((bytes) => new TextDecoder().decode(bytes)),
    file("pysolve.zip"),
    loadPyodide({ indexURL: new URL(".", import.meta.url).href }),
  ]);
  clingo = compiled;
  Object.assign(globalThis, { clingoSignatures: signatures, clingoGlue: clingoGlue(clingo, python) });
  python.unpackArchive(archive, "zip", { extractDir: "/pysolve" });
  return python.runPython("import sys; sys.path.insert(0, '/pysolve'); from pysolve.web.inworker import answer; answer");
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
