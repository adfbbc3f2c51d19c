#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how well findings tell causes: planted faults, alone and mixed, and what comes of them.

findings_campaign.py --assay PROGRAM [--journals FOLDER] [--small] [--seed N] [-j N]
Every fault of zoo.toml runs once on its op, and the healthy simulator as well. From these journals
nights are mixed: one fault alone; one fault that bites only under a parameter (a target, a dtype,
valid columns that are no multiple of 8, more than 16 rows); two faults, in one op where there are
two; one fault in every op. A case that two faults would break counts for either. Prints findings per
cause and purity, the share of a finding's cases that come from the cause of most of them. A cause leads a finding whose
cases are mostly its own; one that leads none hides in another's.
--small takes a few faults and fails where a bound is missed; --journals keeps what ran."""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "zoo.toml")
FAILED = {"deviates", "accepted_invalid", "rejected_valid", "crashed", "timed_out"}
SMALL = ["nan_swallowed", "transposed_box", "shift_logical", "relu_drops_nan", "carry_lost",
         "saturates"]
LIMIT = 500  # seconds a command may take
MOST_FINDINGS = 1.2  # per cause
LEAST_PURITY = 0.95


def is_failure(record):
    return record["verdict"]["kind"] in FAILED


def place_of(record):
    """Rows and valid columns as the case's name spells them, or nothing."""
    found = re.match(r"[^/]*/[^/]*/[^/]*/[^/]*/(\d+)x\d+/v\d+x(\d+)/", record["name"])
    return (int(found[1]), int(found[2])) if found else None


def conditions_of(records, rng):
    """A parameter of each kind under which a fault may bite."""
    targets = sorted({one["target"] for one in records})
    dtypes = sorted({one["dtype"] for one in records})
    target, dtype = rng.choice(targets), rng.choice(dtypes)
    tail = lambda one: place_of(one) is not None and place_of(one)[1] % 8 != 0
    tall = lambda one: place_of(one) is not None and place_of(one)[0] > 16
    return {f"target {target}": lambda one: one["target"] == target,
            f"dtype {dtype}": lambda one: one["dtype"] == dtype,
            "valid columns % 8": tail, "rows > 16": tall}


class Zoo:
    """Journals of every fault alone, by name; "" is the healthy simulator."""

    def __init__(self, arguments):
        self.assay = arguments.assay
        self.folder = arguments.journals or tempfile.mkdtemp(prefix="assay-findings-")
        with open(TABLE, "rb") as file:
            self.table = tomllib.load(file)
        # A fault of every op would take a whole suite.
        own = sorted(name for name in self.table if self.op(name) != "*")
        self.faults = SMALL if arguments.small else own
        with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
            jobs = [(fault, self.op(fault)) for fault in self.faults]
            jobs += sorted({("", op) for _, op in jobs})
            self.records = dict(zip(jobs, pool.map(lambda job: self.run(*job), jobs)))

    def op(self, fault):
        return self.table[fault].get("op", "*")

    def run(self, fault, op):
        out = os.path.join(self.folder, f"{fault or 'healthy'}-{op.replace('*', '-all')}")
        journal = os.path.join(out, "journal.jsonl")
        if not os.path.exists(os.path.join(out, "junit.xml")):
            options = ["--backend", f"simulator:fault={fault}"] if fault else []
            if "timeout" in self.table.get(fault, {}):
                options += ["--timeout", str(self.table[fault]["timeout"]), "--target", "a5"]
            subprocess.run([self.assay, "run", "--no-shrink", "--no-tiles", "-j", "1", "--out", out, "--op", op,
                            *options],
                           capture_output=True, timeout=LIMIT, check=False)
        with open(journal, encoding="utf-8") as lines:
            return {one["name"]: one for one in map(json.loads, lines)}

    def of(self, fault):
        return self.records[fault, self.op(fault)]

    def healthy(self, fault):
        return self.records["", self.op(fault)]


def mixed(plants, zoo):
    """Records of a run with these (fault, condition) in it, and the causes of every failing case."""
    records, causes = {}, collections.defaultdict(set)
    for cause, condition in plants:
        for name, record in zoo.of(cause).items():
            bites = is_failure(record) and (condition is None or condition(record))
            if bites:
                causes[name].add(cause)
                if name not in records or not is_failure(records[name]):
                    records[name] = record
            elif name not in records:
                records[name] = zoo.healthy(cause).get(name, record)
    return list(records.values()), causes


