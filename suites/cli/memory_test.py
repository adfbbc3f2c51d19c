#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How much memory commands take of many cases: 300 MB of a million at most.

memory_test.py --bin FOLDER [--cases N] [unittest options]: FOLDER holds assay and assay-worker. Each command meets a
tenth of N cases and then N; what it would take of a million at that rate is asserted. The figure of a command is the
peak of the largest of its processes, workers among them, and not less than what this program takes. Journals are those
of a small run, repeated with other keys and places.

A run meets N cases, which is at least a million: what its threads have in hand is largest where blocks of large tiles
come side by side, and what they free they keep. That takes tens of megabytes, grows no more once there are many such
blocks, and would count as if every case took hundreds of bytes where a run of few cases is compared with one of many."""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import unittest

import cli

CASES = 50_000
MILLION = 1_000_000
MOST = 300  # MB
STORED = 4  # cases of a golden file for each hundred of --cases
RUN = ("--op", "TADDS", "--target", "a5", "--dtype", "f16", "--no-shrink", "--no-confirm", "-q")
PER_CASES = 19.5  # cases of RUN for each of --cases, about


def templates(journal):
    """The lines of a journal without seals, split where two cases differ."""
    for record in (cli.unsealed(line) for line in journal.splitlines()):
        text = json.dumps(record, separators=(",", ":"))
        key, place = f"@{record['key']:08x}", f'"key":{record["key"]},"index":{record["index"]}'
        head, rest = text.split(key, 1)
        middle, end = rest.split(place, 1)
        yield head, middle, end[:-1]


def multiplied(journal, path, indices):
    pieces = list(templates(journal))
    with open(path, "w", encoding="utf-8") as out:
        for line, index in enumerate(indices, 1):
            head, middle, end = pieces[index % len(pieces)]
            key = index * 2654435761 % 2**32
            text = f'{head}@{key:08x}{middle}"key":{key},"index":{index}{end},"line":{line}'
            out.write(f'{text},"check":"{hashlib.sha256(text.encode()).hexdigest()[:16]}"}}\n')


class Memory(cli.Sandbox):
    def peak(self, *arguments):
        """In bytes; `spent` is then the CPU time of all processes, in seconds."""
        with open(self.path("said"), "w+", encoding="utf-8") as said:
            child = subprocess.Popen(  # pylint: disable=consider-using-with
                [os.path.join(self.folder_of_programs, "assay"), *arguments], cwd=self.folder, stdout=said, stderr=said)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            self.assertIn(child.returncode, (0, 1), said.read()[-500:])
        self.spent = usage.ru_utime + usage.ru_stime
        return usage.ru_maxrss * 1024

    def assert_flat(self, what, measured, few=None):
        """`measured` gives the peak of so many cases; `few` are a tenth of them."""
        few = few or CASES // 10
        small, large = measured(few), measured(CASES)
        rate = max(0, large - small) / (CASES - few)
        million = large + rate * max(0, MILLION - CASES)
        print(f"{what}: {small / 1e6:.0f} MB of {few:,} cases, {large / 1e6:.0f} MB of {CASES:,}, "
              f"{million / 1e6:.0f} MB of a million at that rate; {1e6 * self.spent / CASES:.0f} us of CPU a case",
              file=sys.stderr)
        self.assertLessEqual(million, MOST * 1e6, what)

    def small_run(self, *options):
        shutil.rmtree(self.path("small"), ignore_errors=True)
        done = self.assay("run", *RUN, "--cases", "40", "--tiles", "none", "--out", "small", *options)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        with open(self.path("small", "journal.jsonl"), encoding="utf-8") as file:
            return "".join(line for line in file if '"verdict"' in line)

    def many(self, name, indices, *options, journal=None):
        """A folder of a run of these cases."""
        journal = journal or self.small_run(*options)
        shutil.rmtree(self.path(name), ignore_errors=True)
        os.mkdir(self.path(name))
        for file in ("run.json", "summary.json"):
            shutil.copy(self.path("small", file), self.path(name, file))
        multiplied(journal, self.path(name, "journal.jsonl"), indices)
        return name

    def require_many(self):
        """See above; all ops have met their largest tiles too."""
        if CASES < MILLION:
            self.skipTest(f"a run of {CASES:,} cases tells nothing; give --cases {MILLION}")

    def run_of_many(self, *options):
        self.require_many()
        self.assert_little(f"run {' '.join(options)}", CASES, self.peak(
            "run", *RUN, "--cases", str(round(CASES / PER_CASES)), "--out", "long", *options))

    def test_of_a_run(self):
        self.run_of_many("--tiles", "none")

    def test_of_a_run_that_keeps_tiles(self):
        self.run_of_many("--tiles", "sample")

    def test_of_golden_files_of_all_ops(self):
        self.require_many()
        stored = CASES * STORED // 100  # their size forbids a million
        self.assert_little("golden", stored, self.peak("golden", "--cases", str(stored), "--out", "many.h5"))
        self.assert_little("verify", stored, self.peak("verify", "many.h5"))

    def assert_little(self, what, cases, peak):
        print(f"{what}: {peak / 1e6:.0f} MB of {cases:,} cases; {1e6 * self.spent / cases:.0f} us of CPU a case",
              file=sys.stderr)
        self.assertLessEqual(peak, MOST * 1e6, what)

    def test_of_a_report(self):
        for form in ("html", "csv", "junit", "json", "markdown"):
            self.assert_flat(f"report --format {form}", lambda cases, form=form: self.peak(
                "report", self.many("run", range(cases)), "--format", form, "--out", f"report-{cases}.{form}"))

    def test_of_a_comparison_of_runs(self):
        def measured(command, cases):
            night = self.many("run", range(cases))
            return self.peak(command, night, night)
        for command in ("diff", "triage"):
            self.assert_flat(command, lambda cases, command=command: measured(command, cases))

    def test_of_findings_where_a_case_in_ten_fails(self):
        def measured(cases):
            lines = self.small_run("--backend", "simulator:fault=wrong_stride").splitlines(keepends=True)
            failing = [line for line in lines if cli.unsealed(line)["verdict"]["kind"] == "deviates"]
            passing = [line for line in lines if cli.unsealed(line)["verdict"]["kind"] == "conforms"]
            self.assertGreater(len(failing), 0)
            journal = "".join(passing[k % len(passing)] if k % 10 else failing[k // 10 % len(failing)]
                              for k in range(10 * len(failing)))
            return self.peak("findings", self.many("run", range(cases), journal=journal))
        self.assert_flat("findings", measured)

    def test_of_a_merge_of_two_shards(self):
        def measured(cases):
            journal = self.small_run()
            halves = []
            for shard in (1, 2):
                halves.append(self.many(f"half-{shard}", range(shard - 1, cases, 2), journal=journal))
                self.edit_manifest(halves[-1], shard)
            shutil.rmtree(self.path("whole"), ignore_errors=True)
            return self.peak("merge", *halves, "--out", "whole")
        self.assert_flat("merge", measured)

    def edit_manifest(self, name, shard):
        path = self.path(name, "run.json")
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
        manifest.pop("check")
        manifest["shard"] = {"index": shard, "count": 2}
        check = hashlib.sha256(json.dumps(manifest, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()
        manifest["check"] = check[:16]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(manifest, file, indent=2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--cases", type=int, default=CASES)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    CASES = arguments.cases
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
