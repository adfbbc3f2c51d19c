#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that the smoke suite finds nothing in a healthy simulator and catches every known bug.

zoo.py --assay PROGRAM [--whole] [-j N] [FAULT...]
A bug's run ends after the first failing cases, unless the wanted verdict is not among them. --whole runs the whole
suite to its end for every bug instead of the part that zoo.toml names; "healthy" among the names means the
simulator without a bug."""

import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib

TABLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "zoo.toml")
KEYS = {"verdicts", "op", "target", "suite", "timeout", "held_out", "legal", "inconsistent", "cases"}
FINE = {"conforms", "unsupported", "target_defined", "distrusted"}
LIMIT = 500  # seconds a run may take
ENOUGH = 20  # failing cases that mostly show what a bug does


def verdict_of(record):
    verdict = record["verdict"]
    deviation = verdict.get("deviation", "none")
    return verdict["kind"] if deviation == "none" else f"{verdict['kind']}.{deviation}"


def run(assay, options, suite="smoke"):
    """Exit code, and how often each verdict is in the journal."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "run")
        done = subprocess.run([assay, "run", "--suite", suite, "--no-shrink", "--no-confirm", "--no-tiles", "--out", out,
                               "--rerun", "0", *options],
                              capture_output=True, text=True, timeout=LIMIT, check=False)
        journal = os.path.join(out, "journal.jsonl")
        if not os.path.exists(journal):
            return done.returncode, {}, done.stderr.strip()
        with open(journal, encoding="utf-8") as lines:
            verdicts = collections.Counter(verdict_of(record) for record in map(json.loads, lines) if "verdict" in record)
        return done.returncode, verdicts, done.stderr.strip().split("\n")[-1]


def options_of(fault, entry, whole):
    options = ["--backend", f"simulator:fault={fault}", "-j", "1"]
    for key in () if whole else ("op", "target", "cases"):
        options += [f"--{key}", str(entry[key])] if key in entry else []
    return options + (["--timeout", str(entry["timeout"])] if "timeout" in entry else [])


def complaints_of(code, verdicts, wanted, message):
    if not verdicts:
        return [f"no journal, exit code {code}: {message}"]
    found = [] if code == 1 else [f"exit code {code} instead of 1: {message}"]
    if not any(verdicts.get(one) for one in wanted):
        found.append(f"no case is {' or '.join(wanted)}")
    return found


def healthy_complaints(code, verdicts, message):
    found = [] if code == 0 else [f"exit code {code} instead of 0: {message}"]
    found += [f"{count} cases are {one}" for one, count in verdicts.items() if one not in FINE]
    if not verdicts.get("conforms"):
        found.append("no case conforms")
    return found


def check_bent(assay, fault, entry, whole):
    """Verdicts of a simulator with a bug, and what is wrong with them."""
    options = options_of(fault, entry, whole)
    if "legal" in entry:
        code, verdicts, message = run(assay, options)
        return verdicts, healthy_complaints(code, verdicts, message)
    if "inconsistent" in entry:
        code, verdicts, message = run(assay, options)
        complaints = [one for one in healthy_complaints(code, verdicts, message) if not one.startswith("exit code")]
        return verdicts, complaints + ([] if code == 1 else [f"exit code {code} instead of 1: {message}"])
    for limit in ([], ) if whole else (["--max-failures", str(ENOUGH)], []):
        code, verdicts, message = run(assay, options + limit, entry.get("suite", "smoke"))
        complaints = complaints_of(code, verdicts, entry["verdicts"], message)
        if not complaints:
            break
    return verdicts, complaints


def check(assay, fault, table, whole):
    """Whether the result is as expected, and the line that reports it."""
    begin = time.monotonic()
    try:
        if fault == "healthy":
            code, verdicts, message = run(assay, ["-j", "1"])
            complaints = healthy_complaints(code, verdicts, message)
        else:
            entry = table[fault]
            verdicts, complaints = check_bent(assay, fault, entry, whole)
    except subprocess.TimeoutExpired:
        verdicts, complaints = {}, [f"the run did not end within {LIMIT} seconds"]
    counts = ", ".join(f"{count} {one}" for one, count in sorted(verdicts.items()))
    line = f"{'FAILED' if complaints else 'ok':7}{fault} ({time.monotonic() - begin:.1f} s): {counts}"
    return not complaints, "\n  ".join([line] + complaints)


