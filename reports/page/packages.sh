#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the npm packages of the lock file, which build and test the page, unless they are there: packages.sh FOLDER
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
for program in node npm; do
  command -v $program >/dev/null || {
    echo "the report's page can be neither built nor tested: there is no $program; install the packages nodejs and npm" >&2
    exit 1
  }
done
mkdir -p "$1"
cd "$1"
! cmp -s "$here/package-lock.json" package-lock.json || [ ! -e node_modules/.package-lock.json ] || exit 0
cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" .
npm ci --ignore-scripts --no-audit --no-fund >install.log 2>&1 || {
  tail -n 20 install.log >&2
  echo "the report's page can be neither built nor tested: 'npm ci' failed in $1; it needs a network or npm's cache" >&2
  exit 1
}
