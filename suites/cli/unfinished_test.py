#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A run that did not do all that it planned does not conform, whatever ended it and whoever reads it.

unfinished_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker."""

import argparse
import csv
import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
import warnings
import xml.etree.ElementTree as ElementTree

import cli

sys.path.insert(0, os.path.join(cli.ROOT, "golden", "python"))
import assay_golden
import assay_run

SLOW = ("run", "--op", "TAND,TOR", "--target", "cpu", "--cases", "15", "--batch", "1", "-j1")
BAD = "simulator:fault=wrong_stride"
KILLED = "its journal has no closing line, so it was killed, lost its disk or still goes on"


class Sandbox(cli.Sandbox):
    def done(self, *arguments, code=0, **settings):
        done = self.assay(*arguments, **settings)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def text(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def json(self, *names):
        return json.loads(self.text(*names))

    def lines(self, folder):
        try:
            return self.text(folder, "journal.jsonl").count("\n")
        except FileNotFoundError:
            return 0

    def stop(self, number, folder, *arguments, lines=25, command=SLOW):
        """A run that gets a signal after so many lines; returns its exit code and what it said."""
        words = [os.path.join(self.folder_of_programs, "assay"), *command, *arguments, "--out", folder]
        with subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            while self.lines(folder) < lines:
                self.assertIsNone(run.poll(), "the run ended too early")
                time.sleep(0.005)
            run.send_signal(number)
            out, said = run.communicate(timeout=cli.LIMIT)
        return run.returncode, out, said

    def sentence(self, folder, reason):
        run = assay_run.read(self.path(folder))
        self.assertFalse(run.complete)
        self.assertEqual(run.stopped, reason)
        self.assertLess(run.ran, run.planned)
        return f"Stopped: {run.ran:,} of {run.planned:,} cases ran"

    def is_named_by_all(self, folder, reason, whole):
        """By every reader of the folder of a run of which nothing failed."""
        stopped = self.sentence(folder, reason)
        for form in ("markdown", "csv", "junit", "json"):
            said = self.done("report", folder, "--format", form, code=3).stdout
            self.assertIn(stopped, said.replace("\\", ""), form)
        self.says_it(self.done("report", folder, "--format", "json", code=3).stdout, stopped)
        root = ElementTree.fromstring(self.done("report", folder, "--format", "junit", code=3).stdout)
        self.assertEqual(root.get("errors"), "1")
        self.assertIn(stopped, root.find("testsuite[@name='run']/testcase/error").get("message"))
        rows = list(csv.DictReader(io.StringIO(self.done("report", folder, "--format", "csv", code=3).stdout)))
        self.assertEqual([row["verdict"] for row in rows].count("not_run"), 1)
        self.assertIn(stopped, rows[-1]["reason"])
        self.done("report", folder, "--format", "html", "--out", "page.html", code=3)
        page = json.loads(re.search(r'id="assay-data">(.*?)</script>', self.text("page.html")).group(1))
        self.assertEqual((page["answer"]["good"], page["answer"]["stopped"]), (False, True))
        self.assertIn(stopped, page["answer"]["sentence"])
        for words in ((folder,), (folder, "--format", "markdown"), (folder + "/journal.jsonl",)):
            said = self.done("findings", *words, code=3).stdout
            self.assertIn(stopped, said)
        found = json.loads(self.done("findings", folder, "--format", "json", code=3).stdout)
        self.assertEqual((found["complete"], found["stopped"]), (False, reason))
        self.is_named_by_comparisons(folder, stopped, whole)

    def is_named_by_comparisons(self, folder, stopped, whole):
        said = self.done("triage", whole, folder, code=3).stdout
        self.assertIn("run: " + stopped, said)
        self.assertIn("Nothing new in what ran.", said)
        self.assertIn("baseline: " + stopped, self.done("triage", folder, whole).stdout)
        told = json.loads(self.done("triage", whole, folder, "--format", "json", code=3).stdout)
        self.assertEqual((told["run"]["complete"], told["baseline"]["complete"]), (False, True))
        self.assertIn(stopped, self.assay("diff", whole, folder).stderr)
        self.assertIn(stopped, self.assay("coverage", folder, "--op", "TAND").stderr)

    def says_it(self, summary, stopped):
        summary = json.loads(summary)
        self.assertEqual((summary["complete"], summary["answer"], summary["exit_code"]), (False, "stopped", 3))
        self.assertEqual(summary["planned"], summary["ran"] + summary["not_run"])
        self.assertIn(stopped, summary["sentence"])


class Ends(Sandbox):
    """The causes that may end a run early."""

    def a_whole_run(self):
        self.once(lambda: self.done(*SLOW, "--out", "whole"))
        return "whole"

    def test_a_run_that_came_to_its_end_says_so_everywhere(self):
        self.a_whole_run()
        run = assay_run.read(self.path("whole"))
        self.assertTrue(run.complete and run)
        self.assertEqual(run.ran, len(run.cases))
        head, *lines, end = self.text("whole", "journal.jsonl").splitlines()
        ops = json.loads(head)["journal"]["ops"]
        self.assertEqual(set(ops), {"TAND", "TOR"})
        self.assertEqual(sum(cases for cases, _ in ops.values()), run.planned)
        self.assertTrue(all(0 < legal < cases for cases, legal in ops.values()))
        self.assertTrue(all('"verdict"' in line for line in lines))
        self.assertTrue(json.loads(end)["end"]["complete"])
        for name in ("summary.json", "findings.json"):
            self.assertTrue(self.json("whole", name)["complete"], name)
        self.assertTrue(self.json("whole", "run.json")["completion"]["complete"])
        self.assertNotIn("not_run", self.text("whole", "cases.csv"))
        for command in (("report",), ("findings",), ("triage", "whole")):
            self.assertNotIn("Stopped", self.done(*command, "whole").stdout)

    def test_ctrl_c(self):
        code, out, said = self.stop(signal.SIGINT, "run")
        self.assertEqual(code, 3, said)
        self.assertIn(self.sentence("run", "it was interrupted"), out)
        self.assertIn("--resume run", said)
        self.says_it(self.text("run", "summary.json"), self.sentence("run", "it was interrupted"))
        for name in ("findings.json", "summary.json"):
            self.assertFalse(self.json("run", name)["complete"], name)
        self.assertFalse(self.json("run", "run.json")["completion"]["complete"])
        self.is_named_by_all("run", "it was interrupted", self.a_whole_run())
        self.refused(2, "--resume and --op", "run", "--resume", "run", "--op", "TOR")
        self.assertIn("Conforms", self.done("run", "--resume", "run", "-j2").stdout)
        self.assertTrue(assay_run.read(self.path("run")).complete)
        self.done("findings", "run")

    def test_a_hang_up_is_as_ctrl_c(self):
        code, out, said = self.stop(signal.SIGHUP, "run")
        self.assertEqual(code, 3, said)
        self.assertIn(self.sentence("run", "it was interrupted"), out)
        self.assertTrue(os.path.exists(self.path("run", "report.html")))
        self.assertRegex(self.done("run", "--resume", "run", "--quiet").stdout, r"\AConforms: [^\n]*\n\Z")

    def terminal(self, folder, *words):
        """A run on a terminal of its own, after 25 lines; its process and the other end of the terminal."""
        program = os.path.join(self.folder_of_programs, "assay")
        process, end = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execvp((words or (program,))[0], [*words, program, *SLOW, "--out", folder])
        while self.lines(folder) < 25:
            time.sleep(0.005)
        return process, end

    def test_a_terminal_that_is_closed_leaves_a_run_with_its_report(self):
        process, end = self.terminal("run")
        os.close(end)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 3)
        self.sentence("run", "it was interrupted")
        for name in ("report.html", "junit.xml", "summary.json"):
            self.assertTrue(os.path.exists(self.path("run", name)), name)
        self.done("run", "--resume", "run")
        self.assertTrue(assay_run.read(self.path("run")).complete)

    def test_nohup_goes_on_without_its_terminal(self):
        process, end = self.terminal("run", "sh", "-c", 'nohup "$@" >said 2>&1', "sh")
        os.close(end)
        os.waitpid(process, 0)
        for _ in range(1000):
            if "Conforms" in self.text("said"):
                break
            time.sleep(0.1)
        self.assertTrue(assay_run.read(self.path("run")).complete)

    def test_kill(self):
        code, _, _ = self.stop(signal.SIGKILL, "run")
        self.assertEqual(code, -signal.SIGKILL)
        self.is_named_by_all("run", KILLED, self.a_whole_run())
        self.done("run", "--resume", "run")
        self.assertIn("Conforms", self.done("report", "run").stdout)

    def test_a_kill_of_a_run_that_was_resumed(self):
        self.stop(signal.SIGINT, "run")
        words = [os.path.join(self.folder_of_programs, "assay"), "run", "--resume", "run"]
        before = self.lines("run")
        with subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            while self.lines("run") < before + 10:
                self.assertIsNone(run.poll(), "the run ended too early")
                time.sleep(0.005)
            run.kill()
        self.assertFalse(os.path.exists(self.path("run", "summary.json")))
        self.sentence("run", KILLED)
        self.done("report", "run", code=3)

    def test_a_time_budget(self):
        done = self.done("run", "--suite", "nightly", "--op", "TCVT", "--time-budget", "2s", "--no-tiles", "--out", "run",
                         code=3)
        self.assertIn(self.sentence("run", "the time budget is used up"), done.stdout)
        self.says_it(self.text("run", "summary.json"), "Stopped: ")
        self.done("run", "--resume", "run", "--time-budget", "1s", code=3)

    def test_a_full_disk(self):
        os.mkdir(self.path("small"))
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=120k", "tmpfs", self.path("small")],
                          capture_output=True, check=False).returncode:
            self.skipTest("this machine does not let its user mount a small file system")
        self.addCleanup(subprocess.run, ["umount", self.path("small")], check=False)
        done = self.done(*SLOW, "--no-tiles", "--out", "small/run", code=3)
        self.assertRegex(done.stderr, "No space left.* go on with --resume small/run")
        shutil.copytree(self.path("small", "run"), self.path("run"))
        run = assay_run.read(self.path("run"))
        self.assertFalse(run.complete)
        self.assertGreater(run.ran, 0)
        self.assertIn(run.stopped, (KILLED, *re.findall(r"cannot write [^\n]*No space left on device", done.stderr)))
        self.is_named_by_all("run", run.stopped, self.a_whole_run())

    def test_a_number_of_failures(self):
        done = self.done(*SLOW, "--backend", BAD, "--max-failures", "2", "--no-shrink", "--no-confirm", "--out", "run", code=1)
        stopped = self.sentence("run", "2 cases failed")
        self.assertRegex(done.stdout, rf"Does not conform: 2 of \d+ judged cases failed\. {stopped}")
        self.assertEqual(self.json("run", "summary.json")["exit_code"], 1)
        said = self.done("findings", "run", code=1).stdout
        self.assertIn(stopped, said)
        root = ElementTree.parse(self.path("run", "junit.xml")).getroot()
        self.assertEqual((root.get("failures"), root.get("errors")), ("2", "1"))

    def test_failures_of_a_run_that_was_interrupted_are_its_exit_code(self):
        code, out, _ = self.stop(signal.SIGINT, "run", "--backend", BAD, lines=40)
        self.assertEqual(code, 1)
        self.assertRegex(out, r"Does not conform: .* Stopped: ")
        self.assertEqual(self.json("run", "summary.json")["exit_code"], 1)


class Options(Sandbox):
    def test_a_partial_run_may_exit_with_zero_and_says_that_it_is_one(self):
        code, out, said = self.stop(signal.SIGINT, "run", "--partial-ok", lines=60)
        self.assertEqual(code, 0, said)
        stopped = self.sentence("run", "it was interrupted")
        self.assertIn(stopped, out)
        summary = self.json("run", "summary.json")
        self.assertEqual((summary["exit_code"], summary["answer"], summary["complete"]), (0, "stopped", False))
        root = ElementTree.parse(self.path("run", "junit.xml")).getroot()
        self.assertEqual((root.get("failures"), root.get("errors")), ("0", "0"))
        self.assertIn(stopped, root.find("testsuite[@name='run']/testcase/skipped").text)
        self.assertIn(stopped, self.done("report", "run").stdout.replace("\\", ""))
        self.done("findings", "run")

    def test_a_killed_run_is_no_partial_one(self):
        self.stop(signal.SIGKILL, "run", "--partial-ok")
        self.done("report", "run", code=3)

    def test_ops_that_were_not_reached_have_no_judged_case(self):
        code, out, _ = self.stop(signal.SIGINT, "run")
        self.assertEqual(code, 3)
        self.assertRegex(out, r"1 of 2 ops have no legal case with compared values: TOR")
        code, out, _ = self.stop(signal.SIGINT, "some", "--partial-ok", "--min-judged", "1")
        self.assertEqual(code, 1)
        self.assertRegex(out, r"1 of 2 ops have no legal case with compared values: TOR")
        self.assertEqual(self.json("some", "summary.json")["exit_code"], 1)

    def test_partial_ok_does_not_help_where_something_fails(self):
        code, _, _ = self.stop(signal.SIGINT, "run", "--partial-ok", "--backend", BAD, lines=40)
        self.assertEqual(code, 1)

    def test_a_run_that_goes_on_may_be_partial_too(self):
        self.stop(signal.SIGINT, "run", lines=60)
        self.done("run", "--resume", "run", "--time-budget", "1s", "--partial-ok")


class Shards(Sandbox):
    PART = SLOW

    def test_a_shard_that_was_cut_short_is_named_by_the_merge(self):
        self.done(*self.PART, "--shard", "1/2", "--out", "one")
        self.stop(signal.SIGINT, "two", "--shard", "2/2", command=self.PART)
        done = self.done("merge", "one", "two", "--out", "whole", code=3)
        two = assay_run.read(self.path("two"))
        reason = f"shard 2 of 2 ({self.path('two')}) stopped after {two.ran} of {two.planned} cases: it was interrupted"
        stopped = self.sentence("whole", reason.replace(self.path("two"), "two"))
        self.assertIn(stopped, done.stdout)
        self.says_it(self.text("whole", "summary.json"), stopped)
        self.done("report", "whole", code=3)
        shutil.copytree(self.path("two"), self.path("short"))
        self.done("run", "--resume", "two")
        for parts in (("one", "two"), ("one", "short", "two"), ("two", "short", "one")):
            done = self.done("merge", *parts, "--out", "whole", "--overwrite")
            self.assertTrue(assay_run.read(self.path("whole")).complete)
            self.assertNotIn("Stopped", done.stdout)

    def test_shards_that_never_came_leave_a_run_that_is_not_complete(self):
        self.done(*self.PART, "--shard", "1/2", "--out", "one")
        self.done("merge", "one", "--out", "whole", code=3)
        one, whole = (assay_run.read(self.path(name)) for name in ("one", "whole"))
        self.assertEqual((whole.complete, whole.ran, whole.stopped), (False, one.ran, "shard 2 of 2 never came"))
        self.assertEqual(self.json("whole", "summary.json")["exit_code"], 3)


class History(Sandbox):
    def test_keeps_runs_that_start_in_the_same_second(self):
        words = [os.path.join(self.folder_of_programs, "assay"), "run", "--op", "TADDS", "--target", "a5", "--cases", "1",
                 "--history", "h", "-q"]
        runs = [subprocess.Popen([*words, "--shard", f"{i}/3", "--out", f"s{i}"], cwd=self.folder,
                                 stdout=subprocess.DEVNULL) for i in (1, 2, 3)]
        self.assertEqual([run.wait() for run in runs], [0, 0, 0])
        self.assertEqual(len(os.listdir(self.path("h"))), 3)
        starts = [self.json(f"s{i}", "run.json")["environment"]["started"] for i in (1, 2, 3)]
        self.assertLess(len(set(starts)), 3)  # so that it shows something

    def test_has_a_run_once_however_often_it_is_resumed(self):
        self.stop(signal.SIGINT, "run", "--history", "h")
        said = self.done("trend", "h").stdout
        self.assertIn("100.00 % so far", said)
        self.assertIn(self.sentence("run", "it was interrupted"), said)
        self.assertFalse(json.loads(self.done("trend", "h", "--format", "json").stdout)["runs"][0]["complete"])
        self.done("run", "--resume", "run")
        self.assertEqual(len(os.listdir(self.path("h"))), 1)
        self.assertNotIn("so far", self.done("trend", "h").stdout)

    def test_a_run_that_was_stopped_closes_no_finding(self):
        self.done(*SLOW, "--backend", BAD, "--no-shrink", "--no-confirm", "--out", "bad", code=1)
        self.stop(signal.SIGKILL, "cut", lines=3)
        self.assertNotIn("closed", self.assay("triage", "bad", "cut").stdout)
        self.done(*SLOW, "--out", "good")
        self.assertIn("closed", self.done("triage", "bad", "good").stdout)


class Findings(Sandbox):
    SHRINKING = ("run", "--op", "TCOL*", "--dtype", "f32", "--target", "a5", "--cases", "1", "-j2", "--no-tiles",
                 "--backend", BAD)

    def test_a_signal_while_findings_are_shrunk_leaves_a_run_that_resume_completes(self):
        self.done(*self.SHRINKING, "--out", "whole", code=1)
        lines = self.lines("whole")
        stopped = 0
        for share in range(2):
            folder = f"run{share}"
            words = [os.path.join(self.folder_of_programs, "assay"), *self.SHRINKING, "--out", folder]
            with subprocess.Popen(words, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
                while self.lines(folder) < lines - 1:
                    self.assertIsNone(run.poll(), "the run ended too early")
                    time.sleep(0.005)
                time.sleep(0.1 * share)
                run.terminate()
                out, _ = run.communicate(timeout=cli.LIMIT)
            self.assertEqual(run.returncode, 1)
            if assay_run.read(self.path(folder)).complete:
                continue
            stopped += 1
            self.assertIn("interrupted", assay_run.read(self.path(folder)).stopped)
            self.assertRegex(out, r"Does not conform: .* Stopped: ")
            self.assertNotIn("nothing is left to do", self.done("run", "--resume", folder, code=1).stdout)
            self.assertTrue(assay_run.read(self.path(folder)).complete)
            self.assertEqual(os.path.exists(self.path(folder, "shrunk.h5")), os.path.exists(self.path("whole", "shrunk.h5")))
            self.assertEqual(self.json(folder, "findings.json"), self.json("whole", "findings.json"))
        self.assertGreater(stopped, 0)
        self.assertTrue(os.path.exists(self.path("whole", "shrunk.h5")))


class Readers(Sandbox):
    def test_python_warns_of_the_golden_file_of_a_run_that_was_stopped(self):
        self.stop(signal.SIGINT, "run", "--tiles", "all")
        with self.assertWarnsRegex(UserWarning, r"Stopped: [\d,]+ of [\d,]+ cases ran\. Reason: it was interrupted"):
            assay_golden.cases(self.path("run", "golden.h5"))
        self.assertRegex(self.done("judge", "run/golden.h5", "run/results.h5", "--out", "judged").stderr, r"assay: Stopped: [\d,]+ of ")
        self.done("run", "--resume", "run")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assay_golden.cases(self.path("run", "golden.h5"))

    def test_journals_of_the_version_before_are_read_for_what_they_show(self):
        self.done(*SLOW, "--out", "run")
        records = [cli.unsealed(line) for line in self.text("run", "journal.jsonl").splitlines()]
        self.make_older(records[1:-1])
        self.assertIn("Conforms", self.done("report", "run").stdout)
        os.remove(self.path("run", "summary.json"))  # as many cases as were planned, or not
        planned = self.json("run", "run.json")["planned"]
        self.done("report", "run", code=0 if planned == len(records) - 2 else 3)
        self.make_older(records[1:-9])
        said = self.done("report", "run", code=3).stdout.replace("\\", "")
        self.assertIn(f"Stopped: {len(records) - 10:,} of {planned:,} cases ran", said)
        shutil.copy(self.path("run", "journal.jsonl"), self.path("alone.jsonl"))
        said = self.done("findings", "alone.jsonl", code=3).stdout
        self.assertIn("how many were planned is not known", said)
        self.assertIsNone(assay_run.read(self.path("alone.jsonl")).planned)

    def make_older(self, records):
        with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))

    def test_a_last_line_that_contradicts_the_others_is_refused(self):
        self.done(*SLOW, "--out", "run")
        records = [cli.unsealed(line) for line in self.text("run", "journal.jsonl").splitlines()]
        self.make_older(records[:-2] + records[-1:])
        self.refused(2, "its last line counts", "report", "run")
        self.make_older(records + records[-2:-1])
        self.refused(2, "it follows the one that ends the journal", "report", "run")


class Sweeps(Sandbox):
    ALL = ("sweep", "--op", "TRSQRT", "--dtype", "f32", "--exhaustive", "--time-budget", "1s")

    def test_a_sweep_that_was_stopped_does_not_conform(self):
        done = self.done(*self.ALL, "--out", "all", code=3)
        self.assertRegex(done.stdout, r"^Stopped: [\d,]+ of 4,294,967,296 inputs ran; ")
        self.assertNotIn("Conforms", done.stdout)
        data = json.loads(re.search(r'id="assay-data">(.*?)</script>', self.text("all", "sweep.html")).group(1))
        self.assertEqual((data["answer"]["good"], data["answer"]["stopped"]), (False, True))
        some = "Stopped: 0 of" not in done.stdout
        done = self.done(*self.ALL, "--out", "all", "--resume", "--partial-ok", "--format", "json", code=0 if some else 1)
        self.assertFalse(json.loads(done.stdout)["complete"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
