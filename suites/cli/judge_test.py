#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`assay judge` leaves what `assay run` leaves; `replay` and `shrink` take stored results.

judge_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy as np

import cli
import killed_runs_test

BOARD = os.path.join(cli.ROOT, "runners", "examples", "board.py")
WRONG = "TSUB"
WAIVER = """[[waiver]]
op = "TSUB"
reason = "the board's subtracter"
link = "board/7"
owner = "hardware"
expires = 2030-02-01
"""


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class Sandbox(killed_runs_test.Sandbox):
    """An exported file, and a board whose subtracter has the highest bit of its mantissa inverted."""

    @classmethod
    def setUpClass(cls):
        cls.lab = tempfile.mkdtemp(prefix="assay-lab-")
        cls.addClassCleanup(shutil.rmtree, cls.lab)

    def setUp(self):
        super().setUp()
        if not os.listdir(self.lab):
            self.compute()
        for name in os.listdir(self.lab):
            shutil.copy(os.path.join(self.lab, name), self.path(name))

    def compute(self):
        exported, good, bad = (os.path.join(self.lab, name) for name in ("e.h5", "good.h5", "r.h5"))
        self.run_of("export", "--op", f"TADD,{WRONG}", "--target", "a5,cpu", "--dtype", "f32",
                    "--cases", "40", "--out", exported)
        subprocess.run([sys.executable, "-B", BOARD, exported, good], check=True)
        shutil.copy(good, bad)
        with cli.Edited(bad) as file:
            names = [text(row["name"]) for row in file["results"]]
            for group in file["outputs/dst"].values():
                wrong = [names[case].startswith(WRONG) for case in group["case"]]
                group["bits"][...] = group["bits"][...] ^ np.where(
                    wrong, 1 << 22, 0).astype(np.uint32)[:, None, None]

    def judge(self, *options, results="r.h5", code=1):
        return self.run_of("judge", "e.h5", results, *options, code=code)

    def findings(self, folder="n"):
        with open(self.path(folder, "findings.json"), encoding="utf-8") as file:
            return json.load(file)["findings"]

    def replays(self, line):
        """The line shows the failure, and not on a simulator that has none."""
        self.assertIn("--backend replay:r.h5", line)
        done = self.run_of(*shlex.split(line)[1:], code=1)
        self.assertIn("deviates", done.stdout)
        return done.stdout

    def edit(self, name, edit):
        with cli.Edited(self.path(name)) as file:
            edit(file)

    def sizes(self, file):
        """Elements of all operands of each case, by its name."""
        with h5py.File(self.path(file)) as golden:
            return {text(case["name"]): sum(
                golden[f"signatures/s{case['signature']:04}/inputs"][name][int(case["row"])].size
                for name in golden[f"signatures/s{case['signature']:04}/inputs"])
                    for case in golden["cases"]}


