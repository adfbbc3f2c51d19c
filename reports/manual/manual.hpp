// SPDX-License-Identifier: Apache-2.0
// A manual page for people and for programs.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/op_spec.hpp"
#include "reference/judge/judge.hpp"

namespace assay::reports {

/// A manual page as text, and as JSON with everything in it.
void print_page(std::ostream& out, const OpSpec& op, const ToleranceLookup& tolerances);
std::string page_as_json(const OpSpec& op, const ToleranceLookup& tolerances);

/// How the cases of a suite test a constraint of a form.
struct ConstraintTests {
  std::vector<Target> broken;      ///< targets on which cases break it alone
  std::vector<std::string> edges;  ///< "smallest", "above", ...: sides at which cases stand
};

/// How a bullet of the manual is accounted for. A `part` says what those below it are about.
enum class Told { part, tested, open, untested };

/// A bullet of a page of the manual, in our words.
struct ManualBullet {
  Told told = Told::part;
  std::string text;
  std::string why;  ///< of a tested one what tests it: "src.element@a5 results"; else a reason
  std::string also = {};  ///< what else holds it: "scenario wide", "decision 001-rsqrt-accuracy"
};

/// The bullets of one of an op's pages, all of them and in order.
struct ManualPage {
  std::string page;  ///< "TABS page", as constraints cite it
  std::vector<ManualBullet> bullets;
};
using ManualPages = std::map<std::string, std::vector<ManualPage>, std::less<>>;

/// Reads them from the Markdown of a family and adds them by op; throws std::invalid_argument.
void read_manual_pages(std::string_view text, ManualPages& pages);

/// What a bullet names that its op does not have, in a sentence; empty where it has all.
std::string unknown_reference(const OpSpec& op, const ManualBullet& bullet);

struct ManualDecision {
  std::string_view number;  ///< "004"
  std::string_view text;    ///< Markdown
};

/// What is known of pages beside them.
struct ManualFacts {
  ToleranceLookup tolerances;
  std::function<ConstraintTests(const OpSpec&, const Form&, const Constraint&)> tests;
  std::vector<ManualDecision> decisions;  ///< those that stand at the end, in order
  std::string version;
  ManualPages pages = {};
};

/// Pages as one HTML file that loads nothing: every bullet that a page rests on, in the order of
/// the page, with what tests it, or why it is open or not tested; results, errata, decisions.
void print_manual_html(std::ostream& out, std::span<const OpSpec* const> ops,
                       const ManualFacts& facts);

}  // namespace assay::reports
