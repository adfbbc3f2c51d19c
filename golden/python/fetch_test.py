#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""assay_golden.fetch() makes a golden file once. fetch_test.py --bin FOLDER [unittest options]"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import assay_golden_test
from assay_golden_test import HERE
import assay_golden

# An assay that records how it is called, and whose version can be another one.
PROGRAM = """#!/bin/sh
echo "$@" >>"{folder}/calls"
if [ "$1" = --version ] && [ -f "{folder}/version" ]; then cat "{folder}/version"; exit; fi
if [ -f "{folder}/slow" ]; then sleep 1; fi
exec "{assay}" "$@"
"""
FETCHES = "import assay_golden; print(assay_golden.fetch(op='TABS', target='a5', cases=3))"
WANTED = {"op": ["TABS", "TADD"], "target": "a5", "dtype": "f16,f32", "cases": 8, "seed": 5}


class Fetch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-fetch-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.assay = os.path.join(assay_golden_test.PROGRAMS[0], "assay")
        self.program = os.path.join(self.folder, "assay")
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(folder=self.folder, assay=self.assay))
        os.chmod(self.program, 0o755)
        self.settings = {"XDG_CACHE_HOME": os.path.join(self.folder, "cache"), "ASSAY": self.program, "PYTHONPATH": HERE}
        kept = {name: os.environ.get(name) for name in self.settings}
        os.environ.update(self.settings)
        self.addCleanup(self.restore, kept)

    @staticmethod
    def restore(kept):
        for name, value in kept.items():
            os.environ.pop(name)
            if value is not None:
                os.environ[name] = value

    def made(self):
        """Calls that made a file."""
        if not os.path.exists(os.path.join(self.folder, "calls")):
            return []
        with open(os.path.join(self.folder, "calls"), encoding="utf-8") as file:
            return [line.strip() for line in file if line.startswith("golden")]

    def test_makes_what_golden_makes_and_makes_it_once(self):
        path = assay_golden.fetch(**WANTED)
        self.assertEqual(assay_golden.fetch(**WANTED), path)
        self.assertEqual(len(self.made()), 1)
        direct = os.path.join(self.folder, "direct.h5")
        subprocess.run([self.assay, "golden", "--op", "TABS,TADD", "--target", "a5", "--dtype", "f16,f32", "--cases", "8", "--seed", "5",
                        "--out", direct], check=True, capture_output=True)
        with open(path, "rb") as ours, open(direct, "rb") as theirs:
            self.assertEqual(ours.read(), theirs.read())
        self.assertEqual({case.op for case in assay_golden.cases(path)}, {"TABS", "TADD"})

    def test_other_options_and_versions_are_other_files(self):
        paths = [assay_golden.fetch(**WANTED), assay_golden.fetch(**{**WANTED, "seed": 6}), assay_golden.fetch(**{**WANTED, "illegal": True, "cases": 60})]
        with open(os.path.join(self.folder, "version"), "w", encoding="utf-8") as file:
            file.write("assay 99\n")
        paths.append(assay_golden.fetch(**WANTED))
        self.assertEqual((len(set(paths)), len(self.made())), (4, 4))
        self.assertTrue(any(not case.legal for case in assay_golden.cases(paths[2], legal=None)))

    def test_the_contents_of_a_file_of_choices_count_and_not_its_name(self):
        paths = []
        for folder, reading in (("one", "kept"), ("one", "flushed"), ("other", "kept")):
            os.makedirs(os.path.join(self.folder, folder), exist_ok=True)
            choices = os.path.join(self.folder, folder, "c.toml")
            with open(choices, "w", encoding="utf-8") as file:
                file.write(f"[[choice]]\nname = 'subnormals'\nreading = '{reading}'\n")
            paths.append(assay_golden.fetch(**{**WANTED, "choices": choices}))
            self.assertIn(reading, assay_golden.cases(paths[-1]).choices)
        self.assertEqual((len(set(paths)), paths[0]), (2, paths[2]))
        with self.assertRaisesRegex(FileNotFoundError, "none.toml"):
            assay_golden.fetch(**{**WANTED, "accuracy": os.path.join(self.folder, "none.toml")})

    def test_several_processes_make_one_file(self):
        with open(os.path.join(self.folder, "slow"), "w", encoding="utf-8"):
            pass
        running = [subprocess.Popen([sys.executable, "-B", "-c", FETCHES], stdout=subprocess.PIPE, text=True) for _ in range(4)]
        said = {one.communicate()[0] for one in running}
        self.assertEqual(([one.returncode for one in running], len(said), len(self.made())), ([0] * 4, 1, 1))
        self.assertEqual(len(assay_golden.cases(said.pop().strip())), 3)

    def test_says_what_the_program_says_and_leaves_no_file(self):
        with self.assertRaisesRegex(RuntimeError, "TNONE"):
            assay_golden.fetch(op="TNONE", cases=3)
        with self.assertRaisesRegex(RuntimeError, "--opp"):
            assay_golden.fetch(opp="TABS")
        with self.assertRaisesRegex(RuntimeError, "golden --help made no file. Write a golden file"):
            assay_golden.fetch(help=True)
        with self.assertRaisesRegex(RuntimeError, "/bin/true golden --op TABS made no file."):
            assay_golden.fetch("/bin/true", op="TABS")
        with self.assertRaisesRegex(TypeError, "names the file itself .* takes no `out`"):
            assay_golden.fetch(op="TABS", out="t.h5")
        left = [name for _, _, names in os.walk(self.folder) for name in names if ".h5" in name]
        self.assertEqual(left, [])
        os.environ["ASSAY"] = os.path.join(self.folder, "nowhere")
        with self.assertRaisesRegex(FileNotFoundError, "there is no program .*nowhere"):
            assay_golden.fetch(op="TABS")


if __name__ == "__main__":
    assay_golden_test.main(__doc__)
