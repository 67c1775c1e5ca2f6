// Python (Pyodide) with pysolve, and clingo: how they start from the files of this folder.
import createClingo from "./clingo.mjs";
import { clingoGlue } from "./clingo_glue.js";
import createPyodide from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const PLACE = "/pysolve";

async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Writes the files of a pack: a line of JSON with their names and sizes, then what is in them.
function lay(system, pack) {
  const end = pack.indexOf(10);
  const folders = new Set();
  let at = end + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, end)))) {
    const path = `${PLACE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) system.mkdirTree(folder);
    folders.add(folder);
    system.writeFile(path, pack.subarray(at, at + size));
    at += size;
  }
}

// read(name): the bytes of a file of this folder. Without a memory, Python starts as such, and nothing of pysolve is imported yet.
export async function startPython(read, { folder, clingoOptions = {}, pythonOptions = {}, memory = true }) {
  const loading = async () => {
    if (!memory) return loadPyodide({ indexURL: folder, ...pythonOptions });
    const kept = await unpacked(await read("memory.bin"));
    const createPyodideModule = async (settings) => {
      const module = await createPyodide(settings);
      module._malloc(kept.length); // there is room for what was kept, which takes the place of all, then
      return module;
    };
    return loadPyodide({ indexURL: folder, ...pythonOptions, createPyodideModule, _loadSnapshot: kept });
  };
  globalThis.clingoGlue = {}; // of which what was kept may still hold the last function that it called
  const [clingo, python, signatures, pack] = await Promise.all([
    createClingo(clingoOptions), // which compiles clingo.wasm as it comes; browsers keep what they compiled so
    loading(),
    read("clingo.json"),
    read("pysolve.bin").then(unpacked),
  ]);
  Object.assign(globalThis, { clingoSignatures: new TextDecoder().decode(signatures), clingoGlue: clingoGlue(clingo, python) });
  lay(python.FS, pack);
  python.runPython(memory ? WOKEN : `import sys; sys.path.insert(0, '${PLACE}')`);
  return { clingo, python };
}

// What is kept knows neither the files of this start, nor its clingo, and would draw the same random numbers at each.
const WOKEN = "import _clingo, importlib, random; importlib.invalidate_caches(); _clingo.connect(); random.seed()";
