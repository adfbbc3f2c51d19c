#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The Debian packages of a build folder are installed in a bare Debian 12 and used there without the tree,
# without a network: package_test.sh BUILD. Needs root, debootstrap and a mirror; ends with 77 without them.
# ROOT=FOLDER keeps the bare system and uses it again.
set -eu

build=$(CDPATH= cd -- "$1" && pwd)
[ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null && command -v dpkg-shlibdeps >/dev/null || {
  echo "not root, or no debootstrap, or no dpkg-dev" >&2
  exit 77
}
packages=$(mktemp -d)
root=${ROOT:-$(mktemp -d)}
cleanup() {
  rm -rf "$packages"
  [ -n "${ROOT:-}" ] || rm -rf --one-file-system "$root"
}
trap cleanup EXIT

. "$(dirname -- "$0")/bare_debian.sh"
bare_debian "$root" "$packages/log"

(cd "$packages" && cpack --config "$build/CPackConfig.cmake" >log 2>&1) || { tail -n 5 "$packages/log" >&2; exit 1; }
rm -rf "$root/packages" && mkdir "$root/packages" && cp "$packages"/*.deb "$root/packages/"

# inside NET COMMAND: in the bare system, with a network of this machine (yes) or with none (no).
inside() {
  network=
  [ "$1" = yes ] || network=--net
  unshare --mount --pid --fork $network --propagation private sh -ec '
    mount -t proc proc "$1/proc"
    mkdir -p "$1/dev/shm" && mount -t tmpfs tmpfs "$1/dev/shm"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      ${3:+"$3"} ${4:+"$4"} ${5:+"$5"} chroot "$1" sh -exc "$2"' _ "$root" "$2" \
      "${http_proxy:+http_proxy=$http_proxy}" "${https_proxy:+https_proxy=$https_proxy}" "${SSL_CERT_FILE:+SSL_CERT_FILE=$SSL_CERT_FILE}"
}

# As runners/package/Containerfile installs them.
inside yes 'apt-get update -q && apt-get install -q -y --no-install-recommends /packages/assay_*.deb /packages/python3-assay_*.deb' \
  >"$packages/log" 2>&1 || { tail -n 20 "$packages/log" >&2; exit 1; }
inside no '
rm -rf /try && mkdir /try && cd /try
! command -v g++
dpkg -s assay | grep -E "^(Depends|Version|Architecture):"
ldd /usr/bin/assay /usr/libexec/assay/assay-worker >libraries && ! grep "not found" libraries
assay run --op TRSQRT,TADD --target a5 --cases 1 --out good
code=0; assay run --op TEXPANDS --target a5 --out faulty --backend simulator:fault=ignores_valid_columns >said || code=$?; test $code = 1
grep -q "id=\"assay-data\"" faulty/report.html
sed -n "s/^ *\(assay replay TEXPANDS.*\)/\1/p" said | head -n 1 >line && test -s line # copied as the finding prints it
code=0; sh ./line || code=$?; test $code = 1
assay explain 004 | head -n 1
assay explain E-TCVT-003
assay show --format html --out isa.html
assay golden --op TRSQRT --target a5 --dtype f16 --cases 3 --out g.h5
assay verify g.h5
python3 -c "
import assay_golden
cases = assay_golden.cases(\"g.h5\")
assert len(cases) > 0 and all(assay_golden.judge(case, case.expected[\"dst\"]) for case in cases)
print(assay_golden.__file__, len(cases), \"cases\")"
test -s /usr/share/man/man1/assay-run.1 || test -s /usr/share/man/man1/assay-run.1.gz || echo "this system leaves man pages out"
bash -c ". /usr/share/bash-completion/completions/assay; COMP_WORDS=(assay exp); COMP_CWORD=1; _assay; echo \${COMPREPLY[@]}" | grep explain
'
echo "installed and tried"
