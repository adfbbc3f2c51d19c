#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the suite was seen to catch of mutants of sources it goes on catching:
ratchet_sources_test.py --assay PROGRAM --build FOLDER [unittest options].

source_scores.toml has the share of mutants killed by op, of the simulator's sources and of the headers of a PTO
library. No commit may lower one. Some of the simulator's that were killed are tried again, unless their file is
another one by now."""

import argparse
import concurrent.futures
import os
import sys
import tempfile
import tomllib
import unittest

import campaign
import mutator
import outcomes
import ratchet_test
import sources

NAME = "source_scores.toml"
TRIED = 12  # so many mutants, with other ones after each change of the file that holds them
PARTS = ("headers", "simulator")


def stored():
    return tomllib.loads(outcomes.read(campaign.HERE, NAME))


def still_there(killed):
    """Op, mutant and target of those whose file is what it was."""
    found = []
    for op, text in sorted(killed.items(), key=lambda item: campaign.order(" ".join(item))):
        name, digest, target = text.split(" ")
        file = name.split(":")[0]
        if outcomes.digest_of(sources.ROOT, file) == digest:
            found.append((op, name, target))
    return found


def is_killed(build, folder, op, name, target):
    """Whether a case fails of the simulator with this mutant in it."""
    options = argparse.Namespace(assay=arguments.assay, build=build, suite="smoke", seconds=float("inf"), state="",
                                 op=[], shard="0/1", per_op=1)
    file = name.split(":")[0]
    text = outcomes.read(sources.ROOT, file)
    mutant = next(one for one in mutator.mutants_of(text, file) if one.name == name)
    ran = sources.Campaign(options, folder)
    changed, plugin = os.path.join(folder, "source.o"), os.path.join(folder, "plugin.so")
    if not ran.build.compiled(file, mutant.applied(text), changed):
        return False
    ran.build.linked([ran.entry, changed], plugin)
    return bool(ran.run(op, target, plugin, ""))


class Ratchet(unittest.TestCase):
    def test_no_share_is_lower_than_in_any_commit(self):
        before = ratchet_test.committed(NAME)
        if not before:
            self.skipTest("no commit has scores, or there is no git")
        for scores in before:
            for part in PARTS:
                self.assertEqual(ratchet_test.lowered(scores[part], stored()[part]), [], part)

    def test_what_was_killed_is_killed(self):
        killed = stored()["simulator"]["killed"]
        wanted = still_there(killed)
        self.assertGreaterEqual(2 * len(wanted), len(killed), f"most sources are others by now: make {NAME} anew")

        def tried(one):
            with tempfile.TemporaryDirectory() as folder:
                return is_killed(arguments.build, folder, *one)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            survived = [one for one, dead in zip(wanted, pool.map(tried, wanted[:TRIED])) if not dead]
        self.assertEqual(survived, [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--build", required=True)
    arguments, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
