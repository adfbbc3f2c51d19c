#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What campaigns on sources conclude from runs, and what they remember: outcomes_test.py [unittest options]."""

import argparse
import os
import subprocess
import tempfile
import tomllib
import types
import unittest

import historic
import historic_device
import library
import mutator
import outcomes
import reach
import sources


def run_of(code=("a",), **verdicts):
    """Verdicts by the name of their case: KIND or KIND_with_REASON."""
    run = types.SimpleNamespace(code=dict.fromkeys(code), verdicts={})
    for name, text in verdicts.items():
        kind, _, reason = text.partition(": ")
        run.verdicts[name] = {"kind": kind, "deviation": "value", "reason": reason}
    run.failing = lambda: library.Run.failing(run)
    return run


class Differences(unittest.TestCase):
    def test_only_what_fails_now_and_did_not_before_is_one(self):
        fine = [("conforms", "conforms"), ("deviates", "deviates"), ("deviates", "conforms"), ("known_deviation", "conforms"),
                ("conforms", "known_deviation"), ("unsupported", "unsupported"), ("target_defined", "target_defined")]
        for before, after in fine:
            self.assertIsNone(library.difference(run_of(a=before), run_of(a=after)), (before, after))
        for before, after in (("conforms", "deviates"), ("known_deviation", "crashed"), ("unsupported", "deviates"),
                              ("target_defined", "timed_out"), ("conforms", "unsupported")):
            self.assertEqual(library.difference(run_of(a=before), run_of(a=after)), ("a", f"{after}.value"))

    def test_a_case_that_was_not_judged_before_counts_as_fine(self):
        self.assertEqual(library.difference(run_of(), run_of(b="deviates")), ("b", "deviates.value"))

    def outcome(self, before, *after):
        runs = iter(after)
        kept, library.run = library.run, lambda *_: next(runs)
        try:
            return library.compared(None, "", "OP", before)[0]
        finally:
            library.run = kept

    def test_code_and_verdicts_make_an_outcome(self):
        before = run_of(a="conforms")
        self.assertEqual(self.outcome(before, run_of(a="conforms")), "idle")
        self.assertEqual(self.outcome(before, run_of(code="b", a="conforms")), "survived")
        self.assertEqual(self.outcome(before, run_of(code="b", a="deviates")), "killed")

    def test_what_compiles_nowhere_is_no_kill_and_what_compiles_somewhere_is_one(self):
        before, refused = run_of(a="conforms"), "rejected_valid: does not compile: x"
        self.assertEqual(self.outcome(before, run_of(code=(), a=refused), run_of(code=(), a=refused)), "not_compiled")
        self.assertEqual(self.outcome(before, run_of(code=(), a=refused), run_of(code="b", a=refused)), "killed")


