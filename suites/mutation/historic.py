#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Would the suite have caught what was mended in a library of PTO headers? One commit at a time.

historic.py --assay PROGRAM --clone FOLDER --state FILE [--since DATE] [--limit N] [--ops N] [--suite NAME]
            [--cxx PROGRAM] [--cxxflags FLAGS] [--commit HASH]... [--seconds S]
A commit counts whose subject speaks of a fix and that changes headers for the CPU or those that all
targets share. The headers are taken as they are after it, and again with its files as they were before;
where those after it do not compile, the newest ones, and again with the change taken back, if that applies.
They stand in a temporary folder. The ops are those that reach a changed line (`reach.py`), the nearest N.

caught    a case of an op fails before the fix and not after it
missed    other code was compiled, and no case tells the two apart
idle      the same code was compiled: no call of the suite has what was changed
no_op     no op of the suite reaches what was changed, or only comments were
unusable  the headers after the fix, or those before it, do not compile, or cannot be read at all
The state is a line a commit: what is there is not done again. historic.toml says why what is not caught is not."""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib

import campaign
import library
import reach

ROUNDS = 4  # of repair
NOTES = os.path.join(campaign.HERE, "historic.toml")
FOLDERS = ("include/pto/cpu/", "include/pto/common/")
SUBJECT = re.compile(r"fix|bug|修复|repair|correct", re.IGNORECASE)
BROKEN = re.compile(r"^(\S+?):\d+:\d+: error: (?:unterminated conditional|version control conflict)", re.MULTILINE)
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def git(clone, *command, text=True):
    return subprocess.run(["git", "-C", clone, *command], capture_output=True, text=text, check=True).stdout


def fixes(options):
    """Commits that mend something, those of few files first and of these the newest, each change once: hash, date,
    subject."""
    since = [f"--since={options.since}"] if options.since else []
    rows = [line.split("\t", 2) for line in
            git(options.clone, "log", "--no-merges", "--format=%H\t%as\t%s", *since, "--", *FOLDERS).splitlines()]
    found, seen = [], set()
    for commit, date, subject in rows:
        if SUBJECT.search(subject) and (not options.commit or commit.startswith(tuple(options.commit))):
            change = git(options.clone, "diff", "-U0", f"{commit}~", commit, "--", *FOLDERS)
            files = change.count("\ndiff --git ")
            same = re.sub(r"^(@@|index|diff).*$", "", change, flags=re.MULTILINE)
            if same not in seen:
                seen.add(same)
                found.append((files, commit, date, subject))
    return [row for _, *row in sorted(found, key=lambda row: row[0])]


def changed(clone, commit):
    """Lines of the new state by file, seen from the folder of includes; a removal touches its neighbours."""
    found = {}
    for file in git(clone, "diff", "--name-only", f"{commit}~", commit, "--", *FOLDERS).splitlines():
        if file.endswith((".hpp", ".h")):
            hunks = HUNK.findall(git(clone, "diff", "-U0", "-w", f"{commit}~", commit, "--", file))
            found[file.removeprefix("include/")] = {
                line for first, count in hunks
                for line in range(int(first), int(first) + max(int(count or 1), 2))}
    return found


def concerned(units, lines, ops):
    """Ops that reach a changed line, those first for which it is nearest, and the plain ones of a family."""
    found = []
    for op in ops:
        distance = [number for number, unit in enumerate(reach.reached(units, op))
                    if lines.get(unit.file, set()) & set(range(unit.first, unit.last + 1))]
        if distance:
            found.append((min(distance), len(op), op))
    return [op for *_, op in sorted(found)]


def extract(clone, commit, folder):
    archive = git(clone, "archive", commit, "include", text=False)
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    return os.path.join(folder, "include")


def repair(options, include, lines):
    """Some commits have files that a merge left in pieces; those that the fix did not change are taken from the newest."""
    command = [options.cxx, "-std=c++20", "-D__CPU_SIM", *options.cxxflags.split(), "-E", "-x", "c++", "-I", include, "-"]
    for _ in range(ROUNDS):
        done = subprocess.run(command, input='#include "pto/pto-inst.hpp"\n', capture_output=True, text=True, check=False)
        broken = {os.path.relpath(match.group(1), include) for match in BROKEN.finditer(done.stderr)}
        for file in broken - set(lines):
            text = git(options.clone, "show", f"HEAD:include/{file}")
            with open(os.path.join(include, file), "w", encoding="utf-8") as stream:
                stream.write(text)
        if not broken - set(lines):
            return


def put_back(clone, commit, files, include):
    """The files of a fix as they were before it."""
    for file in files:
        path = os.path.join(include, file)
        before = subprocess.run(["git", "-C", clone, "show", f"{commit}~:include/{file}"], capture_output=True, check=False)
        os.unlink(path) if os.path.exists(path) else None
        if before.returncode == 0:
            with open(path, "wb") as stream:
                stream.write(before.stdout)


def take_back(clone, commit, folder):
    """The change of a fix, where its lines are still there; whether they are."""
    change = git(clone, "diff", f"{commit}~", commit, "--", *FOLDERS, text=False)
    done = subprocess.run(["git", "apply", "-R", "-"], input=change, cwd=folder, capture_output=True, check=False)
    return done.returncode == 0


class Fix:
    """One commit, tried on the ops that it concerns."""

    def __init__(self, options, commit, ops):
        self.options, self.commit, self.tried, self.ops, self.readable = options, commit, {}, [], True
        self.lines = changed(options.clone, commit)
        with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
            include = extract(options.clone, commit, folder)
            repair(options, include, self.lines)
            self.ops = self.concerned(include, ops)
            self.compare(include, lambda: put_back(options.clone, commit, self.lines, include))
        if self.ops and not self.tried:
            with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
                include = extract(options.clone, "HEAD", folder)
                self.compare(include, lambda: take_back(options.clone, commit, folder))

    def compare(self, include, revert):
        """Runs on headers as they are and after `revert`, op by op until one tells them apart."""
        after = self.runs_after(include)
        if after and revert() is not False:
            for op, run in after.items():
                self.tried[op] = library.compared(self.options, include, op, run)
                if self.tried[op][0] == "killed":
                    break

    def concerned(self, include, ops):
        try:
            units = reach.units_of([self.options.cxx, "-std=c++20", "-D__CPU_SIM", *self.options.cxxflags.split()], include)
        except (subprocess.CalledProcessError, ValueError):
            self.readable = False
            return []
        return concerned(units, self.lines, ops)

    def runs_after(self, include):
        found = {}
        for op in self.ops[:self.options.ops]:
            try:
                found[op] = library.run(self.options, include, op, limit=self.options.patience)
            except (library.Unusable, subprocess.TimeoutExpired):
                continue
            if not found[op].code:
                del found[op]
        return found

    def outcome(self):
        """Outcome, op, case and verdict of the op that says most."""
        if not self.ops:
            return "no_op" if self.readable else "unusable", "", "", ""
        best = {"killed": "caught", "survived": "missed", "not_compiled": "unusable", "idle": "idle"}
        for result, name in best.items():
            for op, (one, case, verdict) in self.tried.items():
                if one == result:
                    return name, op, case, verdict
        return "unusable", "", "", ""


def stored(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {one["commit"]: one for one in map(json.loads, file)}


def notes():
    if not os.path.exists(NOTES):
        return {}
    with open(NOTES, "rb") as file:
        return tomllib.load(file)["why"]


def show(outcomes):
    why = notes()
    for one in outcomes:
        note = next((text for commit, text in why.items() if one["commit"].startswith(commit)), "")
        print(f"{one['commit'][:10]} {one['outcome']:<9}{one['op']:<14}{one['verdict'] or note or one['subject'][:70]}")
    count = collections.Counter(one["outcome"] for one in outcomes)
    told = count["caught"] + count["missed"]
    print(", ".join(f"{number} {name}" for name, number in sorted(count.items())) +
          (f"; of those that the suite's calls compile, {count['caught'] / told:.0%} are caught" if told else ""))


def options_of():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--clone", default=os.environ.get("ASSAY_PTO_CLONE", ""))
    parser.add_argument("--state", default="historic.jsonl")
    parser.add_argument("--since", metavar="DATE")
    parser.add_argument("--limit", type=int, default=60, help="commits that an op of the suite reaches, at most")
    parser.add_argument("--ops", type=int, default=3, help="ops that a commit is tried on, at most")
    parser.add_argument("--cases", type=int, default=0, metavar="N", help="of each recipe; default the suite's")
    parser.add_argument("--patience", type=float, default=library.LIMIT, metavar="S",
                        help="leave out an op whose run takes longer")
    parser.add_argument("--suite", default="smoke", choices=("smoke", "nightly"))
    parser.add_argument("--cxx", default="clang++")
    parser.add_argument("--cxxflags", default="")
    parser.add_argument("--commit", action="append", default=[], metavar="HASH")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--scratch", metavar="FOLDER", help="for temporary files")
    options = parser.parse_args()
    if not options.clone:
        print("no library: give --clone or set ASSAY_PTO_CLONE to a clone of its repository")
        sys.exit(77)
    return options


def main():
    options = options_of()
    ops = [one["op"] for one in campaign.said(options.assay, "list")["ops"]]
    known, outcomes = stored(options.state), []
    end = time.monotonic() + options.seconds
    for commit, date, subject in fixes(options):
        if sum(one["outcome"] != "no_op" for one in outcomes) == options.limit:
            break
        if commit not in known and time.monotonic() > end:
            continue
        if commit not in known:
            begin, fix = time.monotonic(), Fix(options, commit, ops)
            outcome, op, case, verdict = fix.outcome()
            known[commit] = {"commit": commit, "date": date, "subject": subject, "files": sorted(fix.lines), "ops": fix.ops,
                             "cases": options.cases, "outcome": outcome, "op": op, "case": case, "verdict": verdict,
                             "tried": {name: one[0] for name, one in fix.tried.items()},
                             "seconds": round(time.monotonic() - begin, 1)}
            with open(options.state, "a", encoding="utf-8") as file:
                file.write(json.dumps(known[commit], ensure_ascii=False) + "\n")
        outcomes.append(known[commit])
    show(outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
