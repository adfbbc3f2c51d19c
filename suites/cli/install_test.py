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
VERSIONS = {"run": 3, "journal": 3, "journal-head": 3, "journal-end": 3}
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


# A shell in a terminal, in which a line is typed and completed; it prints the line then.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
zpty -w shell "said() { print -r -- \"<\$BUFFER>\"; print -r -- DO''NE }; zle -N said; bindkey '^G' said; print REA''DY"
zpty -r -m shell line '*READY*'
zpty -w -n shell "$2"$'\t\a'
zpty -r -m shell line '*DONE*'
print -r -- $line
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
    def test_zsh_completes_the_same(self):
        folder = os.path.join(self.prefix, "share", "zsh", "vendor-completions")
        self.run_in("zsh", "-n", os.path.join(folder, "_assay"))
        settings = os.environ | {"PATH": os.path.join(self.prefix, "bin") + ":" + os.environ["PATH"], "TERM": "dumb"}
        lines = {"assay gol": "assay golden ", "assay run --shu": "assay run --shuffle ", "assay show TRSQ": "assay show TRSQRT ",
                 "assay run --target a2": "assay run --target a2a3 ", "assay run --op TRSQ": "assay run --op TRSQRT ",
                 "assay help triag": "assay help triage ", "assay run --backend simu": "assay run --backend simulator "}
        for typed, wanted in lines.items():
            said = self.run_in("zsh", "-f", "-c", ZSH, "zsh", folder, typed, env=settings)
            self.assertIn(f"<{wanted}>", said, typed)


