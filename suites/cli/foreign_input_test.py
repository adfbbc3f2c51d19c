#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Input of others: what is no file, too long, too deep, or would write to the terminal.

foreign_input_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import csv
import os
import shutil
import signal
import subprocess
import sys
import time
import unittest

import h5py

import cli

ONE = ("--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "1")
RUN = ("run", *ONE, "--no-shrink", "--tiles", "none", "--backend", "simulator:fault=off_by_one_ulp",
       "--out", "run")


class Input(cli.Sandbox):
    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text)

    def night(self):
        self.assertEqual(self.assay(*RUN).returncode, 1)

    def test_what_is_no_regular_file_is_not_read(self):
        self.night()
        os.mkfifo(self.path("pipe"))
        for name in ("pipe", "/dev/zero", "run"):
            self.refused(2, f"cannot read {name}: it is no regular file", "triage", "run", "run",
                         "--waivers", name)
            self.refused(2, f"cannot read {name}: it is no regular file", "golden", *ONE, "--accuracy",
                         name, "--out", "g.h5")

    def test_every_command_refuses_what_is_no_regular_file(self):
        self.night()
        self.golden()
        os.mkdir(self.path("history"))
        for name in ("pipe", "pipe.h5", "pipe.toml", "history/pipe.json"):
            os.mkfifo(self.path(name))
        os.symlink("/dev/zero", self.path("zero.h5"))
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            case = next(record["name"] for record in map(cli.unsealed, file) if "name" in record)
        run = ("run", *ONE, "--out", "again")
        for name in ("pipe", "pipe.h5", "zero.h5", "/dev/null", "/dev/zero"):
            file = f"cannot read {name}: it is no regular file"
            for command in (("findings", name), ("triage", "run", name), ("triage", name, "run"),
                            ("verify", name), ("diff", name, "run"), ("diff", name, name), ("merge", name, "--out", "m"),
                            ("judge", name, "g.h5"), ("judge", "g.h5", name),
                            ("coverage", name), (*run, "--baseline", name), (*run, "--waivers", name),
                            (*run, "--support", name), (*run, "--accuracy", name),
                            ("run", "--cases-from", name, "--out", "again")):
                with self.subTest(" ".join(command)):
                    self.refused(2, "no regular file" if command[0] != "coverage" else name, *command)
        for name in ("pipe.h5", "zero.h5"):
            self.refused(2, f"cannot read {name}: it is no regular file", "replay", f"{name}:{case}")
            self.refused(2, f"cannot read {name}: it is no regular file", "run", "--case", f"{name}:{case}", "--out", "again")
        self.refused(2, "it is no regular file", *run, "--backend", "plugin:pipe")
        self.refused(2, "it is no regular file", *run, "--backend", "replay:pipe.h5")
        self.refused(2, "it is no regular file", "trend", "history")
        self.refused(2, "name the folder of a run", "report", "pipe")
        self.refused(2, "it is no regular file", *run, "--errata", "pipe.toml")
        self.refused(3, "nothing reads from it", "report", "run", "--format", "csv", "--out", "pipe")

    def test_a_file_of_hdf5_that_leads_elsewhere_is_refused(self):
        self.golden()
        with open(self.path("secret"), "wb") as file:
            file.write(b"secret")
        os.mkfifo(self.path("pipe"))

        def link(file):
            file["extra"] = h5py.ExternalLink("other.h5", "/")

        def soft(file):
            file["extra"] = h5py.SoftLink("/cases")

        def storage(name):
            return lambda file: file.create_dataset("extra", (6,), "u1", external=[(self.path(name), 0, 6)])

        def virtual(file):
            layout = h5py.VirtualLayout((4,), "u1")
            layout[:] = h5py.VirtualSource("other.h5", "data", (4,))
            file.create_virtual_dataset("extra", layout)

        def deep(file):
            group = file
            for _ in range(900):
                group = group.create_group("g")

        for change, words in ((link, "/extra is a link to another place"), (soft, "/extra is a link to another place"),
                              (storage("secret"), "/extra keeps its elements in another file"),
                              (storage("pipe"), "/extra keeps its elements in another file"),
                              (virtual, "/extra keeps its elements in another file"), (deep, "nested more than 16 deep")):
            shutil.copy(self.path("g.h5"), self.path("changed.h5"))
            with h5py.File(self.path("changed.h5"), "r+") as file:
                change(file)
            for command in (("verify", "changed.h5"), ("diff", "changed.h5", "g.h5"), ("judge", "changed.h5", "g.h5"),
                            ("merge", "changed.h5", "--out", "m.h5"), ("run", "--case", "changed.h5:x", "--out", "o")):
                with self.subTest(words=words, command=command[0]):
                    self.refused(2, words, *command)

    def test_a_damaged_index_of_names_ends_no_command_by_a_signal(self):
        done = self.assay("run", "--op", "TADDS", "--dtype", "f16", "--target", "a5", "--cases", "1", "--tiles", "all",
                          "--no-shrink", "--out", "many")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("golden.h5", "results.h5"):
            with open(self.path("many", name), "rb") as file:
                data = file.read()
            for mark in (b"BTLF", b"FRHP", b"FHDB"):
                at = data.find(mark) + 20
                if at < 20:
                    continue
                self.write("bad.h5", data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
                for command in (("verify", "bad.h5"), ("judge", "many/golden.h5", "bad.h5"), ("judge", "bad.h5", "many/results.h5"),
                                ("diff", "bad.h5", f"many/{name}"), ("merge", "bad.h5", f"many/{name}", "--out", "m.h5")):
                    with self.subTest(mark=mark, command=" ".join(command)):
                        done = self.assay(*command)
                        self.assertIn(done.returncode, (1, 2), done.stderr)
                        self.assertLessEqual(done.stderr.count("\n"), 1)

    def golden_with_a_heap(self):
        """g.h5 with a text in a global heap, the bytes of which are returned."""
        self.golden()
        with h5py.File(self.path("g.h5"), "r+") as file:
            file.attrs["note"] = "a text of variable length"
        with open(self.path("g.h5"), "rb") as file:
            return file.read()

    def test_a_damaged_global_heap_holds_up_no_command(self):
        data = self.golden_with_a_heap()
        size = data.index(b"GCOL") + 24  # of the first object; HDF5 would go around for ever
        self.write("bad.h5", data[:size] + (2**64 - 16).to_bytes(8, "little") + data[size + 8:])
        for command in (("verify", "bad.h5"), ("merge", "bad.h5", "--out", "m.h5")):
            self.refused(2, "it is damaged", *command)

    def test_a_signal_ends_a_command_that_still_looks_at_its_file(self):
        self.golden_with_a_heap()
        os.truncate(self.path("g.h5"), 2**40)  # takes minutes to be searched for heaps
        for ended in (signal.SIGINT, signal.SIGTERM):
            run = subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "run", *ONE, "--out", "run",
                                    "--backend", "replay:g.h5"], cwd=self.folder, stderr=subprocess.PIPE)
            children = f"/proc/{run.pid}/task/{run.pid}/children"
            while run.poll() is None:
                with open(children, encoding="ascii") as file:
                    if file.read():
                        break
                time.sleep(0.01)
            run.send_signal(ended)
            before = time.monotonic()
            _, said = run.communicate(timeout=cli.LIMIT)
            self.assertEqual(run.returncode, -ended, said)
            self.assertLess(time.monotonic() - before, 4)  # and not only with the walk
            self.assertNotIn(b"damaged", said)

    def test_no_cell_of_a_table_is_a_formula(self):
        self.night()
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        reasons = ("=HYPERLINK(\"http://x\")", "+1+2", "-2+3", "@SUM(A1)", "\t=1", "-12.5", "+3", "plain")
        cases = [record for record in records if "verdict" in record]
        for record, reason in zip(cases, reasons):
            record["verdict"]["reason"] = reason
        self.assertGreaterEqual(len(cases), len(reasons))
        with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        done = self.assay("report", "run", "--format", "csv", "--out", "cases.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path("cases.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        cells = [row["reason"] for row in rows[:len(reasons)]]
        self.assertEqual(cells[:4], ["'" + reason for reason in reasons[:4]])
        self.assertEqual(cells[5:], ["-12.5", "+3", "plain"])
        for row in rows:
            for cell in row.values():
                self.assertRegex(cell, r"^([^=+\-@\t\r]|[+-]?[\d.]+$|$)")

    def test_closed_standard_files_end_no_command_by_a_signal(self):
        self.night()
        for closed in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            for command in ("list", "verify run/golden.h5", "findings night", "nonsense",
                            "golden --op TRSQRT --target a5 --dtype f16 --cases 1 --out g.h5"):
                with self.subTest(f"{command} {closed}"):
                    done = subprocess.run(["sh", "-c", f"exec {self.folder_of_programs}/assay {command} {closed}"],
                                          cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=cli.LIMIT,
                                          check=False)
                    self.assertIn(done.returncode, (0, 1, 2, 3))
            self.assertEqual(self.assay("verify", "g.h5").returncode, 0)
            os.remove(self.path("g.h5"))

    def test_runs_that_replace_one_folder_at_once_are_told_apart(self):
        self.assertEqual(self.assay("run", *ONE, "--out", "same").returncode, 0)
        command = [os.path.join(self.folder_of_programs, "assay"), "run", *ONE[:-1], "40", "--out", "same", "--overwrite"]
        for _ in range(5):
            all_of_them = [subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                           for _ in range(6)]
            said = [one.communicate()[1] for one in all_of_them]
            codes = [one.returncode for one in all_of_them]
            self.assertIn(0, codes, said)
            for code, words in zip(codes, said):
                self.assertIn(code, (0, 2), words)
                self.assertTrue(code == 0 or "another run" in words or "was not finished" in words, words)

    def test_toml_that_is_too_deep_or_too_long_is_refused_with_its_line(self):
        self.night()
        for text in (b"[[" + b".".join([b"a"] * 100_000) + b"]]\n",
                     b'# waivers\n[[waiver]]\nop = "' + b"T" * 10_000_000 + b'"\n'):
            self.write("w.toml", text)
            self.refused(2, "at most 4096 are possible", "triage", "run", "run", "--waivers", "w.toml")
        self.write("w.toml", b"x" * (17 << 20))
        self.refused(2, "at most 16777216 are possible", "triage", "run", "run", "--waivers", "w.toml")

    def test_a_byte_order_mark_is_no_part_of_the_first_name(self):
        self.night()
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            name = cli.unsealed(file.readlines()[1])["name"]
        self.write("names.txt", b"\xef\xbb\xbf" + name.encode() + b"\n")
        done = self.assay("run", "--cases-from", "names.txt", "--out", "named")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_folder_without_nights_has_no_trend(self):
        self.refused(2, "has no summary of a run", "trend", self.folder)

    def test_no_escape_sequence_of_others_reaches_the_terminal(self):
        self.night()
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        for record in records[1:-1]:
            record["verdict"]["reason"] = "\x1b[31mred"
            record["backend"] = "exec:\x1b]0;title\x07"
        with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        for command in (("findings", "run"), ("report", "run"), ("triage", "run", "run"),
                        ("diff", "run", "run")):
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
