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


class ByOp(Gitlab):
    """A test for each op, form, element type and target: what the nightly suite has, and others if asked."""

    NIGHTLY = ("--suite", "nightly", *SMALL, "--cases", "1")
    test_every_case_and_what_came_of_it_is_there_for_it_to_read = None
    test_no_case_hides_another_of_its_name = None

    def records(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record for record in map(json.loads, file) if "verdict" in record]

    def groups(self, folder):
        """Seconds by the name of each group, from the journal."""
        seconds = {}
        for record in self.records(folder):
            name = ".".join((record["op"], record["form"], record["dtype"], record["target"]))
            seconds[name] = seconds.get(name, 0) + record["seconds"]
        return seconds

    def times(self, file):
        root = ElementTree.parse(self.path(file)).getroot()
        return {test.get("name"): float(test.get("time")) for test in root.findall("testsuite/testcase")}

    def test_names_of_a_nightly_run_are_those_of_every_other_one(self):
        names = []
        for seed in ("20260101", "20260102"):
            self.kinds(*self.NIGHTLY, "--seed", seed, code=0)
            seconds = self.groups("run")
            self.assertGreater(len(self.records("run")), 3 * len(seconds))
            times = self.times("run/junit.xml")
            self.assertEqual(set(times), set(seconds))
            for name, time in times.items():
                self.assertAlmostEqual(time, seconds[name], delta=1e-5)
            names.append(set(self.what_it_reads()))
        self.assertEqual(*names)

    def test_an_option_decides_in_a_run_a_report_and_a_merge(self):
        def tests(file):
            return len(self.what_it_reads(file))

        for part in ("1", "2"):
            self.made("run", *ONE, "--junit", "by-op", "--shard", f"{part}/2", "--out", part)
        self.made("merge", "1", "2", "--out", "op")
        self.made("merge", "1", "2", "--junit", "by-case", "--out", "case")
        groups, cases = len(self.groups("op")), len(self.records("op"))
        self.assertLess(groups, cases)
        self.assertEqual((tests("op/junit.xml"), tests("case/junit.xml")), (groups, cases))
        for words, count in (((), groups), (("--junit", "by-case"), cases)):
            self.made("report", "op", "--format", "junit", *words, "--out", "again.xml")
            self.assertEqual(tests("again.xml"), count, words)
        self.refused(2, "--junit is for --format junit", "report", "op", "--junit", "by-op")
        self.refused(2, "--junit", "run", *ONE, "--junit", "by-day", "--out", "never")

    def test_a_run_that_is_resumed_goes_on_as_it_began(self):
        stopped = self.assay("run", *ONE, "--junit", "by-op", "--max-failures", "1", "--no-shrink", "--no-confirm",
                             "--backend", "simulator:fault=rejects_everything", "--out", "run")
        self.assertEqual(stopped.returncode, 1, stopped.stderr)
        root = ElementTree.parse(self.path("run", "junit.xml")).getroot()
        self.assertRegex(root.find("testsuite[@name='TAND']/testcase[@name='TAND']/error").text,
                         r"^\d+ of \d+ planned cases ran$")
        self.assertEqual(self.assay("run", "--resume", "run").returncode, 1)
        found = self.what_it_reads()
        self.assertEqual({name for _, name in found}, set(self.groups("run")))
        failing = [element.text for element in found.values() if element is not None and element.tag == "failure"]
        self.assertTrue(failing)
        for text in failing:
            self.assertIn("\n  assay replay TAND/", text)

    def test_of_two_backends_each_has_its_tests(self):
        self.kinds(*ONE, "--junit", "by-op", "--backend", "simulator", "--backend", "simulator:fault=wrong_stride", code=1)
        self.assertEqual(len(self.what_it_reads()), 2 * len(self.groups("run")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--schema", required=True)
    arguments, rest = parser.parse_known_args()
    SCHEMA = os.path.abspath(arguments.schema)
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
