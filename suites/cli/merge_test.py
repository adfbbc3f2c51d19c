#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay merge` as its user meets it: shards give the whole, byte for byte, or are refused by name.

merge_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import itertools
import json
import math
import os
import re
import shlex
import shutil
import unittest

import h5py

import cli

PART = ("--op", "TRSQRT", "--target", "a5")
SHARDS = 3


class Sandbox(cli.Sandbox):
    def bytes_of(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()


class GoldenFiles(Sandbox):
    def shards(self, command="golden", cases=50, **options):
        names = [f"{command}-{i}.h5" for i in range(1, SHARDS + 1)]
        for i, name in enumerate(names, 1):
            self.made(command, *PART, "--cases", str(cases), "--shard", f"{i}/{SHARDS}", "--out", name,
                      *(part for pair in options.items() for part in (f"--{pair[0]}", pair[1])))
        return names

    def test_shards_give_the_whole_byte_for_byte_in_any_order(self):
        for command in ("golden", "export"):
            names = self.shards(command)
            self.made(command, *PART, "--cases", "50", "--out", "whole.h5")
            self.made("merge", *reversed(names), "--out", "merged.h5")
            self.assertEqual(self.bytes_of("merged.h5"), self.bytes_of("whole.h5"), command)
        self.assertIn("all as written", self.made("verify", "merged.h5"))

    def test_a_shard_that_is_missing_is_named(self):
        names = self.shards()
        self.refused(2, "shard 2 of 3 is missing", "merge", names[0], names[2], "--out", "m.h5")

    def test_a_shard_may_be_there_twice_if_it_is_the_same(self):
        names = self.shards()
        self.made("merge", *names, "--out", "once.h5")
        self.made("merge", *names, names[1], "--out", "twice.h5")
        self.assertEqual(self.bytes_of("once.h5"), self.bytes_of("twice.h5"))
        shutil.copy(self.path(names[1]), self.path("other.h5"))
        with cli.Edited(self.path("other.h5")) as file:
            next(iter(file["signatures"].values()))["inputs/src"][0, 0, 0] ^= 1
        self.refused(2, "both have TRSQRT/", "merge", *names, "other.h5", "--out", "m.h5")

    def test_another_seed_or_version_or_selection_is_refused(self):
        names = self.shards()
        self.made("golden", *PART, "--cases", "50", "--shard", "2/3", "--seed", "9", "--out", "s.h5")
        self.refused(2, "seed 1 and s.h5 has 9", "merge", names[0], "s.h5", names[2], "--out", "m.h5")
        self.made("golden", *PART, "--cases", "60", "--shard", "2/3", "--out", "c.h5")
        self.refused(2, "cases=60", "merge", names[0], "c.h5", names[2], "--out", "m.h5")
        self.made("golden", *PART, "--cases", "50", "--shard", "2/4", "--out", "n.h5")
        self.refused(2, "a shard of 3 and n.h5 of 4", "merge", names[0], "n.h5", "--out", "m.h5")
        with cli.Edited(self.path(names[1])) as file:
            file.attrs["suite_version"] = "1"
        self.refused(2, "suite version", "merge", *names, "--out", "m.h5")

    def test_files_that_are_no_shards_are_put_one_after_the_other(self):
        self.made("golden", "--op", "TRSQRT", "--cases", "20", "--out", "a.h5")
        self.made("golden", "--op", "TADD", "--cases", "10", "--out", "b.h5")
        self.assertIn("30 cases", self.made("merge", "a.h5", "b.h5", "--out", "m.h5"))
        self.assertIn("all as written", self.made("verify", "m.h5"))

    def parts(self, count, *options):
        """The files of a command with --parts, and the whole that it writes without."""
        self.made(*options, "--out", "whole.h5")
        self.made(*options, "--parts", str(count), "--out", "parts")
        names = sorted(os.listdir(self.path("parts")))
        self.assertEqual(names, [f"part-{i}.h5" for i in range(1, count + 1)])
        return [os.path.join("parts", name) for name in names]

    def test_parts_give_the_whole_byte_for_byte_in_any_order(self):
        for options in (("golden", *PART, "--cases", "50", "--illegal"), ("export", *PART, "--cases", "50"),
                        ("golden", *PART, "--suite", "smoke"), ("golden", *PART, "--suite", "smoke", "--cases", "20"),
                        ("golden", *PART, "--cases", "2"),
                        ("golden", "--op", "TADD", "--target", "a5", "--suite", "programs-exact", "--cases", "7")):
            with self.subTest(" ".join(options)):
                names = self.parts(4, *options)
                self.made("merge", *reversed(names), names[1], "--out", "merged.h5")
                self.assertEqual(self.bytes_of("merged.h5"), self.bytes_of("whole.h5"))
                self.assertIn("as written", self.made("verify", names[0]))
                shutil.rmtree(self.path("parts"))

    def test_a_part_that_is_missing_or_another_command_s_is_named(self):
        names = self.parts(4, "golden", *PART, "--cases", "50")
        self.refused(2, "shard 3 of 4 is missing", "merge", *names[:2], names[3], "--out", "m.h5")
        self.made("golden", *PART, "--cases", "50", "--shard", "3/4", "--out", "s.h5")
        self.refused(2, "the selection", "merge", *names[:2], "s.h5", names[3], "--out", "m.h5")
        self.refused(2, "exclude each other", "golden", *PART, "--shard", "1/2", "--parts", "2", "--out", "p")
        self.refused(2, "not empty", "golden", *PART, "--parts", "2", "--out", "parts")

    def test_resume_writes_what_is_not_there(self):
        command = ("golden", *PART, "--cases", "50")
        names = self.parts(4, *command)
        first = {name: self.bytes_of(name) for name in names}
        kept = os.stat(self.path(names[0])).st_mtime_ns
        for name in names[1:3]:
            os.remove(self.path(name))
        resumed = (*command, "--parts", "4", "--out", "parts", "--resume")
        self.assertIn("2 files in parts; 2 were there", self.made(*resumed))
        self.assertEqual({name: self.bytes_of(name) for name in names}, first)
        self.assertEqual(os.stat(self.path(names[0])).st_mtime_ns, kept)
        self.assertIn("is there already", self.made(*resumed))
        self.refused(2, "part-1.h5 has other cases", *resumed, "--seed", "9")
        self.refused(2, "part-1.h5 has other cases", "export", *resumed[1:])
        self.assertIn("is there already", self.made(*command, "--out", "whole.h5", "--resume"))
        self.refused(2, "whole.h5 has other cases", *command, "--illegal", "--out", "whole.h5", "--resume")

    def test_a_part_is_never_overwritten_and_kinds_are_not_mixed(self):
        names = self.shards()
        self.refused(2, "is a part", "merge", *names, "--out", names[0])
        os.mkdir(self.path("folder"))
        self.refused(2, "cannot be merged with each other", "merge", names[0], "folder", "--out",
                     "m.h5")
        self.refused(2, "there is no nowhere.h5", "merge", names[0], "nowhere.h5", "--out", "m.h5")


class Runs(Sandbox):
    FAULTY = ("run", *PART, "--cases", "1", "--backend", "simulator:fault=exponent_bit_stuck")
    OPTIONS = (*FAULTY, "--no-shrink", "--no-confirm")  # who merges has no backend to ask

    names = [f"shard-{i}" for i in range(1, SHARDS + 1)]

    def setUp(self):
        super().setUp()
        self.once(self.runs)

    def runs(self):
        self.made(*self.OPTIONS, "--out", "whole", code=1)
        for i, name in enumerate(self.names, 1):
            self.assay(*self.OPTIONS, "--shard", f"{i}/{SHARDS}", "--out", name)

    def journal(self, folder):
        """Lines without what a clock decides."""
        text = self.bytes_of(folder, "journal.jsonl").decode()
        return re.sub(r'"seconds":[^,}]*|"check":"[^"]*"', "", text)

    def report(self, folder, name):
        """A report without its environment: when, how fast, where and by which command."""
        text = self.bytes_of(folder, name).decode()
        text = re.sub(r'(time|timestamp)="[^"]*"|name="command" value="[^"]*"', "", text)
        text = re.sub(r"\d[\d.,]* (ms|s|min|cases/s)\b|\d{4}-\d\d-\d\dT[\d:]*Z", "", text)
        return re.sub(r"assay run [^<]*", "", text)

    def records(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record for record in map(json.loads, file) if "verdict" in record]

    def merged_without(self, said, *parts, out="half"):
        """A report of the shards that are whole, which says what the others lack; the infra records."""
        done = self.assay("merge", *parts, "--out", out)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(said, done.stdout)
        shown = self.assay("report", out)
        self.assertIn(said, "\n".join(shown.stdout.splitlines()[:3]).replace("\\", ""), "the first screen")
        run = json.loads(self.bytes_of(out, "run.json"))
        self.assertFalse(run["completion"]["complete"])
        self.assertEqual(run["completion"]["planned"], run["planned"])
        return [record for record in self.records(out) if record["verdict"]["kind"] == "infra"]

    def test_cases_of_shards_that_never_came_are_infra(self):
        lost = self.merged_without("shard 2 of 3 never came", self.names[0], self.names[2])
        self.assertEqual({record["verdict"]["reason"] for record in lost}, {"shard 2 of 3 never came: not executed"})
        self.assertEqual([record["name"] for record in lost], [record["name"] for record in self.records(self.names[1])])
        self.assertGreater(len(lost), 0)
        self.merged_without("shards 1-2 of 3 never came", self.names[2], out="third")
        self.made("merge", *self.names[:2], "--missing", "infra", "--out", "asked", code=3)

    def test_a_shard_that_cannot_be_read_is_named_and_the_others_are_merged(self):
        first, second, third = self.names
        whole = {name: self.bytes_of(second, name) for name in ("run.json", "journal.jsonl", "golden.h5", "results.h5")}
        for number, (name, text) in enumerate((
                ("journal.jsonl", whole["journal.jsonl"].replace(b'"verdict"', b'"verdikt"', 1)),
                ("run.json", whole["run.json"][:100]), ("run.json", b""),
                ("golden.h5", whole["golden.h5"][:3000]), ("results.h5", b""))):
            with open(self.path(second, name), "wb") as file:
                file.write(text)
            # The number of the shard is in run.json alone.
            said = f"shard-2/{name}" if name == "run.json" else "shard 2 of 3 cannot be read: "
            lost = self.merged_without(said, *self.names, out=f"out-{number}")
            self.assertEqual([one["name"] for one in lost], [one["name"] for one in self.records("whole") if one["index"] % 3 == 1])
            with open(self.path(second, name), "wb") as file:
                file.write(whole[name])
        self.made("merge", first, second, third, "--out", "all")

    def test_a_folder_that_is_empty_or_not_there_is_named_and_the_others_are_merged(self):
        os.mkdir(self.path("empty"))
        self.merged_without("shard 2 of 3 never came; empty cannot be read: empty is no folder of a run", self.names[0],
                            "empty", self.names[2])
        self.merged_without("shard 2 of 3 never came; nowhere cannot be read: ", self.names[0], "nowhere", self.names[2], out="no")
        self.refused(2, "there is no nowhere", "merge", "nowhere", "--out", "m")
        done = self.assay("merge", *self.names, "empty", "--out", "all")  # nothing of the run is missing
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("left out empty: ", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^(Does not conform|Conforms): ")

    def test_a_shard_that_was_killed_is_unfinished_and_its_cases_count(self):
        second = self.names[1]
        with open(self.path(second, "journal.jsonl"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path(second, "journal.jsonl"), "w", encoding="utf-8") as file:
            file.write("".join(lines[:4]) + lines[4][:20])
        os.remove(self.path(second, "summary.json"))
        said = f"shard 2 of 3 (shard-2) stopped after 3 of {len(lines) - 2} cases: its journal has no closing line"
        self.assertEqual(self.merged_without(said, *self.names), [])
        merged = self.records("half")
        self.assertEqual([one["name"] for one in merged if one["index"] % 3 == 1], [json.loads(line)["name"] for line in lines[1:4]])
        with open(self.path(second, "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(lines)
        self.merged_without("shard 2 of 3 (shard-2) stopped after ", *self.names, out="no-files")
        self.made("verify", "no-files/golden.h5")

    def test_of_many_shards_a_few_are_named(self):
        done = self.assay("merge", self.names[0], *(f"lost-{i}" for i in range(40)), "--out", "half")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("merged from 41 folders of runs\n", done.stdout)
        self.assertIn("lost-4 cannot be read: ", done.stdout)
        self.assertIn("; 35 more cannot be read", done.stdout)
        self.assertNotIn("lost-7", done.stdout)

    def test_a_shard_that_is_there_twice_counts_once_and_is_named(self):
        once = self.made("merge", *self.names, "--out", "once")
        twice = self.made("merge", *self.names, self.names[1], "--out", "twice")
        self.assertNotIn("several times", once)
        self.assertIn("shard 2 is there several times, with equal cases; it counts once\n", twice)
        self.assertEqual(self.journal("once"), self.journal("twice"))

    def test_a_stopped_shard_may_be_accepted_in_one_line(self):
        stopped = self.path("stopped")
        self.assay(*self.OPTIONS, "--shard", "2/3", "--out", stopped, "--max-failures", "1")
        parts = ("merge", self.names[0], stopped, self.names[2])
        self.assertEqual(self.assay(*parts, "-q", "--out", "no").returncode, 3)
        done = self.assay(*parts, "-q", "--partial-ok", "--out", "yes")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 1, done.stdout)
        self.assertTrue(self.made("merge", *self.names, "-q", "--out", "all").startswith("Does not conform: "))

    def test_shards_give_the_files_of_the_whole_run(self):
        self.made("merge", *reversed(self.names), "--out", "merged")
        self.assertEqual(self.journal("merged"), self.journal("whole"))
        self.assertEqual(set(os.listdir(self.path("merged"))), set(os.listdir(self.path("whole"))))
        for name in ("golden.h5", "results.h5", "cases.csv", "findings.json"):
            self.assertEqual(self.bytes_of("merged", name), self.bytes_of("whole", name), name)
        for name in ("junit.xml", "report.html"):
            self.assertEqual(self.report("merged", name), self.report("whole", name), name)
        for name in ("run.json", "summary.json"):
            merged, whole = (json.loads(self.bytes_of(folder, name)) for folder in ("merged", "whole"))
            for one in (merged, whole):
                one.pop("environment")
                one.pop("check", None)
            self.assertEqual(merged, whole, name)
        self.assertIn("Same: ", self.made("diff", "merged", "whole"))

    def test_the_whole_says_on_which_machine_and_by_which_command_each_shard_ran(self):
        self.made("merge", *reversed(self.names), "--out", "merged")
        shards = json.loads(self.bytes_of("merged", "run.json"))["environment"]["shards"]
        self.assertEqual([one.pop("shard") for one in shards], [1, 2, 3])
        for one, name in zip(shards, self.names):
            self.assertEqual(one, json.loads(self.bytes_of(name, "run.json"))["environment"])
            self.assertIn(f"--out {name}", one["command"])

    def test_what_is_no_run_is_called_so(self):
        os.mkdir(self.path("empty"))
        self.refused(2, "empty is no folder of a run", "merge", "empty", "--out", "m")

    def test_findings_of_shards_differ_from_those_of_the_whole_in_the_smaller_case_alone(self):
        self.made(*self.FAULTY, "--no-confirm", "--out", "all", code=1)
        parts = [f"part-{i}" for i in range(1, SHARDS + 1)]
        for i, name in enumerate(parts, 1):
            self.assay(*self.FAULTY, "--no-confirm", "--shard", f"{i}/{SHARDS}", "--out", name)
        self.made("merge", *parts, "--out", "merged")
        merged, whole = (json.loads(self.bytes_of(folder, "findings.json"))["findings"]
                         for folder in ("merged", "all"))
        for finding in merged + whole:
            for key in ("shrunk", "shrunk_replay", "explanation"):
                self.assertTrue(finding.pop(key), key)
        self.assertEqual(merged, whole)

    def test_shards_that_do_not_belong_together_are_refused(self):
        first, _, third = self.names
        self.assay(*self.OPTIONS, "--shard", "2/3", "--seed", "9", "--out", "seed")
        self.refused(2, "no shards of one run", "merge", first, "seed", third, "--out", "m")
        self.assay("run", *PART, "--cases", "1", "--shard", "2/3", "--out", "other")
        self.refused(2, "no shards of one run", "merge", first, "other", third, "--out", "m")

    def test_a_case_with_two_verdicts_is_refused(self):
        shutil.copytree(self.path("shard-2"), self.path("again"))
        journal = self.path("again", "journal.jsonl")
        with open(journal, encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        records[1]["verdict"]["kind"] = "distrusted"
        with open(journal, "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        self.refused(2, "and they differ", "merge", *self.names, "again", "--out", "m")


class ShrunkCases(Sandbox):
    """Two failing cases, one in each of two shards: the smaller one of them takes inputs and leaves
    a small tile, the larger one takes none and leaves a large tile."""

    SMALL, LARGE = "zero_sign_lost@dtype=f16", "results_zero@rows>8"

    def failing(self, fault, dtype, choose, op="TSUB"):
        """The failing case whose tiles are the least or the most, as `choose` says."""
        self.assay("run", "--op", op, "--target", "a5", "--dtype", dtype, "--cases", "16",
                   "--no-tiles", "--no-shrink", "--backend", f"simulator:fault={fault}", "--out",
                   "found-" + dtype)
        with open(self.path("found-" + dtype, "journal.jsonl"), encoding="utf-8") as file:
            records = [record for record in map(json.loads, file) if "verdict" in record]
        names = [one["name"] for one in records if one["verdict"]["kind"] == "deviates"]
        return choose(names, key=lambda name: math.prod(map(int, name.split("/")[4].split("x"))))

    def shards(self, *faults, large_first=False):
        names = [self.failing(self.SMALL, "f16", min), self.failing(self.LARGE, "f32", max)]
        return self.shards_of(names[::-1] if large_first else names, *faults), names

    def shards_of(self, names, *faults):
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(names))
        for i in (1, 2):
            self.made("run", "--cases-from", "names.txt", "--no-tiles", "--shard", f"{i}/2", "--out",
                      f"shard-{i}", "--overwrite", *(part for fault in faults
                                      for part in ("--backend", f"simulator:fault={fault}")), code=1)
        return ["shard-1", "shard-2"]

    def findings(self, folder):
        return json.loads(self.bytes_of(folder, "findings.json"))["findings"]

    def size_of(self, finding):
        """The sizes shown to a reader: inputs that matter, and elements."""
        said = "\n".join(finding["explanation"])
        inputs = re.search(r"^inputs +(fails with all|\d+)", said, re.M)[1]
        return (0 if inputs == "fails with all" else int(inputs),
                int(re.search(r"^elements +(\d+) of", said, re.M)[1]))

    def replayed(self, line, folder="."):
        done = self.assay(*shlex.split(line)[1:], folder=folder)
        self.assertEqual(done.returncode, 1, line + done.stdout + done.stderr)

    def is_the_one_of(self, whole, part):
        for key in ("shrunk", "explanation", "shrunk_replay"):
            self.assertEqual(whole[key], part[key])

    def test_a_finding_shows_the_smallest_of_its_shards_whatever_its_representative(self):
        for large_first in (False, True):
            shards, names = self.shards(f"{self.SMALL}+{self.LARGE}", large_first=large_first)
            parts = [self.findings(shard)[0] for shard in shards]
            smallest, other = sorted(parts, key=self.size_of)
            self.assertLess(self.size_of(smallest)[0], self.size_of(other)[0])
            self.assertGreater(self.size_of(smallest)[1], self.size_of(other)[1])
            self.made("merge", *shards, "--out", "merged")
            whole, = self.findings("merged")
            self.assertEqual(whole["representative"], names[0])
            self.is_the_one_of(whole, smallest)
            self.replayed(whole["shrunk_replay"], "merged")
            self.each_command_shows(smallest["shrunk"])
            shutil.rmtree(self.path("merged"))

    def each_command_shows(self, name):
        line = f"assay replay merged/shrunk.h5:{name}"
        self.assertIn(line, self.made("findings", "merged", code=1))
        self.assertIn(name.encode(), self.bytes_of("merged", "report.html"))
        self.made("merge", "merged", "--out", "again")
        self.assertEqual(self.bytes_of("again", "findings.json"),
                         self.bytes_of("merged", "findings.json"))
        shutil.rmtree(self.path("again"))

    def test_a_smaller_tile_counts_where_as_many_inputs_matter(self):
        """A small tile of u8 shrinks to whole rows of 32 bytes as a large one of f32 does: to four times as many elements."""
        fault, op = "last_tie_wins", "TCOLARGMAX"
        names = [self.failing(fault, dtype, choose, op) for dtype, choose in (("u8", min), ("f32", max))]
        shards = self.shards_of(names, fault)
        small, large = (self.findings(shard)[0] for shard in shards)
        self.assertEqual(self.size_of(small)[0], self.size_of(large)[0])
        self.assertGreater(self.size_of(small)[1], self.size_of(large)[1])
        self.made("merge", *shards, "--out", "merged")
        whole, = self.findings("merged")
        self.assertEqual(whole["representative"], names[0])
        self.is_the_one_of(whole, large)

    def test_the_line_replays_it_on_the_backend_that_fails_it(self):
        for faults in ((self.SMALL, self.LARGE), (self.LARGE, self.SMALL)):
            shards, names = self.shards(*faults)
            self.made("merge", *shards, "--out", "merged")
            whole, = self.findings("merged")
            self.assertEqual(whole["representative"], names[0])
            self.assertIn(self.LARGE, whole["shrunk_replay"])
            self.replayed(whole["shrunk_replay"], "merged")
            found = json.loads(self.made("findings", "merged", "--format", "json", code=1))
            self.assertEqual(found["findings"], [whole])
            line = next(line for line in self.made("findings", "merged", code=1).splitlines()
                        if "merged/shrunk.h5:" in line)
            self.replayed(line.strip())
            for folder in (*shards, "merged"):
                shutil.rmtree(self.path(folder))

    def test_the_order_of_the_folders_changes_no_byte(self):
        shards, _ = self.shards(f"{self.SMALL}+{self.LARGE}")
        seen = []
        shutil.copytree(self.path("shard-1"), self.path("again"))
        with open(self.path("again", "journal.jsonl"), encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        for record in records[1:-1]:
            record["seconds"] = 7.0
        with open(self.path("again", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        for order in itertools.permutations([*shards, "again"]):
            self.made("merge", *order, "--out", "merged", "--overwrite")
            seen.append({name: self.bytes_of("merged", name)
                         for name in os.listdir(self.path("merged"))})
            self.assertEqual(seen[-1], seen[0], order)

    def test_a_shrunk_case_that_its_shard_lost_is_not_shown(self):
        shards, names = self.shards(f"{self.SMALL}+{self.LARGE}")
        parts = {shard: self.findings(shard)[0] for shard in shards}
        kept, lost = sorted(shards, key=lambda shard: self.size_of(parts[shard]), reverse=True)
        os.remove(self.path(lost, "shrunk.h5"))
        self.made("merge", *shards, "--out", "merged")
        self.is_the_one_of(self.findings("merged")[0], parts[kept])
        os.remove(self.path(kept, "shrunk.h5"))
        self.made("merge", *shards, "--out", "neither")
        self.assertEqual(self.findings("neither")[0]["shrunk"], "")
        self.assertNotIn("shrunk.h5", os.listdir(self.path("neither")))


class ResultFiles(Sandbox):
    def test_result_files_are_put_one_after_the_other(self):
        for number, dtype in enumerate(("f16", "f32"), 1):
            self.made("run", *PART, "--dtype", dtype, "--cases", "1", "--out", f"run{number}")
        self.made("merge", "run1/results.h5", "run2/results.h5", "--out", "r.h5")
        self.made("merge", "run1/golden.h5", "run2/golden.h5", "--out", "g.h5")
        self.assertIn("Conforms", self.made("judge", "g.h5", "r.h5"))
        self.refused(2, "another file has too", "merge", "run1/results.h5", "run1/results.h5",
                     "--out", "m.h5")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
