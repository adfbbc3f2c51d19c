#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the suite was seen to catch of mutants of sources it goes on catching:
ratchet_sources_test.py --assay PROGRAM --build FOLDER [unittest options].

source_scores.toml has the share of mutants killed by op, of the simulator's sources and of the headers of a PTO
library. No commit may lower one, unless more mutants were tried and no fewer were killed. Some of the simulator's
that were killed are tried again, unless their file is another one by now."""

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
UNCOUNTED = 2  # mutants of an op that were tried at most for shares that do not say of how many they are


def stored():
    return tomllib.loads(outcomes.read(campaign.HERE, NAME))


def killed_of(scores, op):
    """How many of how many."""
    counted = scores.get("counted", {}).get(op, UNCOUNTED)
    return round(scores["ops"].get(op, 0) * counted), counted


def lowered(before, now):
    """Ops of which a share fell that more mutants do not explain, or of which fewer were killed."""
    found = []
    for op, share in before["ops"].items():
        (killed_before, counted_before), (killed_now, counted_now) = killed_of(before, op), killed_of(now, op)
        more = op in now.get("counted", {}) and counted_now > counted_before and killed_now >= killed_before
        if now["ops"].get(op, 0) < share and not more:
            found.append(f"{op}: {share} before, {now['ops'].get(op, 'nothing')} now")
    whole_before, whole_now = (sum(killed_of(scores, op)[0] for op in scores["ops"]) for scores in (before, now))
    if now["all"] < before["all"] and whole_now <= whole_before:
        found.append(f"all: {before['all']} before, {now['all']} now")
    return found


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
                self.assertEqual(lowered(scores[part], stored()[part]), [], part)

    def test_a_lower_share_is_seen_unless_more_were_tried_and_as_many_killed(self):
        before = {"all": 1.0, "ops": {"TADD": 1.0, "TSUB": 1.0}, "counted": {"TADD": 2, "TSUB": 2}}

        def now(add, of, whole=1.0):
            return lowered(before, {"all": whole, "ops": {"TADD": add, "TSUB": 1.0}, "counted": {"TADD": of, "TSUB": 2}})
        self.assertEqual(now(1.0, 2), [])
        self.assertEqual(len(now(0.5, 2)), 1)
        self.assertEqual(now(0.75, 4, 0.8), [])
        self.assertEqual(len(now(0.25, 4, 0.5)), 2)
        self.assertEqual(len(lowered(before, {"all": 1.0, "ops": {"TADD": 1.0}, "counted": {"TADD": 2}})), 1)
        old = {"all": 1.0, "ops": {"TADD": 1.0}}
        self.assertEqual(lowered(old, {"all": 0.5, "ops": {"TADD": 0.5}, "counted": {"TADD": 6}}), [])
        self.assertEqual(len(lowered(old, {"all": 0.5, "ops": {"TADD": 0.5}})), 2)

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
