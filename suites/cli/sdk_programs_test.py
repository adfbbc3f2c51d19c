#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on compiled libraries: their calls share memories, and what only that shows is seen."""

import argparse
import os
import shutil
import sys
import unittest

import sdk_test
from sdk_test import WHOLE

# A library that keeps 15 bits of an address, other than those that operands are bound by.
SPOILT_BINDING = """#pragma once
#include "%s/pto/pto-inst.hpp"
namespace spoilt {
template <typename TileData, typename Address>
void bind(TileData& tile, Address address) {
  if constexpr (std::is_integral_v<Address> && !std::is_same_v<Address, std::uint64_t>) {
    pto::TASSIGN(tile, static_cast<std::uint64_t>(address) & 0x7FFF);
  } else {
    pto::TASSIGN(tile, address);
  }
}
template <std::size_t Address, typename TileData>
void bind(TileData& tile) {
  pto::TASSIGN<Address>(tile);
}
}  // namespace spoilt
#define TASSIGN spoilt::bind
"""


class Programs(sdk_test.Sdk):
    def programs_with(self, body):
        """Kinds of verdicts on programs of additions of which the library's own are spoilt."""
        self.run_assay("--suite", "programs", "--op", "TADD,TADDS", "--cases", "16", "--errata", "none", "--no-confirm", "--no-shrink",
                       include=self.spoil(body))
        return {record["verdict"]["kind"] for record in self.records()}

    def test_calls_of_a_program_share_their_memories(self):
        kinds = self.programs_with(WHOLE)
        self.assertIn("conforms", kinds)
        self.assertLessEqual(kinds, {"conforms", "unsupported", "distrusted", "target_defined"})

    def test_a_program_shows_an_output_that_is_cleared_before_the_input_upon_which_it_stands_is_read(self):
        clears = "std::memset(dst.data(), 0, Dst::Rows * Dst::Cols * sizeof(typename Dst::DType)); " + WHOLE
        self.assertIn("deviates", self.programs_with(clears))
        self.assertIn("TADD", {record["op"] for record in self.records() if record["verdict"]["kind"] == "deviates"})

    def test_no_single_call_shows_that(self):
        clears = "std::memset(dst.data(), 0, Dst::Rows * Dst::Cols * sizeof(typename Dst::DType)); " + WHOLE
        records = self.add_with(clears)
        kinds = {record["verdict"]["kind"] for record in records["i32"]}
        self.assertIn("conforms", kinds)
        self.assertNotIn("deviates", kinds)

    def test_a_program_shows_a_write_into_a_tile_far_away(self):
        far = ("reinterpret_cast<unsigned char*>(dst.data())[Dst::Rows * Dst::Cols * sizeof(typename Dst::DType) + 8192] ^= 1;")
        self.assertIn("deviates", self.programs_with(WHOLE + far))

    def bound_with(self, *options, healthy=False):
        """Verdicts of the binding of tiles, by a library that cuts addresses or one that does not."""
        os.makedirs(self.path("sdk/pto"), exist_ok=True)
        with open(self.path("sdk/pto/pto-inst.hpp"), "w", encoding="utf-8") as file:
            file.write(f'#include "{arguments.include}/pto/pto-inst.hpp"\n' if healthy else SPOILT_BINDING % arguments.include)
        self.run_assay("--op", "TASSIGN", "--target", "cpu", "--errata", "none", "--no-confirm", "--no-shrink", *options,
                       include=self.path("sdk"))
        return {(record["form"], record["verdict"]["kind"]) for record in self.records() if not record["intent"].startswith("breaks")}

    def test_an_address_in_a_program_is_that_of_the_memory_of_the_program(self):
        programs = ("--suite", "programs", "--cases", "48")
        found = self.bound_with(*programs)
        self.assertIn(("address", "deviates"), found)
        self.assertLessEqual({form for form, kind in found if kind == "deviates"}, {"address", "written"})
        shutil.rmtree(self.path("run"))
        kinds = {kind for _, kind in self.bound_with(*programs, healthy=True)}
        self.assertIn("conforms", kinds)
        self.assertLessEqual(kinds, {"conforms", "unsupported", "distrusted", "target_defined"})

    def test_in_no_single_call_is_it_that_large(self):
        found = self.bound_with("--cases", "2", "--sdk-limit", "30")
        self.assertIn(("address", "conforms"), found)
        self.assertNotIn("deviates", {kind for _, kind in found})


if __name__ == "__main__":
    arguments, left = sdk_test.parsed(argparse.ArgumentParser(description=__doc__))
    unittest.main(argv=sys.argv[:1] + left)
