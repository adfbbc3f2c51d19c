#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Each bullet of the founding pages is held by something that `assay show` has, or says why not.

founding_pages_test.py --bin FOLDER [unittest options]: FOLDER holds assay."""

import argparse
import json
import os
import sys
import tomllib
import unittest

import cli

BULLETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "founding_pages.toml")
PAGES = {"TRSQRT", "TLOAD", "TPRINT", "TEXPANDS", "TCOLARGMAX"}
# What a form has, and the name of each.
OF_FORMS = {
    "constraint": ("constraints", "name"),
    "result": ("results", "operand"),
    "operand": ("operands", "name"),
    "attribute": ("attributes", "name"),
    "scenario": ("scenarios", "name"),
}


def holds(page, claim):
    """Whether the page, as JSON, has what a line of `held_by` names."""
    kind, rest = claim.split(" ", 1)
    if kind == "note":
        return any(note.startswith(rest) for note in page["notes"])
    if kind == "ambiguity":
        return any(one["text"].startswith(rest) for one in page["ambiguities"])
    if kind == "decision":
        return rest in page["decisions"]
    if kind == "erratum":
        return any(one["number"] == rest for one in page["errata"])
    form_name, name = rest.split(" ", 1)
    forms = [form for form in page["forms"] if form["name"] == form_name]
    if kind == "plan":
        return any(name in form["plans"] for form in forms)
    items, key = OF_FORMS[kind]
    return any(one[key] == name for form in forms for one in form[items])


def targets_of(fact):
    """Targets that a fact names; one that names none is of both generations."""
    named = [target for target in ("a2a3", "a5") if target.upper() in fact.split(":")[0].split()]
    return named or ["a2a3", "a5"]


def constraints_of(page, bullet):
    """The constraints, as JSON, that lines of `held_by` name."""
    for claim in bullet.get("held_by", []):
        kind, rest = claim.split(" ", 1)
        if kind == "constraint":
            form_name, name = rest.split(" ", 1)
            for form in page["forms"]:
                if form["name"] == form_name:
                    yield from (one for one in form["constraints"] if one["name"] == name)


def unrefused(page, bullet):
    """Pairs of constraint and target of which a breach is not promised to be refused."""
    return {(one["name"], target) for one in constraints_of(page, bullet)
            for target in targets_of(bullet["fact"])
            if one["breakable"] and target in one["targets"] and target not in one["refused_on"]}


class FoundingPages(cli.Sandbox):
    def setUp(self):
        super().setUp()
        with open(BULLETS, "rb") as file:
            self.bullets = tomllib.load(file)

    def shown(self, page):
        done = self.assay("show", page, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_all_five_are_listed(self):
        self.assertEqual(set(self.bullets), PAGES)

    def test_each_bullet_is_held_or_says_why_not(self):
        for page, bullets in self.bullets.items():
            shown = self.shown(page)
            for bullet in bullets:
                with self.subTest(page=page, fact=bullet["fact"]):
                    self.assertTrue(bullet.get("held_by") or bullet.get("not_tested_because"))
                    for claim in bullet.get("held_by", []):
                        self.assertTrue(holds(shown, claim), claim)

    def test_constraints_apply_on_the_targets_that_a_fact_names(self):
        for page, bullets in self.bullets.items():
            shown = self.shown(page)
            for bullet in bullets:
                held = list(constraints_of(shown, bullet))
                for target in targets_of(bullet["fact"]) if held else []:
                    with self.subTest(page=page, fact=bullet["fact"], target=target):
                        self.assertTrue(any(target in one["targets"] for one in held))

    def test_a_breach_must_be_refused_or_the_list_says_why_not(self):
        for page, bullets in self.bullets.items():
            shown = self.shown(page)
            for bullet in bullets:
                with self.subTest(page=page, fact=bullet["fact"]):
                    free = unrefused(shown, bullet)
                    self.assertEqual(bool(free), "unchecked" in bullet, free)

    def test_a_claim_that_nothing_holds_is_seen(self):
        page = self.shown("TRSQRT")
        for claim in ("constraint plain src.elements", "result plain src", "note nothing of the kind",
                      "scenario tmp manual example", "constraint none src.element"):
            self.assertFalse(holds(page, claim), claim)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    options, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = options.bin
    unittest.main(argv=[sys.argv[0], *rest])
