"""What clingo's Python package takes from cffi (`_clingo.ffi`, `_clingo.lib`), over clingo as a WebAssembly module.

Only what that package uses. clingo has a memory of its own, so a pointer here is a number, and every look at what it
points to is a call of JavaScript, which takes as long as a hundred lines of Python. So numbers are read and written by
the block, and a single one that a function returns by a pointer comes back with the call (`Out`).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from js import clingoGlue, clingoSignatures
from pyodide.ffi import create_proxy

_SIGNATURES = json.loads(clingoSignatures)

#: A type: a letter as in `struct` ('v' is void), or a kind with its parts: p(ointer), s(truct), a(rray), f(unction).
Type = Any

_SIZES = {"c": 1, "?": 1, "B": 1, "i": 4, "I": 4, "q": 8, "Q": 8, "d": 8, "v": 1}
_NAMES = {
    "void": "v", "char": "c", "bool": "?", "int": "i", "unsigned": "I", "unsigned int": "I", "size_t": "I",
    "double": "d", "uint64_t": "Q", "int64_t": "q", "uint32_t": "I", "int32_t": "i",
}  # fmt: skip

# -- The memory of clingo

_buffer = bytearray(2**20)  # through which bytes go from one memory to the other
_view = memoryview(_buffer)
clingoGlue.share(create_proxy(_buffer))

_AHEAD = 16  # items that are read where one is asked for: callbacks get arrays as pointers, and ask for one by one

_free: dict[int, list[int]] = {}  # addresses that are not in use, by their size


def _read(address: int, size: int) -> bytes:
    parts = []
    while size > 0:
        count = min(size, len(_buffer))
        parts.append(bytes(_view[: clingoGlue.read(address, count)]))
        address, size = address + count, size - count
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _write(address: int, data: bytes) -> None:
    for start in range(0, len(data), len(_buffer)):
        part = data[start : start + len(_buffer)]
        _view[: len(part)] = part
        clingoGlue.write(address + start, len(part))


def _room(size: int) -> int:
    """What is allocated for this many bytes: sizes that come again."""
    return max(16, 1 << (size - 1).bit_length()) if size else 16


def _allocate(size: int) -> int:
    known = _free.get(_room(size))
    address: int = known.pop() if known else clingoGlue.malloc(_room(size))
    if not address:
        raise MemoryError
    return address


def _release(address: int, size: int) -> None:
    if size > 2**12:
        clingoGlue.free(address)
    else:
        _free.setdefault(_room(size), []).append(address)


# -- Types


def _layout(name: str) -> tuple[int, int, dict[str, tuple[int, Type]]]:
    """The size of a struct or union, its alignment, and where its fields lie."""
    known = _layouts.get(name)
    if known is None:
        at, size, alignment, fields = 0, 0, 1, {}
        for field, kind in _SIGNATURES["structs"][name] or ():
            step = _alignment(kind)
            at = 0 if name.startswith("union") else -(-at // step) * step
            fields[field] = (at, kind)
            at += _size(kind)
            size, alignment = max(size, at), max(alignment, step)
        known = _layouts[name] = (max(-(-size // alignment) * alignment, 1), alignment, fields)
    return known


_layouts: dict[str, tuple[int, int, dict[str, tuple[int, Type]]]] = {}


def _size(kind: Type) -> int:
    if isinstance(kind, str):
        return _SIZES[kind]
    return _layout(kind[1])[0] if kind[0] == "s" else _size(kind[1]) * kind[2] if kind[0] == "a" else 4


def _alignment(kind: Type) -> int:
    if isinstance(kind, str):
        return _SIZES[kind]
    return _layout(kind[1])[1] if kind[0] == "s" else _alignment(kind[1]) if kind[0] == "a" else 4


def _letter(kind: Type) -> str:
    """The letter of a number or a pointer; what is called by a pointer to it, a struct, counts as one."""
    return kind if isinstance(kind, str) else "I"


def _parsed(text: str) -> Type:
    """The type that a C declaration such as 'clingo_symbol_t*' or 'char const[]' names."""
    known = _types.get(text)
    if known is None:
        name, array, count = text.replace("const", " ").partition("[")
        stars = name.count("*")
        name = name.replace("*", " ").strip()
        known = _NAMES.get(name) or _SIGNATURES["typedefs"][name]
        for _ in range(stars):
            known = ("p", known)
        if array:
            known = ("a", known, int(count[:-1] or -1))
        _types[text] = known
    return known


_types: dict[str, Type] = {}


# -- Pointers


class Pointer:
    """An address, and the type of what lies there."""

    __slots__ = ("__weakref__", "_address", "_ahead", "kind", "owner")

    def __init__(self, address: int, kind: Type, owner: object = None) -> None:
        """owner: what keeps the memory from being released."""
        self._address, self.kind, self.owner = address, kind, owner
        self._ahead: list[Any] = []

    def address(self) -> int:
        """The address, for clingo, which may change what lies there."""
        self._ahead = []
        return self._address

    def __getitem__(self, index: int) -> Any:
        if index >= len(self._ahead):
            size, count = _size(self.kind), max(_AHEAD, 2 * index)
            self._ahead = _unpacked(self.kind, _read(self._address, size * count), self._address, self)
        return self._ahead[index]

    def __setitem__(self, index: int, value: Any) -> None:
        _write(self._address + index * _size(self.kind), _packed(self.kind, value))
        self._ahead = []

    def __bool__(self) -> bool:
        return self.address() != 0

    def __int__(self) -> int:
        return self.address()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pointer) and other.address() == self.address()

    def __hash__(self) -> int:
        return hash(self.address())

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function that it points to."""
        _, result, kinds = self.kind
        function = clingoGlue.pointed(self._address, _letter(result), "".join(map(_letter, kinds)))
        return _value(result, function(*map(_passed, arguments)))


