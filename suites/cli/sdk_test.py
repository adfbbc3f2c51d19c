#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs 'assay run --backend sdk' against the tree's own PTO headers, and against copies of them
that are spoilt in one way each: every verdict must say what was spoilt."""

import argparse
import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

# Includes the unchanged real header; the spoilt function follows it.
SPOILT = """#pragma once
#include "%s/pto/pto-inst.hpp"
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
namespace spoilt {
template <typename Dst, typename Left, typename Right>
void add(Dst& dst, Left& left, Right& right) {
  %s
}
}  // namespace spoilt
#define TADD spoilt::add
"""
# A prefetch that changes a byte of global memory and then gives up.
SPOILT_PREFETCH = """#pragma once
#include "%s/pto/pto-inst.hpp"
#include <cstdio>
#include <cstdlib>
namespace spoilt {
template <typename Dst, typename Src>
void prefetch(Dst&, Src& src) {
  reinterpret_cast<unsigned char*>(src.data())[0] ^= 1;
  std::fputs("no such prefetch\\n", stderr);
  std::abort();
}
}  // namespace spoilt
#define TPREFETCH spoilt::prefetch
"""
WHOLE = "pto::TADD(dst, left, right);"
FLIP = "reinterpret_cast<unsigned char*>(dst.data())[0] ^= 1;"

# A library whose exponential gives the other neighbour between 1 and 2 where it is optimised.
BUILD_DEPENDENT = """#pragma once
#include "%s/pto/pto-inst.hpp"
namespace spoilt {
template <pto::ExpAlgorithm Algorithm = pto::ExpAlgorithm::DEFAULT, typename Dst, typename Src>
void exponential(Dst& dst, Src& src) {
  pto::TEXP<Algorithm>(dst, src);
#ifdef __OPTIMIZE__
  float* const values = reinterpret_cast<float*>(dst.data());
  for (int i = 0; i < dst.GetValidRow() * Dst::Cols; ++i) {
    if (values[i] > 1e-30F && values[i] < 1e30F) values[i] = std::nextafter(values[i], 1e31F);
  }
#endif
}
}  // namespace spoilt
#define TEXP spoilt::exponential
"""


def without_preludes(root):
    """The text of the built-in profile without 'check_prelude' and 'quick_prelude'."""
    with open(os.path.join(root, "runners/sdk/profiles/cpu-sim.toml"), encoding="utf-8") as file:
        text = file.read()
    return text[:text.index("check_prelude = '''")] + text[text.index("prologue = '''"):]


def forms_of(target):
    """(op, form) of every page that has the target."""
    def said(*words):
        return subprocess.run([arguments.assay, *words], capture_output=True, text=True,
                              check=True).stdout
    ops = [line.split()[0] for line in said("list").splitlines()]
    pages = [json.loads(said("show", op, "--format", "json")) for op in ops]
    return {(page["op"], form["name"]) for page in pages for form in page["forms"]
            if target in form["targets"]}


class Sdk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def cache(self):
        return self.path("cache")

    # Whether the profile is the built-in one without the preludes that make threads of a library quick to compile, which
    # the tree's headers have none of: the headers are then compiled once and not twice.
    lean = False

    def profile(self):
        """Options that name the profile."""
        if not self.lean:
            return []
        path = self.path("cpu-sim.toml")
        if not os.path.exists(path):
            with open(path, "w", encoding="utf-8") as file:
                file.write(without_preludes(arguments.root))
        return ["--sdk-profile", path]

    def library(self, include=None, cxx=None):
        """Options that name the library."""
        root = arguments.root
        libraries = os.path.dirname(arguments.assay)
        return ["--backend", "sdk", "--sdk-include", include or arguments.include,
                "--cxx", cxx or arguments.cxx, f"--cxxflags=-I{root}",
                f"--ldflags=-L{libraries} -lassay_pto -Wl,-rpath,{libraries}",
                "--sdk-cache", self.cache()]

    def assay(self, command, *further, include=None, cxx=None):
        profile = [] if "--sdk-profile" in further else self.profile()
        return subprocess.run([arguments.assay, command, *self.library(include, cxx), *profile, *further],
                              capture_output=True, text=True, check=False)

    def run_assay(self, *further, include=None, cxx=None, rival=None):
        second = [] if rival is None else ["--backend", rival]
        return self.assay("run", *second, "--no-tiles", "-j", "2", "--out", self.path("run"),
                          *further, include=include, cxx=cxx)

    def spoil(self, body):
        os.makedirs(self.path("sdk/pto"), exist_ok=True)
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(SPOILT % (arguments.include, body))
        return self.path("sdk")

    def records(self, run="run"):
        with open(self.path(run, "journal.jsonl"), encoding="utf-8") as file:
            lines = [record for record in map(json.loads, file) if "verdict" in record]
        return [line for line in lines if "verdict" in line]

    def verdicts(self, *words):
        return {record["verdict"]["kind"] for record in self.records()
                if all(word in record["name"] for word in words)}

    def add_with(self, body):
        """Legal additions of f32, and of i32, which stay as they are unless `body` says more."""
        self.run_assay("--op", "TADD", "--dtype", "f32,i32", "--cases", "1", "--sdk-limit", "24",
                       "--errata", "none", include=self.spoil(body))
        legal = [record for record in self.records() if record["intent"] == "inside"]
        return {kind: [record for record in legal if record["dtype"] == kind]
                for kind in ("f32", "i32")}

    def expect(self, records, kind, words=""):
        self.assertTrue(records)
        for record in records:
            verdict = record["verdict"]
            self.assertEqual(verdict["kind"], kind, verdict)
            self.assertIn(words, verdict.get("reason", ""))


class AgainstTheTree(Sdk):
    def test_the_headers_of_the_tree_conform_and_are_compiled_once(self):
        # So few of an op's cases may all be distrusted.
        options = ["--cases", "1", "--sdk-limit", str(arguments.limit), "--min-judged", "0"]
        first = self.run_assay(*options)
        self.assertEqual(first.returncode, 0, first.stdout[-2000:] + first.stderr[-2000:])
        self.assertIn("compiled", first.stderr)
        records = self.records()
        # A binding that the machine makes is not called in a library (decision 142).
        self.assertEqual({(record["op"], record["form"]) for record in records}, forms_of("cpu") - {("TGET_SCALE_ADDR", "plain")})
        kinds = {record["intent"].split(".")[0] for record in records}
        self.assertEqual(kinds, {"inside", "edge", "breaks"})
        self.assertLessEqual({record["verdict"]["kind"] for record in records},
                             {"conforms", "target_defined", "distrusted", "unsupported"})
        os.rename(self.path("run"), self.path("run0"))
        kept = [*os.listdir(self.cache()), "of-yesterday", "held", "foreign"]
        with self.others_in_the_cache():
            again = self.run_assay("--op", "TADD*,TCOL*", "--cases", "1", "--sdk-limit", "0", "--min-judged", "0")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertNotIn("compiled", again.stderr)
        self.assertIn("conforms", self.verdicts("TADD/"))
        self.assertEqual(sorted(os.listdir(self.cache())), sorted(kept))

    @contextlib.contextmanager
    def others_in_the_cache(self):
        """Folders of other states of the headers, all but one last used 31 days ago, one of them held, and one that is
        not of the cache."""
        day = 24 * 3600
        for name, days in (("unused", 31), ("held", 31), ("of-yesterday", 1), ("foreign", 31)):
            os.mkdir(os.path.join(self.cache(), name))
            file = os.path.join(self.cache(), name, "notes" if name == "foreign" else "lock")
            with open(file, "w", encoding="utf-8"):
                pass
            os.utime(file, (time.time() - days * day,) * 2)
        with open(os.path.join(self.cache(), "held", "lock"), "r+", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def test_a_damaged_cache_is_compiled_again(self):
        options = ["--op", "TADD", "--dtype", "f32", "--cases", "1", "--sdk-limit", "3"]
        first = self.run_assay(*options)
        self.assertEqual(first.returncode, 0, first.stderr)
        before = self.records()
        index, = (os.path.join(folder, "index")
                  for folder, _, files in os.walk(self.path("cache")) if "index" in files)
        for damage in (lambda text: text[:7], lambda text: "", str.upper):
            with self.subTest(damage=damage):
                with open(index, encoding="utf-8") as file:
                    text = file.read()
                with open(index, "w", encoding="utf-8") as file:
                    file.write(damage(text))
                shutil.rmtree(self.path("run"))
                again = self.run_assay(*options)
                self.assertEqual(again.returncode, 0, again.stderr)
                self.assertIn("everything is compiled again", again.stderr)
                self.assertEqual([one["verdict"] for one in self.records()],
                                 [one["verdict"] for one in before])


# For each element type of the left operand another fault; 32-bit integers have none.
FAULTS = {
    "float": 'static_assert(!std::is_same_v<Type, float>, "no floats today");' + WHOLE,
    "half": "dst.no_such_member();",
    "std::int16_t": 'std::fputs("too tired\\n", stderr); std::abort();',
    # A library that divides large calls among threads asserts there, and the process dies.
    "std::uint16_t": 'std::thread([] { std::fputs("tired too\\n", stderr); std::abort(); }).join();',
    "std::int8_t": 'throw std::invalid_argument("no room");',
    "std::uint8_t": "raise(SIGFPE);",
    "std::uint32_t": "std::abort();",
    "std::int64_t": WHOLE + FLIP,
    "std::uint64_t": WHOLE + "reinterpret_cast<unsigned char*>(dst.data())[Dst::Rows * Dst::Cols * "
                     "sizeof(typename Dst::DType)] ^= 1;",
    "bfloat16_t": WHOLE + "reinterpret_cast<unsigned char*>(right.data())[Right::Rows * Right::Cols * "
                  "sizeof(typename Right::DType) + 3000] ^= 1;",
}


class Spoilt(Sdk):
    """One library with another fault for each element type: each compilation of its headers takes seconds."""

    lean = True
    found = []

    def setUp(self):
        super().setUp()
        if not Spoilt.found:
            body = "using Type = typename Left::DType;\n" + "".join(
                f"if constexpr (std::is_same_v<Type, {name}>) {{ {fault} }} else\n" for name, fault in FAULTS.items())
            self.run_assay("--op", "TADD", "--cases", "1", "--sdk-limit", "150", "--errata", "none", "--no-shrink", "--no-confirm",
                           include=self.spoil(body + WHOLE))
            Spoilt.found = self.records()
            for name in ("run", "sdk"):
                shutil.rmtree(self.path(name))

    def legal(self, dtype):
        return [record for record in self.found if record["intent"] == "inside" and record["dtype"] == dtype]

    def test_a_type_that_is_not_taken_is_refused_and_the_rest_runs(self):
        self.expect(self.legal("f32"), "rejected_valid", "no floats today")
        self.assertIn("conforms", {record["verdict"]["kind"] for record in self.legal("i32")})

    def test_an_error_deep_inside_names_its_signature_alone(self):
        self.expect(self.legal("f16"), "rejected_valid", "no_such_member")

    def test_an_abort_with_a_text_is_a_refusal(self):
        self.expect(self.legal("i16"), "rejected_valid", "too tired")

    def test_an_abort_of_a_thread_of_the_call_is_a_refusal(self):
        self.expect(self.legal("u16"), "rejected_valid", "tired too")

    def test_what_is_written_before_an_abort_is_not_looked_at(self):
        """A library may find out in the middle of an illegal call; the process that does is no more."""
        os.makedirs(self.path("sdk/pto"), exist_ok=True)
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(SPOILT_PREFETCH % arguments.include)
        subprocess.run([arguments.assay, "run", "--suite", "programs-outside", "--op", "TPREFETCH", "--target", "cpu", "--cases", "60",
                        "--no-tiles", "--out", self.path("run")], check=True, capture_output=True)
        names = [record["name"] for record in self.records() if "/1@" in record["name"]]
        os.rename(self.path("run"), self.path("healthy"))
        ran = self.run_assay(*(word for name in names for word in ("--case", name)), "--errata", "none",
                             include=self.path("sdk"))
        kinds = [record["verdict"]["kind"] for record in self.records()]
        self.assertGreater(kinds.count("conforms"), 2, ran.stdout)
        self.assertLessEqual(set(kinds), {"conforms", "unsupported"}, ran.stdout)

    def test_an_exception_is_a_refusal(self):
        self.expect(self.legal("i8"), "rejected_valid", "no room")

    def test_a_signal_without_a_text_is_a_crash(self):
        self.expect(self.legal("u8"), "crashed", "SIGFPE")

    def test_an_abort_without_a_text_is_a_crash(self):
        self.expect(self.legal("u32"), "crashed", "SIGABRT")

    def test_a_wrong_result_deviates(self):
        self.assertIn("deviates", {record["verdict"]["kind"] for record in self.legal("i64")})

    def test_a_byte_outside_a_tile_is_seen(self):
        for dtype in ("u64", "bf16"):  # next to the output, and far from the last operand
            self.expect(self.legal(dtype), "deviates", "guard band")

    def test_what_an_illegal_unit_fails_with_must_be_a_refusal(self):
        """Every unit of f16 fails, none by an assertion: illegal ones show nothing."""
        # Valid regions beyond a tile are refused by its type, before anything else.
        kinds = {record["verdict"]["kind"] for record in self.found
                 if record["dtype"] == "f16" and record["intent"].startswith("breaks") and
                 "valid_within_shape" not in record["intent"]}
        self.assertIn("unsupported", kinds)
        self.assertFalse(kinds & {"infra", "conforms"}, kinds)


class TwoSides(Sdk):
    lean = True

    def test_a_library_is_compared_with_another_backend(self):
        ran = self.run_assay("--op", "TADD", "--dtype", "i32", "--cases", "1", "--sdk-limit", "8",
                             include=self.spoil(WHOLE + FLIP), rival="simulator")
        self.assertEqual(ran.returncode, 1, ran.stderr)
        blamed = {record["attribution"] for record in self.records() if record["intent"] == "inside"}
        self.assertIn("first_wrong", blamed)
        self.assertLessEqual(blamed, {"first_wrong", "agree"})
        self.assertEqual({record["verdict"]["kind"] for record in self.records()
                          if record["backend"] == "simulator" and record["intent"] == "inside"},
                         {"conforms"})

    def test_a_build_that_is_wrong_alone_is_named_with_its_flag(self):
        ran = self.run_assay("--op", "TADD", "--dtype", "i32", "--cases", "1", "--sdk-limit", "8",
                             "--cross-opt=-O1,-O0",
                             include=self.spoil(f"{WHOLE}\n#ifdef __OPTIMIZE__\n{FLIP}\n#endif"))
        self.assertEqual(ran.returncode, 1, ran.stderr)
        records = self.records()
        for first, second in zip(records[::2], records[1::2]):
            self.assertEqual(first["name"], second["name"])
            self.assertIn("-O1/index", first["backend"])
            self.assertIn("-O0/index", second["backend"])
            if (first["intent"] != "inside" or first["verdict"]["kind"] == "unsupported" or
                    "empty-region" in first["name"]):  # no element of it is promised
                continue
            self.assertEqual(first["attribution"], "build_dependent")
            self.assertEqual(first["verdict"]["deviation"], "value")
            self.assertRegex(first["verdict"]["reason"],
                             r"is 0x[0-9a-f]{8} with -O1 and 0x[0-9a-f]{8} with -O0")
            self.assertEqual(second["verdict"]["kind"], "conforms")
        self.assertIn("the two builds differ", ran.stdout)

    def generous(self):
        """An accuracy profile that takes either neighbour."""
        with open(f"{arguments.root}/suites/accuracy/default.toml", encoding="utf-8") as file:
            profile = file.read()
        with open(self.path("generous.toml"), "w", encoding="utf-8") as file:
            file.write(profile.replace("bound = 2.0", "bound = 4.0"))
        return self.path("generous.toml")

    def of_two_right_builds(self, limit, *further):
        """A run whose builds differ within the tolerance, and the records that say so; `limit` is how many signatures are
        compiled in addition to those of an earlier run."""
        ran = self.run_assay("--op", "TEXP", "--dtype", "f32", "--cases", "2", "--sdk-limit", limit,
                             "--cross-opt", "--accuracy", self.generous(), "--overwrite", *further,
                             include=self.path("sdk"))
        found = [record for record in self.records() if record["attribution"] == "build_dependent"]
        self.assertEqual({record["verdict"]["kind"] for record in found[::2]}, {"conforms"})
        within = [record for record in found[1::2] if record["verdict"]["deviation"] != "value"]
        self.assertTrue(within)
        self.assertIn("the two builds differ", ran.stdout)
        return ran, within

    def test_builds_that_differ_within_the_tolerance_are_told_and_are_a_finding_if_strict(self):
        os.makedirs(self.path("sdk/pto"), exist_ok=True)
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(BUILD_DEPENDENT % arguments.include)
        ran, within = self.of_two_right_builds("10")
        for second in within:
            self.assertEqual(second["verdict"]["kind"], "conforms")
            self.assertRegex(second["verdict"]["reason"], "depends on the build: dst at .* with -O2")
        self.assertIn("the result depends on the build: dst at", ran.stdout)
        with open(self.path("run/report.html"), encoding="utf-8") as file:
            self.assertIn("two builds of the library give other results, and both are right", file.read())
        with open(self.path("run/findings.json"), encoding="utf-8") as file:
            self.assertNotIn("depends on how it is compiled", file.read())
        ran, within = self.of_two_right_builds("0", "--strict")
        self.assertEqual(ran.returncode, 1, ran.stdout + ran.stderr)
        for second in within:
            self.assertEqual(second["verdict"]["deviation"], "build_dependent")
            worst = second["verdict"]["worst"]
            self.assertEqual(int(worst["got"], 16), int(worst["expected"], 16) + 1)
            self.assertIn(worst["got"], second["verdict"]["reason"])
            self.assertIn("with -O2", second["verdict"]["reason"])
            self.assertTrue(second["tiles"])
        with open(self.path("run/findings.json"), encoding="utf-8") as file:
            self.assertIn("depends on how it is compiled", file.read())

    def test_builds_that_agree_are_no_finding(self):
        ran = self.run_assay("--op", "TADD", "--dtype", "i32", "--cases", "1", "--sdk-limit", "8",
                             "--cross-opt")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertNotIn("build_dependent", {record["attribution"] for record in self.records()})


class Unusable(Sdk):
    def test_unusable_headers_and_compilers_are_told_in_one_sentence(self):
        os.makedirs(self.path("empty"))
        for include, cxx, further, words in [
                (self.path("nowhere"), None, [], "is no folder"),
                (self.path("empty"), None, [], "no headers in"),
                (None, "no-such-compiler", [], "cannot run no-such-compiler"),
                (None, "no-such-compiler", [], "such as --cxx clang++-19"),
                (None, None, ["--sdk-profile", "nowhere.toml"], "nowhere.toml")]:
            ran = self.run_assay("--op", "TADD", *further, include=include, cxx=cxx)
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn(words, ran.stderr)
            self.assertEqual(len(ran.stderr.strip().splitlines()), 1, ran.stderr)
            self.assertFalse(os.path.exists(self.path("run")))

    def test_they_are_told_before_cases_are_drawn(self):
        with open(self.path("names.txt"), "w", encoding="utf-8") as file:
            file.write("no name of a case\n")
        ran = self.run_assay("--cases-from", self.path("names.txt"), cxx="no-such-compiler")
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("cannot run no-such-compiler", ran.stderr)

    def test_a_folder_that_cannot_be_used_is_told_before_anything_is_compiled(self):
        os.makedirs(self.path("run", "mine"))
        ran = self.run_assay("--op", "TADD", cxx="no-such-compiler")
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("has files that no run of assay made", ran.stderr)

    def test_a_compiler_that_is_too_old_is_told_with_one_that_is_not(self):
        for version, advised in (("12", True), ("13", False)):
            with open(self.path("old"), "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\ncase $* in\n*-dumpversion) echo {version} ;;\n"
                           "*--version) echo some g++ ;;\n*) echo 'a.hpp:1:1: error: no half'; exit 1 ;;\nesac\n")
            os.chmod(self.path("old"), 0o755)
            ran = self.run_assay("--op", "TADD", cxx=self.path("old"))
            self.assertEqual(ran.returncode, 2, ran.stderr)
            self.assertIn("do not compile", ran.stderr)
            self.assertEqual("such as --cxx clang++-19" in ran.stderr, advised, ran.stderr)

    def test_options_of_the_backend_belong_to_it(self):
        ran = subprocess.run([arguments.assay, "run", "--sdk-include", "x"], capture_output=True,
                             text=True, check=False)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("--sdk-include is for --backend sdk alone", ran.stderr)


def parsed(parser):
    """Options of a program that tests the backend, for all that is here too; the rest."""
    global arguments
    parser.add_argument("--root", required=True)
    parser.add_argument("--include", required=True, help="the folder of the tree's own PTO headers")
    parser.add_argument("--assay", required=True)
    parser.add_argument("--cxx", default="g++")
    arguments, rest = parser.parse_known_args()
    return arguments, rest


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--limit", type=int, default=300)  # about 200 forms, each with a few cases
    unittest.main(argv=sys.argv[:1] + parsed(options)[1])