class States(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        outcomes.digest_of.cache_clear()
        self.source = "void f() { a = b + c; d = e - f; }\n"
        with open(os.path.join(self.folder.name, "a.cpp"), "w", encoding="utf-8") as file:
            file.write(self.source)
        self.mutants = mutator.mutants_of(self.source, "a.cpp")
        self.options = argparse.Namespace(suite="smoke", per_op=2)

    def state(self, *found):
        state = outcomes.State(os.path.join(self.folder.name, "state"))
        for mutant, outcome in zip(self.mutants, found):
            state.add(outcomes.record(self.options, "OP", mutant, self.source, outcome))
        return outcomes.State(state.path).outcomes(self.options, "OP", self.mutants, self.folder.name)

    def test_a_campaign_goes_on_with_the_first_that_is_missing(self):
        self.assertEqual(self.state(), ([], self.mutants[0]))
        found, missing = self.state("killed")
        self.assertEqual(([one["outcome"] for one in found], missing), (["killed"], self.mutants[1]))

    def test_it_ends_when_enough_count(self):
        found, missing = self.state("killed", "idle", "survived")
        self.assertEqual((len(found), missing), (3, None))

    def test_a_source_that_changed_is_tried_again(self):
        self.state("killed", "killed")
        with open(os.path.join(self.folder.name, "a.cpp"), "a", encoding="utf-8") as file:
            file.write("\n")
        outcomes.digest_of.cache_clear()
        state = outcomes.State(os.path.join(self.folder.name, "state"))
        self.assertEqual(state.outcomes(self.options, "OP", self.mutants, self.folder.name), ([], self.mutants[0]))

    def test_a_reason_excuses_its_own_file_alone_and_no_kill(self):
        one = outcomes.record(self.options, "OP", self.mutants[0], self.source, "survived")
        known = {(one["mutant"], one["file"], "*"): "because"}
        self.assertTrue(outcomes.equivalent(one, known))
        self.assertFalse(outcomes.equivalent(one | {"file": "other"}, known))
        self.assertFalse(outcomes.equivalent(one | {"outcome": "killed"}, known))
        self.assertTrue(all(why for why in outcomes.reasons().values()))

    def test_a_reason_may_be_of_lines(self):
        one = {"op": "TADD", "mutant": "a.hpp:12:3:one_more", "file": "0", "outcome": "survived"}
        for place, known in (("a.hpp:12-12", True), ("a.hpp:9-20", True), ("a.hpp:9-11", False), ("b.hpp:9-20", False)):
            self.assertEqual(outcomes.equivalent(one, {(place, "0", "TADD"): "why"}), known, place)
        self.assertFalse(outcomes.equivalent(one, {("a.hpp:9-20", "0", "TSUB"): "why"}))
        self.assertFalse(outcomes.equivalent(one | {"outcome": "killed"}, {("a.hpp:9-20", "0", "*"): "why"}))


class Fixes(unittest.TestCase):
    def git(self, *command):
        subprocess.run(["git", "-C", self.clone, "-c", "user.name=a", "-c", "user.email=a@b", *command],
                       capture_output=True, check=True)

    def commit(self, subject, text):
        os.makedirs(os.path.join(self.clone, "include/pto/cpu"), exist_ok=True)
        with open(os.path.join(self.clone, "include/pto/cpu/a.hpp"), "w", encoding="utf-8") as file:
            file.write(text)
        self.git("add", "-A")
        self.git("commit", "-m", subject)

    def test_fixes_are_found_and_the_ops_that_reach_them(self):
        with tempfile.TemporaryDirectory() as self.clone:
            self.git("init")
            body = "void near() { a = %s; }\nvoid far() { b = %s; }\n"
            self.commit("begin", body % (1, 1))
            self.commit("Fix near", body % (2, 1))
            self.commit("more", body % (2, 2))
            found = historic.fixes(argparse.Namespace(clone=self.clone, since=None, commit=[]))
            self.assertEqual([subject for *_, subject in found], ["Fix near"])
            lines = historic.changed(self.clone, found[0][0])
            self.assertEqual(list(lines), ["pto/cpu/a.hpp"])
            self.assertIn(1, lines["pto/cpu/a.hpp"])
            text = "void near() { a = 2; }\nvoid TX_IMPL() { near(); }\nvoid TY_IMPL() { b(); }\n"
            units = reach.Reader(text, [("pto/cpu/a.hpp", 1), ("pto/cpu/a.hpp", 9), ("pto/cpu/a.hpp", 10), ("", 0)]).units
            self.assertEqual(historic.concerned(units, lines, ["TX", "TY"]), ["TX"])


class Defects(unittest.TestCase):
    def test_what_was_wrong_on_a_device_is_planted_in_the_source_as_it_is(self):
        for one in historic_device.defects():
            text = outcomes.read(sources.ROOT, one["file"])
            planted = historic_device.planted(one, text)
            self.assertIsNotNone(planted, f"{one['commit']} {one['op']}: {one['file']} is another one by now")
            self.assertIn(one["after"], planted)
            self.assertNotEqual(one["before"], one["after"])
            self.assertRegex(one["commit"], "^[0-9a-f]{8}$")
            self.assertTrue(one["was"])
        known = [(one["commit"], one["op"]) for one in historic_device.defects()]
        self.assertEqual(len(known), len(set(known)))

    def test_a_line_that_is_not_there_once_is_lost(self):
        one = {"before": "a", "after": "b"}
        self.assertIsNone(historic_device.planted(one, "aa"))
        self.assertIsNone(historic_device.planted(one, "c"))
        self.assertTrue(historic_device.planted(one, "ca").endswith("cb"))


class Scores(unittest.TestCase):
    def test_a_part_is_written_and_the_others_stay(self):
        def one(op, outcome, seconds=1):
            return {"op": op, "outcome": outcome, "mutant": "a.cpp:1:1:one_more", "file": "0", "target": "a5", "seconds": seconds}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scores.toml")
            outcomes.write_scores(path, "headers", [one("TADD", "killed")])
            outcomes.write_scores(path, "simulator", [one("TADD", "survived"), one("TADD", "killed", 99), one("TSUB", "idle")])
            with open(path, "rb") as file:
                stored = tomllib.load(file)
        self.assertEqual(stored["headers"], {"all": 1.0, "ops": {"TADD": 1.0}, "counted": {"TADD": 1},
                                             "killed": {"TADD": "a.cpp:1:1:one_more 0 a5"}})
        self.assertEqual(stored["simulator"], {"all": 0.5, "ops": {"TADD": 0.5}, "counted": {"TADD": 2}, "killed": {}})


if __name__ == "__main__":
    unittest.main()
