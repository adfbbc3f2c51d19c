#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What a library refuses is found out without compiling its neighbours again: an element type that is not what it must be
once for all that need it, an operation by itself where the first of its kin was refused."""

import argparse
import os
import sys
import unittest

import sdk_test
from sdk_test import WHOLE

# Wraps the compiler and writes a line for each unit: whether all of it was accepted, whether an object was asked for,
# and whether it has the words.
LISTENING = """#!/usr/bin/python3
import os, subprocess, sys
units = [one for one in sys.argv if os.path.basename(one).startswith("unit_") and one.endswith(".cpp")]
texts = [open(unit, encoding="utf-8").read() for unit in units]
code = subprocess.call(["{cxx}"] + sys.argv[1:])
for text in texts:
    with open("{log}", "a", encoding="utf-8") as file:
        file.write(f"{{code == 0}} {{'-fsyntax-only' not in sys.argv}} {{'{words}' in text}}\\n")
sys.exit(code)
"""


WITHOUT_FLOATS = """#pragma once
#include "%s/pto/pto-inst.hpp"
namespace spoilt {
template <typename Dst, typename Src, typename Scalar>
void larger(Dst& dst, Src& src, Scalar scalar) {
  static_assert(!std::is_same_v<typename Dst::DType, float>, "no floats today");
  pto::TMAXS(dst, src, scalar);
}
}  // namespace spoilt
#define TMAXS spoilt::larger
"""


class Refusals(sdk_test.Sdk):
    def listening(self, words):
        path = self.path("listening")
        with open(path, "w", encoding="utf-8") as out:
            out.write(LISTENING.format(log=self.path("log"), words=words, cxx=arguments.cxx))
        os.chmod(path, 0o755)
        return path

    def heard(self):
        """For every unit: accepted, compiled, has the words."""
        with open(self.path("log"), encoding="utf-8") as file:
            return [tuple(word == "True" for word in line.split()) for line in file]

    def test_what_is_refused_is_compiled_with_no_neighbour(self):
        floats = " || ".join(f"std::is_same_v<typename {tile}::DType, float>" for tile in ("Dst", "Left", "Right"))
        self.run_assay("--op", "TADD", "--dtype", "f32,i32", "--cases", "2", "--errata", "none",
                       cxx=self.listening("Vec, float,"),
                       include=self.spoil(f'static_assert(!({floats}), "no floats today");' + WHOLE))
        legal = [one for one in self.records() if one["intent"] == "inside"]
        self.expect([one for one in legal if one["dtype"] == "f32"], "rejected_valid", "no floats today")
        self.assertIn("conforms", {one["verdict"]["kind"] for one in legal if one["dtype"] == "i32"})
        heard = self.heard()
        self.assertIn((True, True, False), heard)
        self.assertIn((False, False, True), heard)
        self.assertNotIn(True, [has_it for _, compiled, has_it in heard if compiled])

    def test_a_refusal_at_launch_shows_nothing_if_no_legal_call_compiles(self):
        os.makedirs(self.path("sdk/pto"), exist_ok=True)
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(WITHOUT_FLOATS % sdk_test.arguments.include)
        self.run_assay("--op", "TMAXS", "--dtype", "f32,i32", "--errata", "none", include=self.path("sdk"))
        at_launch = [one for one in self.records() if one["intent"] == "breaks.src.same_valid_region"]
        self.expect([one for one in at_launch if one["dtype"] == "f32"], "distrusted", "no floats today")
        self.expect([one for one in at_launch if one["dtype"] == "i32"], "conforms", "")

    def test_a_type_that_is_another_one_is_looked_at_once(self):
        include = self.spoil(WHOLE)
        with open(self.path("sdk/pto/pto-inst.hpp"), "a", encoding="utf-8") as file:
            file.write("#define bfloat16_t half\n")
        self.run_assay("--op", "TADD", "--dtype", "bf16,i32", "--cases", "2", "--errata", "none",
                       "--min-judged", "0", cxx=self.listening("bfloat16_t"), include=include)
        legal = [one for one in self.records() if one["intent"] == "inside"]
        self.expect([one for one in legal if one["dtype"] == "bf16"], "unsupported",
                    "assay: bfloat16_t is another name of half")
        self.assertIn("conforms", {one["verdict"]["kind"] for one in legal if one["dtype"] == "i32"})
        self.assertTrue(self.heard())
        self.assertNotIn(True, [has_it for _, _, has_it in self.heard()])


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