class Memory(Pointer):
    """Items that Python has made room for. Numbers and pointers are kept here until clingo is to see them."""

    __slots__ = ("_changed", "_count", "_values")

    def __init__(self, kind: Type, count: int, values: Iterable[Any] | None = None) -> None:
        super().__init__(0, kind)
        self._count = count
        zero = 0 if isinstance(kind, str) else NULL
        self._values: list[Any] | None = [zero] * count if values is None else list(values)
        self._changed = True

    def address(self) -> int:
        if not self._address:
            self._address = _allocate(self._count * _size(self.kind))
        if self._changed:
            _write(self._address, _packed(("a", self.kind, self._count), self._values))
            self._changed = False
        self._values = None
        return self._address

    def _all(self) -> list[Any]:
        if self._values is None:
            data = _read(self._address, self._count * _size(self.kind))
            self._values = _unpacked(self.kind, data, self._address, self)
        return self._values

    def __getitem__(self, index: int) -> Any:
        return self._all()[index]

    def __setitem__(self, index: int, value: Any) -> None:
        self._all()[index] = value
        self._changed = True

    def __iter__(self) -> Iterator[Any]:
        return iter(self._all())

    def __len__(self) -> int:
        return self._count

    def __del__(self) -> None:
        if self._address:
            _release(self._address, self._count * _size(self.kind))


class Raw(Memory):
    """Bytes, or structs."""

    __slots__ = ()

    def __init__(self, kind: Type, count: int, data: bytes) -> None:
        super().__init__(kind, count, ())
        self._address = _allocate(max(len(data), 1))
        self._changed = False
        _write(self._address, data)

    def address(self) -> int:
        return self._address

    def _all(self) -> list[Any]:
        return _unpacked(self.kind, _read(self._address, self._count * _size(self.kind)), self._address, self)

    def __setitem__(self, index: int, value: Any) -> None:
        _write(self._address + index * _size(self.kind), _packed(self.kind, value))


class Out(Memory):
    """A single number or pointer. As the last argument of a function it takes part without having an address."""

    __slots__ = ()


class Struct(Pointer):
    """A struct, by its address. Its bytes are read at once, when they are first needed."""

    __slots__ = ("_bytes",)

    def __init__(self, address: int, kind: Type, owner: object = None, data: bytes | None = None) -> None:
        super().__init__(address, kind, owner)
        self._bytes = data

    def __getattr__(self, name: str) -> Any:
        try:
            at, kind = _layout(self.kind[1])[2][name]
        except KeyError:
            raise AttributeError(name) from None
        if self._bytes is None:
            self._bytes = _read(self._address, _size(self.kind))
        (value,) = _unpacked(kind, self._bytes[at : at + _size(kind)], self._address + at, self)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SLOTS:
            object.__setattr__(self, name, value)
            return
        at, kind = _layout(self.kind[1])[2][name]
        _write(self._address + at, _packed(kind, value))
        self._bytes = None


_SLOTS = {*Pointer.__slots__, *Struct.__slots__}

NULL = Pointer(0, "v")


def _unpacked(kind: Type, data: bytes, address: int, owner: object) -> list[Any]:
    """The items of one type in bytes from an address."""
    if kind == "c":
        return [bytes([each]) for each in data]
    if isinstance(kind, str):
        return list(struct.unpack(f"<{len(data) // _SIZES[kind]}{kind}", data))
    if kind[0] == "p":
        return [_pointer(each, kind) for each in struct.unpack(f"<{len(data) // 4}I", data)]
    if kind[0] == "f":
        return [Pointer(each, kind) for each in struct.unpack(f"<{len(data) // 4}I", data)]
    size = _size(kind)
    starts = range(0, len(data) - size + 1, size)
    if kind[0] == "a":
        return [Pointer(address + start, kind[1], owner) for start in starts]
    return [Struct(address + start, kind, owner, data[start : start + size]) for start in starts]


def _packed(kind: Type, value: Any) -> bytes:
    """A value as bytes."""
    if isinstance(kind, str):
        return struct.pack(f"<{kind}", value)
    if kind[0] == "a":
        items, count = list(value), kind[2]
        if isinstance(kind[1], str):
            return struct.pack(f"<{count}{kind[1]}", *items)
        if kind[1][0] in "pf":
            return struct.pack(f"<{count}I", *[each.address() for each in items])
        return b"".join(_packed(kind[1], each) for each in items)
    if kind[0] != "s":
        return struct.pack("<I", value.address())
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


