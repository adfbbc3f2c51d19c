#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What assay_golden promises those who test with it. assay_golden_test.py --bin FOLDER [unittest options]"""

import argparse
import collections
import dataclasses
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
import unittest
from unittest import mock

import h5py
import numpy as np
import pandas

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import assay_golden
import assay_programs
import assay_run
from assay_golden import stored

PROGRAMS = []
TEST = """import assay_golden, numpy
@assay_golden.cases("g.h5", op="TABS")
def test_mine(case):
    assert assay_golden.judge(case, {})
"""


class Sandbox(unittest.TestCase):
    """A golden file of TABS and TCVT, made once."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-python-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.run_assay("golden", "--op", "TABS,TCVT", "--target", "a5", "--cases", "160", "--out", "g.h5")

    @classmethod
    def run_assay(cls, *words):
        subprocess.run([os.path.join(PROGRAMS[0], "assay"), *words], cwd=cls.folder, check=True, capture_output=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def cases(self, name="g.h5", **wanted):
        return assay_golden.cases(self.path(name), **wanted)

    def plain(self):
        """A case of TABS in f32 of which a part alone is valid."""
        return next(case for case in self.cases(op="TABS", dtype="f32")
                    if case.expected["dst"].shape != case.operands["dst"].bits.shape)


class Cases(Sandbox):
    def test_are_narrowed_by_names_and_patterns(self):
        whole = self.cases()
        self.assertEqual({case.op for case in whole}, {"TABS", "TCVT"})
        for wanted in ({"op": "TABS"}, {"op": ["TABS"]}, {"op": "TA*"}, {"op": "TABS,TNONE"}, {"op": "TNONE, TABS"}):
            found = self.cases(**wanted)
            self.assertEqual([case.name for case in found], [case.name for case in whole if case.op == "TABS"])
        self.assertEqual({case.dtype for case in self.cases(op="TABS", dtype="f16")}, {"f16"})
        types = self.cases(op="TCVT")[0].dtypes
        for wanted in (types, [types]):
            self.assertEqual({case.dtypes for case in self.cases(dtypes=wanted)}, {types})

    def test_that_nobody_has_are_refused_and_so_are_other_files(self):
        with self.assertRaisesRegex(ValueError, r"no case of op TADD \(there are TABS, TCVT\)"):
            self.cases(op="TADD")
        with self.assertRaisesRegex(ValueError, r"no case of op 3.5 \(there are TABS, TCVT\)"):
            self.cases(op=3.5)
        with self.assertRaisesRegex(ValueError, r"g.h5 has no case that must be refused \(assay golden --illegal\)$"):
            self.cases(legal=False)
        with self.assertRaisesRegex(TypeError, "by 'opp', did you mean op. The columns are name, op, form, "):
            self.cases(opp="TADD")
        with self.assertRaisesRegex(TypeError, "by 'bits'. The columns are name, op, "):
            self.cases(bits=3)
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file["cases"] = np.arange(3)
        with self.assertRaisesRegex(ValueError, "no golden file"):
            self.cases("foreign.h5")

    def test_of_files_that_are_none_are_refused_in_a_sentence_with_the_name(self):
        with open(self.path("text.h5"), "w", encoding="utf-8") as file:
            file.write("a\n")
        for read in (assay_golden.cases, assay_golden.table, assay_programs.programs,
                     lambda path: assay_golden.results(self.path("r.h5"), path)):
            with self.assertRaisesRegex(ValueError, "^/[^ ]*text.h5 is no HDF5 file$"):
                read(self.path("text.h5"))
            with self.assertRaisesRegex(FileNotFoundError, "^there is no file /[^ ]*none.h5$"):
                read(self.path("none.h5"))
        for name, text in (("text.h5", b"a\n"), ("bits", b"\x89\xff\n"), ("list", b"[1]\n3\n")):
            with open(self.path(name), "wb") as file:
                file.write(text)
            with self.assertRaisesRegex(ValueError, f"{name} is no journal of a run$"):
                assay_run.read(self.path(name))

    def test_values_of_every_format_are_what_a_conversion_to_f32_promises(self):
        seen = set()
        for case in self.cases(op="TCVT"):
            source, dst = case.operands["src"], case.operands["dst"]
            accept = dst.cut(case.promise["dst"].accept)
            if dst.format.name != "f32" or not source.format.is_float or source.format.name == "f32":
                continue
            values, wanted = case.inputs["src"].astype(np.float32), case.expected["dst"]
            exact = (accept == "exact") & ~np.isnan(wanted)
            self.assertTrue(np.array_equal(values[exact].view(np.uint32), wanted[exact].view(np.uint32)), case)
            seen |= {source.format.name} if exact.any() else set()
        self.assertGreaterEqual(seen, {"f16", "bf16", "e4m3", "e5m2", "hif8"})


class Walk(Sandbox):
    def test_reads_each_dataset_once_for_all_cases_of_a_signature(self):
        opened, kept = collections.Counter(), stored.h5d.open

        def counted(group, name):
            opened[h5py.h5i.get_name(group), name] += 1
            return kept(group, name)
        with mock.patch.object(stored.h5d, "open", counted):
            cases = self.cases()
            for _ in range(2):
                for case in cases:
                    self.assertTrue(case.inputs and case.expected)
                    self.assertTrue(case.promise)
            self.assertLess(len({case.signature for case in cases}), len(cases))
        self.assertEqual(set(opened.values()), {1})
        with h5py.File(self.path("g.h5")) as file:
            self.assertTrue(all(isinstance(file[group][name], h5py.Dataset) for group, name in opened))


    def test_lets_go_of_what_was_read_first(self):
        def walk():
            with np.errstate(all="ignore"):
                return [(str(assay_golden.judge(case, case.promise["dst"].value)), case.inputs["src"].tobytes()) for case in cases]
        peaks = []
        for limit in (1 << 16, os.path.getsize(self.path("g.h5"))):
            with mock.patch.object(stored, "KEPT_BYTES", limit):
                cases = self.cases(op="TABS")
                tracemalloc.start()
                said = walk()
                peaks.append(tracemalloc.get_traced_memory()[0])
                tracemalloc.stop()
                self.assertEqual(walk(), said)
        self.assertLess(4 * peaks[0], peaks[1])


class Attributes(Sandbox):
    """What a call is told besides its operands."""

    ROUND = {"CAST_RINT": np.rint, "CAST_FLOOR": np.floor, "CAST_CEIL": np.ceil, "CAST_TRUNC": np.trunc, "CAST_NONE": np.trunc,
             "CAST_ROUND": lambda values: np.trunc(values + np.copysign(0.5, values)),
             "CAST_ODD": lambda values: np.floor(values) + (np.floor(values) != values) * (np.floor(values) % 2 == 0)}

    def converted(self, case, mode):
        """Floats to integers, to the nearest end where they are out of range; NaN to 0."""
        kind = case.operands["dst"].format.decode(case.operands["dst"].bits).dtype
        ends = np.iinfo(kind)
        with np.errstate(all="ignore"):
            return np.nan_to_num(self.ROUND[mode](case.inputs["src"].astype(float)), nan=0).clip(ends.min, ends.max).astype(kind)

    def test_say_how_a_conversion_rounds(self):
        self.run_assay("golden", "--op", "TCVT", "--target", "a5", "--dtype", "f16,f32", "--cases", "250", "--seed", "2", "--out", "tcvt.h5")
        seen, needed = set(), 0
        for case in self.cases("tcvt.h5", form="*saturation"):
            to = case.operands["dst"].format
            if case.attributes["SaturationMode"] != "ON" or to.is_float or not 8 <= to.bits <= 32:
                continue
            mode = case.attributes["RoundMode"]
            self.assertTrue(assay_golden.judge(case, self.converted(case, mode)), case)
            seen.add(mode)
            needed += not assay_golden.judge(case, self.converted(case, "CAST_TRUNC"))
        self.assertGreater(len(seen), 3)
        self.assertGreater(needed, 10)

    def test_are_plain_values_and_all_of_the_call(self):
        with h5py.File(self.path("g.h5")) as file:
            for case in self.cases(legal=None):
                stored = file[f"signatures/s{case.signature:04d}"].attrs
                self.assertEqual({f"attribute.{name}": str(value).replace("True", "true").replace("False", "false")
                                  for name, value in case.attributes.items()},
                                 {name: stored[name].decode() for name in stored if name.startswith("attribute.")})
                self.assertTrue(all(type(value) in (str, bool) for value in case.attributes.values()))
        self.assertEqual(self.cases(op="TABS")[0].attributes, {})
        ambient = self.cases(op="TCVT", form="ambient")[0].attributes
        self.assertIs(ambient["NeedSetCtrl"], False)

    def test_scalars_of_a_call_are_inputs(self):
        self.run_assay("golden", "--op", "TADDS", "--target", "a5", "--dtype", "f32", "--cases", "4", "--out", "scalar.h5")
        for case in self.cases("scalar.h5"):
            with np.errstate(all="ignore"):
                mine = case.inputs["src"] + case.inputs["scalar"]
            self.assertTrue(assay_golden.judge(case, mine), case)


class Table(Sandbox):
    def test_has_text_as_pandas_compares_it(self):
        cases = pandas.DataFrame(assay_golden.table(self.path("g.h5")))
        found = cases[(cases.op == "TABS") & (cases.dtype == "f16")]
        self.assertEqual(found.name.tolist(), [case.name for case in self.cases(legal=None, op="TABS", dtype="f16")])
        self.assertEqual(cases.row.dtype.kind, "u")

    def test_of_another_name_is_one_of_those_that_are_there(self):
        self.assertIn("/cases", assay_golden.table(self.path("g.h5"), "manifest")["path"])
        with self.assertRaisesRegex(ValueError, "no table 'case'; there are cases, manifest"):
            assay_golden.table(self.path("g.h5"), "case")


class Judging(Sandbox):
    def setUp(self):
        warnings = np.errstate(all="ignore")  # inputs have signalling NaN
        warnings.__enter__()
        self.addCleanup(warnings.__exit__, None, None, None)

    def test_takes_the_valid_part_the_whole_tile_and_bits(self):
        case = self.plain()
        right = abs(case.inputs["src"])
        whole = case.operands["dst"].values.copy()
        case.operands["dst"].cut(whole)[...] = right
        for output in (right, whole, whole.view(np.uint32), {"dst": right}):
            self.assertTrue(assay_golden.judge(case, output), case)

    def test_says_where_an_output_is_worst(self):
        case = self.plain()
        out = abs(case.inputs["src"])
        out[0, 0] = 3 if out[0, 0] != 3 else 4
        verdict = assay_golden.judge(case, out)
        self.assertFalse(verdict)
        self.assertEqual((verdict.kind, verdict.wrong, verdict.worst.row, verdict.worst.col), ("deviates", 1, 0, 0))
        self.assertEqual((verdict.worst.operand, verdict.worst.got), ("dst", out[0, 0]))
        self.assertIn("(0, 0)", str(verdict))
        src = case.operands["src"]
        self.assertIn(f"; there src {src.values[0, 0].item()} ({int(src.bits[0, 0]):#x})", str(verdict))

    def test_says_how_the_call_rounds_where_an_output_is_wrong(self):
        case = next(case for case in self.cases(op="TCVT") if (case.promise["dst"].accept == "exact").all())
        verdict = assay_golden.judge(case, case.promise["dst"].value ^ 1)
        self.assertIn(f"; RoundMode {case.attributes['RoundMode']}", str(verdict))

    def test_says_which_call_of_a_program_has_the_first_wrong_byte(self):
        self.run_assay("golden", "--suite", "programs-exact", "--op", "TADD", "--target", "a5", "--cases", "8", "--out", "p.h5")
        found = set()
        for program in assay_programs.programs(self.path("p.h5")):
            memories = {name: memory.low.copy() for name, memory in program.memories.items()}
            self.assertEqual(assay_programs.judge_program(program, memories).kind, "conforms")
            call = program.calls[-1]
            place = call.places["dst"]
            exact = program.memories[place.memory].knowledge == "exact"
            at = place.address + int(np.flatnonzero(exact[place.address:])[0])
            memories[place.memory][at] ^= 1
            verdict = assay_programs.judge_program(program, memories)
            count, low = len(program.calls), program.memories[place.memory].low[at]
            self.assertIn(f"after the last call 1 of {verdict.compared} bytes are wrong, the first at address {at} of {place.memory}", str(verdict))
            self.assertTrue(str(verdict).endswith(f": expected the byte {low:#04x}, got {low ^ 1:#04x}"), verdict)
            found.add(f", in dst of call {count} of {count}, TADD: " in str(verdict))
        self.assertIn(True, found)

    def test_distrusts_a_case_that_zeros_would_pass(self):
        case = self.plain()
        right = abs(case.inputs["src"])
        self.assertEqual(assay_golden.judge(case, right).kind, "conforms")
        case.operands["src"].bits = np.zeros_like(case.operands["src"].bits)
        promise = case.promise["dst"]
        zeros = np.zeros_like(promise.value)
        case.promise["dst"] = assay_golden.Promise(np.where(promise.accept == "unspecified", "unspecified", "exact"),
                                                   zeros, zeros, zeros, np.zeros_like(promise.exact))
        verdict = assay_golden.judge(case, np.zeros_like(right))
        self.assertEqual((verdict.kind, verdict.reason), ("distrusted", "all elements are right, but zeros would have passed as well"))

    def test_accepts_any_of_the_permitted_values(self):
        # Of elements that are scattered to one place any may be the last.
        self.run_assay("golden", "--op", "TSCATTER", "--target", "a5", "--cases", "40", "--out", "scattered.h5")
        ties = 0
        for case in self.cases("scattered.h5"):
            promise = case.promise["dst"]
            several = (promise.accept == "any_of") & (promise.low != promise.value)
            ties += several.any()
            other, neither = promise.value.copy(), promise.value.copy()
            other[several] = promise.low[several]
            neither[several] = (promise.value ^ promise.low ^ promise.high ^ 1)[several]
            said = [bool(assay_golden.judge(case, output)) for output in (promise.value, other, neither)]
            self.assertEqual(said, [True, True, not several.any()], case)
        self.assertGreater(ties, 0)

    def test_holds_the_inputs_of_a_case_whose_results_are_open_against_what_they_were(self):
        case = self.plain()
        promise = case.promise["dst"]
        case.promise["dst"] = dataclasses.replace(promise, accept=np.full_like(promise.accept, "unspecified"))
        dst, src = np.zeros_like(case.inputs["src"]), case.inputs["src"]
        verdict = assay_golden.judge(case, {"dst": dst, "src": src})
        self.assertEqual((verdict.kind, verdict.compared), ("conforms", case.operands["src"].bits.size))
        self.assertEqual(assay_golden.judge(case, {"dst": dst, "src": src + 1}).deviation, "clobbered_input")
        verdict = assay_golden.judge(case, dst)
        self.assertEqual((verdict.kind, verdict.reason), ("target_defined", "nothing that came back is promised"))

    def test_sees_an_input_that_changed_and_a_call_that_was_refused(self):
        case = self.plain()
        outputs = {"dst": abs(case.inputs["src"]), "src": case.inputs["src"] + 1}
        self.assertEqual(assay_golden.judge(case, outputs).deviation, "clobbered_input")
        self.assertEqual(assay_golden.judge(case, None).kind, "rejected_valid")

    def test_lets_a_target_refuse_what_its_page_says_it_may(self):
        for target, kind in (("cpu", "target_defined"), ("a5", "rejected_valid")):
            name = f"{target}.h5"
            self.run_assay("golden", "--op", "TFILLPAD", "--target", target, "--cases", "60", "--out", name)
            small = self.cases(name, dtype="e5m2")[0]
            self.assertEqual(assay_golden.judge(small, None).kind, kind)
            self.assertEqual(bool(small.may_refuse), target == "cpu")
            wide = next(case for case in self.cases(name, dtype="i32") if not case.may_refuse)
            self.assertEqual(assay_golden.judge(wide, None).kind, "rejected_valid")

    def test_lets_the_cpu_refuse_a_call_with_a_zero_divisor_alone(self):
        self.run_assay("golden", "--op", "TREM,TREMS", "--target", "cpu", "--cases", "200", "--out", "divided.h5")
        kinds = {}
        for case in self.cases("divided.h5"):
            divisor = "src1" if case.op == "TREM" else "scalar"
            zero = (np.atleast_1d(case.inputs[divisor]) == 0).any()
            kinds.setdefault((case.op, bool(zero)), set()).add(assay_golden.judge(case, None).kind)
        self.assertEqual(kinds, {(op, zero): {"target_defined" if zero else "rejected_valid"}
                                 for op in ("TREM", "TREMS") for zero in (False, True)})

    def test_refuses_what_cannot_be_that_output(self):
        case = self.plain()
        right = abs(case.inputs["src"])
        for output, error, words in ((right.astype(float), TypeError, "float32"), (right[:0], ValueError, "shape"),
                                     ({}, ValueError, "outputs are dst"), ({"dst": right, "x": right}, ValueError, "outputs")):
            with self.assertRaisesRegex(error, words):
                assay_golden.judge(case, output)
        with self.assertRaisesRegex(TypeError, "'dst' is no case"):
            assay_golden.judge("dst", right)
        narrow = assay_golden.FORMATS["bf16"]
        with self.assertRaisesRegex(ValueError, "no value of bf16"):
            narrow.encode(np.array([0.1], np.float32), "dst")
        self.assertEqual(narrow.encode(np.array([1.0, -0.0]), "dst").tolist(), [0x3F80, 0x8000])

    def test_refuses_a_file_without_expected_values(self):
        self.run_assay("export", "--op", "TABS", "--target", "a5", "--cases", "2", "--out", "e.h5")
        case = self.cases("e.h5")[0]
        with self.assertRaisesRegex(ValueError, "no expected values"):
            assay_golden.judge(case, case.inputs["src"])


class Readings(Sandbox):
    """Outputs that follow the last reading of each choice, judged with a file that follows the first."""
    OPS = "TADD,TABS,TMAX,TROWMIN,TCOLARGMAX,TCVT,TDIV,TROWSUM,TMATMUL,TADDRELUCONV,TPRINT"

    def write_outputs(self, first, last):
        outputs = {}
        with assay_golden.results(self.path("r.h5"), self.path("first.h5")) as r:
            for case, other in zip(first, last):
                self.assertEqual(case.name, other.name)
                texts = [promise[0][0][0] for promise in other.promise.values() if isinstance(promise, tuple)]
                arrays = {}
                for name, one in other.promise.items():
                    if not isinstance(one, tuple):
                        form, before = case.operands[name].format, case.operands[name].bits.reshape(one.value.shape)
                        out = np.where(np.isin(one.accept, ("preserved", "unspecified")), before, one.value).astype(one.value.dtype)
                        out[one.accept == "any_nan"] = form.quiet_nan
                        arrays[name] = out.reshape(case.operands[name].bits.shape)
                outputs[case.name] = arrays, "".join(texts)
                r.done(case, "".join(texts), **arrays)
        return outputs

    def test_that_explain_what_is_wrong_are_named(self):
        listed = json.loads(subprocess.run([os.path.join(PROGRAMS[0], "assay"), "choices", "--format", "json"], check=True,
                                           capture_output=True).stdout)
        first = {choice["name"]: choice["readings"][0]["name"] for choice in listed}
        with open(self.path("last.toml"), "w", encoding="utf-8") as file:
            for choice in listed:
                file.write(f"[[choice]]\nname = '{choice['name']}'\nreading = '{choice['readings'][-1]['name']}'\n")
        made = ("golden", "--op", self.OPS, "--cases", "360", "--seed", "3", "--out")
        self.run_assay(*made, "first.h5")
        self.run_assay(*made, "last.h5", "--choices", "last.toml")
        cases, last = self.cases("first.h5"), self.cases("last.h5")
        outputs = self.write_outputs(cases, last)
        subprocess.run([os.path.join(PROGRAMS[0], "assay"), "judge", "first.h5", "r.h5", "--out", "n", "--no-shrink", "--no-confirm",
                        "--no-tiles"], cwd=self.folder, check=False, capture_output=True)
        with open(self.path("n/journal.jsonl"), encoding="utf-8") as file:
            records = {one["name"]: one["verdict"] for one in map(json.loads, file) if "verdict" in one}
        named, said = set(), collections.Counter()
        for case, other in zip(cases, last):
            told, needed = records[case.name], set()
            for scope in told.get("readings", []) if told["kind"] == "conforms" else []:
                if [first[name] for name in scope["choices"]] not in scope["allowed"]:
                    needed |= set(scope["choices"])
            if needed:
                verdict = assay_golden.judge(case, *outputs[case.name])
                self.assertEqual(verdict.kind, "deviates", case)
                said[bool(needed & set(verdict.choices))] += 1
                self.assertEqual(f"another reading of {' or '.join(verdict.choices)} may explain it" in str(verdict), bool(verdict.choices))
                self.assertTrue(assay_golden.judge(other, *outputs[case.name]), other)
                named |= needed & set(verdict.choices)
        self.assertGreater(said[True], 8 * said[False], said)
        self.assertGreaterEqual(named, {"subnormals", "subnormals_elsewhere", "nan_in_extremes", "default_saturation", "integer_overflow",
                                        "narrowed_sums", "unsigned_text"})

    def test_that_cannot_explain_it_are_not(self):
        tried = 0
        for case in self.cases(op="TABS"):
            promise, form, first = case.promise["dst"], case.operands["dst"].format, case.inputs["src"][:1, :1].astype(float)
            if form.is_float and np.isfinite(first).all() and abs(first).sum() > 1e-4 and promise.accept[0, 0] == "exact":
                out = promise.value.copy()
                out[promise.accept == "any_nan"] = form.quiet_nan
                out[0, 0] ^= out.dtype.type(1 << form.bits - 2)
                self.assertEqual(assay_golden.judge(case, out).choices, [], case)
                tried += 1
        self.assertGreater(tried, 0)


class UnderPytest(Sandbox):
    def pytest(self, body):
        with open(self.path("test_mine.py"), "w", encoding="utf-8") as file:
            file.write(TEST.format(body))
        return subprocess.run([sys.executable, "-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "test_mine.py"],
                              cwd=self.folder, env=os.environ | {"PYTHONPATH": HERE}, capture_output=True, text=True,
                              check=False)

    def test_every_case_is_a_test_of_its_name(self):
        count = len(self.cases(op="TABS"))
        done = self.pytest("abs(case.inputs['src'])")
        self.assertIn(f"{count} passed", done.stdout)
        done = self.pytest("-abs(case.inputs['src'])")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("test_mine[TABS/", done.stdout)
        self.assertIn("deviates (value)", done.stdout)


def main(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    PROGRAMS.append(os.path.abspath(arguments.bin))
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)


if __name__ == "__main__":
    main(__doc__)
