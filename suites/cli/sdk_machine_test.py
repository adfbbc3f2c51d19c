#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What the machine does to a compiler is never a verdict about the library: a compiler that is killed, that lacks memory or
space, a linker that fails. The next run with the same cache judges what the first could not."""

import argparse
import os
import shutil
import subprocess
import sys
import unittest

import sdk_test
from sdk_test import WHOLE

# In front of the compiler. A unit, or with ALL every link from the first unit on, ends as the action says while the mark is
# there.
FAILING = """#!/usr/bin/python3
import os, signal, sys
mark = "{mark}"
unit = any(os.path.basename(one).startswith("unit_") and one.endswith(".cpp") for one in sys.argv)
links = "-shared" in sys.argv
if unit and links:
    open(mark + ".met", "w").close()
if os.path.exists(mark) and links and (unit or {all} and os.path.exists(mark + ".met")):
    if {once}:
        os.remove(mark)
    {action}
os.execvp("{cxx}", ["{cxx}"] + sys.argv[1:])
"""
KILLED = "os.kill(os.getpid(), signal.SIGKILL)"


def says(words, code=1):
    return f"print({words!r}, file=sys.stderr); sys.exit({code})"


class Machine(sdk_test.Sdk):
    options = ["--op", "TABS", "--dtype", "f32", "--cases", "2", "--sdk-limit", "2", "--min-judged", "0"]

    def failing(self, action, everything=False, once=False):
        path = self.path("failing")
        with open(path, "w", encoding="utf-8") as out:
            out.write(FAILING.format(mark=self.path("mark"), all=everything, once=once, action=action, cxx=arguments.cxx))
        os.chmod(path, 0o755)
        with open(self.path("mark"), "w", encoding="utf-8"):
            pass
        return path

    def expect_no_verdict_and_then_one(self, cxx):
        ran = self.run_assay(*self.options, cxx=cxx)
        said = ran.stdout + ran.stderr
        self.assertEqual(ran.returncode, 3, said)
        journal = self.path("run/journal.jsonl")
        records = self.records() if os.path.exists(journal) else []
        self.assertNotIn("rejected_valid", {one["verdict"]["kind"] for one in records})
        os.remove(self.path("mark"))
        shutil.rmtree(self.path("run"), ignore_errors=True)
        again = self.run_assay(*self.options, cxx=cxx)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertIn("conforms", self.verdicts())
        return said + " ".join(one["verdict"]["reason"] for one in records)

    def test_a_compiler_that_is_ended_or_lacks_something_refuses_nothing(self):
        for action, words in [(KILLED, "signal 9"),
                              ("sys.exit(1)", "without a word"),
                              (says("LLVM ERROR: out of memory", 134), "out of memory"),
                              (says("clang++: error: unable to execute command: Killed"), "Killed"),
                              (says("g++: fatal error: Killed signal terminated program cc1plus"), "Killed"),
                              (says("/usr/bin/ld: final link failed: No space left on device\n"
                                    "clang++: error: linker command failed with exit code 1"), "No space left")]:
            with self.subTest(words=words):
                for name in ("cache", "run"):
                    shutil.rmtree(self.path(name), ignore_errors=True)
                self.assertIn(words, self.expect_no_verdict_and_then_one(self.failing(action)))

    def test_a_control_finds_what_no_list_of_words_has(self):
        said = self.expect_no_verdict_and_then_one(self.failing(says("ld: the moon is full"), everything=True))
        self.assertIn("an empty", said)

    def test_a_failure_that_does_not_come_again_is_none(self):
        ran = self.run_assay(*self.options, cxx=self.failing(KILLED, once=True))
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertFalse(os.path.exists(self.path("mark")))

    def test_a_library_whose_assertion_uses_such_words_is_refused(self):
        words = "out of memory: No space left"
        # A body that depends on its types, so that only an addition meets the assertion.
        found = self.add_with(f'static_assert(!std::is_same_v<typename Dst::DType, float>, "{words}");' + WHOLE)
        self.expect(found["f32"], "rejected_valid", words)

    def test_a_unit_that_no_linker_takes_is_still_refused(self):
        action = says("ld: error: section type mismatch")
        ran = self.run_assay(*self.options, cxx=self.failing(action))
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        self.assertIn("rejected_valid", self.verdicts())

    def test_flags_that_the_linker_does_not_take_are_bad_input(self):
        for flags in ("--ldflags=no-such-object.o", "--ldflags=-Wl,--no-such-option", "--ldflags=|touch"):
            ran = self.run_assay(*self.options, flags)
            self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
            self.assertIn("--ldflags", ran.stderr)
            self.assertEqual(len(ran.stderr.strip().splitlines()), 1, ran.stderr)
            self.assertFalse(os.path.exists(self.path("run")))

    def test_a_program_that_writes_nothing_is_no_compiler(self):
        ran = self.run_assay(*self.options, cxx="/bin/true")
        self.assertEqual(ran.returncode, 2, ran.stdout + ran.stderr)
        self.assertIn("assay: /bin/true ends with success and writes no library; name a C++ compiler with --cxx", ran.stderr)
        self.assertFalse(os.path.exists(self.path("run")))

    def test_a_full_disk_refuses_nothing(self):
        os.mkdir(self.path("cache"))
        mount = ["mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", self.path("cache")]
        if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", self.path("cache")], check=False)
        fill = self.path("cache/fill")
        first = self.run_assay("--op", "TADD", *self.options[2:])
        self.assertEqual(first.returncode, 0, first.stdout + first.stderr)
        for left in (40 << 10, 0):
            free = os.statvfs(self.path("cache"))
            with open(fill, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize - left)
            shutil.rmtree(self.path("run"), ignore_errors=True)
            ran = self.run_assay(*self.options)
            self.assertEqual(ran.returncode, 3, ran.stdout + ran.stderr)
            os.remove(fill)
        shutil.rmtree(self.path("run"), ignore_errors=True)
        again = self.run_assay(*self.options)
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)


class Health(sdk_test.Sdk):
    def test_a_library_is_compiled_once_and_its_board_asked_in_seconds(self):
        for _ in range(2):
            done = self.assay("health", "--op", "TABS,TADD")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"^healthy: \d+ cases conform on \S+ in [\d.]+ s\n$")

    def test_a_library_that_computes_something_else_is_sick(self):
        include = self.spoil("(void)dst;")
        done = self.assay("health", "--op", "TADD", include=include)
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"^sick: \d+ of \d+ cases failed on \S+; the first: TADD/")


# In front of the compiler. Each unit is a line of the log: a digest of its source.
COUNTING = """#!/usr/bin/python3
import hashlib, os, sys
for one in sys.argv:
    if os.path.basename(one).startswith("unit_") and one.endswith(".cpp"):
        with open(one, "rb") as source, open("{log}", "a") as log:
            log.write(hashlib.sha256(source.read()).hexdigest() + "\\n")
