"""A module of pysolve runs when something of it is first taken: a start costs what it needs, and imports stand on top.

`from ..render import svg` binds a module that has not run yet; `svg.drawn(…)` runs it. `from ..render.svg import drawn`
runs it at once. So what is needed late is imported as a module. Packages, and modules of others, run at once.

This is importlib.util.LazyLoader, but that a second import does not run a module, and that threads may take names of it
at the same time (LazyLoader lets them from Python 3.12.3 on). Each module has a lock. Locks are taken in the order in
which modules import each other; as that has no circles, threads do not wait for each other in turn.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.abc import Loader

#: What a module has before it runs.
_KNOWN = frozenset(
    ["__class__", "__dict__", "__file__", "__loader__", "__name__", "__package__", "__path__", "__spec__"]
)


#: Modules that are imported for what they do, so they run at once.
_AT_ONCE = frozenset(["pysolve.web.preloaded"])


class _LateModule(ModuleType):
    """A module that runs before any of its names is taken, set or deleted."""

    def __getattribute__(self, name: str) -> Any:
        if name not in _KNOWN:
            _run(self)
        return ModuleType.__getattribute__(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _KNOWN:
            _run(self)
        ModuleType.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        _run(self)
        ModuleType.__delattr__(self, name)


class _LateLoader:
    """Loads a module as another loader does, late. What else that loader can do, it is asked for."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.lock = RLock()
        self.runs = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__class__ = _LateModule


def _run(module: ModuleType) -> None:
    """Runs a module, unless another thread has. While it runs, its own thread takes from it what is there already."""
    loader = module.__spec__ and module.__spec__.loader
    if not isinstance(loader, _LateLoader):
        return
    with loader.lock:
        if loader.runs or module.__class__ is not _LateModule:
            return
        loader.runs = True
        try:
            loader.loader.exec_module(module)
            object.__setattr__(module, "__class__", ModuleType)
        finally:
            loader.runs = False


class _LateFinder:
    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(f"{__package__}.") or name in _AT_ONCE:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None and spec.submodule_search_locations is None:
            spec.loader = _LateLoader(spec.loader)  # type: ignore[assignment]
        return spec


def run_all(*names: str) -> None:
    """Runs modules of these names, and whatever modules of this package they import."""
    waiting = list(names)
    while waiting:
        for name in waiting:
            _run(sys.modules[name])
        waiting = [name for name, module in list(sys.modules.items()) if type(module) is _LateModule]


def install() -> None:
    """From now on the modules of this package are late ones."""
    if not any(isinstance(each, _LateFinder) for each in sys.meta_path):
        sys.meta_path.insert(0, _LateFinder())
