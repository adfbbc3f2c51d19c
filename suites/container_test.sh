#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# runners/package/Containerfile, built and used without a registry: container_test.sh TREE. Its base images are a bare Debian 12 under
# their names. Needs root, buildah, debootstrap and a mirror; ends with 77 without them. ROOT=FOLDER keeps the bare system and uses it
# again, STORE=FOLDER the images, of which each instruction of the file is a layer, OBJECTS=FOLDER what ccache keeps.
set -eu

tree=$(CDPATH= cd -- "$1" && pwd)
[ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null && command -v buildah >/dev/null || {
  echo "not root, or no debootstrap, or no buildah" >&2
  exit 77
}
work=$(mktemp -d)
root=${ROOT:-$work/root}
store=${STORE:-$work/store}
container=
run_buildah() { buildah --root "$store" --runroot "$work/run" --storage-driver vfs "$@"; }
cleanup() {
  [ -z "$container" ] || run_buildah rm "$container" >/dev/null
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
mkdir -p "$root" "$store"
. "$(dirname -- "$0")/bare_debian.sh"
bare_debian "$root" "$work/log"

file=$tree/runners/package/Containerfile
tar -C "$root" --exclude=./proc --exclude=./sys --exclude=./dev -cf "$work/base.tar" .
for image in $(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$file"); do
  run_buildah inspect --type image "docker.io/library/$image" >/dev/null 2>&1 && continue
  base=$(run_buildah from scratch)
  run_buildah add -q "$base" "$work/base.tar" / >/dev/null
  run_buildah commit -q "$base" "docker.io/library/$image" >/dev/null
  run_buildah rm "$base" >/dev/null
done
rm -f "$work/base.tar"

TMPDIR=$work run_buildah bud --isolation chroot --layers --pull-never ${OBJECTS:+-v "$OBJECTS:$HOME/.cache/ccache"} -t assay -f "$file" "$tree" >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; exit 1; }

container=$(run_buildah from --pull-never localhost/assay)
[ "$(run_buildah inspect --format '{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}' "$container")" = "[assay] [--help]" ]
inside() { run_buildah run --isolation chroot "$container" -- "$@"; }
inside sh -ec '
! command -v g++ && test "$PWD" = /data
assay run --op TABS --target a5 --cases 1
code=0; assay run --op TEXPANDS --target a5 --out faulty --backend simulator:fault=ignores_valid_columns || code=$?; test $code = 1
grep -q "id=\"assay-data\"" faulty/report.html
assay golden --op TABS --target a5 --dtype f16 --cases 3 --out g.h5
python3 -c "
import assay_golden
cases = assay_golden.cases(\"g.h5\")
assert len(cases) > 0 and all(assay_golden.judge(case, case.expected[\"dst\"]) for case in cases)"'
size=$(run_buildah images --format '{{.Size}}' localhost/assay)
echo "built and tried, $size"
