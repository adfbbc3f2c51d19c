#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that no mutation score falls: ratchet_test.py --assay PROGRAM [unittest options].

scores.toml has the share of mutants killed by op, and some of these mutants. No share may be lower than
in an earlier commit, and the mutants are run again."""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import tomllib
import unittest

import campaign

NAME = "scores.toml"


def lowered(before, now):
    """Ops whose share fell or is missing."""
    found = [f"{op}: {share} before, {now['ops'].get(op, 'nothing')} now"
             for op, share in before["ops"].items() if now["ops"].get(op, 0) < share]
    return found + ([f"all: {before['all']} before, {now['all']} now"] if now["all"] < before["all"] else [])


def stored():
    with open(os.path.join(campaign.HERE, NAME), "rb") as file:
        return tomllib.load(file)


def git(*command):
    """The output of a git command, or nothing if it fails."""
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", campaign.HERE, *command],
                          capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def committed():
    """The scores of all commits."""
    texts = (git("show", f"{commit}:./{NAME}") for commit in git("log", "--format=%H", "--", NAME).split())
    return [tomllib.loads(text) for text in texts if text]


class Ratchet(unittest.TestCase):
    def test_no_share_is_lower_than_in_any_commit(self):
        before = committed()
        if not before:
            self.skipTest("no commit has scores, or there is no git")
        for scores in before:
            self.assertEqual(lowered(scores, stored()), [])

    def test_a_lower_share_is_seen(self):
        before = {"all": 0.9, "ops": {"TADD": 0.5, "TSUB": 1.0}}
        self.assertEqual(lowered(before, before), [])
        self.assertEqual(len(lowered(before, {"all": 0.9, "ops": {"TADD": 0.4, "TSUB": 1.0}})), 1)
        self.assertEqual(len(lowered(before, {"all": 0.8, "ops": {"TADD": 0.5}})), 2)

    def test_what_was_killed_is_killed(self):
        wanted = [(op, *name.split(" ")) for op, names in stored()["killed"].items() for name in names]
        self.assertGreater(len(wanted), 150)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = list(pool.map(lambda one: campaign.failure(arguments.assay, "smoke", *one), wanted))
        self.assertEqual([" ".join(one) for one, verdict in zip(wanted, verdicts) if not verdict], [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    arguments, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
