// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/runs/promised_bits.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/support/digest.hpp"

namespace assay {
namespace {

constexpr std::size_t digits = 16;

/// What is compared of an element; equal where agrees() holds.
std::uint64_t promised_in(const ExpectedTile& expected, std::int64_t index, std::uint64_t bits) {
  const auto place = static_cast<std::size_t>(index);
  const Accept accept =
      place < expected.accept.size() ? expected.accept[place] : Accept::unspecified;
  if (accept == Accept::unspecified) return 0;
  if (accept == Accept::some_bits) return bits & expected.low[index];
  const bool any_nan = accept == Accept::any_nan || accept == Accept::target_defined;
  if (!any_nan || !numerics::is_nan(expected.value.type(), bits)) return bits;
  return ~std::uint64_t{0};  // wider than any NaN
}

void add(support::Sha256& digest, std::string_view text) {
  const std::array<std::uint64_t, 1> size{text.size()};
  digest.add(std::as_bytes(std::span(size)));
  digest.add(std::as_bytes(std::span(text)));
}

}  // namespace

std::string promised_bits(const Case& test_case, std::span<const Expected> expected,
                          const Trial& trial) {
  support::Sha256 digest;
  add(digest, name_of(trial.outcome.status));
  const std::vector<Result>& results = test_case.form().results;
  const bool is_done = trial.outcome.status == Outcome::Status::done;
  for (std::size_t i = 0; is_done && i < std::min(results.size(), expected.size()); ++i) {
    const auto* tile = std::get_if<ExpectedTile>(&expected[i]);
    const std::size_t operand = test_case.form().index_of(results[i].operand);
    if (tile == nullptr) {
      add(digest, trial.text);
    } else if (operand < trial.after.size()) {
      const ElementArray& got = trial.after[operand];
      std::vector<std::uint64_t> promised(static_cast<std::size_t>(got.size()));
      for (std::int64_t k = 0; k < got.size(); ++k) {
        promised[static_cast<std::size_t>(k)] = promised_in(*tile, k, got[k]);
      }
      digest.add(std::as_bytes(std::span(promised)));
    }
  }
  return digest.hex().substr(0, digits);
}

}  // namespace assay
