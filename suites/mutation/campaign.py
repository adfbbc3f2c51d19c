#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures which mutants of the simulator the cases of each op kill.

A mutant changes one thing in the results of one op on one target: a pair out of a list of changes and a
list of places (`assay backends --mutants`). Each op gets N pairs, chosen by a hash of the names, so that
all changes and places meet many ops. --rules takes rules that are not checked instead.

killed      a case fails
survived    a case has such a result, and none fails
idle        no case of the suite has such a result
equivalent  not killed, and equivalent.toml has the reason why no legal call can show the mutant

The score is killed / (killed + survived + idle). A reason that a killed mutant contradicts is printed, and
the command fails. No mutant is made of kinds of results that an op does not have (floats, integers, inputs)."""

import collections
import concurrent.futures
import fnmatch
import json
import os
import sys
import tempfile
import time
import tomllib

import common

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 600  # seconds for a run
FINE = {"conforms", "unsupported", "target_defined", "distrusted"}
SAMPLE = 2  # killed mutants of each op that scores.toml names
COUNTED = ("killed", "survived", "idle")
# The kind of results that a change or a place needs; the names are places where all results are changed.
NEEDS = {"first_input": "of_an_input", "second_input": "of_two_inputs", "equal_inputs": "of_two_inputs",
         "negative_input": "of_an_input", "zero_input": "of_an_input", "infinite_input": "of_float_input",
         "largest_missed": "integers", "least_missed": "integers"}
NEEDS |= dict.fromkeys(("nan_lost", "infinity_lost", "overflow_early", "zero_sign_lost", "subnormal_lost",
                        "sign_lost", "doubled", "fraction_halved"), "floats")
PROBES = ("everywhere", "floats", "integers", "of_an_input", "of_two_inputs", "of_float_input")


def failure(assay, suite, op, target, fault):
    """The verdict that fails a run of the simulator with a fault, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "run")
        done = common.run(assay, out, *common.cases_of(suite, op, target), "--backend", f"simulator:fault={fault}",
                          "--max-failures", "1", "--timeout", "60", limit=LIMIT)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{op} {target} {fault}: {done.stderr.strip()}")
        failed = [one for one in common.verdicts_of(out).values() if one["kind"] not in FINE]
    if failed:
        return f"{failed[-1]['kind']}.{failed[-1]['deviation']}"
    return "run failed" if done.returncode else ""


def kinds_of(assay, op, target):
    """The kinds of results that an op has: of PROBES those that a change of all such results shows."""
    return {probe for probe in PROBES if failure(assay, "smoke", op, target, f"complement.{probe}")}


def applies(mutant, kinds):
    """Whether an op with such kinds of results can show a mutant."""
    needs = {NEEDS.get(word, word) for word in mutant.split(".")} & set(PROBES)
    return {"everywhere", *needs} <= kinds and not needs >= {"floats", "integers"}


def plan_of(op, targets, mutants, count):
    """Mutants for an op, each with one of its targets."""
    ranked = sorted(mutants, key=lambda mutant: common.order(f"{op} {mutant}"))
    return [(op, targets[common.order(mutant + op) % len(targets)], mutant) for mutant in ranked[:count]]


def wanted_of(options):
    """Op, target and mutant of all that this command tries."""
    rows = common.answer(options.assay, "backends", "--mutants")["mutants"]
    mutants = [row["name"] for row in rows if row["name"].startswith("unchecked.") == options.rules]

    def plan(op):
        forms = common.answer(options.assay, "show", op)["forms"]
        targets = sorted({target for form in forms for target in form["targets"]})
        kinds = kinds_of(options.assay, op, targets[0])
        return plan_of(op, targets, [one for one in mutants if applies(one, kinds)], options.per_op)

    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        plans = list(pool.map(plan, common.ops_of(options)))
    return common.share_of(options, [one for plan in plans for one in plan])


def outcome_of(options, op, target, mutant):
    begin = time.monotonic()
    verdict = failure(options.assay, options.suite, op, target, mutant)
    seen = verdict or failure(options.assay, options.suite, op, target, f"{mutant}.seen")
    return {"suite": options.suite, "op": op, "target": target, "mutant": mutant,
            "outcome": "killed" if verdict else "survived" if seen else "idle",
            "verdict": verdict, "seconds": round(time.monotonic() - begin, 2)}


