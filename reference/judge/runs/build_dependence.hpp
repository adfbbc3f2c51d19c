// SPDX-License-Identifier: Apache-2.0
// One implementation compiled twice: results that depend on how it was compiled, or on its version.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reference/isa/case/case.hpp"
#include "reference/judge/runs/three_way.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// The outcome of a case in one build, and its verdict. The first execution, in which both builds
/// had the same contents.
struct BuildSide {
  std::string_view flags;  ///< "-O2"
  const Verdict& verdict;
  const Trial* trial;  ///< null if there is none
};

/// Says how two builds of one library differ, as a verdict: `deviates`, build_dependent, with the
/// number of elements that differ, the first of them (`expected` and `got` are the bits of the
/// first and of the second build), and a sentence with both flags and both bits. What the page
/// leaves open may differ, and so may two NaNs where any NaN will do; what the target decides and
/// what is within a tolerance may not. Nothing where the builds agree, where one of them has no
/// answer (unsupported or infra), where both are right and the call is illegal (a build with
/// assertions may refuse what another one executes), or where neither fails and errata know what
/// one of them did. `expected` as in attribute().
std::optional<Verdict> build_dependence(const Case& test_case, std::span<const Expected> expected,
                                        const BuildSide& first, const BuildSide& second);

/// What an older and a newer version of one library do otherwise.
struct LibraryChange {
  Attribution kind;    ///< outcome_changed, message_changed or, of results, build_dependent
  std::string reason;  ///< with the flags of both
};

/// Unlike build_dependence() it also says how illegal calls and known deviations differ, by which
/// message a call is refused, which calls one of the two does not support, and where verdicts
/// differ although results do not. Nothing where one of them has no answer for want of a working
/// machine (infra).
std::optional<LibraryChange> library_change(const Case& test_case,
                                            std::span<const Expected> expected,
                                            const BuildSide& before, const BuildSide& after);

}  // namespace assay
