#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A kernel of this test is recorded with the tree's own PTO headers, right ones and wrong ones, and its calls are judged."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

arguments = None
KERNELS = {}  # contents of kernels with the right headers, by source and flags: each takes seconds to compile

HEAD = """#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>
#include <pto/pto-inst.hpp>
using namespace pto;
template <typename Element, int Rows = 8, int Cols = 32>
using Vec = Tile<TileType::Vec, Element, Rows, Cols, BLayout::RowMajor, -1, -1>;
template <typename Element, int Rows = 8, int Cols = 32>
using View = GlobalTensor<Element, Shape<1, 1, 1, Rows, Cols>, Stride<Rows * 64, Rows * 64, Rows * 64, 64, 1>>;
struct Work {
  std::vector<float> left = std::vector<float>(512), right = left, out = left;
  Vec<float> a{8, 32}, b{8, 32}, c{8, 32};
  View<float> from{left.data()}, other{right.data()}, to{out.data()};
  Work() {
    for (int i = 0; i < 512; ++i) {
      left[i] = 0.5F * i - 7;
      right[i] = 3.0F - 1.5F * i;
    }
    TASSIGN(a, 0);
    TASSIGN(b, 1024);
    TASSIGN(c, 2048);
  }
};
"""

# What a library does wrong from its third addition on.
WRONG = """static int calls = 0;
  const auto done = detail::instruction<"TADD", Options...>(arguments...);
  if (++calls > 2) { %s }
  return done;"""
OFF_BY_ONE = "std::get<0>(std::tie(arguments...)).data()[5] += 1;"

STEPS = """int main() {
  Work w;
  TLOAD(w.a, w.from);
  TLOAD(w.b, w.other);
  for (int i = 0; i < 4; ++i) {
    TADD(w.c, w.a, w.b);  // here
    TMULS(w.a, w.c, 0.5);
  }
  TSTORE(w.to, w.c);
}
"""


