#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What would the suite catch? Mutants of the simulator, made by lists, each under the cases of an op.

campaign.py --assay PROGRAM --state FILE [--per-op N] [--suite NAME] [--op OP]... [--shard I/N]
            [--seconds S] [-j N] [--rules] [--write FILE] [--survivors FILE] [--after NAME [--excused]]
A mutant changes one thing of the results of one op on one target, as `assay backends --mutants` lists
them: what happens, and to which results. Each op gets N of them, spread over the list by its name, so
that all changes and places meet many ops. --rules takes rules that are not checked instead. Nobody
chose them for what the suite looks at.

killed     a case fails
survived   a case would show it, and none fails
idle       no case of the suite shows it
Mutants that speak of results that an op has not (floats, integers, inputs) are not made.

The score is killed / (killed + survived + idle); idle ones that cannot show at all, with the reason in
equivalent.toml, are left out; a killed one that has such a reason is named, and the reason is wrong. The state is a line a mutant: a campaign that was cut off goes on, shards
are put together with cat. --suite nightly --after smoke tries those again that smoke left alive, and counts as killed
what either of them kills; with --excused those too that have a reason, which one that is killed contradicts. --write stores the scores for `ratchet_test.py`, --survivors the list to read."""

import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 600  # seconds a run may take
FINE = ("conforms", "unsupported", "target_defined", "distrusted")
SAMPLE = 2  # mutants of each op that the ratchet runs again
# What a change or a place needs to be different from nothing: a place where all results are changed.
NEEDS = {"first_input": "of_an_input", "second_input": "of_two_inputs", "equal_inputs": "of_two_inputs",
         "negative_input": "of_an_input", "zero_input": "of_an_input", "infinite_input": "of_float_input",
         "largest_missed": "integers", "least_missed": "integers"}
NEEDS |= dict.fromkeys(("nan_lost", "infinity_lost", "overflow_early", "zero_sign_lost", "subnormal_lost",
                        "sign_lost", "doubled", "fraction_halved"), "floats")
PROBES = ("everywhere", "floats", "integers", "of_an_input", "of_two_inputs", "of_float_input")


def said(assay, *command):
    done = subprocess.run([assay, *command, "--format", "json"], capture_output=True, text=True,
                          timeout=LIMIT, check=True)
    return json.loads(done.stdout)


def order(text):
    """A number that depends on a text alone."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Page:
    """What a mutant can meet in an op."""

    def __init__(self, assay, op):
        page = said(assay, "show", op)
        self.op = op
        self.targets = sorted({target for form in page["forms"] for target in form["targets"]})
        self.has = set()  # of PROBES

    def meets(self, mutant):
        """Whether the op has results that the mutant speaks of; it was probed by then."""
        needs = {NEEDS.get(word, word) for word in mutant.split(".")} & set(PROBES)
        return {"everywhere", *needs} <= self.has and not needs >= {"floats", "integers"}


def plan_of(page, mutants, count):
    """Mutants for an op, each on one of its targets."""
    ranked = sorted(mutants, key=lambda mutant: order(f"{page.op} {mutant}"))
    return [(mutant, page.targets[order(mutant + page.op) % len(page.targets)])
            for mutant in ranked[:count]]


class Campaign:
    def __init__(self, arguments):
        self.assay, self.suite = arguments.assay, arguments.suite
        self.state, self.known = arguments.state, {}
        if os.path.exists(self.state):
            with open(self.state, encoding="utf-8") as file:
                for line in file:
                    one = json.loads(line)
                    self.known[one["suite"], one["op"], one["target"], one["mutant"]] = one

    def run(self, op, target, backend, suite=None):
        """Exit code, and the verdict that failed."""
        suite = suite or self.suite
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "run")
            options = [] if suite == "smoke" else ["--seed", "1"]
            done = subprocess.run(
                [self.assay, "run", "--suite", suite, "--op", op, "--target", target, "--backend", backend,
                 "--no-shrink", "--no-confirm", "--no-tiles", "--rerun", "0", "--max-failures", "1",
                 "--timeout", "60", "-q", "-j", "1", "--out", out, *options],
                capture_output=True, text=True, timeout=LIMIT, check=False)
            if done.returncode not in (0, 1):
                raise RuntimeError(f"{op} {target} {backend}: {done.stderr.strip()}")
            with open(os.path.join(out, "journal.jsonl"), encoding="utf-8") as file:
                verdicts = [one["verdict"] for one in map(json.loads, file) if "verdict" in one]
        failed = [one for one in verdicts if one["kind"] not in FINE]
        return done.returncode, f"{failed[-1]['kind']}.{failed[-1]['deviation']}" if failed else ""

    def probe(self, page):
        """What the results of an op are, by mutants that change all such results."""
        page.has = {probe for probe in PROBES
                    if self.run(page.op, page.targets[0], f"simulator:fault=complement.{probe}", "smoke")[0]}

    def tried(self, op, target, mutant):
        begin = time.monotonic()
        code, verdict = self.run(op, target, f"simulator:fault={mutant}")
        outcome = "killed" if code else "survived"
        if not code and not self.run(op, target, f"simulator:fault={mutant}.seen")[0]:
            outcome = "idle"
        one = {"suite": self.suite, "op": op, "target": target, "mutant": mutant, "outcome": outcome,
               "verdict": verdict, "seconds": round(time.monotonic() - begin, 2)}
        with open(self.state, "a", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")
        self.known[self.suite, op, target, mutant] = one

    def try_all(self, wanted, jobs, seconds):
        """The wanted ones that are not known yet, until the time is over; how many are left."""
        missing = [one for one in wanted if (self.suite, *one) not in self.known]
        end = time.monotonic() + seconds

        def one(mutant):
            if time.monotonic() < end:
                self.tried(*mutant)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(one, mutant) for mutant in missing]:
                done.result()
        return sum((self.suite, *one) not in self.known for one in wanted)


