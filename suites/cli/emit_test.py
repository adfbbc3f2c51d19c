#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sources that 'assay emit' writes: they are what the backend compiles, an assembler can be tested with them, and bad
input leaves nothing.

emit_test.py --bin FOLDER --root FOLDER --include FOLDER --cxx COMPILER [unittest options]. The assemblers are scripts."""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import jsonschema

import cli

# Takes what it can read, and refuses or crashes on what has the marker.
ASSEMBLER = """#!/bin/sh
case "$1 $2" in "--pto-level=level3 --pto-arch=a3"|"--pto-level=level3 --pto-arch=a5") ;; *) exit 77 ;; esac
grep -q '^    pto\\.t' "$3" || exit 78
grep -q '{refuses}' "$3" || exit 0
{end}
"""


def runner():
    """The command of lit, or nothing where this machine has none."""
    for name in ("lit", "llvm-lit"):
        if shutil.which(name):
            return [name]
    found = sorted(glob.glob("/usr/lib/llvm-*/build/utils/lit/lit.py"))
    return [sys.executable, found[-1]] if found else None


class Emit(cli.Sandbox):
    def emit(self, *words, code=0):
        done = self.assay("emit", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def read(self, *names):
        with open(self.path(*names), encoding="utf-8") as file:
            return file.read()

    def names(self, *words):
        """Names of the cases of a run, by intent."""
        shutil.rmtree(self.path("run"), ignore_errors=True)
        done = self.assay("run", *words, "--no-tiles", "--no-shrink", "--no-confirm", "--min-judged", "0", "--out", "run")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = {}
        for line in self.read("run", "journal.jsonl").splitlines():
            record = json.loads(line)
            if "verdict" in record:
                found.setdefault(record["intent"], []).append(record["name"])
        return found


    def with_text(self, names):
        """The first of the cases that PTO-AS has text for: many have a tile with a custom pad."""
        return next(name for name in names if self.assay("emit", name, "--as", "pto").returncode == 0)


class Cases(Emit):
    def test_a_legal_case_says_what_is_expected_of_it(self):
        name = self.names("--op", "TADDS", "--target", "a5", "--dtype", "f16", "--cases", "1")["inside"]
        name = self.with_text(name)
        text = self.emit(name, "--as", "pto")
        lines = text.splitlines()
        self.assertEqual(lines[0], "// RUN: ptoas --pto-level=level3 --pto-arch=a5 %s")
        self.assertEqual(lines[1], "// " + name)
        self.assertIn("// Legal: it must be accepted.", text)
        self.assertRegex(text, r"// In this case .*scalar = ")
        self.assertIn("pto.tadds ins(%src, %scalar : !src, f16) outs(%dst : !dst)", text)

    def test_an_illegal_case_names_its_constraint_and_the_source(self):
        self.emit("--op", "TADDS", "--target", "a2a3", "--as", "pto", "--out", "t")
        file = next(one for one in json.loads(self.read("t", "index.json"))["files"] if one["demand"] == "refuse")
        text = self.emit(file["case"], "--as", "pto")
        self.assertEqual(re.sub("// In this case .*\n(// .*=.*\n)*", "", text), self.read("t", file["file"]))
        self.assertTrue(text.startswith("// RUN: not ptoas --pto-level=level3 --pto-arch=a3 %s\n"), text)
        for line in (f"// Illegal: breaks {file['constraint']}: ", "// Source: TADDS page: ", "// It must be refused."):
            self.assertIn(line, text)

    def test_a_case_without_text_says_why_and_ends_with_1(self):
        for op, dtype, reason in (("TEXP", "f32", "attribute PrecisionType"), ("TPOW", "f32", "instruction")):
            form = "precise" if op == "TEXP" else "plain"
            names = self.names("--op", op, "--target", "a5", "--dtype", dtype)["inside"]
            said = {one: self.assay("emit", one, "--as", "pto") for one in names if f"/{form}/" in one}
            self.assertEqual({(done.returncode, done.stdout) for done in said.values()}, {(1, "")})
            name = next(one for one, done in said.items() if f"no {reason}\n" in done.stderr)
            self.refused(1, f"no {reason}", "emit", name, "--as", "pto")
            self.assertIn(f"  {op}<", self.emit(name, "--as", "cpp"))

    def test_what_cpp_alone_converts_is_demanded_of_no_assembler(self):
        self.emit("--op", "TSHRS,TADDS", "--target", "a5", "--cases", "1", "--as", "pto", "--out", "t")
        index = json.loads(self.read("t", "index.json"))
        unwritten = {one["reason"]: one["ops"] for one in index["unwritten"]}
        said = next(ops for reason, ops in unwritten.items() if "another type than the tile, which C++ converts" in reason)
        self.assertIn("TSHRS", said)
        self.assertIn("TADDS", {one["op"] for one in index["files"] if one["demand"] == "take"})

    def test_a_case_of_a_golden_file_is_taken_too(self):
        names = self.names("--op", "TABS", "--target", "a5", "--dtype", "f16")
        name = self.with_text(names["inside"])
        self.assay("golden", "--suite", "smoke", "--op", "TABS", "--target", "a5", "--dtype", "f16", "--out", "s.h5")
        self.assertEqual(self.emit("s.h5:" + name, "--as", "pto"), self.emit(name, "--as", "pto"))


class Compiled(Emit):
    """The C++ of a case."""

    def unit_of(self, name):
        """The source that the backend compiles for the case."""
        libraries = os.path.abspath(self.folder_of_programs)
        done = self.assay("replay", name, "--backend", "sdk", "--sdk-include", arguments.include, "--cxx", arguments.cxx,
                          f"--cxxflags=-I{arguments.root}", f"--ldflags=-L{libraries} -lassay_pto -Wl,-rpath,{libraries}",
                          "--sdk-cache", "cache")
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        units = [self.read(os.path.relpath(unit, self.folder)) for unit in glob.glob(self.path("cache", "*", "*.cpp"))]
        return "\n".join(units)

    def compiles(self, file):
        return subprocess.run([arguments.cxx, "-std=c++20", "-fsyntax-only", f"-I{arguments.include}", f"-I{arguments.root}",
                               file], cwd=self.folder, capture_output=True, text=True, check=False)

    def test_it_is_what_the_backend_compiles(self):
        names = self.names("--op", "TADDS,TLOAD", "--target", "cpu", "--dtype", "f16", "--cases", "1")
        chosen = {name.split("/")[0] + name.split("/")[1]: name for name in names["inside"]}
        self.assertGreaterEqual(len(chosen), 2)
        for name in chosen.values():
            shutil.rmtree(self.path("cache"), ignore_errors=True)
            text, unit = self.emit(name, "--as", "cpp"), self.unit_of(name)
            body = text[text.index(") {\n") + 4:]
            types = [line for line in body.splitlines() if " using " in line]
            self.assertGreaterEqual(len(types), 2, text)
            call = next(line for line in body.splitlines() if re.match(r"  T[A-Z]+(<.*>)?\(", line) and "TASSIGN" not in line)
            for line in (*types, call):
                self.assertIn(line + "\n", unit)

    def test_files_compile_or_do_not_as_they_demand(self):
        self.emit("--op", "TADDS,TLOAD", "--target", "cpu", "--dtype", "f16", "--cases", "1", "--as", "cpp", "--out", "t")
        index = json.loads(self.read("t", "index.json"))
        legal = [one["file"] for one in index["files"] if one["demand"] == "take"][:6]
        self.assertEqual(len(legal), 6)
        for file in legal:
            done = self.compiles(os.path.join("t", file))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(self.read("t", file).startswith("// RUN: %cxx -fsyntax-only %s\n"))
        # The compiler instantiates what the function calls.
        text = self.read("t", legal[0]).replace("TileType::Vec, half", "TileType::Vec, NoSuchType")
        with open(self.path("wrong.cpp"), "w", encoding="utf-8") as file:
            file.write(text)
        self.assertNotEqual(self.compiles("wrong.cpp").returncode, 0)


class Folder(Emit):
    OPS = ("--op", "TADDS,TPOW,TCOLARGMAX", "--target", "a5", "--dtype", "f16,u32", "--cases", "1", "--as", "pto")

    def setUp(self):
        super().setUp()
        self.said = self.emit(*self.OPS, "--out", "t")
        self.index = json.loads(self.read("t", "index.json"))

    def assembler(self, refuses="// It must be refused", crashes=False):
        with open(self.path("ptoas"), "w", encoding="utf-8") as file:
            file.write(ASSEMBLER.format(refuses=refuses, end="kill -ABRT $$" if crashes else "exit 1"))
        os.chmod(self.path("ptoas"), 0o755)

    def failing(self):
        """Files whose RUN line fails, as a shell runs it."""
        path = os.pathsep.join([self.folder, self.path("t", "bin"), os.environ["PATH"]])
        failed = set()
        for one in self.index["files"]:
            line = self.read("t", one["file"]).partition("\n")[0].removeprefix("// RUN: ").replace("%s", one["file"])
            done = subprocess.run(["sh", "-c", line], cwd=self.path("t"), env=os.environ | {"PATH": path},
                                  capture_output=True, check=False)
            if done.returncode:
                failed.add(one["file"])
        return failed

    def failing_in_lit(self):
        command = runner()
        if command is None:
            self.skipTest("this machine has no lit")
        done = subprocess.run([*command, "-D", "ptoas=" + self.path("ptoas"), self.path("t")], capture_output=True, text=True,
                              check=False)
        self.assertIn(f"Testing: {len(self.index['files'])} tests", done.stdout + done.stderr)
        return {line.split(" :: ")[1].split(" ")[0] for line in done.stdout.splitlines() if line.startswith("FAIL: ")}

    def of(self, demand):
        return {one["file"] for one in self.index["files"] if one["demand"] == demand}

    def test_the_index_lists_every_file_and_what_has_none(self):
        with open(os.path.join(arguments.root, "reports", "schema", "emit-1.schema.json"), encoding="utf-8") as file:
            jsonschema.Draft202012Validator(json.load(file)).validate(self.index)
        listed = {one["file"] for one in self.index["files"]}
        self.assertEqual({name[2:] for name in self.files() if name.endswith(".pto")}, listed)
        self.assertTrue(self.of("take") and self.of("refuse"))
        reasons = {one["reason"]: one for one in self.index["unwritten"]}
        self.assertEqual(reasons["no instruction"]["ops"], ["TPOW"])
        self.assertIn("TCOLARGMAX", reasons["no second result"]["ops"])
        self.assertIn("TADDS", reasons["no unsigned scalar"]["ops"])
        self.assertIn("the broken constraint depends on what is known at launch alone", reasons)
        for reason, one in reasons.items():
            self.assertRegex(self.said, re.escape(reason) + rf" +{one['signatures']} ")
        self.assertEqual(len({self.text_of(one) for one in listed}), len(listed))

    def text_of(self, file):
        """A signature: the target and the text without comments."""
        return file.split("/")[0] + re.sub(r"^//.*\n", "", self.read("t", file), flags=re.MULTILINE)

    def test_the_same_options_give_the_same_files(self):
        printed = self.emit(*self.OPS, "--format", "json", "--out", "again")
        self.assertEqual(json.loads(printed), self.index)
        for one in self.index["files"]:
            self.assertEqual(self.read("t", one["file"]), self.read("again", one["file"]))

    def test_run_lines_pass_with_a_right_assembler_and_fail_with_wrong_ones(self):
        self.assembler()
        self.assertEqual(self.failing(), set())
        self.assembler(refuses="nothing of this kind")
        self.assertEqual(self.failing(), self.of("refuse"))
        self.assembler(refuses="module")
        self.assertEqual(self.failing(), self.of("take"))
        self.assembler(crashes=True)
        self.assertEqual(self.failing(), self.of("refuse"))

    def test_lit_finds_the_same(self):
        self.assembler()
        self.assertEqual(self.failing_in_lit(), set())
        self.assembler(refuses="nothing of this kind")
        self.assertEqual(self.failing_in_lit(), self.of("refuse"))
        self.assembler(crashes=True)
        self.assertEqual(self.failing_in_lit(), self.of("refuse"))


class BadInput(Emit):
    NAME = "TABS/plain/a5/f16,f16/16x16/v16x16/uniform@00000001"

    def test_it_is_refused_in_one_sentence_and_nothing_is_written(self):
        name = self.NAME
        self.refused(2, "name a case, or a new folder", "emit", "--as", "pto")
        self.refused(2, "--as takes cpp or pto", "emit", name, "--as", "ptx")
        self.refused(2, "--as", "emit", name)
        self.refused(2, "", "emit", "TABS/plain/a5/f17,f16/16x16/v16x16/uniform@00000001", "--as", "cpp")
        self.refused(2, "no instruction 'TABZ'", "emit", "TABZ/plain/a5/f16,f16/16x16/v16x16/uniform@00000001", "--as", "cpp")
        self.refused(2, "nowhere.h5", "emit", "nowhere.h5:" + name, "--as", "cpp")
        self.refused(2, "contradict", "emit", name, "--as", "cpp", "--op", "TABS")
        self.refused(2, "contradict", "emit", name, "--as", "cpp", "--out", "x")
        self.refused(2, "did you mean TABS", "emit", "--op", "TABZ", "--as", "cpp", "--out", "x")
        self.refused(2, "no assembler has the target cpu", "emit", "--op", "TABS", "--target", "cpu", "--as", "pto", "--out", "x")
        self.refused(2, "has programs", "emit", "--suite", "programs", "--as", "cpp", "--out", "x")
        self.refused(2, "smoke", "emit", "--suite", "smke", "--as", "cpp", "--out", "x")
        self.refused(2, "--cases", "emit", "--cases", "0", "--as", "cpp", "--out", "x")

    def test_a_folder_that_has_files_is_left_alone(self):
        os.makedirs(self.path("mine"))
        with open(self.path("mine", "thesis.txt"), "w", encoding="utf-8") as file:
            file.write("years of work")
        words = ("--op", "TABS", "--target", "a5", "--cases", "1", "--as", "pto", "--out")
        self.refused(2, "mine is there and not empty", "emit", *words, "mine")
        self.refused(2, "is no folder", "emit", *words, "mine/thesis.txt")
        os.makedirs(self.path("empty"))
        self.emit(*words, "empty")
        self.refused(2, "empty is there and not empty", "emit", *words, "empty")

    def test_a_full_disk_leaves_no_folder(self):
        self.refused(3, "cannot write", "emit", "--op", "TABS", "--target", "a5", "--as", "pto", "--out", "x",
                     largest_file=300)
        self.assertFalse(os.path.exists(self.path("x")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--bin", "--root", "--include"):
        parser.add_argument(option, required=True)
    parser.add_argument("--cxx", default="c++")
    arguments, rest = parser.parse_known_args()
    arguments.root, arguments.include = os.path.abspath(arguments.root), os.path.abspath(arguments.include)
    cli.Sandbox.folder_of_programs = os.path.abspath(arguments.bin)
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
