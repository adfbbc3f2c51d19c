#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that the share of elements for which pages promise one value does not fall.

pinned_test.py --bin FOLDER [--shard I/N] [unittest options]: FOLDER holds assay. --shard takes every N-th case of the
smoke suite. pinned.toml has the least share of the whole, of an op, and of an op whose page says why it has less."""

import argparse
import json
import os
import subprocess
import sys
import tomllib
import unittest

SUITES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def complaints(counted, limits):
    """The figures that exceed the limits."""
    found = []
    total = counted["total"]
    if total["share"] < limits["least_share"]:
        found.append(f"all: {total['share']:.4f} is pinned, less than {limits['least_share']}")
    if total["any_of"] > limits["most_any_of"] * total["elements"]:
        found.append(f"all: {total['any_of']} of {total['elements']} elements have several values")
    for row in counted["ops"]:
        kind = "an_explained_op" if row["explained"] else "an_op"
        least = limits[f"least_share_of_{kind}"]
        if row["share"] < least:
            found.append(f"{row['name']}: {row['share']:.4f} is pinned, less than {least}")
    return found


class Pinned(unittest.TestCase):
    def test_it_does_not_fall(self):
        with open(os.path.join(SUITES, "pinned.toml"), "rb") as file:
            limits = tomllib.load(file)
        said = subprocess.run([os.path.join(arguments.bin, "assay"), "coverage", "--pinned",
                               "--format", "json", *arguments.options], capture_output=True, text=True, check=True)
        self.assertEqual(complaints(json.loads(said.stdout), limits), [])

    def test_less_is_complained_of(self):
        def row(name, share, explained=False):
            return {"name": name, "share": share, "elements": 100, "any_of": 1,
                    "explained": explained}
        limits = {"least_share": 0.9, "most_any_of": 0.02, "least_share_of_an_op": 0.9,
                  "least_share_of_an_explained_op": 0.5}
        good = {"total": row("all", 0.95), "ops": [row("A", 0.95), row("B", 0.6, True)]}
        self.assertEqual(complaints(good, limits), [])
        for worse in ({"total": row("all", 0.8)}, {"total": row("all", 1) | {"any_of": 3}},
                      {"ops": [row("A", 0.8)]}, {"ops": [row("B", 0.4, True)]}):
            self.assertEqual(len(complaints(good | worse, limits)), 1, worse)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--shard", help="I/N: every N-th case alone; default all")
    arguments, rest = parser.parse_known_args()
    arguments.options = ["--shard", arguments.shard] if arguments.shard else []
    unittest.main(argv=[sys.argv[0], *rest])
