#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A run on boards of a real Slurm: submitted, killed, requeued and merged as its user would.

slurm_test.py --bin FOLDER [unittest options]: FOLDER holds assay and assay-worker. The cluster is
this machine alone: four daemons that each play a node with a board."""

import argparse
import contextlib
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import cli

NODES = 4
SHARDS = 6
WAIT = 60  # seconds for anything that a scheduler does
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "scancel", "sinfo")
# A merge calls no backend, so it looks no further into its findings.
PART = ("--op", "TAND", "--target", "cpu", "--backend", "simulator:fault=wrong_stride", "--no-shrink", "--no-confirm", "--cases")
FEW, MANY = (*PART, "1"), (*PART, "24")

CONFIGURATION = """\
ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
TaskProlog={folder}/prolog
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none
MailProg=/bin/true
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=2
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
GresTypes=npu
{nodes}
PartitionName=lab Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


# A board of a node dies for good; those of a task die in every attempt.
PROLOG = """\
#!/bin/sh
calls={folder}/boards/calls-$SLURM_JOB_ID
[ -f {folder}/boards/$SLURMD_NODENAME ] && echo "export ASSAY_TEST_BOARD=crash:30:$calls"
[ -f {folder}/boards/task$SLURM_ARRAY_TASK_ID ] &&
  echo "export ASSAY_TEST_BOARD=crash:30:$calls-${{SLURM_RESTART_COUNT:-0}}"
exit 0
"""


class NoCluster(Exception):
    """Why this machine cannot play a cluster."""


