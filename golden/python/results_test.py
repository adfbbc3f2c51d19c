#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What assay_golden.results() promises a board's script, tried by `assay judge`. results_test.py --bin FOLDER [unittest options]"""

import json
import os
import subprocess
import sys

import h5py
import numpy as np

import assay_golden_test
from assay_golden_test import HERE, Sandbox
import assay_golden
import assay_programs

BOARD = """import os, signal, sys
import assay_golden
import numpy
OPS = {"TADD": numpy.add, "TSUB": numpy.subtract}
resume, last = {"resume": True, "anew": False, "": None}[sys.argv[1]], int(sys.argv[2])
with assay_golden.results("r.h5", "e.h5", resume=resume) as r:
    for case in assay_golden.cases("e.h5"):
        if case in r:
            continue
        if last == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        last -= 1
        with numpy.errstate(all="ignore"):
            r.done(case, dst=OPS[case.op](case.inputs["src0"], case.inputs["src1"]))
        print(case)
"""
CASES = 24


def computed(case):
    with np.errstate(all="ignore"):
        return {"TADD": np.add, "TSUB": np.subtract}[case.op](case.inputs["src0"], case.inputs["src1"])


class Board(Sandbox):
    """An exported file of TADD and TSUB."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_assay("export", "--op", "TADD,TSUB", "--target", "a5", "--dtype", "f32,f16", "--cases", str(CASES), "--out", "e.h5")

    def setUp(self):
        for name in ("r.h5", "r.h5.part"):
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))

    def results(self, golden="e.h5", **options):
        return assay_golden.results(self.path("r.h5"), self.path(golden), **options)

    def judge(self, code, golden="e.h5", out="n"):
        """What judge says, and what it records by name where it judges."""
        done = subprocess.run([os.path.join(assay_golden_test.PROGRAMS[0], "assay"), "judge", golden, "r.h5", "--out", out, "--overwrite",
                               "--no-shrink"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if code == 2:
            return done.stderr, {}
        with open(os.path.join(self.folder, out, "journal.jsonl"), encoding="utf-8") as file:
            return done.stdout, {one["name"]: one for one in map(json.loads, file) if "verdict" in one}


class Writing(Board):
    def test_ten_lines_write_what_judge_takes(self):
        with self.results() as r:
            for case in self.cases("e.h5"):
                r.done(case, dst=computed(case))
        said, records = self.judge(0)
        self.assertIn(f"none of {CASES} judged cases failed", said)
        self.assertEqual({one["verdict"]["kind"] for one in records.values()}, {"conforms"})
        self.assertEqual(sorted(name for name in os.listdir(self.folder) if name.startswith("r.h5")), ["r.h5"])

    def test_what_is_wrong_fails_there(self):
        wrong = self.cases("e.h5")[3]
        with self.results() as r:
            for case in self.cases("e.h5"):
                bits = case.operands["dst"].whole(computed(case), "dst")
                bits[0, 0] ^= (case.name == wrong.name)
                r.done(case, dst=bits)
        _, records = self.judge(1)
        self.assertEqual([name for name, one in records.items() if one["verdict"]["kind"] == "deviates"], [wrong.name])

    def test_inputs_that_changed_are_seen(self):
        with self.results() as r:
            for case in self.cases("e.h5"):
                r.done(case, dst=computed(case), src0=case.operands["src0"].bits ^ case.operands["src0"].bits.dtype.type(1))
        _, records = self.judge(1)
        self.assertEqual({one["verdict"]["deviation"] for one in records.values()}, {"clobbered_input"})

    def test_calls_that_were_not_executed_say_why(self):
        first, second, *others = self.cases("e.h5")
        with self.results() as r:
            r.rejected(first, "no such tile")
            r.unsupported(second, "not yet: größer")
            for case in others:
                r.done(case, dst=computed(case))
        _, records = self.judge(1)
        self.assertEqual([records[case.name]["verdict"]["kind"] for case in (first, second)], ["rejected_valid", "unsupported"])
        self.assertIn("no such tile", json.dumps(records[first.name]))
        self.assertIn("größer", json.dumps(records[second.name], ensure_ascii=False))

    def test_the_file_appears_when_the_block_ends(self):
        with self.results() as r:
            for case in self.cases("e.h5"):
                r.unsupported(case)
        with h5py.File(self.path("r.h5")) as file:
            self.assertNotIn("outputs", file)
        with self.results() as r:
            for case in self.cases("e.h5"):
                r.done(case, dst=computed(case))
            with h5py.File(self.path("r.h5")) as file:
                self.assertNotIn("outputs", file)
        with h5py.File(self.path("r.h5")) as file:
            self.assertIn("outputs", file)

    def test_programs_and_printed_texts_are_taken(self):
        self.run_assay("golden", "--suite", "programs-exact", "--target", "a5", "--cases", "4", "--out", "p.h5")
        with self.results("p.h5") as r:
            for program in assay_programs.programs(self.path("p.h5")):
                r.done(program, **{name: memory.low for name, memory in program.memories.items()})
                with self.assertRaisesRegex(ValueError, "has a row already"):
                    r.done(program, **{name: memory.low for name, memory in program.memories.items()})
        self.assertIn("none of 4 judged", self.judge(0, "p.h5")[0])
        self.run_assay("golden", "--op", "TPRINT", "--target", "a5", "--cases", "6", "--out", "t.h5")
        with self.results("t.h5") as r:
            for case in self.cases("t.h5"):
                (readings, _), = case.promise.values()
                r.done(case, text=readings[0][0])
        self.assertIn("none of 6 judged", self.judge(0, "t.h5")[0])

    def test_calls_that_must_be_refused_may_be(self):
        self.run_assay("golden", "--op", "TADD", "--target", "a5", "--illegal", "--cases", "40", "--out", "i.h5")
        illegal = 0
        with self.results("i.h5") as r:
            for case in self.cases("i.h5", legal=None):
                illegal += not case.legal
                r.done(case, dst=case.expected["dst"]) if case.legal else r.rejected(case, "breaks a constraint")
        self.assertGreater(illegal, 0)
        self.judge(0, "i.h5")


class Dying(Board):
    def board(self, how, last):
        done = subprocess.run([sys.executable, "-B", "-c", BOARD, how, str(last)], cwd=self.folder, check=False, capture_output=True,
                              text=True, env={**os.environ, "PYTHONPATH": HERE})
        return done.returncode, done.stdout.split()

    def test_an_exception_leaves_what_was_computed_and_judge_names_the_rest(self):
        with self.assertRaisesRegex(RuntimeError, "board is gone"), self.results() as r:
            for case in self.cases("e.h5")[:5]:
                r.done(case, dst=computed(case))
            raise RuntimeError("board is gone")
        said, _ = self.judge(2)
        self.assertIn(f"r.h5 has no row for {self.cases('e.h5')[5]}, which e.h5 asks for, and for {CASES - 6} more", said)
        with h5py.File(self.path("r.h5")) as file:
            self.assertEqual(len(file["results"]), 5)

    def test_a_script_that_was_killed_goes_on_where_it_was(self):
        code, before = self.board("anew", 7)
        self.assertEqual((code, len(before)), (-9, 7))
        self.assertFalse(os.path.exists(self.path("r.h5")))
        code, after = self.board("resume", -1)
        self.assertEqual((code, before + after), (0, [case.name for case in self.cases("e.h5")]))
        self.judge(0)

    def test_a_row_whose_end_was_not_written_is_computed_again(self):
        for cut in (1, 10_000_000):
            self.board("anew", 7)
            size = os.path.getsize(self.path("r.h5.part"))
            os.truncate(self.path("r.h5.part"), max(size - cut, 3))
            code, after = self.board("resume", -1)
            self.assertEqual((code, len(after)), (0, CASES - 6 if cut == 1 else CASES))
            self.judge(0)

    def test_rows_of_an_earlier_script_are_neither_used_nor_dropped_unasked(self):
        self.board("", 7)
        with self.assertRaisesRegex(ValueError, r"r.h5.part has 7 rows of a script that left cases out; resume=True goes on with them, "
                                                "resume=False drops them"):
            self.results()
        self.assertEqual(len(self.board("anew", -1)[1]), CASES)
        self.assertEqual(len(self.board("", -1)[1]), CASES)

    def test_what_a_killed_script_wrote_can_be_judged_as_far_as_it_goes(self):
        self.board("anew", 7)
        with self.assertWarnsRegex(UserWarning, f"no row for {CASES - 7} of {CASES} cases, the first is"), self.results(resume=True):
            pass
        self.assertIn(f"and for {CASES - 8} more", self.judge(2)[0])

    def test_rows_of_another_golden_file_are_refused(self):
        self.board("anew", 7)
        self.run_assay("export", "--op", "TMUL", "--target", "a5", "--cases", "2", "--out", "o.h5")
        with self.assertRaisesRegex(ValueError, "has 7 rows of a script .*, one of them for TADD/.*, which .*o.h5 does not have; resume=False"):
            self.results("o.h5", resume=True)


class Refusals(Board):
    """One sentence, and the row is not written."""

    def test_of_what_cannot_be_the_result_of_the_case(self):
        case, other = self.cases("e.h5", dtype="f32")[:2]
        right = computed(case)
        with self.assertWarns(UserWarning), self.results() as r:
            for outputs, error, words in (({"dst": right.astype(float)}, TypeError, "dst is float64; of f32 give values as float32 or bits as uint32"),
                                          ({"dst": right[:, :0]}, ValueError, r"dst has the shape \(.*, 0\) instead of \("),
                                          ({}, ValueError, "outputs are dst, not none"),
                                          ({"dts": right}, ValueError, "outputs are dst, not dts"),
                                          ({"dst": right, "more": right}, ValueError, "outputs are dst")):
                with self.assertRaisesRegex(error, words):
                    r.done(case, **outputs)
            with self.assertRaisesRegex(TypeError, f"'{case.name}' is no case; give one of cases"):
                r.done(case.name, dst=right)
            r.done(case, dst=right)
            with self.assertRaisesRegex(ValueError, f"{case.name} has a row already"):
                r.unsupported(case)
            with self.assertRaisesRegex(ValueError, f"e.h5 has no case {self.cases()[0].name}"):
                r.rejected(self.cases()[0])
            r.rejected(other)
        with h5py.File(self.path("r.h5")) as file:
            self.assertEqual(file["results"]["name"].tolist(), [case.name.encode(), other.name.encode()])

    def test_of_rows_outside_of_the_block_whose_end_writes_them(self):
        case = self.cases("e.h5")[0]
        r = self.results(resume=False)
        with self.assertRaisesRegex(RuntimeError, "rows are taken inside `with assay_golden.results"):
            r.done(case, dst=computed(case))
        with self.assertWarns(UserWarning), r:
            pass
        with self.assertRaisesRegex(RuntimeError, "rows are taken inside"):
            r.rejected(case)
        self.assertFalse(os.path.exists(self.path("r.h5.part")))

    def test_of_golden_files_as_the_file_to_write(self):
        os.symlink("e.h5", self.path("link.h5"))
        before = len(self.cases("e.h5"))
        for name in ("e.h5", "link.h5", "g.h5"):
            with self.assertRaisesRegex(ValueError, f"{name} is a golden file, which results would overwrite"):
                assay_golden.results(self.path(name), self.path("e.h5"))
            self.assertFalse(os.path.exists(self.path(f"{name}.part")))
        self.assertEqual(len(self.cases("e.h5")), before)

    def test_of_files_that_are_none(self):
        with self.assertRaises(OSError):
            self.results("none.h5")
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file["cases"] = np.arange(3)
        with self.assertRaisesRegex(ValueError, "no golden file"):
            self.results("foreign.h5")
        self.assertFalse(os.path.exists(self.path("r.h5.part")))


if __name__ == "__main__":
    assay_golden_test.main(__doc__)
