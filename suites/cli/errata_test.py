#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Errata on the command line: listed, chosen, known by their numbers, and reported where cases exercise what never shows.

errata_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker.

The simulator shows one erratum of each kind that the judge knows (assay backends --errata). Each is known by its number
and fails without. A simulator that accepts everything shows all errata about missing checks. What other errata give is
tested next to them in reference/ops."""

import argparse
import concurrent.futures
import json
import os
import sys
import tempfile
import unittest

import cli

RUN = ("run", "--op", "TCVT", "--target", "cpu", "--dtype", "f32", "--cases", "1", "--no-tiles")
# Cases of smoke in which everything is accepted, by element types: those that nearly all ops and checks have, then one
# that the others have, and those of the few that have neither.
ROUNDS = [("--cases", "1", "--dtype", "i32,u64,hif8,e1m2"), ("--cases", "1", "--dtype", "f16"),
          ("--cases", "1", "--dtype", "i8,u8,i16,u16,u32,bf16,f32")]
# Of these ops all missing checks are met by cases of smoke; samples of reference/ops show each of every op.
SOME_OPS = {"SET_IMG2COL_PADDING", "TADDDEQRELU", "TASSIGN", "TCMPS", "TDEQUANT", "TEXPANDS", "TEXTRACT", "TGATHER", "TGEMV", "TMRGSORT",
            "TPRINT", "TROWMAX", "TSEL", "TTRI"}
# Errata about element types that a page does not list and a header takes; the simulator has no int4 of E-TROWEXPAND-006.
TYPES = ["E-TTRANS-006", "E-TTRANS-007", "E-TCOLARGMAX-015", "E-TCOLARGMIN-015", "E-TAND-002", "E-TOR-002", "E-TANDS-004", "E-TANDS-005",
         "E-TORS-004", "E-TORS-005", "E-TXORS-003", "E-TXORS-004", "E-TREMS-007", "E-TROWEXPAND-007", "E-TEXTRACT-008", "E-TPRINT-005",
         "E-TPRINT-006"]
FINE = {"conforms", "unsupported", "target_defined", "distrusted", "undecidable"}


class Errata(cli.Sandbox):
    def listed(self, *options):
        done = self.assay("errata", "--format", "json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_every_erratum_has_a_number_of_its_own_a_source_and_a_title(self):
        errata = self.listed()
        numbers = [one["number"] for one in errata]
        self.assertEqual(len(set(numbers)), len(numbers))
        for one in errata:
            self.assertRegex(one["number"], rf"^E-{one['op'] or 'TILE'}-\d{{3}}$")  # those of tiles are of no op alone
            self.assertTrue(one["source"] and one["title"] and one["implementation"], one)

    def test_op_target_and_status_select(self):
        self.assertTrue(self.listed("--op", "TCVT", "--target", "cpu", "--status", "open"))
        self.assertEqual(self.listed("--op", "TCVT", "--status", "fixed"), [])
        self.assertIn("| E-TCVT-001 |", self.assay("errata", "--format", "markdown").stdout)
        self.assertIn("E-TCVT-001", self.assay("show", "TCVT").stdout)
        self.assertEqual([one["number"] for one in json.loads(self.assay("errata", "E-TCVT-002", "--format", "json").stdout)], ["E-TCVT-002"])
        self.refused(2, "did you mean E-TCVT-001?", "errata", "E-TCVT-0O1")

    def test_a_fixed_erratum_is_left_out_of_the_others(self):
        run = (*RUN[:1], "--op", "TABS", "--target", "cpu", "--backend", "simulator:errata=E-TABS-001", "--no-confirm", "--no-shrink")
        self.assertEqual(self.assay(*run, "--errata", "pto-cpu", "--out", "all").returncode, 0)
        self.assertEqual(self.assay(*run, "--errata", "pto-cpu,-E-TABS-001", "--out", "fixed").returncode, 1)
        self.refused(2, "no erratum", *run, "--errata", "pto-cpu,-E-TABS-0O1", "--out", "bad")

    def test_a_name_that_no_erratum_has_is_refused(self):
        done = self.assay(*RUN, "--errata", "E-TCVT-0O1", "--out", "run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no erratum", done.stderr)

    def test_a_number_that_the_simulator_does_not_show_is_refused(self):
        self.refused(2, "'assay backends --errata'", *RUN, "--backend", "simulator:errata=E-TABS-001,E-TCVT-002", "--out", "run")

    def test_the_simulator_keeps_the_promise_and_nothing_is_in_effect(self):
        done = self.assay(*RUN, "--out", "run", "--strict")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("Errata in effect", done.stdout)

    def test_what_is_exercised_and_never_shows_is_said_and_fails_if_strict(self):
        done = self.assay(*RUN, "--out", "run", "--errata", "pto-cpu", "--all")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("none shows it: fixed?", done.stdout)
        strict = self.assay(*RUN, "--out", "strict", "--errata", "pto-cpu", "--strict")
        self.assertEqual(strict.returncode, 1, strict.stdout)

    def test_each_exemplar_is_known_by_its_number_and_fails_without(self):
        listed = {one["number"]: one for one in self.listed()}
        done = self.assay("backends", "--errata", "--format", "json")
        names = [one["name"] for one in json.loads(done.stdout)["errata"]]
        self.assertGreater(len(names), 15)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = [(name, pool.submit(self.is_known, name, listed)) for name in names]
        for name, outcome in outcomes:
            with self.subTest(name):
                outcome.result()

    def is_known(self, name, listed):
        """NUMBER, or NUMBER+NUMBER for two that show in one call."""
        numbers = name.split("+")
        one = listed[numbers[0]]
        which = ("--op", one["op"], "--target", one["targets"][0], "--cases", "2")
        backend = "simulator:errata=" + name
        known = self.bent(backend, *which, "--errata", ",".join(numbers))
        self.assertEqual(known.returncode, 0, "not explained:\n" + known.stdout + known.stderr)
        reasons = [record["verdict"]["reason"] for record in self.records(known)
                   if record["verdict"]["kind"] == "known_deviation"]
        self.assertTrue(any(all(number in reason for number in numbers) for reason in reasons), reasons)
        self.assertEqual([reason for reason in reasons if not any(number in reason for number in numbers)], [])
        for lacking in [["none"]] + [[number] for number in numbers if len(numbers) > 1]:
            bare = self.bent(backend, *which, "--errata", ",".join(lacking), "--max-failures", "1")
            self.assertEqual(bare.returncode, 1, f"{lacking} explains it:\n" + bare.stdout + bare.stderr)

    def test_missing_checks_are_known_where_everything_is_accepted(self):
        wanted = {(one["number"], target): one["op"] for one in self.listed() if one["effect"] == "acceptance"
                  for target in one["targets"] if one["op"] in SOME_OPS}
        self.assertGreater(len(wanted), 30)
        for which in ROUNDS:
            self.assertTrue(wanted, "a round is left over")
            for shown in self.shown_where_everything_is_accepted("--op", ",".join(sorted(set(wanted.values()))), *which):
                wanted.pop(shown, None)
        self.assertEqual(sorted(wanted), [])

    def shown_where_everything_is_accepted(self, *which):
        """Number and target of each erratum that a case shows."""
        done = self.bent("simulator:fault=accepts_everything", *which, "--errata", "all", jobs=os.cpu_count())
        self.assertEqual(done.returncode, 1, done.stderr)
        for record in self.records(done):
            kind = record["verdict"]["kind"]
            self.assertIn(kind, FINE | {"accepted_invalid", "known_deviation"}, record)
            if kind == "known_deviation":
                yield from ((seen["number"], record["target"]) for seen in record["verdict"]["errata"] if seen["shown"])

    def test_a_type_that_only_a_header_takes_fails_without_its_number(self):
        """The breaches of a list of types draw what the header takes: accepted, it is known by the number, and fails without."""
        ops = ",".join(sorted({number.split("-")[1] for number in TYPES}))
        accepted = "simulator:fault=accepts_everything"
        done = self.bent(accepted, "--op", ops, "--target", "a2a3,a5", "--cases", "1", "--errata", "all", jobs=os.cpu_count())
        known = {seen["number"]: record["name"] for record in self.records(done) if record["verdict"]["kind"] == "known_deviation"
                 for seen in record["verdict"]["errata"] if seen["shown"]}
        names = [known.get(number, number) for number in TYPES]
        self.assertEqual([name for name in names if not name.partition("+breaks.")[2].partition("@")[0].endswith(".element")], [])
        bare = self.bent(accepted, *[word for name in names for word in ("--case", name)], "--errata", "none")
        self.assertEqual(bare.returncode, 1, bare.stdout + bare.stderr)
        self.assertEqual({record["verdict"]["kind"] for record in self.records(bare)}, {"accepted_invalid"})

    def test_errata_are_known_in_programs(self):
        run = ("--suite", "programs", "--op", "TABS,TADD", "--target", "cpu", "--cases", "30")
        known = self.bent("simulator:errata=E-TABS-001", *run, "--errata", "E-TABS-001")
        self.assertEqual(known.returncode, 0, known.stdout + known.stderr)
        self.assertIn("known_deviation", [record["verdict"]["kind"] for record in self.records(known)])
        self.assertEqual(self.bent("simulator:errata=E-TABS-001", *run, "--errata", "none").returncode, 1)

    def bent(self, backend, *options, jobs=1):
        """A run on a simulator that deviates; .out is its folder."""
        out = os.path.join(tempfile.mkdtemp(dir=self.folder), "run")
        done = self.assay("run", *options, "--no-tiles", "--no-shrink", "--no-confirm", "--rerun", "0",
                          "-q", "-j", str(jobs), "--timeout", "60", "--out", out, "--backend", backend)
        done.out = out
        return done

    def records(self, done):
        with open(os.path.join(done.out, "journal.jsonl"), encoding="utf-8") as lines:
            return [record for record in map(json.loads, lines) if "verdict" in record]

    def test_a_refusal_is_known_by_what_it_says(self):
        says = {one["number"]: one["says"] for one in self.listed("--op", "TDIVS")}
        self.assertEqual(says["E-TDIVS-006"], ["Divider"])
        self.assertIn("says 'Divider'", self.assay("errata", "--op", "TDIVS").stdout)
        backend = ("--no-tiles", "--no-shrink", "-q", "--backend", "simulator:errata=E-TDIVS-006")
        bare = self.assay("run", "--op", "TDIVS", "--target", "cpu", "--cases", "40", "--no-confirm", "--out", "bare", *backend)
        self.assertEqual(bare.returncode, 1, bare.stderr)
        bare.out = os.path.join(self.folder, "bare")
        refused = next(record["name"] for record in self.records(bare) if record["verdict"]["kind"] == "rejected_valid")
        for part, code in (("Divider", 0), ("rows differ", 1)):
            with open(os.path.join(self.folder, f"{code}.toml"), "w", encoding="utf-8") as file:
                file.write("[[erratum]]\nnumber = 'E-BOARD-2'\ntitle = 'zero is refused'\n"
                           "source = 'bulletin 8'\nop = 'TDIVS'\noutcome = 'refused'\n"
                           f"says = '{part}'\n")
            done = self.assay("run", "--case", refused, "--out", f"says-{code}", "--errata", f"{code}.toml", *backend)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_a_user_s_own_errata_are_known_by_their_title_and_outlive_a_resume(self):
        with open(os.path.join(self.folder, "own.toml"), "w", encoding="utf-8") as file:
            file.write("[[erratum]]\nnumber = 'E-BOARD-1'\ntitle = 'a NaN counts as zero'\n"
                       "source = 'bulletin 7'\nop = 'TABS'\noutcome = 'zero'\n"
                       "inputs = 'nan'\n")
        run = ("run", "--op", "TABS", "--target", "a5", "--no-tiles", "--no-shrink", "--backend",
               "simulator:fault=nan_swallowed")
        self.assertEqual(self.assay(*run, "--out", "bare").returncode, 1)
        done = self.assay(*run, "--errata", "own.toml", "--out", "own")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("E-BOARD-1  a NaN counts as zero", done.stdout)
        again = self.assay("run", "--resume", "own")
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertIn("a NaN counts as zero", self.assay("report", "own").stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
