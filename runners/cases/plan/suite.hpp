// SPDX-License-Identifier: Apache-2.0
// Suites: which cases a run consists of, as data.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/draw/discriminating_power.hpp"
#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "generators/shapes/lines.hpp"
#include "runners/cases/plan/rotation_span.hpp"

namespace assay::runners {

/// Cases per recipe, by the purpose of a case.
struct CaseCounts {
  std::uint64_t inside = 1;
  std::uint64_t boundary = 1;
  std::uint64_t outside = 1;

  std::uint64_t of(Intent::Kind kind) const;
  /// Turns of the scenarios that every form has: one for four cases inside, four at most.
  std::uint64_t common_turns() const { return std::clamp<std::uint64_t>(inside / 4, 1, 4); }
  /// Cases of such a scenario in each turn; of those of one line, which are small, four times as
  /// many.
  std::uint64_t of_common(std::string_view scenario) const {
    const std::uint64_t share = generators::is_of_one_line(scenario) ? 1 : 4;
    const std::uint64_t cases_of_a_turn = share * common_turns();
    return (inside + cases_of_a_turn - 1) / cases_of_a_turn;
  }
};

/// Which inputs the calls of an enumeration have.
struct SuiteInputs {
  int most_bits = 0;  ///< of all arguments together, for every input; 0: the suite enumerates none
  int sample = 24;    ///< log2 of the largest sample of calls with more
};

struct Suite {
  std::string name;
  std::string summary;
  std::string ops = "*";
  std::vector<std::string> targets;
  std::uint64_t seed = 1;
  bool dated = false;  ///< the seed is the day unless one is given
  CaseCounts cases;
  /// Cases of a directed recipe (scenario, edge, breach) that share a signature (types, shapes,
  /// layouts); the next ones have another. Each case of a plan has another one, of those that all
  /// plans of the form share.
  std::uint64_t cases_per_signature = generators::cases_of_a_signature;
  /// Operands of more bytes are worth their time once per recipe, and in a short suite with one
  /// element type per form and target; 0 for no such limit.
  std::int64_t large_bytes = 0;
  bool large_every_dtype = false;
  /// Programs for each target, of one call, of two, and so on to the most calls, and again.
  std::uint64_t programs = 0;
  int program_calls = 8;
  generators::ProgramKind program_kind = generators::ProgramKind::stepwise;
  SuiteInputs inputs;
};

/// Throws UsageError with file and line.
Suite parse_suite(std::string_view text, const std::string& file);

/// A built-in suite; throws UsageError for an unknown name.
Suite suite_named(std::string_view name);
std::vector<std::string> suite_names();

/// The selected cases. Empty lists mean everything.
struct Selection {
  std::string op_pattern = "*";
  std::vector<std::string> targets;
  std::vector<std::string> dtypes;
};

/// The day as a number, 20261231, in UTC.
std::uint64_t seed_of_today();

/// The seed and where the plans of directed calls begin (see generators::recipes): another seed is
/// another rotation, so that over many nightly runs each call gets each plan.
struct Start {
  std::uint64_t seed = 1;
  std::uint64_t turn = 0;
};
Start start_of(const Suite& suite, std::optional<std::uint64_t> seed);

/// Every recipe of a selection, page by page, in the order of all_ops(). Throws UsageError for an
/// unknown name or where nothing is left, InfraError at an interrupt. Says on standard error how
/// far it is, unless `quiet`.
std::vector<generators::Recipe> recipes_of(const Selection& selection,
                                           const RotationSpan& turns = {}, bool quiet = true);

/// "ops=TRSQRT targets=a5 dtypes=*", for provenance.
std::string to_string(const Selection& selection);

using generators::bytes_of;

/// One case to be drawn.
struct PlannedCase {
  const generators::Recipe* recipe = nullptr;
  std::uint64_t index = 0;
};

/// The cases of each recipe in turn, as many of a signature as are asked for.
std::vector<PlannedCase> plan_cases(const std::vector<generators::Recipe>& recipes,
                                    const CaseCounts& counts, std::uint64_t cases_per_signature);

}  // namespace assay::runners
