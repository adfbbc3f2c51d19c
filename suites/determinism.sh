#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that compilers and optimisation do not change a bit of any case.
# usage: determinism.sh SOURCE_FOLDER BUILD_FOLDER [CMAKE_OPTION_FOR_GCC...]
set -eu

source=$1
work=$2
shift 2
want=

for compiler in g++ clang++-19; do
  if ! command -v "$compiler" >/dev/null; then
    echo "determinism: $compiler is missing; install the package $(echo "$compiler" | sed 's/clang++/clang/')" >&2
    exit 1
  fi
done

# A build of its own per compiler and level, of what makes cases and nothing else. With the options
# of the build at hand, ccache has one of them already.
build_digest() {
  cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DASSAY_TESTS=ON \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS_RELEASE="$level -DNDEBUG" "$@" &&
    cmake --build "$build" --target generators_digest
}

for compiler in g++ clang++-19; do
  for level in -O3 -O0; do
    build=$work/$compiler$level
    mkdir -p "$build"
    if ! build_digest "$@" >"$build/build.log" 2>&1; then
      tail -n 20 "$build/build.log" >&2
      echo "determinism: $compiler $level does not build generators_digest; see $build/build.log" >&2
      exit 1
    fi
    digest=$("$build/bin/generators_digest" 1)
    echo "$digest  $compiler $level"
    if [ "${want:=$digest}" != "$digest" ]; then
      echo "determinism: $compiler $level makes other cases than g++ -O3" >&2
      exit 1
    fi
  done
  set -- # warnings of the other compiler are no errors
done
