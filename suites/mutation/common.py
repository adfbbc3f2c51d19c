# SPDX-License-Identifier: Apache-2.0
"""Shared by both campaigns: options, runs of assay, the state file and the table of scores."""

import argparse
import collections
import hashlib
import json
import os
import subprocess
import sys
import threading


def answer(assay, *command):
    """The JSON that a command of assay prints."""
    done = subprocess.run([assay, *command, "--format", "json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def order(text):
    """A number that depends only on the text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def options_of(documentation, state, per_op):
    """A parser with the common options."""
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True, metavar="PROGRAM")
    parser.add_argument("--state", default=state, metavar="FILE", help="one line per mutant; default %(default)s")
    parser.add_argument("--per-op", type=int, default=per_op, metavar="N", help="mutants of each op; default %(default)s")
    parser.add_argument("--suite", default="smoke", choices=("smoke", "nightly"))
    parser.add_argument("--op", action="append", default=[], help="only this op")
    parser.add_argument("--shard", default="0/1", metavar="I/N")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S", help="start no mutant later")
    parser.add_argument("--survivors", metavar="FILE", help="write a list of the mutants that were not killed")
    parser.add_argument("-j", type=int, default=os.cpu_count(), metavar="N")
    return parser


def ops_of(options):
    """The chosen ops of the suite."""
    ops = [one["op"] for one in answer(options.assay, "list")["ops"]]
    for unknown in set(options.op) - set(ops):
        sys.exit(f"{os.path.basename(sys.argv[0])}: no op is called {unknown}")
    return [op for op in ops if not options.op or op in options.op]


def share_of(options, items):
    """The part of a list that belongs to this shard."""
    shard, shards = map(int, options.shard.split("/"))
    return items[shard::shards]


def cases_of(suite, op, target):
    """Options of assay that choose the cases of an op on one target."""
    return ["--suite", suite, "--op", op, "--target", target, *([] if suite == "smoke" else ["--seed", "1"])]


def run(assay, out, *more, limit):
    """Runs cases one after the other; the finished process."""
    return subprocess.run(
        [assay, "run", "--out", out, "--no-shrink", "--no-confirm", "--no-tiles", "--rerun", "0", "-q", "-j", "1", *more],
        capture_output=True, text=True, timeout=limit, check=False)


def verdicts_of(out):
    """The verdicts of a run by the name of their case."""
    with open(os.path.join(out, "journal.jsonl"), encoding="utf-8") as file:
        return {one["name"]: one["verdict"] for one in map(json.loads, file) if "verdict" in one}


class State:
    """A file with one line per mutant. A campaign that was stopped continues with it."""

    def __init__(self, path):
        self.path, self.known, self.lock = path, {}, threading.Lock()
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for one in map(json.loads, file):
                    self.remember(one)

    def remember(self, one):
        self.known[one["suite"], one["op"], one.get("target"), one["mutant"]] = one

    def add(self, one):
        with self.lock, open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")
        self.remember(one)


def table_of(outcomes, column_of):
    """The number of outcomes of each op in each column."""
    table = collections.defaultdict(collections.Counter)
    for one in outcomes:
        table[one["op"]][column_of(one)] += 1
    return table


def total_of(table):
    return sum(table.values(), collections.Counter())


def score(row, counted):
    """The killed share of the mutants in the columns that count."""
    total = sum(row[column] for column in counted)
    return row["killed"] / total if total else 1.0


def print_table(table, columns, counted):
    print(f"{'op':<18}{'score':>8}" + "".join(f"{column:>14}" for column in columns))
    for op, row in [*sorted(table.items()), ("all", total_of(table))]:
        print(f"{op:<18}{score(row, counted):>8.1%}" + "".join(f"{row[column]:>14}" for column in columns))


def write_survivors(path, lines):
    if path:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
