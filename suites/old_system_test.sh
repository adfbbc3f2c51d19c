#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What runs next to a board, on a system as old as boards have: Debian 11 with glibc 2.31, g++ 10, Python 3.9 and its h5py.
# usage: old_system_test.sh TREE BIN_FOLDER. Needs root, mmdebstrap and a mirror; ends with 77 without them. ROOT=FOLDER keeps the system.
set -eu

tree=$(CDPATH= cd -- "$1" && pwd)
bin=$(CDPATH= cd -- "$2" && pwd)
[ "$(id -u)" -eq 0 ] && command -v mmdebstrap >/dev/null || {
  echo "not root, or no mmdebstrap" >&2
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
root=${ROOT:-$work/root}
[ -x "$root/usr/bin/g++" ] ||
  mmdebstrap --variant=minbase --include=python3-h5py,g++ bullseye "$root" >"$work/log" 2>&1 || {
  tail -n 3 "$work/log" >&2
  exit 77
}
export PATH="$bin:$PATH"

board=$root/board
rm -rf "$board"
mkdir -p "$board/runners"
cp -r "$tree/golden/python/assay_golden" "$tree"/golden/python/assay_programs.py "$tree"/golden/python/assay_run.py \
  "$tree"/runners/examples/* "$tree/runners/sdk/source/entry.hpp" "$board/"
cp "$tree/runners/backend.h" "$board/runners/"
there() { chroot "$root" sh -ec "cd /board; $1"; }

# The script of the guide's page, and the one without the package: each row is judged.
sed -n '/^```python board.py/,/^```/p' "$tree/reports/guide/board.md" | grep -v '^```' >"$board/guide.py"
(cd "$board" && assay export --op TADD,TSUB,TMUL --target a5 --dtype f16,f32 --cases 60 --out cases.h5 >/dev/null)
there 'python3 guide.py; python3 board.py cases.h5 by_hand.h5'
for results in results by_hand; do
  assay judge "$board/cases.h5" "$board/$results.h5" --out "$work/$results" --min-judged 1 | tail -n 20 | grep 'Conforms: none of'
done

there 'for file in *.py assay_golden/*.py; do
  python3 -c "import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 8))" $file
done'
there '! python3 npu_identity.py 2>said; grep -q "^npu-smi: " said'

# The interfaces in C and C++, and backends that were built or run there.
there 'gcc -std=c99 -Wall -Wextra -Werror -shared -fPIC -I. -o backend.so backend.c
echo "#include \"entry.hpp\"" >entry.cpp; g++ -std=c++17 -Wall -Wextra -Werror -c entry.cpp'
try() { assay run --op "$1" --dtype i32,u16 --target a5 --cases 2 --backend "$2" --out "$work/run" --overwrite -q; }
try TAND "plugin:$board/backend.so"
try TADD,TADDS "exec:chroot $root python3 /board/backend.py"
