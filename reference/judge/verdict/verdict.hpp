// SPDX-License-Identifier: Apache-2.0
// The result of judging one case.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/choice.hpp"
#include "reference/isa/spec/expected.hpp"

namespace assay {

enum class VerdictKind : std::uint8_t {
  conforms,
  deviates,
  accepted_invalid,
  rejected_valid,
  crashed,
  timed_out,
  flaky,  ///< the same case failed in one execution and not in another
  unsupported,
  target_defined,
  distrusted,
  infra,
  known_deviation,  ///< deviates as errata in effect describe, which are named
  undecidable,      ///< within bounds that are too wide to conclude that it conforms
};

enum class Deviation : std::uint8_t {
  none,
  value,
  wrote_outside,
  clobbered_input,
  guard_broken,
  stray_read,
  nondeterministic,
  text,
  build_dependent,  ///< the same library built twice gives other bits
};

/// What is said of the assembler in a run in which one makes the C++ of calls. Of all but `none`,
/// `late` and `no_text` the assembler is at fault, and not the library.
enum class AssemblerFinding : std::uint8_t {
  none,
  refused_legal,
  accepted_illegal,  ///< it and the library
  late,              ///< it takes an illegal call, which the library refuses: that conforms
  failed,            ///< it crashes, hangs, or ends without C++ and without an error
  uncompilable,      ///< its C++ does not compile, although the library takes the call
  wrong_code,        ///< the call fails with its C++, and not without it
  no_text,           ///< the case was not run: its language has no text for the call
};
inline constexpr std::size_t assembler_findings = 8;

std::string_view name_of(VerdictKind kind);
std::string_view name_of(Deviation deviation);
std::optional<VerdictKind> verdict_named(std::string_view name);
std::optional<Deviation> deviation_named(std::string_view name);
std::string_view name_of(AssemblerFinding finding);
std::optional<AssemblerFinding> assembler_finding_named(std::string_view name);

/// True for verdicts against the implementation: deviates, accepted_invalid, rejected_valid,
/// crashed, timed_out, flaky. A distrusted case is a fault of the data and infra one of the
/// harness, and a known deviation has a numbered erratum: all three are counted separately and
/// never as conforming.
bool is_failure(VerdictKind kind);

/// The element farthest from what is acceptable, or, where all are, from the exact value.
struct WorstElement {
  std::string operand;
  std::int64_t row = 0;
  std::int64_t col = 0;
  Accept accept = Accept::exact;
  std::uint64_t expected = 0;      ///< bits
  std::uint64_t got = 0;           ///< bits
  std::optional<double> ulp = {};  ///< distance from the exact value; nothing for integers and NaN
  std::optional<ElementType> element = {};  ///< format of the bits
};

/// Relative errors of floating-point results whose promised value is finite: |got - exact| /
/// (|exact| + 1e-7), where `exact` is the correctly rounded result. No verdict depends on them:
/// users of the acceptance rule with mean and maximum relative error (MERE and MARE) ask for them.
struct RelativeErrors {
  std::int64_t elements = 0;
  double sum = 0;
  double largest = 0;

  void add(double got, double exact) {
    const double error = std::fabs(got - exact) / (std::fabs(exact) + 1e-7);
    ++elements;
    sum += error;
    largest = std::max(largest, error);
  }
  void add(const RelativeErrors& more) {
    elements += more.elements;
    sum += more.sum;
    largest = std::max(largest, more.largest);
  }
  double mean() const { return elements == 0 ? 0 : sum / static_cast<double>(elements); }
  friend bool operator==(const RelativeErrors&, const RelativeErrors&) = default;
};

/// An erratum in effect that a case could have shown. Elements are 1 where a whole call is
/// concerned.
struct SeenErratum {
  std::string number;
  std::int64_t exercised = 0;  ///< elements on which it differs from the promise
  std::int64_t shown = 0;      ///< of them, those that are as it says and not as promised; all or 0
  std::optional<WorstElement> example = {};  ///< the first of those; `expected` is the promise
  std::string title = {};  ///< of one that a user lists; pages have those of all others
};

struct Verdict {
  VerdictKind kind = VerdictKind::conforms;
  Deviation deviation = Deviation::none;
  AssemblerFinding assembler = AssemblerFinding::none;
  std::string reason;         ///< one sentence; empty for conforms
  std::int64_t compared = 0;  ///< elements (or tokens) compared with a promise
  std::int64_t wrong = 0;
  std::int64_t target_defined = 0;     ///< elements recorded and not judged
  std::int64_t alternative = 0;        ///< elements accepted by the second reading of an any-of
  std::optional<double> max_ulp = {};  ///< largest distance over the compared elements
  RelativeErrors relative = {};
  std::optional<WorstElement> worst = {};
  std::vector<SeenErratum> errata = {};  ///< exercised ones, in the order of the page
  /// Combinations of readings that explain the outputs, of each call whose outputs not all do. None
  /// if all do, and if the outputs are no evidence about the page: of known deviations.
  std::vector<AllowedReadings> readings = {};
  ChosenReadings judged_as = {};  ///< the combination of which everything else here is
};

/// "deviates (value)", "crashed", "rejected_valid (assembler: refused_legal)".
std::string verdict_text(const Verdict& verdict);

}  // namespace assay
