#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds page.html, which the program embeds, from the sources in this folder; needs npm and a network.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
folder=$here/../../.build/page
sh "$here/packages.sh" "$folder"
cd "$folder"
node "$here/build.mjs" "$here/page.html"
