// SPDX-License-Identifier: Apache-2.0
// Consecutive inputs: which ones an enumeration has, and in which order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/types/element_type.hpp"

namespace assay::generators {

/// Some or all patterns of a type of at most 32 bits, without repeats.
class Codes {
 public:
  /// Every pattern, in the order of unsigned integers.
  static Codes all(ElementType type);

  /// About `most` patterns of a type of 16 or 32 bits, positive ones first, by magnitude: equally
  /// many from every binade (all of a binade that has no more), from the signalling and from the
  /// quiet NaN. Of a binade its first and last two patterns, and one from every cell of equal
  /// width: the first, the last, or one inside. Zeros, infinities, the quiet NaN and the extremes
  /// of integers are always there. No binade is empty, even if `most` is smaller.
  static Codes sample(ElementType type, std::uint64_t most);

  ElementType type() const { return type_; }
  std::uint64_t size() const { return size_; }

  /// Patterns [first, first + bits.size()).
  void fill(std::uint64_t first, std::span<std::uint32_t> bits) const;

 private:
  /// Magnitudes [first, first + size), of which `take` are in the sample.
  struct Stratum {
    std::uint64_t first = 0;
    std::uint64_t size = 0;
    std::uint64_t take = 0;
    std::uint64_t start = 0;  ///< index of the first taken one
    bool negative = false;
  };

  explicit Codes(ElementType type) : type_(type) {}
  static std::vector<Stratum> strata_of(ElementType type);
  std::uint32_t pick(const Stratum& stratum, std::uint64_t index) const;
  std::uint32_t with_sign(const Stratum& stratum, std::uint64_t magnitude) const;

  ElementType type_;
  std::uint64_t size_ = 0;
  std::vector<Stratum> strata_;  ///< empty where all patterns are taken
};

/// Every combination of one pattern per argument; the last argument changes fastest.
class InputSpace {
 public:
  /// At least one argument; of several, each has at most 2^16 patterns.
  explicit InputSpace(std::vector<Codes> arguments);

  std::size_t arity() const { return arguments_.size(); }
  std::uint64_t size() const { return size_; }

  /// Argument `k` of the inputs [first, first + bits.size()).
  void fill(std::size_t k, std::uint64_t first, std::span<std::uint32_t> bits) const;

 private:
  std::vector<Codes> arguments_;
  std::vector<std::vector<std::uint32_t>> patterns_;  ///< of each argument, where there are several
  std::uint64_t size_ = 1;
};

/// The value plan of cases that have consecutive inputs: "all" of them, or the inputs of a sample,
/// "sample-24". No form has it among its plans.
struct InputPlan {
  static constexpr std::string_view every_input = "all";

  int sample = 0;  ///< log2 of the largest sample; 0: every input
  std::string text() const;
  /// The inputs of so many arguments of a type.
  InputSpace inputs(ElementType type, std::size_t arity) const;
};

/// The plan of a name; nothing for the plans of all other cases.
std::optional<InputPlan> input_plan_named(std::string_view name);

inline constexpr int smallest_sample = 8;
inline constexpr int largest_sample = 24;
/// Of all arguments of a call together, where it is given every input.
inline constexpr int most_enumerated_bits = 32;

}  // namespace assay::generators
