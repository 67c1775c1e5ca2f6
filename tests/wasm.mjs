// Runs a file of Python in node as the worker of the static page would: node wasm.mjs FOLDER_OF_THE_WORKER FILE [MEGABYTES]
// MEGABYTES: how much memory clingo has left.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file, left] = process.argv.slice(2);
const read = async (name) => new Response(readFileSync(`${folder}/${name}`));

globalThis.self = globalThis; // what is compiled for workers looks for its own address
globalThis.location ??= { href: pathToFileURL(`${folder}/`).href };
const { startPython } = await import(pathToFileURL(`${folder}/python.js`).href);
const clingoOptions = { wasmBinary: readFileSync(`${folder}/clingo.wasm`) };
const { clingo, python } = await startPython(read, { folder: `${folder}/`, clingoOptions });
if (left) clingo._malloc(2 ** 31 - clingo.HEAPU8.length - left * 2 ** 20);
python.globals.set("source", readFileSync(file, "utf8"));
python.runPython("exec(compile(source, 'FILE', 'exec'), {'__name__': 'file'})");
