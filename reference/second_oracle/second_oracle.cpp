// SPDX-License-Identifier: Apache-2.0
// Decode, enclose, round both ends; where they differ, enclose better.
#include "reference/second_oracle/second_oracle.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/second_oracle/arithmetic.hpp"
#include "reference/second_oracle/codec.hpp"
#include "reference/second_oracle/special.hpp"

namespace assay::second_oracle {
namespace {

/// One function of one set of arguments, enclosed ever better until both ends round alike.
class Evaluation {
 public:
  Evaluation(Function function, std::span<const std::uint64_t> bits, ElementType from,
             ElementType to)
      : function_(function), to_(to), count_(bits.size()) {
    if (count_ != arity_of(function)) throw std::invalid_argument("wrong number of arguments");
    std::ranges::transform(bits, arguments_.begin(), [&](u64 word) { return decode(from, word); });
    const auto value = special(function, numbers());
    value_ = value ? *value : enclose(function, numbers(), precision_);
    find_places();
  }

  u64 rounded(RoundMode mode) {
    if (value_.kind != Kind::finite) return encode_special(to_, value_, mode);
    while (!one_place_ && choose(low_, mode) != choose(high_, mode)) improve();
    return choose(low_, mode);
  }

 private:
  Numbers numbers() const { return {arguments_.data(), count_}; }

  void find_places() {
    if (value_.kind != Kind::finite) return;
    low_ = place(to_, value_.negative, value_.low);
    one_place_ = value_.low == value_.high;
    if (one_place_) return;
    high_ = place(to_, value_.negative, value_.high);
    one_place_ = low_ == high_;
  }

  void improve() {
    precision_ *= 2;
    if (precision_ > last_precision) throw std::logic_error("1536 bits do not tell how to round");
    value_ = enclose(function_, numbers(), precision_);
    find_places();
  }

  Function function_;
  ElementType to_;
  std::size_t count_;
  std::array<Number, 3> arguments_;
  Value value_;
  Place low_;
  Place high_;
  bool one_place_ = false;  ///< both ends lie there
  int precision_ = first_precision;
};

}  // namespace

std::uint64_t rounded(Function function, std::span<const std::uint64_t> argument_bits,
                      ElementType from, ElementType to, RoundMode mode) {
  return Evaluation(function, argument_bits, from, to).rounded(mode);
}

std::array<std::uint64_t, 6> rounded_in_every_mode(Function function,
                                                   std::span<const std::uint64_t> argument_bits,
                                                   ElementType from, ElementType to) {
  Evaluation evaluation(function, argument_bits, from, to);
  std::array<std::uint64_t, 6> results{};
  std::ranges::transform(every_round_mode, results.begin(),
                         [&](RoundMode mode) { return evaluation.rounded(mode); });
  return results;
}

}  // namespace assay::second_oracle
