#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay sweep` as its user meets it: files, -j, kill and resume, backends that fall, bad input.

sweep_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and test_plugin.so."""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import h5py
import numpy as np

import cli

HALF = ("sweep", "--op", "TRSQRT", "--dtype", "f16")
WIDE = ("sweep", "--op", "TRSQRT", "--dtype", "f32", "--sample", "21")
# Every bit of these is promised, so that the smallest error is a failure.
HALF_TO_THE_BIT = ("sweep", "--op", "TSQRT", "--dtype", "f16")
WIDE_TO_THE_BIT = ("sweep", "--op", "TSQRT", "--dtype", "f32", "--sample", "21")
FILES = ("sweep.h5", "sweep.html", "sweep.jsonl")


class Sandbox(cli.Sandbox):
    def sweep(self, *arguments, code=0, **settings):
        done = self.assay(*arguments, **settings)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def contents(self, folder):
        found = {}
        for name in FILES:
            with open(self.path(folder, name), "rb") as file:
                found[name] = file.read()
        return found

    def same_as(self, whole, folder):
        self.assertEqual(sorted(os.listdir(self.path(folder))), sorted(FILES))
        for name, content in self.contents(folder).items():
            self.assertTrue(content == whole[name], f"{folder}/{name} differs")


class Files(Sandbox):
    def setUp(self):
        super().setUp()
        self.sweep(*HALF, "--out", "half")

    def test_h5py_finds_every_input_in_the_tables(self):
        with h5py.File(self.path("half", "sweep.h5")) as file:
            for name, value in (("schema", b"assay-sweep"), ("op", HALF[2].encode()),
                                ("exponents_of", b"input"), ("dtype", b"f16")):
                self.assertEqual(file.attrs[name], value)
            summary, columns, classes = file["summary"][0], file["columns"][:], file["classes"][:]
            worst = file["worst"][:]
        self.assertEqual(summary["inputs"], 65536)
        # Positive numbers are promised a root, infinity too: 0x0001 to 0x7c00.
        self.assertEqual(summary["compared"], 0x7C00)
        self.assertEqual(summary["target_defined"], 65536 - 0x7C00)
        self.assertEqual(summary["verdict"], b"conforms")
        bins = [name for name in columns.dtype.names
                if name not in ("sign", "kind", "exponent", "max_ulp")]
        self.assertEqual(sum(int(columns[name].sum()) for name in bins), 0x7C00)
        self.assertEqual(int(classes["compared"].sum() + classes["target_defined"].sum()), 65536)
        roots = 1 / np.sqrt(worst["src_bits"].astype(np.uint16).view(np.float16).astype(np.float64))
        expected = worst["expected_bits"].astype(np.uint16).view(np.float16)
        self.assertTrue(np.array_equal(roots.astype(np.float16), expected))
        self.assertAlmostEqual(summary["max_ulp"], worst["ulp"][0])

    def test_verify_recomputes_the_digests_and_sees_a_change(self):
        self.assertEqual(self.assay("verify", "half/sweep.h5").returncode, 0)
        with h5py.File(self.path("half", "sweep.h5"), "r+") as file:
            table = file["columns"]
            row = table[0]
            row["max_ulp"] += 1
            table[0] = row
        self.assertNotEqual(self.assay("verify", "half/sweep.h5").returncode, 0)

    def test_the_page_holds_its_data_and_loads_nothing(self):
        with open(self.path("half", "sweep.html"), encoding="utf-8") as file:
            page = file.read()
        data = json.loads(re.search(r'id="assay-data">(.*?)</script>', page).group(1))
        # A column is an exponent, which infinity has not.
        self.assertEqual(sum(sum(column["counts"]) for column in data["columns"]), 0x7BFF)
        self.assertIn("default-src 'none'", page)
        body = page.split("<noscript>")[1].split("</noscript>")[0]
        self.assertIn("Conforms: none of 31,744 compared inputs", body)
        self.assertNotIn("<script", body)

    def test_a_browser_shows_the_page(self):
        browser = shutil.which("chromium")
        if browser is None:
            self.skipTest("there is no chromium here")
        done = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                               f"--user-data-dir={self.path('profile')}",
                               "file://" + self.path("half", "sweep.html")],
                              capture_output=True, text=True, timeout=cli.LIMIT, check=False)
        self.assertRegex(done.stdout, "<h1[^>]*>. ?Conforms: none of 31,744 compared inputs")
        # Without colour and without sight: every mark says what it represents.
        self.assertGreater(done.stdout.count("</title></rect>"), 60)

    def test_json_says_what_the_table_says(self):
        shown = json.loads(self.sweep(*HALF, "--out", "again", "--format", "json").stdout)
        with h5py.File(self.path("half", "sweep.h5")) as file:
            self.assertEqual(shown["max_ulp"], file["summary"][0]["max_ulp"])
            self.assertEqual(shown["mean_ulp"], file["summary"][0]["mean_ulp"])
        self.assertEqual(shown["compared"], 0x7C00)


class SameResult(Sandbox):
    def test_for_any_number_of_workers(self):
        self.sweep(*WIDE, "-j1", "--out", "one")
        self.sweep(*WIDE, "-j3", "--out", "three")
        self.same_as(self.contents("one"), "three")

    def test_after_a_kill(self):
        self.sweep(*WIDE, "--out", "whole")
        whole = self.contents("whole")
        lines = whole["sweep.jsonl"].count(b"\n")
        self.assertGreater(lines, 7)
        for kills in (1, 2):
            for _ in range(kills):
                self.kill_in_the_middle(f"killed{kills}", lines)
            self.sweep(*WIDE, "--out", f"killed{kills}", "--resume")
            self.same_as(whole, f"killed{kills}")

    def kill_in_the_middle(self, folder, lines):
        journal = self.path(folder, "sweep.jsonl")
        resume = ["--resume"] if os.path.exists(journal) else []
        program = os.path.join(self.folder_of_programs, "assay")
        with subprocess.Popen([program, *WIDE, "-j1", "--out", folder, *resume], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            before = self.lines_of(journal)
            while self.lines_of(journal) < before + 2:
                self.assertIsNone(running.poll(), "the sweep ended before it could be killed")
                time.sleep(0.001)
            running.send_signal(signal.SIGKILL)
        self.assertLess(self.lines_of(journal), lines)
        self.assertEqual(os.listdir(self.path(folder)), ["sweep.jsonl"])

    @staticmethod
    def lines_of(journal):
        if not os.path.exists(journal):
            return 0
        with open(journal, "rb") as file:
            return file.read().count(b"\n")

    def test_wherever_the_last_line_was_cut(self):
        self.sweep(*WIDE, "--out", "whole")
        whole = self.contents("whole")
        size = len(whole["sweep.jsonl"])
        for cut in (size - 1, size // 2, 10, 0):
            shutil.rmtree(self.path("cut"), ignore_errors=True)
            os.mkdir(self.path("cut"))
            with open(self.path("cut", "sweep.jsonl"), "wb") as file:
                file.write(whole["sweep.jsonl"][:cut])
            self.sweep(*WIDE, "--out", "cut", "--resume")
            self.same_as(whole, "cut")

    def test_after_a_full_disk(self):
        self.sweep(*WIDE, "--out", "whole")
        whole = self.contents("whole")
        room = len(whole["sweep.jsonl"])
        # No room for half the journal, then for the journal alone, then for all but the page.
        for size, file in ((room // 2, "sweep.jsonl"), (room + 8192, "sweep.h5"),
                           (room + len(whole["sweep.h5"]) + 16384, "sweep.html")):
            with self.subTest(file=file):
                self.mount("small", size)
                done = self.sweep(*WIDE, "--out", "small/full", code=3)
                said = [line for line in done.stderr.splitlines() if line.startswith("assay: ")]
                self.assertEqual(len(said), 1, done.stderr)
                self.assertIn(f"small/full/{file}", said[0])
                self.assertNotIn(file, set(os.listdir(self.path("small/full"))) - {"sweep.jsonl"})
                shutil.copytree(self.path("small/full"), self.path(file))
                self.sweep(*WIDE, "--out", file, "--resume")
                self.same_as(whole, file)

    def mount(self, name, size):
        os.makedirs(self.path(name), exist_ok=True)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", self.path(name)],
                              capture_output=True, check=False)
        if done.returncode:
            self.skipTest("this machine does not permit mounting a small file system")
        self.addCleanup(subprocess.run, ["umount", self.path(name)], check=False)


class Shards(Sandbox):
    def shards(self, count, *arguments, code=0):
        folders = [f"part-{i}" for i in range(1, count + 1)]
        for i, folder in enumerate(folders, 1):
            self.sweep(*arguments, "--shard", f"{i}/{count}", "--out", folder, code=code)
        return folders

    def test_give_the_whole_byte_for_byte_in_any_order(self):
        self.sweep(*WIDE, "--out", "whole")
        whole = self.contents("whole")
        parts = self.shards(3, *WIDE)
        self.assertEqual(sum(self.inputs(part) for part in parts), self.inputs("whole"))
        for order in (parts, parts[::-1], [*parts, parts[1]]):
            shutil.rmtree(self.path("merged"), ignore_errors=True)
            done = self.sweep("merge", *order, "--out", "merged")
            self.assertIn("2,096,668 inputs in merged, merged from folders of sweeps", done.stdout)
            self.same_as(whole, "merged")
        self.assertEqual(self.assay("verify", "merged/sweep.h5").returncode, 0)

    def inputs(self, folder):
        with h5py.File(self.path(folder, "sweep.h5")) as file:
            self.assertEqual(file["summary"][0]["inputs"], file["summary"][0]["planned"])
            return int(file["summary"][0]["inputs"])

    def test_give_the_lists_and_sums_of_a_backend_that_is_wrong(self):
        bad = (*WIDE_TO_THE_BIT, "--backend", "simulator:fault=off_by_one_ulp")
        self.sweep(*bad, "--out", "whole", code=1)
        self.sweep("merge", *self.shards(2, *bad, code=1), "--out", "merged")
        self.same_as(self.contents("whole"), "merged")

    def test_end_where_a_sweep_without_shards_had_given_up(self):
        falls = (*WIDE, "--backend", "simulator:fault=rejects_everything")
        self.sweep(*falls, "--out", "whole", code=1)
        self.sweep("merge", *self.shards(2, *falls, code=1), "--out", "merged")
        self.same_as(self.contents("whole"), "merged")

    def test_may_have_nothing_to_do(self):
        self.sweep(*HALF, "--out", "whole")
        self.sweep("merge", *self.shards(2, *HALF), "--out", "merged")
        self.same_as(self.contents("whole"), "merged")

    def test_that_are_not_all_or_not_of_one_sweep_are_refused_by_name(self):
        parts = self.shards(3, *WIDE)
        self.sweep(*WIDE, "--target", "a5", "--shard", "2/3", "--out", "a5")
        self.sweep(*WIDE, "--shard", "2/4", "--out", "fourth")
        self.sweep(*HALF, "--out", "half")
        for said, two in (("shard 2 of 3 is missing", ()), ("part-1 has target", ("a5",)),
                          ("part-1 is a shard of 3 and fourth of 4", ("fourth",)),
                          ("part-1 is a shard of 3 and half of 1", ("half",))):
            self.refused(2, said, "merge", parts[0], *two, parts[2], "--out", "merged")
        self.refused(2, "shard 1/3, not 3/3", *WIDE, "--out", parts[0], "--shard", "3/3", "--resume")
        self.refused(2, "shard 1/3, not null", *WIDE, "--out", parts[0], "--resume")
        self.refused(2, "--shard '4/3'", *WIDE, "--shard", "4/3", "--out", "merged")
        self.assertFalse(os.path.exists(self.path("merged")))

    def test_that_were_cut_are_refused_until_they_are_resumed(self):
        parts = self.shards(2, *WIDE)
        whole = self.contents(parts[0])
        with open(self.path(parts[0], "sweep.jsonl"), "r+b") as file:
            file.truncate(len(whole["sweep.jsonl"]) - 10)
        self.refused(2, "part-1 is not finished", "merge", *parts, "--out", "merged")
        self.assertFalse(os.path.exists(self.path("merged")))
        self.sweep(*WIDE, "--shard", "1/2", "--out", parts[0], "--resume")
        self.same_as(whole, parts[0])


class Backends(Sandbox):
    ABS = ("sweep", "--op", "TABS", "--dtype", "f16", "--target", "cpu")

    def plugin(self):
        return "plugin:" + os.path.join(self.folder_of_programs, "test_plugin.so")

    def swept_with(self, trap):
        """A copy for the absolute value: wrong for negative numbers, and it falls into the trap."""
        done = self.sweep(*self.ABS, "--backend", self.plugin(), "--out", "trap", "--timeout", "1",
                          "--format", "json", code=1,
                          env=os.environ | {"TEST_PLUGIN_TRAP": trap})
        return json.loads(done.stdout)

    def test_one_that_falls_is_told_which_input_did_it(self):
        for trap, verdict in (("crash:4321", "crashed"), ("hang:4321", "timed_out")):
            with self.subTest(trap=trap):
                shown = self.swept_with(trap)
                self.assertEqual(shown["incident_count"], 1)
                incident = shown["incidents"][0]
                self.assertEqual(incident["verdict"], verdict)
                self.assertEqual((incident["first"], incident["inputs"]), (0x4321, 1))
                self.assertEqual(incident["arguments"], {"src": "0x4321"})
                self.assertEqual(shown["inputs"], 65536)
                self.assertEqual(shown["compared"] + shown["lost"], 65536)
                shutil.rmtree(self.path("trap"))

    def test_the_report_names_the_input_too(self):
        done = self.sweep(*self.ABS, "--backend", self.plugin(), "--out", "trap", code=1,
                          env=os.environ | {"TEST_PLUGIN_TRAP": "crash:4321"})
        self.assertIn("crashed at input 17,185, src=0x4321", done.stdout)
        self.assertIn("SIGSEGV", done.stdout)
        with open(self.path("trap", "sweep.html"), encoding="utf-8") as file:
            self.assertIn("input 17,185, src=0x4321", file.read())

    def test_one_that_always_falls_ends_the_sweep_early(self):
        done = self.sweep(*WIDE, "--backend", "simulator:fault=rejects_everything", "--out",
                          "falls", code=1)
        self.assertIn("too many calls were lost to go on", done.stdout)

    def test_one_that_is_wrong_is_told_where(self):
        done = self.sweep(*HALF_TO_THE_BIT, "--backend", "simulator:fault=off_by_one_ulp", "--out",
                          "off", code=1)
        self.assertIn("Does not conform: ", done.stdout)
        self.assertRegex(done.stdout, r"wrong +src=0x[0-9a-f]{4} .*: expected 0x[0-9a-f]{4} ")

    def test_all_pairs_of_bytes_are_compared(self):
        for op in ("TADD", "TMAX"):
            shown = json.loads(self.sweep("sweep", "--op", op, "--dtype", "i8", "--out", op,
                                          "--format", "json").stdout)
            self.assertEqual(shown["withheld"], 0)
            self.assertEqual(shown["compared"], 65536)


class BadInput(Sandbox):
    def refused(self, code, part, *arguments, **settings):
        super().refused(code, part, "sweep", *arguments, **settings)
        self.assertEqual(os.listdir(self.folder), self.before)

    before = []

    FLUSHING = ("simulator:fault=subnormals_are_zero",)

    def test_one_reading_of_the_manual_explains_every_input_and_is_named(self):
        small = ("sweep", "--op", "TEXP", "--dtype", "f16", "--target", "a5")
        flushing = self.sweep(*small, "--backend", *self.FLUSHING, "--out", "flushing").stdout
        self.assertTrue(flushing.startswith("Conforms (subnormals: flushed): none of 65,536"), flushing)
        self.assertIn("\nreadings   subnormals: flushed", flushing)
        self.assertIn("error      max 0.49999 ulp", flushing)  # a flushed number is what is promised
        both = self.sweep(*small, "--backend", *self.FLUSHING, "--format", "json").stdout
        self.assertEqual(json.loads(both)["sweep"]["readings"], "subnormals: flushed")
        self.assertTrue(self.sweep(*small).stdout.startswith("Conforms: none"))
        wrong = self.sweep(*small, "--backend", "simulator:fault=off_by_one_ulp", code=1).stdout
        self.assertTrue(wrong.startswith("Does not conform: "), wrong)
        self.assertEqual(self.sweep(*small, "--backend", *self.FLUSHING, "--out", "flushing", "--resume").returncode, 0)

    def test_another_reading_is_demanded_where_a_file_says_so(self):
        small = ("sweep", "--op", "TEXP", "--dtype", "f16", "--target", "a5", "--choices", "board.toml")
        for reading in ("flushed", "kept"):
            with open(self.path("board.toml"), "w", encoding="utf-8") as file:
                file.write(f'[[choice]]\nname = "subnormals"\nreading = "{reading}"\n')
            keeps = self.sweep(*small, code=int(reading == "flushed")).stdout
            self.sweep(*small, "--backend", *self.FLUSHING, code=int(reading == "kept"))
            if reading == "flushed":  # 2^-14 less an ulp is that far from the zero that is demanded
                self.assertIn("Does not conform (subnormals: flushed)", keeps)
                self.assertIn("error      max 1017 ulp", keeps)

    def test_the_reading_of_pairs_too(self):
        pairs = ("sweep", "--op", "TMUL", "--dtype", "f16", "--target", "a5", "--sample", "20", "--backend")
        self.assertIn("Conforms (subnormals: flushed)", self.sweep(*pairs, *self.FLUSHING).stdout)

    def test_what_cannot_be_swept_is_refused_with_the_reason(self):
        self.refused(2, "did you mean TRSQRT?", "--op", "TRSQR", "--dtype", "f16")
        self.refused(2, "cannot be swept", "--op", "TLOAD", "--dtype", "f16")
        self.refused(2, "cannot be swept", "--op", "TCOLARGMAX", "--dtype", "f16")
        self.refused(2, "scalar is a scalar", "--op", "TADDS", "--dtype", "f16")
        self.refused(2, "it takes f32, f16", "--op", "TRSQRT", "--dtype", "i8")
        self.refused(2, "unknown dtype", "--op", "TRSQRT", "--dtype", "float16")
        self.refused(2, "does not take bf16 on a5", "--op", "TSQRT", "--dtype", "bf16", "--target", "a5")
        self.refused(2, "a6", "--op", "TRSQRT", "--dtype", "f16", "--target", "a6")
        self.refused(2, "no form 'tnp'", "--op", "TRSQRT", "--dtype", "f16", "--form", "tnp")
        self.refused(2, "2^64", "--op", "TADD", "--dtype", "f32", "--exhaustive")
        self.refused(2, "too many patterns", "--op", "TADD", "--dtype", "i64")
        self.refused(2, "--op", "--dtype", "f16")

    def test_options_out_of_range_are_refused(self):
        for option, value in (("-j", "0"), ("--sample", "25"), ("--timeout", "0"), ("--out", ""),
                              ("--format", "xml"), ("--backend", "simulatr"),
                              ("--accuracy", "nowhere.toml"), ("--choices", "nowhere.toml")):
            self.refused(2, value or option, *WIDE[1:5], option, value)
        self.refused(2, "contradict", *WIDE[1:], "--exhaustive")
        self.refused(2, "leave --sample out", *HALF[1:], "--sample", "20")

    def test_a_backend_that_lacks_the_op_leaves_no_folder(self):
        plugin = "plugin:" + os.path.join(self.folder_of_programs, "test_plugin.so")
        self.refused(2, "does not support TADDRELUCONV", "--op", "TADDRELUCONV", "--dtype", "f32",
                     "--out", "out", "--backend", plugin)
        self.refused(2, "nowhere.so", *HALF[1:], "--out", "out", "--backend", "plugin:nowhere.so")

    def test_a_folder_in_use_is_left_alone(self):
        self.sweep(*HALF, "--out", "half")
        os.mkdir(self.path("mine"))
        with open(self.path("mine", "thesis.txt"), "w", encoding="utf-8") as file:
            file.write("years of work")
        self.before = os.listdir(self.folder)
        self.refused(2, "holds a sweep already", *HALF[1:], "--out", "half")
        self.refused(2, "files that no sweep made", *HALF[1:], "--out", "mine")
        self.refused(2, "there is no sweep to resume", *HALF[1:], "--out", "mine", "--resume")
        self.refused(2, "has form plain, not tmp", *HALF[1:], "--out", "half", "--resume", "--form",
                     "tmp")
        self.refused(2, "has dtype f16, not f32", *WIDE[1:], "--out", "half", "--resume")
        self.refused(2, "has backend simulator, not", *HALF[1:], "--out", "half", "--resume",
                     "--backend", "simulator:fault=off_by_one_ulp")
        self.refused(2, "--resume needs --out", *HALF[1:], "--resume")

    def test_a_place_that_cannot_be_written_is_bad_input(self):
        self.refused(2, "/dev/full/out", *HALF[1:], "--out", "/dev/full/out")
        self.refused(2, "/proc/assay", *HALF[1:], "--out", "/proc/assay")

    def test_a_damaged_journal_is_named_line_by_line(self):
        self.sweep(*HALF, "--out", "half")
        with open(self.path("half", "sweep.jsonl"), "r+", encoding="utf-8") as file:
            lines = file.readlines()
            file.seek(0)
            file.writelines([lines[0], "{}\n"])
            file.truncate()
        self.before = os.listdir(self.folder)
        self.refused(2, "sweep.jsonl:2: the line is damaged", *HALF[1:], "--out", "half", "--resume")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