def _pointer(address: int, kind: Type) -> Pointer:
    """A pointer of this type of pointer."""
    to = kind[1]
    return Struct(address, to) if to[0] == "s" and _SIGNATURES["structs"][to[1]] else Pointer(address, to)


def _value(kind: Type, value: Any) -> Any:
    """What a function returned, or a callback was given."""
    if isinstance(kind, str):
        return bool(value) if kind == "?" else value
    return Pointer(value, kind) if kind[0] == "f" else _pointer(value, kind)


def _array(kind: Type, init: int | bytes | Iterable[Any]) -> Memory:
    """Room for this many items, or for these."""
    if isinstance(init, bytes):
        return Raw(kind, len(init) + 1, init + b"\0")
    if isinstance(init, int):
        return Raw(kind, init, bytes(init * _size(kind))) if kind[0] in "cs" else Memory(kind, init)
    items = list(init)
    if kind[0] == "s":
        return Raw(kind, len(items), b"".join(_packed(kind, each) for each in items))
    return Memory(kind, len(items), items)


# -- ffi


class ffi:
    """The functions of cffi."""

    NULL = NULL

    @staticmethod
    def new(text: str, init: Any = None) -> Pointer:
        """Room for a value, or for an array of them."""
        shape, kind, *count = _parsed(text)
        if shape == "a":
            return _array(kind, count[0] if init is None else init)
        if kind[0] == "s":
            return Raw(kind, 1, bytes(_size(kind)) if init is None else _packed(kind, init))
        return Out(kind, 1, None if init is None else [init])

    @staticmethod
    def cast(text: str, value: Any) -> Any:
        """A number or a pointer as one of another type."""
        kind = _parsed(text)
        return Number(int(value), kind) if isinstance(kind, str) else _pointer(_passed(value), kind)

    @staticmethod
    def string(pointer: Pointer) -> bytes:
        """The bytes up to the first that is 0."""
        size = clingoGlue.string(pointer.address(), len(_buffer))
        return bytes(_view[:size]) if size <= len(_buffer) else _read(pointer.address(), size)

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

            def called(*values: Any) -> int:
                try:
                    returned = function(*map(_value, kinds, values))
                except BaseException as raised:
                    trace = (
                        raised.__traceback__ and raised.__traceback__.tb_next
                    )  # onerror looks at the function's frame
                    returned = onerror(type(raised), raised, trace) if onerror is not None else error
                return int(returned or 0)

            letters = "".join(map(_letter, kinds))
            address = clingoGlue.callback(create_proxy(called), _letter(result), letters)
            setattr(lib, name or function.__name__, Pointer(address, ("f", result, kinds)))
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


class _Library:
    """The functions of clingo, its constants and global tables; callbacks, once they are defined."""

    def __getattr__(self, name: str) -> Any:
        if name in _SIGNATURES["functions"]:
            value = _function(name, *_SIGNATURES["functions"][name])
        elif name in _SIGNATURES["constants"]:
            value = _SIGNATURES["constants"][name]
        elif name in _SIGNATURES["variables"]:
            value = Struct(clingoGlue.variable(name), _SIGNATURES["variables"][name])
        else:
            raise AttributeError(name)
        setattr(self, name, value)
        return value


def _function(name: str, result: Type, kinds: list[Type], variadic: bool) -> Callable[..., Any]:
    """A function of clingo, for Python."""
    letters = "".join(map(_letter, kinds)) + ("I" if variadic else "")
    plain = clingoGlue.function(name, _letter(result), letters)
    into = clingoGlue.into(name, letters[:-1])

    def call(*arguments: Any) -> Any:
        fixed = arguments[: len(kinds)]
        last = arguments[-1] if result == "?" and arguments and not variadic else None
        if type(last) is not Out or last._address:
            last = None
        else:
            fixed = fixed[:-1]
        values, arrays = [], []  # arrays: what has to be there until the function returns
        for kind, each in zip(kinds, fixed):
            if type(each) is not int:
                if isinstance(each, (bytes, list, tuple)):
                    each = _array(kind[1], each)
                    arrays.append(each)
                each = _passed(each)
            values.append(each)
        if variadic:
            arrays.append(_rest(arguments[len(kinds) :]))
            values.append(_passed(arrays[-1]))
        if last is None:
            return _value(result, plain(*values))
        found = into(_letter(last.kind), _passed(last[0]), *values)
        if found is None:
            return False
        last._values = [_value(last.kind, found)]
        return True

    return call


def _rest(arguments: Iterable[Any]) -> Raw:
    """Further arguments of a function that takes any number of them, as they lie in memory."""
    data = b""
    for each in arguments:
        kind = each.kind if isinstance(each, Number) else "I"
        data += bytes(-len(data) % _SIZES[kind]) + struct.pack(f"<{kind}", _passed(each))
    return Raw("c", len(data), data or b"\0")


lib: Any = _Library()