def equivalents():
    """Reasons why what matches shows in nothing legal."""
    with open(os.path.join(HERE, "equivalent.toml"), "rb") as file:
        return tomllib.load(file)["equivalent"]


def reason_of(one, reasons):
    for reason in reasons:
        if fnmatch.fnmatch(one["op"], reason.get("op", "*")) and \
                fnmatch.fnmatch(one["target"], reason.get("target", "*")) and \
                fnmatch.fnmatch(one["mutant"], reason["mutant"]) and one["outcome"] == reason["outcome"]:
            return reason["why"]
    return ""


def contradicted(outcomes, reasons):
    """Mutants that were killed though a reason says that nothing legal shows them. What comes and goes from call
    to call shows by that alone."""
    return [f"{one['op']} {one['target']} {one['mutant']}: {why}" for one in outcomes
            if one["outcome"] == "killed" and not one["mutant"].endswith(".every_second_call")
            for why in {reason_of(one | {"outcome": outcome}, reasons) for outcome in ("idle", "survived")} - {""}]


def scores_of(outcomes, reasons):
    """By op: killed, survived, idle, left out with a reason."""
    table = collections.defaultdict(collections.Counter)
    for one in outcomes:
        table[one["op"]]["equivalent" if reason_of(one, reasons) else one["outcome"]] += 1
    return table


def score(row):
    counted = row["killed"] + row["survived"] + row["idle"]
    return row["killed"] / counted if counted else 1.0


