// clingo's module as _clingo.py sees it: numbers for pointers, and bytes that go from one memory to the other by a buffer.

const DEPTH = 64;

export function clingoGlue(clingo, python) {
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


  const slots = clingo._malloc(8 * DEPTH) >>> 0; // where a value that is returned by a pointer lies: one place for each call within another
  const lent = []; // what is Python's, and is kept here
  let depth = 0;
  let [read, write] = [];

  // Moves bytes between an address and the beginning of a buffer of Python's.
  function mover(bytes) {
    const buffer = bytes.getBuffer("u8").data.byteOffset; // the view is kept, so it stays where it is
    return {
      read: (address, size) => python._module.HEAPU8.set(clingo.HEAPU8.subarray(address, address + size), buffer),
      write: (address, size) => clingo.HEAPU8.set(python._module.HEAPU8.subarray(buffer, buffer + size), address),
    };
  }

  const look = {
    "?": (at) => clingo.HEAPU8[at],
    i: (at) => clingo.HEAP32[at >> 2],
    I: (at) => clingo.HEAPU32[at >> 2],
    d: (at) => clingo.HEAPF64[at >> 3],
    q: (at) => new DataView(clingo.HEAPU8.buffer).getBigInt64(at, true),
    Q: (at) => new DataView(clingo.HEAPU8.buffer).getBigUint64(at, true),
  };

  function check(done) {
    if (!done) throw new Error("clingo has no memory left");
  }

  return {
    // along: a buffer for what goes along with calls. window: one for what is looked at otherwise. The address of as much room for two calls.
    share(along, window) {
      lent.push(along, window);
      ({ read, write } = mover(along));
      Object.assign(this, mover(window));
      return clingo._malloc(2 * along.length) >>> 0;
    },
    // The size of a text; it is in the window if there is room.
    string(address, most) {
      const size = clingo.HEAPU8.indexOf(0, address) - address;
      if (size <= most) this.read(address, size);
      return size;
    },
    malloc: (size) => clingo._malloc(size) >>> 0,
    free: (address) => clingo._free(address),
    variable: (name) => clingo[`_${name}`],
    // A function that takes, besides its own arguments, the address to which the first bytes of the buffer go before the call, and from
    // which they come back after it, and how many there are.
    function(name, result, letters) {
      const call = called(clingo[`_${name}`], letters);
      return (...args) => {
        const size = args.pop();
        const base = args.pop();
        if (size) write(base, size);
        const found = call(args);
        if (size) read(base, size);
        return out(result, found);
      };
    },
    // The same for a function whose last argument is a pointer to a value that it returns: that value, or nothing if it fails.
    into(name, letters, letter) {
      const call = called(clingo[`_${name}`], letters);
      return (...args) => {
        const size = args.pop();
        const base = args.pop();
        if (size) write(base, size);
        if (depth === DEPTH) throw new RangeError("clingo calls itself too deeply");
        const slot = slots + 8 * depth++;
        args.push(slot);
        try {
          if (!call(args)) return undefined;
        } finally {
          depth -= 1;
        }
        if (size) read(base, size);
        return look[letter](slot);
      };
    },
    // Replaces each literal by whether it is true in a model: 1 or 0.
    hold(model, address, count) {
      const answer = slots + 8 * depth;
      for (let at = address >> 2; at < (address >> 2) + count; at += 1) {
        check(clingo._clingo_model_is_true(model, clingo.HEAP32[at], answer));
        clingo.HEAP32[at] = clingo.HEAPU8[answer];
      }
    },
    // Writes the numbers of new atoms.
    atoms(backend, address, count) {
      for (let at = 0; at < count; at += 1) check(clingo._clingo_backend_add_atom(backend, 0, address + 4 * at));
    },
    // Adds rules: each is 1 if it is a choice, or 0; the number of atoms in its head, these, the number of literals in its body, these.
    rules(backend, address, count) {
      for (let at = address; at < address + 4 * count; ) {
        const [choice, head] = clingo.HEAP32.subarray(at >> 2, (at >> 2) + 2);
        const body = at + 4 * (2 + head);
        const size = clingo.HEAP32[body >> 2];
        check(clingo._clingo_backend_rule(backend, choice, at + 8, head, body + 4, size));
        at = body + 4 * (1 + size);
      }
    },
    pointed(address, result, letters) {
      const call = called(clingo.asm.__indirect_function_table.get(address), letters);
      return (...args) => out(result, call(args));
    },
    callback(callable, result, letters) {
      lent.push(callable);
      const call = (...args) => {
        const value = callable(...args.map((each, at) => out(letters[at], each)));
        return wide(result) ? BigInt(value) : Number(value);
      };
      return clingo.addFunction(call, [result, ...letters].map(code).join(""));
    },
    // Gives back what is Python's.
    close: () => lent.splice(0).forEach((each) => each.destroy()),
  };
}
