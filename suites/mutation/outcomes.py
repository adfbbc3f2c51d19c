# SPDX-License-Identifier: Apache-2.0
"""What became of mutants of sources: kept a line each, left out with a reason, counted and shown."""

import collections
import functools
import hashlib
import json
import os
import re
import threading
import tomllib

import campaign

REASONS = os.path.join(campaign.HERE, "equivalent_sources.toml")
QUICK = 6  # seconds that a mutant may take which is worth another try
LINES = re.compile(r"(.+):(\d+)-(\d+)")
COLUMNS = ("killed", "survived", "idle", "not_compiled", "equivalent")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as stream:
        return stream.read()


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@functools.cache
def digest_of(folder, file):
    return digest(read(folder, file))


def record(options, op, mutant, text, outcome, **more):
    """The line of a mutant of a source."""
    return {"suite": options.suite, "op": op, "mutant": mutant.name, "file": digest(text),
            "before": " ".join(text[mutant.begin:mutant.end].split())[:120], "after": mutant.text,
            "outcome": outcome, **more}


MOST_EXCUSED = 4  # times as many mutants of an op are tried where none is told that has no reason


class State:
    """A line a mutant. A line of a source that is another one by now counts no more."""

    def __init__(self, path):
        self.path, self.known, self.lock = path, {}, threading.Lock()
        if path and os.path.exists(path):
            for one in map(json.loads, read(path).splitlines()):
                self.known[one["suite"], one["op"], one["mutant"]] = one

    def add(self, one):
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")
        self.known[one["suite"], one["op"], one["mutant"]] = one

    def outcomes(self, options, op, ranked, folder):
        """What is known of mutants in their order until so many are told, and the first that is missing. Where each
        of these has a reason more are tried, until one has none."""
        found, excuses = [], reasons()
        for mutant in ranked:
            told = [one for one in found if one["outcome"] in ("killed", "survived")]
            only_excused = all(equivalent(one, excuses) for one in told)
            if len(told) >= options.per_op * (MOST_EXCUSED if only_excused else 1):
                break
            known = self.known.get((options.suite, op, mutant.name))
            if known is None or known["file"] != digest_of(folder, mutant.file):
                return found, mutant
            found.append(known)
        return found, None


def reasons():
    """Why, by mutant or lines, file and op. A reason counts for the file that it was written for and no other."""
    with open(REASONS, "rb") as file:
        return {(one["mutant"], one["file"], op): one["why"]
                for one in tomllib.load(file).get("equivalent", []) for op in one["ops"]}


def stands_in(mutant, place):
    """Whether a mutant is the one named, or stands in lines that are named as FILE:FIRST-LAST."""
    lines = LINES.fullmatch(place)
    file, line = mutant.split(":")[:2]
    return place == mutant or (lines is not None and lines[1] == file and int(lines[2]) <= int(line) <= int(lines[3]))


def equivalent(one, known):
    return one["outcome"] == "survived" and any(
        file == one["file"] and op in (one["op"], "*") and stands_in(one["mutant"], place) for place, file, op in known)


def tables(outcomes, known):
    table = collections.defaultdict(collections.Counter)
    for one in outcomes:
        table[one["op"]]["equivalent" if equivalent(one, known) else one["outcome"]] += 1
    return table


def share(row):
    """Of those that count."""
    counted = row["killed"] + row["survived"]
    return row["killed"] / counted if counted else 1.0


def show(outcomes, survivors=""):
    """Prints a table and returns the share of all; writes the survivors to a file that is named."""
    known = reasons()
    table = tables(outcomes, known)
    whole = sum(table.values(), collections.Counter())
    print(f"{'op':<18}{'score':>8}" + "".join(f"{column:>14}" for column in COLUMNS))
    for op, row in [*sorted(table.items()), ("all", whole)]:
        score = f"{share(row):.1%}" if row["killed"] + row["survived"] else "-"
        print(f"{op:<18}{score:>8}" + "".join(f"{row[column]:>14}" for column in COLUMNS))
    if survivors:
        with open(survivors, "w", encoding="utf-8") as file:
            file.writelines(f"{one['op']} {one['mutant']}: {one['before']} -> {one['after']}\n" for one in outcomes
                            if one["outcome"] == "survived" and not equivalent(one, known))
    return share(whole)


def scores(outcomes):
    """Shares by op and of all, of how many, and a killed mutant of each op: name, digest of its file, target where
    one was chosen."""
    known = reasons()
    table, killed = tables(outcomes, known), {}
    for one in outcomes:
        if one["outcome"] == "killed" and one["seconds"] < QUICK:
            killed.setdefault(one["op"], " ".join(filter(None, (one["mutant"], one["file"], one.get("target")))))
    counted = {op: row for op, row in table.items() if row["killed"] + row["survived"]}
    return {"all": round(share(sum(table.values(), collections.Counter())), 3),
            "ops": {op: round(share(row), 3) for op, row in sorted(counted.items())},
            "counted": {op: row["killed"] + row["survived"] for op, row in sorted(counted.items())},
            "killed": dict(sorted(killed.items()))}


def write_scores(path, part, outcomes):
    """Writes the part of a file; the others stay."""
    stored = tomllib.loads(read(path)) if os.path.exists(path) else {}
    stored[part] = scores(outcomes)
    with open(path, "w", encoding="utf-8") as file:
        file.write("# SPDX-" "License-Identifier: Apache-2.0\n"
                   "# Made by sources.py and headers.py with --write: the share of mutants of sources that the smoke suite kills,\n"
                   "# and some of these. ratchet_sources_test.py lets no commit lower a share, and runs those of the simulator.\n")
        for name, found in sorted(stored.items()):
            file.write(f"\n[{name}]\nall = {found['all']:.3f}\n\n[{name}.ops]\n")
            file.writelines(f"{op} = {value:.3f}\n" for op, value in found["ops"].items())
            if "counted" in found:
                file.write(f"\n[{name}.counted]\n")
                file.writelines(f"{op} = {number}\n" for op, number in found["counted"].items())
            file.write(f"\n[{name}.killed]\n")
            file.writelines(f"{op} = {json.dumps(text)}\n" for op, text in found["killed"].items())


def common_options(parser):
    """What campaigns on sources read alike."""
    parser.add_argument("--assay", required=True)
    parser.add_argument("--op", action="append", default=[])
    parser.add_argument("--per-op", type=int, default=6)
    parser.add_argument("--suite", default="smoke", choices=("smoke", "nightly"))
    parser.add_argument("--cases", type=int, default=0, metavar="N", help="of each recipe; default the suite's")
    parser.add_argument("--shard", default="0/1", metavar="I/N")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--scratch", metavar="FOLDER", help="for temporary files")
    parser.add_argument("--survivors", metavar="FILE")
    parser.add_argument("--write", metavar="FILE", help="scores that ratchet_sources_test.py reads")
    parser.add_argument("--at-least", type=float, default=0.0, metavar="SHARE", help="exit 1 where fewer are killed")
    parser.add_argument("-j", type=int, default=os.cpu_count())