def findings_of(zoo, records):
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal.jsonl")
        with open(journal, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in records)
        done = subprocess.run([zoo.assay, "findings", journal, "--format", "json"],
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.strip())
        return json.loads(done.stdout)["findings"]


class Score:
    def __init__(self, title):
        self.title = title
        self.nights = self.causes = self.own = self.findings = self.cases = self.pure = 0
        self.purities = []
        self.worst = []

    def add(self, label, findings, causes):
        alive = set().union(*causes.values()) if causes else set()
        own = set()
        self.nights += 1
        self.causes += len(alive)
        self.findings += len(findings)
        for finding in findings:
            counts = collections.Counter(cause for name in finding["cases"]
                                         for cause in causes[name])
            most = counts.most_common(1)[0][1]
            own.add(counts.most_common(1)[0][0])
            self.cases += len(finding["cases"])
            self.pure += most
            self.purities.append(most / len(finding["cases"]))
        self.own += len(own)
        low = min(self.purities[len(self.purities) - len(findings):], default=1)
        self.worst.append((len(findings) / max(len(alive), 1), low, label))

    def per_cause(self):
        return self.findings / max(self.causes, 1)

    def purity(self):
        return sum(self.purities) / max(len(self.purities), 1)

    def line(self):
        by_case = self.pure / max(self.cases, 1)
        return (f"{self.title:28} {self.nights:4} nights {self.causes:4} causes ({self.own} lead a finding) "
                f"{self.findings:4} findings {self.cases:7} failures: {self.per_cause():.2f} "
                f"findings per cause, purity {100 * self.purity():.1f} % "
                f"(by case {100 * by_case:.1f} %)")


def nights_of(zoo, rng):
    """Kinds of nights, each with its (label, plants)."""
    faults = list(zoo.faults)
    by_op = collections.defaultdict(list)
    for fault in faults:
        by_op[zoo.op(fault)].append(fault)
    kinds = {"one fault": [(one, [(one, None)]) for one in faults]}
    under = []
    for fault in faults:
        kind, condition = rng.choice(list(conditions_of(zoo.of(fault).values(), rng).items()))
        under.append((f"{fault} under {kind}", [(fault, condition)]))
    kinds["one fault under a parameter"] = under
    shuffled = rng.sample(faults, len(faults))
    pairs = [(a, b) for a, b in zip(shuffled[::2], shuffled[1::2]) if zoo.op(a) != zoo.op(b)]
    kinds["two faults in two ops"] = [(f"{a} + {b}", [(a, None), (b, None)]) for a, b in pairs]
    same = []
    for group in by_op.values():
        mates = rng.sample(group, len(group))
        same += list(zip(mates[::2], mates[1::2]))
    kinds["two faults in one op"] = [(f"{a} + {b}", [(a, None), (b, None)]) for a, b in same]
    whole = [(rng.choice(group), None) for _, group in sorted(by_op.items())]
    kinds["a fault in every op"] = [("all", whole)]
    return kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--journals")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="nights whose kind holds this text")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("-j", type=int, default=2)
    arguments = parser.parse_args()
    zoo = Zoo(arguments)
    total = Score("all")
    for title, nights in nights_of(zoo, random.Random(arguments.seed)).items():
        if arguments.only not in title:
            continue
        score = Score(title)
        mixes = [mixed(plants, zoo) for _, plants in nights]
        with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
            found = list(pool.map(lambda mix: findings_of(zoo, mix[0]), mixes))
        for (label, _), (_, causes), findings in zip(nights, mixes, found):
            score.add(label, findings, causes)
            total.add(label, findings, causes)
        print(score.line(), flush=True)
        for count, purity, label in sorted(score.worst, reverse=True):
            if arguments.verbose and (count > 1 or purity < LEAST_PURITY):
                print(f"    {label}: {count:.1f} findings per cause, least purity {purity:.2f}")
    print(total.line())
    good = total.per_cause() <= MOST_FINDINGS and total.purity() >= LEAST_PURITY
    print(f"goal: at most {MOST_FINDINGS} findings per cause, purity at least "
          f"{100 * LEAST_PURITY:.0f} %: {'met' if good else 'missed'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
