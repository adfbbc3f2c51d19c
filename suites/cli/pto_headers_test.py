#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles units against the tree's own PTO headers: legal ones compile, each that breaks a rule
is refused by the assertion that names the rule, and every op of the suite has its function."""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
import unittest

A2A3, A5, CPU = "-DMEMORY_BASE", "-DREGISTER_BASE", "-D__CPU_SIM"

UNIT = """#include <cstdint>
#include <pto/pto-inst.hpp>
using namespace pto;
template <typename Element, int Rows = 8, int Cols = 32, BLayout Order = BLayout::RowMajor>
using Vec = Tile<TileType::Vec, Element, Rows, Cols, Order, -1, -1>;
using View = GlobalTensor<float, Shape<1, 1, 1, -1, -1>, Stride<-1, -1, -1, -1, -1>>;
void entry(View& view) {
  Vec<float> a(8, 32), b(8, 32), c(8, 32);
  Vec<int32_t> i(8, 32), j(8, 32);
  Vec<float8_e4m3_t> e(8, 32);
  %s
}
"""

LEGAL = "TASSIGN(a, 512); TLOAD(a, view); TADD(c, a, b); TROWMAX(a, b, c); TSHLS(i, j, 3);"

REFUSED = [  # target, statements, words of the rule
    (CPU, "TADD(e, e, e);", "TADD: this element type is not taken"),
    (A5, "TADD(a, b, i);", "TADD: one element type for all tiles"),
    (A2A3, "TADDC(a, b, c, c);", "TADDC: this element type is not taken"),
    (A5, "TCVT(e, i, RoundMode::CAST_RINT);", "TCVT: no conversion between these types"),
    (CPU, "TROWSUM(i, a, b);", "TROWSUM: dst must have the element type of src"),
    (A5, "Vec<float, 32, 8, BLayout::ColMajor> d(8, 8); TADD(d, d, d);",
     "TADD: tiles must be row-major"),
    (A2A3, "TPRELU(a, b, c, c);", "TPRELU: tmp must be uint8"),
    (CPU, "TAND(a, b, c);", "TAND: this element type has no bitwise logic"),
    (A2A3, "Tile<TileType::Mat, float, 8, 32> d; TADDS(a, d, 1.0F);",
     "TADDS: src must be in Vec"),
    (A5, "Tile<TileType::Left, float, 16, 32> d; TLOAD(d, view);",
     "TLOAD: dst must be in Vec or Mat"),
    (A5, "Tile<TileType::Acc, float, 16, 16, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024> d(1, 1); TMATMUL(d, a, b);",
     "TMATMUL: aMatrix must be in Left"),
    (CPU, "Vec<float, 8, 7> d;", "Tile: rows (columns of a column-major tile) must be multiples"),
    (CPU, "Tile<TileType::Vec, float, 8, 32, BLayout::RowMajor, 9> d;",
     "Tile: a static ValidRow must be in [1, Rows]"),
]


def words_of(diagnostics):
    """The text of a rule, which a compiler shows in pieces of 24 letters."""
    return "".join(re.findall(r'Line\{"([^"]*)"\}', diagnostics)) + diagnostics


class Headers(unittest.TestCase):
    def compile(self, compiler, target, statements):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "unit.cpp")
            with open(source, "w", encoding="ascii") as file:
                file.write(UNIT % statements)
            done = subprocess.run(
                [compiler, "-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Wshadow",
                 "-fsyntax-only", target, "-I", options.root,
                 "-I", options.include, source],
                capture_output=True, text=True, check=False)
            return done.returncode, done.stderr

    def test_legal_units_compile_without_a_warning(self):
        for compiler in compilers:
            for target in (A2A3, A5, CPU):
                with self.subTest(compiler=compiler, target=target):
                    self.assertEqual(self.compile(compiler, target, LEGAL), (0, ""))

    def test_the_assertion_names_the_broken_rule(self):
        for number, compiler in enumerate(compilers):
            # One compiler sees all rules, the others how a rule is shown.
            for target, statements, rule in REFUSED[::1 if number == 0 else 4]:
                with self.subTest(compiler=compiler, target=target, rule=rule):
                    status, text = self.compile(compiler, target, statements)
                    self.assertNotEqual(status, 0)
                    self.assertIn("static assertion failed", text)
                    self.assertIn("PTO: these types break a rule", text)
                    self.assertIn("PTO: " + rule, words_of(text))

    def test_every_op_has_a_function(self):
        with open(os.path.join(options.include, "pto/pto-inst.hpp"), encoding="ascii") as file:
            spelled = set(re.findall(r"\bRecordEvent ([MST][A-Z0-9_]+)\(", file.read()))
        own = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "runners/simulator/include")
        with open(os.path.join(own, "pto/memory.hpp"), encoding="ascii") as file:
            spelled |= set(re.findall(r"\b(?:void|RecordEvent) ([MST][A-Z0-9_]+)\(", file.read()))  # bind, and move nothing
        with open(os.path.join(own, "pto/image.hpp"), encoding="ascii") as file:
            spelled |= set(re.findall(r"\bRecordEvent ([MST][A-Z0-9_]+)\(", file.read()))  # by what a tile has
        listed = subprocess.run([options.assay, "list"], capture_output=True, text=True,
                                check=True).stdout
        ops = {line.split()[0] for line in listed.splitlines()}
        self.assertGreater(len(ops), 80)
        self.assertEqual(ops, spelled)


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--root", required=True, help="the tree")
parser.add_argument("--include", required=True, help="the folder of the headers")
parser.add_argument("--assay", required=True, help="the program")
parser.add_argument("--cxx", action="append", required=True, help="a compiler; several are tried")
options = parser.parse_args()
compilers = [name for name in dict.fromkeys(options.cxx) if shutil.which(name)]
assert compilers, "no compiler of --cxx is there"
unittest.main(argv=[__file__])
