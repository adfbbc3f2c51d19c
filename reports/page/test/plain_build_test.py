#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A build without npm and without a page made elsewhere is configured, says once that its reports are
plain, and embeds nothing. plain_build_test.py CMAKE SOURCE"""

import os
import subprocess
import sys
import tempfile
import unittest

CMAKE, SOURCE = sys.argv[1:3]
SENTENCE = "report.html is plain: built without npm"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


class WithoutNpm(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def configure(self, *options):
        done = run(CMAKE, "-G", "Ninja", "-S", SOURCE, "-B", self.folder, "-DASSAY_TESTS=OFF",
                   *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout + done.stderr

    def embedded(self):
        done = run(CMAKE, "--build", self.folder, "--target", "report_page")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(os.path.join(self.folder, "reports", "page_template.cpp"),
                  encoding="utf-8") as file:
            return file.read()

    def test_says_so_once_and_embeds_nothing(self):
        self.assertEqual(self.configure("-DASSAY_NPM=").count(SENTENCE), 1)
        self.assertIn("return {};", self.embedded())

    def test_takes_a_page_made_elsewhere_and_says_nothing(self):
        page = os.path.join(self.folder, "page.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write('<p>from elsewhere<!--assay:static-->"assay:data"</p>\n')
        said = self.configure("-DASSAY_NPM=", f"-DASSAY_REPORT_TEMPLATE={page}")
        self.assertNotIn("plain", said)
        self.assertIn("from elsewhere", self.embedded())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
