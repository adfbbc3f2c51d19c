#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What is installed works without the tree: the program, man pages, completion, and what others build against it.

install_test.py --cmake FILE --build FOLDER --source FOLDER [unittest options]; nothing is installed outside a temporary
folder, and nothing is built but a consumer."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema

ARGUMENTS = None
VERSIONS = {"run": 2, "journal": 2}
CONSUMER = """cmake_minimum_required(VERSION 3.25)
project(consumer C CXX)
find_package(assay 0.1 REQUIRED COMPONENTS backend golden)
add_library(mine MODULE mine.c)
target_link_libraries(mine PRIVATE assay::backend)
set_target_properties(mine PROPERTIES PREFIX "")
add_executable(reader reader.cpp)
target_compile_features(reader PRIVATE cxx_std_20)
target_link_libraries(reader PRIVATE assay::golden)
"""
READER = """#include <golden/golden.hpp>
#include <cstdio>
int main(int, char** argv) {
  const assay::golden::GoldenReader file(argv[1]);
  std::printf("%zu %s\\n", file.size(), file.read(0).test.name.c_str());
}
"""


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="assay-install-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.prefix = os.path.join(cls.folder, "prefix")
        for component in ("assay", "assay-dev", "python3-assay"):
            subprocess.run([ARGUMENTS.cmake, "--install", ARGUMENTS.build, "--prefix", cls.prefix, "--component", component],
                           check=True, capture_output=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def run_in(self, *words, code=0, **settings):
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, check=False, **settings)
        self.assertEqual(done.returncode, code, f"{words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def assay(self, *words, code=0):
        return self.run_in(os.path.join(self.prefix, "bin", "assay"), *words, code=code)

    def commands(self):
        listed = self.assay("--help").partition("Subcommands:")[2]
        return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


class Program(Installed):
    def test_runs_the_quick_start_and_finds_its_worker(self):
        said = self.assay("run", "--op", "TEXPANDS", "--target", "a5", "--out", "faulty", "--backend",
                          "simulator:fault=ignores_valid_columns", code=1)
        self.assertIn("Does not conform", said)
        for name in ("report.html", "findings.json", "results.h5"):
            self.assertTrue(os.path.exists(self.path("faulty", name)), name)
        self.assertFalse(os.path.exists(os.path.join(self.prefix, "bin", "assay-worker")))

    def test_names_no_place_of_the_tree_that_made_it(self):
        for folder, _, names in os.walk(self.prefix):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    text = file.read()
                for place in (ARGUMENTS.source, ARGUMENTS.build):
                    self.assertNotIn(place.encode() + b"/", text, os.path.join(folder, name))


class SaysOfItself(Installed):
    def test_a_man_page_for_every_command_names_all_its_options(self):
        commands = self.commands()
        self.assertGreater(len(commands), 15)
        for command in commands:
            page = os.path.join(self.prefix, "share", "man", "man1", f"assay-{command}.1")
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", page], capture_output=True, text=True, check=False,
                                  env=os.environ | {"MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)
            for option in set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", self.assay(command, "--help").partition("Options:")[2]
                                         .partition("Examples:")[0])):
                self.assertIn(option, done.stdout, f"{command} {option}")

    def completed(self, *words):
        script = os.path.join(self.prefix, "share", "bash-completion", "completions", "assay")
        line = " ".join(f"'{word}'" for word in words)
        return self.run_in("bash", "-c", f". '{script}'; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _assay; "
                                         "echo ${COMPREPLY[@]}", env=os.environ | {
                                             "PATH": os.path.join(self.prefix, "bin") + ":" + os.environ["PATH"]}).split()

    def test_bash_completes_commands_options_and_values(self):
        self.assertEqual(set(self.commands()) - set(self.completed("assay", "")), set())
        self.assertEqual(self.completed("assay", "gol"), ["golden"])
        self.assertIn("--shuffle", self.completed("assay", "run", "--shu"))
        self.assertEqual(self.completed("assay", "run", "--target", "a2"), ["a2a3"])
        self.assertEqual(self.completed("assay", "show", "TRSQ"), ["TRSQRT"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_takes_its_script(self):
        self.run_in("zsh", "-n", os.path.join(self.prefix, "share", "zsh", "vendor-completions", "_assay"))


class BuiltAgainst(Installed):
    def test_a_plugin_and_a_reader_of_golden_files(self):
        os.mkdir(self.path("consumer"))
        for name, text in (("CMakeLists.txt", CONSUMER), ("reader.cpp", READER)):
            with open(self.path("consumer", name), "w", encoding="utf-8") as file:
                file.write(text)
        shutil.copy(os.path.join(self.prefix, "share", "doc", "assay", "runners", "examples", "backend.c"),
                    self.path("consumer", "mine.c"))
        self.run_in(ARGUMENTS.cmake, "-S", "consumer", "-B", "built", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.run_in(ARGUMENTS.cmake, "--build", "built")
        self.assay("golden", "--op", "TABS", "--cases", "3", "--out", "g.h5")
        self.assertRegex(self.run_in("built/reader", "g.h5"), "^3 TABS/")
        self.assertIn("Conforms", self.assay("run", "--op", "TAND", "--cases", "1", "--min-judged", "0", "--out", "mine",
                                             "--backend", "plugin:built/mine.so"))

    def test_pkg_config_knows_the_c_abi_and_the_reader(self):
        folder = next(root for root, _, names in os.walk(self.prefix) if "assay.pc" in names)
        places = os.environ | {"PKG_CONFIG_PATH": folder}
        flags = self.run_in("pkg-config", f"--define-variable=prefix={self.prefix}", "--cflags", "assay", env=places).split()
        plugin = os.path.join(self.prefix, "share", "doc", "assay", "runners", "examples", "backend.c")
        self.run_in("cc", "-shared", "-fPIC", *flags, plugin, "-o", "pc.so")
        libraries = self.run_in("pkg-config", f"--define-variable=prefix={self.prefix}", "--libs", "assay-golden", env=places)
        self.assertIn("-lassay_golden -lassay_reference", libraries)


class OffDebian(unittest.TestCase):
    def test_what_is_needed_is_said_and_nothing_is_installed(self):
        with tempfile.TemporaryDirectory() as tools:
            for name in ("cat", "sed", "paste"):
                os.symlink(shutil.which(name), os.path.join(tools, name))
            done = subprocess.run(["/bin/sh", "-c", ". runners/install.sh; install_missing runners/packages.txt"],
                                  cwd=ARGUMENTS.source, env={"PATH": tools}, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)
        for library in ("HDF5 1.10 with its C++ interface", "MPFR", "CLI11", "npm"):
            self.assertIn(library, done.stderr)
        self.assertNotIn("libmpfr-dev", done.stderr)


class Published(Installed):
    def test_vectors_are_small_whole_and_as_their_schema_says(self):
        self.assay("vectors", "--out", "vectors")
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=self.path("vectors"), check=True)
        names = os.listdir(self.path("vectors"))
        self.assertLessEqual(sum(os.path.getsize(self.path("vectors", name)) for name in names), 20_000_000)
        with open(self.path("vectors", "vectors-1.schema.json"), encoding="utf-8") as file:
            check = jsonschema.Draft202012Validator(json.load(file))
        ops = {line.split()[0] for line in self.assay("list").splitlines()}
        self.assertEqual(ops, {name[:-5] for name in names if name.endswith(".json") and ".schema" not in name})
        for op in ops:
            with open(self.path("vectors", op + ".json"), encoding="utf-8") as file:
                said = json.load(file)
            self.assertEqual([error.message for error in check.iter_errors(said)][:1], [], op)
            flags = {flag for vector in said["vectors"] for flag in vector["flags"]}
            self.assertEqual(flags, set(said["flags"]))
            self.assertTrue(said["vectors"], op)
            self.assertTrue(all(said["flags"].values()), op)
        self.assertIn("all as written", self.assay("verify", "vectors/vectors.h5"))
        self.assay("vectors", "--out", "vectors", code=2)

    def is_as_its_schema_says(self, schema, said, what):
        """And the schema is one that says something: without any of its members the object is refused."""
        name = f"{schema}-{VERSIONS.get(schema, 1)}.schema.json"
        with open(os.path.join(self.prefix, "share", "assay", "schema", name), encoding="utf-8") as file:
            check = jsonschema.Draft202012Validator(json.load(file))
        self.assertEqual([error.message for error in check.iter_errors(said)], [], what)
        self.assertTrue(check.schema["required"])
        for name in check.schema["required"]:
            self.assertFalse(check.is_valid({key: value for key, value in said.items() if key != name}), f"{what} {name}")
            self.assertFalse(check.is_valid(said | {name: object}), f"{what} {name}")

    def test_lists_and_pages_are_as_their_schemas_say(self):
        for schema, words in (("list", ["list"]), ("backends", ["backends"]), ("backends", ["backends", "--faults"]),
                              ("backends", ["backends", "simulator"]), ("show", ["show", "TLOAD"]), ("show", ["show", "TCVT"])):
            self.is_as_its_schema_says(schema, json.loads(self.assay(*words, "--format", "json")), words)

    def test_files_of_a_run_are_as_their_schemas_say(self):
        self.assay("run", "--op", "TEXPANDS,TRSQRT", "--target", "a5", "--cases", "1", "--out", "run", "--backend",
                   "simulator:fault=off_by_one_ulp", code=1)
        for schema in ("run", "summary", "findings"):
            with open(self.path("run", schema + ".json"), encoding="utf-8") as file:
                self.is_as_its_schema_says(schema, json.load(file), schema)
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        self.assertTrue(any("tiles" in line for line in lines))
        for line in lines:
            self.is_as_its_schema_says("journal", line, line["name"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--cmake", "--build", "--source"):
        parser.add_argument(option, required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
