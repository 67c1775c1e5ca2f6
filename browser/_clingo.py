"""What clingo's Python package takes from cffi (`_clingo.ffi`, `_clingo.lib`), over clingo as a WebAssembly module.

Only what that package uses. clingo has a memory of its own, so a pointer here is a number. What Python hands to a
function, and what the function writes there, goes with the call through one buffer (`_along`): so a call from Python
costs one call of JavaScript, whatever it takes and returns. What clingo keeps has an address there (`Memory.address`).
"""

from __future__ import annotations

import gc
import json
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import CodeType
from typing import Any

from js import clingoSignatures
from pyodide.ffi import create_proxy


def _frozen(read: Any) -> Any:
    """What was read as JSON, with tuples for its lists."""
    if isinstance(read, dict):
        return {key: _frozen(value) for key, value in read.items()}
    return tuple(map(_frozen, read)) if isinstance(read, list) else read


_SIGNATURES = _frozen(json.loads(clingoSignatures))

#: A type: a letter as in `struct` ('v' is void), or a kind with its parts: p(ointer), s(truct), a(rray), f(unction).
Type = Any

_SIZES = {"c": 1, "?": 1, "B": 1, "i": 4, "I": 4, "q": 8, "Q": 8, "d": 8, "v": 1}
_NAMES = {
    "void": "v", "char": "c", "bool": "?", "int": "i", "unsigned": "I", "unsigned int": "I", "size_t": "I",
    "double": "d", "uint64_t": "Q", "int64_t": "q", "uint32_t": "I", "int32_t": "i",
}  # fmt: skip
_LEAST = {"i": -(2**31), "I": 0, "q": -(2**63), "Q": 0}
_MOST = {"i": 2**31 - 1, "I": 2**32 - 1, "q": 2**63 - 1, "Q": 2**64 - 1}

# -- The memory of clingo

_buffer = bytearray(2**20)  # through which bytes go along with calls
_view = memoryview(_buffer)
_window = bytearray(2**20)  # through which they are looked at otherwise, also while those of a call are collected
_seen = memoryview(_window)
_arena = 0  # where in clingo's memory there is room for two buffers
_top = [_arena]  # where in it the next call has its bytes

_free: dict[int, list[int]] = {}  # addresses that are not in use, by their size

_glue: Any = None  # clingo_glue.js


def connect() -> None:
    """Begins to work with the module of clingo that `clingoGlue` is for."""
    global _glue, _arena
    from js import clingoGlue

    _glue = clingoGlue
    _arena = _top[0] = _glue.share(create_proxy(_buffer), create_proxy(_window))


def disconnect() -> None:
    """Forgets the module: Python's memory can be kept, and have another one (browser/snapshot.mjs).

    Nothing may be left that lies in clingo's memory: symbols with names, controls, programs.
    """
    global _glue
    vars(lib).clear()
    _free.clear()
    _glue = None
    gc.collect()


def _read(address: int, size: int) -> bytes:
    parts = []
    while size > 0:
        count = min(size, len(_window))
        _glue.read(address, count)
        parts.append(bytes(_seen[:count]))
        address, size = address + count, size - count
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _write(address: int, data: bytes) -> None:
    for start in range(0, len(data), len(_window)):
        part = data[start : start + len(_window)]
        _seen[: len(part)] = part
        _glue.write(address + start, len(part))


def _room(size: int) -> int:
    """What is allocated for this many bytes: sizes that come again."""
    return max(16, 1 << (size - 1).bit_length()) if size else 16


def _allocate(size: int) -> int:
    known = _free.get(_room(size))
    address: int = known.pop() if known else _glue.malloc(_room(size))
    if not address:
        raise MemoryError
    return address


def _release(address: int, size: int) -> None:
    if size > 2**12:
        _glue.free(address)
    else:
        _free.setdefault(_room(size), []).append(address)


# -- Types


