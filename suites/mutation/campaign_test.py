#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tests how mutants of the simulator are chosen and counted: campaign_test.py [unittest options]."""

import os
import tempfile
import unittest

import campaign
import common


def outcome(mutant, what):
    return {"suite": "smoke", "op": "TX", "target": "a5", "mutant": mutant, "outcome": what}


OUTCOMES = [outcome("a.x", "killed"), outcome("b.x", "survived"), outcome("c.x", "idle"), outcome("d.x", "idle")]
REASONS = [{"mutant": "d.*", "outcome": "idle", "why": "because"}]


class Plans(unittest.TestCase):
    def test_a_mutant_applies_where_the_op_has_such_results(self):
        integers = {"everywhere", "integers", "of_an_input"}
        for kinds, mutants, expected in (
                (integers, ("lowest_bit.everywhere", "largest_missed.last_row", "first_input.zero_input", "unchecked.3"), True),
                (integers, ("second_input.everywhere", "lowest_bit.equal_inputs", "nan_lost.everywhere", "zero.floats"), False),
                (integers | {"floats"}, ("lowest_bit.first_row", "nan_lost.everywhere"), True),
                (integers | {"floats"}, ("nan_lost.integers",), False),
                ({"floats", "integers"}, ("lowest_bit.first_row",), False)):
            for mutant in mutants:
                self.assertEqual(campaign.applies(mutant, kinds), expected, mutant)

    def test_a_plan_depends_on_names_alone(self):
        plan = campaign.plan_of("TX", ["a5", "cpu"], ["a.x", "b.x", "c.x"], 2)
        self.assertEqual(len(plan), 2)
        self.assertEqual(plan, campaign.plan_of("TX", ["a5", "cpu"], ["c.x", "b.x", "a.x"], 2))


class Scores(unittest.TestCase):
    def test_idle_mutants_count_and_those_with_a_reason_do_not(self):
        row = campaign.table_of(OUTCOMES, REASONS)["TX"]
        self.assertEqual(row, {"killed": 1, "survived": 1, "idle": 1, "equivalent": 1})
        self.assertEqual(common.score(row, campaign.COUNTED), 1 / 3)

    def test_a_reason_is_for_its_outcome_and_its_op(self):
        self.assertEqual(campaign.reason_of(OUTCOMES[3], REASONS), "because")
        self.assertEqual(campaign.reason_of(OUTCOMES[3] | {"outcome": "survived"}, REASONS), "")
        self.assertEqual(campaign.reason_of(OUTCOMES[3], [REASONS[0] | {"op": "TY"}]), "")

    def test_reasons_of_the_file_are_complete(self):
        for reason in campaign.equivalents():
            self.assertLessEqual(set(reason), {"op", "target", "mutant", "outcome", "why"})
            self.assertTrue(all(reason[key] for key in ("op", "mutant", "why")), reason)
            self.assertIn(reason["outcome"], ("idle", "survived"))

    def test_a_killed_mutant_contradicts_its_reason(self):
        wrong = [{"mutant": "?.x", "outcome": "idle", "why": "so"}]
        self.assertEqual(campaign.contradicted(OUTCOMES, REASONS), [])
        self.assertEqual(campaign.contradicted(OUTCOMES, wrong), ["TX a5 a.x: so"])
        every_second = outcome("a.every_second_call", "killed")
        self.assertEqual(campaign.contradicted([every_second], [wrong[0] | {"mutant": "a.*"}]), [])


class States(unittest.TestCase):
    def test_a_campaign_continues_with_what_the_file_has(self):
        with tempfile.TemporaryDirectory() as folder:
            state = common.State(os.path.join(folder, "state"))
            for one in OUTCOMES:
                state.add(one)
            known = common.State(state.path).known
        self.assertEqual(list(known.values()), OUTCOMES)
        names = [("TX", "a5", name) for name in ("a.x", "c.x", "d.x")]
        self.assertEqual(campaign.left_by("smoke", names, known, []), names[1:])
        self.assertEqual(campaign.left_by("smoke", names, known, REASONS), names[1:2])
        with self.assertRaisesRegex(SystemExit, "no outcome of nightly for 3 of 3 mutants"):
            campaign.left_by("nightly", names, known, [])


if __name__ == "__main__":
    unittest.main()