class Record(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="assay-record-")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def assay(self, *words, code=None, **settings):
        ran = subprocess.run([arguments.assay, *words], cwd=self.folder, capture_output=True, text=True, check=False, **settings)
        if code is not None:
            self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
        return ran

    def header(self, *further):
        os.makedirs(self.path("assay"), exist_ok=True)
        with open(self.path("assay/record.hpp"), "w", encoding="utf-8") as file:
            file.write(self.assay("record", "--header", *further, code=0).stdout)

    def wrong_headers(self, fault=OFF_BY_ONE):
        """A copy of the headers whose additions have a fault."""
        copy = shutil.copytree(arguments.include, self.path("wrong"))
        with open(os.path.join(copy, "pto/pto-inst.hpp"), "r+", encoding="utf-8") as file:
            text = file.read()
            right = 'return detail::instruction<"TADD", Options...>(arguments...);'
            self.assertIn(right, text)
            file.seek(0)
            file.write("#include <csignal>\n#include <cstdlib>\n" + text.replace(right, WRONG % fault))
        return copy

    def build(self, steps, include=None, flags=()):
        """Compiles the kernel; returns where a comment says `here`."""
        self.header()
        with open(self.path("kernel.cpp"), "w", encoding="utf-8") as file:
            file.write(HEAD + steps)
        known = None if include else KERNELS.get((steps, flags))
        if known is None:
            self.compile(include or arguments.include, flags)
        else:
            with open(self.path("kernel"), "wb") as file:
                file.write(known)
            os.chmod(self.path("kernel"), 0o755)
        if include is None:
            with open(self.path("kernel"), "rb") as file:
                KERNELS[steps, flags] = file.read()
        lines = (HEAD + steps).split("\n")
        return next((number for number, line in enumerate(lines, 1) if "// here" in line), 0)

    def compile(self, include, flags):
        libraries = os.path.dirname(arguments.assay)
        ran = subprocess.run(
            [arguments.cxx, "-std=c++20", "-D__CPU_SIM", "-O1", "-w", f"-I{include}", f"-I{arguments.root}",
             "-I.", "-include", "assay/record.hpp", *flags, "kernel.cpp", "-o", "kernel", f"-L{libraries}", "-lassay_pto",
             f"-Wl,-rpath,{libraries}", "-lpthread"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def record(self, *options, code=0, **settings):
        return self.assay("record", *options, "--", "./kernel", code=code, **settings)

    def judge(self, *options, code):
        return self.assay("judge", "kernel.rec", *options, code=code).stdout

    def refused(self, part, *words):
        ran = self.assay(*words, code=2)
        self.assertEqual(ran.stdout, "")
        self.assertEqual(len(ran.stderr.splitlines()), 1, ran.stderr)
        self.assertIn(part, ran.stderr)


class Kernels(Record):
    def test_a_right_kernel_conforms(self):
        self.build(STEPS)
        self.record()
        self.assertEqual(self.judge(code=0), "11 calls of 1 thread: 11 right.\nConforms: 11 calls judged.\n")

    def test_the_first_wrong_call_has_a_line(self):
        line = self.build(STEPS, include=self.wrong_headers())
        self.record()
        said = self.judge("--keep", "kept.h5", code=1)
        self.assertRegex(said, rf"^kernel\.cpp:{line}: TADD: dst: 1 of 256 elements wrong, at \(0, 5\): expected [-0-9.]+, got ")
        self.assertIn("the first wrong call: call 7 of thread 1, TADD/plain\n", said)
        self.assertIn(f"kernel.cpp:{line}: TADD: ", said.split("Wrong:")[1])
        self.assertIn("(2 calls)", said)
        self.assertIn("11 calls of 1 thread: 9 right, 2 wrong.\nDoes not conform: 2 of 11 judged calls failed.\n", said)
        name = re.search(r"assay replay '(kept\.h5:[^']+)'", said).group(1)
        # The simulator is right; one with a fault fails with what was really there, and is shrunk.
        self.assay("replay", name, code=0)
        self.assay("replay", name, "--backend", "simulator:fault=off_by_one_ulp", code=1)
        shrunk = self.assay("shrink", name, "--backend", "simulator:fault=off_by_one_ulp", code=1).stdout
        self.assertRegex(shrunk, r"TADD/plain/cpu/f32,f32,f32/1x8/v1x1/shrunk@")

    def test_options_and_scalars_are_recognised(self):
        self.build("""int main() {
  Work w;
  Vec<std::uint8_t, 8, 32> mask(8, 4);
  Vec<std::int32_t> i(8, 32), j(8, 32);
  TASSIGN(mask, 4096); TASSIGN(i, 8192); TASSIGN(j, 12288);
  pto::TLOAD(w.a, w.from);
  ::pto::TLOAD(w.b, w.other);
  TCMP(mask, w.a, w.b, CmpMode::LT);
  TADDS(w.c, w.a, 1);
  TADDS(w.c, w.c, 2.5);
  TCVT(i, w.a, RoundMode::CAST_TRUNC);
  TSHLS(j, i, 3);
  TEXPANDS(j, -4);
  TSTORE<Vec<float>, View<float>, AtomicType::AtomicAdd>(w.to, w.c);
  auto event = TADD(w.c, w.a, w.b);
  TSUB(w.c, w.a, w.b, event);
  TMUL(w.c, w.c, w.a);
}
""")
        self.record()
        self.assertEqual(self.judge(code=0), "12 calls of 1 thread: 12 right.\nConforms: 12 calls judged.\n")

    def kernel_with_a_narrow_tile(self, call, include=None):
        return self.build("""int main() {
  Work w;
  TLOAD(w.a, w.from);
  Vec<float> narrow(8, 31);
  TASSIGN(narrow, 4096);
  %s  // here
}
""" % call, include)

    def test_an_illegal_call_has_its_constraint(self):
        line = self.kernel_with_a_narrow_tile("TMAXS(narrow, w.a, 1.0F);")
        self.record(code=128 + signal.SIGABRT)
        said = self.judge(code=1)
        self.assertRegex(said, rf"Illegal:\n  kernel\.cpp:{line}: TMAXS: breaks [\w.]+: .*\(.+: .+\); the kernel ended there \(1 call\)\n")
        self.assertNotIn("Wrong:", said)
        self.assertIn("2 calls of 1 thread: 1 right, 1 illegal.\n", said)

    def test_a_call_that_need_not_be_refused_has_its_constraint_and_fails_nothing(self):
        line = self.kernel_with_a_narrow_tile("TADD(narrow, w.a, w.a);")
        self.record()
        said = self.judge(code=0)
        self.assertRegex(said, rf"Nothing is promised:\n  kernel\.cpp:{line}: TADD: breaks [\w.]+: .*\(.+: .+\) \(1 call\)\n")
        self.assertIn("2 calls of 1 thread: 1 right, 1 open.\nConforms: 1 call judged.\n", said)

    def test_a_call_that_need_not_be_refused_and_ends_the_kernel_is_illegal(self):
        line = self.kernel_with_a_narrow_tile("for (int i = 0; i < 3; ++i) TADD(narrow, w.a, w.a);", self.wrong_headers("std::raise(SIGSEGV);"))
        self.record(code=128 + signal.SIGSEGV)
        said = self.judge(code=1)
        self.assertRegex(said, rf"Illegal:\n  kernel\.cpp:{line}: TADD: breaks .*; the kernel ended there \(1 call\)\n")
        self.assertIn("4 calls of 1 thread: 1 right, 1 illegal, 2 open.\n", said)

    def test_a_kernel_that_dies_leaves_what_it_did(self):
        line = self.build(STEPS, include=self.wrong_headers('std::raise(std::getenv("KILL") != nullptr ? SIGKILL : SIGSEGV);'))
        self.record(code=128 + signal.SIGSEGV)
        said = self.judge(code=1)
        self.assertRegex(said, rf"^kernel\.cpp:{line}: TADD: signal 11\n")
        self.assertIn("7 calls of 1 thread: 6 right, 1 wrong.\n", said)
        shutil.rmtree(self.path("kernel.rec"))
        self.record(code=128 + signal.SIGKILL, env={**os.environ, "KILL": "1"})
        said = self.judge(code=3)
        self.assertRegex(said, rf"Unfinished:\n  kernel\.cpp:{line}: TADD: the kernel ended before it returned \(1 call\)\n")
        self.assertIn("Unfinished: the kernel ended in the middle of a call (signal 9).\n", said)

    def test_threads_are_recorded_apart(self):
        self.build("""int main() {
  std::vector<std::thread> all;
  for (int i = 0; i < 3; ++i) all.emplace_back([i] {
    Work w;
    TLOAD(w.a, w.from);
    for (int k = 0; k <= i; ++k) TADD(w.c, w.a, w.a);
  });
  for (std::thread& one : all) one.join();
}
""")
        self.record()
        self.assertEqual(self.judge(code=0), "9 calls of 3 threads: 9 right.\nConforms: 9 calls judged.\n")

    def test_a_recording_has_bounds(self):
        self.build("""int main() {
  Work w;
  TLOAD(w.a, w.from);
  for (int i = 0; i < 99; ++i) TADDS(w.a, w.a, 1);
}
""")
        self.record("--calls", "7")
        self.assertIn("7 calls of 1 thread: 7 right", self.judge(code=0))
        self.record("--calls", "10", "--around", "50", "--out", "around.rec")
        said = self.assay("judge", "around.rec", code=0).stdout
        self.assertIn("11 calls of 1 thread: 11 right", said)
        self.record("--calls", "15", "--last", "--out", "last.rec")
        said = self.assay("judge", "last.rec", code=0).stdout
        self.assertIn("25 calls of 1 thread: 25 right", said)

    def test_nothing_is_written_unless_asked(self):
        self.build(STEPS)
        before = sorted(os.listdir(self.folder))
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ASSAY_RECORD")}
        subprocess.run(["./kernel"], cwd=self.folder, check=True, env=environment)
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        subprocess.run(["./kernel"], cwd=self.folder, check=True, env={**environment, "ASSAY_RECORD": "kernel.rec"})
        self.assertIn("11 right", self.judge(code=0))

    def test_signatures_become_cases_of_other_backends(self):
        self.build(STEPS)
        self.record()
        said = self.assay("record", "--from", "kernel.rec", "--out", "needs", code=0).stdout
        self.assertEqual(said, "4 signatures in needs; run them with: assay run --cases-from needs/cases.txt\n")
        run = ("run", "--cases-from", "needs/cases.txt", "--no-shrink", "--no-confirm", "-q")
        self.assertIn("Conforms: none of 4 ", self.assay(*run, "--out", "right", code=0).stdout)
        self.assay(*run, "--out", "faulty", "--backend", "simulator:fault=off_by_one_ulp", code=1)

    def test_names_may_be_used_otherwise(self):
        self.build("""enum class Op { TADD, TMUL };
constexpr Op last = Op::TADD;
int main() {
  Work w;
  TLOAD(w.a, w.from);
  TADD(w.c, w.a, w.a);
}
""", flags=("-DASSAY_RECORD_PLAIN_CALLS",))
        self.record()
        self.assertIn("2 calls of 1 thread: 2 right", self.judge(code=0))


class Files(Record):
    def setUp(self):
        super().setUp()
        self.build(STEPS)
        self.record()
        self.calls = self.path("kernel.rec/thread-0001.calls")
        with open(self.calls, "rb") as file:
            self.whole = file.read()

    def rewrite(self, data):
        with open(self.calls, "wb") as file:
            file.write(data)

    def test_a_file_that_was_cut_is_refused(self):
        self.rewrite(self.whole[:-100])
        self.refused("bytes when the kernel ended and now has", "judge", "kernel.rec")

    def test_a_changed_byte_is_refused_anywhere(self):
        head = self.whole.index(b"\n") + 1
        for place in (head, head + 5, head + 17, head + 40, head + 3000, len(self.whole) - 10):
            with self.subTest(place=place):
                self.rewrite(self.whole[:place] + bytes([self.whole[place] ^ 16]) + self.whole[place + 1:])
                self.refused("damaged", "judge", "kernel.rec")

    def test_foreign_and_newer_files_are_refused(self):
        os.remove(self.path("kernel.rec/recording.json"))
        self.rewrite(b"not ours\n" + self.whole)
        self.refused("it is no recording of a kernel", "judge", "kernel.rec")
        self.rewrite(self.whole.replace(b'"assay_recording":1', b'"assay_recording":2', 1))
        self.refused("version 2", "judge", "kernel.rec")
        self.rewrite(b"")
        self.refused("it is no recording of a kernel", "judge", "kernel.rec")

    def test_what_is_cut_without_facts_ends_there(self):
        os.remove(self.path("kernel.rec/recording.json"))
        self.rewrite(self.whole[:self.whole.index(b"DONE") + 10])
        self.assertIn("1 call of 1 thread: 1 unfinished.\n", self.judge(code=3))

    def test_options_of_golden_files_are_refused(self):
        self.refused("--history is for golden files", "judge", "kernel.rec", "--history", "h")
        self.refused("--keep is for the recording of a kernel", "judge", "golden.h5", "--keep", "k.h5")

    def test_bad_input_gets_one_sentence(self):
        self.refused("name the kernel after --", "record")
        self.refused("cannot start ./no-such-kernel", "record", "--out", "other.rec", "--", "./no-such-kernel")
        self.refused("--also takes names", "record", "--header", "--also", "x y")
        self.refused("kernel.rec", "record", "--", "./kernel")
        ran = self.assay("record", "--out", "none.rec", "--", "/bin/true", code=3)
        self.assertIn("recorded no call", ran.stderr)
        self.assertFalse(os.path.exists(self.path("none.rec")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("root", "include", "assay", "cxx"):
        parser.add_argument("--" + name, required=True)
    arguments, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
