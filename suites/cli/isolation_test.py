#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What a backend does, and what is done to its process, costs its own cases their verdicts and no other's.

isolation_test.py --bin FOLDER [--kills N] [--lies N] [--signals N] [--table FILE] [unittest options]: FOLDER holds assay,
assay-worker and the plugins of the tests. N kills of workers, N cases of a liar, N signals to runs that hang; their figures
become rows of FILE."""

import argparse
import collections
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

import cli
import killed_runs_test
from backends_test import EXAMPLE, PYTHON, carriers, runs

KILLS, LIES, SIGNALS, SEED = 12, 1700, 2, 17
TABLE = ""
PLAIN = ("-j2", "--no-tiles", "--no-shrink", "--no-confirm")
BITWISE = ("--op", "TAND,TOR", "--target", "a5,a2a3")


def tell(what, tried, lost):
    """A row of the guide's table."""
    print(f"{what}: {tried}: {lost}", file=sys.stderr)
    if TABLE:
        with open(TABLE, "a", encoding="utf-8") as file:
            file.write(f"| {what} | {tried} | {lost} |\n")


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def workers(pid):
    """The processes below a run that hold a backend, and those that watch them."""
    found = []
    for task in os.listdir(f"/proc/{pid}/task") if os.path.exists(f"/proc/{pid}/task") else []:
        try:
            with open(f"/proc/{pid}/task/{task}/children", encoding="utf-8") as file:
                found += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found + [grandchild for child in found for grandchild in children(child)]


class Sandbox(killed_runs_test.Sandbox):
    def plugin(self, name):
        return "plugin:" + os.path.join(self.folder_of_programs, name + "_plugin.so")

    def started(self, *arguments, **environment):
        return subprocess.Popen([os.path.join(self.folder_of_programs, "assay"), *arguments], cwd=self.folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=os.environ | environment)

    def journal(self, folder):
        return {record["name"]: record["verdict"] for record in self.records(folder)}


class Killed(Sandbox):
    """SIGKILL and SIGTERM from outside, as from the kernel that is out of memory or from a person."""

    RUN = ("run", "--op", "TAND,TADD", "--target", "a5", "--cases", "6", "-j2", "--tiles", "sample",
           "--backend", "simulator:fault=wrong_stride", "--no-shrink")

    def test_workers_that_others_kill_change_no_file(self):
        self.run_of(*self.RUN, "--out", "whole", code=1)
        whole = self.contents("whole")
        moments, kills, rounds, first_seen = random.Random(SEED), 0, 0, {}
        while kills < KILLS:
            folder = f"round{rounds}"
            rounds += 1
            running = self.started(*self.RUN, "--out", folder)
            while running.poll() is None and kills < KILLS:
                time.sleep(moments.uniform(0, 0.06))
                now = time.monotonic()
                for worker in workers(running.pid):
                    first_seen.setdefault(worker, now)
                # A run gives up where five in a row die before they say anything, so that few are killed that early.
                early = moments.random() < 0.2
                found = [worker for worker in workers(running.pid) if early or now - first_seen.get(worker, now) > 0.15]
                if not found:
                    continue
                try:
                    os.kill(moments.choice(found), moments.choice((signal.SIGKILL,) * 3 + (signal.SIGTERM,)))
                    kills += 1
                except ProcessLookupError:
                    pass
            _, said = running.communicate(timeout=cli.LIMIT)
            self.assertEqual(running.returncode, 1, said)
            self.same_but_names(whole, folder)
        tell("workers killed from outside", f"{kills} kills in {rounds} runs", "no file differs")

    def same_but_names(self, whole, folder):
        """The command that every report quotes has the name of the folder."""
        found = self.contents(folder)
        self.assertEqual(sorted(found), sorted(whole))
        for name in found:
            if isinstance(found[name], bytes):
                found[name] = found[name].replace(folder.encode(), b"whole")
        for name in ("findings.json", "journal.jsonl", "golden.h5", "table.csv"):
            if name in whole and name != "golden.h5":
                self.assertTrue(found[name] == whole[name], f"{folder}/{name} differs")
        digest = [self.run_of("diff", os.path.join("whole", name), os.path.join(folder, name)).returncode
                  for name in sorted(whole) if name.endswith(".h5")]
        self.assertEqual(set(digest), {0})


