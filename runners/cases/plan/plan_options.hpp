// SPDX-License-Identifier: Apache-2.0
// All that decides the cases of a plan: what is selected, which share of it, and what is tested.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "reference/isa/spec/erratum.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/sdk/compile/prepare.hpp"

namespace assay::runners {

/// Which signatures the cases of a suite have, where each costs a compiler's time.
enum class SignatureChoice : std::uint8_t {
  all,
  few,  ///< directed cases that differ only at run time share those of random cases; of these, as
        ///< many are kept as it takes to show what all of them show
};

/// Which functions and inputs of a suite that enumerates inputs.
struct InputSelection {
  std::optional<std::string> form;
  std::optional<std::string> to;        ///< element type of the result
  std::vector<std::string> attributes;  ///< NAME=VALUE; others have their first value
  std::optional<int> sample;            ///< log2 of the largest sample, instead of the suite's

  bool any() const { return form || to || !attributes.empty() || sample; }
};

/// The cases of a suite, or cases that are named.
struct CaseSelection {
  std::string suite = "smoke";
  std::optional<std::string> op_pattern;
  std::vector<std::string> targets;
  std::vector<std::string> dtypes;
  std::optional<std::uint64_t> count;  ///< per recipe, instead of the suite's numbers
  std::optional<std::uint64_t> seed;
  InputSelection inputs = {};
  SignatureChoice signatures = SignatureChoice::all;
  std::vector<std::string> names;  ///< NAME or FILE.h5:NAME, instead of a suite
  std::string names_file;          ///< file with names of cases, instead of a suite
  std::string judged;  ///< golden file whose cases stored results are judged by, instead of a suite
  std::string judged_version = {};  ///< suite version of that file

  /// Whether a user names the cases.
  bool are_named() const { return !names.empty() || !names_file.empty(); }
  bool of_suite() const { return !are_named() && judged.empty(); }
};

/// Which cases of the whole plan are executed, and in which order.
struct PlanShare {
  Shard shard;
  std::uint64_t replicate = 0;  ///< millionths of the cases, which the next shard executes again
  bool shuffle = false;         ///< execute in an order that the seed draws
};

/// The backends of a run, and the deviations that are known of them.
struct TestedBackends {
  std::vector<BackendSpec> backends{{}};  ///< one, two side by side, or one for each build
  sdk::SdkOptions sdk;                    ///< of a library among them
  std::vector<std::string> builds;        ///< flags of each, where all are builds of one library
  std::optional<ErrataChoice> errata;     ///< in effect; else those of each backend
};

struct PlanOptions {
  CaseSelection cases;
  PlanShare share = {};
  TestedBackends tested = {};
  sdk::Lacking lacking = {};  ///< what all of the backends are known not to have
  unsigned jobs = 0;          ///< threads; 0: one per processor
  bool quiet = false;         ///< print no progress
};

}  // namespace assay::runners
