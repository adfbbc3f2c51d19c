#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests what the campaign on headers concludes from runs and which mutants it tries: headers_test.py [unittest options]."""

import os
import subprocess
import tempfile
import types
import unittest
from unittest import mock

import headers
import library

CODE = "int a = b + c;\nint OP_IMPL = e - f;\n"


def run_of(code=("a",), **kinds):
    """A run with verdicts by the name of their case."""
    run = library.Run.__new__(library.Run)
    run.code, run.lines = dict.fromkeys(code), {("a.hpp", 1), ("a.hpp", 2), ("b.hpp", 1)}
    run.verdicts = {name: {"kind": kind, "deviation": "value"} for name, kind in kinds.items()}
    return run


class Comparison(unittest.TestCase):
    def test_cases_conform_fail_or_neither(self):
        for kind in ("conforms", "known_deviation", "target_defined", "distrusted"):
            run = run_of(x=kind)
            self.assertEqual((run.conforming(), run.failing()), (["x"] if kind == "conforms" else [], None))
        for kind in ("deviates", "crashed", "timed_out", "rejected_valid", "unsupported"):
            run = run_of(x="conforms", y=kind)
            self.assertEqual((run.conforming(), run.failing()), (["x"], ("y", f"{kind}.value")))

    def outcome(self, *after):
        with mock.patch.object(library, "run", side_effect=after) as run:
            found = library.compared(None, "", [], {"a": None})[0]
        self.assertEqual(run.call_count, len(after))
        return found

    def test_code_and_verdicts_make_an_outcome(self):
        self.assertEqual(self.outcome(run_of(x="conforms")), "idle")
        self.assertEqual(self.outcome(run_of(code="b", x="conforms")), "survived")
        self.assertEqual(self.outcome(run_of(code="b", x="deviates")), "killed")
        self.assertEqual(self.outcome(subprocess.TimeoutExpired("assay", 1)), "killed")
        self.assertEqual(self.outcome(library.Unusable()), "not_compiled")

    def test_a_mutant_that_compiles_nowhere_is_not_killed(self):
        refused = run_of(code=(), x="rejected_valid")
        self.assertEqual(self.outcome(refused, refused), "not_compiled")
        self.assertEqual(self.outcome(refused, run_of(code="b", x="rejected_valid", y="conforms")), "killed")


class Campaigns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.include = os.path.join(folder.name, "include")
        os.makedirs(os.path.join(self.include, headers.FOLDER))
        for name in ("a.hpp", "b.hpp", "c.hpp"):
            self.write(name, CODE)
        self.options = types.SimpleNamespace(sdk_include=self.include, suite="smoke", per_op=2, seconds=1e9,
                                             state=os.path.join(folder.name, "state"))

    def write(self, name, text):
        with open(os.path.join(self.include, headers.FOLDER, name), "w", encoding="utf-8") as file:
            file.write(text)

    def campaign(self, outcome, unchanged=None):
        """Tries one op with mutants that have an outcome; the files and outcomes of what was tried."""
        def compared(_, include, cases, __):
            texts = headers.Headers(include).texts
            self.assertEqual(sum(text != CODE for text in texts.values()), 1)
            with open(cases[-1], encoding="utf-8") as file:
                self.assertEqual(file.read(), "x\n")
            return outcome, "", ""

        self.tried = headers.Campaign(self.options)
        runs = [run_of(x="conforms", y="target_defined"), unchanged or run_of(x="conforms")]
        with mock.patch.object(library, "run", side_effect=runs[-1:] if self.tried.known("OP", headers.BASE) else runs), \
                mock.patch.object(library, "compared", compared):
            self.tried.try_op("OP")
        return [(one["mutant"].split(":")[0], one["outcome"]) for one in self.tried.progress("OP")[0]]

    def test_a_case_that_does_not_conform_again_ends_it(self):
        with self.assertRaisesRegex(library.Unusable, "x conforms at first"):
            self.campaign("killed", run_of(x="deviates"))

    def test_an_op_without_conforming_cases_has_no_mutants(self):
        with mock.patch.object(library, "run", side_effect=[run_of(x="unsupported")]):
            tried = headers.Campaign(self.options)
            tried.try_op("OP")
        self.assertEqual(tried.progress("OP"), ([], None))

    def test_it_changes_one_place_of_a_copy_until_enough_mutants_count(self):
        self.assertEqual(self.campaign("killed"), [("pto/cpu/a.hpp", "killed"), ("pto/cpu/b.hpp", "killed")])
        self.assertTrue(self.tried.done("OP"))
        self.assertEqual(headers.Headers(self.include).texts["pto/cpu/a.hpp"], CODE)

    def test_what_does_not_count_does_not_end_it(self):
        self.assertEqual(self.campaign("idle"), [("pto/cpu/a.hpp", "idle"), ("pto/cpu/b.hpp", "idle"), ("pto/cpu/a.hpp", "idle")])

    def test_it_continues_where_it_was_stopped(self):
        self.options.per_op = 1
        self.assertEqual(len(self.campaign("killed")), 1)
        self.options.per_op = 2
        self.assertEqual(self.campaign("survived"), [("pto/cpu/a.hpp", "killed"), ("pto/cpu/b.hpp", "survived")])

    def test_a_state_of_other_headers_is_not_used(self):
        self.campaign("killed")
        self.write("c.hpp", "")
        with open(self.options.state, "a", encoding="utf-8") as file:
            file.write('{"suite": "smoke", "op": "OP", "mutant": "unchanged"}\n')  # an older version wrote this
        self.assertFalse(headers.Campaign(self.options).done("OP"))

    def test_lines_without_code_have_mutants_where_the_compiler_decides(self):
        self.write("a.hpp", "if constexpr (OP_IMPL > b) {\n  c = d + e;\n}\n" + "\n" * headers.NEAR + "if constexpr (f < g) h();\n")
        found = headers.Headers(self.include).mutants_of("OP", [["a.hpp", 2]], 100)
        self.assertEqual({one.line for one in found}, {1, 2})

    def test_files_are_those_that_implement_the_op_and_what_they_include(self):
        for name, text in (("a.hpp", '#include "pto/cpu/c.hpp"\nint OP_IMPL;\n'), ("b.hpp", "void T##NAME##_IMPL();\n"), ("c.hpp", "int c;\n")):
            self.write(name, text)
        library_headers = headers.Headers(self.include)
        a, b, c = library_headers.texts
        self.assertEqual(library_headers.files_of("OP", {a, b, c}), [a, c])
        self.assertEqual(library_headers.files_of("OP", {b, c}), [b])
        self.assertEqual(library_headers.files_of("OTHER", {a, b, c}), [a, b, c])


if __name__ == "__main__":
    unittest.main()
