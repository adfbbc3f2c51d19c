// SPDX-License-Identifier: Apache-2.0
// Comparison of two implementations and the reference: which one is wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "reference/isa/case/case.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

enum class Attribution : std::uint8_t {
  agree,                   ///< neither is wrong, and where the target decides both decide alike
  first_wrong,             ///< the second is not
  second_wrong,            ///< the first is not
  both_wrong_alike,        ///< same verdict and, where there are results, the same wrong ones
  both_wrong_differently,  ///< another verdict or other wrong results
  target_defined_differs,  ///< neither is wrong, but they differ in a target-defined result
  build_dependent,         ///< of one library built twice: the builds differ
  outcome_changed,         ///< of two versions of a library: they end otherwise
  message_changed,         ///< of two versions of a library: both refuse, with other words
  undecided,  ///< one of them has no answer: unsupported, distrusted, undecidable or infra
};

std::string_view name_of(Attribution attribution);
std::optional<Attribution> attribution_named(std::string_view name);

/// The outcome of a case in one of them, and its verdict. The first execution, in which both had
/// the same contents.
struct Side {
  const Verdict& verdict;
  const Trial* trial;  ///< null if there is none
};

/// `expected` as expect() gives it for the contents that both had; empty for a call that must be
/// refused.
Attribution attribute(const Case& test_case, std::span<const Expected> expected, const Side& first,
                      const Side& second);

}  // namespace assay
