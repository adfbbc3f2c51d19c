#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Which board ran what: a run asks for its identity, shards keep theirs, and reports name a bad board.

boards_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and board_plugin.so."""

import argparse
import json
import os
import socket
import time
import unittest

import cli

RUN = ("run", "--op", "TAND", "--target", "a5", "--cases", "2", "--no-shrink", "--no-confirm")
BAD = "simulator:fault=wrong_stride"


class Boards(cli.Sandbox):
    def segments(self, folder):
        return self.json(folder, "run.json")["environment"]["segments"]

    def board_of(self, name, **facts):
        """A command that says so."""
        return f"echo '{json.dumps({'board': name, **facts})}'"

    def boards_in(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record["board"] for record in map(json.loads, file) if "verdict" in record]

    def shards(self, *boards, options=(), code=0):
        """The folders of shards that ran on these boards."""
        names = [f"shard-{number}" for number in range(1, len(boards) + 1)]
        for number, (name, board) in enumerate(zip(names, boards), 1):
            self.made(*RUN, *options, "--identity", self.board_of(board, driver=f"24.{number}"), "--shard",
                      f"{number}/{len(boards)}", "--out", name, code=code)
        return names

    def test_a_run_says_what_its_command_printed(self):
        command = """printf '{\\n"board": "npu7", "celsius": 61.5, "ecc": true, "host": "rack3"\\n}\\n'; echo noise >&2"""
        said = self.made(*RUN, "--identity", command, "--out", "run")
        self.assertEqual(set(self.boards_in("run")), {"npu7"})
        segment, = self.segments("run")
        self.assertEqual(segment["facts"], {"board": "npu7", "celsius": "61.5", "ecc": "true", "host": "rack3"})
        self.assertRegex(said, r"1 board\n  npu7: [\d,]+ cases, 0 failing, 0 infra; celsius 61.5, ecc true, host rack3\n")
        self.assertEqual(self.json("run", "summary.json")["environment"]["boards"],
                         [{"board": "npu7", "cases": len(self.boards_in("run")), "failures": 0, "infra": 0}])
        with open(self.path("run", "report.html"), encoding="utf-8") as file:
            self.assertIn("celsius 61.5, ecc true, host rack3", file.read())

    def test_without_a_command_it_is_what_a_cluster_says(self):
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "TASK_"))}
        said = self.made(*RUN, "--out", "host", env=plain)
        host = socket.gethostname()
        self.assertEqual((set(self.boards_in("host")), self.segments("host")[0]["facts"]), ({host}, {"host": host}))
        self.assertNotIn("1 board", said)
        task = {"SLURMD_NODENAME": "node3", "SLURM_JOB_ID": "17", "SLURM_ARRAY_TASK_ID": "4", "TASK_DEVICE": "2"}
        self.made(*RUN, "--out", "task", env=plain | task)
        self.assertEqual(set(self.boards_in("task")), {"node3/2"})
        self.assertEqual(self.segments("task")[0]["facts"],
                         {"host": host, "node": "node3", "slurm_job": "17", "slurm_task": "4", "device": "2"})

    def test_a_run_that_is_resumed_asks_again(self):
        with open(self.path("board"), "w", encoding="utf-8") as file:
            file.write('{"board": "npu1"}')
        self.made(*RUN, "--backend", BAD, "--max-failures", "1", "--identity", "cat board", "--out", "run", code=1)
        before = self.boards_in("run")
        with open(self.path("board"), "w", encoding="utf-8") as file:
            file.write('{"board": "npu2"}')
        self.made("run", "--resume", "run", code=1)
        self.assertEqual([one["board"] for one in self.segments("run")], ["npu1", "npu2"])
        after = self.boards_in("run")
        self.assertEqual((set(before), after[:len(before)], set(after[len(before):])), ({"npu1"}, before, {"npu2"}))

    def test_a_command_that_says_nothing_usable_ends_the_run_before_it_begins(self):
        run = (*RUN, "--out", "run", "--identity")
        self.refused(2, "failed with exit code 3", *run, "echo '{}'; exit 3")
        self.refused(2, "failed with exit code 127", *run, "no-such-command")
        self.refused(2, "printed nothing", *run, "true")
        for output in ("npu7", "[1]", '{"board": ', '{"a": 1} {"b": 2}'):
            self.refused(2, "; it must print one JSON object", *run, f"echo '{output}'")
        self.refused(2, "'a', which is neither a number nor a string", *run, """echo '{"a": [1]}'""")
        self.refused(2, "'a', which is neither a number nor a string", *run, f"""echo '{{"a": "{'x' * 201}"}}'""")
        self.refused(2, "40 members", *run, "echo '" + json.dumps({f"k{i}": i for i in range(40)}) + "'")
        self.refused(2, "took more than 10 s", *run, "sleep 60 & wait")
        self.refused(2, "--identity is empty", *run, "")
        self.refused(2, "--resume and --identity contradict", "run", "--resume", "run", "--identity", "true")
        self.assertEqual(self.files(), [])

    def test_the_whole_has_the_identity_of_each_shard_and_the_same_data(self):
        names = self.shards("npu1", "npu2", "npu3")
        self.made("merge", *names, "--out", "merged")
        self.made(*RUN, "--identity", self.board_of("one"), "--out", "whole")
        for name in ("golden.h5", "results.h5", "findings.json"):
            with open(self.path("merged", name), "rb") as merged, open(self.path("whole", name), "rb") as whole:
                self.assertEqual(merged.read(), whole.read(), name)
        environment = self.json("merged", "run.json")["environment"]
        self.assertFalse({"segments", "identity"} & set(environment))
        self.assertEqual([shard["segments"][0]["board"] for shard in environment["shards"]], ["npu1", "npu2", "npu3"])
        self.assertEqual([one["board"] for one in self.json("merged", "summary.json")["environment"]["boards"]],
                         ["npu1", "npu2", "npu3"])
        said = self.made("report", "merged")
        self.assertRegex(said, r"npu2: \d+ cases, 0 failing, 0 infra; driver 24\.2, host ")

    def test_a_shard_that_stopped_says_on_which_board(self):
        names = self.shards("npu1", "npu2")
        self.made(*RUN, "--backend", BAD, "--identity", self.board_of("npu3"), "--shard", "1/2", "--out", "a", code=1)
        self.made(*RUN, "--backend", BAD, "--identity", self.board_of("npu7"), "--shard", "2/2", "--out", "b",
                  "--max-failures", "1", code=1)
        said = self.made("merge", "a", "b", "--out", "merged", code=3)
        self.assertRegex(said, r"shard 2 of 2 \(b, on npu7\) stopped after \d+ of \d+ cases: 1 cases failed")
        self.assertTrue(names)

    def change(self, folder, change):
        """Rewrites the records of a run as `change` says of each."""
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            records = [cli.unsealed(line) for line in file]
        for number, record in enumerate(records):
            if "verdict" in record:
                change(number, record)
        with open(self.path(folder, "journal.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(cli.sealed(records))
        for name in ("findings.json", "summary.json"):
            os.remove(self.path(folder, name))

    def test_the_answer_says_which_board_lost_cases(self):
        self.made(*RUN, "--out", "run")

        def lose(number, record):
            record["board"] = f"npu{number % 4}"
            if number % 4 == 3:
                record["verdict"] = {**record["verdict"], "kind": "infra", "reason": "the board is lost"}
        self.change("run", lose)
        self.assertRegex(self.made("report", "run"), r"lost [\d,]+ cases, all on npu3\.")
        self.change_back(lambda number, record: record.update(board="npu3"))
        self.assertRegex(self.made("report", "run"), r"lost [\d,]+ cases\.")

    def change_back(self, change):
        for name in ("findings.json", "summary.json"):
            with open(self.path("run", name), "w", encoding="utf-8"):
                pass
        self.change("run", change)

    def test_a_failing_run_counts_what_was_lost_and_where(self):
        self.made(*RUN, "--backend", BAD, "--out", "run", code=1)

        def lose(number, record):
            record["board"] = f"npu{number % 4}"
            if number % 4 == 3:
                record["verdict"] = {**record["verdict"], "kind": "infra", "reason": "the board is lost"}
        self.change("run", lose)
        self.assertRegex(self.made("report", "run"), r"Does not conform: .* failed.*; [\d,]+ infra, all on npu3")


class Health(cli.Sandbox):
    def health(self, code, pattern, *arguments, illness=None):
        begin = time.monotonic()
        environment = os.environ | ({"ASSAY_TEST_BOARD": illness} if illness else {})
        done = self.assay("health", *arguments, env=environment)
        self.assertLess(time.monotonic() - begin, 15)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertRegex(done.stdout, rf"^{pattern}[^\n]*\n$")
        self.assertEqual(self.files(), [] if illness is None else ["calls"])

    def test_a_board_that_works_is_healthy(self):
        self.health(0, r"healthy: 20 cases conform on \S+ in [\d.]+ s")

    def test_a_board_that_crashes_or_is_wrong_or_hangs_is_sick(self):
        self.health(3, r"sick: \d+ of 20 cases failed on \S+; the first: \S+: crashed", "--backend", "simulator:fault=crashes")
        self.health(3, r"sick: 20 of 20 cases failed", "--backend", "simulator:fault=results_zero")
        board = ("--backend", "plugin:" + os.path.join(self.folder_of_programs, "board_plugin.so"), "--op", "TAND")
        self.health(0, "healthy: ", *board, illness=f"crash:1000000:{self.path('calls')}")
        self.health(3, r"sick: no answer of \S+ within 10 s", *board, illness=f"hang:1:{self.path('calls')}")
        self.health(3, r"sick: no answer of \S+ within 10 s", "--backend", "exec:sleep 40", illness=f"hang:1:{self.path('calls')}")

    def test_bad_input_is_one_sentence(self):
        self.refused(2, "did you mean TAND?", "health", "--op", "TAN")
        self.refused(2, "nowhere.so", "health", "--backend", "plugin:nowhere.so")
        self.refused(2, "a library of headers has none", "health", "--backend", "sdk", "--sdk-include", cli.ROOT)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=["boards_test.py", *rest], verbosity=1)
