#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What would the suite catch in the simulator? Mutants of its sources, one at a time.

sources.py --assay PROGRAM --build FOLDER --state FILE [--op OP]... [--per-op N] [--suite NAME]
           [--shard I/N] [--seconds S] [-j N] [--survivors FILE] [--at-least SHARE] [--write FILE] [--list]
`mutator.py` makes the mutants, of the lines that a run of the op executes: a build that counts them (g++ and
gcov) says which, once, and the state keeps it. They are tried in an order that depends on their names alone,
until N of an op count, each on one of the targets whose runs execute its line. One source is compiled, linked
with the rest of the build's simulator into a plugin, and judged. Neither faults nor errata are part of it.

killed        a case fails; none fails of the unchanged plugin
survived      other code was compiled, and no case fails
idle          the same code was compiled, to the byte
not_compiled  the source does not compile
Only the first two count. The state is a line a mutant: a campaign that was cut off goes on."""

import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

import campaign
import mutator
import outcomes

ROOT = os.path.dirname(os.path.dirname(campaign.HERE))
LIBRARY = "runners/simulator/libassay_healthy_simulator.a"
QUICK = ["-O1", "-w"]  # after the build's own flags
COUNTED = ["-O0", "--coverage"]
SHARED = re.compile(r"runners/simulator/(core/|\w+\.cpp)")  # what all ops go through
TIMEOUT, LIMIT = "10", 240  # seconds a case and a run may take
PLUGIN = """#include <memory>
#include "runners/simulator/simulator.hpp"
extern "C" const assay_backend* assay_backend_get(std::uint32_t version) {
  static const std::unique_ptr<assay::simulator::Simulator> simulator = assay::simulator::make();
  return version >= simulator->backend().abi_version ? &simulator->backend() : nullptr;
}
"""
class Build:
    """How the simulator of a build is compiled, and plugins of it."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        with open(os.path.join(self.folder, "compile_commands.json"), encoding="utf-8") as file:
            rows = json.load(file)
        healthy = [row for row in rows if "assay_healthy_simulator.dir" in row["command"]]
        self.commands = {os.path.relpath(row["file"], ROOT): shlex.split(row["command"]) for row in healthy}
        self.sources = sorted(file for file in self.commands if file.startswith("runners/simulator/"))

    def compiled(self, source, text, to, *flags):
        """Compiles another text in place of a source; whether that went well."""
        changed = os.path.splitext(to)[0] + ".cpp"
        with open(changed, "w", encoding="utf-8") as stream:
            stream.write(text)
        words = self.commands[source]
        at = words.index("-o")
        command = [*words[:at], *QUICK, *flags, "-o", to, "-c", changed]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        return done.returncode == 0

    def linked(self, objects, plugin):
        compiler = self.commands[self.sources[0]][0]
        subprocess.run([compiler, "-shared", "-o", plugin, *objects, os.path.join(self.folder, LIBRARY), "-lfmt"],
                       capture_output=True, text=True, check=True)


def code_in(path):
    with open(path, "rb") as file:
        return file.read()


