#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input gets one sentence and leaves nothing half-written; files open without Assay.

cli.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and assay-suite."""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import h5py
import numpy as np

from stored_files import Edited, mend, sealed, unsealed  # pylint: disable=unused-import

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Seconds a command may take: more with programs that are slow, as those with sanitizers.
LIMIT = 120 * int(os.environ.get("ASSAY_TEST_SLOWNESS", "1"))


class Sandbox(unittest.TestCase):
    """A fresh folder per test, and the real programs."""

    folder_of_programs = ""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-cli-")
        self.addCleanup(shutil.rmtree, self.folder)

    made_before = {}  # by class: a folder with what `once` made

    def once(self, make):
        """What `make` writes into the folder: the first test of a class makes it, the others get a copy."""
        kept = self.made_before.get(type(self))
        if kept is not None:
            shutil.copytree(kept.name, self.folder, dirs_exist_ok=True)
            return
        others = os.listdir(self.folder)
        make()
        kept = tempfile.TemporaryDirectory(prefix="assay-cli-once-")
        shutil.copytree(self.folder, kept.name, dirs_exist_ok=True,
                        ignore=lambda folder, _: others if folder == self.folder else [])
        self.made_before[type(self)] = kept
        self.addClassCleanup(self.forget)

    @classmethod
    def forget(cls):
        cls.made_before.pop(cls).cleanup()

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_program(self, program, *arguments, largest_file=None, folder=".", **settings):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

        # Python ignores the signal of a file that grows too large, and so does what it starts here.
        return subprocess.run([os.path.join(self.folder_of_programs, program), *arguments],
                              cwd=self.path(folder), capture_output=True, text=True, timeout=LIMIT,
                              check=False, preexec_fn=limit if largest_file else None,
                              restore_signals=False, **settings)

    def assay(self, *arguments, **settings):
        return self.run_program("assay", *arguments, **settings)

    def made(self, *arguments, code=0, **settings):
        """The output of a command that must end with this exit code."""
        done = self.assay(*arguments, **settings)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def json(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return json.load(file)

    def files(self):
        return sorted(os.path.relpath(os.path.join(folder, name), self.folder)
                      for folder, _, names in os.walk(self.folder) for name in names)

    def refused(self, code, part, *arguments, program="assay", **settings):
        """One sentence that holds `part` after lines of progress, the exit code, and the files of before."""
        before = {name: os.path.getsize(self.path(name)) for name in self.files()}
        done = self.run_program(program, *arguments, **settings)
        said = f"{' '.join(arguments)}\nstdout: {done.stdout}\nstderr: {done.stderr}"
        self.assertEqual(done.returncode, code, said)
        lines = [line for line in done.stderr.splitlines() if not re.match(r"\d+/\d+ [a-z ]+", line)]
        self.assertEqual(len(lines), 1, said)
        self.assertTrue(lines[0].startswith(program + ": "), said)
        self.assertIn(part, lines[0], said)
        self.assertLess(len(lines[0]), 400, said)
        after = {name: os.path.getsize(self.path(name)) for name in self.files()}
        self.assertEqual(after, before, said)

    def golden(self, name="g.h5", cases=12):
        done = self.assay("golden", "--op", "TRSQRT", "--cases", str(cases), "--out", name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.path(name)


class UnknownNames(Sandbox):
    def test_an_erratum_of_an_op_that_nobody_knows_suggests_no_other_op(self):
        run = ("run", "--op", "TABS", "--out", "run", "--errata")
        self.refused(2, "called 'E-NIX-001'; 'assay errata' lists them", *run, "E-NIX-001")
        self.refused(2, "did you mean E-TCVT-", *run, "E-TCVT-999")
        self.refused(2, "did you mean E-TCVT-", *run, "E-TCTV-001")
        self.refused(2, "did you mean pto-cpu?", *run, "pto-cpo")
        self.refused(2, "'assay errata' lists the errata", "explain", "E-NIX-001")

    def test_an_op_is_no_name_of_a_constraint(self):
        self.refused(2, "--op needs the name of a constraint", "explain", "--op", "TEXP")
        self.refused(2, "--op selects among the constraints", "explain", "004", "--op", "TEXP")

    def test_an_unknown_name_is_refused_with_the_nearest_known_one(self):
        self.refused(2, "did you mean golden?", "goldn")
        self.refused(2, "did you mean TRSQRT?", "run", "--op", "TRSQR")
        self.refused(2, "did you mean TLOAD?", "show", "TLOAF")
        self.refused(2, "did you mean TLOAD?", "run", "--op", "TLAOD")
        self.refused(2, "did you mean run?", "rnu")
        self.refused(2, "did you mean --target?", "run", "--traget", "a5")
        self.refused(2, "did you mean --op?", "golden", "--out", "x.h5", "--po=TADD")
        self.refused(2, "a5", "run", "--target", "a6")
        self.refused(2, "f16", "run", "--dtype", "float16")
        self.refused(2, "smoke", "run", "--suite", "smke")
        self.refused(2, "simulator", "run", "--backend", "simulatr")
        self.refused(2, "did you mean crashes?", "run", "--backend", "simulator:fault=crahes")
        self.refused(2, "nowhere.so", "run", "--backend", "plugin:nowhere.so")
        self.refused(2, "nowhere.toml", "run", "--accuracy", "nowhere.toml")

    def test_the_same_holds_for_other_commands(self):
        self.refused(2, "TRSQRT", "golden", "--op", "TRSQR", "--out", "g.h5")
        self.refused(2, "a9", "golden", "--op", "TRSQRT", "--target", "a9", "--out", "g.h5")
        self.refused(2, "f8", "golden", "--op", "TRSQRT", "--dtype", "f8", "--out", "g.h5")
        self.refused(2, "simulator", "replay", "x", "--backend", "simulatr")

    def test_assay_suite_refuses_as_assay_does(self):
        self.refused(2, "simulatr", "--backend", "simulatr", program="assay-suite")
        self.refused(2, "simulatr", program="assay-suite",
                     env=os.environ | {"ASSAY_BACKEND": "simulatr"})
        self.refused(2, "did you mean --backend?", "--bakend", "x", program="assay-suite")
        self.refused(2, "--cases", "--cases", "0", program="assay-suite")
        self.refused(2, "--seed", "--seed", program="assay-suite")
        self.refused(2, "--timeout", "--timeout=-1", program="assay-suite")
        self.refused(2, "nowhere.toml", "--accuracy=nowhere.toml", program="assay-suite")


class FirstMinute(Sandbox):
    def succeeds(self, *arguments, **settings):
        done = self.assay(*arguments, **settings)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_alone_it_says_what_it_is_and_three_commands_that_work(self):
        said = self.succeeds()
        self.assertIn("PTO tile ISA", said)
        commands = [line.split("  ")[1].strip() for line in said.splitlines()
                    if line.startswith("  assay ")]
        self.assertEqual(len(commands), 3)
        self.assertEqual(self.files(), [])
        for command in commands:
            self.succeeds(*command.split()[1:])

    def test_it_says_its_versions_and_helps_either_way(self):
        self.assertRegex(self.succeeds("--version"), r"(?s)assay .*suite .*reference .*HDF5 \d")
        self.assertEqual(self.succeeds("help", "run"), self.succeeds("run", "--help"))
        self.refused(2, "did you mean TRSQRT?", "show", "TRSQ")

    def test_a_negative_number_of_judged_cases_is_refused(self):
        self.refused(2, "--min-judged -1 is negative", "run", "--op", "TABS", "--min-judged", "-1")

    def test_quietly_it_says_its_answer_alone(self):
        done = self.assay("run", "-q", "--op", "TABS", "--no-tiles", "--out", "q")
        self.assertRegex(done.stdout, r"^Conforms: none of \d+ judged cases failed.*\.\n$")
        self.assertEqual(done.stderr, "")

    def test_a_finished_run_is_replaced_only_when_told(self):
        run = ("run", "-q", "--op", "TABS", "--target", "a5", "--no-tiles", "--out", "q")
        self.succeeds(*run)
        self.refused(2, "--overwrite", *run)
        self.succeeds(*run, "--overwrite")


class CaseNames(Sandbox):
    def test_a_malformed_name_is_refused_part_by_part(self):
        parts = ["TRSQRT", "plain", "a5", "f16", "16x16", "v16x16", "uniform@00000001"]
        names = ["", "nonsense", "/////", "/".join(parts[:4]), "/".join(parts[:6]) + "/uniform",
                 "/".join(parts[:6]) + "/uniform@xyz", "/".join(parts[:6]) + "/nosuchplan@00000001"]
        for at, wrong in ((0, "TRSQR"), (1, "noform"), (2, "a6"), (3, "f17")):
            names.append("/".join(parts[:at] + [wrong] + parts[at + 1:]))
        for name in names:
            with self.subTest(name=name):
                self.refused(2, "", "replay", name)
                self.refused(2, "", "run", "--case", name, "--out", "out")

    def test_a_name_of_a_run_is_accepted_and_one_with_another_shape_is_not(self):
        done = self.assay("run", "--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "1",
                          "--out", "run")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with h5py.File(self.path("run", "golden.h5")) as file:
            name = file["cases"][0]["name"].decode()
        self.assertEqual(self.assay("replay", name).returncode, 0)
        parts = name.split("/")
        parts[4] = "1x1"
        self.refused(2, "", "replay", "/".join(parts))


class ContradictoryOptions(Sandbox):
    def test_options_that_contradict_each_other_are_refused(self):
        for option, value in (("--op", "TRSQRT"), ("--suite", "smoke"), ("--target", "a5"),
                              ("--dtype", "f16"), ("--cases", "3"), ("--seed", "3")):
            self.refused(2, "contradict", "run", "--case", "X@0", option, value)

    def test_numbers_out_of_range_are_refused(self):
        for option, value in (("--cases", "0"), ("--cases", "-1"), ("--cases", "1e3"), ("-j", "0"),
                              ("--seed", "-1"), ("--seed", "x"), ("--timeout", "0"),
                              ("--timeout", "nan")):
            self.refused(2, option, "run", option, value)
        self.refused(2, "--cases", "golden", "--op", "TRSQRT", "--cases", "0", "--out", "g.h5")

    def test_a_selection_that_is_empty_is_refused(self):
        self.refused(2, "nothing to run", "run", "--op", "TRSQRT", "--target", "a5", "--dtype", "u64")


class Waiting(Sandbox):
    """What takes long says how far it is, and hears Ctrl-C."""

    def speaks(self, pattern, *arguments):
        """What it says first on standard error, before its end: then it is stopped."""
        begin = time.monotonic()
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), *arguments], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            first = running.stderr.readline().rstrip("\n")
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=LIMIT)
        took = time.monotonic() - begin
        if running.returncode == 0 and took < 4:
            self.skipTest(f"{arguments[0]} ends after {took:.1f} s on this machine")
        self.assertNotEqual(running.returncode, 0, f"{arguments[0]} was silent to its end, for {took:.1f} s")
        self.assertRegex(first, pattern)

    def test_vectors(self):
        self.speaks(r"^\d+/\d+ ops(, [\d.]+/s, \d+:\d\d left)?$", "vectors", "--out", "vectors")

    def test_all_pages(self):
        self.speaks(r"^\d+/\d+ ops(, [\d.]+/s, \d+:\d\d left)?$", "show", "--format", "html", "--out", "isa.html")

    def test_golden_whose_cases_cannot_fail(self):
        self.speaks(r"^\d+/\d+ (cases|forms planned)(, [\d.]+/s, \d+:\d\d left)?$", "golden", "--cases", "3000", "--out", "g.h5")

    def stopped(self, seconds, *arguments):
        """How long it goes on after Ctrl-C."""
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), *arguments], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            time.sleep(seconds)
            begin = time.monotonic()
            running.send_signal(signal.SIGINT)
            said = running.communicate(timeout=LIMIT)[1]
        took = time.monotonic() - begin
        self.assertEqual((running.returncode, self.files()), (3, []), said)
        self.assertIn("interrupted; ", said)
        return took

    def test_ctrl_c_is_heard_within_a_second_or_two(self):
        slowness = int(os.environ.get("ASSAY_TEST_SLOWNESS", "1"))
        for seconds in (0.5, 3):
            self.assertLess(self.stopped(seconds, "golden", "--cases", "100000", "--out", "g.h5"), 2 * slowness)
        for seconds in (0.5, 3):
            self.assertLess(self.stopped(seconds, "vectors", "--out", "vectors"), 2 * slowness)


class WrongFiles(Sandbox):
    def each_reader(self, file, part):
        self.refused(2, part, "verify", file)
        self.refused(2, part, "judge", file, file)

    def test_a_file_that_is_not_there_is_named(self):
        self.each_reader("nowhere.h5", "nowhere.h5")
        self.each_reader("/proc/nowhere.h5", "nowhere.h5")

    def test_a_folder_or_a_text_or_an_empty_file_is_no_golden_file(self):
        os.mkdir(self.path("folder.h5"))
        with open(self.path("text.h5"), "w", encoding="utf-8") as file:
            file.write("no HDF5")
        open(self.path("empty.h5"), "wb").close()
        for name in ("folder.h5", "text.h5", "empty.h5"):
            self.each_reader(name, name)

    def test_a_foreign_file_is_no_golden_file(self):
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file["cases"] = np.arange(10)
        self.each_reader("foreign.h5", "foreign.h5")

    def test_a_truncated_file_is_refused_wherever_it_was_cut(self):
        whole = self.golden()
        size = os.path.getsize(whole)
        for length in (1, 8, 100, size // 4, size // 2, size - 1):
            shutil.copy(whole, self.path("cut.h5"))
            os.truncate(self.path("cut.h5"), length)
            self.each_reader("cut.h5", "cut.h5")

    def test_a_changed_value_is_found(self):
        path = self.golden()
        with h5py.File(path, "r+") as file:
            data = next(iter(file["signatures"].values()))["inputs/src"]
            data[0, 0, 0] ^= 1
        done = self.assay("verify", path)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("src", done.stdout + done.stderr)

    def test_a_golden_file_is_no_result_file(self):
        self.golden()
        self.refused(2, "g.h5", "judge", "g.h5", "g.h5")


class WrongPlaces(Sandbox):
    RUN = ("run", "--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--cases", "1", "--out")
    GOLDEN = ("golden", "--op", "TRSQRT", "--cases", "20", "--out")

    FILES = (GOLDEN, ("export", *GOLDEN[1:]), ("report", "run", "--out"), ("merge", "g.h5", "--out"),
             ("show", "TABS", "--format", "html", "--out"), ("shrink", "TRSQRT/x@1", "--out"))
    FOLDERS = (RUN, ("sweep", "--op", "TRSQRT", "--dtype", "f16", "--out"), ("vectors", "--out"), ("man", "--out"),
               ("emit", "--op", "TABS", "--as", "cpp", "--out"),
               ("merge", "run", "run", "--overwrite", "--out"))

    def test_a_wrong_place_is_bad_input_whoever_writes_there(self):
        self.golden()
        self.assertEqual(self.assay(*self.RUN, "run").returncode, 0)
        long = "x" * 300
        for command in self.FILES[:-1]:
            self.refused(2, "there is no folder missing", *command, "missing/g.h5")
            self.refused(2, "g.h5", *command, "g.h5/below")
            self.refused(2, "File name too long", *command, long)
        for command in self.FOLDERS:
            self.refused(2, "g.h5 is no folder", *command, "g.h5")
            self.refused(2, "g.h5", *command, "g.h5/below")
            self.refused(2, "File name too long", *command, long)
        self.refused(2, "/proc/assay", *self.RUN, "/proc/assay")
        self.refused(2, "there is no folder missing", *self.RUN, "new", "--freeze-support", "missing/support.toml")
        self.assertFalse(os.path.exists(self.path("new")))

    def test_a_name_that_is_no_text_is_refused_before_anything_is_written(self):
        before = os.listdir(self.folder)
        done = subprocess.run([os.path.join(self.folder_of_programs, "assay").encode(), *(word.encode() for word in self.RUN),
                               b"bad\xff\xfename"], cwd=self.folder, capture_output=True, timeout=LIMIT, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count(b"\n")), (2, b"", 1), done.stderr)
        self.assertIn(b"bad\\xff\\xfename", done.stderr)
        self.assertIn(b"not UTF-8", done.stderr)
        self.assertEqual(os.listdir(self.folder), before)

    def test_what_somebody_else_wrote_is_left_alone(self):
        os.mkdir(self.path("mine"))
        for name in ("mine/thesis.txt", "text.h5"):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write("years of work")
        self.refused(2, "mine", *self.RUN, "mine")
        done = self.assay(*self.GOLDEN, "text.h5")
        self.assertIn(done.returncode, (2, 3))
        with open(self.path("text.h5"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "years of work")

    def test_a_full_disk_leaves_no_half_written_golden_file(self):
        self.refused(3, "g.h5", *self.GOLDEN, "g.h5", largest_file=20_000)

    def test_a_full_disk_leaves_a_run_without_files_that_look_whole(self):
        done = self.assay(*self.RUN, "run", largest_file=20_000)
        self.assertEqual(done.returncode, 3, done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith("assay: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for name in self.files():
            self.assertIn(os.path.basename(name), ("journal.jsonl", "run.json", "run.spool"))

    def test_a_full_file_system_is_no_different(self):
        place = self.path("small")
        os.mkdir(place)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place],
                                 capture_output=True, check=False)
        if mounted.returncode:
            self.skipTest("this machine does not permit mounting a small file system")
        self.addCleanup(subprocess.run, ["umount", place], check=False)
        self.refused(3, "small/g.h5", *self.GOLDEN, "small/g.h5")
        self.refused(3, "small/vectors", "vectors", "--out", "small/vectors")
        self.assertFalse(os.path.exists(self.path("small/vectors")))


class ReadableElsewhere(Sandbox):
    def test_h5py_and_pandas_read_a_golden_file_and_recompute_its_digests(self):
        script = os.path.join(ROOT, "golden", "golden_h5py_test.py")
        done = subprocess.run([sys.executable, "-B", script, self.golden()], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_h5dump_reads_a_golden_file(self):
        path = self.golden()
        for option in (["-H"], ["-d", "/cases"], []):
            done = subprocess.run(["h5dump", *option, path], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("TRSQRT", done.stdout)

    def test_numpy_computes_values_of_a_golden_file_anew(self):
        """The promised root is the nearest f32, so double precision agrees to one part in 2^23."""
        seen = 0
        with h5py.File(self.golden(cases=60)) as file:
            for signature in file["signatures"].values():
                source, value = signature["inputs/src"], signature.get("expected/dst/value")
                if source.attrs["dtype"] not in ("f32", b"f32") or value is None:
                    continue
                cols = min(source.shape[2], value.shape[2])
                rows = min(source.shape[1], value.shape[1])
                inputs = source[:, :rows, :cols].view(np.float32)
                stored = value[:, :rows, :cols].view(np.float32)
                judged = signature["expected/dst/accept"][:, :rows, :cols] != 0
                plain = judged & (inputs > 1e-30) & (inputs < 1e30)
                roots = 1 / np.sqrt(inputs[plain].astype(np.float64))
                self.assertTrue(np.allclose(roots, stored[plain], rtol=2.0**-23, atol=0))
                seen += int(plain.sum())
        self.assertGreater(seen, 3)


class Suite(Sandbox):
    FILTER = "--gtest_filter=TRSQRT.a5.*"

    def test_a_bug_fails_with_the_name_of_the_case_and_a_line_to_replay_it(self):
        done = self.run_program("assay-suite", self.FILTER, "--backend",
                                "simulator:fault=writes_guard")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("deviates (guard_broken)", done.stdout)
        line = next(line for line in done.stdout.splitlines() if line.startswith("assay replay "))
        name = line.split("'")[1]
        self.assertEqual(self.assay("replay", name).returncode, 0)
        self.assertEqual(self.assay("replay", name, "--backend",
                                    "simulator:fault=writes_guard").returncode, 1)

    def test_a_backend_that_supports_nothing_passes_nothing(self):
        plugin = os.path.join(self.folder_of_programs, "test_plugin.so")
        done = self.run_program("assay-suite", self.FILTER, "--backend", f"plugin:{plugin}")
        self.assertNotIn("[  PASSED  ] 1", done.stdout)

    def test_coverage_names_what_a_run_left_out(self):
        part = ("--op", "TRSQRT", "--target", "a5", "--dtype", "f16")
        self.assertEqual(self.assay("run", *part, "--out", "run").returncode, 0)
        whole = self.assay("coverage", "run", *part, "--format", "json").stdout
        items = json.loads(whole)["items"]
        self.assertTrue(items)
        for item in items:
            self.assertGreater(item["executed"], 0, item)
        of_run = self.assay("coverage", "run").stdout
        self.assertRegex(of_run, r"TRSQRT +plain +a5 +f16 ")
        self.assertNotRegex(of_run, r"a2a3|f32|TADD")
        more = self.assay("coverage", "run", "--target", "a5", "--dtype", "f16,f32").stdout
        self.assertRegex(more, r"TRSQRT +plain +a5 +f32 +0/\d+")
        self.assertIn("never executed", more)

    def test_accuracy_says_what_is_allowed_and_what_a_run_reached(self):
        one = ("TEXP", "--target", "a5", "--dtype", "f16", "--form", "plain")
        allowed = self.assay("accuracy", *one).stdout
        self.assertRegex(allowed, r"TEXP plain a5 f16: 2 ulp from the exact value\n  reason   .*\n"
                                  r'  source   line \d+ of the built-in profile .*, accuracy "exponential"\n')
        ran = self.assay("run", "--op", "TEXP", "--target", "a5", "--dtype", "f16", "--out", "near")
        reached = self.assay("accuracy", *one, "--run", "near").stdout
        self.assertRegex(ran.stdout, r"accuracy closest to its limit: TEXP \w+ a5 f16, [\d.]+ % of the allowed 2 ulp")
        self.assertRegex(reached, r"reached  [\d.]+ ulp, [\d.]+ % of what is allowed, in \d+ cases")
        self.assertRegex(reached, r"worst    dst at \(\d+, \d+\): src .*; expected .*, got ")
        self.assertRegex(reached, r"relative MERE \S+, MARE \S+ of [\d,]+ elements\n +Ascend's rule \(MERE < 0.000977, MARE < 0.00977\): met\.")
        rows = json.loads(self.assay("accuracy", *one, "--run", "near", "--format", "json").stdout)["rows"]
        with open(self.path("near/journal.jsonl"), encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        worst = max(one["verdict"].get("max_ulp", 0) for one in records if one.get("form") == "plain")
        self.assertEqual(rows[0]["reached_ulp"], worst)
        with open(self.path("mine.toml"), "w", encoding="utf-8") as file:
            file.write('[[tolerance]]\naccuracy = "exponential"\nkind = "ulp"\nbound = 0.6\nreason = "mine"\n')
        self.assertIn("mine.toml:1", self.assay("accuracy", *one, "--accuracy", "mine.toml").stdout)
        profile = self.assay("accuracy", "--profile").stdout
        with open(os.path.join(ROOT, "suites/accuracy/default.toml"), encoding="utf-8") as file:
            self.assertEqual(profile, file.read())
        self.refused(2, "no floating-point result is selected", "accuracy", "TAND")

    def test_accuracy_of_a_run_is_by_the_profile_that_it_was_judged_with(self):
        def profile(name, bound):
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(f'[[tolerance]]\naccuracy = "rsqrt"\nkind = "ulp"\nbound = {bound}\nreason = "r"\n')

        profile("strict.toml", 1)
        profile("loose.toml", 3)
        row = ("--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--form", "tmp", "--run", "near")
        self.assay("run", "--op", "TRSQRT", "--target", "a5", "--dtype", "f16", "--accuracy", "strict.toml", "--out", "near",
                   "--backend", "simulator:fault=off_by_one_ulp", "--no-shrink")
        recorded = self.assay("accuracy", *row)
        self.assertRegex(recorded.stdout, r"1 ulp from the exact value\n.*\n  source   \S*strict.toml:1")
        self.assertRegex(recorded.stdout, r"reached  1\.\d+ ulp, 1\d\d % of what is allowed")
        self.assertRegex(recorded.stdout, r"worst    dst at .* \(exact [\d.e+-]+\), got ")
        self.assertRegex(recorded.stdout, r"failed   \d+ of \d+ cases")
        self.assertEqual(recorded.stderr, "")
        other = self.assay("accuracy", *row, "--accuracy", "loose.toml")
        self.assertRegex(other.stderr, r"assay: the run was judged with \S*strict.toml: shares are of loose.toml, failures are not\n")
        profile("strict.toml", 2)
        self.refused(2, "strict.toml, which has changed; name the profile", "accuracy", *row)
        os.remove(self.path("strict.toml"))
        self.refused(2, "strict.toml, which is gone; name the profile", "accuracy", *row)

    def test_accuracy_of_sums_is_their_place_in_the_accepted_range(self):
        part = ("--op", "TROWSUM", "--target", "a5", "--dtype", "f16")
        self.assay("run", *part, "--out", "sums")
        of_run = self.assay("accuracy", "--run", "sums").stdout
        self.assertIn("TROWSUM plain a5 f16: of floats any result that some order of additions can give (decisions 030, 013)", of_run)
        self.assertRegex(of_run, r"worst    dst at \(\d+, 0\): src row \d+: \d+ elements in \[.*; expected ")
        share = json.loads(self.assay("accuracy", "--run", "sums", "--format", "json").stdout)["rows"][0]["share_of_allowed"]
        self.assertTrue(0 < share <= 1, share)
        self.assertRegex(of_run, r"% of the way from the exact value to the end of \S+ to ")
        self.assertIn("(decisions 030, 013)", self.assay("show", "TROWSUM").stdout)

    def test_explain_knows_the_names_of_its_own_data(self):
        for name, kind in (("subnormals", "choice subnormals"), ("flushed", "reading of choice subnormals flushed"),
                           ("exponential", "key of the accuracy profile exponential"), ("nearties", "value plan nearties"),
                           ("PrecisionType", "attribute PrecisionType"), ("f16", "element type f16"),
                           ("probe", "command probe"), ("sdk", "backend sdk"), ("talias", "instruction TALIAS"), ("off_by_one_ulp", "fault of the simulator off_by_one_ulp")):
            self.assertTrue(f"{kind}\n" in self.assay("explain", name).stdout, name)
        for name, text in (("MARE", "(abs(rounded) + 1e-7)"), ("a5", "targets"), ("correctly_rounded", "nearest even"),
                           ("interval", "order of additions"), ("withheld", "not executed")):
            self.assertIn(text, self.assay("explain", name).stdout)

    def test_coverage_refuses_what_is_no_run(self):
        self.refused(2, "name the folder of a run", "coverage", "nowhere")
        self.refused(2, "name the folder of a run", "coverage")

    def test_a_seed_draws_the_same_cases_and_another_one_others(self):
        def failures(*options):
            done = self.run_program("assay-suite", self.FILTER, "--backend",
                                    "simulator:fault=rejects_everything", *options)
            return [line for line in done.stdout.splitlines() if line.startswith("assay replay")]

        self.assertEqual(failures(), failures("--seed=1"))
        self.assertNotEqual(failures(), failures("--seed=2"))

    def test_shards_share_the_tests_out(self):
        names = []
        for index in range(3):
            prefix = "TEST" if index == 1 else "GTEST"  # Bazel's variables mean the same
            shard = {f"{prefix}_TOTAL_SHARDS": "3", f"{prefix}_SHARD_INDEX": str(index)}
            done = self.run_program("assay-suite", self.FILTER, env=os.environ | shard)
            names += [line.split()[3] for line in done.stdout.splitlines()
                      if line.startswith("[ RUN      ]")]
        listed = self.run_program("assay-suite", self.FILTER, "--gtest_list_tests").stdout
        whole = ["TRSQRT." + line.strip() for line in listed.splitlines() if line.startswith("  ")]
        self.assertEqual(sorted(names), sorted(whole))
        self.assertGreater(len(whole), 10)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