os.execvp("{cxx}", ["{cxx}"] + sys.argv[1:])
"""


class Shared(sdk_test.Sdk):
    """Nodes of a cluster that have one cache on a file system that they share."""

    options = ["--op", "TABS", "--dtype", "f32", "--no-tiles", "-j", "1"]
    PROCESSES = 10

    def compiled(self):
        with open(self.path("log"), encoding="utf-8") as log:
            return sorted(log)

    def start(self, number):
        return subprocess.Popen([arguments.assay, "run", *self.library(cxx=self.path("counting")), *self.options, "--out",
                                 self.path(f"run-{number}")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_one_process_compiles_each_unit_and_the_others_wait(self):
        with open(self.path("counting"), "w", encoding="utf-8") as out:
            out.write(COUNTING.format(log=self.path("log"), cxx=arguments.cxx))
        os.chmod(self.path("counting"), 0o755)
        with self.start("alone") as alone:
            said = alone.communicate()[0]
        self.assertEqual(alone.returncode, 0, said)
        units = self.compiled()
        self.assertGreater(len(units), 1)
        self.assertEqual(len(set(units)), len(units))
        shutil.rmtree(self.cache())
        os.remove(self.path("log"))
        for one in [self.start(number) for number in range(self.PROCESSES)]:
            with one:
                said = one.communicate()[0]
            self.assertEqual(one.returncode, 0, said)
        self.assertEqual(self.compiled(), units)
        with self.start("later") as later:
            later.communicate()
        self.assertEqual((later.returncode, self.compiled()), (0, units))


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
