#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the suite was seen to catch it goes on catching: ratchet_test.py --assay PROGRAM [unittest options].

scores.toml has the share of mutants killed by op, and some of these mutants: they are run again, and no
share may be lower than in any commit."""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import tomllib
import unittest

import campaign

SCORES = os.path.join(campaign.HERE, "scores.toml")


def lowered(before, now):
    """Ops whose share fell or is gone."""
    found = [f"{op}: {share} before, {now['ops'].get(op, 'nothing')} now"
             for op, share in before["ops"].items() if now["ops"].get(op, 0) < share]
    return found + ([f"all: {before['all']} before, {now['all']} now"] if now["all"] < before["all"] else [])


def stored():
    with open(SCORES, "rb") as file:
        return tomllib.load(file)


def git(*command):
    """What git says, or nothing where it cannot say it."""
    done = subprocess.run(["git", "-c", "safe.directory=*", "-C", campaign.HERE, *command],
                          capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def committed(name="scores.toml"):
    """All scores that commits had."""
    commits = git("log", "--format=%H", "--", name).split()
    return [tomllib.loads(text) for text in (git("show", f"{commit}:./{name}") for commit in commits) if text]


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
        with tempfile.TemporaryDirectory() as folder:
            one = campaign.Campaign(argparse.Namespace(assay=arguments.assay, suite="smoke",
                                                       state=os.path.join(folder, "state")))
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                ran = [(wanted_one, pool.submit(one.run, wanted_one[0], wanted_one[1],
                                                f"simulator:fault={wanted_one[2]}"))
                       for wanted_one in wanted]
            survived = [" ".join(name) for name, result in ran if result.result()[0] == 0]
        self.assertEqual(survived, [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    arguments, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
