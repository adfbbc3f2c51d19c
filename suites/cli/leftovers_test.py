#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What commands leave behind that signals end at random moments, and what becomes of it.

leftovers_test.py --bin FOLDER [--kills N] [--table FILE] [unittest options]: FOLDER holds assay and assay-worker. N kills
of each command; the figures become rows of FILE."""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import unittest

import cli
import killed_runs_test

KILLS, SEED, TABLE = 4, 23, ""
PART = ("--op", "TAND,TADD", "--target", "a5")
RUN = ("run", *PART, "--cases", "2", "--backend", "simulator:fault=wrong_stride", "--no-shrink", "--no-confirm",
       "--tiles", "all")


def tell(what, tried, lost):
    """A row of the guide's table."""
    print(f"{what}: {tried}: {lost}", file=sys.stderr)
    if TABLE:
        with open(TABLE, "a", encoding="utf-8") as file:
            file.write(f"| {what} | {tried} | {lost} |\n")


class Sandbox(killed_runs_test.Sandbox):
    def ended(self, number, seconds, *arguments):
        """Sends a signal after so long; False where the command had ended before."""
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), *arguments], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            try:
                _, said = running.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                running.send_signal(number)
                return True
            self.assertIn(running.returncode, (0, 1), said)
            return False

    def temporaries(self):
        return [name for name in self.files() if ".tmp" in name]

    def killed_and_repeated(self, command, check, numbers=(signal.SIGKILL,)):
        """Ends a command KILLS times at random moments; each time `check` is called with the signal, and the command
        that is repeated in the end must succeed."""
        begin = time.monotonic()
        self.assertIn(self.assay(*command).returncode, (0, 1))
        whole, moments, kills = time.monotonic() - begin, random.Random(SEED), 0
        check(None)
        for round_ in range(20 * KILLS):
            number = numbers[round_ % len(numbers)]
            if kills == KILLS:
                break
            if self.ended(number, moments.uniform(0, whole), *command):
                kills += 1
                check(number)
            else:  # it was faster this time
                check(None)
        self.assertEqual(kills, KILLS)
        done = self.assay(*command)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        check(None)
        return kills


