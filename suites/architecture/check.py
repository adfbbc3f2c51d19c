#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the architecture of the tree: check.py [--root FOLDER] [--self-test] [RULE...]

Every rule is a function from the files of the tree to complaints. --self-test proves that each
rule refuses samples that break it and accepts one that keeps it."""

import argparse
import os
import sys

import includes
import layout
import mnemonics
import second_oracle
import sizes
import tree

RULES = includes.RULES + layout.RULES + mnemonics.RULES + second_oracle.RULES + sizes.RULES


def tree_for(rule, files, root):
    """Strangers at the root count once somebody commits them: a user may write files there."""
    tracked = tree.listed_by_git(root)
    if rule.name != "root_entries" or not tracked:
        return files
    return {path: files[path] for path in tracked if path in files}


def check(rule, files, root):
    complaints = rule.complaints(tree_for(rule, files, root))
    print(f"{'FAILED' if complaints else 'ok':8}{rule.name}: {rule.law}")
    for complaint in complaints:
        print("  " + complaint)
    return not complaints


def self_test(rule):
    wrong = [f"accepts no lawful tree: {complaint}" for complaint in rule.complaints(rule.kept)]
    wrong += [f"does not see what is wrong with {sample}"
             for sample in rule.broken if not rule.complaints(sample)]
    if not rule.broken:
        wrong.append("has no sample that breaks it")
    print(f"{'FAILED' if wrong else 'ok':8}{rule.name}: refuses {len(rule.broken)} broken trees")
    for complaint in wrong:
        print("  " + complaint)
    return not wrong


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(here)))
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("rules", nargs="*", help="; ".join(rule.name for rule in RULES))
    arguments = parser.parse_args()
    known = {rule.name: rule for rule in RULES}
    unknown = set(arguments.rules) - set(known)
    if unknown:
        sys.exit(f"check.py: unknown rule {sorted(unknown)[0]}; known are {', '.join(known)}")
    chosen = [known[name] for name in arguments.rules] or RULES
    if arguments.self_test:
        sys.exit(0 if all([self_test(rule) for rule in chosen]) else 1)
    files = tree.load(arguments.root)
    sys.exit(0 if all([check(rule, files, arguments.root) for rule in chosen]) else 1)


if __name__ == "__main__":
    main()
