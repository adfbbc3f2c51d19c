#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Errata on the command line: listed, chosen, and said where cases exercise what never shows.

errata_test.py --bin FOLDER [--whole] [unittest options]: FOLDER holds assay and assay-worker.

Every erratum is seen in the simulator that has it, on each of its targets: known by its number, and for every third
of them it is tried that the same simulator fails without. --whole tries that for all, and twelve times as many cases."""

import argparse
import concurrent.futures
import json
import os
import sys
import tempfile
import unittest

import cli

RUN = ("run", "--op", "TCVT", "--target", "cpu", "--dtype", "f32", "--cases", "1", "--no-tiles")
SPREAD = 3
# Where bytes alone have room for what an erratum is about.
NARROW = {"more than 65,535 valid columns"}
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
            self.assertRegex(one["number"], rf"^E-{one['op']}-\d{{3}}$")
            self.assertTrue(one["source"] and one["title"] and one["implementation"], one)

    def test_op_target_and_status_select(self):
        self.assertTrue(self.listed("--op", "TCVT", "--target", "cpu", "--status", "open"))
        self.assertEqual(self.listed("--op", "TCVT", "--status", "mended"), [])
        self.assertIn("| E-TCVT-001 |", self.assay("errata", "--format", "markdown").stdout)
        self.assertIn("E-TCVT-001", self.assay("show", "TCVT").stdout)

    def test_a_name_that_no_erratum_has_is_refused(self):
        done = self.assay(*RUN, "--errata", "E-TCVT-0O1", "--out", "run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no erratum", done.stderr)

    def test_the_simulator_keeps_the_promise_and_nothing_is_in_effect(self):
        done = self.assay(*RUN, "--out", "run", "--strict")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("Errata in effect", done.stdout)

    def test_what_is_exercised_and_never_shows_is_said_and_fails_if_strict(self):
        done = self.assay(*RUN, "--out", "run", "--errata", "pto-cpu")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("none shows it: fixed?", done.stdout)
        strict = self.assay(*RUN, "--out", "strict", "--errata", "pto-cpu", "--strict")
        self.assertEqual(strict.returncode, 1, strict.stdout)

    def all_pairs(self):
        return [(one, target) for one in self.listed() for target in one["targets"]]

    def tried(self, check, pairs):
        """The check of every pair of erratum and target, side by side."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = [(one["number"], target, pool.submit(check, one, target)) for one, target in pairs]
        for number, target, outcome in outcomes:
            with self.subTest(number, target=target):
                outcome.result()

    def test_each_switch_of_the_simulator_is_seen_with_its_number(self):
        self.tried(self.known_where_it_shows, self.all_pairs())

    def test_each_switch_of_the_simulator_fails_without_its_number(self):
        pairs = self.all_pairs()
        self.tried(self.fails_without, pairs if arguments.whole else pairs[::SPREAD])

    def known_where_it_shows(self, one, target):
        """All that deviates is known by the number, and something does."""
        known = self.bent(one, target, "24" if arguments.whole else "2", "--errata", one["number"])
        verdicts = self.explained(known, one)
        if "known_deviation" in verdicts.values():
            return
        cases, options, names = self.fails_without(one, target)  # what is rare: where it shows among more cases
        if not names:  # each case has a reading that explains it, no reading explains all
            self.explained(self.bent(one, target, cases, *options, "--errata", one["number"]), one)
            return
        with open(self.path(f"{one['number']}-{target}.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(names) + "\n")
        known = self.bent(one, target, None, "--errata", one["number"], "--cases-from", file.name)
        self.assertIn("known_deviation", self.explained(known, one).values())

    def explained(self, done, one):
        """Verdict by case of a run in which no deviation is new and each known one names the number."""
        self.assertEqual(done.returncode, 0, "not explained:\n" + done.stdout + done.stderr)
        records = self.records(done)
        self.assertEqual([record["name"] for record in records if record["verdict"]["kind"] == "known_deviation"
                          and one["number"] not in record["verdict"]["reason"]], [])
        return {record["name"]: record["verdict"]["kind"] for record in records}

    def fails_without(self, one, target):
        """Of a run that fails while no erratum is in effect: its number of cases, its seed as options, and the names of those
        that deviate. No name where cases only contradict each other."""
        seeds = [str(seed) for seed in range(1, 7)]
        tries = [("2", "1", ()), *(("24", seed, ()) for seed in seeds)]
        if one["where"] in NARROW:
            tries += [("24", seed, ("--dtype", "i8,u8")) for seed in seeds]
        for cases, seed, which in tries:
            bare = self.bent(one, target, cases, "--seed", seed, *which, "--errata", "none", "--max-failures", "4")
            if bare.returncode == 1:
                break
        self.assertEqual(bare.returncode, 1, "not seen:\n" + bare.stdout + bare.stderr)
        names = [record["name"] for record in self.records(bare) if record["verdict"]["kind"] not in FINE]
        self.assertTrue(names or "inconsistent" in bare.stdout, bare.stdout)
        return cases, ("--seed", seed, *which), names

    def bent(self, one, target, cases, *options):
        """A run of the op on the simulator with the erratum's switch; .out is its folder."""
        out = os.path.join(tempfile.mkdtemp(dir=self.folder), "run")
        which = ("--cases", cases, "--op", one["op"], "--target", target) if cases else ()
        done = self.assay("run", *which, *options, "--no-tiles", "--no-shrink", "--no-confirm", "--rerun", "0",
                          "-q", "-j", "1", "--timeout", "60", "--out", out,
                          "--backend", "simulator:errata=" + one["number"])
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
    parser.add_argument("--whole", action="store_true")
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
