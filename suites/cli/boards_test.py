#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Which board ran what: a run asks for its identity, shards keep theirs, and reports name a bad board.

boards_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and board_plugin.so."""

import argparse
import json
import os
import re
import socket
import tempfile
import time
import unittest

import jsonschema

import cli

RUN = ("run", "--op", "TAND", "--target", "a5", "--cases", "2", "--no-shrink", "--no-confirm")
BAD = "simulator:fault=wrong_stride"


def follows_schema(said, name):
    """Throws unless JSON is as a schema of reports/schema says, which requires each of its members."""
    with open(os.path.join(cli.ROOT, "reports", "schema", name + ".schema.json"), encoding="utf-8") as file:
        jsonschema.Draft202012Validator(json.load(file)).validate(said)


class Folders(cli.Sandbox):
    def segments(self, folder):
        return self.json(folder, "run.json")["environment"]["segments"]

    def board_of(self, name, **facts):
        """A command that says so."""
        return f"echo '{json.dumps({'board': name, **facts})}'"

    def boards_in(self, folder):
        with open(self.path(folder, "journal.jsonl"), encoding="utf-8") as file:
            return [record["board"] for record in map(json.loads, file) if "verdict" in record]


class Boards(Folders):
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

    def test_the_example_for_npu_smi_says_what_that_says(self):
        identity = "python3 " + os.path.join(cli.ROOT, "runners", "examples", "npu_identity.py")
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("TASK_", "ASCEND_"))}
        self.refused(2, "npu-smi: ", *RUN, "--identity", identity, "--out", "none", env=plain)
        program = self.path("npu-smi")
        with open(program, "w", encoding="utf-8") as file:
            file.write("""#!/bin/sh
[ "$5" = 3 ] || { echo "Invalid card"; exit 1; }
case "$3" in
  board) printf '\\tNPU ID             : 3\\n\\tSerial Number      : 0215\\n\\tModel : NA\\n\\tSoftware Version   : 25.5.2\\n\\tFirmware Version   : 7.8.0.7.220\\n' ;;
  temp) printf '\\tNPU Temperature (C)                    : 45\\n' ;;
