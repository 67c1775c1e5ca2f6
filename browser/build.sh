#!/bin/sh
# clingo as WebAssembly, into browser/built: from PyPI's source of clingo by Debian's emscripten. Some ten minutes on one
# core; to be run when one of the versions below is to change, and what it wrote to be committed.
#
#     apt-get install emscripten cmake ninja-build npm python3-venv && browser/build.sh
set -eu
clingo=5.8.3
emscripten=3.1.6
pyodide=314.0.7           # npm's; the next two are what it runs
msgspec=0.22.0
platform=pyemscripten_2026_0_wasm32
python=314

browser=$(cd "$(dirname "$0")" && pwd)
out=$browser/built
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
emcc --version | head -1 | grep -q " $emscripten" || { echo "expected emscripten $emscripten" >&2; exit 2; }
mkdir -p "$out" && rm -f "$out"/*

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet cffi setuptools
"$work/venv/bin/pip" download --quiet --no-deps --no-binary :all: --dest "$work" "clingo==$clingo"
"$work/venv/bin/pip" download --quiet --no-deps --only-binary :all: --platform "$platform" --python-version "$python" \
    --dest "$out" "msgspec==$msgspec"
tar xzf "$work/clingo-$clingo.tar.gz" -C "$work"
"$work/venv/bin/python" "$browser/signatures.py" "$work/clingo-$clingo" "$work"
cp "$work/clingo.json" "$out"

exceptions=-fwasm-exceptions # every browser has them since 2022; the others cost half of the speed
emcmake cmake -S "$work/clingo-$clingo" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS=$exceptions -DCMAKE_C_FLAGS=$exceptions -DCLINGO_BUILD_SHARED=OFF -DCLINGO_BUILD_STATIC=ON \
    -DCLINGO_BUILD_APPS=OFF -DCLINGO_BUILD_WITH_PYTHON=OFF -DCLINGO_BUILD_WITH_LUA=OFF -DCLASP_BUILD_WITH_THREADS=OFF
cmake --build "$work/build"
npm install --silent --no-save --prefix "$work" acorn@8
NODE_PATH=$work/node_modules em++ -O2 $exceptions -o "$work/clingo.mjs" --no-entry \
    "$work"/build/lib/libclingo.a "$work"/build/lib/libgringo.a "$work"/build/lib/libclasp.a \
    "$work"/build/lib/libpotassco.a "$work"/build/lib/libreify.a \
    -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=createClingo -sENVIRONMENT=worker -sFILESYSTEM=0 \
    -sEXPORTED_FUNCTIONS="$(cat "$work/exports")" -sEXPORTED_RUNTIME_METHODS=addFunction \
    -sWASM_BIGINT -sALLOW_TABLE_GROWTH=1 -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2147483648 -sTOTAL_STACK=8388608
cp "$work/clingo.mjs" "$out"
gzip -9 -n -c "$work/clingo.wasm" > "$out/clingo.wasm.gz"
(cd "$work/clingo-$clingo" && for file in LICENSE.md clasp/LICENSE clasp/libpotassco/LICENSE third_party/*/*LICENSE* \
    third_party/optional/COPYING; do printf '== %s\n\n' "$file" && cat "$file"; done) > "$out/clingo.LICENSE.txt"

printf '{"clingo": "%s", "emscripten": "%s", "pyodide": "%s", "msgspec": "%s"}\n' \
    $clingo $emscripten $pyodide $msgspec > "$out/versions.json"
cat "$browser/build.sh" "$browser/signatures.py" | sed '/^#/d' | sha256sum | cut -d' ' -f1 > "$out/inputs"
(cd "$out" && sha256sum clingo.* inputs msgspec* versions.json > SHA256SUMS)
