// SPDX-License-Identifier: Apache-2.0
// Bullets of the manual's pages and what accounts for each (decision 077).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::reports {

/// How a bullet of the manual is accounted for. A `part` says what those below it are about.
enum class Told { part, tested, open, untested };

struct ManualBullet {
  Told told = Told::part;
  std::string text;  ///< in our words; of a tested one empty if constraints and words give it
  std::string why;   ///< of a tested one the words for what tests it: "types@a5"; else a reason
};

/// The bullets of one of an op's pages, all of them and in order.
struct ManualPage {
  std::string page;  ///< "TABS page", as constraints cite it
  std::vector<ManualBullet> bullets;
};
using ManualPages = std::map<std::string, std::vector<ManualPage>, std::less<>>;

/// Whether a word is about the compared elements: "results", or a word like "region".
bool means_results(std::string_view word);

/// Whether a word means a constraint: its name ("src.location"), what follows the operand in its
/// name ("location"), or a word for several such ("types"), and with "@a5" only if it applies
/// there.
bool means(std::string_view word, const Constraint& constraint);

/// A bullet's text; if it has none, that of the sources of the constraints for its words.
std::string text_of(const OpSpec& op, const ManualBullet& bullet);

/// Why nothing of the op accounts for a bullet, in a sentence; empty if something does.
std::string unaccounted(const OpSpec& op, const ManualBullet& bullet);

}  // namespace assay::reports
