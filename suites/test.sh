#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs missing packages, builds with tests and runs all of them except the campaigns and the
# exhaustive tier; arguments go to ctest.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"
. runners/install.sh
install_missing runners/packages.txt suites/packages.txt
cmake --preset dev
cmake --build --preset dev
status=0
# One more than there are processors, because some tests wait for time limits.
ctest --preset dev -j$(($(nproc) + 1)) "$@" || status=$?
/usr/bin/python3 -B suites/slowest.py .build/dev
exit "$status"
