#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What of a user's library is compiled again, and what is not: touched, moved, linked and changed headers."""

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import unittest

import sdk_test
from sdk_test import FLIP, WHOLE


class Headers(sdk_test.Sdk):
    """Compiled units are used again if, and only if, the compiler would read the same."""

    options = ["--op", "TADD", "--cases", "1", "--dtype", "f32", "--sdk-limit", "3"]
    both = ["--op", "TADD", "--cases", "1", "--dtype", "f32,i32", "--sdk-limit", "12"]

    def fresh_run(self, *further, include, options=None):
        shutil.rmtree(self.path("run"), ignore_errors=True)
        return self.run_assay(*(options or self.options), *further, include=include)

    def conforms(self, ran):
        self.assertEqual(ran.returncode, 0, ran.stdout[-2000:] + ran.stderr[-2000:])
        self.assertNotIn("rejected_valid", {one["verdict"]["kind"] for one in self.records()})

    def change(self, path, **texts):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for before, after in texts.items():
            text = text.replace(before, after)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_a_touched_header_changes_nothing(self):
        include = self.spoil(WHOLE)
        self.conforms(self.fresh_run(include=include))
        os.utime(os.path.join(include, "pto/pto-inst.hpp"), (2e9, 2e9))
        again = self.fresh_run(include=include, options=self.both)
        self.conforms(again)
        self.assertIn("compiled", again.stderr)

    def test_another_checkout_of_the_same_headers_conforms_when_the_first_is_gone(self):
        first = self.spoil(WHOLE)
        self.conforms(self.fresh_run(include=first))
        os.rename(first, self.path("second"))
        self.conforms(self.fresh_run(include=self.path("second")))

    def test_a_change_behind_a_link_is_noticed(self):
        include = self.spoil(WHOLE)
        os.rename(os.path.join(include, "pto"), self.path("elsewhere"))
        os.symlink(self.path("elsewhere"), os.path.join(include, "pto"))
        self.conforms(self.fresh_run(include=include))
        with open(self.path("elsewhere/pto-inst.hpp"), encoding="utf-8") as file:
            text = file.read()
        with open(self.path("elsewhere/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(text.replace(WHOLE, WHOLE + FLIP))
        self.assertEqual(self.fresh_run(include=include).returncode, 1)

    def test_tiles_may_hold_their_elements_and_none_of_them_stands_on_another(self):
        include, tree = self.spoil(WHOLE), "runners/simulator/include/pto"
        held = os.path.join(include, "held")
        shutil.copytree(os.path.join(arguments.root, tree), held)
        shutil.copy(os.path.join(arguments.include, "pto/pto-inst.hpp"), held)
        changes = {tree + "/": "held/", "DType* data_ = nullptr;\n  int": "DType data_[Rows * Cols] = {};\n  int",
                   "void bind(void* memory) { data_ = static_cast<DType*>(memory); }\n\n  /// The type": "void bind(void*) {}\n\n  /// The type"}
        for name in os.listdir(held):
            self.change(os.path.join(held, name), **changes)
        self.change(os.path.join(include, "pto/pto-inst.hpp"), **{arguments.include + "/pto/": "held/"})
        self.conforms(self.fresh_run(include=include, options=["--op", "TADD", "--cases", "1", "--dtype", "f32,i32"]))
        legal = [one for one in self.records() if one["intent"] == "inside"]
        apart = [one for one in legal if one["verdict"]["kind"] == "unsupported"]
        self.expect(apart, "unsupported", "tiles of this library have memory of their own")
        self.assertEqual([one["name"] for one in apart], [one["name"] for one in legal if "in place" in one["scenario"]])
        self.assertIn("conforms", {one["verdict"]["kind"] for one in legal})
        self.change(os.path.join(include, "pto/pto-inst.hpp"), **{WHOLE: WHOLE + FLIP})
        self.assertEqual(self.fresh_run(include=include).returncode, 1)

    def test_a_change_in_a_second_folder_of_headers_is_noticed(self):
        os.makedirs(self.path("more"))
        include = self.spoil('\n#include "added.hpp"\n')
        profile = self.path("more.toml")
        with open(os.path.join(arguments.root, "runners/sdk/profiles/cpu-sim.toml"),
                  encoding="utf-8") as file:
            text = file.read()
        with open(profile, "w", encoding="utf-8") as file:
            file.write(text.replace('"-w"]', f'"-w", "-I{self.path("more")}"]'))
        for body, code in ((WHOLE, 0), (WHOLE + FLIP, 1)):
            with open(self.path("more/added.hpp"), "w", encoding="utf-8") as file:
                file.write(body)
            ran = self.fresh_run("--sdk-profile", profile, include=include)
            self.assertEqual(ran.returncode, code, body + ran.stderr)

    def test_what_is_declared_and_nowhere_defined_costs_no_neighbour_its_verdict(self):
        include = self.spoil("if constexpr (std::is_same_v<typename Dst::DType, float>) "
                             "assay_nowhere();" + WHOLE)
        path = os.path.join(include, "pto/pto-inst.hpp")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("#pragma once", "#pragma once\nvoid assay_nowhere();"))
        self.fresh_run(include=include, options=self.both)
        legal = [one for one in self.records() if one["intent"] == "inside"]
        self.expect([one for one in legal if one["dtype"] == "f32"], "unsupported", "does not link")
        self.expect([one for one in legal if one["dtype"] == "i32"], "conforms")

    def test_who_waits_is_told_for_whom(self):
        include = self.spoil(WHOLE)
        self.conforms(self.fresh_run(include=include))
        lock, = (os.path.join(folder, "lock")
                 for folder, _, files in os.walk(self.path("cache")) if "lock" in files)
        with open(lock, "r+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            shutil.rmtree(self.path("run"))
            waiting = subprocess.Popen(
                [arguments.assay, "run", *self.library(include), *self.options, "--no-tiles",
                 "--out", self.path("run")], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                text=True)
            said = waiting.stderr.readline()
            fcntl.flock(file, fcntl.LOCK_UN)
        waiting.communicate()
        self.assertEqual(waiting.returncode, 0)
        self.assertRegex(said, r"waiting for process \d+ \(in .*, since .*\), which fills .*; \d s")


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