class Files(Sandbox):
    """Commands that write a file."""

    GOLDEN = ("golden", *PART, "--cases", "400", "--out", "g.h5")

    def test_the_next_command_removes_what_a_killed_one_left(self):
        seen = []

        def check(number):
            left = self.temporaries()
            seen.append(len(left))
            self.assertLessEqual(len(left), 1)
            if number is None:
                self.assertEqual(left, [])

        kills = self.killed_and_repeated(self.GOLDEN, check)
        self.assertGreater(max(seen), 0, "no kill left anything")
        tell("golden killed by SIGKILL and repeated", f"{kills} kills", "the next one removes what is left")

    PARTS = ("golden", *PART, "--suite", "smoke", "--parts", "6", "--out", "parts", "--resume")

    def test_parts_that_are_finished_outlive_a_kill(self):
        self.run_of(*self.PARTS)
        first, left = self.contents("parts"), []
        shutil.rmtree(self.path("parts"))

        def check(number):
            found = self.contents("parts") if os.path.exists(self.path("parts")) else {}
            whole = {name: content for name, content in found.items() if name.startswith("part-") and ".tmp" not in name}
            for name, content in whole.items():
                self.assertEqual(content, first[name], name)
            left.append(len(whole))
            if number is None:
                self.assertEqual(found, first)
                shutil.rmtree(self.path("parts"))

        kills = self.killed_and_repeated(self.PARTS, check)
        self.assertTrue(any(0 < some < 6 for some in left), left)
        tell("golden --parts killed by SIGKILL and resumed", f"{kills} kills", "finished files stay, to the bit")

    def test_a_signal_says_what_is_there(self):
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), *self.PARTS, "-q"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            while not os.path.exists(self.path("parts", "part-1.h5")) and running.poll() is None:
                time.sleep(0.01)
            running.send_signal(signal.SIGINT)
            begin = time.monotonic()
            _, said = running.communicate()
        self.assertEqual(running.returncode, 3, said)
        self.assertLess(time.monotonic() - begin, 2 * int(os.environ.get("ASSAY_TEST_SLOWNESS", "1")))
        self.assertRegex(said, r"^assay: interrupted; [1-5] of 6 files are in parts, and --resume writes the others$")
        self.assertIn(f"; {len(os.listdir(self.path('parts')))} of 6 ", said)
        self.assertEqual(self.temporaries(), [])
        self.run_of(*self.PARTS)

    def test_signals_that_can_be_heard_leave_nothing(self):
        def check(_):
            self.assertEqual(self.temporaries(), [])

        self.assertEqual(self.assay(*self.GOLDEN).returncode, 0)
        shutil.copy(self.path("g.h5"), self.path("same.h5"))
        kills = self.killed_and_repeated(self.GOLDEN, check, (signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
        kills += self.killed_and_repeated(("merge", "g.h5", "--out", "m.h5"), check,
                                          (signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
        tell("golden and merge ended by SIGTERM, SIGINT and SIGHUP", f"{kills} times", "nothing is left")

    def test_a_second_signal_leaves_nothing_either(self):
        with subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), "golden", *PART, "--cases", "100000",
                               "--out", "long.h5"], cwd=self.folder, stderr=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL) as running:
            while not self.temporaries() and running.poll() is None:
                time.sleep(0.01)
            running.send_signal(signal.SIGTERM)
            running.send_signal(signal.SIGHUP)
        self.assertNotEqual(running.returncode, 0)
        self.assertEqual(self.temporaries(), [])


class Merges(Sandbox):
    """Folders of shards."""

    def test_a_merge_of_runs_that_was_killed_is_repeated_without_a_board(self):
        for part in (1, 2):
            self.assay(*RUN, "--shard", f"{part}/2", "--out", f"part{part}")
        command = ("merge", "part1", "part2", "--out", "whole")
        self.run_of(*command)
        first = self.contents("whole")
        shutil.rmtree(self.path("whole"))
        half = []

        def check(number):
            if number is None:
                self.same_as(first, "whole")
                shutil.rmtree(self.path("whole"))
            elif os.path.exists(self.path("whole", "merge.unfinished")):
                half.append(number)
                self.refused(2, "merge the parts again into it", "report", "whole", "--format", "csv")
                self.refused(2, "merge the parts again into it", "run", "--resume", "whole")
                self.refused(2, "merge the parts again into it", *RUN, "--out", "whole")
            elif os.path.exists(self.path("whole", "summary.json")):
                shutil.rmtree(self.path("whole"))

        kills = self.killed_and_repeated(command, check)
        self.assertGreater(len(half), 0, "no kill came in the middle")
        tell("merge of run folders killed and repeated", f"{kills} kills, {len(half)} in the middle",
             "the whole as of a merge that was not killed")

    def test_one_that_was_killed_before_its_first_file_is_told_as_well(self):
        os.mkdir(self.path("whole"))
        with open(self.path("whole", "merge.unfinished"), "w", encoding="utf-8"):
            pass
        for command in (("report", "whole"), ("report", "whole", "--format", "csv"), ("run", "--resume", "whole"),
                        ("findings", "whole"), ("diff", "whole", "whole"), ("triage", "whole", "whole"),
                        ("merge", "whole", "--out", "other"), (*RUN, "--out", "whole")):
            self.refused(2, "merge the parts again into it", *command)

    def test_a_merge_of_sweeps_that_was_killed_is_repeated(self):
        for part in (1, 2):
            self.run_of("sweep", "--op", "TRSQRT", "--dtype", "f16", "--target", "a5", "--shard", f"{part}/2", "--out",
                        f"sweep{part}")
        command = ("merge", "sweep1", "sweep2", "--out", "whole")
        self.run_of(*command)
        first = self.contents("whole")
        shutil.rmtree(self.path("whole"))

        def check(number):
            if number is None:
                self.assertEqual(self.contents("whole"), first)
            if not os.path.exists(self.path("whole", "merge.unfinished")):
                shutil.rmtree(self.path("whole"), ignore_errors=True)

        self.killed_and_repeated(command, check)

    def test_two_merges_do_not_write_one_folder(self):
        self.assay(*RUN, "--out", "part")
        os.mkdir(self.path("whole"))
        with open(self.path("whole", "merge.unfinished"), "w", encoding="utf-8"):
            with subprocess.Popen(["flock", self.path("whole", "merge.unfinished"), "sleep", "60"]) as holder:
                time.sleep(0.5)
                self.refused(2, "another merge is writing", "merge", "part", "--out", "whole")
                holder.kill()


class Ours(Sandbox):
    """--out replaces what Assay wrote, and nothing else."""

    def test_a_foreign_file_stays(self):
        self.assay(*RUN, "--out", "run")
        self.run_of("golden", *PART, "--cases", "4", "--out", "g.h5")
        shutil.copy(self.path("run", "results.h5"), self.path("r.h5"))
        self.write("thesis", "My own words.\n" * 100)
        for command in (("golden", *PART, "--cases", "4"), ("export", *PART, "--cases", "4"), ("merge", "g.h5"),
                        ("merge", "r.h5"), ("show", "TADD", "--format", "html"),
                        *(("report", "run", "--format", form) for form in ("html", "junit", "json", "markdown", "csv"))):
            with self.subTest(" ".join(command)):
                self.refused(2, "thesis", *command, "--out", "thesis")
                out = "-".join(command[:1] + command[-1:])
                for _ in range(2):
                    self.run_of(*command, "--out", out)
                self.write("empty", "")
                self.run_of(*command, "--out", "empty")

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--table", default=TABLE)
    given, rest = parser.parse_known_args()
    KILLS, TABLE = given.kills, given.table
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
