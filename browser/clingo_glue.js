// clingo's module as _clingo.py sees it: numbers for pointers, and bytes that go from one memory to the other by a buffer.

// Where a value that is returned by a pointer lies: one place for each call within another.
const DEPTH = 64;

export function clingoGlue(clingo, python) {
  const data = () => new DataView(clingo.HEAPU8.buffer);
  const read = {
    "?": (at) => data().getUint8(at), c: (at) => data().getInt8(at), B: (at) => data().getUint8(at),
    i: (at) => data().getInt32(at, true), I: (at) => data().getUint32(at, true), d: (at) => data().getFloat64(at, true),
    q: (at) => data().getBigInt64(at, true), Q: (at) => data().getBigUint64(at, true),
  };
  const write = {
    "?": (at, value) => data().setUint8(at, value), i: (at, value) => data().setInt32(at, value, true),
    I: (at, value) => data().setUint32(at, value, true), d: (at, value) => data().setFloat64(at, value, true),
    q: (at, value) => data().setBigInt64(at, BigInt(value), true), Q: (at, value) => data().setBigUint64(at, BigInt(value), true),
  };
  // What wasm gives and takes: pointers are signed there, and 64 bits are a BigInt.
  const given = { I: (value) => value >>> 0, Q: (value) => BigInt.asUintN(64, value), v: () => 0 };
  const wide = (letter) => letter === "q" || letter === "Q";
  const out = (letter, value) => (given[letter] ?? ((each) => each))(value);
  const code = (letter) => (letter === "v" ? "v" : letter === "d" ? "d" : wide(letter) ? "j" : "i");

  function called(target, letters) {
    const far = [...letters].flatMap((letter, at) => (wide(letter) ? [at] : []));
    return (args) => {
      for (const at of far) args[at] = BigInt(args[at]);
      return target(...args);
    };
  }

  const slots = clingo._malloc(8 * DEPTH);
  let depth = 0;
  let buffer = 0; // the address of the buffer in Python's memory

  return {
    share(bytes) {
      const view = bytes.getBuffer("u8"); // kept: the address stays as it is
      buffer = view.data.byteOffset;
    },
    // How many bytes were there to be read.
    read(address, size) {
      const part = clingo.HEAPU8.subarray(address, address + size);
      python._module.HEAPU8.set(part, buffer);
      return size;
    },
    write: (address, size) => clingo.HEAPU8.set(python._module.HEAPU8.subarray(buffer, buffer + size), address),
    string(address, most) {
      const size = clingo.HEAPU8.indexOf(0, address) - address;
      if (size <= most) python._module.HEAPU8.set(clingo.HEAPU8.subarray(address, address + size), buffer);
      return size;
    },
    malloc: (size) => clingo._malloc(size) >>> 0,
    free: (address) => clingo._free(address),
    variable: (name) => clingo[`_${name}`],
    function(name, result, letters) {
      const call = called(clingo[`_${name}`], letters);
      return (...args) => out(result, call(args));
    },
    // The same for a function whose last argument is a pointer to what it returns: that, or nothing if it fails.
    into(name, letters) {
      const call = called(clingo[`_${name}`], letters);
      return (letter, value, ...args) => {
        if (depth === DEPTH) throw new RangeError("clingo calls itself too deeply");
        const slot = slots + 8 * depth++;
        try {
          write[letter](slot, value);
          return call([...args, slot]) ? read[letter](slot) : undefined;
        } finally {
          depth -= 1;
        }
      };
    },
    pointed(address, result, letters) {
      const call = called(clingo.asm.__indirect_function_table.get(address), letters);
      return (...args) => out(result, call(args));
    },
    callback: (callable, result, letters) =>
      clingo.addFunction(
        (...args) => {
          const value = callable(...args.map((each, at) => out(letters[at], each)));
          return wide(result) ? BigInt(value) : Number(value);
        },
        [result, ...letters].map(code).join(""),
      ),
  };
}
