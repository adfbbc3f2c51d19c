#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of several calls, as a user runs, replays and shrinks them.

programs_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import collections
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

import h5py
import numpy as np

import cli
import stored_files

sys.path.insert(0, os.path.join(cli.ROOT, "golden", "python"))
import assay_programs

SUITE = ("--suite", "programs")
SMALL = (*SUITE, "--cases", "36", "--target", "a5", "--no-shrink", "--no-confirm")
FAULT = ("--backend", "simulator:fault=last_tie_wins")
SEARCHES = {"TCOLARGMAX", "TCOLARGMIN", "TMRGSORT", "TROWARGMAX", "TROWARGMIN", "TSORT32"}  # what takes one of equal values
DAMAGED = ("deviates", "crashed", "timed_out")


class Sandbox(cli.Sandbox):
    def records(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record for record in map(json.loads, file) if "verdict" in record]

    def verdicts(self, folder):
        return sorted((record["name"], record["op"], record["verdict"]["kind"], record["verdict"]["reason"])
                      for record in self.records(folder))

    def failing(self, folder):
        return [record for record in self.records(folder) if record["verdict"]["kind"] in DAMAGED]


class Runs(Sandbox):
    def test_the_healthy_simulator_conforms_on_every_target(self):
        said = self.made("run", *SUITE, "--cases", "60", "--out", "run")
        self.assertIn("Conforms: none of", said)
        names = [record["name"] for record in self.records("run")]
        self.assertEqual(len(names), 180)
        self.assertEqual({name.split("/")[1] for name in names}, {"a2a3", "a5", "cpu"})
        self.assertEqual({name.split("/")[2].split("@")[0] for name in names}, {str(n) for n in range(1, 13)})

    def test_the_same_seed_gives_the_same_verdicts_whatever_the_threads_and_shards(self):
        self.made("run", *SMALL, "-j", "1", "--out", "one")
        self.made("run", *SMALL, "-j", "2", "--out", "two")
        self.assertEqual(self.verdicts("one"), self.verdicts("two"))
        for part in ("1/2", "2/2"):
            self.made("run", *SMALL, "--shard", part, "--out", "part" + part[0])
        self.made("merge", "part1", "part2", "--out", "whole")
        self.assertEqual(self.verdicts("one"), self.verdicts("whole"))
        self.made("run", *SMALL, "--seed", "2", "--out", "other")
        self.assertNotEqual(self.verdicts("one"), self.verdicts("other"))

    def test_a_killed_run_goes_on(self):
        wanted = (*SUITE, "--cases", "200", "--target", "a5", "-j", "1")
        self.made("run", *wanted, "--out", "whole")
        process = subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "run", *wanted, "--out", "cut"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        journal = self.path("cut", "journal.jsonl")
        while not os.path.exists(journal) or os.path.getsize(journal) < 20_000:
            self.assertIsNone(process.poll(), "it ended before it could be killed")
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.assertLess(len(self.records("cut")), 200)
        self.made("run", "--resume", "cut")
        self.assertEqual(self.verdicts("whole"), self.verdicts("cut"))


class ChosenOps(Sandbox):
    EXAMPLE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "runners", "examples", "backend.py")

    def test_a_backend_of_few_ops_has_programs_of_these(self):
        said = self.made("run", *SUITE, "--op", "TADD,TADDS", "--cases", "150", "--backend", f"exec:/usr/bin/python3 -B {self.EXAMPLE}",
                         "--no-confirm", "--no-shrink", "--out", "run")
        self.assertIn("Conforms: none of", said)
        judged = [record for record in self.records("run") if record["verdict"]["kind"] == "conforms"]
        self.assertGreater(len(judged), 20)
        self.assertTrue(all("/TADD+TADDS/" in record["name"] for record in judged))
        self.made("replay", judged[-1]["name"])


    def test_the_example_in_c_takes_programs_whole(self):
        source = os.path.join(os.path.dirname(self.EXAMPLE), "backend.c")
        root = os.path.dirname(os.path.dirname(os.path.dirname(source)))
        subprocess.run(["cc", "-std=c11", "-shared", "-fPIC", "-I", root, source, "-o", self.path("logic.so")], check=True)
        self.made("run", *SUITE, "--op", "TAND,TOR", "--target", "a5", "--cases", "60", "--backend", "plugin:" + self.path("logic.so"),
                  "--no-confirm", "--no-shrink", "--out", "run")
        self.assertGreater(sum(record["verdict"]["kind"] == "conforms" for record in self.records("run")), 30)


