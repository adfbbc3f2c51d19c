// SPDX-License-Identifier: Apache-2.0
// Refusals that errata know by what they say.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/result.hpp"

namespace assay {

struct Erratum;

/// What brings about a known refusal, and what the refusal says: the `arises` of an erratum that is
/// about one check of a library. Another refusal of the same call is another matter.
struct KnownRefusal {
  std::function<bool(const Evaluation&)> contents = {};  ///< that are refused; empty: all
  /// Parts of its text, of which it has one; the texts of compilers differ.
  std::vector<std::string> says = {};

  bool operator()(const Evaluation& inputs) const { return !contents || contents(inputs); }
};

/// Parts of the text by which an erratum knows a refusal; none: it knows all of them.
std::vector<std::string> sayings_of(const Erratum& erratum);

/// Whether an erratum knows a refusal by its text. A backend that says nothing cannot be told
/// apart.
bool knows_refusal(const Erratum& erratum, std::string_view text);

}  // namespace assay