def faults_of(assay):
    listing = subprocess.run([assay, "backends", "--faults"], capture_output=True, text=True,
                             check=True)
    return [line.split()[0] for line in listing.stdout.splitlines()]


def table_complaints(table, faults):
    found = [f"zoo.toml says nothing about {name}" for name in faults if name not in table]
    found += [f"zoo.toml knows {name}, the simulator does not" for name in table
              if name not in faults]
    for name, entry in table.items():
        found += [f"zoo.toml, {name}: unknown key {key}" for key in set(entry) - KEYS]
        found += [f"zoo.toml, {name}: {key} is true or left out" for key in ("held_out", "legal")
                  if entry.get(key, True) is not True]
        if bool(entry.get("verdicts")) == ("legal" in entry or "inconsistent" in entry):
            found.append(f"zoo.toml, {name}: verdicts, legal or inconsistent, and one of them alone")
    return found


def self_test():
    """The checks themselves refuse what they must."""
    entry = {"verdicts": ["crashed"]}
    assert not complaints_of(1, {"crashed": 1, "conforms": 9}, ["crashed", "timed_out"], "")
    assert complaints_of(0, {"conforms": 9}, ["crashed"], "")
    assert complaints_of(0, {"crashed": 9}, ["crashed"], "")
    assert complaints_of(1, {"deviates.value": 9}, ["crashed"], "")
    assert complaints_of(3, {}, ["crashed"], "no worker")
    assert not healthy_complaints(0, {"conforms": 9, "target_defined": 1}, "")
    assert healthy_complaints(0, {"unsupported": 9}, "")
    assert healthy_complaints(0, {"conforms": 9, "infra": 1}, "")
    assert healthy_complaints(1, {"conforms": 9}, "")
    assert not table_complaints({"crashes": entry}, ["crashes"])
    assert table_complaints({}, ["crashes"])
    assert table_complaints({"crashes": entry}, [])
    assert table_complaints({"crashes": {"verdicts": []}}, ["crashes"])
    assert table_complaints({"crashes": entry | {"ops": "*"}}, ["crashes"])
    assert not table_complaints({"crashes": entry | {"held_out": True}}, ["crashes"])
    assert table_complaints({"crashes": entry | {"held_out": "no"}}, ["crashes"])
    assert not table_complaints({"crashes": {"legal": True}}, ["crashes"])
    assert table_complaints({"crashes": entry | {"legal": True}}, ["crashes"])
    assert table_complaints({"crashes": {"legal": False}}, ["crashes"])
    assert verdict_of({"verdict": {"kind": "deviates", "deviation": "text"}}) == "deviates.text"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("faults", nargs="*")
    arguments = parser.parse_args()
    if arguments.self_test:
        self_test()
        return
    with open(TABLE, "rb") as file:
        table = tomllib.load(file)
    faults = faults_of(arguments.assay)
    wrong = table_complaints(table, faults)
    print("\n".join(wrong), end="\n" if wrong else "")
    known = ["healthy", *faults]
    if unknown := sorted(set(arguments.faults) - set(known)):
        parser.error(f"the simulator has no fault {', '.join(unknown)}; 'assay backends --faults' lists them")
    chosen = [name for name in arguments.faults or known if name == "healthy" or name in table]
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        results = list(pool.map(
            lambda name: check(arguments.assay, name, table, arguments.whole), chosen))
    for _, line in results:
        print(line)
    bad = sum(not good for good, _ in results) + len(wrong)
    print(f"{len(chosen)} simulators, {bad} complaints")
    sys.exit(1 if bad or not chosen else 0)


if __name__ == "__main__":
    main()
