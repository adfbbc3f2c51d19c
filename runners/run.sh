#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds what has changed, and runs assay with the arguments given.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
build=$root/.build/release
stamp=$build/built
program=$build/bin/assay

# Source lists are explicit, so a file that comes or goes changes a CMakeLists.txt as well. Tests are
# not part of what is built here.
up_to_date() {
  [ -f "$stamp" ] && [ -x "$program" ] && [ -x "$program-worker" ] &&
    [ -z "$(find "$root/CMakeLists.txt" "$root/CMakePresets.json" "$root/reference" \
      "$root/generators" "$root/golden" "$root/reports" "$root/runners" "$root/suites" \
      \( -name '*.[ch]' -o -name '*.[ch]pp' -o -name '*.in' -o -name '*.toml' \
      -o -name '*.json' -o -name page.html -o -name bullets.md -o -path '*/decisions/*.md' -o -name '*.cmake' -o -name CMakeLists.txt -o -name CMakePresets.json -o -name packages.txt \) \
      ! -name '*_test.cpp' -newer "$stamp" -print -quit)" ]
}

build() {
  . "$root/runners/install.sh"
  install_missing "$root/runners/packages.txt"
  mkdir -p "$build"
  : >"$build/building"
  log=$build/build.log
  echo "assay: building in $build" >&2
  if ! (cd "$root" && cmake --preset release && cmake --build --preset release --target assay assay-worker assay_man) >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "assay: the build failed; the whole log is $log" >&2
    exit 3
  fi
  # Stamped with the time the build began: files edited meanwhile count as changed.
  mv "$build/building" "$stamp"
}

up_to_date || build
exec "$program" "$@"
