"""The functions, types and constants of clingo.h as JSON, for _clingo.py, and the names that the module exports.

python signatures.py FOLDER_OF_CLINGO'S_SOURCE OUT
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from cffi import FFI, model

LETTERS = {
    "char": "c", "_Bool": "?", "int": "i", "unsigned int": "I", "unsigned": "I", "uint32_t": "I", "int32_t": "i",
    "uint64_t": "Q", "int64_t": "q", "size_t": "I", "uintptr_t": "I", "double": "d", "unsigned char": "B",
}  # fmt: skip


def declarations(source: Path) -> dict[str, Any]:
    """What clingo.h declares, and the callbacks of clingo's Python package, as cffi reads them."""
    header = [
        line.replace("CLINGO_VISIBILITY_DEFAULT ", "").strip()
        for line in (source / "libclingo" / "clingo.h").read_text(encoding="utf-8").split("\n")
        if not re.match(r' *(#|//|extern *"C" *{|}$|$)', line)
    ]
    callbacks = re.findall(
        r"""'(extern "Python" .*?)'""", (source / "libpyclingo" / "compile.py").read_text(encoding="utf-8")
    )
    ffi = FFI()
    ffi.cdef("\n".join([*header, *callbacks]))
    return {name: declared for name, (declared, _) in ffi._parser._declarations.items()} | {
        f"constant {name}": value for name, value in ffi._parser._int_constants.items()
    }


class Signatures:
    """What _clingo.py knows of clingo."""

    def __init__(self, declared: dict[str, Any]) -> None:
        self.structs: dict[str, Any] = {}
        self.functions: dict[str, Any] = {}
        self.callbacks: dict[str, Any] = {}
        self.constants: dict[str, int] = {}
        self.typedefs: dict[str, Any] = {}
        self.variables: dict[str, Any] = {}
        for key, each in declared.items():
            kind, _, name = key.partition(" ")
            if kind == "function":
                self.functions[name] = [self.type(each.result), list(map(self.type, each.args)), bool(each.ellipsis)]
            elif kind == "extern_python":
                self.callbacks[name] = [self.type(each.result), list(map(self.type, each.args))]
            elif kind == "variable":
                self.variables[name] = self.type(each)
            elif kind == "constant":
                self.constants[name] = each
            elif isinstance(each, model.EnumType):
                self.constants |= dict(zip(each.enumerators, each.enumvalues, strict=True))
            if kind == "typedef":
                self.typedefs[name] = self.type(each)

    def type(self, each: Any) -> Any:
        """A type as letters and lists; structs by their names."""
        if isinstance(each, model.VoidType):
            return "v"
        if isinstance(each, model.PrimitiveType):
            return LETTERS[each.name]
        if isinstance(each, model.EnumType):
            return "i"
        if isinstance(each, (model.FunctionPtrType, model.RawFunctionType)):
            return ["f", self.type(each.result), list(map(self.type, each.args))]
        if isinstance(each, model.PointerType):
            return ["p", self.type(each.totype)]
        if isinstance(each, model.ArrayType):
            return ["a", self.type(each.item), each.length]
        assert isinstance(each, (model.StructType, model.UnionType)), each
        name = f"{'union' if isinstance(each, model.UnionType) else 'struct'} {each.name or each.forcename}"
        if name not in self.structs:
            self.structs[name] = None  # while its own fields are looked at
            if each.fldtypes is not None:
                fields = map(self.type, each.fldtypes)
                self.structs[name] = [list(field) for field in zip(each.fldnames, fields, strict=True)]
        return ["s", name]


if __name__ == "__main__":
    source, out = map(Path, sys.argv[1:])
    signatures = Signatures(declarations(source))
    (out / "clingo.json").write_text(json.dumps(vars(signatures), separators=(",", ":")) + "\n", encoding="utf-8")
    names = ["malloc", "free", *signatures.functions, *signatures.variables]
    (out / "exports").write_text(",".join(f"_{name}" for name in names), encoding="utf-8")