class Explained(Installed):
    """Decisions, errata, constraints and pages, out of the program alone."""

    def decisions(self):
        folder = os.path.join(self.prefix, "share", "doc", "assay", "reference", "decisions")
        for name in sorted(os.listdir(folder)):
            if name == "README.md":
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield name[:-3], file.read()

    def test_every_decision_is_listed_and_printed_by_its_number(self):
        listed = self.assay("explain").splitlines()
        decisions = dict(self.decisions())
        self.assertGreater(len(decisions), 40)
        for line, (name, text) in zip(listed, decisions.items()):
            self.assertEqual(line.split()[0], name[:3])
            self.assertIn(line[5:], text.splitlines()[0])
            self.assertEqual(self.assay("explain", name[:3]), text)
        self.assertEqual(self.assay("explain", "4"), decisions["004-argmax-ties-and-nan"])
        self.assertEqual(self.assay("explain", "004-argmax-ties-and-nan"), decisions["004-argmax-ties-and-nan"])

    def refused(self, *words):
        done = subprocess.run([os.path.join(self.prefix, "bin", "assay"), *words], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        return done.stderr

    def test_what_nobody_wrote_gets_one_sentence_that_suggests_something(self):
        self.assertRegex(self.refused("explain", "904"), "nothing is called '904'.*did you mean 004")
        self.assertRegex(self.refused("explain", "E-TCVT-999"), "did you mean E-TCVT-")
        self.assertRegex(self.refused("explain", "src.domian"), "did you mean src.domain")
        self.assertRegex(self.refused("explain", "nothing of the kind"), "'assay explain' lists the decisions")
        self.assertIn("did you mean TRSQRT", self.refused("explain", "src.domain", "--op", "TRSQR"))
        self.assertIn("name an op", self.refused("show"))
        self.assertIn("--out belongs to --format html", self.refused("show", "TABS", "--out", "x"))

    def test_ops_words_and_options_are_explained_too(self):
        self.assertEqual(self.assay("explain", "TEXP"), self.assay("show", "TEXP"))
        self.assertIn("compared with a promise", " ".join(self.assay("explain", "Judged").split()))
        self.assertIn("refused although it is legal", " ".join(self.assay("explain", "rejected_valid").split()))
        self.assertRegex(self.assay("explain", "min-judged"), r"option --min-judged of .*\brun\b")
        self.assertRegex(self.refused("explain", "undecidible"), "did you mean undecidable")
        self.assertIn("--op needs the name of a constraint", self.refused("explain", "--op", "TEXP"))
        self.assertIn("--op selects among the constraints", self.refused("explain", "004", "--op", "TEXP"))

    def test_errata_and_constraints_are_explained_too(self):
        number = json.loads(self.assay("errata", "--op", "TCVT", "--format", "json"))[0]
        said = " ".join(self.assay("explain", number["number"]).split())
        self.assertIn(number["title"], said)
        said = " ".join(self.assay("explain", "src.domain", "--op", "TRSQRT").split())
        domain = next(one for one in json.loads(self.assay("show", "TRSQRT", "--format", "json"))["forms"][0]["constraints"]
                      if one["name"] == "src.domain")
        self.assertIn(domain["text"], said)
        self.assertIn(domain["source"]["bullet"], said)
        self.assertRegex(self.assay("explain", "dst.valid_within_shape"), r" and \d+ more")

    def test_all_ops_are_one_file_that_says_of_each_bullet_how_it_is_tested(self):
        self.assay("show", "--format", "html", "--out", "isa.html")
        with open(self.path("isa.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual(page, self.assay("show", "--format", "html"))
        self.assertIsNone(re.search(r"<script|<img|<link|src=|https?:", page))
        found = re.findall(r' id="([^"]+)"', page)
        self.assertEqual(len(found), len(set(found)))
        self.assertEqual({place for place in re.findall(r'href="#([^"]*)"', page) if place not in found}, set())
        ops = [line.split()[0] for line in self.assay("list").splitlines()]
        self.assertEqual([one for one in found if one in ops], ops)
        self.assertEqual([one[9:] for one in found if re.match(r"decision-\d", one)], [name[:3] for name, _ in self.decisions()])
        for op in ("TRSQRT", "TCVT", "TLOAD"):
            self.tells_of_every_constraint(op, page[page.index(f'<article id="{op}">'):])

    def tells_of_every_constraint(self, op, page):
        page = page[:page.index("</article>")]
        own = {(one["name"], one["text"]): one for form in json.loads(self.assay("show", op, "--format", "json"))["forms"]
               for one in form["constraints"]}
        told = {}
        for part in page.split("<p><code>")[1:]:
            told.setdefault(part.partition("</code>")[0], []).append(part.partition("</ul>")[0])
        self.assertEqual({name for name, _ in own}, set(told))
        for (name, _), one in own.items():
            parts = " ".join(told[name])
            self.assertIn("tested by", parts)
            if set(one["targets"]) - set(one["refused_on"]):
                self.assertIn("open because", parts, name)
            if not one["breakable"]:
                self.assertIn("breach not tested because", parts, name)
            elif one["refused_on"]:
                self.assertIn("must be refused", parts, name)


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
    """run.sh in a tree of three files, without apt-get and with a program of ours in place of cmake."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-off-debian-")
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("reference", "generators", "golden", "reports", "runners", "suites"):
            os.makedirs(os.path.join(self.folder, "tree", name))
        for name in ("CMakeLists.txt", "CMakePresets.json"):
            shutil.copy(os.path.join(ARGUMENTS.source, name), os.path.join(self.folder, "tree"))
        for name in ("run.sh", "install.sh", "packages.txt"):
            shutil.copy(os.path.join(ARGUMENTS.source, "runners", name), os.path.join(self.folder, "tree", "runners"))
        os.mkdir(os.path.join(self.folder, "tools"))
        for name in ("sh", "cat", "sed", "paste", "dirname", "mkdir", "find", "tail", "mv", "cp", "chmod"):
            os.symlink(shutil.which(name), os.path.join(self.folder, "tools", name))

    def run_sh(self, cmake=None):
        if cmake:
            with open(os.path.join(self.folder, "tools", "cmake"), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + cmake)
            os.chmod(file.name, 0o755)
        return subprocess.run(["/bin/sh", "tree/runners/run.sh", "list", "--format", "json"], cwd=self.folder, capture_output=True,
                              text=True, env={"PATH": os.path.join(self.folder, "tools")}, check=False)

    def says_what_is_needed(self, done):
        said = done.stderr.splitlines()[0]
        for library in ("HDF5 1.10 with its C++ interface", "MPFR", "CLI11"):
            self.assertIn(library, said)
        self.assertNotIn("apt-get install", done.stderr)
        self.assertNotIn("libmpfr-dev", done.stderr)
        self.assertNotRegex(said, "npm|Node.js")

    def test_what_is_needed_is_said_and_the_build_goes_on_with_what_is_there(self):
        made = ".build/release/bin"
        done = self.run_sh(f"mkdir -p {made}; for name in assay assay-worker; do printf '#!/bin/sh\\necho ran \"$@\"\\n' >{made}/$name; "
                           f"chmod +x {made}/$name; done\n")
        self.assertEqual((done.returncode, done.stdout), (0, "ran list --format json\n"), done.stderr)
        self.says_what_is_needed(done)
        again = self.run_sh()
        self.assertEqual((again.returncode, again.stderr), (0, ""), "built a second time")

    def test_a_build_that_lacks_something_ends_with_its_last_lines_and_where_the_log_is(self):
        done = self.run_sh("echo 'Could NOT find HDF5' >&2; exit 1\n")
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.says_what_is_needed(done)
        self.assertIn("Could NOT find HDF5", done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1], "^assay: the build failed; the whole log is .*build.log$")

    def test_a_machine_without_cmake_is_told_the_same(self):
        done = self.run_sh()
        self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
        self.says_what_is_needed(done)


class NotBuilt(unittest.TestCase):
    """A tree that is configured and of which nothing is built."""

    def test_an_installation_says_in_one_sentence_what_to_build(self):
        with tempfile.TemporaryDirectory(prefix="assay-not-built-") as folder:
            build = os.path.join(folder, "build")
            subprocess.run([ARGUMENTS.cmake, "-S", ARGUMENTS.source, "-B", build, "-G", "Ninja", "-D", "ASSAY_TESTS=OFF"],
                           check=True, capture_output=True)
            with open(os.path.join(ARGUMENTS.source, "runners", "run.sh"), encoding="utf-8") as file:
                script = file.read()
            for component, targets in (("assay", "assay assay-worker assay_man"),
                                       ("assay-dev", "assay_reference assay_golden assay_pto")):
                done = subprocess.run([ARGUMENTS.cmake, "--install", build, "--prefix", os.path.join(folder, "prefix"),
                                       "--component", component], capture_output=True, text=True, check=False)
                self.assertNotEqual(done.returncode, 0)
                said = " ".join(done.stderr.split())
                self.assertIn(f"{component} is not built; build it first: cmake --build {build} --target {targets}", said)
                self.assertNotIn("cannot find", said)
                if component == "assay":  # it is what a user's first command builds
                    self.assertIn(f"--target {targets})", script)


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
            if op in ("TADD", "TEXP", "TROWSUM", "TSEL", "TCVT"):
                legal = [vector["name"] for vector in said["vectors"] if "illegal" not in vector["flags"]]
                self.assertLessEqual({"f16", "f32"}, {re.split("[/,]", name)[3] for name in legal}, op)
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
        ops = [line.split()[0] for line in self.assay("list").splitlines()]
        for schema, words in (("list", ["list"]), ("backends", ["backends"]), ("backends", ["backends", "--faults"]),
                              ("backends", ["backends", "simulator"]), ("accuracy", ["accuracy"]), *(("show", ["show", op]) for op in ops)):
            self.is_as_its_schema_says(schema, json.loads(self.assay(*words, "--format", "json")), words)

    def test_the_index_of_sources_is_as_its_schema_says(self):
        words = ("emit", "--op", "TABS,TPOW", "--target", "a5", "--cases", "1", "--as", "pto", "--format", "json", "--out", "sources")
        self.is_as_its_schema_says("emit", json.loads(self.assay(*words)), words)

    def test_files_of_a_run_are_as_their_schemas_say(self):
        self.assay("run", "--op", "TEXPANDS,TRSQRT,TPRINT", "--target", "a5", "--cases", "1", "--out", "run", "--backend",
                   "simulator:fault=off_by_one_ulp+print_truncates_digit", code=1)
        for schema in ("run", "summary", "findings"):
            with open(self.path("run", schema + ".json"), encoding="utf-8") as file:
                self.is_as_its_schema_says(schema, json.load(file), schema)
        with open(self.path("run", "journal.jsonl"), encoding="utf-8") as file:
            head, *lines, end = [json.loads(line) for line in file]
        self.is_as_its_schema_says("journal-head", head, "head")
        self.is_as_its_schema_says("journal-end", end, "end")
        for member in ("tiles", "text"):
            self.assertTrue(any(member in line for line in lines), member)
        for line in lines:
            self.is_as_its_schema_says("journal", line, line["name"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--cmake", "--build", "--source"):
        parser.add_argument(option, required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)
