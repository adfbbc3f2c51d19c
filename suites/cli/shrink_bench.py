#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How far failing cases shrink, over the known bugs of the simulator.

shrink_bench.py --assay PROGRAM [--cases N] [--budget N] [FAULT...]
For every bug of zoo.toml that is not held out of tuning, N failing cases spread over its part of the
smoke suite are shrunk. Prints a line for each bug and the distributions. Exit code 1 where a median
misses: one minimal legal tile, 8 relevant elements, 150 executions."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib

TABLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "zoo.toml")
FAILURES = {"deviates", "accepted_invalid", "rejected_valid", "crashed", "timed_out"}
GOALS = {"tiles": 1, "relevant": 8, "executions": 150}


def failing(assay, backend, entry, folder):
    out = os.path.join(folder, "run")
    options = [part for key in ("op", "target") if key in entry for part in (f"--{key}", entry[key])]
    subprocess.run([assay, "run", "--suite", "smoke", "--no-shrink", "--no-tiles", "--out", out, "--cases", "2",
                    "--backend", backend, "--timeout", "1", *options], capture_output=True,
                   check=False)
    with open(os.path.join(out, "journal.jsonl"), encoding="utf-8") as lines:
        records = [record for record in map(json.loads, lines) if "verdict" in record]
    return [record["name"] for record in records
            if record.get("verdict", {}).get("kind") in FAILURES]


def spread(names, count):
    count = min(count, len(names))
    return [names[(2 * i + 1) * len(names) // (2 * count)] for i in range(count)]


def shrink(assay, name, backend, budget, folder):
    done = subprocess.run([assay, "shrink", name, "--backend", backend, "--budget", str(budget),
                           "--timeout", "1", "--format", "json", "--out", "shrunk.h5"],
                          cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 1:
        return json.loads(done.stdout)
    print(f"  not shrunk ({done.returncode}): {name}: {(done.stdout + done.stderr).strip()}")
    return None


def distribution(values):
    ordered = sorted(values)
    places = ("min", 0), ("median", 0.5), ("90%", 0.9), ("max", 1)
    return ", ".join(f"{name} {ordered[round(part * (len(ordered) - 1))]}" for name, part in places)


def measure(assay, fault, entry, arguments):
    backend = f"simulator:fault={fault}"
    with tempfile.TemporaryDirectory() as folder:
        names = spread(failing(assay, backend, entry, folder), arguments.cases)
        found = [shrink(assay, name, backend, arguments.budget, folder) for name in names]
    return [one for one in found if one], len(names)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--cases", type=int, default=3)
    parser.add_argument("--budget", type=int, default=150)
    parser.add_argument("faults", nargs="*")
    arguments = parser.parse_args()
    assay = os.path.abspath(arguments.assay)
    with open(TABLE, "rb") as file:
        table = tomllib.load(file)
    everything, tried = [], 0
    for fault in arguments.faults or [one for one in table if not table[one].keys() & {"held_out", "legal", "suite"}]:
        begin = time.monotonic()
        found, count = measure(assay, fault, table[fault], arguments)
        tried += count
        everything += found
        text = "; ".join(f"{one['elements_before']} -> {one['elements']} elements, "
                         f"{one['tiles']} tile(s), {one['relevant']} relevant, "
                         f"{one['executions']} executions" for one in found)
        print(f"{fault} ({time.monotonic() - begin:.1f} s): {text or 'nothing failed'}", flush=True)
    if not everything:
        sys.exit("no case was shrunk")
    print(f"{len(everything)} of {tried} failing cases shrunk")
    missed = []
    for key, most in GOALS.items():
        values = [one[key] for one in everything]
        within = sum(value <= most for value in values)
        print(f"{key:11}{distribution(values)}; {within} of {len(values)} at most {most}")
        if statistics.median(values) > most:
            missed.append(key)
    share = [one["elements"] / one["elements_before"] for one in everything]
    print(f"elements left of the case: median {statistics.median(share):.2%}")
    sys.exit(f"missed: {', '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
