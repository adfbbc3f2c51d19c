#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A known finding and a new defect of the same op, as the user of two nights meets them.

known_findings_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import sys
import unittest

import cli
import triage_test

FAULT = triage_test.FAULT


class KnownFindings(triage_test.Sandbox):
    def told(self, *arguments):
        return json.loads(self.assay(*arguments, "--format", "json").stdout)

    def test_a_new_defect_is_no_part_of_a_known_finding(self):
        self.run_into("one", "--no-shrink", fault=FAULT + "@dtype=f32")
        self.run_into("two", "--no-shrink", "--baseline", "one", fault=FAULT)
        old, = self.told("findings", "one")["findings"]
        said = self.told("triage", "one", "two")
        self.assertEqual((len(said["opened"]), said["closed"]), (1, []))
        for findings in (said["findings"], self.told("findings", "two")["findings"]):
            self.assertEqual({one["id"] for one in findings}, {old["id"], *said["opened"]})
            self.assertEqual([one["cases"] for one in findings if one["id"] == old["id"]],
                             [old["cases"]])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
