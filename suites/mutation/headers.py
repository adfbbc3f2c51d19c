#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What would the suite catch in a library of PTO headers? Mutants of its sources, one at a time.

headers.py --assay PROGRAM --sdk-include FOLDER --state FILE [--op OP]... [--per-op N] [--suite NAME]
           [--cxx PROGRAM] [--cxxflags FLAGS] [--shard I/N] [--seconds S] [-j N] [--survivors FILE] [--list]
`mutator.py` makes the mutants, in what the op may reach by name (`reach.py`) of the files for the CPU.
They are tried in an order that depends on their names alone, until N of an op count. The copies
of the headers and all that is compiled are temporary.

killed        a case fails that does not fail on the unchanged headers
survived      other code was compiled, and no case fails
idle          the same code was compiled, to the byte: it is of other types than the op's, or says the same
not_compiled  no call compiles
Only the first two count. The state is a line a mutant: a campaign that was cut off goes on."""

import argparse
import collections
import concurrent.futures
import itertools
import os
import re
import sys
import tempfile
import time

import campaign
import library
import mutator
import outcomes
import reach

FOLDER = "pto/cpu/"
TRIED = 4  # mutants of an op for each that shall count, at most


def mutants_in(include, units):
    """Of all lines that belong to units of the library for the CPU, by file."""
    lines = collections.defaultdict(set)
    for unit in units:
        if unit.file.startswith(FOLDER):
            lines[unit.file].update(range(unit.first, unit.last + 1))
    return [mutant for file in sorted(lines) for mutant in mutator.mutants_of(outcomes.read(include, file), file)
            if mutant.line in lines[file]]


def likely_idle(include, units, compiled):
    """Lines without code, but those that decide at compile time in functions that have code, and constants."""
    found = set()
    for unit in units:
        if not unit.file.startswith(FOLDER) or not unit.function:
            continue
        text = outcomes.read(include, unit.file).split("\n")
        with_code = {line for line in range(unit.first, unit.last + 1) if (os.path.basename(unit.file), line) in compiled}
        found.update((unit.file, line) for line in range(unit.first, unit.last + 1) if line not in with_code
                     and not (with_code and re.search("constexpr|static_assert", text[line - 1])))
    return found


class Campaign:
    def __init__(self, options, units):
        self.options, self.units, self.state = options, units, outcomes.State(options.state)
        self.end, self.order = time.monotonic() + options.seconds, {}

    def ranked(self, op):
        """Those of the file that implements the op and those of files that it shares with others, in turn; those
        on lines that no unit of the op has code of come last."""
        if op not in self.order:
            units = reach.reached(self.units, op)
            idle = likely_idle(self.options.sdk_include, units, self.compiled(op))
            own_file = next(unit.file for unit in units if unit.file.startswith(FOLDER))
            found = sorted(mutants_in(self.options.sdk_include, units), key=lambda one: campaign.order(f"{op} {one.name}"))
            mixed = itertools.zip_longest(*([one for one in found if (one.file == own_file) == own
                                             and (one.file, one.line) not in idle] for own in (True, False)))
            alive = [one for pair in mixed for one in pair if one is not None]
            late = [one for one in found if (one.file, one.line) in idle]
            self.order[op] = (alive + late)[:TRIED * self.options.per_op]
        return self.order[op]

    def compiled(self, op):
        """Lines of headers that units have code of."""
        return set(map(tuple, self.state.known[self.options.suite, op, "lines"]["lines"]))

    def outcomes(self, op):
        return self.state.outcomes(self.options, op, self.ranked(op), self.options.sdk_include)

    def done(self, op):
        return (self.options.suite, op, "lines") in self.state.known and self.outcomes(op)[1] is None

    def try_op(self, op):
        if time.monotonic() > self.end or self.done(op):
            return
        with tempfile.TemporaryDirectory(dir=self.options.scratch) as folder:
            copy = library.Copy(self.options.sdk_include, folder)
            before = library.run(self.options, copy.include, op)
            if (self.options.suite, op, "lines") not in self.state.known:
                self.state.add({"suite": self.options.suite, "op": op, "mutant": "lines", "lines": sorted(before.lines),
                                "verdicts": before.by_kind()})
            while not self.done(op) and time.monotonic() < self.end:
                self.try_one(op, self.outcomes(op)[1], copy, before)

    def try_one(self, op, mutant, copy, before):
        begin = time.monotonic()
        text = outcomes.read(self.options.sdk_include, mutant.file)
        copy.put(mutant.file, mutant.applied(text))
        outcome, case, verdict = library.compared(self.options, copy.include, op, before)
        copy.restore(mutant.file)
        self.state.add(outcomes.record(self.options, op, mutant, text, outcome, case=case, verdict=verdict,
                                       seconds=round(time.monotonic() - begin, 2)))


def ops_of(options, units):
    """Ops of the suite that the library has an implementation of."""
    ops = [one["op"] for one in campaign.said(options.assay, "list")["ops"]]
    for unknown in set(options.op) - set(ops):
        sys.exit(f"headers.py: no op is called {unknown}")
    there = [op for op in ops if any(unit.file.startswith(FOLDER) for unit in reach.reached(units, op))]
    shard, shards = map(int, options.shard.split("/"))
    return sorted((op for op in there if not options.op or op in options.op), key=campaign.order)[shard::shards]


def options_of():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    outcomes.common_options(parser)
    parser.add_argument("--sdk-include", default=os.environ.get("ASSAY_PTO_INCLUDE", ""))
    parser.add_argument("--cxx", default="clang++")
    parser.add_argument("--cxxflags", default="")
    parser.add_argument("--state", default="headers.jsonl")
    parser.add_argument("--list", action="store_true", help="the files and mutants of each op, and nothing more")
    options = parser.parse_args()
    if not options.sdk_include:
        print("no library: give --sdk-include or set ASSAY_PTO_INCLUDE to a folder that has pto/pto-inst.hpp")
        sys.exit(77)
    options.sdk_include = os.path.abspath(options.sdk_include)
    return options


def main():
    options = options_of()
    units = reach.units_of([options.cxx, "-std=c++20", "-D__CPU_SIM", *options.cxxflags.split()], options.sdk_include)
    ops = ops_of(options, units)
    if options.list:
        for op in ops:
            mutants = mutants_in(options.sdk_include, reach.reached(units, op))
            by_file = collections.Counter(mutant.file for mutant in mutants)
            print(f"{op:<18}{len(mutants):>6}  {', '.join(f'{file} {count}' for file, count in by_file.items())}")
        return 0
    ran = Campaign(options, units)
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for done in [pool.submit(ran.try_op, op) for op in ops]:
            done.result()
    started = [op for op in ops if (options.suite, op, "lines") in ran.state.known]
    results = [ran.outcomes(op) for op in started]
    tried = [one for found, _ in results for one in found]
    share = outcomes.show(tried, options.survivors)
    if options.write:
        outcomes.write_scores(options.write, "headers", tried)
    left = len(ops) - sum(missing is None for _, missing in results)
    if left:
        print(f"{left} of {len(ops)} ops are not done; the same command goes on")
    return 1 if left or share < options.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
