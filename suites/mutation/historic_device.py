#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Would the suite have caught what was mended in the PTO headers of devices? In the simulator, one defect at a time.

historic_device.py --assay PROGRAM --build FOLDER [--state FILE] [--suite NAME] [--op OP]... [--commit HASH]...
                   [--seconds S] [-j N] [--list]
Headers of devices do not compile here. historic_device.toml says what was wrong in them, by commit, and has the
same defect for a source of the simulator, which is compiled, linked into a plugin and judged as sources.py does it.

caught   a case fails; none fails of the unchanged plugin
missed   other code was compiled, and no case fails
lost     the source is another one by now: the lines that are to be replaced are not there once
broken   it does not compile
The state is a line a defect: one is tried again where its lines or its source are others."""

import argparse
import collections
import concurrent.futures
import json
import os
import sys
import tempfile
import time
import tomllib

import campaign
import outcomes
import sources

DEFECTS = os.path.join(campaign.HERE, "historic_device.toml")
# What the lines of a defect may use besides what their source includes.
INCLUDES = '#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n#include <utility>\n#include "runners/simulator/core/formats.hpp"\n'


def defects():
    with open(DEFECTS, "rb") as file:
        return tomllib.load(file)["defect"]


def planted(one, text):
    """A source with a defect in it; nothing where its lines are not there once."""
    return INCLUDES + text.replace(one["before"], one["after"]) if text.count(one["before"]) == 1 else None


class State:
    """A line a defect; what it was tried on is part of it."""

    def __init__(self, path):
        self.path, self.known = path, {}
        if path and os.path.exists(path):
            for one in map(json.loads, outcomes.read(path).splitlines()):
                self.known[one["tried"]] = one

    def add(self, one):
        self.known[one["tried"]] = one
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")


def tried_on(options, one):
    return outcomes.digest("\n".join([options.suite, one["op"], one["target"], one["before"], one["after"],
                                      outcomes.digest_of(sources.ROOT, one["file"])]))


def try_one(ran, one):
    """Outcome and verdict of a defect."""
    text = planted(one, outcomes.read(sources.ROOT, one["file"]))
    if text is None:
        return "lost", ""
    if ran.run(one["op"], one["target"], healthy(ran), "--freeze-support"):
        sys.exit(f"historic_device.py: cases of {one['op']} fail without any defect")
    with tempfile.TemporaryDirectory(dir=ran.folder) as folder:
        changed, plugin = os.path.join(folder, "source.o"), os.path.join(folder, "plugin.so")
        if not ran.build.compiled(one["file"], text, changed):
            return "broken", ""
        ran.build.linked([ran.entry, changed], plugin)
        verdict = ran.run(one["op"], one["target"], plugin)
    return ("caught" if verdict else "missed"), verdict


def healthy(ran):
    """The unchanged plugin."""
    plugin = os.path.join(ran.folder, "healthy.so")
    with ran.lock:
        if not os.path.exists(plugin):
            ran.build.linked([ran.entry], plugin)
    return plugin


def show(wanted, state, options):
    count = collections.Counter()
    for one in wanted:
        found = state.known.get(tried_on(options, one))
        if found is None:
            continue
        note = "" if found["outcome"] == "caught" else one.get("why", one.get("missed", ""))
        outcome = "accepted" if found["outcome"] == "missed" and "why" in one else found["outcome"]
        count[outcome] += 1
        print(f"{one['commit']} {outcome:<9}{one['op']:<16}{one['target']:<5}{found['verdict'] or note or one['was']}")
    print(", ".join(f"{number} {name}" for name, number in sorted(count.items())))
    return count


def options_of():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--build", required=True, help="folder of a whole build")
    parser.add_argument("--state", default="historic_device.jsonl")
    parser.add_argument("--suite", default="smoke", choices=("smoke", "nightly"))
    parser.add_argument("--op", action="append", default=[])
    parser.add_argument("--commit", action="append", default=[], metavar="HASH")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--scratch", metavar="FOLDER", help="for temporary files")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--list", action="store_true", help="the defects in words, and nothing more")
    return parser.parse_args()


def main():
    options = options_of()
    wanted = [one for one in defects() if (not options.op or one["op"] in options.op) and
              (not options.commit or one["commit"].startswith(tuple(options.commit)))]
    if options.list:
        for one in wanted:
            print(f"{one['commit']} {one['op']:<16}{one['target']:<5}{one['was']}")
        return 0
    state, end = State(options.state), time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        ran = sources.Campaign(argparse.Namespace(**vars(options) | {"state": "", "shard": "0/1", "per_op": 1}), folder)

        def work(one):
            if tried_on(options, one) in state.known or time.monotonic() > end:
                return
            begin = time.monotonic()
            outcome, verdict = try_one(ran, one)
            state.add({"tried": tried_on(options, one), "commit": one["commit"], "op": one["op"], "target": one["target"],
                       "outcome": outcome, "verdict": verdict, "seconds": round(time.monotonic() - begin, 1)})
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            for done in [pool.submit(work, one) for one in wanted]:
                done.result()
    count = show(wanted, state, options)
    left = len(wanted) - count.total()
    if left:
        print(f"{left} are not done; the same command goes on")
    return 1 if left or count["lost"] or count["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