class Liars(Sandbox):
    """runners/backend/test/liar_plugin.cpp"""

    KINDS = ("behind", "before", "strided", "far", "late", "late_behind", "late_before", "guards")

    def run_liar(self, what, folder, *selection):
        os.environ["LIAR"] = what
        try:
            return self.assay("run", *PLAIN, *selection, "--backend", self.plugin("liar"), "--out", folder)
        finally:
            del os.environ["LIAR"]

    def compare(self, share, cases, lie="any"):
        """Counts of the verdicts of guilty and innocent cases."""
        selection = (*BITWISE, "--cases", str(cases))
        self.run_liar(f"marked:{share}", f"marked_{lie}", *selection)
        self.run_liar(f"{lie}:{share}", lie, *selection)
        marked, lying = self.journal(f"marked_{lie}"), self.journal(lie)
        self.assertEqual(list(marked), list(lying))
        seen = collections.Counter()
        for name, before in marked.items():
            guilty = before["kind"] == "infra" or before["reason"] in self.KINDS
            after = lying[name]
            if guilty:
                seen["guilty"] += 1
                # For an illegal call without a promised refusal, only the reason says so.
                if after["kind"] in ("conforms", "target_defined", "unsupported") and "crashed" not in after["reason"]:
                    seen["guilty conform"] += 1
                    print(name, before, after, file=sys.stderr)
            else:
                seen["innocent"] += 1
                if after != before:
                    seen["innocent changed"] += 1
                    print(name, before, after, file=sys.stderr)
        return seen

    def test_a_write_out_of_bounds_costs_the_guilty_case_alone(self):
        seen = self.compare(120, max(1, LIES // 410))
        self.assertGreater(seen["guilty"], 10)
        self.assertEqual((seen["guilty conform"], seen["innocent changed"]), (0, 0))
        tell("writes 4 KiB to 1 MiB next to, before, strided and late", f"{seen['guilty']} liars among "
             f"{seen['guilty'] + seen['innocent']} cases", "no innocent verdict changed, no liar conforms")

    def test_a_pointer_kept_from_the_call_before_costs_who_writes_through_it(self):
        """The memory is an innocent case's, and it is closed because another thread of the plugin lives on."""
        for lie in ("stale", "stale_pool"):
            with self.subTest(lie):
                seen = self.compare(60, max(1, LIES // 850), lie)
                self.assertGreater(seen["guilty"], 10)
                self.assertEqual((seen["guilty conform"], seen["innocent changed"]), (0, 0))
                tell(f"writes through a pointer kept from the call before ({lie})", f"{seen['guilty']} liars among "
                     f"{seen['guilty'] + seen['innocent']} cases", "no innocent verdict changed, no liar conforms")

    def test_every_kind_of_lie_is_seen(self):
        self.assertEqual(self.run_liar("none", "honest", *BITWISE, "--cases", "1").returncode, 0)
        name = next(name for name, got in self.journal("honest").items() if got["kind"] == "conforms")
        for kind in self.KINDS:
            with self.subTest(kind):
                self.run_liar(kind, kind, "--case", name)
                self.assertNotEqual(self.journal(kind)[name]["kind"], "conforms")


class Words(Sandbox):
    """Programs that say more than they are asked for."""

    RUN = ("run", "--op", "TADD", "--target", "cpu", "--dtype", "i16,u16", "--cases", "1", "-j1", "--no-tiles",
           "--no-shrink", "--no-confirm", "--rerun", "0")
    ANSWER = 'sys.stdout.buffer.write(json.dumps(head).encode() + b"\\n" + outputs)'
    HELLO = "print('{\"assay\": 1,"
    MARK = "import zlib; guilty = zlib.crc32(b''.join(inputs)) % 5 == 0 and head['status'] == 'done'; "

    def program(self, name, instead, hello=""):
        with open(EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual((text.count(self.ANSWER), text.count(self.HELLO)), (1, 1))
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text.replace(self.ANSWER, self.MARK + instead).replace(self.HELLO, hello + self.HELLO))
        return f"exec:{PYTHON} {self.path(name)}"

    def verdicts(self, name, instead):
        self.assay(*self.RUN, "--batch", "1", "--backend", self.program(name + ".py", instead), "--out", name)
        return self.journal(name)

    def test_words_that_nobody_asked_for_cost_the_case_that_said_them(self):
        marked = self.verdicts("marked", "head = dict(call=head['call'], status='broken', message='marked') if guilty "
                               f"else head; outputs = b'' if guilty else outputs; {self.ANSWER}")
        self.assertGreater(sum(got["reason"] == "marked" for got in marked.values()), 2)
        ahead = "json.dumps(dict(head, call=head['call'] + 1)).encode() + b'\\n' + outputs"
        # As old as a case, so that the answer comes again after that of the next one.
        keep = "import time; state = globals().setdefault('state', []); " \
               "state[:] = [(left - 1, words) for left, words in state]; " \
               "due = b''.join(words for left, words in state if left == 0); " \
               "time.sleep(0.0005 * bool(due)); sys.stdout.buffer.write(due); " \
               "state.extend([(3, json.dumps(head).encode() + b'\\n' + outputs)] * guilty)"
        forked = "import os, time; pid = os.fork() if guilty else 1; pid or time.sleep(0.05); "
        for name, lie in (("beyond", f"outputs = outputs + b'xx' * guilty; {self.ANSWER}"),
                          ("many", f"outputs = outputs + b'x' * 100000 * guilty; {self.ANSWER}"),
                          ("ahead", f"outputs = outputs + ({ahead}) * guilty; {self.ANSWER}"),
                          ("behind_the_next", f"{self.ANSWER}; sys.stdout.flush(); {keep}"),
                          # More than a pipe holds, while the next call is on its way and not read.
                          ("much_behind_the_next", f"{self.ANSWER}; sys.stdout.flush(); " +
                           keep.replace("+ outputs", "+ outputs + b'x' * 300000").replace("0.0005", "0.02")),
                          ("late", f"{forked}{self.ANSWER}; sys.stdout.flush(); pid or os._exit(0)")):
            with self.subTest(name):
                seen = collections.Counter()
                for case, got in self.verdicts(name, lie).items():
                    guilty = marked[case]["reason"] == "marked"
                    seen["guilty" if guilty else "innocent"] += 1
                    if guilty and got["kind"] == "conforms":
                        seen["conform"] += 1
                    if not guilty and got != marked[case]:
                        seen["changed"] += 1
                        print(name, case, got, file=sys.stderr)
                self.assertEqual(seen["changed"], 0)
                # A child may be killed before it says anything, and no call follows the last one.
                if name not in ("late", "behind_the_next", "much_behind_the_next"):
                    self.assertEqual(seen["conform"], 0)
                tell(f"exec: {name}", f"{seen['guilty']} of {seen['guilty'] + seen['innocent']} cases",
                     f"{seen['changed']} innocent verdicts changed")

    def test_chatter_after_hello_refuses_the_program(self):
        program = self.program("chatter.py", self.ANSWER, "import atexit; print = (lambda say: lambda text, flush: "
                               "say(text + '\\nready', flush=True))(print); ")
        self.refused(2, "says more than its hello: 'ready", *self.RUN, "--backend", program, "--out", "out")


class Ends(Sandbox):
    """Nothing that a backend starts outlives the run, however the run ends."""

    def gone(self, mark):
        end = time.monotonic() + 10
        while carriers(mark) and time.monotonic() < end:
            time.sleep(0.05)
        left = carriers(mark)
        for process in left:
            os.kill(process, signal.SIGKILL)
        return not left

    def test_what_left_its_group_and_its_session_ends_with_the_run(self):
        for kill in (False, True):
            with self.subTest(kill=kill):
                mark = f"{self.folder}/mark{kill}"
                backend = f"exec:setsid sh -c 'sleep 3600 & sleep 3600' & true; {PYTHON} {EXAMPLE}"
                running = self.started("run", "--op", "TADD", "--target", "cpu", "--dtype", "i16", "--cases", "20",
                                       "-j1", "--no-tiles", "--out", f"out{kill}", "--backend", backend, MARK=mark)
                if kill:
                    while len(carriers(mark)) < 5 and running.poll() is None:
                        time.sleep(0.02)
                    running.kill()
                running.communicate(timeout=cli.LIMIT)
                self.assertTrue(self.gone(mark))


class Time(Sandbox):
    """Bounds are generous: the cases that they separate differ by a factor."""

    SELECTION = ("--op", "TAND", "--target", "a5", "--dtype", "u8", "--cases", "1")

    def test_a_case_that_hangs_is_waited_for_twice(self):
        self.run_of("run", *PLAIN, *self.SELECTION, "--backend", self.plugin("example"), "--out", "honest")
        name = next(name for name, got in self.journal("honest").items() if got["kind"] == "conforms")
        begin = time.monotonic()
        with self.started("run", *PLAIN, "--backend", self.plugin("hostile"), "--case", name, "--timeout", "3",
                          "--out", "hung", HOSTILE="hang") as running:
            running.communicate(timeout=cli.LIMIT)
        self.assertLess(time.monotonic() - begin, 4 * 3)
        record = self.records("hung")[0]
        self.assertEqual((record["verdict"]["kind"], record["executions"]), ("timed_out", 2))

    def test_a_first_signal_is_heard_while_cases_hang(self):
        waited = []
        for turn in range(SIGNALS):
            number = (signal.SIGINT, signal.SIGTERM)[turn % 2]
            with self.subTest(number):
                folder = f"run{turn}"
                with self.started("run", *PLAIN, *self.SELECTION, "--backend", self.plugin("hostile"), "--timeout",
                                  "600", "--out", folder, HOSTILE="deaf") as running:
                    time.sleep(3)
                    begin = time.monotonic()
                    running.send_signal(number)
                    _, said = running.communicate(timeout=60)
                waited.append(time.monotonic() - begin)
                self.assertLess(waited[-1], 20)
                self.assertEqual(running.returncode, 3, said)
                self.assertIn("--resume", said)
                self.assertTrue(os.path.exists(self.path(folder, "report.html")))
                self.run_of("run", "--resume", folder)
                self.assertEqual(set(self.verdicts(folder)) & {"infra", "timed_out", "crashed", "flaky"}, set())
        tell("a first SIGINT or SIGTERM while all workers hang", f"{len(waited)} signals",
             f"the run ends with its reports after {max(waited):.1f} s at most, and goes on with --resume")


class Memory(Sandbox):
    SELECTION = ("--op", "TAND", "--target", "a5", "--dtype", "u8", "--cases", "4", "--no-tiles", "--out", "out")

    def limits(self, *arguments):
        """The memory limit of the workers of a run, in bytes."""
        with self.started("run", *self.SELECTION, *arguments, "--backend", self.plugin("hostile"), "--timeout", "600",
                          HOSTILE="deaf") as running:
            found, end = set(), time.monotonic() + 60
            while not found and time.monotonic() < end and running.poll() is None:
                for worker in workers(running.pid):
                    try:
                        with open(f"/proc/{worker}/cmdline", encoding="utf-8") as file:
                            words = file.read().split("\0")
                    except OSError:
                        continue
                    if words[0].endswith("assay-worker"):
                        found.add(int(words[3]))
            running.kill()
            running.communicate(timeout=cli.LIMIT)
        shutil.rmtree(self.path("out"), ignore_errors=True)
        return found

    def test_all_workers_of_a_run_share_its_memory(self):
        for jobs in (1, 2, 4):
            self.assertEqual(self.limits(f"-j{jobs}", "--memory", "2"), {(2 << 30) // jobs})
        self.assertEqual(self.limits("-j2", "--memory", "0"), {0})
        self.refused(2, "--memory leaves 16 MiB to each of 4 workers, and a worker needs 64", "run", *self.SELECTION,
                     "-j4", "--memory", "0.0625")

    def test_threads_or_memory_that_cannot_be_had_are_one_sentence(self):
        limits = [f"ulimit -v {kilobytes}; " for kilobytes in (60000, 100000, 200000, 500000, 2000000)]
        for limit in (*limits, "ulimit -v 400000; ulimit -s 300000; "):
            for command in self.COMMANDS:
                with self.subTest(limit + command):
                    self.limited(limit, command)

    COMMANDS = ("run --op TAND --target a5 --cases 1 -j4 --out run", "golden --op TAND --cases 50 --out g.h5",
                "sweep --op TRSQRT --dtype f16 --target a5 --out sweep", "coverage --pinned --op TAND")

    def limited(self, limit, command, **settings):
        """A command under a limit succeeds, or says in one sentence what it cannot get."""
        done = subprocess.run(["sh", "-c", f"{limit}exec {self.folder_of_programs}/assay {command}"], cwd=self.folder,
                              capture_output=True, text=True, timeout=cli.LIMIT, check=False, **settings)
        said = done.stderr.strip().splitlines()
        if "error while loading shared libraries" not in done.stderr:
            self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        if done.returncode == 3 and "infra" not in done.stdout:  # of a run that has a report, its answer
            self.assertEqual([line.startswith("assay: ") for line in said[-1:]], [True], done.stderr)
        for name in ("run", "sweep"):
            shutil.rmtree(self.path(name), ignore_errors=True)
        return done

    def test_processes_that_cannot_be_had_are_one_sentence(self):
        """The limit counts the threads of a user, and the superuser has none: user `nobody` has
        it."""
        nobody = 65534
        os.chmod(self.folder, 0o777)
        users = {"user": nobody, "group": nobody, "extra_groups": []} if os.getuid() == 0 else {}

        def start(most):
            return {**users, "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NPROC, (most, most))}

        program = os.path.join(self.folder_of_programs, "assay")
        try:
            subprocess.run([program, "--version"], capture_output=True, check=True, **users)
        except (PermissionError, subprocess.CalledProcessError):
            self.skipTest("nobody may not execute " + program)
        codes = collections.Counter()
        for most in (1, 2, 3, 4, 6, 8):
            for command in self.COMMANDS:
                with self.subTest(most=most, command=command):
                    codes[self.limited("", command, **start(most)).returncode] += 1
        self.assertGreater(codes[3], 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--lies", type=int, default=LIES)
    parser.add_argument("--signals", type=int, default=SIGNALS)
    parser.add_argument("--table", default=TABLE)
    given, rest = parser.parse_known_args()
    KILLS, LIES, SIGNALS, TABLE = given.kills, given.lies, given.signals, given.table
    cli.Sandbox.folder_of_programs = os.path.abspath(given.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
