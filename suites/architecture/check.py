#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the architecture of the tree: check.py [--root FOLDER] [--self-test] [--list] [LAW...]

Every law is a function from the files of the tree to complaints. --self-test proves that each
law refuses samples that break it and accepts one that keeps it."""

import argparse
import os
import sys

import citations
import draws
import healthy_simulator
import includes
import layout
import mnemonics
import options
import pages
import readmes
import rooms
import second_oracle
import test_code
import tree
import words

MODULES = (draws, healthy_simulator, includes, layout, mnemonics, options, pages, citations, readmes, rooms, second_oracle, test_code, words)
LAWS = [law for module in MODULES for law in module.LAWS]


def tree_for(law, files, root):
    """Unknown files at the root count only if they are committed: a user may write files there."""
    tracked = tree.listed_by_git(root)
    if law.name != "root_entries" or not tracked:
        return files
    return {path: files[path] for path in tracked if path in files}


def check(law, files, root):
    complaints = law.complaints(tree_for(law, files, root))
    print(f"{'FAILED' if complaints else 'ok':8}{law.name}: {law.text}")
    for complaint in complaints:
        print("  " + complaint)
    return not complaints


def self_test(law):
    wrong = [f"accepts no lawful tree: {complaint}" for complaint in law.complaints(law.kept)]
    wrong += [f"does not see what is wrong with {sample}"
             for sample in law.broken if not law.complaints(sample)]
    if not law.broken:
        wrong.append("has no sample that breaks it")
    print(f"{'FAILED' if wrong else 'ok':8}{law.name}: refuses {len(law.broken)} broken trees")
    for complaint in wrong:
        print("  " + complaint)
    return not wrong


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", default=os.path.dirname(os.path.dirname(here)))
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--list", action="store_true", help="the names of all laws")
    parser.add_argument("laws", nargs="*", help="; ".join(law.name for law in LAWS))
    arguments = parser.parse_args()
    if arguments.list:
        sys.exit(print(*(law.name for law in LAWS)))
    known = {law.name: law for law in LAWS}
    unknown = set(arguments.laws) - set(known)
    if unknown:
        sys.exit(f"check.py: unknown law {sorted(unknown)[0]}; known are {', '.join(known)}")
    chosen = [known[name] for name in arguments.laws] or LAWS
    if arguments.self_test:
        sys.exit(0 if all([self_test(law) for law in chosen]) else 1)
    files = tree.load(arguments.root)
    sys.exit(0 if all([check(law, files, arguments.root) for law in chosen]) else 1)


if __name__ == "__main__":
    main()
