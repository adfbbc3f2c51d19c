// SPDX-License-Identifier: Apache-2.0
// A user's TMAX compared with what the page promises, and one that stops at column 16.
#include <algorithm>
#include <limits>

#include "generators/gens.hpp"
#include "reference/judge/judge.hpp"

namespace {

using namespace assay;
using generators::FilledCase;

/// The contents of dst after the call: the larger of both inputs in each of its first columns.
ElementArray own_maximum(const FilledCase& drawn, std::int64_t most_columns) {
  const Call& call = drawn.test.call;
  const TileSpec& dst = call.tile("dst");
  ElementArray result = drawn.before[0];
  for (std::int64_t row = 0; row < dst.valid_rows; ++row) {
    for (std::int64_t col = 0; col < std::min(dst.valid_cols, most_columns); ++col) {
      const auto input = [&](const char* name, std::size_t operand) {
        return static_cast<std::int32_t>(drawn.before[operand][row * call.tile(name).cols() + col]);
      };
      const std::int32_t larger = std::max(input("src0", 1), input("src1", 2));
      result.set(row * dst.cols() + col, static_cast<std::uint32_t>(larger));
    }
  }
  return result;
}

bool is_promised(const FilledCase& drawn, const ElementArray& result) {
  const auto exactly = [](const ToleranceKey&) { return Tolerance{}; };
  const auto promised = expect(drawn.test.call, drawn.before, exactly);
  return all_acceptable(std::get<ExpectedTile>(promised[0]), drawn.before[0], result);
}

}  // namespace

int main() {
  const auto cases =
      generators::with_contents(generators::legal_case("TMAX", {.lead = ElementType::i32}));

  constexpr std::int64_t all_columns = std::numeric_limits<std::int64_t>::max();
  const bool whole = rc::check("own_maximum is TMAX", [=] {
    const FilledCase drawn = *cases;
    RC_ASSERT(is_promised(drawn, own_maximum(drawn, all_columns)));
  });

  const bool cut = rc::check("own_maximum is TMAX even if it stops at column 16", [=] {
    const FilledCase drawn = *cases;
    RC_ASSERT(is_promised(drawn, own_maximum(drawn, 16)));
  });
  return whole && !cut ? 0 : 1;
}
