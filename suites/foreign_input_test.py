#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Input of others: what is no file, too long, too deep, or would write to the terminal.

foreign_input_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import os
import sys
import unittest

import cli

ONE = ("--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "1")
RUN = ("run", *ONE, "--no-shrink", "--tiles", "none", "--backend", "simulator:fault=off_by_one_ulp",
       "--out", "night")


class Input(cli.Sandbox):
    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text)

    def night(self):
        self.assertEqual(self.assay(*RUN).returncode, 1)

    def test_what_is_no_regular_file_is_not_read(self):
        self.night()
        os.mkfifo(self.path("pipe"))
        for name in ("pipe", "/dev/zero", "night"):
            self.refused(2, f"cannot read {name}: it is no regular file", "triage", "night", "night",
                         "--waivers", name)
            self.refused(2, f"cannot read {name}: it is no regular file", "golden", *ONE, "--accuracy",
                         name, "--out", "g.h5")

    def test_toml_that_is_too_deep_or_too_long_is_refused_with_its_line(self):
        self.night()
        for text in (b"[[" + b".".join([b"a"] * 100_000) + b"]]\n",
                     b'# waivers\n[[waiver]]\nop = "' + b"T" * 10_000_000 + b'"\n'):
            self.write("w.toml", text)
            self.refused(2, "at most 4096 are possible", "triage", "night", "night", "--waivers", "w.toml")
        self.write("w.toml", b"x" * (17 << 20))
        self.refused(2, "at most 16777216 are possible", "triage", "night", "night", "--waivers", "w.toml")

    def test_a_byte_order_mark_is_no_part_of_the_first_name(self):
        self.night()
        with open(self.path("night", "journal.jsonl"), encoding="utf-8") as file:
            name = cli.unsealed(file.readlines()[1])["name"]
        self.write("names.txt", b"\xef\xbb\xbf" + name.encode() + b"\n")
        done = self.assay("run", "--cases-from", "names.txt", "--out", "named")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_folder_without_nights_has_no_trend(self):
        self.refused(2, "has no night", "trend", self.folder)

    def test_no_escape_sequence_of_others_reaches_the_terminal(self):
        self.night()
        with open(self.path("night", "journal.jsonl"), encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        for record in records[1:-1]:
            record["verdict"]["reason"] = "\x1b[31mred"
            record["backend"] = "exec:\x1b]0;title\x07"
        with open(self.path("night", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        for command in (("findings", "night"), ("report", "night"), ("triage", "night", "night"),
                        ("diff", "night", "night")):
            done = self.assay(*command)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertNotIn("\x1b", done.stdout + done.stderr, command)
            self.assertNotIn("\x07", done.stdout + done.stderr, command)
        self.refused(2, "\\x1b[31m", "findings", "\x1b[31mnowhere")

    def test_a_path_that_nobody_can_follow_is_one_sentence(self):
        for command in (("report", "x" * 300), ("findings", "x" * 300), ("diff", "x" * 300, "y"),
                        ("merge", "x" * 300, "--out", "m")):
            done = self.assay(*command)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertNotIn("filesystem error", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