esac
""")
        os.chmod(program, 0o755)
        toolkit = self.path("cann", "aarch64-linux")
        os.makedirs(toolkit)
        with open(os.path.join(toolkit, "ascend_toolkit_install.info"), "w", encoding="utf-8") as file:
            file.write("package_name=Ascend-cann-toolkit\nversion=8.5.0\n")
        plain |= {"PATH": self.folder + os.pathsep + plain["PATH"], "ASCEND_HOME_PATH": self.path("cann")}
        self.refused(2, "says nothing about board 0", *RUN, "--identity", identity, "--out", "none", env=plain)
        expected = {"board": "npu3", "serial": "0215", "driver": "25.5.2", "firmware": "7.8.0.7.220", "celsius": "45",
                    "toolkit": "8.5.0"}
        for number, board in enumerate(({"TASK_DEVICE": "3"}, {"ASCEND_RT_VISIBLE_DEVICES": "3,4"},
                                        {"TASK_DEVICE": "1", "ASCEND_RT_VISIBLE_DEVICES": "2,3"})):
            self.made(*RUN, "--identity", identity, "--out", str(number), env=plain | board)
            self.assertLessEqual(expected.items(), self.segments(str(number))[0]["facts"].items())
        self.refused(2, "has no board number 3", *RUN, "--identity", identity, "--out", "none",
                     env=plain | {"TASK_DEVICE": "3", "ASCEND_RT_VISIBLE_DEVICES": "2,3"})

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
        self.refused(2, "failed with exit code 3; it must", *run, "echo '{}'; exit 3")
        self.refused(2, "failed with exit code 3: no board; it must", *run, "echo '{}'; echo no board >&2; exit 3")
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

    def test_few_cases_are_said_to_be_few(self):
        plugin = "plugin:" + os.path.join(self.folder_of_programs, "example_plugin.so")
        self.health(0, r"healthy: \d cases conform on \S+ in [\d.]+ s; that is few: 20 are asked for, and --op names other ops",
                    "--backend", plugin, "--op", "TAND,TABS,TADD,TSUB,TMUL,TNOT,TXOR,TEXP")

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


class Lost(cli.Sandbox):
    """A board that dies for good after some calls, which a file counts."""

    def board(self, *options):
        plugin = "plugin:" + os.path.join(self.folder_of_programs, "board_plugin.so")
        return ("run", "--op", "TAND,TOR", "--target", "cpu", "--cases", "4", "--timeout", "2", "-j", "1", "--backend", plugin,
                "--lost-boards", "lost", *options, "--out", "run")

    def ill(self, calls):
        return os.environ | {"ASSAY_TEST_BOARD": f"crash:{calls}:{self.path('calls')}"}

    def lost(self):
        """Where the file of this board is."""
        return self.path("lost", re.sub("[^A-Za-z0-9._-]", "_", socket.gethostname()))

    def same_as_one_run(self):
        whole = [word if word != "run" else "whole" for word in self.board()[1:]]
        self.made("run", *whole)
        for name in ("golden.h5", "results.h5", "cases.csv", "findings.json"):
            with open(self.path("run", name), "rb") as run, open(self.path("whole", name), "rb") as one:
                self.assertEqual(run.read(), one.read(), name)

    def test_a_file_in_place_of_the_folder_is_refused(self):
        self.refused(2, "--lost-boards '/dev/null' is no folder", "run", "--op", "TAND", "--lost-boards", "/dev/null", "--out", "run")
        self.assertFalse(os.path.exists(self.path("run")))

    def test_a_run_that_loses_its_board_leaves_a_file_and_none_begins_there_until_the_board_answers(self):
        self.made(*self.board(), code=3, env=self.ill(60))
        with open(self.lost(), encoding="utf-8") as file:
            lost = json.load(file)
        follows_schema(lost, "lost-board-1")
        self.assertEqual((lost["board"], lost["node"]), (socket.gethostname(),) * 2)
        self.assertRegex(lost["reason"], f"^the board is lost: {re.escape(lost['case'])}, which conformed before, now crashed")
        self.assertRegex(self.segment()["lost"], "^the board is lost: ")
        self.refused(3, " and is not back: crashed: ", "run", "--resume", "run", env=self.dead())
        self.refused(3, "nothing was run. When it is repaired, remove lost/", *self.board()[:-1], "other", env=self.dead())
        done = self.assay("run", "--resume", "run")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(" and answers again\n", done.stderr)
        self.assertEqual(os.listdir(self.path("lost")), [])
        self.assertNotIn("lost", self.segment())
        self.same_as_one_run()

    def dead(self):
        """A board that died at its first call; the file of the calls is not one of the sandbox."""
        calls = tempfile.NamedTemporaryFile()  # pylint: disable=consider-using-with
        self.addCleanup(calls.close)
        return os.environ | {"ASSAY_TEST_BOARD": f"crash:1:{calls.name}"}

    def segment(self):
        return self.json("run", "run.json")["environment"]["segments"][-1]

    def test_a_reset_that_helps_leaves_no_file(self):
        reset = 'echo "reset of $ASSAY_BOARD" >>resets; rm calls'
        self.made(*self.board("--reset", reset), code=3, env=self.ill(60))
        self.assertEqual(os.path.exists(self.lost()), False)
        self.assertIn("; after --reset the board answers again", self.segment()["lost"])
        with open(self.path("resets"), encoding="utf-8") as file:
            self.assertEqual(file.read(), f"reset of {socket.gethostname()}\n")
        self.made("run", "--resume", "run", env=self.ill(100000))
        self.same_as_one_run()

    def test_a_reset_that_helps_later_removes_the_file(self):
        reset = "test -e repaired && rm calls"
        self.made(*self.board("--reset", reset), code=3, env=self.ill(60))
        self.assertIn("--reset failed with exit code 1", self.segment()["lost"])
        self.assertTrue(os.path.exists(self.lost()))
        with open(self.path("repaired"), "w", encoding="utf-8"):
            pass
        self.made("run", "--resume", "run", env=self.ill(100000))
        self.assertEqual(os.listdir(self.path("lost")), [])
        self.same_as_one_run()

    def test_boards_of_one_host_have_a_file_each(self):
        self.made(*self.board(), code=3, env=self.ill(60) | {"SLURMD_NODENAME": "node3", "TASK_DEVICE": "7"})
        self.assertEqual(os.listdir(self.path("lost")), ["node3,node3_7"])
        other = ["run", *[word if word != "run" else "other" for word in self.board()[1:]]]
        self.made(*other, env=os.environ | {"SLURMD_NODENAME": "node3", "TASK_DEVICE": "6"})

    def test_a_file_that_is_damaged_still_counts(self):
        os.mkdir(self.path("lost"))
        with open(self.lost(), "w", encoding="utf-8") as file:
            file.write("{")
        done = self.assay(*self.board("--reset", "false"))
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"\nassay: the board \S+ was lost at an unknown time and is not back: --reset failed with exit code 1; nothing was run")
        self.made(*self.board())
        self.assertEqual(os.listdir(self.path("lost")), [])

    def test_empty_texts_are_refused(self):
        self.refused(2, "--reset is empty", *RUN, "--reset", "", "--out", "run")
        self.refused(2, "--lost-boards is empty", *RUN, "--lost-boards", "", "--out", "run")


# Computes TEXP of f32 within half an ulp; the first element of a sick board is one ulp less, which the page accepts, too.
EXPONENTIAL = """
import json, os, sys
import numpy
print('{"assay": 1, "name": "exponential", "revision": "1", "targets": ["cpu"]}', flush=True)
for line in sys.stdin.buffer:
    request = json.loads(line)
    inputs = [sys.stdin.buffer.read(part["bytes"]) for part in request["operands"]]
    dst, src = request["operands"][:2]
    out = b""
    head = {"status": "done"}
    if any(one["layout"] != "ND" or one["valid_rows"] > one["rows"] or one["valid_cols"] > one["cols"] for one in (dst, src)):
        head = {"status": "unsupported", "message": "not in rows"}
    elif dst["element"] != src["element"]:
        head = {"status": "rejected", "message": "two types"}
    else:
        grid = numpy.frombuffer(inputs[0], "<f4").reshape(dst["rows"], dst["cols"]).copy()
        part = numpy.frombuffer(inputs[1], "<f4").reshape(src["rows"], src["cols"])[:dst["valid_rows"], :dst["valid_cols"]]
        with numpy.errstate(all="ignore"):
            result = numpy.exp(part.astype("<f8")).astype("<f4")
        bits = result.view("<u4")
        if os.environ.get("SICK") and bits.size and 0x01000000 < bits[0, 0] < 0x7f000000:
            bits[0, 0] -= 1
        grid[:dst["valid_rows"], :dst["valid_cols"]] = result
        out = grid.tobytes()
        head["bytes"] = len(out)
    head["call"] = request["call"]
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\\n" + out)
    sys.stdout.flush()
