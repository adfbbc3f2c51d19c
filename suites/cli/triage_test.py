#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Triage, as its user meets it: `assay findings`, `triage`, `trend`, waivers.

triage_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import json
import os
import re
import shutil
import sys
import time
import unittest

import h5py

import cli

SELECTION = ("--op", "TRELU", "--target", "cpu", "--cases", "2")
SUBJECT = SELECTION[1]
FAULT = "relu_drops_nan"


def dtype_of(name):
    return name.split("/")[3].split(",")[0]


class Sandbox(cli.Sandbox):
    def run_into(self, out, *arguments, fault="", code=None):
        backend = f"simulator:fault={fault}" if fault else "simulator"
        done = self.assay("run", *SELECTION, "--no-tiles", "-j", "1", "--backend", backend, "--out",
                          out, *arguments)
        wanted = (1 if fault else 0) if code is None else code
        self.assertEqual(done.returncode, wanted, done.stdout + done.stderr)
        return done

    def journal(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as lines:
            return [record for record in map(json.loads, lines) if "verdict" in record]

    def failing(self, folder):
        return {one["name"] for one in self.journal(folder)
                if one["verdict"]["kind"] == "deviates"}


class Findings(Sandbox):
    def test_one_fault_is_one_finding_that_names_what_its_cases_share(self):
        self.run_into("run", fault=FAULT)
        done = self.assay("findings", "run")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1 finding\n", done.stdout)
        self.assertIn(SUBJECT + ": wrong (zero instead of NaN) where an input has NaN", done.stdout)

    def test_json_holds_every_failing_case_once_and_a_line_that_replays_it(self):
        self.run_into("run", fault=FAULT)
        done = self.assay("findings", "run", "--format", "json")
        self.assertEqual(done.returncode, 1, done.stderr)
        findings = json.loads(done.stdout)["findings"]
        names = [name for one in findings for name in one["cases"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertEqual(set(names), self.failing("run"))
        words = findings[0]["replay"].split()
        self.assertEqual(words[:2], ["assay", "replay"])
        self.assertIn("simulator:fault=" + FAULT, words)
        replayed = self.assay("replay", findings[0]["representative"], "--backend",
                              "simulator:fault=" + FAULT)
        self.assertEqual(replayed.returncode, 1, replayed.stderr)

    def test_markdown_is_short_and_names_the_rule(self):
        self.run_into("run", fault=FAULT)
        done = self.assay("findings", "run", "--format", "markdown")
        self.assertTrue(done.stdout.startswith("**1 finding**"), done.stdout)
        self.assertLess(len(done.stdout), 1000)

    def test_a_night_without_failures_has_no_findings(self):
        self.run_into("run")
        done = self.assay("findings", "run")
        self.assertEqual((done.returncode, done.stdout), (0, "no failure, no finding\n"))

    def test_bad_input_gets_one_sentence(self):
        self.refused(2, "nowhere", "findings", "nowhere")
        self.refused(2, "unknown format 'xml'", "findings", "run", "--format", "xml")
        with open(self.path("bad.jsonl"), "w", encoding="utf-8") as file:
            file.write("{}\n")
        self.refused(2, "bad.jsonl:1: the line is damaged", "findings", "bad.jsonl")

    def test_a_journal_that_lost_cases_is_never_called_clean(self):
        self.run_into("run", fault=FAULT)
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            lines = file.readlines()
        shutil.copytree(self.path("run"), self.path("whole"))
        for text in ("", "".join(lines[:-1]), "".join(lines)[:-30]):
            with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
                file.write(text)
            for command in (("findings", "run"), ("findings", "run/journal.jsonl"),
                            ("report", "run"), ("triage", "whole", "run"),
                            ("triage", "run", "whole"), ("diff", "whole", "run"),
                            ("merge", "run", "--out", "merged"), ("run", "--resume", "run"),
                            ("coverage", "run"), ("run", *SELECTION, "--baseline", "run")):
                self.refused(2, "was cut off: ", *command)
        with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.write(lines[0] + lines[1][:50] + "\n" + "".join(lines[2:]))
        self.refused(2, "journal.jsonl:2: the line is damaged: it does not end with a checksum",
                     "findings", "run")

    def test_runs_without_a_common_case_are_told_apart(self):
        self.run_into("run", fault=FAULT)
        self.run_into("other", "--seed", "2", fault=FAULT)
        said = "assay: no case of the baseline is in the run"
        self.assertTrue(self.assay("triage", "run", "other").stderr.startswith(said))
        self.assertEqual(self.assay("triage", "run", "run").stderr, "")


class Shrinking(Sandbox):
    def findings(self, folder="run"):
        with open(self.path(folder, "findings.json"), encoding="utf-8") as file:
            return json.load(file)["findings"]

    def test_a_finding_has_a_smaller_case_with_a_line_that_replays_it(self):
        said = self.run_into("run", fault=FAULT).stdout
        finding, = self.findings()
        with h5py.File(self.path("run", "shrunk.h5")) as file:
            self.assertEqual([row["name"].decode() for row in file["cases"]], [finding["shrunk"]])
            self.assertEqual(len(file["signatures"]), 1)
        culprit, bits = re.search(r"(1 of \d+ inputs matter: src\(\d+, \d+\) = 0x([0-9a-f]+))",
                                  finding["explanation"][3]).groups()
        infinity = {"f32": 0x7f800000, "f16": 0x7c00, "bf16": 0x7f80}[dtype_of(finding["shrunk"])]
        self.assertGreater(int(bits, 16) & (infinity | infinity - 1), infinity, "no NaN")
        backend = "--backend simulator:fault=" + FAULT
        line = f"assay replay run/shrunk.h5:{finding['shrunk']} {backend}"
        self.assertEqual(finding["shrunk_replay"], line.replace("run/", ""))
        facts = [line.split()[0] for line in finding["explanation"]]
        self.assertEqual(facts, ["fails", "elements", "operands", "inputs", "element", "from"])
        with open(self.path("run", "report.html"), encoding="utf-8") as file:
            page = file.read()
        for text in (said, page, self.assay("findings", "run").stdout,
                     self.assay("findings", "run", "--format", "markdown").stdout):
            self.assertIn(line, text)
            self.assertIn(culprit, text)
        replayed = self.assay(*line.split()[1:])
        self.assertEqual(replayed.returncode, 1, replayed.stderr)
        self.assertEqual(self.assay(*line.split()[1:3]).returncode, 0)  # the healthy simulator

    def test_a_run_makes_what_the_command_makes(self):
        self.run_into("run", fault=FAULT)
        finding, = self.findings()
        self.assay("shrink", finding["representative"], "--backend", "simulator:fault=" + FAULT)
        with h5py.File(self.path("shrunk.h5")) as file:
            self.assertEqual(file["cases"][0]["name"].decode(), finding["shrunk"])

    def test_the_ten_largest_findings_are_shrunk_whatever_the_number_of_workers(self):
        for jobs in ("1", "2"):
            self.assay("run", "--op", "T?O*,TGEMV*,TSTORE", "--dtype", "f32", "--target", "a5", "--cases", "1",
                       "--no-tiles", "-j", jobs, "--out", jobs, "--backend",
                       "simulator:fault=wrong_stride")
        findings = self.findings("1")
        self.assertGreater(len(findings), 10)
        self.assertEqual([bool(one["explanation"]) for one in findings],
                         [True] * 10 + [False] * (len(findings) - 10))
        self.assertEqual(findings, self.findings("2"))
        with open(self.path("1", "shrunk.h5"), "rb") as one, \
                open(self.path("2", "shrunk.h5"), "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_a_night_without_failures_or_with_no_shrink_makes_no_file(self):
        self.run_into("good")
        self.run_into("run", "--no-shrink", fault=FAULT)
        finding, = self.findings()
        self.assertEqual((finding["shrunk"], finding["explanation"]), ("", []))
        for night in ("good", "run"):
            self.assertNotIn("shrunk.h5", os.listdir(self.path(night)))

    def test_what_an_earlier_night_had_is_not_shrunk_again(self):
        for night in ("one", "two"):
            self.run_into(night, "--history", "history", "--today", "2030-01-31", fault=FAULT)
            time.sleep(1.1)  # a run is named after the second in which it began
        self.assertTrue(self.findings("one")[0]["shrunk"])
        self.assertEqual(self.findings("two")[0]["explanation"], [])

    def test_what_a_waiver_covers_whole_is_not_shrunk(self):
        with open(self.path("w.toml"), "w", encoding="utf-8") as file:
            file.write(WAIVER % SUBJECT)
        self.run_into("run", "--waivers", "w.toml", "--today", "2030-01-31", fault=FAULT, code=0)
        self.assertEqual(self.findings()[0]["explanation"], [])

    def test_a_call_that_hangs_is_shrunk_too(self):
        self.run_hanging("--timeout", "0.1", "--max-failures", "1")
        finding, = self.findings()
        self.assertEqual(finding["verdict"], "timed_out")
        self.assertTrue(finding["explanation"][0].startswith("fails as   timed_out"), finding)

    def test_the_time_budget_ends_shrinking_too(self):
        self.run_hanging("--timeout", "0.1", "--max-failures", "1", "--no-shrink")
        one, = self.findings()
        shutil.rmtree(self.path("run"))
        self.run_hanging("--timeout", "1.5", "--time-budget", "1s", "--case", one["representative"],
                         part=())
        finding, = self.findings()
        self.assertEqual(finding["explanation"], ["not shrunk: the time budget is used up"])
        self.assertNotIn("shrunk.h5", os.listdir(self.path("run")))

    def run_hanging(self, *options, part=("--op", "TRSQRT", "--target", "a5", "--cases", "8")):
        self.assay("run", *part, "--no-tiles", "-j", "1", "--rerun", "0", "--batch", "1", "--out",
                   "run", "--backend", "simulator:fault=hangs", *options)

    def test_a_damaged_findings_file_is_named(self):
        self.run_into("run", fault=FAULT)
        with open(self.path("run", "findings.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        self.refused(2, "findings.json is damaged", "findings", "run")


class Triage(Sandbox):
    def test_what_broke_is_new_and_what_was_repaired_is_fixed(self):
        self.run_into("good")
        self.run_into("bad", fault=FAULT)
        done = self.assay("triage", "good", "bad", "--format", "json")
        self.assertEqual(done.returncode, 1, done.stderr)
        told = json.loads(done.stdout)
        self.assertEqual({one["name"] for one in told["cases"]}, self.failing("bad"))
        self.assertEqual({one["change"] for one in told["cases"]}, {"new"})
        self.assertEqual(len(told["opened"]), 1)
        self.assertEqual(told["opened"][0], told["findings"][0]["id"])
        fixed = self.assay("triage", "bad", "good")
        self.assertEqual(fixed.returncode, 0, fixed.stderr)
        self.assertRegex(fixed.stdout, r"closed +- +- +" + SUBJECT)
        self.assertIn("fixed: ", fixed.stdout)
        same = self.assay("triage", "bad", "bad")
        self.assertEqual((same.returncode, same.stdout.split("\n")[-2]), (0, "Nothing new."))

    def test_a_table_says_of_each_finding_whether_the_baseline_has_it(self):
        self.run_into("good")
        self.run_into("bad", fault=FAULT)
        new = self.assay("triage", "bad", "--baseline", "good")
        self.assertEqual(new.stdout, self.assay("triage", "good", "bad").stdout)
        self.assertRegex(new.stdout, r"1 finding: 1 new, 0 persisting, 0 closed\n  new +[0-9a-f]{8} +\d+ cases? +" + SUBJECT)
        same = self.assay("triage", "bad", "--baseline", "bad")
        self.assertRegex(same.stdout, r"1 finding: 0 new, 1 persisting, 0 closed\n  persisting +[0-9a-f]{8} +")

    def test_cases_and_clauses_that_are_not_run_any_more_are_lost(self):
        for night, targets in (("whole", "a5,cpu"), ("part", "a5")):
            done = self.assay("run", "--op", SUBJECT, "--target", targets, "--cases", "2",
                              "--no-tiles", "--out", night)
            self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(self.assay("triage", "whole", "part", "--format", "json").stdout)
        left_out = {one["name"] for one in self.journal("whole")
                    if one["target"] != "a5"
                    and one["verdict"]["kind"] == "conforms"}
        self.assertEqual({one["name"] for one in told["cases"]}, left_out)
        self.assertEqual({one["change"] for one in told["cases"]}, {"coverage lost"})
        self.assertTrue(told["lost_clauses"])
        self.assertTrue(all("/a5 " not in one for one in told["lost_clauses"]))

    def test_markdown_is_short(self):
        self.run_into("good")
        self.run_into("bad", fault=FAULT)
        text = self.assay("triage", "good", "bad", "--format", "markdown").stdout
        self.assertTrue(text.startswith("**There is something new.**"), text)
        self.assertLess(len(text), 1500)

    def test_bad_input_gets_one_sentence(self):
        self.run_into("good")
        self.refused(2, "nowhere", "triage", "nowhere", "good")
        self.refused(2, "nowhere", "triage", "good", "nowhere")
        self.refused(2, "name the earlier one first, or as --baseline", "triage", "good")
        self.refused(2, "name only the later one", "triage", "good", "good", "--baseline", "good")
        self.refused(2, "unknown format", "triage", "good", "good", "--format", "html")
        self.refused(2, "--today must be a date", "triage", "good", "good", "--today", "soon")


WAIVER = """# Known failures.
[[waiver]]
op = "%s"
target = "cpu"
reason = "NaN goes lost"
link = "tracker/12"
owner = "numerics"
expires = 2030-01-31
"""


class Waivers(Sandbox):
    def waivers(self, text=WAIVER % SUBJECT):
        with open(self.path("w.toml"), "w", encoding="utf-8") as file:
            file.write(text)
        return ("--waivers", "w.toml", "--today", "2030-01-31")

    def test_a_waived_failure_is_shown_and_does_not_fail_the_run(self):
        done = self.run_into("run", *self.waivers(), fault=FAULT, code=0)
        count = len(self.failing("run"))
        self.assertIn(f", {count} fail as waived", done.stdout)
        self.assertIn("w.toml:2", done.stdout)
        with open(self.path("run", "findings.json"), encoding="utf-8") as file:
            findings = json.load(file)["findings"]
        self.assertEqual([one["waived"] for one in findings], [count])

    def test_a_waiver_may_name_a_finding_in_place_of_its_cases(self):
        self.run_into("run", fault=FAULT, code=1)
        with open(self.path("run", "findings.json"), encoding="utf-8") as file:
            finding = json.load(file)["findings"][0]
        by_id = (WAIVER % SUBJECT).replace(f'op = "{SUBJECT}"', f'finding = "{finding["id"]}"')
        done = self.run_into("waived", *self.waivers(by_id), fault=FAULT, code=0)
        self.assertIn(f", {finding['failing']} fail as waived", done.stdout)
        self.assertIn(f"finding {finding['id']}", done.stdout)
        other = by_id.replace(finding["id"], "01234567")
        done = self.run_into("other", *self.waivers(other), fault=FAULT, code=1)
        self.assertIn("the run has no such finding", done.stdout)

    def test_a_failure_outside_its_scope_still_fails_the_run(self):
        narrow = WAIVER % SUBJECT + 'dtype = "f16"\n'
        done = self.run_into("run", *self.waivers(narrow), fault=FAULT, code=1)
        self.assertRegex(done.stdout, "[0-9]+ of [0-9]+ judged cases failed, [0-9]+ more are waived.")

    def test_a_waiver_that_expired_or_was_not_needed_fails_the_run(self):
        late = self.waivers()[:3] + ("2030-02-01",)
        done = self.run_into("late", *late, fault=FAULT, code=1)
        self.assertIn("expired after 2030-01-31; ask numerics", done.stdout)
        done = self.run_into("good", *self.waivers(), code=1)
        self.assertIn("nothing in its scope failed; remove it", done.stdout)

    def test_triage_has_no_news_of_a_waived_failure(self):
        self.run_into("good")
        self.run_into("bad", fault=FAULT)
        self.assertEqual(self.assay("triage", "good", "bad").returncode, 1)
        done = self.assay("triage", "good", "bad", *self.waivers())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("(waived)", done.stdout)
        self.assertEqual(self.assay("triage", "good", "good", *self.waivers()).returncode, 1)

    def test_mistakes_are_refused_with_file_and_line_before_the_first_case(self):
        right = WAIVER % SUBJECT
        for part, text in (
                ("w.toml:3: no op matches", right.replace(SUBJECT, SUBJECT + "X")),
                ("w.toml:4: unknown target 'cpx'", right.replace('"cpu"', '"cpx"')),
                ("w.toml:8: 'expires' must be a date", right.replace("2030-01-31", '"2030-02-30"')),
                ("w.toml:2: this waiver has no 'owner'", right.replace('owner = "numerics"', "")),
                ("w.toml:6: 'link' is empty", right.replace("tracker/12", "")),
                ("w.toml:9: 'finding' must be the identifier", right + 'finding = "TADD"\n'),
                ("w.toml:9: unknown key 'dtyp'", right + 'dtyp = "f16"\n'),
                ("w.toml:9: unknown dtype 'f61'", right + 'dtype = "f61"\n'),
                ("w.toml:1: ", "waiver = 3\n"), ("w.toml:1: ", "[[waiver]\n")):
            with self.subTest(part=part):
                self.refused(2, part, "run", *SELECTION, "--out", "run", *self.waivers(text))
        self.refused(2, "nowhere.toml", "run", *SELECTION, "--waivers", "nowhere.toml")


class History(Sandbox):
    def runs(self):
        done = self.assay("trend", "history", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["runs"]

    def test_runs_say_when_findings_opened_and_closed(self):
        # One backend by name, so that the runs compare: a fault is another backend.
        for fault in (FAULT, ""):
            self.run_into("run", "--history", "history", "--overwrite", fault=fault)
        nights = self.runs()
        self.assertEqual(len(nights), 2)
        by_backend = {one["backend"]: one for one in nights}
        bad = by_backend["simulator:fault=" + FAULT]
        self.assertEqual(len(bad["opened"]), 1)
        self.assertTrue(bad["opened"][0]["title"].startswith(SUBJECT))
        self.assertEqual(by_backend["simulator"]["failed"], 0)
        cells = by_backend["simulator"]["cells"]
        judged = [one for one in self.journal("run") if one["verdict"]["kind"] == "conforms"]
        self.assertEqual(sum(cell["judged"] for cell in cells.values()), len(judged))

    def test_a_finding_knows_its_first_run(self):
        self.run_into("one", "--history", "history", fault=FAULT)
        first = self.runs()[0]["started"]
        self.run_into("two", "--history", "history", fault=FAULT)
        with open(self.path("two", "findings.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["findings"][0]["first_seen"], first)
        done = self.assay("triage", "one", "two", "--history", "history")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_same_cases_give_the_same_findings_file(self):
        contents = []
        for out in ("one", "two"):
            self.run_into(out, fault=FAULT)
            with open(self.path(out, "findings.json"), encoding="utf-8") as file:
                contents.append(file.read())
            told = self.assay("findings", out, "--format", "json").stdout
            self.assertEqual(told, contents[-1])
        self.assertEqual(contents[0], contents[1])

    def test_bad_history_gets_one_sentence(self):
        self.refused(2, "nowhere", "trend", "nowhere")
        os.mkdir(self.path("history"))
        with open(self.path("history", "x.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        self.refused(2, "key 'version' not found; name a folder that", "trend", "history")
        self.refused(2, "cannot read the summary of a run", "run", *SELECTION, "--history", "history")
        self.run_into("run")
        for command in (("report", "run"), ("triage", "run", "run")):
            self.refused(2, "cannot read the history nowhere", *command, "--history", "nowhere")

    def test_a_history_that_cannot_be_written_ends_a_run_before_its_first_case(self):
        for place in ("/proc/nights", "file/nights"):
            with open(self.path("file"), "w", encoding="utf-8") as file:
                file.write("x")
            self.refused(2, place, "run", *SELECTION, "--history", place, "--out", "never")
            self.assertFalse(os.path.exists(self.path("never")))
        self.run_into("run")
        self.refused(2, "/proc/nights", "merge", "run", "--history", "/proc/nights", "--out", "m")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
