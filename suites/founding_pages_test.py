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
