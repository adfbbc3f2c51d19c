#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tree for aarch64, built by Debian's cross compiler and run by qemu-user: unit tests, and golden files and journals that are
# those of this machine to the byte. usage: test.sh TREE BUILD_FOLDER BIN_FOLDER_OF_THIS_MACHINE
# Needs the packages of packages.txt, root and a mirror; ends with 77 without them. What is built stays in BUILD_FOLDER.
set -eu

tree=$(CDPATH= cd -- "$1" && pwd)
mkdir -p "$2"
work=$(CDPATH= cd -- "$2" && pwd)
here=$(CDPATH= cd -- "$3" && pwd)
for program in mmdebstrap qemu-aarch64 aarch64-linux-gnu-g++; do
  command -v $program >/dev/null && [ "$(id -u)" -eq 0 ] || {
    echo "not root, or no $program; install: $(sed 's/#.*//' "$tree/suites/aarch64/packages.txt" | paste -s -d ' ' -)" >&2
    exit 77
  }
done

sysroot=$work/sysroot
if [ ! -d "$sysroot" ]; then
  libraries=$(sed -n 's/^\(lib[a-z0-9-]*-dev\|nlohmann-json3-dev\).*/\1/p' "$tree/runners/packages.txt" "$tree/suites/packages.txt" |
    grep -v clang | paste -s -d , -)
  rm -rf "$work/unpacking"
  mmdebstrap --variant=extract --architectures=arm64 --include="libc6-dev,$libraries" bookworm "$work/unpacking" >"$work/sysroot.log" 2>&1 || {
    tail -n 3 "$work/sysroot.log" >&2
    exit 77
  }
  # Links to absolute paths would lead to this machine.
  find "$work/unpacking/lib" "$work/unpacking/usr" -type l -lname '/*' | while read -r link; do
    ln -sfr "$work/unpacking$(readlink "$link")" "$link"
  done
  mv "$work/unpacking" "$sysroot"
fi

build=$work/build
tests="numerics_test summation_test batch_test isa_test judge_test golden_test pto_test simulator_test"
{
  cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$tree/suites/aarch64/toolchain.cmake" -DASSAY_SYSROOT="$sysroot" \
    -DCMAKE_BUILD_TYPE=Release -DASSAY_BATCH=16 &&
    cmake --build "$build" --target assay assay-worker generators_digest $tests
} >"$work/build.log" 2>&1 || {
  tail -n 20 "$work/build.log" >&2
  echo "aarch64: the build failed; the whole log is $work/build.log" >&2
  exit 1
}

# A worker is a process of its own, which the kernel would not start.
run="qemu-aarch64 -L $sysroot"
there=$work/bin
mkdir -p "$there"
cp "$build/bin/assay" "$there/"
printf '#!/bin/sh\nexec %s %s "$@"\n' "$run" "$build/bin/assay-worker" >"$there/assay-worker"
chmod +x "$there/assay-worker"

for test in $tests; do
  $run "$build/bin/$test" --gtest_brief=1 || { echo "aarch64: $test failed" >&2; exit 1; }
done

rm -f "$work/golden.here" "$work/golden.there"
same() {
  cmp "$work/$1.here" "$work/$1.there" || { echo "aarch64: $1 differs from that of this machine" >&2; exit 1; }
  echo "$1: the same $(wc -c <"$work/$1.here") bytes"
}
"$here/generators_digest" 1 >"$work/digests.here"
$run "$build/bin/generators_digest" 1 >"$work/digests.there"
same digests
"$here/assay" golden --cases 3000 --seed 7 --out "$work/golden.here"
$run "$there/assay" golden --cases 3000 --seed 7 --out "$work/golden.there"
same golden
for backend in simulator simulator:fault=ignores_valid_columns; do
  for side in here there; do
    program="$here/assay"
    [ $side = here ] || program="$run $there/assay"
    rm -rf "$work/run"
    $program run --op 'T[AC]*' --target a5 --cases 1 --backend $backend --out "$work/run" >/dev/null || [ $? -eq 1 ]
    /usr/bin/python3 - "$work/run/journal.jsonl" >"$work/verdicts.$side" <<'END'
import json, sys
with open(sys.argv[1], encoding="utf-8") as journal:
    records = [json.loads(line) for line in journal]
for record in sorted((record for record in records if "verdict" in record), key=lambda record: record["name"]):
    print(record["name"], record["executions"], record["verdict"])
END
  done
  same verdicts
done
