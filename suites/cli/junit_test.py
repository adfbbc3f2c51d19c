#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The JUnit files of real runs are what Jenkins and GitLab read, whatever the verdicts.

junit_test.py --bin FOLDER --schema FILE [unittest options]: FOLDER holds assay, assay-worker and
board_plugin.so; FILE is jenkins-junit.xsd, which an npm package of the report's page brings."""

import argparse
import json
import os
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

import cli

SMALL = ("--op", "TAND", "--target", "cpu", "--no-tiles")
ONE = (*SMALL, "--cases", "1")
SCHEMA = ""


class Sandbox(cli.Sandbox):
    def complaints(self, file):
        done = subprocess.run(["xmllint", "--noout", "--schema", SCHEMA, self.path(file)], text=True,
                              capture_output=True, timeout=cli.LIMIT, check=False)
        self.assertIn(done.returncode, (0, 3), done.stderr)  # 3: read, but not as the schema wants
        return done.stderr if done.returncode else ""

    def kinds(self, *arguments, code, **settings):
        """Verdicts of a run whose JUnit file is valid, also when it is made again from the
        journal."""
        done = self.assay("run", *arguments, "--out", "run", "--overwrite", **settings)
        self.assertEqual(done.returncode, code, done.stderr)
        again = self.assay("report", "run", "--format", "junit")
        self.assertIn(again.returncode, (0, 3), again.stderr)  # 3: of a run that was stopped
        with open(self.path("again.xml"), "w", encoding="utf-8") as file:
            file.write(again.stdout)
        for name in ("run/junit.xml", "again.xml"):
            self.assertEqual(self.complaints(name), "", name)
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            return {record["verdict"]["kind"] for record in map(json.loads, file) if "verdict" in record}

    def board(self, illness, code):
        plugin = "plugin:" + os.path.join(self.folder_of_programs, "board_plugin.so")
        counter = self.path("calls-" + illness[0])
        return self.kinds(*ONE, "-j1", "--backend", plugin, code=code,
                          env=os.environ | {"ASSAY_TEST_BOARD": f"{illness}:{counter}"})


class Jenkins(Sandbox):
    def test_files_of_every_verdict_are_valid(self):
        seen = set()
        for fault in ("wrong_stride", "crashes", "rejects_everything", "accepts_everything"):
            seen |= self.kinds(*ONE, "--max-failures", "30", "--backend", f"simulator:fault={fault}",
                               code=1)
        seen |= self.kinds(*ONE, "--max-failures", "1", "--rerun", "0", "--batch", "1", "--timeout",
                           "0.5", "--backend", "simulator:fault=hangs", code=1)
        seen |= self.board("flaky:23", code=1) | self.board("crash:20", code=3)
        seen |= self.kinds(*SMALL, "--cases", "8", code=0)
        # The fold of a single row is a copy of it.
        seen |= self.kinds("--op", "TCOLSUM", "--target", "cpu", "--no-tiles", code=0)
        self.assertEqual(seen, {"conforms", "deviates", "accepted_invalid", "rejected_valid",
                                "crashed", "timed_out", "unsupported", "target_defined",
                                "distrusted", "infra", "flaky"})

    def test_files_of_two_backends_are_valid(self):
        self.kinds(*ONE, "--backend", "simulator", "--backend", "simulator:fault=wrong_stride", code=1)

    def test_an_element_that_readers_do_not_know_is_seen(self):
        self.kinds(*ONE, code=0)
        with open(self.path("run", "junit.xml"), encoding="utf-8") as file:
            text = file.read()
        for known, unknown in (("<testcase name=", "<testcase title="),
                               ("<testsuite name=", "<group/><testsuite name=")):
            with open(self.path("changed.xml"), "w", encoding="utf-8") as file:
                file.write(text.replace(known, unknown))
            self.assertNotEqual(self.complaints("changed.xml"), "", unknown)


class Gitlab(Sandbox):
    """The fields that GitLab reads according to its page "Unit test reports": classname (shown as
    the suite), name, file and time of a testcase, the content of failure, error, skipped,
    system-out and system-err, and nothing else; of two tests of one name it takes the first."""

    KNOWN = {"name", "classname", "file", "time"}
    MOST_BYTES = 30_000_000
    # Rails, which reads the file there, casts the content of an element with one of these types.
    CASTS = {"array", "base64Binary", "boolean", "binary", "date", "datetime", "dateTime", "decimal",
             "double", "duration", "file", "float", "hash", "hexBinary", "integer", "string",
             "symbol", "yaml"}

    def what_it_reads(self, file="run/junit.xml"):
        """(classname, name) to the one element that says what came of it, None for a success."""
        self.assertLess(os.path.getsize(self.path(file)), self.MOST_BYTES)
        root = ElementTree.parse(self.path(file)).getroot()
        self.assertEqual(root.tag, "testsuites")
        found = {}
        for test in root.findall("testsuite/testcase"):
            self.assertLessEqual(set(test.keys()), self.KNOWN)
            key = test.get("classname"), test.get("name")
            self.assertTrue(all(key) and key not in found, key)
            answers = [child for child in test if child.tag in ("failure", "error", "skipped")]
            self.assertLessEqual(len(answers), 1, key)
            for child in test:
                self.assertIn(child.tag, ("failure", "error", "skipped", "system-out"), key)
                self.assertTrue(child.text and child.text.strip(), key)
                self.assertNotIn(child.get("type"), self.CASTS)
            found[key] = answers[0] if answers else None
        return found

    def test_every_case_and_what_came_of_it_is_there_for_it_to_read(self):
        words = {"conforms": None, "target_defined": None, "unsupported": "skipped",
                 "crashed": "error", "infra": "error", "distrusted": "skipped"}
        for fault in ("wrong_stride", "crashes", "rejects_everything"):
            self.kinds(*ONE, "--max-failures", "30", "--backend", f"simulator:fault={fault}", code=1)
            self.each_is_told(words)
        self.board("crash:20", code=3)
        self.each_is_told(words)

    def each_is_told(self, words):
        tests = {name: element for (suite, name), element in self.what_it_reads().items() if suite != "run"}
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            records = [record for record in map(json.loads, file) if "verdict" in record]
        self.assertEqual(set(tests), {record["name"] for record in records})
        for record in records:
            element, verdict = tests[record["name"]], record["verdict"]
            word = words.get(verdict["kind"], "failure")
            self.assertEqual(element is not None and element.tag, word or False, record["name"])
            if word:
                self.assertIn(verdict["reason"], element.text)
            if word in ("failure", "error"):
                self.assertIn(f"assay replay {record['name']}", element.text)

    def test_no_case_hides_another_of_its_name(self):
        self.kinds(*ONE, "--backend", "simulator", "--backend", "simulator:fault=wrong_stride", code=1)
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            self.assertEqual(len(self.what_it_reads()), sum('"verdict"' in line for line in file))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--schema", required=True)
    arguments, rest = parser.parse_known_args()
    SCHEMA = os.path.abspath(arguments.schema)
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
