#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What was done to a journal since it was written is named, with its line, by every command.

journal_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import hashlib
import json
import os
import shutil
import sys
import unittest

import cli

FAULT = "simulator:fault=off_by_one_ulp"
RUN = ("run", "--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "8", "--no-shrink",
       "--tiles", "none", "--backend", FAULT, "--out", "night")
READERS = (("report", "night"), ("findings", "night"), ("coverage", "night"),
           ("diff", "night", "whole"), ("triage", "night", "whole"), ("triage", "whole", "night"),
           ("merge", "night", "--out", "m"), ("run", "--resume", "night"))


class Journal(cli.Sandbox):
    def setUp(self):
        super().setUp()
        done = self.assay(*RUN)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        shutil.copytree(self.path("night"), self.path("whole"))
        self.lines = self.read("night", "journal.jsonl").splitlines(keepends=True)
        self.assertGreater(len(self.lines), 5)

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def write(self, text, *names):
        with open(self.path(*names), "w", encoding="utf-8") as file:
            file.write(text)

    def named(self, part, lines, commands=READERS):
        self.write("".join(lines), "night", "journal.jsonl")
        for command in commands:
            self.refused(2, part, *command)

    def unfinished(self):
        os.remove(self.path("night", "summary.json"))

    def test_a_flipped_bit_is_named_with_its_line(self):
        text = bytearray(self.lines[2].encode())
        for at in (5, len(text) // 2, len(text) - 25, len(text) - 3):
            with self.subTest(at=at):
                text[at] ^= 1
                self.named("journal.jsonl:3: the line is damaged: ",
                           [*self.lines[:2], text.decode(), *self.lines[3:]], READERS[-2:])
                text[at] ^= 1

    def test_an_edited_verdict_is_named_by_every_command(self):
        at = next(i for i, line in enumerate(self.lines) if '"kind":"conforms"' in line)
        self.lines[at] = self.lines[at].replace('"kind":"conforms"', '"kind":"deviates"')
        self.named(f"journal.jsonl:{at + 1}: the line is damaged: its checksum does not fit", self.lines)

    def test_missing_and_repeated_lines_are_named_also_where_the_run_is_not_finished(self):
        for finished in (True, False):
            commands = READERS if finished else (("run", "--resume", "night"), ("report", "night"))
            if not finished:
                self.unfinished()
            self.named("journal.jsonl:3: the line is damaged: line 4 stands there, so lines are missing",
                       self.lines[:2] + self.lines[3:], commands)
            self.named("journal.jsonl:4: the line is damaged: line 3 stands there once more",
                       self.lines[:3] + self.lines[2:], commands)

    def test_what_a_kill_left_of_the_last_line_is_executed_again(self):
        self.unfinished()
        for lost in (1, 20, len(self.lines[-1]) - 1):
            self.write("".join(self.lines)[:-lost], "night", "journal.jsonl")
            done = self.assay("run", "--resume", "night")
            self.assertIn(done.returncode, (0, 1), done.stderr)
            kinds = [[json.loads(line)["verdict"]["kind"] for line in text.splitlines()]
                     for text in ("".join(self.lines), self.read("night", "journal.jsonl"))]
            self.assertEqual(*kinds)
            self.assertEqual([json.loads(line)["line"] for line in
                              self.read("night", "journal.jsonl").splitlines()],
                             list(range(1, len(self.lines) + 1)))
            self.unfinished()

    def test_a_journal_of_the_first_version_is_refused_by_its_version(self):
        manifest = json.loads(self.read("night", "run.json"))
        manifest["schema_version"] = 1
        del manifest["check"]
        self.write(json.dumps(manifest, indent=2), "night", "run.json")
        old = [line.split(',"line":')[0] + "}\n" for line in self.lines]
        self.named("run.json has schema version 1, and this program reads 2", old)
        self.write("".join(old), "old.jsonl")
        self.refused(2, "old.jsonl:1: the line is damaged: it does not end with a checksum, which lines "
                     "have since version 2", "findings", "old.jsonl")

    def test_a_changed_manifest_is_named(self):
        text = self.read("night", "run.json")
        for old, new in (('"seed": 1,\n  "planned"', '"seed": 3,\n  "planned"'),
                         ('"strict"', '"struct"'), ('"min_judged": ', '"min_judged": 1'),
                         (FAULT, "simulator")):
            if old not in text:
                continue
            self.write(text.replace(old, new, 1), "night", "run.json")
            for command in (("report", "night"), ("run", "--resume", "night"),
                            ("merge", "night", "--out", "m")):
                self.refused(2, "run.json is damaged: its checksum does not fit", *command)

    def test_the_checksum_is_one_line_of_python(self):
        for line in self.lines:
            text, check = line.rsplit(',"check":"', 1)
            self.assertEqual(hashlib.sha256(text.encode()).hexdigest()[:16] + '"}\n', check)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
