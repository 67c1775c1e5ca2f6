// Writes Python's memory once all that pysolve has is imported, so that workers start from there: node snapshot.mjs FOLDER, that of the worker.
// Nothing may be imported by it that works with clingo at once: clingo's memory is not kept.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const IMPORTS = `
import _clingo
_clingo.connect()
import gc, importlib, pkgutil, sys
import clingo, pysolve
for package in pkgutil.iter_modules(pysolve.__path__, "pysolve."):
    if package.name != "pysolve.web":  # which imports compiled modules: these are not in Python's own memory
        for module in pkgutil.walk_packages([f"/pysolve/{package.name.replace('.', '/')}"], f"{package.name}."):
            try:
                importlib.import_module(module.name)
            except ImportError:  # of what is not there: packages of the extras
                pass
gc.collect()
lasting = [each for each in gc.get_objects() if isinstance(each, clingo.Symbol) and each not in (clingo.Infimum, clingo.Supremum)]
_clingo.disconnect()
compiled = [name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).endswith(".so")]
assert not lasting and not compiled, (lasting, compiled)
`;

const [folder] = process.argv.slice(2);
globalThis.self = globalThis; // what is compiled for workers looks for its own address
globalThis.location = { href: pathToFileURL(`${folder}/`).href };
const { startPython } = await import(pathToFileURL(`${folder}/python.js`).href);
const { python } = await startPython((name) => readFile(`${folder}/${name}`), {
  folder: `${folder}/`,
  clingoOptions: { wasmBinary: await readFile(`${folder}/clingo.wasm`) },
  pythonOptions: { _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } },
  memory: false,
});
python.runPython(IMPORTS);
globalThis.clingoGlue.close();
await writeFile(`${folder}/memory.bin`, await promisify(gzip)(python.makeMemorySnapshot(), { level: 7 }));
