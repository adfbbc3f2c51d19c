#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""No legal case of a suite passes without an element that was held against a promise.

compared_test.py --bin FOLDER [--share N] [unittest options]: FOLDER holds assay and assay-worker; one of N cases of smoke
and one of 8 N of the nightly run is run."""

import argparse
import collections
import os
import unittest

import cli
import killed_runs_test

SHARE = 60


def is_legal(record):
    """Inside, or the last legal step of an edge: `below` and `above` are a step beyond, and illegal."""
    intent = record["intent"]
    return intent == "inside" or intent.endswith((".smallest", ".largest"))


def without_comparison(records):
    """Names of legal cases that conform, or are left open, though nothing was compared with a
    promise."""
    return [record["name"] for record in records
            if is_legal(record) and record["verdict"]["kind"] in ("conforms", "target_defined", "distrusted")
            and (record["verdict"]["compared"] == 0 or record["verdict"]["kind"] == "target_defined")]


class Compared(killed_runs_test.Sandbox):
    def whole(self, *arguments):
        self.run_of("run", *arguments, "-j2", "--no-tiles", "--no-shrink", "--no-confirm", "--out", "out")
        return self.records("out")

    def assert_compares(self, records, least):
        self.assertEqual(without_comparison(records), [])
        legal = sum(is_legal(record) for record in records)
        self.assertGreater(legal, least)

    def test_each_legal_case_of_smoke_compares_something(self):
        self.assert_compares(self.whole("--suite", "smoke", "--shard", f"7/{SHARE}"), 100000 // SHARE)

    def test_each_legal_case_of_a_night_compares_something(self):
        self.assert_compares(self.whole("--suite", "nightly", "--seed", "7", "--shard", f"7/{8 * SHARE}"), 30000 // SHARE)

    def test_a_call_whose_values_are_open_can_fail(self):
        """A scalar of zero: every quotient is open, and that the call ends and leaves its source alone is not."""
        names = [record["name"] for record in self.whole("--op", "TDIVS", "--target", "cpu", "--dtype", "i32")
                 if record["scenario"] == "zero"]
        self.assertGreater(len(names), 1)
        found = collections.Counter()
        for bent in ("errata=E-TDIVS-002", "fault=modifies_input"):
            done = self.assay("run", "--case", names[0], "--backend", f"simulator:{bent}", "--errata", "none", "--no-shrink",
                              "--no-confirm", "--out", bent)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            verdict = self.records(bent)[0]["verdict"]
            found[verdict["kind"], verdict["deviation"]] += 1
        self.assertEqual(found, {("crashed", "none"): 1, ("deviates", "clobbered_input"): 1})

    def test_what_compares_nothing_is_found(self):
        def record(intent, kind, compared):
            return {"name": f"{intent} {kind} {compared}", "intent": intent,
                    "verdict": {"kind": kind, "compared": compared}}
        silent = [record("inside", "conforms", 0), record("edge.dst.ends.largest", "conforms", 0),
                  record("inside", "target_defined", 5), record("edge.a.b.smallest", "target_defined", 0)]
        others = [record("edge.dst.ends.below", "conforms", 0), record("breaks.dst.row_major", "target_defined", 0),
                  record("inside", "conforms", 1), record("inside", "unsupported", 0), record("inside", "crashed", 0)]
        self.assertEqual(without_comparison(silent + others), [one["name"] for one in silent])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--share", type=int, default=SHARE)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs, SHARE = os.path.abspath(arguments.bin), arguments.share
    unittest.main(argv=[__file__, *rest], verbosity=1)