def wanted_of(assay, arguments):
    rows = said(assay, "backends", "--mutants")["mutants"]
    mutants = [row["name"] for row in rows if row["name"].startswith("unchecked.") == arguments.rules]
    ops = [one["op"] for one in said(assay, "list")["ops"]]
    for unknown in set(arguments.op) - set(ops):
        sys.exit(f"campaign.py: no op is called {unknown}")
    pages = [Page(assay, op) for op in ops if not arguments.op or op in arguments.op]
    campaign = Campaign(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for done in [pool.submit(campaign.probe, page) for page in pages]:
            done.result()
    return [(page.op, target, mutant) for page in pages
            for mutant, target in plan_of(page, [one for one in mutants if page.meets(one)],
                                          arguments.per_op)]


def left_by(suite, wanted, known, reasons):
    """Of the wanted those that a suite did not kill, but for those with a reason."""
    untried = [one for one in wanted if (suite, *one) not in known]
    if untried:
        sys.exit(f"campaign.py: the state has no outcome of {suite} for {len(untried)} of {len(wanted)} mutants")
    return [one for one in wanted if known[suite, *one]["outcome"] != "killed" and not reason_of(known[suite, *one], reasons)]


def write_scores(path, outcomes, reasons, arguments):
    table = scores_of(outcomes, reasons)
    killed = collections.defaultdict(list)
    for one in sorted(outcomes, key=lambda one: order(one["op"] + one["mutant"])):
        if one["outcome"] == "killed":
            killed[one["op"]].append(f"{one['target']} {one['mutant']}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("# SPDX-" "License-Identifier: Apache-2.0\n"
                   f"# Made by campaign.py --per-op {arguments.per_op} --suite {arguments.suite}: the share of mutants killed, and some of\n"
                   "# them, by op. ratchet_test.py lets no commit lower a share, and runs those.\n\n"
                   f"all = {score(sum(table.values(), collections.Counter())):.3f}\n\n[ops]\n")
        file.writelines(f"{op} = {score(row):.3f}\n" for op, row in sorted(table.items()))
        file.write("\n[killed]\n")
        file.writelines(f"{op} = {json.dumps(names[:SAMPLE])}\n" for op, names in sorted(killed.items()))


def self_test():
    page = Page.__new__(Page)
    page.op, page.targets, page.has = "TX", ["a5", "cpu"], {"everywhere", "integers", "of_an_input"}
    assert page.meets("lowest_bit.everywhere") and page.meets("largest_missed.last_row")
    assert page.meets("first_input.zero_input") and page.meets("unchecked.3")
    assert not page.meets("second_input.everywhere") and not page.meets("lowest_bit.equal_inputs")
    assert not page.meets("nan_lost.everywhere") and not page.meets("zero.floats")
    page.has.add("floats")
    assert page.meets("lowest_bit.first_row")
    assert page.meets("nan_lost.everywhere") and not page.meets("nan_lost.integers")
    page.has.remove("everywhere")
    assert not page.meets("lowest_bit.first_row")
    plan = plan_of(page, ["a.x", "b.x", "c.x"], 2)
    assert len(plan) == 2 and plan == plan_of(page, ["c.x", "b.x", "a.x"], 2)
    outcomes = [{"op": "TX", "target": "a5", "mutant": name, "outcome": outcome} for name, outcome in
                (("a.x", "killed"), ("b.x", "survived"), ("c.x", "idle"), ("d.x", "idle"))]
    reasons = [{"mutant": "d.*", "outcome": "idle", "why": "because"}]
    row = scores_of(outcomes, reasons)["TX"]
    assert row == {"killed": 1, "survived": 1, "idle": 1, "equivalent": 1} and score(row) == 1 / 3
    assert not reason_of(outcomes[1] | {"mutant": "d.x"}, reasons)
    assert all(reason["why"] for reason in equivalents())
    assert contradicted(outcomes, reasons) == []
    assert contradicted(outcomes, [{"mutant": "?.x", "outcome": "idle", "why": "so"}]) == ["TX a5 a.x: so"]
    assert contradicted([outcomes[0] | {"mutant": "a.every_second_call"}], [{"mutant": "a.*", "outcome": "idle", "why": "so"}]) == []
    known = {("smoke", one["op"], one["target"], one["mutant"]): one for one in outcomes}
    names = [("TX", "a5", name) for name in ("a.x", "c.x", "d.x")]
    assert left_by("smoke", names, known, []) == names[1:] and left_by("smoke", names, known, reasons) == names[1:2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay")
    parser.add_argument("--state", default="mutation.jsonl")
    parser.add_argument("--per-op", type=int, default=12)
    parser.add_argument("--suite", default="smoke", choices=("smoke", "nightly"))
    parser.add_argument("--op", action="append", default=[])
    parser.add_argument("--shard", default="0/1", metavar="I/N")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("--survivors", metavar="FILE")
    parser.add_argument("--after", metavar="NAME", choices=("smoke", "nightly"))
    parser.add_argument("--excused", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    shard, shards = map(int, arguments.shard.split("/"))
    wanted = wanted_of(arguments.assay, arguments)[shard::shards]
    campaign = Campaign(arguments)
    reasons = equivalents()
    again = left_by(arguments.after, wanted, campaign.known, [] if arguments.excused else reasons) if arguments.after else wanted
    left = campaign.try_all(again, arguments.j, arguments.seconds)
    suites = {one: arguments.after for one in wanted} | {one: arguments.suite for one in again}
    outcomes = [campaign.known[suites[one], *one] for one in wanted if (suites[one], *one) in campaign.known]
    table = scores_of(outcomes, reasons)
    columns = ("killed", "survived", "idle", "equivalent")
    print(f"{'op':<18}{'score':>8}" + "".join(f"{column:>12}" for column in columns))
    for op, row in [*sorted(table.items()), ("all", sum(table.values(), collections.Counter()))]:
        print(f"{op:<18}{score(row):>8.1%}" + "".join(f"{row[column]:>12}" for column in columns))
    if left:
        print(f"{left} of {len(again)} mutants are left; the same command goes on")
    wrong = contradicted(outcomes, reasons)
    for line in wrong:
        print(f"killed in spite of its reason: {line}")
    if arguments.survivors:
        with open(arguments.survivors, "w", encoding="utf-8") as file:
            file.writelines(f"{one['op']} {one['target']} {one['mutant']}: {one['outcome']}\n" for one in outcomes
                            if one["outcome"] != "killed" and not reason_of(one, reasons))
    if arguments.write and not left:
        write_scores(arguments.write, outcomes, reasons, arguments)
    return 1 if left or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
