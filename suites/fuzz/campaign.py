#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One fuzz target for some time, from a corpus of real files.

campaign.py --bin FOLDER --target NAME --state FOLDER [--seconds N] [--table FILE]: what libFuzzer found stays in
STATE/NAME, the corpus too, so that the next campaign goes on. Fails where an input ended the reader by a signal,
a sanitizer, an exception that it does not document, 5 seconds or 1 GiB.
campaign.py --bin FOLDER --target NAME... --replay N: without libFuzzer, each file of the corpus of each target and N
changes of it."""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import cli  # noqa: E402
from hostile_files import Sandbox  # noqa: E402

LONGEST = {"golden_files": 1 << 19, "journals": 1 << 14}  # bytes of an input
ENDED = re.compile(r"DONE\s+cov: (\d+)")
NUMBER = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
HELLO = '{"assay": 1, "name": "adder", "revision": "1", "targets": ["a2a3", "a5", "cpu"]}'
ANSWERS = ('{"status": "done", "bytes": 256, "call": 12345}', '{"status": "rejected", "message": "no", "call": 12345}',
           '{"status": "done", "bytes": 256, "call": 12345, "text": "8.0"}')
INDEX = "assay sdk index 3\nname\tn\nrevision\tr\ntarget\tcpu\nbound\tyes\ncapacity\tvec\t4096\nentry\ts\td\te\tf\ttaken\nend\n"


def contents(*paths):
    found = []
    for path in paths:
        for name in sorted(glob.glob(path)):
            with open(name, "rb") as file:
                found.append(file.read())
    return found


def seeds_of(target, folder):
    """Inputs by the number of their reader; a target of one reader has None."""
    at = lambda *names: os.path.join(folder, *names)  # noqa: E731
    if target == "answers":
        return {0: [HELLO.encode()], 1: [text.encode() for text in ANSWERS], 2: [bytes(64)]}
    if target == "case_names":
        return {None: b"".join(contents(at("names.txt"), at("loads.txt"))).splitlines()}
    if target == "golden_files":
        return {0: contents(at("*.h5")), 1: contents(at("*", "results.h5"))}
    if target == "journals":
        journal = contents(at("run", "journal.jsonl"))
        parsed = [cli.unsealed(line) for line in journal[0].decode().splitlines()]
        lines = [json.dumps(one).encode() for one in parsed if "verdict" in one]
        return {0: lines, 1: contents(at("sweep", "*.jsonl"))[0].splitlines()[1:], 2: journal,
                3: contents(at("stopped", "*spool*"))}
    if target == "json_files":
        return {0: contents(at("*", "run.json")), 1: contents(at("*", "findings.json")),
                2: contents(at("history", "*")), 3: [INDEX.encode()]}
    root = os.path.join(cli.ROOT, "suites")
    return {0: contents(at("waivers.toml")), 1: contents(at("errata.toml")), 2: contents(os.path.join(root, "smoke.toml"), os.path.join(root, "nightly.toml")),
            3: contents(at("support.toml")), 4: contents(os.path.join(cli.ROOT, "runners", "sdk", "profiles", "*.toml")),
            5: contents(at("accuracy.toml"))}


def make_corpora(targets, programs, folder):
    """Writes real files into a folder for each target; how many they are."""
    counts = {}
    with tempfile.TemporaryDirectory() as parent:
        box = Sandbox(programs, os.path.join(parent, "files"))
        os.makedirs(box.folder)
        if targets != ["answers"]:
            box.prepare()
        for target in targets:
            counts[target] = write_seeds(target, box.folder, os.path.join(folder, target, "corpus"))
    return counts


def write_seeds(target, files, corpus):
    os.makedirs(corpus, exist_ok=True)
    count = 0
    for reader, inputs in seeds_of(target, files).items():
        if not inputs:
            raise RuntimeError(f"{target}: reader {reader} has nothing to begin with")
        for data in inputs:
            prefix = b"" if reader is None else bytes([reader])
            with open(os.path.join(corpus, f"seed-{count}"), "wb") as file:
                file.write(prefix + data)
            count += 1
    return count


def replayed(options):
    """Each real file is read whole, so that a target reads what it should; changed ones end in no signal."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for target, seeds in make_corpora(options.target, os.path.abspath(options.bin), folder).items():
            command = [os.path.join(options.bin, f"fuzz-replay-{target}"), os.path.join(folder, target, "corpus"),
                       str(options.replay)]
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
            print(f"{target}: {done.stdout.strip()} of {seeds} files {done.stderr[-2000:]}", flush=True)
            if done.returncode != 0 or done.stdout != f"{seeds} files taken, {seeds * (options.replay + 1)} inputs\n":
                failed.append(target)
    print("failed:" if failed else "all read as they should", *failed)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--target", required=True, nargs="+")
    parser.add_argument("--state")
    parser.add_argument("--replay", type=int)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--table")
    options = parser.parse_args()
    if (options.replay is None) == (options.state is None):
        parser.error("either --state or --replay")
    if options.replay is not None:
        return replayed(options)
    if len(options.target) != 1:
        parser.error("--state takes one target")
    target, = options.target
    folder = os.path.join(os.path.abspath(options.state), target)
    corpus = os.path.join(folder, "corpus")
    seeds = make_corpora([target], os.path.abspath(options.bin), os.path.abspath(options.state))[target]
    command = [os.path.join(options.bin, f"fuzz-{target}"), corpus, f"-max_total_time={options.seconds}",
               f"-max_len={LONGEST.get(target, 1 << 13)}", "-timeout=5", "-rss_limit_mb=1024",
               "-malloc_limit_mb=1024", "-print_final_stats=1", "-verbosity=1", "-close_fd_mask=1",
               f"-artifact_prefix={folder}/"]
    environment = dict(os.environ, LSAN_OPTIONS=f"suppressions={cli.ROOT}/golden/hdf5_leaks.txt")
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, check=False)
    number, edges = NUMBER.search(done.stderr), ENDED.search(done.stderr)
    found = sorted(name for name in os.listdir(folder) if name != "corpus")
    inputs, covered = int(number[1]) if number else 0, int(edges[1]) if edges else 0
    row = (f"| readers of {target.replace('_', ' ')} under libFuzzer, {options.seconds} s from {seeds} files | "
           f"{inputs} inputs | {len(found)} that end the reader |")
    print(row)
    if options.table:
        with open(options.table, "a", encoding="utf-8") as file:
            file.write(row + "\n")
    if done.returncode != 0 or found or inputs == 0 or covered == 0:
        print(done.stderr[-6000:], *found, sep="\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
