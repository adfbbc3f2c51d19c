#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Backends of other people, good and bad, through the command: whatever they do, the run ends with verdicts.

backends_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and the plugins of the tests."""

import argparse
import collections
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLE = os.path.join(ROOT, "runners", "examples", "backend.py")
PYTHON = "/usr/bin/python3 -B"
LIMIT = 1800  # seconds a command may take


class Sandbox(unittest.TestCase):
    """A fresh folder per test, and the real programs."""

    folder_of_programs = ""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-backends-")
        self.addCleanup(shutil.rmtree, self.folder)

    def run_assay(self, backend, *options, limit=None, jobs=2):
        command = [os.path.join(self.folder_of_programs, "assay"), "run", "--no-tiles", "-j", str(jobs),
                   "--out", f"out{len(os.listdir(self.folder))}", "--backend", backend, *options]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              timeout=LIMIT, check=False,
                              preexec_fn=limit and (lambda: resource.setrlimit(*limit)))
        done.journal = []
        journal = os.path.join(self.folder, command[6], "journal.jsonl")
        if os.path.exists(journal):
            with open(journal, encoding="utf-8") as lines:
                done.journal = [record for record in map(json.loads, lines) if "verdict" in record]
        return done

    def refused(self, code, part, backend):
        """One sentence, no folder."""
        done = self.run_assay(backend, *self.SELECTION)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(part, done.stderr)
        self.assertEqual(done.journal, [])


class Programs(Sandbox):
    name = ""
    SELECTION = ("--op", "TADD", "--target", "cpu", "--dtype", "i16", "--cases", "1")

    def script(self, text):
        path = os.path.join(self.folder, "backend.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return f"exec:{PYTHON} {path}"

    def changed(self, old, new):
        """The example with one line of it replaced."""
        with open(EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(old), 1)
        return self.script(text.replace(old, new))

    def verdicts(self, backend, *options):
        """Verdict, reason and name of every legal case of a selection."""
        done = self.run_assay(backend, *options)
        legal = [record for record in done.journal if record["intent"].startswith("inside")]
        self.assertGreater(len(legal), 0, done.stderr)
        return [(record["verdict"]["kind"], record["verdict"]["reason"], record["name"])
                for record in legal]

    def every(self, verdict, part, backend, *options):
        for got, reason, _ in self.verdicts(backend, *(options or self.SELECTION)):
            self.assertEqual(got, verdict, reason)
            self.assertIn(part, reason)

    def one(self, verdict, part, backend, *options):
        """The same for a single case, which is enough for what has nothing to do with the case."""
        if not self.name:
            type(self).name = self.verdicts(f"exec:{PYTHON} {EXAMPLE}", *self.SELECTION)[0][2]
        self.every(verdict, part, backend, "--case", self.name, *options)

    def test_the_example_conforms_where_it_claims_to_add(self):
        self.every("conforms", "", f"exec:{PYTHON} {EXAMPLE}")
        more = ("--op", "TADDS", "--target", "a5", "--dtype", "u8", "--cases", "1")
        seen = set()
        for verdict, reason, name in self.verdicts(f"exec:{PYTHON} {EXAMPLE}", *more):
            known = set(name.split("/")[3].split(",")) <= {"i8", "u8", "i16", "u16", "i32", "u32"}
            # If a scalar has no effect, a copy would have passed as well.
            good = "distrusted" if "+neutral-scalar" in name else "conforms"
            self.assertEqual(verdict, good if known else "unsupported", name + reason)
            seen.add(known)
        self.assertIn(True, seen)
        floats = ("--op", "TADD", "--target", "a5", "--dtype", "f16", "--cases", "1")
        self.every("unsupported", "adds integers", f"exec:{PYTHON} {EXAMPLE}", *floats)


    def test_a_failure_after_another_call_is_told_with_that_call(self):
        """The wrong result needs a call with other elements before, at once or at any time."""
        of_order = {"at once": 'bad = LAST == "i8" and dst["element"] == "i16"\n    LAST = dst["element"]',
                    "ever": 'bad = LAST == "i8" and dst["element"] == "i16"\n    LAST = LAST or dst["element"]'}
        for when, remember in of_order.items():
            with self.subTest(when):
                with open(EXAMPLE, encoding="utf-8") as file:
                    text = file.read()
                text = text.replace("WIDTHS =", 'LAST = ""\nWIDTHS =', 1)
                text = text.replace("    width, out = WIDTHS", f"    global LAST\n    {remember}\n    width, out = WIDTHS", 1)
                text = text.replace("            out[at:at + width] = (total", "            out[at:at + width] = ((total + bad)", 1)
                backend = self.script(text)
                done = self.run_assay(backend, "--op", "TADD", "--target", "a5", "--dtype", "i8,i16", "--cases", "2",
                                      "--no-shrink", "--no-confirm", jobs=1)
                told = [one for one in done.journal if "--after" in one["verdict"]["reason"]]
                self.assertEqual([one["verdict"]["kind"] for one in told], ["flaky"], done.stdout)
                after = told[0]["verdict"]["reason"].split("--after '")[1].split("'")[0]
                self.assertIn("/i8,", after)
                self.assertNotIn("--after", told[0]["verdict"]["reason"].split(after)[1])
                replay = [os.path.join(self.folder_of_programs, "assay"), "replay", told[0]["name"], "--backend", backend]
                codes = [subprocess.run([*replay, *more], capture_output=True, check=False, timeout=LIMIT).returncode
                         for more in ((), ("--after", after))]
                self.assertEqual(codes, [0, 1])

    def test_a_wrong_sum_deviates(self):
        backend = self.changed("total % 256 ** width", "(total + 1) % 256 ** width")
        for verdict, reason, name in self.verdicts(backend, *self.SELECTION):
            # A sum of nothing is as good as any other.
            self.assertEqual(verdict, "conforms" if "+empty-region" in name else "deviates", name + reason)

    ANSWER = 'sys.stdout.buffer.write(json.dumps(head).encode() + b"\\n" + outputs)'

    def test_a_program_that_ends_within_an_answer_crashed(self):
        for halved, part in (("json.dumps(head).encode()[:9]", "in its answer's line"),
                             ('json.dumps(head).encode() + b"\\n" + outputs[:5]', "in its answer's bytes"),
                             ('b""', "instead of an answer")):
            with self.subTest(part):
                backend = self.changed(self.ANSWER, f"sys.stdout.buffer.write({halved}); "
                                       "sys.stdout.flush(); sys.exit('I have had enough')")
                self.one("crashed", "left with exit code 1", backend)
                self.one("crashed", f"it printed: I have had enough | the program left with exit "
                           f"code 1, {part}", backend)

    def test_a_program_that_closes_its_output_and_lives_on_crashed(self):
        backend = self.changed(self.ANSWER, "import os, time; os.close(1); time.sleep(60)")
        self.one("crashed", "closed its standard output and lived on", backend)

    def test_a_program_that_dies_of_a_signal_crashed_though_its_child_lives_on(self):
        backend = self.changed(self.ANSWER, "import os, signal, time; os.fork() or time.sleep(60); "
                               "os.kill(os.getpid(), signal.SIGSEGV)")
        self.one("crashed", "died of SIGSEGV", backend)

    def test_a_program_that_hangs_is_killed_with_its_children(self):
        mark = os.path.join(self.folder, "mark")
        backend = self.changed(self.ANSWER, f"import subprocess; subprocess.run(['sh', '-c', "
                               f"'echo $$ >> {mark}; exec sleep 3600'])")
        self.one("timed_out", "no answer within 0.3 s", backend, "--timeout", "0.3")
        with open(mark, encoding="utf-8") as pids:
            for pid in pids.read().split():
                end = time.monotonic() + 10
                while runs(int(pid)) and time.monotonic() < end:
                    time.sleep(0.05)
                self.assertFalse(runs(int(pid)), f"{pid} lives on")

    def test_nonsense_costs_one_case_and_is_infrastructure(self):
        for nonsense, part in ((b"a log line", "'a log line' is no line of the protocol"),
                               (b"[1]", "is no line of the protocol"),
                               (b"\\xff\\xfe", "is no line of the protocol"),
                               (b'{"call": 99, "status": "done"}', "does not repeat the number"),
                               (b'{"call": "1", "status": "done"}', "has no number 'call'")):
            with self.subTest(part):
                text = repr(nonsense).replace("\\\\", "\\")
                backend = self.changed(self.ANSWER, f"sys.stdout.buffer.write({text} + b'\\n')")
                self.one("infra", part, backend)

    def test_an_answer_with_too_few_bytes_or_an_unknown_status_is_infrastructure(self):
        few = self.changed('"bytes": len(out)', '"bytes": len(out) - 1')
        self.one("infra", "the answer announces", few)
        odd = self.changed('{"status": "done"', '{"status": "ok"')
        self.one("infra", "unknown status 'ok'; use done, rejected, unsupported, broken", odd)

    def test_a_program_that_says_no_hello_is_bad_input(self):
        self.refused(2, "said no hello: it left with exit code 127; it printed: sh: 1:",
                     "exec:nowhere")
        self.refused(2, "said no hello: it left with exit code 0", "exec:true")
        self.refused(2, "'hello' is no line of the protocol", "exec:echo hello; cat")
        self.refused(2, "speaks version 2", """exec:echo '{"assay": 2}'; cat""")
        self.refused(2, "no text 'name'", """exec:echo '{"assay": 1}'; cat""")
        self.refused(2, "no list of texts 'targets'",
                     """exec:echo '{"assay": 1, "name": "x", "targets": "a5"}'; cat""")


class Hostile(Sandbox):
    """The example plugin with a grudge (runners/backend/test/hostile_plugin.cpp)."""

    SELECTION = ("--op", "TAND", "--target", "a5", "--dtype", "u8", "--cases", "2")

    def plugin(self, name):
        return "plugin:" + os.path.join(self.folder_of_programs, name + "_plugin.so")

    def hostile(self, what, *options, **settings):
        os.environ["HOSTILE"] = what
        try:
            return self.run_assay(self.plugin("hostile"), *(options or self.SELECTION), **settings)
        finally:
            del os.environ["HOSTILE"]


class Plugins(Hostile):
    """The example plugin, and each of its grudges."""

    def executed(self, journal):
        """Verdicts of the cases that the example executes, by name."""
        return {record["name"]: record["verdict"] for record in journal
                if record["name"] in self.conforming}

    def setUp(self):
        super().setUp()
        if not hasattr(Plugins, "conforming"):
            done = self.run_assay(self.plugin("example"), *self.SELECTION)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            Plugins.conforming = [record["name"] for record in done.journal
                                  if record["intent"].startswith("inside")]
            self.assertGreater(len(self.conforming), 5)

    def every(self, verdict, part, what, *options):
        verdicts = self.executed(self.hostile(what, *options).journal)
        self.assertEqual(len(verdicts), 1 if options else len(self.conforming))
        for name, got in verdicts.items():
            self.assertEqual(got["kind"], verdict, got["reason"])
            self.assertIn(part, got["reason"], name)

    def one(self, verdict, part, what, *options):
        self.every(verdict, part, what, "--case", self.conforming[0], *options)

    def test_the_example_conforms_and_says_what_it_does_not_support(self):
        done = self.run_assay(self.plugin("example"), "--op", "T[AO][NR]*", "--cases", "1",
                              "--min-judged", "0")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        reasons = collections.Counter((record["verdict"]["kind"], record["verdict"]["reason"])
                                      for record in done.journal)
        self.assertGreater(reasons[("conforms", "")], 50)
        self.assertGreater(reasons[("unsupported", "this example knows TAND and TOR")], 50)
        self.assertGreater(reasons[("unsupported", "the backend does not claim this target")], 50)

    def test_what_judges_nothing_of_an_op_or_at_all_is_no_pass(self):
        some = self.run_assay(self.plugin("example"), "--op", "TAND,TANDS,TOR", "--cases", "1",
                              "--target", "a5")
        self.assertEqual(some.returncode, 1, some.stdout)
        self.assertIn("Not shown: 1 of 3 ops have no legal case with compared values: TANDS", some.stdout)
        none = self.run_assay(self.plugin("example"), "--op", "TANDS", "--cases", "1",
                              "--min-judged", "0")
        self.assertEqual(none.returncode, 1, none.stdout)
        self.assertIn("Nothing was shown: none of", none.stdout)

    def test_a_plugin_that_is_none_is_refused_with_one_sentence(self):
        self.refused(2, "does not load", "plugin:" + EXAMPLE)
        self.refused(2, "does not export assay_backend_get", self.plugin("nameless"))
        for what, code, part in (
                ("version", 2, "speaks neither version 1 nor version 2 of runners/backend.h"),
                ("null", 2, "speaks neither version 1 nor version 2 of runners/backend.h"),
                ("short", 2, "has 8 bytes, fewer than version 1 ever had"),
                ("nameless", 2, "has no name"), ("inert", 2, "has no execute function"),
                ("target", 2, "claims the unknown target 'a9'"),
                ("no_target", 2, "claims no target"),
                ("throws_at_load", 2, "throws from assay_backend_get: no driver"),
                ("exits_at_load", 3, "did not start: the worker left with exit code 0")):
            with self.subTest(what):
                os.environ["HOSTILE"] = what
                self.refused(code, part, self.plugin("hostile"))
                del os.environ["HOSTILE"]

    def test_a_backend_says_what_it_is(self):
        def said(what):
            command = [os.path.join(self.folder_of_programs, "assay"), "backends", self.plugin("hostile")]
            return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True,
                                  env=os.environ | {"HOSTILE": what}).stdout.splitlines()

        self.assertEqual(said("devices"), ["name      logic", "revision  1", "targets   a2a3,a5",
                                           "devices   left,right,missing"])
        self.assertIn("devices   one, without a name", said(""))

    def test_an_older_plugin_and_one_for_another_target_are_no_mistakes(self):
        self.every("conforms", "", "old")
        self.every("unsupported", "the backend does not claim this target", "cpu")

    def test_devices_go_round_and_one_can_be_asked_for(self):
        self.every("conforms", "", "devices")
        self.one("conforms", "", "devices", "--device", "1")
        for number, part in (("2", "cannot open its device 2 (missing)"),
                             ("3", "has no device 3; it has 0 to 2: left,right,missing")):
            done = self.hostile("devices", *self.SELECTION, "--device", number)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(part, done.stderr)
        self.assertIn("has one, number 0", self.hostile("", *self.SELECTION, "--device", "1").stderr)

    def test_what_kills_the_process_crashed(self):
        for what, part in (("exit", "left with exit code 0"), ("quick_exit", "left with exit code 0"),
                           ("abort", "died of SIGABRT (Aborted) in execution 1 of 3; it printed: "
                            "assertion failed: rows > 0"),
                           ("throw", "SIGABRT (Aborted) in execution 1 of 3; it printed: the "
                            "backend threw an exception across the C ABI: no such device"),
                           ("crash", "died of SIGSEGV"),
                           ("closes", "closed its control socket and lived on"),
                           ("closes_all", "closed its control socket and lived on")):
            with self.subTest(what):
                self.one("crashed", part, what)

    def test_what_hangs_timed_out_though_it_is_deaf_to_pleas(self):
        self.one("timed_out", "no answer within 0.3 s in execution 1 of 3", "hang", "--timeout", "0.3")
        self.one("timed_out", "no answer within 0.3 s in execution 1 of 3", "deaf", "--timeout", "0.3")

    def test_nonsense_is_infrastructure_or_a_deviation(self):
        self.one("infra", "the worker's answer makes no sense", "scribbles")
        self.one("infra", "the worker's answer makes no sense", "half")
        self.one("infra", "unknown status 77", "status")
        self.one("deviates", "", "garbage")

    def test_prints_and_leaks_change_no_verdict(self):
        done = self.hostile("prints", "--case", self.conforming[0])
        self.assertEqual({got["kind"] for got in self.executed(done.journal).values()}, {"conforms"})
        self.assertNotIn("xxx", done.stdout + done.stderr)
        few = (resource.RLIMIT_NOFILE, (128, 128))
        leaks = self.hostile("leaks", *self.SELECTION, "--batch", "2", limit=few)
        self.assertEqual({got["kind"] for got in self.executed(leaks.journal).values()}, {"conforms"})

    def test_children_change_no_verdict_and_are_gone_in_the_end(self):
        for what, verdict, part in (("stays", "conforms", ""), ("comes_back", "conforms", ""),
                                    ("orphan", "crashed", "died of SIGSEGV")):
            with self.subTest(what):
                os.environ["HOSTILE_MARK"] = mark = f"{self.folder}/{what}"
                self.one(verdict, part, what)
                del os.environ["HOSTILE_MARK"]
                end = time.monotonic() + 10  # a killed process may take a moment to go
                while carriers(mark) and time.monotonic() < end:
                    time.sleep(0.05)
                self.assertEqual(carriers(mark), [])
        done = self.hostile("comes_back", *self.SELECTION, "--batch", "1")
        self.assertEqual({got["kind"] for got in self.executed(done.journal).values()}, {"conforms"})

    def test_a_memory_hog_meets_its_limit(self):
        self.one("crashed", "of the 0.5 GiB that --memory allows; it printed: no memory left",
                 "memory", "--memory", "0.5", "--timeout", "60")  # it takes a while to fill

    def some_guilty(self):
        """A share in thousandths that affects some of the cases and not all, and these cases."""
        for share in range(200, 801, 100):
            marked = self.executed(self.hostile(f"marked:{share}").journal)
            guilty = [name for name, got in marked.items() if got["kind"] == "infra"]
            if 0 < len(guilty) < len(marked):
                return share, guilty
        return self.fail("no share of guilty cases is neither none nor all")

    def test_a_crash_is_blamed_on_the_call_of_its_request_that_caused_it(self):
        share, guilty = self.some_guilty()
        for what in ("batch", "crash", "delayed"):
            # Output after the end of a request is charged to the next one.
            got = self.executed(self.hostile(f"{what}:{share}", *self.SELECTION, "--rerun", "0", "--batch",
                                             "64" if what == "delayed" else "16").journal)
            self.assertEqual([name for name in got if got[name]["kind"] == "crashed"], guilty, what)
            self.assertEqual([name for name in got if got[name]["kind"] == "conforms"],
                             [name for name in got if name not in guilty], what)


class Many(Hostile):
    """One in a hundred cases crashes, one in a hundred hangs."""

    CASES = "2"

    def test_exactly_the_guilty_are_blamed(self):
        begin = time.monotonic()
        selection = ("--op", "TAND", "--target", "a5,a2a3", "--cases", self.CASES)
        marked = self.hostile("marked:40", *selection).journal
        mixed = self.hostile("mixed:40", *selection, "--timeout", "1").journal
        self.assertEqual([record["name"] for record in marked], [record["name"] for record in mixed])
        counts = collections.Counter()
        for before, after in zip(marked, mixed):
            expected = {"it would hang": "timed_out", "it would crash": "crashed"}.get(
                before["verdict"]["reason"])
            counts[expected or after["verdict"]["kind"]] += 1
            if expected:  # of an illegal call without a promised refusal only the reason says so
                self.assertIn(expected, after["verdict"]["kind"] + after["verdict"]["reason"], after)
            else:
                self.assertEqual(after["verdict"], before["verdict"], after["name"])
        print(f"{len(marked)} cases in {time.monotonic() - begin:.0f} s: {dict(counts)}", file=sys.stderr)
        self.assertGreater(min(counts["timed_out"], counts["crashed"]), 0)


def carriers(mark):
    """Processes that were started with the mark in their environment."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/environ", "rb") as environment:
                if mark.encode() in environment.read() and runs(int(entry)) and int(entry) != os.getpid():
                    found.append(int(entry))
        except (OSError, ValueError):
            pass
    return found


def runs(pid):
    """Whether the process is there and no mere entry that waits for its parent."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--cases", default=Many.CASES, help="of the test with many cases, per recipe")
    arguments, rest = parser.parse_known_args()
    Many.CASES = arguments.cases
    Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