"""


class Replicated(Folders):
    def setUp(self):
        super().setUp()
        with open(self.path("board.py"), "w", encoding="utf-8") as file:
            file.write(EXPONENTIAL)

    def exponential(self):
        return ("run", "--op", "TEXP", "--target", "cpu", "--dtype", "f32", "--cases", "4", "--no-shrink", "--no-confirm",
                "--backend", "exec:/usr/bin/python3 " + self.path("board.py"))

    def four(self, *options, sick=(), boards=("npu1", "npu2", "npu3", "npu4"), facts=None):
        """The folders of four shards, each on a board of its own."""
        for number, board in enumerate(boards, 1):
            environment = os.environ | ({"SICK": "1"} if board in sick else {})
            done = self.assay(*self.exponential(), *options, "--shard", f"{number}/4", "--out", f"s{number}", "--identity",
                              self.board_of(board, **(facts or {}).get(board, {})), env=environment)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return [f"s{number}" for number in range(1, 5)]

    def replicas(self, folder):
        with open(self.path(folder, "replicas.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            follows_schema(line, "replica-1")
        return lines

    def test_boards_that_agree_leave_the_files_of_one_run(self):
        said = self.made("merge", *self.four("--replicate", "30%"), "--out", "merged")
        count = len([one for folder in ("s1", "s2", "s3", "s4") for one in self.replicas(folder)
                     if one["own"] and one["verdict"] != "unsupported"])
        self.assertRegex(said, rf"\nreplicated {count} cases on a second board: 0 differ\n")
        self.made(*self.exponential(), "--out", "whole")
        for name in ("golden.h5", "results.h5", "cases.csv", "findings.json"):
            with open(self.path("merged", name), "rb") as merged, open(self.path("whole", name), "rb") as whole:
                self.assertEqual(merged.read(), whole.read(), name)
        cases = len(self.boards_in("whole"))
        self.assertTrue(0.1 * cases < count < 0.5 * cases, (count, cases))
        self.assertEqual(self.json("merged", "run.json")["environment"]["replicas"]["cases"], count)
        self.assertRegex(self.made("report", "merged"), r"npu2: \d+ cases, 0 failing, 0 infra; 0 of \d+ replicated cases differ")

    def test_the_next_shard_executes_what_seed_and_share_say(self):
        self.four("--replicate", "30%")
        for number in range(1, 5):
            own = {one["index"] for one in self.replicas(f"s{number}") if one["own"]}
            again = {one["index"] for one in self.replicas(f"s{number % 4 + 1}") if not one["own"]}
            self.assertEqual(own, again)
            self.assertEqual({index % 4 for index in own}, {number - 1})

    def test_a_board_with_other_bits_is_named(self):
        """Each shard conforms, and the board with the silent fault differs from both neighbours."""
        said = self.made("merge", *self.four("--replicate", "40%", sick=("npu2",)), "--out", "merged", code=1)
        self.assertRegex(said, r"\nreplicated \d+ cases on a second board: \d+ differ; npu2 in ")
        self.assertIn("Does not conform: ", said)
        with open(self.path("merged", "journal.jsonl"), encoding="utf-8") as file:
            failing = [one for one in map(json.loads, file) if one.get("verdict", {}).get("kind") == "deviates"]
        self.assertTrue(failing)
        for one in failing:
            self.assertEqual((one["board"], one["verdict"]["deviation"]), ("npu2", "nondeterministic"))
            self.assertRegex(one["verdict"]["reason"], "two executions of this case differ, on two boards of one kind: conforms on npu2, bits "
                                                       "[0-9a-f]{16}; conforms on npu[13], bits [0-9a-f]{16}")
        found = self.json("merged", "run.json")["environment"]["replicas"]
        self.assertEqual(found["differ"], len(failing))
        self.assertEqual(found["boards"]["npu4"]["differ"], 0)
        said = self.made("report", "merged")
        self.assertRegex(said, rf"npu2: \d+ cases, {len(failing)} failing, 0 infra; {len(failing)} of \d+ replicated cases differ")
        with open(self.path("merged", "report.html"), encoding="utf-8") as file:
            self.assertIn(f"{len(failing)} of {found['boards']['npu2']['compared']} replicated cases differ", file.read())
        self.assertRegex(json.dumps(self.json("merged", "findings.json")), "npu2")

    def test_boards_of_two_kinds_are_not_compared(self):
        names = self.four("--replicate", "40%", sick=("npu2",), facts={"npu2": {"kind": "a5"}})
        said = self.made("merge", *names, "--out", "merged")
        self.assertRegex(said, r"\nreplicated \d+ cases on a second board: 0 differ\n")
        self.assertNotIn("npu2", self.json("merged", "run.json")["environment"]["replicas"]["boards"])

    def test_replicated_cases_that_nothing_can_be_compared_with_are_said(self):
        names = self.four("--replicate", "10%", facts={f"npu{i}": {"kind": f"kind {i}"} for i in range(1, 5)})
        said = self.made("merge", *names, "--out", "merged")
        self.assertRegex(said, r"\nno replicated case was compared: none of \d+ executions has a second one with an answer on a board of the same kind\n")

    def test_a_shard_that_was_stopped_replicates_when_it_is_resumed(self):
        options = (*RUN, "--backend", BAD, "--replicate", "50%")
        for number in (1, 2):
            self.made(*options, "--shard", f"{number}/2", "--out", f"s{number}", "--max-failures", "1", code=1)
            self.assertEqual([one for one in self.replicas(f"s{number}") if not one["own"]], [])
            self.made("run", "--resume", f"s{number}", code=1)
        said = self.made("merge", "s1", "s2", "--out", "merged")
        self.assertRegex(said, r"\nno replicated case was compared on a second board: \d+ cases ran twice on one\n")
        self.assertGreater(self.json("merged", "run.json")["environment"]["replicas"]["same_board"], 10)

    def test_bad_input_is_one_sentence(self):
        for share in ("2", "0%", "101%", "x%", "-1%", "2%%", "%", "nan%"):
            self.refused(2, f"--replicate '{share}' is no share", *RUN, "--shard", "1/2", "--replicate=" + share, "--out", "run")
        self.refused(2, "give --shard I/N, too", *RUN, "--replicate", "2%", "--out", "run")
        names = self.four("--replicate", "30%")
        with open(self.path("s2", "replicas.jsonl"), "r+", encoding="utf-8") as file:
            text = file.read()
            file.seek(0)
            file.write(text.replace('"bits"', '"bats"', 1))
        self.assertRegex(self.made("merge", *names, "--out", "merged", code=3), r"shard 2 of 4 cannot be read: s2/replicas.jsonl:1: ")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    given, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=["boards_test.py", *rest], verbosity=1)