class Campaign:
    def __init__(self, options, folder):
        self.options, self.folder, self.build = options, folder, Build(options.build)
        self.state, self.end = outcomes.State(options.state), time.monotonic() + options.seconds
        self.order, self.targets, self.code, self.lock = {}, {}, {}, threading.Lock()
        self.entry = os.path.join(folder, "entry.o")
        if not self.build.compiled("runners/simulator/simulator.cpp", PLUGIN, self.entry):
            sys.exit("sources.py: the plugin does not compile; is the build complete?")

    def run(self, op, target, plugin, support="--support"):
        """The first failing verdict, or nothing. What the unchanged plugin supports must be supported."""
        supported = os.path.join(self.folder, f"{op}.{target}.toml")
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            out = os.path.join(folder, "run")
            seed = [] if self.options.suite == "smoke" else ["--seed", "1"]
            command = [
                self.options.assay, "run", "--suite", self.options.suite, "--op", op, "--target", target, "--backend",
                f"plugin:{plugin}", "--no-shrink", "--no-confirm", "--no-tiles", "--rerun", "0", "--max-failures", "1",
                "--timeout", TIMEOUT, "-q", "-j", "1", "--out", out, *seed, *([support, supported] if support else [])]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)
            except subprocess.TimeoutExpired:
                return f"run.{LIMIT} s"
            if not os.path.exists(os.path.join(out, "journal.jsonl")):
                return f"run.{done.returncode}" if done.returncode else ""
            verdicts = [one["verdict"] for one in map(json.loads, outcomes.read(out, "journal.jsonl").splitlines())
                        if "verdict" in one]
        failed = [one for one in verdicts if one["kind"] not in campaign.FINE]
        if not failed and done.returncode:
            return "run.unsupported"
        return f"{failed[0]['kind']}.{failed[0]['deviation']}" if failed else ""

    def counting(self):
        """A plugin that counts how often lines are executed; its sources and objects by name."""
        plugin = os.path.join(self.folder, "counting.so")
        objects = {source: os.path.join(self.folder, source.replace("/", "_").removesuffix(".cpp") + ".o")
                   for source in self.build.sources}
        if not os.path.exists(plugin):
            for source, to in objects.items():
                self.build.compiled(source, outcomes.read(ROOT, source), to, *COUNTED)
            self.build.linked([self.entry, *objects.values(), *COUNTED], plugin)
        return plugin, objects

    def executed(self, op):
        """Lines that runs of an op execute, by target and file; from the state where it has them."""
        key = self.options.suite, op, "lines"
        with self.lock:  # the counts of two runs are added up
            if key not in self.state.known:
                lines = {target: self.lines_of(op, target) for target in self.targets_of(op)}
                self.state.add({"suite": self.options.suite, "op": op, "mutant": "lines", "lines": lines})
        return self.state.known[key]["lines"]

    def lines_of(self, op, target):
        plugin, objects = self.counting()
        counts = [to.removesuffix(".o") + ".gcda" for to in objects.values()]
        for count in filter(os.path.exists, counts):
            os.unlink(count)
        self.run(op, target, plugin, "")
        found = {}
        for source, count in zip(objects, counts):
            if os.path.exists(count):
                said = subprocess.run(["gcov", "--json-format", "--stdout", count], cwd=self.folder,
                                      capture_output=True, text=True, check=True).stdout
                rows = [row for file in json.loads(said)["files"] for row in file["lines"]
                        if os.path.basename(file["file"]) == os.path.basename(count).replace(".gcda", ".cpp")]
                found[source] = sorted({row["line_number"] for row in rows if row["count"]})
        return {source: lines for source, lines in found.items() if lines}

    def targets_with(self, op, mutant):
        return [target for target, lines in self.executed(op).items() if mutant.line in lines.get(mutant.file, [])]

    def ops(self):
        ops = [one["op"] for one in campaign.said(self.options.assay, "list")["ops"]]
        shard, shards = map(int, self.options.shard.split("/"))
        for unknown in set(self.options.op) - set(ops):
            sys.exit(f"sources.py: no op is called {unknown}")
        return sorted((op for op in ops if not self.options.op or op in self.options.op), key=campaign.order)[shard::shards]

    def targets_of(self, op):
        if op not in self.targets:
            self.targets[op] = campaign.Page(self.options.assay, op).targets
        return self.targets[op]

    def ranked(self, op):
        """Those of the rooms of ops and those of what all ops share, in turn."""
        if op not in self.order:
            sources = sorted({source for lines in self.executed(op).values() for source in lines})
            found = [mutant for source in sources for mutant in mutator.mutants_of(outcomes.read(ROOT, source), source)
                     if self.targets_with(op, mutant)]
            found.sort(key=lambda one: campaign.order(f"{op} {one.name}"))
            mixed = itertools.zip_longest(*([one for one in found if bool(SHARED.match(one.file)) == shared]
                                            for shared in (False, True)))
            self.order[op] = [one for pair in mixed for one in pair if one is not None]
        return self.order[op]

    def outcomes(self, op):
        return self.state.outcomes(self.options, op, self.ranked(op), ROOT)

    def try_op(self, op):
        if time.monotonic() > self.end:
            return
        mutant = self.outcomes(op)[1]
        if mutant is not None and not self.healthy(op):
            sys.exit(f"sources.py: cases of {op} fail without any mutant")
        while mutant is not None and time.monotonic() < self.end:
            self.try_one(op, mutant)
            mutant = self.outcomes(op)[1]

    def try_one(self, op, mutant):
        begin, targets = time.monotonic(), self.targets_with(op, mutant)
        target = targets[campaign.order(mutant.name + op) % len(targets)]
        text = outcomes.read(ROOT, mutant.file)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            changed, plugin, verdict = os.path.join(folder, "source.o"), os.path.join(folder, "plugin.so"), ""
            if not self.build.compiled(mutant.file, mutant.applied(text), changed):
                outcome = "not_compiled"
            elif code_in(changed) == self.unchanged(mutant.file, text):
                outcome = "idle"
            else:
                self.build.linked([self.entry, changed], plugin)
                verdict = self.run(op, target, plugin)
                outcome = "killed" if verdict else "survived"
        self.state.add(outcomes.record(self.options, op, mutant, text, outcome, target=target, verdict=verdict,
                                       seconds=round(time.monotonic() - begin, 2)))

    def unchanged(self, source, text):
        """What a source compiles to as it is."""
        if source not in self.code:
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                self.build.compiled(source, text, os.path.join(folder, "source.o"))
                self.code[source] = code_in(os.path.join(folder, "source.o"))
        return self.code[source]

    def healthy(self, op):
        """Whether no case of the unchanged plugin fails."""
        plugin = os.path.join(self.folder, "healthy.so")
        if not os.path.exists(plugin):
            self.build.linked([self.entry], plugin)
        return all(self.run(op, target, plugin, "--freeze-support") == "" for target in self.targets_of(op))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    outcomes.common_options(parser)
    parser.add_argument("--build", required=True, help="folder of a whole build")
    parser.add_argument("--state", default="sources.jsonl")
    parser.add_argument("--list", action="store_true", help="the sources and mutants of each op, and nothing more")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.scratch) as folder:
        ran = Campaign(options, folder)
        ops = ran.ops()
        if options.list:
            for op in ops:
                by_file = collections.Counter(mutant.file for mutant in ran.ranked(op))
                print(f"{op:<18}{by_file.total():>6}  {', '.join(f'{file} {count}' for file, count in sorted(by_file.items()))}")
            return 0
        with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            for done in [pool.submit(ran.try_op, op) for op in ops]:
                done.result()
        started = [op for op in ops if (options.suite, op, "lines") in ran.state.known]
        results = [ran.outcomes(op) for op in started]
    tried = [one for found, _ in results for one in found]
    share = outcomes.show(tried, options.survivors)
    if options.write:
        outcomes.write_scores(options.write, "simulator", tried)
    left = len(ops) - sum(missing is None for _, missing in results)
    if left:
        print(f"{left} of {len(ops)} ops are not done; the same command goes on")
    return 1 if left or share < options.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
