#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What was done to a journal since it was written is named, with its line, by every command.

journal_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import hashlib
import json
import os
import shutil
import socket
import sys
import unittest

import cli

FAULT = "simulator:fault=off_by_one_ulp"
RUN = ("run", "--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "8", "--no-shrink",
       "--tiles", "none", "--backend", FAULT, "--out", "run")
READERS = (("report", "run"), ("findings", "run"), ("coverage", "run"),
           ("diff", "run", "whole"), ("triage", "run", "whole"), ("triage", "whole", "run"),
           ("merge", "run", "--out", "m"), ("run", "--resume", "run"))


def checked(value):
    """An object with a check that fits."""
    plain = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return {**value, "check": hashlib.sha256(plain.encode()).hexdigest()[:16]}


class Journal(cli.Sandbox):
    def setUp(self):
        super().setUp()
        done = self.assay(*RUN)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        shutil.copytree(self.path("run"), self.path("whole"))
        self.lines = self.read("run", "journal.jsonl").splitlines(keepends=True)
        self.assertGreater(len(self.lines), 5)

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def write(self, text, *names):
        with open(self.path(*names), "w", encoding="utf-8") as file:
            file.write(text)

    def named(self, part, lines, commands=READERS):
        self.write("".join(lines), "run", "journal.jsonl")
        for command in commands:
            self.refused(2, part, *command)

    def unfinished(self):
        os.remove(self.path("run", "summary.json"))

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
            commands = READERS if finished else (("run", "--resume", "run"), ("report", "run"))
            if not finished:
                self.unfinished()
            self.named("journal.jsonl:3: the line is damaged: line 4 is there, so lines are missing",
                       self.lines[:2] + self.lines[3:], commands)
            self.named("journal.jsonl:4: the line is damaged: line 3 is there once more",
                       self.lines[:3] + self.lines[2:], commands)

    def test_what_a_kill_left_of_the_last_line_is_executed_again(self):
        self.unfinished()
        for lost in (1, 20, len(self.lines[-1]) - 1, len(self.lines[-1]), len(self.lines[-1]) + 1):
            self.write("".join(self.lines)[:-lost], "run", "journal.jsonl")
            done = self.assay("run", "--resume", "run")
            self.assertIn(done.returncode, (0, 1), done.stderr)
            kinds = [[record["verdict"]["kind"] for record in map(json.loads, text.splitlines()) if "verdict" in record]
                     for text in ("".join(self.lines), self.read("run", "journal.jsonl"))]
            self.assertEqual(*kinds)
            self.assertEqual([json.loads(line)["line"] for line in
                              self.read("run", "journal.jsonl").splitlines()],
                             list(range(1, len(self.lines) + 1)))
            self.unfinished()

    def test_a_journal_of_the_first_version_is_refused_by_its_version(self):
        manifest = json.loads(self.read("run", "run.json"))
        manifest["schema_version"] = 1
        del manifest["check"]
        self.write(json.dumps(manifest, indent=2), "run", "run.json")
        old = [line.split(',"line":')[0] + "}\n" for line in self.lines]
        self.named("run.json has schema version 1, and this program reads 2", old)
        self.write("".join(old), "old.jsonl")
        self.refused(2, "old.jsonl:1: the line is damaged: it does not end with a checksum, which lines "
                     "have since version 2", "findings", "old.jsonl")

    def test_a_changed_manifest_is_named(self):
        text = self.read("run", "run.json")
        for old, new in (('"seed": 1,\n  "planned"', '"seed": 3,\n  "planned"'),
                         ('"strict"', '"struct"'), ('"min_judged": ', '"min_judged": 1'),
                         (FAULT, "simulator")):
            if old not in text:
                continue
            self.write(text.replace(old, new, 1), "run", "run.json")
            for command in (("report", "run"), ("run", "--resume", "run"),
                            ("merge", "run", "--out", "m")):
                self.refused(2, "run.json is damaged: its checksum does not fit", *command)

    def test_a_manifest_that_lacks_something_is_refused_in_words_wherever_it_is_read(self):
        manifest = json.loads(self.read("run", "run.json"))
        del manifest["check"]
        without = {key: value for key, value in manifest["options"].items() if key != "backend"}
        for options in (without, {**manifest["options"], "builds": [1]}, {**manifest["options"], "builds": ["a", "b"]}):
            self.write(json.dumps(checked({**manifest, "options": options})), "run", "run.json")
            for command in (("report", "run"), ("findings", "run"), ("triage", "run", "run"),
                            ("diff", "run", "run"), ("run", "--resume", "run"), ("merge", "run", "--out", "m")):
                self.refused(2, "run.json is damaged: something in it is missing or of another kind", *command)

    def test_a_float_for_a_whole_number_is_refused_wherever_a_manifest_is_read(self):
        manifest = json.loads(self.read("run", "run.json"))
        del manifest["check"]
        for number in (1e20, 2.5):
            self.write(json.dumps(checked({**manifest, "seed": number})), "run", "run.json")
            for command in (("report", "run"), ("run", "--resume", "run"), ("merge", "run", "--out", "m")):
                self.refused(2, "run.json is damaged: a number in it is not a whole one", *command)

    def test_a_changed_summary_is_named_and_made_again_where_it_is_gone(self):
        text = self.read("run", "summary.json")
        for changed in (text.replace('"failures": ', '"failures": 1', 1), text.replace("{", "\x00", 1), text[:-40]):
            self.write(changed, "run", "summary.json")
            for command in READERS:
                self.refused(2, "summary.json is damaged: ", *command)
        self.unfinished()
        self.assertIn(self.assay("run", "--resume", "run").returncode, (0, 1))
        made = json.loads(self.read("run", "summary.json"))
        self.assertEqual({**made, "environment": 0, "check": 0}, {**json.loads(text), "environment": 0, "check": 0})

    def test_a_number_that_no_option_can_have_is_named(self):
        self.unfinished()
        manifest = json.loads(self.read("run", "run.json"))
        del manifest["check"]
        for key, values in (("repeat", (0, -1, 2**62)), ("rerun", (-1, 2**62)), ("batch", (0, 257)),
                            ("timeout_ms", (0, -5, 2**63 - 1)), ("cases", (0, 2**31)), ("device", (-1, 2**31))):
            for value in values:
                options = {**manifest["options"], key: value}
                self.write(json.dumps(checked({**manifest, "options": options})), "run", "run.json")
                self.refused(2, f"run.json: {key} is {value}, and must be between ", "run", "--resume", "run")
        for shard in ({"index": 0, "count": 1}, {"index": 3, "count": 2}, {"index": 1, "count": 2**62}):
            self.write(json.dumps(checked({**manifest, "shard": shard})), "run", "run.json")
            self.refused(2, " and must be between ", "run", "--resume", "run")

    def test_a_record_says_where_it_was_executed(self):
        self.assertEqual({json.loads(line)["board"] for line in self.lines[1:-1]}, {socket.gethostname()})

    def test_findings_say_that_all_were_on_one_board(self):
        done = self.assay("run", "--op", "TAND", "--target", "a5", "--cases", "4", "--no-tiles", "--no-shrink",
                          "--no-confirm", "--backend", "simulator:fault=wrong_stride", "--out", "boards")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("all on ", done.stdout)
        records = [cli.unsealed(line) for line in self.read("boards", "journal.jsonl").splitlines()]
        failing = [record.get("verdict", {}).get("kind") == "deviates" for record in records]
        self.assertGreater(sum(failing), 7)
        for number, (record, fails) in enumerate(zip(records, failing)):
            if "verdict" in record:
                record["board"] = "npu7" if fails else f"npu{number % 8}"
        self.write("".join(cli.sealed(records)), "boards", "journal.jsonl")
        os.remove(self.path("boards", "findings.json"))  # else it is what the run itself found
        self.assertIn(f"{sum(failing)} of {sum(failing)} such cases fail", self.assay("findings", "boards").stdout)
        self.assertIn("all on npu7", self.assay("findings", "boards").stdout)
        self.assertIn("all on npu7", self.assay("report", "boards", "--format", "markdown").stdout)

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
