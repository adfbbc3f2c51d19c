// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/shared/interleaving.hpp"
#include "reference/ops/movement/shared/moved.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tdeinterleave_page = "TDEINTERLEAVE page";

/// Element 2 * col, or the one after it, of the row that src0 and src1 make together.
OriginsIn of_two(std::int64_t odd) {
  return [=](const Call& call) {
    return [odd, half = call.tile("dst0").valid_cols](std::int64_t row, std::int64_t col) {
      const std::int64_t place = 2 * col + odd;
      return place < half ? Origin{"src0", row, place} : Origin{"src1", row, place - half};
    };
  };
}

OriginsIn of_one(std::int64_t odd) {
  return [=](const Call&) {
    return [=](std::int64_t row, std::int64_t col) { return Origin{"src", row, 2 * col + odd}; };
  };
}

Constraints two() {
  return joined(
      woven_tiles({"dst0", "src0"}, tdeinterleave_page),
      Constraints{
          invariant(one_tile_type("dst1", "dst0")).from(tdeinterleave_page, "one TileDataDst"),
          invariant(one_tile_type("src1", "src0")).from(tdeinterleave_page, "one TileDataSrc")},
      woven_regions({"dst0", "dst1", "src0", "src1"}, tdeinterleave_page));
}

Constraints one() {
  return joined(
      woven_tiles({"src", "dst0"}, tdeinterleave_page),
      Constraints{
          invariant(one_tile_type("dst1", "dst0")).from(tdeinterleave_page, "one TileDataDst"),
          two_registers_wide().on({a5}).unchecked_on({a5}).from(tdeinterleave_page,
                                                                "note: two chunks")},
      Constraints{half_as_wide("dst0").at(launch).from(tdeinterleave_page, "half of src"),
                  half_as_wide("dst1").at(launch).from(tdeinterleave_page, "half of src")});
}

bool has_an_odd_half(const Call& call) {
  return call.form->name == "one" && call.tile("dst0").valid_cols % 2 != 0;
}

}  // namespace

OpSpec TDEINTERLEAVE() {
  Form form{.operands = {dst1, dst0, src}, .lead = "src", .targets = {a5, cpu}};
  form.name = "one";
  form.constraints = one();
  form.results = {moved(of_one(1), "dst1"), moved(of_one(0), "dst0")};
  form.scenarios = interleaving_scenarios({"src"});
  return {
      .mnemonic = "TDEINTERLEAVE",
      .summary = "Takes the even and the odd elements of one or two tiles apart.",
      .forms = {{.name = "two",
                 .operands = {dst1, dst0, src1, src0},
                 .lead = "dst0",
                 .targets = {a5, cpu},
                 .constraints = two(),
                 .results = {moved(of_two(1), "dst1"), moved(of_two(0), "dst0")},
                 .scenarios = interleaving_scenarios({"dst0", "dst1", "src0", "src1"})},
                form},
      .decisions = {"002-outside-the-valid-region"},
      .ambiguities = {{"the page wants equal valid shapes and half of them where there is one "
                       "source",
                       "constraints dst0.half and dst1.half: half, as the formula has it"},
                      {"the page asks for a source of two registers, no header does",
                       "constraint src.registers: kept on a5, no promised refusal"}},
      .notes = {"a2a3 has no such instruction"},
      .errata = {among(refusing(of_headers(cpu, "E-TDEINTERLEAVE-001", "TDeinterleave.hpp",
                                           "an odd number of pairs of one source is refused"),
                                {}),
                       "one source with an odd half", has_an_odd_half),
                 among(overrunning("E-TDEINTERLEAVE-002", "TDeinterleave.hpp"),
                       "results of 4-bit elements, which no page lists",
                       [](const Call& call) {
                         return bits_of(element_of(call, "dst0")) == 4 ||
                                bits_of(element_of(call, "dst1")) == 4;
                       })},
  };
}

}  // namespace assay::ops