class Folder(Sandbox):
    def test_holds_what_a_run_leaves(self):
        self.judge("--out", "n", "-q")
        self.run_of("run", "--op", WRONG, "--target", "a5", "--dtype", "f32", "--cases", "1", "--out",
                    "run", "--backend", "simulator:fault=off_by_one_ulp", code=1)
        self.assertEqual(set(os.listdir(self.path("run"))) - set(os.listdir(self.path("n"))), set())
        records = self.records("n")
        self.assertEqual(len(records), 40)
        self.assertEqual({record["backend"] for record in records}, {"replay:r.h5"})
        self.assertEqual({record["op"] for record in records
                          if record["verdict"]["kind"] == "deviates"}, {WRONG})
        self.assertEqual(self.summary("n")["failures"],
                         sum(record["verdict"]["kind"] == "deviates" for record in records))
        for file in ("golden.h5", "results.h5", "shrunk.h5"):
            self.assertIn("all as written", self.assay("verify", f"n/{file}").stdout)
        self.run_of("judge", "n/golden.h5", "n/results.h5", "--out", "again", code=1)
        self.assertEqual(self.verdicts("again"), self.verdicts("n"))

    def test_is_not_replaced_unasked_and_one_line_is_all_that_quiet_prints(self):
        said = self.judge("--out", "n", "-q").stdout
        self.assertRegex(said, r"^Does not conform: \d+ of \d+ judged cases failed\.\n$")
        self.refused(2, "--overwrite", "judge", "e.h5", "r.h5", "--out", "n")
        self.judge("--out", "n", "-q", "--overwrite", results="good.h5", code=0)
        self.assertEqual(self.findings(), [])

    def test_every_failure_has_a_line_that_replays_the_stored_result(self):
        said = self.judge("--out", "n").stdout
        findings = self.findings()
        self.assertTrue(findings)
        for finding in findings:
            self.assertIn(f"{finding['representative']}", self.replays(finding["replay"]))
            self.assertIn(finding["replay"], said)
        with open(self.path("n", "junit.xml"), encoding="utf-8") as file:
            self.assertIn(findings[0]["replay"], file.read())
        healthy = findings[0]["replay"].split(" --backend")[0]
        self.run_of(*shlex.split(healthy)[1:])

    def test_the_smallest_stored_case_of_each_finding_is_kept(self):
        self.judge("--out", "n")
        sizes = self.sizes("e.h5")
        with h5py.File(self.path("n", "shrunk.h5")) as file:
            kept = {text(case["name"]) for case in file["cases"]}
        for finding in self.findings():
            smallest = min(sizes[name] for name in finding["cases"])
            self.assertEqual(sizes[finding["shrunk"]], smallest)
            self.assertIn(finding["shrunk"], kept)
            self.assertIn("nothing was executed", "\n".join(finding["explanation"]))
            self.assertIn(f"n/shrunk.h5:{finding['shrunk']}", finding["shrunk_replay"] + self.assay(
                "findings", "n").stdout)
            self.replays(f"assay replay n/shrunk.h5:{finding['shrunk']} --backend replay:r.h5")

    def test_goes_on_where_it_was_stopped(self):
        self.judge("--out", "n")
        whole = self.records("n")
        with open(self.path("n", "journal.jsonl"), encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.path("n", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(lines[:7])
        os.remove(self.path("n", "summary.json"))
        os.rename(self.path("e.h5"), self.path("moved.h5"))
        self.run_of("run", "--resume", "n", code=1)
        self.assertEqual([record["name"] for record in self.records("n")],
                         [record["name"] for record in whole])
        self.run_of("run", "--resume", "n", code=1)


class Beside(Sandbox):
    def test_waivers_baseline_and_history_count(self):
        night = ("--history", "history")
        self.judge("--out", "n1", *night, results="good.h5", code=0)
        self.judge("--out", "n2", *night, "--baseline", "n1")
        self.judge("--out", "same", "--baseline", "n2")
        kept = [os.path.exists(self.path(folder, "shrunk.h5")) for folder in ("n2", "same")]
        self.assertEqual(kept, [True, False])  # what the baseline has is not new
        with open(self.path("w.toml"), "w", encoding="utf-8") as file:
            file.write(WAIVER)
        self.judge("--out", "n3", *night, "--baseline", "n2", "--waivers", "w.toml", "--today",
                   "2030-01-31", code=0)
        self.assertGreater(len(os.listdir(self.path("history"))), 1)
        self.assertIn("r.h5", self.assay("trend", "history").stdout)

    def test_the_commands_on_folders_take_it(self):
        self.judge("--out", "n1", results="good.h5", code=0)
        self.judge("--out", "n2")
        title = self.findings("n2")[0]["title"]
        self.assertIn(title, self.assay("findings", "n2").stdout)
        triaged = self.assay("triage", "n1", "n2")
        self.assertEqual(triaged.returncode, 1, triaged.stderr)
        self.assertIn(title, triaged.stdout)
        differ = self.assay("diff", "n1", "n2")
        self.assertEqual(differ.returncode, 1, differ.stderr)
        self.run_of("report", "n2", "--out", "page.html")
        self.run_of("merge", "n2", "--out", "merged")
        self.assertEqual(self.findings("merged")[0]["title"], title)

    def test_errata_are_known_unless_strict(self):
        self.run_of("run", "--op", "TCVT", "--target", "cpu", "--dtype", "f32", "--cases", "2",
                    "--no-shrink", "--backend", "simulator:errata=E-TCVT-001", "--errata", "none",
                    "--out", "run", code=1)
        files = ("judge", "run/golden.h5", "run/results.h5")
        self.run_of(*files, "--out", "none", code=1)
        known = self.run_of(*files, "--errata", "E-TCVT-001", "--out", "known")
        self.assertIn("deviate as known", known.stdout)
        self.run_of(*files, "--errata", "E-TCVT-001", "--strict", "--out", "strict", code=1)

    def test_an_op_that_no_case_judges_is_not_shown(self):
        def unsupported(file):
            table = file["results"][:]
            table["status"][[text(name).startswith(WRONG) for name in table["name"]]] = b"unsupported"
            del file["results"]
            file["results"] = table
        self.edit("good.h5", unsupported)
        said = self.judge("--out", "n1", results="good.h5").stdout
        self.assertIn(f"Not shown: 1 of 2 ops have no legal case with compared values: {WRONG}", said)
        self.judge("--out", "n2", "--min-judged", "0", results="good.h5", code=0)
        self.refused(2, "--min-judged -1 is negative", "judge", "e.h5", "r.h5", "--min-judged", "-1")
        self.judge("--out", "n3", "--min-judged", "21", results="good.h5")


class Contents(Sandbox):
    """The inputs of the file are used, whatever their names would draw."""

    def test_cases_of_another_suite_version_are_judged_and_replayed_from_their_file(self):
        for name in ("e.h5", "r.h5"):
            self.edit(name, lambda file: file.attrs.modify("suite_version", np.bytes_("2")))
        self.judge("--out", "n")
        names = [record["name"] for record in self.records("n")]
        self.assertTrue(all(name.startswith("e.h5:") for name in names))
        self.replays(self.findings()[0]["replay"])
        self.replays(f"assay replay n/shrunk.h5:{self.findings()[0]['shrunk']} --backend replay:r.h5")
        self.run_of("judge", "n/golden.h5", "n/results.h5", "--out", "again", code=1)
        self.refused(2, "of suite version 2", "replay", names[0].split(":", 1)[1], "--backend",
                     "replay:r.h5")

    def test_inputs_that_somebody_changed_are_judged_as_they_are(self):
        def negate(file):
            for signature in file["signatures"].values():
                for name in ("src0", "src1"):
                    signature["inputs"][name][...] ^= 1 << 31
        self.edit("e.h5", negate)
        done = subprocess.run([sys.executable, "-B", BOARD, self.path("e.h5"), self.path("r.h5")],
                              check=False)
        self.assertEqual(done.returncode, 0)
        self.judge("--out", "n", code=0)
        name = self.records("n")[0]["name"]
        self.assertTrue(name.startswith("e.h5:"))
        self.run_of("replay", name, "--backend", "replay:r.h5")

    def test_a_file_that_must_be_named_in_a_case_needs_a_name_that_can_be(self):
        for name in ("e.h5", "r.h5"):
            self.edit(name, lambda file: file.attrs.modify("suite_version", np.bytes_("2")))
        shutil.copy(self.path("e.h5"), self.path("e.hdf5"))
        self.refused(2, "ends in .h5", "judge", "e.hdf5", "r.h5", "--out", "n")


class SingleCases(Sandbox):
    def setUp(self):
        super().setUp()
        with h5py.File(self.path("e.h5")) as file:
            self.failing = [text(case["name"]) for case in file["cases"]
                            if text(case["op"]) == WRONG]

    def test_a_stored_result_is_replayed(self):
        for name in (self.failing[0], f"e.h5:{self.failing[0]}"):
            done = self.run_of("replay", name, "--backend", "replay:r.h5", code=1)
            self.assertIn("deviates", done.stdout)
            self.run_of("replay", name, "--backend", "replay:good.h5")

    def test_rows_of_a_run_of_stored_cases_belong_to_their_file(self):
        with h5py.File(self.path("e.h5")) as file:
            names = [text(case["name"]) for case in file["cases"]]
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"e.h5:{name}\n" for name in names)
        self.run_of("run", "--cases-from", "names.txt", "--tiles", "all", "--out", "stored")
        with h5py.File(self.path("stored/results.h5")) as file:
            self.assertEqual({text(row["name"]) for row in file["results"]}, {f"e.h5:{name}" for name in names})
        self.run_of("judge", "e.h5", "stored/results.h5", "--out", "judged")
        self.assertEqual({one["verdict"]["kind"] for one in self.records("judged")} & {"infra", "unsupported"}, set())
        shutil.copy(self.path("e.h5"), self.path("other.h5"))
        self.refused(2, "that other.h5 does not have", "judge", "other.h5", "stored/results.h5", "--out", "n")

    def test_the_smallest_failing_case_of_a_kind_is_looked_up(self):
        sizes = self.sizes("e.h5")
        target = self.failing[0].split("/")[2]
        smallest = min(sizes[name] for name in self.failing if name.split("/")[2] == target)
        for prefix in ("", "e.h5:"):
            out = f"shrunk{len(prefix)}.h5"
            done = self.run_of("shrink", prefix + self.failing[0], "--backend", "replay:r.h5",
                               "--out", out, code=1)
            self.assertIn("stored cases that fail in this way; nothing was executed", done.stdout)
            found = next(line.split()[1] for line in done.stdout.splitlines()
                         if line.startswith("shrunk "))
            self.assertEqual(sizes[found], smallest)
            self.replays(f"assay replay {out}:{found} --backend replay:r.h5")
        done = self.run_of("shrink", self.failing[0], "--backend", "replay:good.h5")
        self.assertIn("does not fail", done.stdout)

    def test_what_has_no_row_or_costs_nothing_is_refused(self):
        other = self.run_of("run", "--op", "TMUL", "--target", "a5", "--dtype", "f32", "--cases",
                            "1", "--no-shrink", "--out", "run")
        self.assertTrue(other)
        name = self.records("run")[0]["name"]
        for command in ("replay", "shrink"):
            self.refused(2, "has no row for this case", command, name, "--backend", "replay:r.h5")
            self.refused(2, "nowhere.h5", command, name, "--backend", "replay:nowhere.h5")
            self.refused(2, "e.h5 has no case", command, f"e.h5:{name}", "--backend", "replay:r.h5")
        self.refused(2, "--budget", "shrink", self.failing[0], "--backend", "replay:r.h5",
                     "--budget", "9")


class Refusals(Sandbox):
    """One sentence, and no folder."""

    def test_of_files_that_are_none_or_were_cut(self):
        whole = os.path.getsize(self.path("r.h5"))
        for name, length in (("cut1.h5", whole // 2), ("cut2.h5", 100), ("cut3.h5", whole - 1)):
            shutil.copy(self.path("r.h5"), self.path(name))
            os.truncate(self.path(name), length)
            self.refused(2, name, "judge", "e.h5", name, "--out", "n")
        self.refused(2, "nowhere.h5", "judge", "e.h5", "nowhere.h5", "--out", "n")
        self.refused(2, "nowhere.h5", "judge", "nowhere.h5", "r.h5", "--out", "n")
        self.refused(2, "e.h5", "judge", "e.h5", "e.h5", "--out", "n")
        self.refused(2, "r.h5", "judge", "r.h5", "r.h5", "--out", "n")

    def test_of_another_suites_results(self):
        self.run_of("run", "--op", "TMUL", "--target", "a5", "--dtype", "f32", "--cases", "1",
                    "--no-shrink", "--out", "run")
        self.refused(2, "that e.h5 does not have", "judge", "e.h5", "run/results.h5", "--out",
                     "n")
        self.edit("r.h5", lambda file: file.attrs.__setitem__("suite_version", "1"))
        self.refused(2, "r.h5 is of suite version 1", "judge", "e.h5", "r.h5", "--out", "n")

    def test_of_values_that_have_no_meaning_and_says_which_have(self):
        def status(file):
            table = file["results"][:]
            table["status"][0] = b"ok"
            del file["results"]
            file["results"] = table

        def bits(as_what, dtype):
            def edit(file):
                group = next(iter(file["outputs/dst"].values()))
                stored = group["bits"][:]
                del group["bits"]
                group["bits"] = stored.view(as_what)
                group["bits"].attrs["dtype"] = dtype
            return edit
        edits = {'status: "ok" is unknown; known are done, rejected, unsupported, crashed, timed_out, infra': status,
                 "/bits has elements of the wrong type; uint32 is needed": bits(np.float32, "f32"),
                 '/bits, dtype: "float32" is unknown; known are f32, f16, bf16': bits(np.uint32, "float32")}
        for number, (words, edit) in enumerate(edits.items()):
            shutil.copy(self.path("good.h5"), self.path(f"{number}.h5"))
            self.edit(f"{number}.h5", edit)
            self.refused(2, words, "judge", "e.h5", f"{number}.h5", "--out", "n")

    def test_of_results_with_cases_missing(self):
        def shorter(file):
            table = file["results"][:-3]
            del file["results"], file["outputs"]
            table["status"] = b"unsupported"
            file["results"] = table
        self.edit("r.h5", shorter)
        self.refused(2, ", which e.h5 asks for, and for 2 more", "judge", "e.h5", "r.h5", "--out", "n")

    def test_of_waivers_and_baselines_that_are_none(self):
        self.refused(2, "cannot read none.toml", "judge", "e.h5", "r.h5", "--out", "n", "--waivers",
                     "none.toml")
        self.refused(2, "nowhere cannot be read", "judge", "e.h5", "r.h5", "--out", "n", "--baseline", "nowhere")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
