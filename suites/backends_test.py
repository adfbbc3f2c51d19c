#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Backends of other people, good and bad, through the command: whatever they do, the run ends with verdicts.

backends_test.py --bin FOLDER [unittest options]: FOLDER holds assay, assay-worker and the plugins of the tests."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLE = os.path.join(ROOT, "runners", "examples", "backend.py")
PYTHON = "/usr/bin/python3 -B"
LIMIT = 120  # seconds a command may take


class Sandbox(unittest.TestCase):
    """A fresh folder per test, and the real programs."""

    folder_of_programs = ""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-backends-")
        self.addCleanup(shutil.rmtree, self.folder)

    def run_assay(self, backend, *options):
        command = [os.path.join(self.folder_of_programs, "assay"), "run", "--no-tiles", "-j", "2",
                   "--out", f"out{len(os.listdir(self.folder))}", "--backend", backend, *options]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              timeout=LIMIT, check=False)
        done.journal = []
        journal = os.path.join(self.folder, command[6], "journal.jsonl")
        if os.path.exists(journal):
            with open(journal, encoding="utf-8") as lines:
                done.journal = [json.loads(line) for line in lines]
        return done

    def refused(self, code, part, backend):
        """One sentence, no folder."""
        done = self.run_assay(backend)
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
        for verdict, reason, name in self.verdicts(f"exec:{PYTHON} {EXAMPLE}", *more):
            self.assertEqual(verdict, "unsupported" if "f32" in name else "conforms", name + reason)
        floats = ("--op", "TADD", "--target", "a5", "--dtype", "f16", "--cases", "1")
        self.every("unsupported", "adds integers", f"exec:{PYTHON} {EXAMPLE}", *floats)

    def test_a_wrong_sum_deviates(self):
        backend = self.changed("total % 256 ** width", "(total + 1) % 256 ** width")
        self.every("deviates", "", backend)

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
    arguments, rest = parser.parse_known_args()
    Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