def try_all(options, state, wanted):
    """Tries those that the state does not have, until the time is over; how many are left."""
    end = time.monotonic() + options.seconds

    def work(one):
        if (options.suite, *one) not in state.known and time.monotonic() < end:
            state.add(outcome_of(options, *one))

    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        list(pool.map(work, wanted))
    return sum((options.suite, *one) not in state.known for one in wanted)


def equivalents():
    """The reasons of equivalent.toml."""
    with open(os.path.join(HERE, "equivalent.toml"), "rb") as file:
        return tomllib.load(file)["equivalent"]


def reason_of(one, reasons):
    """Why no legal call shows a mutant, or nothing."""
    for reason in reasons:
        if one["outcome"] == reason["outcome"] and all(fnmatch.fnmatch(one[key], reason.get(key, "*"))
                                                       for key in ("op", "target", "mutant")):
            return reason["why"]
    return ""


def contradicted(outcomes, reasons):
    """Killed mutants that have a reason. What changes from call to call is killed for that alone."""
    return [f"{one['op']} {one['target']} {one['mutant']}: {why}" for one in outcomes
            if one["outcome"] == "killed" and not one["mutant"].endswith(".every_second_call")
            for why in {reason_of(one | {"outcome": outcome}, reasons) for outcome in ("idle", "survived")} - {""}]


def table_of(outcomes, reasons):
    return common.table_of(outcomes, lambda one: "equivalent" if reason_of(one, reasons) else one["outcome"])


def left_by(suite, wanted, known, reasons):
    """Those that a suite did not kill and that have no reason."""
    untried = [one for one in wanted if (suite, *one) not in known]
    if untried:
        sys.exit(f"campaign.py: the state has no outcome of {suite} for {len(untried)} of {len(wanted)} mutants")
    return [one for one in wanted if known[suite, *one]["outcome"] != "killed" and not reason_of(known[suite, *one], reasons)]


def write_scores(path, outcomes, table, options):
    killed = collections.defaultdict(list)
    for one in sorted(outcomes, key=lambda one: common.order(one["op"] + one["mutant"])):
        if one["outcome"] == "killed":
            killed[one["op"]].append(f"{one['target']} {one['mutant']}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("# SPDX-" "License-Identifier: Apache-2.0\n"
                   f"# Made by campaign.py --per-op {options.per_op} --suite {options.suite} --write: the share of mutants killed, and some\n"
                   "# of them, by op. ratchet_test.py fails if a share is lower than in an earlier commit, and runs these mutants.\n\n"
                   f"all = {common.score(common.total_of(table), COUNTED):.3f}\n\n[ops]\n")
        file.writelines(f"{op} = {common.score(row, COUNTED):.3f}\n" for op, row in sorted(table.items()))
        file.write("\n[killed]\n")
        file.writelines(f"{op} = {json.dumps(names[:SAMPLE])}\n" for op, names in sorted(killed.items()))


def main():
    parser = common.options_of(__doc__, "mutation.jsonl", 12)
    parser.add_argument("--rules", action="store_true", help="take rules that are not checked as mutants")
    parser.add_argument("--write", metavar="FILE", help="write the scores that ratchet_test.py reads")
    parser.add_argument("--after", metavar="NAME", choices=("smoke", "nightly"),
                        help="try only what this suite did not kill, and count what either suite kills")
    parser.add_argument("--excused", action="store_true", help="with --after, try those with a reason too")
    options = parser.parse_args()
    wanted, state, reasons = wanted_of(options), common.State(options.state), equivalents()
    again = left_by(options.after, wanted, state.known, [] if options.excused else reasons) if options.after else wanted
    left = try_all(options, state, again)
    suites = {one: options.after for one in wanted} | {one: options.suite for one in again}
    outcomes = [state.known[suites[one], *one] for one in wanted if (suites[one], *one) in state.known]
    table = table_of(outcomes, reasons)
    common.print_table(table, (*COUNTED, "equivalent"), COUNTED)
    if left:
        print(f"{left} of {len(again)} mutants are left; the same command continues")
    wrong = contradicted(outcomes, reasons)
    for line in wrong:
        print(f"killed in spite of its reason: {line}")
    common.write_survivors(options.survivors, [
        f"{one['op']} {one['target']} {one['mutant']}: {one['outcome']}" for one in outcomes
        if one["outcome"] != "killed" and not reason_of(one, reasons)])
    if options.write and not left:
        write_scores(options.write, outcomes, table, options)
    return 1 if left or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
