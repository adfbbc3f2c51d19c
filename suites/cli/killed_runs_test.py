#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A run survives being killed at any moment, and refuses to go on with what it is not.

killed_runs_test.py --bin FOLDER [--kills N] [unittest options]: FOLDER holds assay and
assay-worker."""

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree

import cli

SMALL = ("run", "--op", "TAND", "--target", "cpu", "--cases", "1", "-j2")
FAILING = (*SMALL, "--backend", "simulator:fault=wrong_stride")
STEADY = ("run", "--op", "TAND", "--target", "cpu", "--cases", "16", "--batch", "1", "-j2")
RIVALS = (*SMALL, "--shuffle", "--backend", "simulator", *FAILING[-2:])
SHRINKING = ("run", "--op", "TCOL*", "--dtype", "f32", "--target", "a5", "--cases", "1", "-j2",
             "--no-tiles", "--backend", "simulator:fault=wrong_stride")
KILLS = 50
SEED = 6


def timeless(name, content):
    """A file of a run without what host and clock decide."""
    if name == "junit.xml":
        root = ElementTree.fromstring(content)
        root.remove(root.find("testsuite[@name='environment']"))
        for test in root.iter("testcase"):
            test.attrib.pop("time", None)
        return ElementTree.tostring(root)
    if name in ("summary.json", "run.json"):
        return {key: value for key, value in json.loads(content).items()
                if key not in ("environment", "check")}
    if name == "report.html":
        return timeless_page(content)
    if name == "journal.jsonl":
        return re.sub(rb'"seconds":[^,}]*|"check":"[^"]*"', b"", content)
    return content


def timeless_page(content):
    return re.sub(rb"\d{4}-\d\d-\d\dT[\d:]+Z|[\d.]+ (ms|s|min \d\d s|cases/s)\b", b"", content)


class Sandbox(cli.Sandbox):
    def run_of(self, *arguments, code=0, **settings):
        done = self.assay(*arguments, **settings)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def contents(self, folder):
        found = {}
        for name in sorted(os.listdir(self.path(folder))):
            with open(self.path(folder, name), "rb") as file:
                found[name] = timeless(name, file.read())
        return found

    def same_as(self, whole, folder, *leave_out):
        found = self.contents(folder)
        self.assertEqual(sorted(found), sorted(whole))
        for name, content in found.items():
            if name not in leave_out:
                self.assertTrue(content == whole[name], f"{folder}/{name} differs")

    def records(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record for record in map(json.loads, file) if "verdict" in record]

    def verdicts(self, folder):
        return [record["verdict"]["kind"] for record in self.records(folder)]

    def summary(self, folder):
        with open(self.path(folder, "summary.json"), encoding="utf-8") as file:
            return json.load(file)


class Replaced(Sandbox):
    RUN = ("run", "-q", "--op", "TABS", "--target", "a5", "--no-tiles", "--out", "run")

    def ended_before_its_first_case(self, ended):
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "run", "--suite", "nightly",
                               "--target", "a5", "--out", "run", "--overwrite"],
                              cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            while not os.path.exists(self.path("run", "run.unfinished")) and running.poll() is None:
                time.sleep(0.001)
            running.send_signal(ended)
        self.assertNotIn(running.returncode, (0, 1))
        self.assertFalse(os.path.exists(self.path("run", "run.json")), "it began before the signal came")

    def test_no_report_of_the_run_before_stays_where_a_run_ends_while_it_plans(self):
        self.run_of(*self.RUN)
        for ended in (signal.SIGKILL, signal.SIGTERM):
            self.ended_before_its_first_case(ended)
            for command in (("run", "--resume", "run"), ("report", "run"), ("findings", "run"), ("coverage", "run"),
                            ("merge", "run", "--out", "merged")):
                self.refused(2, "no case of the run into the folder run was executed", *command)
            self.assertFalse(os.path.exists(self.path("run", "junit.xml")))
            self.run_of(*self.RUN)
            self.assertFalse(os.path.exists(self.path("run", "run.unfinished")))

    def test_a_run_that_is_refused_leaves_the_run_before(self):
        self.run_of(*self.RUN)
        before = self.contents("run")
        self.refused(2, "did you mean TABS?", "run", "--op", "TABX", "--out", "run", "--overwrite")
        self.refused(2, "run is in the folder that --overwrite replaces", "run", "--cases-from", "run", "--out", "run", "--overwrite")
        self.same_as(before, "run")
        self.refused(2, "did you mean TABS?", "run", "--op", "TABX", "--out", "new/run")
        self.assertFalse(os.path.exists(self.path("new")))

    def test_the_second_run_into_a_new_folder_is_the_one_that_is_refused(self):
        first = subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "run", "--target", "a5", "--out", "run"],
                                 cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(self.path("run", "run.unfinished")) and first.poll() is None:
            time.sleep(0.001)
        self.refused(2, "another run writes into the folder run", *self.RUN)
        first.kill()
        first.wait()


class Resume(Sandbox):
    """The command is the same everywhere, so that its words in the reports are."""

    def begin(self, folder, *arguments):
        """A run into the folder `run` of its own working folder."""
        os.makedirs(self.path(folder), exist_ok=True)
        return [os.path.join(self.folder_of_programs, "assay"), *arguments, "--out", "run"]

    def command(self, folder, arguments):
        if os.path.exists(self.path(folder, "run", "run.json")):
            return [*self.begin(folder, "run", "--resume")[:3], "run"]
        return self.begin(folder, *arguments)

    def whole(self, arguments, code):
        begin = time.monotonic()
        done = subprocess.run(self.command("whole", arguments), cwd=self.path("whole"), timeout=cli.LIMIT,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return self.contents("whole/run"), time.monotonic() - begin

    def kill_after(self, seconds, folder, arguments):
        """True where the run had not ended by itself."""
        with subprocess.Popen(self.command(folder, arguments), cwd=self.path(folder),
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            try:
                _, said = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGKILL)
                return True
            self.assertIn(running.returncode, (0, 1), said)
            return False

    def killed_at_random_moments(self, kills, arguments, code):
        moments = random.Random(SEED)
        whole, seconds = self.whole(arguments, code)
        done, rounds, seen = 0, 0, set()
        while done < kills:
            folder = f"round{rounds}"
            os.makedirs(self.path(folder))
            while self.kill_after(moments.uniform(0, 0.5 * seconds), folder, arguments):
                done += 1
                run = self.path(folder, "run")
                seen.add(len(self.records(folder + "/run")[:-1])
                         if os.path.exists(os.path.join(run, "journal.jsonl")) else None)
                if done % 2 == 0:
                    break
            last = subprocess.run(self.command(folder, arguments), cwd=self.path(folder),
                                  timeout=cli.LIMIT, capture_output=True, text=True, check=False)
            self.assertEqual(last.returncode, code, last.stderr)
            self.same_as(whole, folder + "/run")
            shutil.rmtree(self.path(folder))
            rounds += 1
        print(f"{done} kills in {rounds} runs, at {len(seen)} different numbers of cases")
        self.assertGreater(len(seen), kills // 3)

    def records(self, folder):
        with open(self.path(folder, "journal.jsonl"), "rb") as file:
            return file.read().split(b"\n")

    def test_a_run_killed_at_random_moments_ends_as_an_unbroken_one(self):
        for arguments, code in ((STEADY, 0), (STEADY + FAILING[-2:], 1),
                                (STEADY + RIVALS[len(SMALL):], 1)):
            self.killed_at_random_moments(-(-KILLS // 3), arguments, code)
            shutil.rmtree(self.path("whole"))

    def test_wherever_journal_or_spool_were_cut_or_the_spool_damaged(self):
        one_worker = (*SMALL[:-1], "-j1")
        whole, _ = self.whole(one_worker, 0)
        stopped = self.path("stopped")
        shutil.copytree(self.path("whole", "run"), stopped)
        self.cut_to_half(stopped)
        for name in ("journal.jsonl", "run.spool"):
            with open(os.path.join(stopped, name), "rb") as file:
                content = file.read()
            middle = len(content) // 2
            damages = [content[:size] for size in (len(content) - 1, middle, 5, 0)]
            if name == "run.spool":  # a power cut may keep the length of a file and not its bytes
                damages.append(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1:])
            for damaged in damages:
                shutil.rmtree(self.path("cut"), ignore_errors=True)
                os.makedirs(self.path("cut"))
                shutil.copytree(stopped, self.path("cut", "run"))
                with open(self.path("cut", "run", name), "wb") as file:
                    file.write(damaged)
                done = subprocess.run(self.command("cut", SMALL), cwd=self.path("cut"),
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.same_as(whole, "cut/run")

    def test_a_run_killed_while_it_shrinks_ends_as_an_unbroken_one(self):
        whole, _ = self.whole(SHRINKING, 1)
        lines = len(self.records("whole/run")) - 1  # the last one says that all is done
        killed = 0
        for moment in range(4):
            folder = f"moment{moment}"
            journal = self.path(folder, "run", "journal.jsonl")
            with subprocess.Popen(self.begin(folder, *SHRINKING), cwd=self.path(folder),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
                while not os.path.exists(journal) or len(self.records(folder + "/run")) < lines:
                    self.assertIsNone(running.poll(), "the run ended before it could be killed")
                time.sleep(0.1 * moment)
                running.send_signal(signal.SIGKILL)
            killed += not os.path.exists(self.path(folder, "run", "summary.json"))
            last = subprocess.run(self.command(folder, SHRINKING), cwd=self.path(folder),
                                  timeout=cli.LIMIT, capture_output=True, text=True, check=False)
            self.assertEqual(last.returncode, 1, last.stderr)
            self.same_as(whole, folder + "/run")
        self.assertGreater(killed, 0)

    def cut_to_half(self, folder):
        """As a kill leaves it: a real run killed when half of its lines were there."""
        shutil.rmtree(folder)
        with self.running("half", (*SMALL[:-1], "-j1"), len(self.records("whole/run")) // 4) as run:
            run.send_signal(signal.SIGKILL)
        os.rename(self.path("half", "run"), folder)

    @contextlib.contextmanager
    def running(self, folder, arguments, lines):
        """A run that has written so many lines and has not ended."""
        journal = self.path(folder, "run", "journal.jsonl")
        with subprocess.Popen(self.begin(folder, *arguments), cwd=self.path(folder),
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as run:
            while not os.path.exists(journal) or len(self.records(folder + "/run")) < lines:
                self.assertIsNone(run.poll(), "the run ended too early")
            try:
                yield run
            finally:
                run.kill()

    def test_what_another_process_still_writes_comes_to_no_harm(self):
        whole, _ = self.whole(STEADY, 0)
        with self.running("busy", STEADY, 20) as run:
            run.send_signal(signal.SIGSTOP)
            self.refused(2, "another run is writing", "run", "--resume", "busy/run")
            so_far = self.run_program("assay", "merge", "busy/run", "--out", "merged")
            self.assertEqual(so_far.returncode, 3, so_far.stderr)
            self.assertIn("or still goes on", so_far.stdout)
            run.send_signal(signal.SIGCONT)
            _, said = run.communicate(timeout=cli.LIMIT)
            self.assertEqual(run.returncode, 0, said)
        self.same_as(whole, "busy/run")


class Refusals(Sandbox):
    def setUp(self):
        super().setUp()
        self.run_of(*SMALL, "--out", "run", "--max-failures", "1", "--backend",
                    "simulator:fault=rejects_everything", code=1)

    def test_of_what_cannot_be_resumed_are_one_sentence(self):
        self.refused(2, "nowhere is no folder of a run", "run", "--resume", "nowhere")
        self.refused(2, "--resume and --op contradict", "run", "--resume", "run", "--op", "TOR")
        self.refused(2, "--resume and --backend contradict", "run", "--resume", "run", "--backend",
                     "simulator")
        self.change("run.json", b'"assay-run"', b'"other"')
        self.refused(2, "no manifest of a run", "run", "--resume", "run")

    def test_name_the_line_that_is_damaged(self):
        self.change("journal.jsonl", b'"verdict"', b'"verdikt"')
        self.refused(2, "journal.jsonl:2: the line is damaged", "run", "--resume", "run")

    def test_name_a_line_of_another_run(self):
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        records[1]["index"] = 99999
        with open(self.path("run", "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        self.refused(2, "no case of this run belongs there", "run", "--resume", "run")

    def test_name_another_version_or_other_data(self):
        for key, other in ((b'"reference_version": "', b'"reference_version": "9'),
                           (b'"schema_version": 3', b'"schema_version": 7'),
                           (b'"seed": 1,\n  "planned"', b'"seed": 2,\n  "planned"')):
            with self.subTest(key=key):
                before = self.change("run.json", key, other)
                self.refused(2, "", "run", "--resume", "run")
                with open(self.path("run", "run.json"), "wb") as file:
                    file.write(before)

    def change(self, name, old, new):
        with open(self.path("run", name), "rb") as file:
            before = file.read()
        self.assertIn(old, before)
        with open(self.path("run", name), "wb") as file:
            file.write(before.replace(old, new, 1))
        return before

    def test_keep_an_unfinished_run_from_being_overwritten(self):
        os.remove(self.path("run", "summary.json"))
        self.refused(2, "--resume run", *SMALL, "--out", "run")

    def test_know_times_and_parts_that_are_none(self):
        for option, value in (("--time-budget", "2"), ("--time-budget", "h"), ("--time-budget", "0s"),
                              ("--shard", "0/2"), ("--shard", "3/2"), ("--shard", "2"),
                              ("--repeat", "0"), ("--rerun", "-1"), ("--max-failures", "0")):
            self.refused(2, option, "run", option, value)

    def test_name_the_line_of_a_file_that_is_no_case(self):
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("# first\n\nTRSQRT/nonsense\n")
        self.refused(2, "names.txt:3", "run", "--cases-from", "names.txt")
        self.refused(2, "nowhere.txt", "run", "--cases-from", "nowhere.txt")
        self.refused(2, "contradict", "run", "--cases-from", "names.txt", "--op", "TOR")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--kills", type=int, default=KILLS)
    arguments, rest = parser.parse_known_args()
    KILLS = arguments.kills
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
