// Writes Python's memory once all that pysolve has is imported, so that workers start from there: node snapshot.mjs FOLDER, that of the worker.
// Nothing may be imported by it that works with clingo at once: clingo's memory is not kept.
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const IMPORTS = `
import _clingo
_clingo.connect()
import gc, importlib, pathlib, pkgutil, sys
import clingo, decimal, yaml, pysolve  # msgspec imports decimal
from pysolve import analyses, catalog, late
from pysolve.rules.library import well_known
from pysolve.solving import facts
for package in pkgutil.iter_modules(pysolve.__path__, "pysolve."):
    if package.name != "pysolve.web":  # which imports compiled modules: these are not in Python's own memory
        for module in pkgutil.walk_packages([f"/pysolve/{package.name.replace('.', '/')}"], f"{package.name}."):
            try:
                importlib.import_module(module.name)
            except ImportError:  # of what is not there: packages of the extras
                pass
late.run_all("pysolve")

# what is imported by the worker is compiled already
Loader, codes = importlib.machinery.SourceFileLoader, {}
for name in ("msgspec", "pysolve.web"):
    for file in pathlib.Path("/pysolve", *name.split(".")).glob("*.py"):
        module = name if file.stem == "__init__" else f"{name}.{file.stem}"
        codes[module] = Loader(module, str(file)).get_code(module)
plain = Loader.get_code
Loader.get_code = lambda self, name: codes.pop(name, None) or plain(self, name)

# a first puzzle is solved, so that patterns are compiled and files are read, and manifests that are likely to be wanted
wanted = [catalog.find(name) for name in well_known()]
puzzle = pysolve.read(str(catalog.examples(wanted[0])[0]))
assert [answer.picture() for answer in pysolve.solve(puzzle)] and pysolve.hint(puzzle)
assert [analyses.named(name).parameters for name in analyses.ANALYSES]
del wanted, puzzle
facts._known.terms().clear()  # which symbol of clingo's means what: other ones in another memory
gc.collect()
kinds = (clingo.Symbol, clingo.Control, facts.SymbolReader)
alive = [each for each in gc.get_objects() if isinstance(each, kinds) and each not in (clingo.Infimum, clingo.Supremum)]
numbers = [each for each in gc.get_objects() if isinstance(each, dict) and any(type(key) is int and key >= 2**32 for key in each)]
_clingo.disconnect()
compiled = [name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).endswith(".so")]
assert not alive and not numbers and not compiled, (alive, numbers, compiled)
gc.freeze()
`;

// Writes zeros where nothing is any more: what was there would only make the file larger.
function clean({ HEAPU8, _free, _malloc, _sbrk }) {
  const taken = [];
  for (let size = 2 ** 16; size >= 16; size /= 2) {
    const end = _sbrk(0);
    while (_sbrk(0) === end) {
      const at = _malloc(size);
      HEAPU8.fill(0, at, at + size);
      taken.push(at);
    }
  }
  taken.forEach(_free);
}

const [folder] = process.argv.slice(2);
globalThis.self = globalThis; // what is compiled for workers looks for its own address
globalThis.location = { href: pathToFileURL(`${folder}/`).href };
const { startPython } = await import(pathToFileURL(`${folder}/python.js`).href);
const { python } = await startPython(async (name) => new Response(await readFile(`${folder}/${name}`)), {
  folder: `${folder}/`,
  clingoOptions: { wasmBinary: await readFile(`${folder}/clingo.wasm`) },
  pythonOptions: { _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } },
  memory: false,
});
python.runPython(IMPORTS);
globalThis.clingoGlue.close();
clean(python._module);
const memory = python.makeMemorySnapshot();
const size = new Uint8Array(new Uint32Array([memory.length]).buffer);
await writeFile(`${folder}/memory.bin`, Buffer.concat([size, await promisify(gzip)(memory, { level: 7 })]));