def die_with_parent():
    """No daemon outlives a test that was killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def free_ports(count):
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in held:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in held]


class Cluster:
    """Slurm's daemons in a folder of their own; `environment` is what its commands need."""

    def __init__(self):
        os.environ["PATH"] += ":/usr/sbin"  # daemons, which other users than root do not see
        missing = [name for name in PROGRAMS if not shutil.which(name)]
        if missing:
            raise NoCluster(f"{', '.join(missing)} not found; install slurm-wlm and munge")
        # The path of a socket is limited to 107 bytes, so $TMPDIR would be a risk.
        self.folder = tempfile.mkdtemp(prefix="assay-slurm-", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.daemons = []
        self.environment = os.environ | {"SLURM_CONF": self.path("slurm.conf")}
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def start(self):
        for name in ("munge", "state", "spool", "boards"):
            os.mkdir(self.path(name), 0o755)
        self.write_key()
        self.write_configuration()
        munge = [f"--{name}={self.path('munge', file)}" for name, file in
                 (("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"),
                  ("seed-file", "seed"))]
        self.daemon("munged", "--foreground", *munge)
        self.until(lambda: os.path.exists(self.path("munge", "socket")), "munged made no socket")
        self.daemon("slurmctld", "-D", "-c")
        for node in range(1, NODES + 1):
            self.daemon("slurmd", "-D", "-N", f"node{node}")
        self.until(lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D") == str(NODES),
                   "the nodes did not become idle")

    def write_key(self):
        with open(self.path("munge", "key"), "wb", opener=lambda name, flags:
                  os.open(name, flags, 0o600)) as file:
            file.write(os.urandom(128))

    def write_configuration(self):
        host, ports = socket.gethostname().split(".")[0], free_ports(NODES + 1)
        nodes = "\n".join(f"NodeName=node{i} NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[i]} "
                          "CPUs=1 RealMemory=100 Gres=npu:1 State=UNKNOWN" for i in range(1, NODES + 1))
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout
        with open(self.path("slurm.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder, host=host, user=user.strip(),
                                            ports=ports, nodes=nodes))
        with open(self.path("prolog"), "w", encoding="utf-8") as file:
            file.write(PROLOG.format(folder=self.folder))
        os.chmod(self.path("prolog"), 0o755)
        board = self.path("boards", "npu0")  # an ordinary file plays the device
        with open(board, "w", encoding="utf-8"), open(self.path("gres.conf"), "w", encoding="utf-8") as file:
            file.write(f"NodeName=node[1-{NODES}] Name=npu File={board}\n")

    def daemon(self, name, *arguments):
        with open(self.path(f"output-{len(self.daemons)}"), "wb") as log:
            self.daemons.append(subprocess.Popen(
                [name, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, preexec_fn=die_with_parent, start_new_session=True))

    def until(self, happened, otherwise, seconds=20):
        end = time.monotonic() + seconds
        while not happened():
            gone = [one.args[0] for one in self.daemons if one.poll() is not None]
            if gone or time.monotonic() > end:
                why = f"{gone[0]} ended by itself" if gone else otherwise
                raise NoCluster(f"{why}; {self.last_words()}")
            time.sleep(0.05)

    def last_words(self):
        said = []
        for number in range(len(self.daemons)):
            with open(self.path(f"output-{number}"), encoding="utf-8", errors="replace") as log:
                said += [line.strip() for line in log if "error" in line.lower()]
        return said[-1] if said else "the daemons named no error"

    def ask(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              timeout=WAIT, check=False)
        return done.stdout.strip() if done.returncode == 0 else None

    def stop(self):
        if len(self.daemons) > 1:
            self.ask("scancel", "--full", "--signal=KILL", "--state=RUNNING")
        for one in reversed(self.daemons):
            one.kill()
            one.wait()
        for process in self.left_over():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def left_over(self):
        """Whatever still carries the environment of this cluster and of no other."""
        mark = f"SLURM_CONF={self.path('slurm.conf')}".encode()
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if mark in file.read().split(b"\0"):
                    yield int(name)


class Night(cli.Sandbox):
    cluster = None

    def submit(self, *options, code=0, boards=NODES, shards=SHARDS):
        """The ids of the array and of the merge."""
        done = self.assay("cluster", "submit", "--boards", str(boards), "--shards", str(shards), "--gres", "npu:1",
                          "--out", "run", *options, env=self.cluster.environment)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout.strip().rpartition(" jobs ")[2].split(", ") if code == 0 else done.stderr

    def sbatch(self, *arguments):
        """The id of a job that the user submits again."""
        return self.cluster.ask("sbatch", "--parsable", *arguments)

    def until(self, happened, otherwise):
        end = time.monotonic() + WAIT
        while not happened():
            self.assertLess(time.monotonic(), end, f"{otherwise}\n{self.logs()}")
            time.sleep(0.01)

    def logs(self):
        said = self.cluster.ask("squeue", "--all") or "no answer of squeue\n"
        for name in self.files():
            if name.endswith(".log"):
                said += f"\n{name}:\n{self.text(name)}"
        return said

    def text(self, *names):
        with open(self.path(*names), encoding="utf-8", errors="replace") as file:
            return file.read()

    def job(self, number):
        """The state of one job, or of one task of an array, by Slurm."""
        said = self.cluster.ask("scontrol", "show", "job", number)
        return dict(part.split("=", 1) for part in (said or "").split() if "=" in part)

    def ended(self, number, state):
        """Slurm's own word for how a job ended."""
        done = ("COMPLETED", "FAILED", "CANCELLED", "NODE_FAIL", "TIMEOUT")
        self.until(lambda: self.job(number).get("JobState") in done, f"{number} did not end")
        self.assertEqual(self.job(number)["JobState"], state, self.logs())

    def lines(self, shard):
        try:
            with open(self.path("run", "shards", str(shard), "journal.jsonl"), "rb") as file:
                return file.read().splitlines(keepends=True)
        except FileNotFoundError:
            return []

    def process_of(self, shard):
        """The assay that runs a shard in this test's folder."""
        wanted = self.path("run", "shards", str(shard)).encode()
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                if os.path.basename(words[0]) == b"assay" and wanted in words:
                    return int(name)
        return None

    def kill_in_the_middle(self, shard):
        """SIGKILL to the shard's assay; what its journal had then, without a line cut off."""
        self.until(lambda: len(self.lines(shard)) > 20, f"shard {shard} wrote no journal")
        process = self.process_of(shard)
        self.assertIsNotNone(process, "the shard ended before it could be killed")
        os.kill(process, signal.SIGKILL)
        self.until(lambda: not os.path.exists(f"/proc/{process}"), "SIGKILL did not end it")
        return [line for line in self.lines(shard) if line.endswith(b"\n")]

    def log_of(self, shard):
        try:
            return self.text("run", "logs", f"{shard}.log")
        except FileNotFoundError:
            return ""

    def same_as_one_run(self, options, code=1):
        done = self.assay("run", *options, "--out", "whole")
        self.assertEqual(done.returncode, code, done.stderr)
        for name in ("golden.h5", "results.h5", "cases.csv", "findings.json"):
            with open(self.path("run", "whole", name), "rb") as merged:
                with open(self.path("whole", name), "rb") as whole:
                    self.assertTrue(merged.read() == whole.read(), f"{name} differs")

    def boards(self):
        """The nodes that executed cases, as the merged run lists them."""
        return {one["board"] for one in self.summary()["environment"]["boards"]}

    def test_a_killed_shard_is_requeued_and_resumed_and_the_whole_is_what_one_run_gives(self):
        shards, merge = self.submit(*MANY)
        before = self.kill_in_the_middle(2)
        self.ended(merge, "COMPLETED")
        for shard in range(1, SHARDS + 1):
            job = self.job(f"{shards}_{shard}")
            self.assertEqual(job["JobState"], "COMPLETED", self.logs())
            self.assertEqual(job["Restarts"], "1" if shard == 2 else "0", self.logs())
        # Lines carry the time their case took, so the first ones were kept and not made again.
        self.assertEqual(self.lines(2)[:len(before)], before)
        self.assertGreater(len(self.lines(2)), len(before))
        self.assertIn("exit code 137", self.text("run", "logs", "2.log"))
        self.assertIn("exit code 1\n", self.text("run", "logs", "2.log"))
        self.same_as_one_run(MANY)
        nodes = {f"node{number}" for number in range(1, NODES + 1)}
        self.assertTrue(self.boards() <= nodes, self.boards())
        self.assertGreater(len(self.boards()), 1)
        segments = self.json("run", "shards", "2", "run.json")["environment"]["segments"]
        self.assertEqual(len(segments), 2)
        for segment in segments:
            self.assertEqual(segment["facts"]["slurm_task"], "2")
            self.assertIn(segment["board"], nodes)

    def kill_boards_of(self, name):
        """Boards of a node or a task die for good after some calls."""
        mark = self.cluster.path("boards", name)
        with open(mark, "w", encoding="utf-8"):
            pass
        self.addCleanup(os.remove, mark)

    def on_a_board(self):
        return ("--op", "TAND,TOR", "--target", "cpu", "--cases", "8", "--timeout", "2",
                "--backend", "plugin:" + os.path.join(self.folder_of_programs, "board_plugin.so"))

    def test_a_shard_whose_board_died_goes_on_elsewhere_and_no_other_shard_goes_there(self):
        self.kill_boards_of("node2")
        count = 3 * NODES
        shards, merge = self.submit(*self.on_a_board(), shards=count)
        self.ended(merge, "COMPLETED")
        restarts = [self.job(f"{shards}_{shard}")["Restarts"] for shard in range(1, count + 1)]
        self.assertEqual(sorted(restarts), ["0"] * (count - 1) + ["1"], self.logs())
        begun = []  # on which node, of all shards
        for shard in range(1, count + 1):
            begun.append([one["board"] for one in self.json("run", "shards", str(shard), "run.json")["environment"]["segments"]])
        self.assertEqual(sum(boards.count("node2") for boards in begun), 1, self.logs())
        lost = restarts.index("1")
        self.assertEqual(begun[lost][0], "node2")
        self.assertEqual(len(begun[lost]), 2)
        segments = self.json("run", "shards", str(lost + 1), "run.json")["environment"]["segments"]
        self.assertRegex(segments[0]["lost"], "the board is lost: .*, which conformed before, now crashed")
        self.assertEqual(os.listdir(self.path("run", "lost")), ["node2"])
        self.assertIn("left out node2 since ", self.made("cluster", "status", "run"))
        self.assertRegex(self.text("run", "whole", "report.html"), "lost once")
        self.same_as_one_run(self.on_a_board(), code=0)

    def test_a_shard_that_loses_every_board_is_named_in_the_report_of_the_others(self):
        self.kill_boards_of("task3")
        shards, merge = self.submit(*self.on_a_board(), shards=NODES)
        self.ended(merge, "FAILED")
        self.assertEqual(self.job(merge)["ExitCode"], "3:0", self.logs())
        self.assertEqual(self.job(f"{shards}_3")["Restarts"], "2", self.logs())
        node = self.json("run", "shards", "3", "run.json")["environment"]["segments"][-1]["board"]
        stopped = rf"shard 3 of {NODES} \([^ ]*/shards/3, on {node}\) stopped after \d+ of \d+ cases: the board is lost"
        self.assertRegex(self.text("run", "logs", "merge.log"), stopped)
        self.assertRegex(self.summary()["sentence"], stopped)
        self.assertEqual((self.summary()["exit_code"], self.summary()["complete"]), (3, False))
        self.assertEqual(self.summary()["failures"], 0)

    def test_shards_that_are_missing_are_named_and_can_be_run_again_alone(self):
        shards, merge = self.submit(*FEW, boards=2)
        self.cluster.ask("scancel", f"{shards}_3")
        self.ended(merge, "FAILED")
        self.assertEqual(self.job(merge)["ExitCode"], "3:0", self.logs())
        self.assertIn(f"shard 3 of {SHARDS} never came", self.text("run", "logs", "merge.log"))
        self.assertFalse(self.summary()["complete"])
        again = self.sbatch("--array=3", self.path("run", "shards.sbatch"))
        merge = self.sbatch(f"--dependency=afterany:{again}", self.path("run", "merge.sbatch"))
        self.ended(merge, "COMPLETED")
        self.assertTrue(self.summary()["complete"])
        self.same_as_one_run(FEW)

    def test_a_run_that_cannot_begin_is_not_tried_again(self):
        shards, merge = self.submit("--backend", "exec:no-such-program", *FEW[:4])
        self.ended(merge, "FAILED")
        self.assertEqual(self.job(f"{shards}_1")["ExitCode"], "2:0", self.logs())
        self.assertEqual(self.job(f"{shards}_1")["Restarts"], "0")

    def test_what_slurm_refuses_is_one_sentence_and_leaves_nothing(self):
        said = self.submit("--job-option=--partition=nowhere", *FEW, code=3)
        self.assertRegex(said, r"^assay: 'sbatch .*' failed with exit code 1: .*partition.*\n$")
        self.assertFalse(os.path.exists(self.path("run")))

    def json(self, *names):
        return json.loads(self.text(*names))

    def summary(self):
        return self.json("run", "whole", "summary.json")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    arguments, rest = parser.parse_known_args()
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    try:
        Night.cluster = Cluster()
    except NoCluster as why:
        print(f"this machine cannot play a Slurm cluster: {why}", file=sys.stderr)
        return 1
    try:
        ran = unittest.main(argv=[sys.argv[0], *rest], verbosity=1, exit=False)
        return 0 if ran.result.wasSuccessful() else 1
    finally:
        Night.cluster.stop()


if __name__ == "__main__":
    sys.exit(main())