class OfFewOps(Sandbox):
    """What a fault of rare forms does shows in programs of these."""

    def failing_ops(self, ops, fault):
        done = self.assay("run", *SUITE, "--op", ops, "--target", "a5", "--no-shrink", "--no-confirm", "--no-tiles",
                          "--backend", "simulator:fault=" + fault, "--out", fault)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        return {record["op"] for record in self.failing(fault)}

    def test_gathers_into_mat(self):
        self.assertEqual(self.failing_ops("MGATHER,TMOV,TEXTRACT", "packed_rows_into_mat"), {"MGATHER"})

    def test_descriptors_that_were_set_for_others(self):
        self.assertLessEqual({"TMOV_FP", "TSTORE_FP"}, self.failing_ops("SET_QUANT_VECTOR,TMOV_FP,TSTORE_FP", "set_descriptors_count"))


class ByTheirEnd(Sandbox):
    def kinds(self, folder):
        return {record["verdict"]["kind"] for record in self.records(folder)}

    def test_the_healthy_simulator_stays_within_bounds_on_every_target(self):
        self.assert_stays_within_bounds()

    def test_so_does_one_that_flushes_subnormal_numbers(self):
        self.assert_stays_within_bounds("--backend", "simulator:fault=subnormals_are_zero")

    def assert_stays_within_bounds(self, *options):
        said = self.made("run", "--suite", "programs-end", *options, "--no-tiles", "--out", "run")
        self.assertIn("Conforms: none of", said)
        self.assertIn("undecidable", said)
        self.assertLessEqual(self.kinds("run"), {"conforms", "undecidable", "distrusted"})

    def test_exact_programs_are_always_decided(self):
        self.assertIn("Conforms: none of", self.made("run", "--suite", "programs-exact", "--cases", "60", "--out", "run"))
        self.assertLessEqual(self.kinds("run"), {"conforms", "distrusted"})

    def test_shrinking_finds_the_wrong_call_that_nobody_saw(self):
        self.made("run", "--suite", "programs-exact", "--cases", "120", "--target", "a5", "--no-shrink", "--no-confirm", *FAULT,
                  "--out", "run", code=1)
        failing = [record for record in self.failing("run") if record["op"] == "PROGRAM"]
        self.assertGreater(len(failing), 5)
        for record in failing[:4]:
            self.assertIn("judged by its end: deviates", self.made("replay", record["name"], *FAULT, code=1))
            self.made("replay", record["name"])
            shrunk = self.made("shrink", record["name"], *FAULT, "--out", "shrunk.h5", code=1)
            self.assertIn(re.search(r"(?m)^calls .* call \d+, (\w+), is the wrong one$", shrunk).group(1), SEARCHES)

    def test_so_it_does_where_the_backend_shows_ends_alone(self):
        with open(ChosenOps.EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        for old, new in (('"programs": true', '"programs": "end"'), ('seen += b"".join(images)', 'seen = b"".join(images)'),
                         ('bytes": len(seen)}, seen', 'bytes": 0}, b""'),
                         ('status": "done", "bytes": 0}, b""', 'status": "done", "bytes": len(seen)}, seen'),
                         ('    return {"status": "done", "bytes": len(out)}, out',
                          '    out[0] ^= call["op"] == "TADDS"\n    return {"status": "done", "bytes": len(out)}, out')):
            self.assertIn(old, text)
            text = text.replace(old, new)
        with open(self.path("ends.py"), "w", encoding="utf-8") as file:
            file.write(text)
        backend = ("--backend", f"exec:/usr/bin/python3 -B {self.path('ends.py')}")
        self.made("run", "--suite", "programs-exact", "--op", "TADD,TADDS", "--cases", "120", *backend, "--no-confirm", "--no-shrink",
                  "--out", "run", code=1)
        failing = [record for record in self.failing("run") if record["op"] == "PROGRAM"]
        self.assertGreater(len(failing), 2)
        for record in failing[:3]:
            shrunk = self.made("shrink", record["name"], *backend, "--out", "shrunk.h5", code=1)
            self.assertRegex(shrunk, r"(?m)^calls .* call \d+, TADDS, is the wrong one$")


class Related(Sandbox):
    """Chains whose values are related by what the ops mean."""

    def test_the_healthy_simulator_keeps_every_relation(self):
        said = self.made("run", "--suite", "programs-related", "--cases", "20", "--out", "run")
        self.assertIn("Conforms: none of", said)
        shown = {tuple(record["name"].split("/")[1:4:2]) for record in self.records("run")}
        self.assertEqual(len({name for _, name in shown}), 13, shown)
        self.assertEqual({target for target, _ in shown}, {"a2a3", "a5", "cpu"})

    def test_a_fault_of_one_op_breaks_the_relations_that_it_is_in(self):
        self.made("run", "--suite", "programs-related", "--op", "TTRANS", "--target", "a5", "--cases", "24", "--backend",
                  "simulator:fault=last_lines_untransposed", "--no-confirm", "--no-shrink", "--out", "run", code=1)
        broken = {record["name"].split("/")[3] for record in self.failing("run")}
        self.assertIn("transposed_twice", broken)


class Outside(Sandbox):
    """Programs whose last call is illegal."""

    def test_illegal_calls_are_refused_behind_legal_ones(self):
        self.assertIn("Conforms: none of 90", self.made("run", "--suite", "programs-outside", "--cases", "30", "--out", "run"))
        lengths = {record["name"].split("/")[3][0] for record in self.records("run")}
        self.assertEqual(lengths, set("123456"))
        self.assertTrue(all(record["intent"].startswith("breaks.") for record in self.records("run")))

    def test_an_illegal_call_that_is_made_is_named(self):
        backend = ("--backend", "simulator:fault=accepts_everything")
        self.made("run", "--suite", "programs-outside", "--target", "a5", "--cases", "12", *backend, "--out", "run", code=1)
        failing = [record for record in self.records("run") if record["verdict"]["kind"] == "accepted_invalid"]
        self.assertEqual(len(failing), 12)
        for record in failing:
            self.assertRegex(record["verdict"]["reason"], rf"^call (\d) of \1, {record['op']}: accepted although not: ")
        self.made("replay", failing[5]["name"], *backend, code=1)
        self.made("shrink", failing[5]["name"], *backend, "--out", "small.h5", code=1)

    def test_files_do_not_take_them(self):
        self.made("golden", "--suite", "programs-outside", "--cases", "2", "--out", "golden.h5", code=2)
        self.assertFalse(os.path.exists(self.path("golden.h5")))


class Stored(Sandbox):
    """Programs in golden and result files: handed to a board, judged, read in Python."""

    EXACT = ("--suite", "programs-exact", "--cases", "40", "--target", "a5")

    def ends(self, results):
        """Memories by program, from a result file."""
        found = collections.defaultdict(dict)
        with h5py.File(self.path(results)) as file:
            names = [name.decode() for name in file["results"]["name"]]
            for memory, groups in file["outputs"].items():
                for group in groups.values():
                    for row, bits in zip(group["case"][:], group["bits"][:]):
                        found[names[row]][memory] = bits
        return found

    def told(self, folder):
        return {record["name"]: record["verdict"] for record in self.records(folder)}

    def test_a_golden_file_is_the_same_from_shards_and_verifies(self):
        self.made("golden", *self.EXACT, "--out", "whole.h5")
        for part in "12":
            self.made("golden", *self.EXACT, "--shard", f"{part}/2", "--out", f"{part}.h5")
        self.made("merge", "1.h5", "2.h5", "--out", "merged.h5")
        with open(self.path("whole.h5"), "rb") as one, open(self.path("merged.h5"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        self.assertIn("0 cases, 40 programs,", self.made("verify", "whole.h5"))
        self.made("golden", *self.EXACT, "--seed", "2", "--out", "other.h5")
        self.assertIn("Different: 0 of 0 cases in both", self.made("diff", "whole.h5", "other.h5", code=1))

    def test_what_a_board_brings_back_is_judged_as_it_was_where_it_ran(self):
        self.made("run", *self.EXACT, *FAULT, "--tiles", "all", "--no-confirm", "--out", "run", code=1)
        self.made("judge", "run/golden.h5", "run/results.h5", "--out", "judged", code=1)
        ran, judged = self.told("run"), self.told("judged")
        self.assertEqual({name: verdict["kind"] for name, verdict in ran.items()},
                         {name: verdict["kind"] for name, verdict in judged.items()})
        bad = next(name for name, verdict in judged.items() if verdict["kind"] == "deviates" and "wrote last" in verdict["reason"])
        self.assertEqual(ran[bad], judged[bad])
        for arguments in (("replay", bad, "--backend", "replay:run/results.h5"), ("replay", f"run/golden.h5:{bad}", *FAULT)):
            self.assertIn("judged by its end: deviates", self.made(*arguments, code=1))
        self.assertIn("a backend that executes finds its wrong call",
                      self.made("shrink", bad, "--backend", "replay:run/results.h5", code=1))
        self.assertIn("is the wrong one", self.made("shrink", f"run/golden.h5:{bad}", *FAULT, "--out", "s.h5", code=1))

    def test_contents_that_no_name_draws_are_those_of_the_file(self):
        self.made("golden", "--suite", "programs", "--op", "TADDS,TMULS", "--cases", "3", "--target", "a5", "--out", "g.h5")
        with stored_files.Edited(self.path("g.h5")) as file:
            file.attrs["suite_version"] = b"1"
            name = file["programs/list"][0]["name"].decode()
            before = file["programs/p00000/i0/before"]
            before[...] = before[...] ^ 1
        self.assertIn("is stored as", self.made("verify", "g.h5", code=1))
        self.made("run", "--case", f"g.h5:{name}", "--tiles", "all", "--out", "run")
        with h5py.File(self.path("g.h5")) as given, h5py.File(self.path("run", "golden.h5")) as kept:
            self.assertEqual(given["programs/p00000/i0/before"][:].tobytes(), kept["programs/p00000/i0/before"][:].tobytes())
        self.made("judge", "run/golden.h5", "run/results.h5", "--out", "judged")

    def test_rows_that_do_not_fit_are_refused(self):
        self.made("run", *self.EXACT[:2], "--cases", "2", "--target", "a5", "--tiles", "all", "--out", "run")
        with h5py.File(self.path("run", "results.h5"), "r+") as file:
            del file["manifest"]
            memory = list(file["outputs"])[0]
            file.move(f"outputs/{memory}", "outputs/L3")
        done = self.assay("judge", "run/golden.h5", "run/results.h5")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has an output 'L3', and the program has no such memory", done.stderr)

    def first_readings(self):
        """A file that demands what golden data have."""
        choices = json.loads(self.assay("choices", "--format", "json").stdout)
        with open(self.path("first.toml"), "w", encoding="utf-8") as file:
            for choice in choices:
                file.write(f'[[choice]]\nname = "{choice["name"]}"\nreading = "{choice["readings"][0]["name"]}"\n')
        return "first.toml"

    def test_python_judges_as_assay_does(self):
        draw = np.random.default_rng(5)
        seen = collections.Counter()
        for suite in ("programs", "programs-end", "programs-exact"):
            self.made("run", "--suite", suite, "--cases", "60", "--target", "a5", "--tiles", "all", "--no-confirm", "--out", suite)
            ends = self.ends(f"{suite}/results.h5")
            programs = [one for one in assay_programs.programs(self.path(suite, "golden.h5")) if len(one.calls) > 1]
            for program in programs:
                memory = draw.choice(list(ends[program.name]))
                bits = ends[program.name][memory]
                bits[draw.integers(bits.size, size=draw.integers(3))] ^= np.uint8(draw.choice([1, 128]))
            self.bring(f"{suite}/results.h5", ends)
            self.assay("judge", f"{suite}/golden.h5", f"{suite}/results.h5", "--choices", self.first_readings(),
                       "--out", f"{suite}-judged")
            told = self.told(f"{suite}-judged")
            for program in programs:
                mine, other = assay_programs.judge_program(program, ends[program.name]), told[program.name]
                self.assertEqual((mine.kind, mine.deviation.replace("value", ""), mine.compared, mine.wrong, mine.target_defined),
                                 (other["kind"], re.sub("value|guard_broken", "", other["deviation"]), other["compared"],
                                  other["wrong"], other["target_defined"]), program)
                seen[mine.kind] += 1
        self.assertGreater(min(seen[kind] for kind in ("conforms", "deviates", "undecidable")), 0, seen)

    def bring(self, results, ends):
        with stored_files.Edited(self.path(results)) as file:
            names = [name.decode() for name in file["results"]["name"]]
            for memory, groups in file["outputs"].items():
                for group in groups.values():
                    group["bits"][...] = np.stack([ends[names[row]][memory] for row in group["case"][:]])


class Failures(Sandbox):
    def run_of_all(self):
        self.made("run", *SUITE, "--cases", "500", "--target", "a5", "--no-confirm", *FAULT, "--out", "run", code=1)

    def test_the_op_that_is_wrong_is_named_and_no_other(self):
        self.once(self.run_of_all)
        failing = self.failing("run")
        self.assertGreater(len(failing), 2)
        for record in failing:
            self.assertIn(record["op"], SEARCHES, record["name"])
            number = int(record["scenario"].removeprefix("call "))
            calls = record["name"].split("/")[2].split("@")[0]
            self.assertTrue(record["verdict"]["reason"].startswith(f"call {number} of "), record["verdict"]["reason"])
            self.assertLessEqual(number, int(calls))

    def test_a_replay_shows_every_call_and_a_shrunk_one_is_alone(self):
        self.once(self.run_of_all)
        record = next(one for one in self.failing("run") if one["scenario"] != "call 1")
        said = self.made("replay", record["name"], *FAULT, code=1)
        number = int(record["scenario"].removeprefix("call "))
        self.assertRegex(said, rf"(?m)^ +{number}  {record['op']}/\w+  deviates$")
        self.assertIn(f"the wrong call, on what stood in memory before it: call {number}", said)
        self.made("replay", record["name"])  # the healthy simulator
        shrunk = self.made("shrink", record["name"], *FAULT, "--out", "shrunk.h5", code=1)
        self.assertRegex(shrunk, rf"(?m)^program    {re.escape(record['name'])}(-\d+)+$")
        self.assertRegex(shrunk, rf"(?m)^calls      [12] of \d+ calls; call [12], {record['op']}, is the wrong one$")
        name = re.search(r"(?m)^shrunk +(\S+)$", shrunk).group(1)
        self.assertTrue(name.startswith(record["op"] + "/"))
        self.made("replay", "shrunk.h5:" + name, *FAULT, code=1)
        self.made("replay", "shrunk.h5:" + name)
        smaller = re.search(r"(?m)^program +(\S+)$", shrunk).group(1)
        self.made("replay", smaller, *FAULT, code=1)

    def test_a_call_that_crashes_is_named_and_costs_no_other_program(self):
        self.made("run", *SMALL, "--out", "healthy")
        self.made("run", *SMALL, "--backend", "simulator:fault=crashes", "--out", "run", code=1)
        healthy = {name: kind for name, _, kind, _ in self.verdicts("healthy")}
        crashed = [record for record in self.records("run") if record["verdict"]["kind"] == "crashed"]
        self.assertGreater(len(crashed), 1)
        for record in crashed:
            self.assertTrue(record["verdict"]["reason"].startswith(record["scenario"] + " of "), record)
        for record in self.records("run"):
            if record["verdict"]["kind"] != "crashed":
                self.assertEqual(record["verdict"]["kind"], healthy[record["name"]], record["name"])

    def test_findings_group_programs_by_the_op_that_is_wrong(self):
        self.once(self.run_of_all)
        with open(self.path("run", "findings.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        self.assertTrue(findings)
        for finding in findings:
            self.assertLessEqual(set(finding["op"].split(",")), SEARCHES, finding)


class Coverage(Sandbox):
    def test_it_counts_the_seams_of_the_programs_of_a_run(self):
        self.made("run", *SUITE, "--cases", "120", "--target", "a5", "--no-tiles", "--out", "run")
        seams = json.loads(self.made("coverage", "run", "--format", "json"))
        self.assertEqual(seams["programs"], 120)
        self.assertGreater(len(seams["pairs"]), 100)
        self.assertGreater(len(seams["forms"]), 100)
        self.assertTrue(all(0 < count <= 120 for count in seams["forms"].values()))
        self.assertLessEqual({"GM-UB", "UB-UB", "UB-GM"}, set(seams["memories"]))
        said = self.made("coverage", "run")
        self.assertIn(f"forms      {len(seams['forms'])} that are called: ", said)
        self.assertIn(f"pairs      {len(seams['pairs'])} in which an op reads what another wrote", said)


class BadInput(Sandbox):
    def one_sentence(self, *arguments):
        done = self.assay(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.strip().split("\n")), 1, done.stderr)
        return done.stderr

    def test_names_that_are_none_are_refused_with_a_reason(self):
        for name, reason in (("PROGRAM/a9/4@00000001", "'a9' is no target"),
                             ("PROGRAM/a5/99@00000001", "it has 1 to 32 calls"),
                             ("PROGRAM/a5/4@1", "its key has 8 hexadecimal digits"),
                             ("PROGRAM/a5/4@00000001-7", "ascending numbers of calls")):
            self.assertIn(reason, self.one_sentence("replay", name))
            self.assertIn(reason, self.one_sentence("shrink", name))

    def test_what_is_about_single_calls_takes_no_programs(self):
        self.assertIn("chooses single calls", self.one_sentence("run", *SUITE, "--dtype", "f32", "--out", "run"))
        self.assertIn("no program calls", self.one_sentence("run", *SUITE, "--op", "TPRINT", "--out", "run"))
        self.assertIn("'TADX' is no op", self.one_sentence("replay", "PROGRAM/a5/TADD+TADX/4@00000001"))
        self.assertIn("--illegal is for single calls", self.one_sentence("golden", *SUITE, "--illegal", "--out", "g.h5"))
        self.assertFalse(os.path.exists(self.path("g.h5")))
        self.assertFalse(os.path.exists(self.path("run")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[__file__, *rest], verbosity=1)