@cache
def _layout(name: str) -> tuple[int, int, dict[str, tuple[int, Type]]]:
    """The size of a struct or union, its alignment, and where its fields lie."""
    at, size, alignment, fields = 0, 0, 1, {}
    for field, kind in _SIGNATURES["structs"][name] or ():
        step = _alignment(kind)
        at = 0 if name.startswith("union") else -(-at // step) * step
        fields[field] = (at, kind)
        at += _size(kind)
        size, alignment = max(size, at), max(alignment, step)
    return max(-(-size // alignment) * alignment, 1), alignment, fields


def _size(kind: Type) -> int:
    return _SIZES[kind] if isinstance(kind, str) else _layout(kind[1])[0] if kind[0] == "s" else 4


def _alignment(kind: Type) -> int:
    return _SIZES[kind] if isinstance(kind, str) else _layout(kind[1])[1] if kind[0] == "s" else 4


def _letter(kind: Type) -> str:
    """The letter of a number or a pointer; what is called by a pointer to it, a struct, counts as one."""
    return kind if isinstance(kind, str) else "I"


@cache
def _parsed(text: str) -> Type:
    """The type that a C declaration such as 'clingo_symbol_t*' or 'char const[]' names."""
    name, array, count = text.replace("const", " ").partition("[")
    stars = name.count("*")
    name = name.replace("*", " ").strip()
    known: Type = _NAMES.get(name) or _SIGNATURES["typedefs"][name]
    for _ in range(stars):
        known = ("p", known)
    return ("a", known, int(count[:-1] or -1)) if array else known


@cache
def _outs(text: str) -> tuple[Type, Callable[[int], Any] | None]:
    """The type of what a pointer of this declaration points to, and what makes it of a number, if that can be."""
    shape, kind, *_ = _parsed(text)
    return kind, None if shape == "a" or kind[0] == "s" else _maker(kind)


# -- Pointers


class Pointer:
    """An address of what only clingo looks at."""

    __slots__ = ("_address", "kind", "owner")

    def __init__(self, address: int, kind: Type, owner: object = None) -> None:
        """kind: what lies there. owner: what keeps the memory from being released."""
        self._address, self.kind, self.owner = address, kind, owner

    def address(self) -> int:
        """The address, for clingo, which may change what lies there."""
        return self._address

    def __bool__(self) -> bool:
        return self.address() != 0

    __int__ = address

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pointer) and other.address() == self.address()

    def __hash__(self) -> int:
        return hash(self.address())


class Function(Pointer):
    """A function of clingo's that was handed to a callback."""

    __slots__ = ()

    def __call__(self, *arguments: Any) -> Any:
        _, result, kinds = self.kind
        call = _glue.pointed(self._address, _letter(result), "".join(map(_letter, kinds)))
        return _maker(result)(call(*map(_passed, arguments)))


_AHEAD = 16  # items that are read where one is asked for: callbacks get arrays as pointers, and ask for one by one


class Items(Pointer):
    """The address of items that can be looked at."""

    __slots__ = ("_ahead", "text")

    def __init__(self, address: int, kind: Type, owner: object = None) -> None:
        super().__init__(address, kind, owner)
        self._ahead: list[Any] = []
        self.text: bytes | None = None

    def address(self) -> int:
        self._ahead, self.text = [], None
        return self._address

    def __getitem__(self, index: int) -> Any:
        if index >= len(self._ahead):
            size = _size(self.kind) * max(_AHEAD, 2 * index)
            self._ahead = _unpacked(self.kind, _read(self._address, size), self._address, self)
        return self._ahead[index]

    def __setitem__(self, index: int, value: Any) -> None:
        _write(self._address + index * _size(self.kind), _packed(self.kind, value))
        self._ahead = []


class Out(Pointer):
    """Room for a number or a pointer that a function returns."""

    __slots__ = ("make", "value")

    def __init__(self, kind: Type, make: Callable[[int], Any], value: Any = None) -> None:
        """make: what makes a value of this type of a number."""
        self._address, self.kind, self.make = 0, kind, make
        self.value: int | float = 0 if value is None else _passed(value)

    def along(self, offset: int) -> int:
        """Goes along with a call, from this offset of the buffer; the bytes that it takes."""
        _packer(_letter(self.kind), 1).pack_into(_buffer, offset, self.value)
        return 8

    def back(self, offset: int) -> None:
        """Comes back from a call."""
        (self.value,) = _packer(_letter(self.kind), 1).unpack_from(_buffer, offset)

    def __getitem__(self, index: int) -> Any:
        return self.make(self.value)


class Memory(Pointer):
    """Items that Python has made room for. They are kept here, unless clingo has asked for their address."""

    __slots__ = ("_count", "_data", "_values")

    def __init__(self, kind: Type, count: int, data: bytes | None = None, values: list[Any] | None = None) -> None:
        """The items as bytes or as values, one of which is given."""
        super().__init__(0, kind)
        self._count, self._data, self._values = count, data, values

    def _bytes(self) -> bytes:
        if self._address:
            return _read(self._address, self._count * _size(self.kind))
        return _packed(("a", self.kind, self._count), self._values) if self._data is None else self._data

    def _all(self) -> list[Any]:
        if self._address or self._values is None:
            self._values = _unpacked(self.kind, self._bytes(), self._address, self)
        return self._values

    def address(self) -> int:
        if not self._address:
            data = self._bytes()
            self._address = _allocate(len(data))
            _write(self._address, data)
        return self._address

    def along(self, offset: int) -> int:
        """Goes along with a call, from this offset of the buffer, if there is room; the bytes that it takes, or 0."""
        data = self._bytes()
        if offset + len(data) + 8 > len(_buffer):
            return 0
        _view[offset : offset + len(data)] = data
        return -(-len(data) // 8) * 8 + 8

    def back(self, offset: int) -> None:
        """Comes back from a call."""
        self._data, self._values = bytes(_view[offset : offset + self._count * _size(self.kind)]), None

    def __getitem__(self, index: int) -> Any:
        return self._all()[index]

    def __setitem__(self, index: int, value: Any) -> None:
        if self._address:
            _write(self._address + index * _size(self.kind), _packed(self.kind, value))
        else:
            self._all()[index], self._data = value, None

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __len__(self) -> int:
        return self._count

    def __del__(self) -> None:
        if self._address:
            _release(self._address, self._count * _size(self.kind))


class Struct(Items):
    """A struct, or the first of some. Its bytes are read at once when they are first needed; fields are remembered."""

    __slots__ = ("_bytes", "_known")

    def __init__(self, address: int, kind: Type, owner: object = None, data: bytes | None = None) -> None:
        super().__init__(address, kind, owner)
        self._bytes = data
        self._known: dict[str, Any] = {}


def _field(name: str, at: int, kind: Type) -> property:
    def read(of: Struct) -> Any:
        if name not in of._known:
            if of._bytes is None:
                of._bytes = _read(of._address, _size(of.kind))
            (of._known[name],) = _unpacked(kind, of._bytes[at : at + _size(kind)], of._address + at, of)
        return of._known[name]

    def write(of: Struct, value: Any) -> None:
        _write(of._address + at, _packed(kind, value))
        of._bytes, of._known = None, {}

    return property(read, write)


@cache
def _struct(name: str) -> type[Struct]:
    """The class of a struct with these fields."""
    fields = {field: _field(field, at, kind) for field, (at, kind) in _layout(name)[2].items()}
    return type(name, (Struct,), {"__slots__": (), **fields})


NULL = Pointer(0, "v")


@cache
def _packer(letter: str, count: int) -> struct.Struct:
    return struct.Struct(f"<{count}{letter}")


def _unpacked(kind: Type, data: bytes, address: int, owner: object) -> list[Any]:
    """The items of one type in bytes from an address."""
    if kind == "c":
        return [data[each : each + 1] for each in range(len(data))]
    size = _size(kind)
    if kind[0] == "s":
        make, starts = _struct(kind[1]), range(0, len(data) - size + 1, size)
        return [make(address + start, kind, owner, data[start : start + size]) for start in starts]
    numbers = _packer(_letter(kind), len(data) // size).unpack(data[: len(data) // size * size])
    return list(numbers) if isinstance(kind, str) else list(map(_maker(kind), numbers))


def _packed(kind: Type, value: Any) -> bytes:
    """A value as bytes."""
    if isinstance(kind, str):
        return _packer(kind, 1).pack(value)
    if kind[0] == "a":
        item = kind[1]
        if item[0] == "s":
            return b"".join(_packed(item, each) for each in value)
        items, letter = list(value) if item in _SIZES else list(map(_passed, value)), _letter(item)
        try:
            return _packer(letter, kind[2]).pack(*items)
        except struct.error:
            return _packer(letter, kind[2]).pack(
                *[_checked(each, letter) for each in items]
            )  # which says what is wrong
    if kind[0] != "s":
        return _packer("I", 1).pack(value.address())
    size, _, fields = _layout(kind[1])
    if isinstance(value, Pointer):
        return _read(value.address(), size)
    data = bytearray(size)
    named = value if isinstance(value, dict) else dict(zip(fields, value))
    for name, each in named.items():
        at, field = fields[name]
        part = _packed(field, each)
        data[at : at + len(part)] = part
    return bytes(data)


def _maker(kind: Type) -> Callable[[int], Any]:
    """What makes a value of this type of a number: what a function returned, or a callback was given."""
    return _scalars.get(kind, _same) if isinstance(kind, str) else _pointers(kind)


def _same(value: Any) -> Any:
    return value


_scalars: dict[Type, Callable[[Any], Any]] = {"?": bool, "d": float}


@cache
def _pointers(kind: Type) -> Callable[[int], Any]:
    if kind[0] == "f":
        return lambda address: Function(address, kind)
    to = kind[1]
    if to == "v" or (to[0] == "s" and not _SIGNATURES["structs"][to[1]]) or to[0] == "f":
        return lambda address: Pointer(address, to)
    make = _struct(to[1]) if to[0] == "s" else Items
    return lambda address: make(address, to)


def _array(kind: Type, init: int | bytes | Iterable[Any]) -> Memory:
    """Room for this many items, or for these."""
    if isinstance(init, bytes):
        return Memory(kind, len(init) + 1, init + b"\0")
    if isinstance(init, int):
        if isinstance(kind, str) or kind[0] == "s":
            return Memory(kind, init, bytes(init * _size(kind)))
        return Memory(kind, init, values=[NULL] * init)
    items = list(init)
    return Memory(kind, len(items), values=items)


# -- ffi


class ffi:
    """The functions of cffi."""

    NULL = NULL

    @staticmethod
    def new(text: str, init: Any = None) -> Pointer:
        """Room for a value, or for an array of them."""
        kind, make = _outs(text)
        if make is not None:
            return Out(kind, make, init)
        _, kind, *count = _parsed(text)
        made = _array(kind, init if count and init is not None else count[0] if count else 1)
        if kind[0] == "s":
            made.address()  # a field is set where it lies
            if not count and init is not None:
                made[0] = init
        return made

    @staticmethod
    def cast(text: str, value: Any) -> Any:
        """A number or a pointer as one of another type."""
        kind = _parsed(text)
        return Number(int(value), kind) if isinstance(kind, str) else _maker(kind)(_passed(value))

    @staticmethod
    def string(pointer: Items | Memory) -> bytes:
        """The bytes up to the first that is 0."""
        if isinstance(pointer, Memory):
            return pointer._bytes().partition(b"\0")[0]
        if pointer.text is None:
            size = _glue.string(pointer._address, len(_window))
            pointer.text = bytes(_seen[:size]) if size <= len(_window) else _read(pointer._address, size)
        return pointer.text

    @staticmethod
    def new_handle(value: object) -> Pointer:
        """A pointer that stands for any value, as long as it is kept."""
        return Handle(value)

    @staticmethod
    def from_handle(pointer: Pointer) -> Any:
        """The value that a pointer stands for."""
        return _handles[pointer.address()]

    @staticmethod
    def def_extern(name: str = "", error: Any = 0, onerror: Callable[..., Any] | None = None) -> Callable[..., Any]:
        """Makes a function one that clingo can call. onerror: what says what it returns after an exception."""

        def defined(function: Callable[..., Any]) -> Callable[..., Any]:
            result, kinds = _SIGNATURES["callbacks"][name or function.__name__]
            makers = list(map(_maker, kinds))

            def called(*values: Any) -> int:
                try:
                    returned = function(*[make(value) for make, value in zip(makers, values)])
                except BaseException as raised:
                    trace = (
                        raised.__traceback__ and raised.__traceback__.tb_next
                    )  # onerror looks at the function's frame
                    returned = onerror(type(raised), raised, trace) if onerror is not None else error
                return int(returned or 0)

            letters = "".join(map(_letter, kinds))
            kind = ("f", result, kinds)
            _callbacks[name or function.__name__] = lambda: Pointer(
                _glue.callback(create_proxy(called), _letter(result), letters), kind
            )
            return function

        return defined


class Number(int):
    """A number of a type, for functions that take any."""

    kind: str

    def __new__(cls, value: int, kind: str) -> Number:
        number = super().__new__(cls, value)
        number.kind = kind
        return number


class Handle(Pointer):
    """What stands for a value."""

    __slots__ = ()

    def __init__(self, value: object) -> None:
        super().__init__(next(_numbers), "v")
        _handles[self._address] = value

    def __del__(self) -> None:
        del _handles[self._address]


_handles: dict[int, object] = {}
_numbers = iter(range(16, 2**31, 16))


# -- lib


def _passed(value: Any) -> Any:
    """A value as an argument of a function: a number."""
    if isinstance(value, Pointer):
        return value.address()
    if not isinstance(value, (int, float)):
        raise TypeError(f"found {value!r}, expected a number or a pointer")
    return value


def _checked(value: Any, letter: str) -> Any:
    """A number as an argument of this type."""
    found = _passed(value)
    if letter != "d" and not _LEAST[letter] <= found <= _MOST[letter]:
        raise OverflowError(f"found {found}, expected a number from {_LEAST[letter]} to {_MOST[letter]}")
    return found


def _along(moved: list[Any], base: int, value: Any, kind: Type) -> int:
    """The address of what a function reads or writes. What has none goes along with the call: it joins `moved`.

    base: where the bytes of this call begin in clingo's memory.
    """
    if isinstance(value, (bytes, list, tuple)):
        value = _array(kind[1], value)
    elif not isinstance(value, (Out, Memory)) or value._address:
        return _passed(value)
    start = _top[0]
    size = value.along(start - base) if start < _arena + len(_buffer) else 0
    moved.append((value, start - base))
    _top[0] += size
    address: int = start if size else value.address()
    if not address:
        raise MemoryError("clingo calls itself too deeply")
    return address


class _Library:
    """The functions of clingo, its constants and global tables; callbacks, once they are defined."""

    def __getattr__(self, name: str) -> Any:
        if name in _SIGNATURES["functions"]:
            value = _function(name, *_SIGNATURES["functions"][name])
        elif name in _SIGNATURES["constants"]:
            value = _SIGNATURES["constants"][name]
        elif name in _SIGNATURES["variables"]:
            kind = _SIGNATURES["variables"][name]
            value = _struct(kind[1])(_glue.variable(name), kind)
        elif name in _callbacks:
            value = _callbacks[name]()
        else:
            raise AttributeError(name)
        setattr(self, name, value)
        return value


def _argument(at: int, kind: Type) -> str:
    """The Python that makes a number of an argument."""
    name = f"a{at}"
    if kind == "?":
        return f"bool({name})"
    if isinstance(kind, str):
        bounds = f"{_LEAST[kind]} <= {name} <= {_MOST[kind]}" if kind in _LEAST else "False"
        return f"{name} if type({name}) is int and {bounds} else checked({name}, {kind!r})"
    return f"{name}._address if type({name}) is Pointer else along(moved, base, {name}, kinds[{at}])"


def _function(name: str, result: Type, kinds: tuple[Type, ...], variadic: bool) -> Callable[..., Any]:
    """A function of clingo, for Python. It is written for the types that it takes: it may be called a million times."""
    names = [f"a{at}" for at in range(len(kinds))]
    values = [_argument(at, kind) for at, kind in enumerate(kinds)]
    if variadic:
        names.append("*others")
        values.append("along(moved, base, rest(others), None)")
    known: dict[str, Any] = {
        "made": _maker(result), "kinds": kinds, "top": _top, "along": _along, "checked": _checked, "rest": _rest,
        "Pointer": Pointer, "Out": Out,
    }  # fmt: skip
    letters = "".join(map(_letter, kinds)) + ("I" if variadic else "")
    known["function"] = _glue.function(name, _letter(result), letters)
    lines = [f"found = function({', '.join([*values, 'base', 'top[0] - base'])})"]
    last = names[-1] if names else ""
    if result == "?" and not variadic and kinds[-1][0] == "p" and kinds[-1][1][0] not in "svf":
        # what is returned by a pointer comes back with the call
        known["into"] = _glue.into(name, letters[:-1], _letter(kinds[-1][1]))
        lines = [
            f"if type({last}) is Out:",
            f"    found = into({', '.join([*values[:-1], 'base', 'top[0] - base'])})",
            "    if found is not None:",
            f"        {last}.value = found",
            "        found = True",
            "else:",
            *(f"    {line}" for line in lines),
        ]
    body = [
        "base = top[0]",
        "moved = []",
        "try:",
        *(f"    {line}" for line in lines),
        "finally:",
        "    top[0] = base",
        "for memory, offset in moved:",
        "    if not memory._address:",
        "        memory.back(offset)",
        "return made(found)",
    ]
    exec(_compiled("\n".join([f"def call({', '.join(names)}):", *(f"    {line}" for line in body)])), known)
    call: Callable[..., Any] = known["call"]
    return call


@cache
def _compiled(source: str) -> CodeType:
    """It is kept with Python's memory: to compile it takes longer than a call."""
    return compile(source, "<call>", "exec")


def _rest(arguments: Iterable[Any]) -> Memory:
    """Further arguments of a function that takes any number of them, as they lie in memory."""
    data = b""
    for each in arguments:
        kind = each.kind if isinstance(each, Number) else "I"
        data += bytes(-len(data) % _SIZES[kind]) + struct.pack(f"<{kind}", _passed(each))
    return Memory("c", len(data), data)


_callbacks: dict[str, Callable[[], Pointer]] = {}  # what hands each to clingo

lib: Any = _Library()


# -- Many calls at once (pysolve/solving/grounding.py)


def which_hold(model: Any, literals: Iterable[int]) -> list[bool]:
    """Whether each of the literals is true in the model."""
    asked = list(literals)
    memory = Memory("i", len(asked), values=asked)
    _glue.hold(model._rep.address(), memory.address(), len(asked))
    return list(map(bool, memory))


def add_atoms(backend: Any, count: int) -> list[int]:
    """As many new atoms."""
    memory = Memory("I", count, bytes(4 * count))
    _glue.atoms(backend._rep.address(), memory.address(), count)
    return list(memory)


def add_rules(backend: Any, rules: Iterable[tuple[Sequence[int], Sequence[int], bool]]) -> None:
    """Adds rules, each with its head, its body, and whether it is a choice."""
    numbers: list[int] = []
    for head, body, choice in rules:
        numbers += (choice, len(head), *head, len(body), *body)
    memory = Memory("i", len(numbers), values=numbers)
    _glue.rules(backend._rep.address(), memory.address(), len(numbers))
