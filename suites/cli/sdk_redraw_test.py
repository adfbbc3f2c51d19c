#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What a library is known to refuse, or lacks, is drawn again within what it takes (decision 208): its legal cases compare
values, and a defect of large tiles is found whatever type the library lacks."""

import argparse
import os
import re
import sys
import unittest

import sdk_test

# Takes tiles of one type alone, as E-TADD-001 says.
ONE_TYPE = """#pragma once
#include "%s/pto/pto-inst.hpp"
#define bfloat16_t half
namespace one_type {
template <typename Tile>
void TADD(Tile& dst, Tile& left, Tile& right) { pto::TADD(dst, left, right); }
}  // namespace one_type
#define TADD one_type::TADD
"""

# Right but for the element in row 16 and column 64.
BEYOND = """#pragma once
#include "%s/pto/pto-inst.hpp"
#define bfloat16_t half
namespace beyond {
template <typename Dst, typename Left, typename Right>
void TSUB(Dst& dst, Left& left, Right& right) {
  pto::TSUB(dst, left, right);
  if (dst.GetValidRow() <= 16 || dst.GetValidCol() <= 64) return;
  reinterpret_cast<unsigned char*>(&dst.data()[16 * Dst::Cols + 64])[0] ^= 64;
}
}  // namespace beyond
#define TSUB beyond::TSUB
"""


class Redraw(sdk_test.Sdk):
    def library_of(self, text):
        os.makedirs(self.path("sdk/pto"))
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(text % arguments.include)
        return self.path("sdk")

    def legal(self):
        return [record for record in self.records() if not record["intent"].startswith("breaks.")]

    def test_a_known_refusal_is_tried_once_and_the_others_compare_values(self):
        include = self.library_of(ONE_TYPE)
        done = self.run_assay("--op", "TADD", include=include)
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        drawn, without = map(int, re.search(r"(\d+) cases that .* were replaced; (\d+) could not be replaced", done.stderr).groups())
        self.assertGreater(drawn, 40)
        # Those of bfloat16, and few others.
        self.assertLess(without, drawn / 5)
        kinds = [record["verdict"]["kind"] for record in self.legal()]
        self.assertEqual(kinds.count("known_deviation"), 1)
        self.assertEqual(kinds.count("unsupported"), 1)
        self.assertGreater(kinds.count("conforms"), 60)
        again = self.assay("replay", next(record["name"] for record in self.legal() if "+alike" in record["name"]), include=include)
        self.assertIn("conforms", again.stdout)

    def test_a_library_that_takes_what_its_profile_declines_is_told_so(self):
        done = self.run_assay("--op", "TREM", "--cases", "1", "--dtype", "f32")
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        self.assertRegex(done.stdout, r"declined \d forms? took zero divisors, which the profile declines")

    def test_a_shard_draws_what_the_whole_draws(self):
        include = self.library_of(ONE_TYPE)
        options = ["--op", "TADD", "--cases", "1", "--signatures", "few", "--min-judged", "0"]
        self.run_assay(*options, include=include)
        whole = {record["name"] for record in self.records()}
        parts = set()
        for index in (1, 2):
            os.rename(self.path("run"), self.path(f"before{index}"))
            self.run_assay(*options, "--shard", f"{index}/2", include=include)
            parts |= {record["name"] for record in self.records()}
        self.assertEqual(parts, whole)

    def test_a_defect_of_large_tiles_is_found_where_a_type_is_lacking(self):
        done = self.run_assay("--op", "TSUB", "--no-shrink", include=self.library_of(BEYOND))
        self.assertEqual(done.returncode, 1, done.stdout[-2000:] + done.stderr[-2000:])
        wrong = [record["scenario"] for record in self.records() if record["verdict"]["kind"] == "deviates"]
        self.assertTrue(any(scenario.startswith("large") for scenario in wrong), wrong)
        again = [record for record in self.records() if "+large-alike" in record["name"]]
        self.assertTrue(again)
        self.assertEqual({record["verdict"]["compared"] > 0 for record in again}, {True})
        self.assertNotIn("bf16", {record["dtype"] for record in self.records() if record["scenario"].startswith("large")})


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
