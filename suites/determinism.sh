#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that compilers and optimisation do not change a bit of any case.
# usage: determinism.sh SOURCE_FOLDER BUILD_FOLDER DIGEST_PROGRAM [COMPILER:LEVEL...]
# Compares the program of the build at hand with one made by each compiler and level; by default by
# the other compiler with little optimisation, which differs from it in both (none takes ten times as long: a campaign).
set -eu

source=$1
work=$2
mkdir -p "$work"
"$3" 1 >"$work/at_hand.txt"
shift 3
[ $# -gt 0 ] || set -- clang++-19:-O1

# A separate build of the code that makes cases only.
build_digest() {
  cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DASSAY_TESTS=ON -DASSAY_BATCH=16 \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS_RELEASE="$level -DNDEBUG" &&
    cmake --build "$build" --target generators_digest
}

for way in "$@"; do
  compiler=${way%%:*}
  level=${way#*:}
  if ! command -v "$compiler" >/dev/null; then
    echo "determinism: $compiler is missing; install the package $(echo "$compiler" | sed 's/clang++/clang/')" >&2
    exit 1
  fi
  build=$work/$compiler$level
  mkdir -p "$build"
  if ! build_digest >"$build/build.log" 2>&1; then
    tail -n 20 "$build/build.log" >&2
    echo "determinism: $compiler $level does not build generators_digest; see $build/build.log" >&2
    exit 1
  fi
  "$build/bin/generators_digest" 1 >"$build/digest.txt"
  if ! diff "$work/at_hand.txt" "$build/digest.txt" >"$build/difference.txt"; then
    echo "determinism: $compiler $level makes other cases than the build at hand, for" >&2
    sed -n 's/^> [0-9a-f]* [0-9]* //p' "$build/difference.txt" >&2
    exit 1
  fi
  echo "$compiler $level makes the same cases of $(wc -l <"$build/digest.txt") ops and targets"
done
