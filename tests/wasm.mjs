// Runs a file of Python in node as the worker of the static page would: node wasm.mjs FOLDER_OF_THE_WORKER FILE [MEGABYTES]
// MEGABYTES: how much memory clingo has left.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file, left] = process.argv.slice(2);
const bytes = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const text = (path) => readFileSync(path, "utf8");
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);

globalThis.self = globalThis; // what is compiled for workers looks for its own address
globalThis.location ??= { href: pathToFileURL(`${folder}/`).href };
const [{ default: createClingo }, { clingoGlue }, { loadPyodide }] = await Promise.all(["clingo.mjs", "clingo_glue.js", "pyodide.mjs"].map(load));
const clingo = await createClingo({ wasmBinary: bytes("clingo.wasm") });
const python = await loadPyodide({ indexURL: `${folder}/` });
Object.assign(globalThis, { clingoSignatures: text(`${folder}/clingo.json`), clingoGlue: clingoGlue(clingo, python) });
python.unpackArchive(bytes("pysolve.zip"), "zip", { extractDir: "/pysolve" });
if (left) clingo._malloc(2 ** 31 - clingo.HEAPU8.length - left * 2 ** 20);
python.globals.set("source", text(file));
python.runPython("import sys; sys.path.insert(0, '/pysolve'); exec(compile(source, 'FILE', 'exec'), {'__name__': 'file'})");
