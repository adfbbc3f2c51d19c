#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""pip builds and installs golden/python without a network, and what it installs is whole. wheel_test.py [unittest options]"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OLDEST = (3, 8)
USES = """
import importlib.metadata, sys
import assay_golden, assay_programs, assay_run
assert all(one.__file__.startswith(sys.argv[1]) for one in (assay_golden, assay_programs, assay_run))
print(importlib.metadata.version("assay-golden"))
"""


def modules():
    """Files that are installed."""
    for folder, _, names in os.walk(HERE):
        yield from (os.path.join(folder, name) for name in names if name.endswith(".py") and not name.endswith("_test.py"))


class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-wheel-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.source = os.path.join(self.folder, "tree", "golden", "python")  # a build leaves files next to its sources
        shutil.copytree(HERE, self.source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))

    def pip(self, *words):
        return subprocess.run([sys.executable, "-m", "pip", *words, "--no-index", "--no-build-isolation", "--no-deps",
                               "--disable-pip-version-check"], cwd=self.folder, capture_output=True, text=True, check=False)

    def test_is_installed_with_every_module_and_the_version_of_the_project(self):
        shutil.copy(os.path.join(ROOT, "CMakeLists.txt"), os.path.join(self.folder, "tree"))
        target = os.path.join(self.folder, "target")
        done = self.pip("install", "--target", target, self.source)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = subprocess.run([sys.executable, "-B", "-c", USES, target], cwd=self.folder, capture_output=True, text=True, check=False,
                              env=os.environ | {"PYTHONPATH": target})
        with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as file:
            version = re.search(r"VERSION (\d+\.\d+\.\d+)", file.read()).group(1)
        self.assertEqual((done.stdout, done.stderr), (version + "\n", ""))
        installed = {os.path.relpath(os.path.join(folder, name), target) for folder, _, names in os.walk(target) for name in names
                     if name.endswith(".py")}
        self.assertEqual(installed, {os.path.relpath(path, HERE) for path in modules()} - {"setup.py"})

    def test_says_what_is_missing_where_the_tree_is_not_whole(self):
        done = self.pip("wheel", self.source)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("CMakeLists.txt is missing, which has the version", done.stdout + done.stderr)


class Language(unittest.TestCase):
    def test_is_that_of_the_oldest_python_that_the_package_names(self):
        with open(os.path.join(HERE, "pyproject.toml"), encoding="utf-8") as file:
            self.assertIn(f'requires-python = ">={OLDEST[0]}.{OLDEST[1]}"', file.read())
        for path in modules():
            with open(path, encoding="utf-8") as file:
                ast.parse(file.read(), path, feature_version=OLDEST)


if __name__ == "__main__":
    unittest.main(verbosity=1)
