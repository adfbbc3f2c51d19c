// SPDX-License-Identifier: Apache-2.0
// A manual page for people and for programs.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/judge.hpp"
#include "reports/manual/bullets.hpp"

namespace assay::reports {

/// A manual page as text, and as JSON with everything in it.
void print_page(std::ostream& out, const OpSpec& op, const ToleranceLookup& tolerances);
std::string page_as_json(const OpSpec& op, const ToleranceLookup& tolerances);

/// How the cases of a suite test a constraint of a form.
struct ConstraintTests {
  std::vector<Target> broken;      ///< targets on which cases break it alone
  std::vector<std::string> edges;  ///< "smallest", "above", ...: sides at which cases are
};

struct ManualDecision {
  std::string_view number;  ///< "004"
  std::string_view text;    ///< Markdown
};

/// The known facts about pages in addition to their text.
struct ManualFacts {
  ToleranceLookup tolerances;
  std::function<ConstraintTests(const OpSpec&, const Form&, const Constraint&)> tests;
  std::vector<ManualDecision> decisions;  ///< those that come at the end, in order
  std::string version;
  ManualPages pages = {};
};

/// Pages as one HTML file that loads nothing: every bullet that a page rests on, in the order of
/// the page, with what tests it, or why it is open or not tested; results, errata, decisions.
void print_manual_html(std::ostream& out, std::span<const OpSpec* const> ops,
                       const ManualFacts& facts);

}  // namespace assay::reports
