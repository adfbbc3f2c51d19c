// SPDX-License-Identifier: Apache-2.0
// run.json: everything that decides the cases and the verdicts of a run, and where it ran.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference/judge/records/record.hpp"
#include "reports/text/junit.hpp"
#include "runners/cases/plan/plan.hpp"
#include "runners/run/identity.hpp"
#include "runners/run/run_options.hpp"
#include "runners/run/run_state.hpp"
#include "runners/run/tile_keeper.hpp"
#include "runners/worker/process.hpp"

namespace assay::runners {

/// One object: schema "assay-run" and schema_version 3; `options` as given; selection, seed,
/// `planned` (cases of all shards), `suite_digest` (equal where the whole plan is), `shard`
/// {index from 1, count}, the versions, the backend and its revision, the digest of the accuracy
/// profile; and `environment`, the one place for what may differ between two equal runs. When the
/// run ends, `completion` says how much of its plan it did, and of a run that keeps tiles `tiles`
/// how many failing and passing cases have theirs, and how many the budget left out. In the file a
/// `check` follows (reports/words/seal.hpp).
using Manifest = nlohmann::ordered_json;

/// Throws UsageError where the text is not UTF-8, as a path may be, and JSON cannot hold it.
void require_recordable(const Manifest& json);

/// Throws as require_recordable().
Manifest manifest_of(const RunOptions& options, const RunState& state, const RunPlan& plan,
                     const std::vector<BackendInfo>& backends, const RunInfo& info);

/// Throws UsageError where the file is no manifest that this version knows, or is not as written.
Manifest read_manifest(const std::filesystem::path& path);
/// Complete or not there.
void write_manifest(const std::filesystem::path& path, const Manifest& manifest);

/// Says in the file whether the run did all that it planned, and whose tiles are kept.
void record_end(const std::filesystem::path& path, const Completion& completion,
                const std::optional<TileCounts>& tiles);
/// Adds a segment to `environment`, which starts now: at the start of a run, or at a resume.
void add_segment(Manifest& manifest, const Identity& identity);
/// Says in the last segment that its board was lost, and why.
void record_loss(const std::filesystem::path& path, const std::string& reason);
/// The board of the last segment; empty if the manifest is too old to have one.
std::string last_board_in(const Manifest& manifest);
/// The facts about each board of a run or merged run, "driver 24.1, host npu7": the last ones of a
/// board that has several segments.
std::map<std::string, std::string> boards_in(const Manifest& manifest);

/// The tile counts in the manifest, or zeros.
TileCounts tiles_in(const Manifest& manifest);

/// Backends besides the first.
std::vector<std::string> rivals_in(const Manifest& manifest);

/// Flags of the build that a backend is, by its text; of a run that compares builds of a library.
std::map<std::string, std::string> builds_in(const Manifest& manifest);

/// What a run begins with, or goes on with.
struct RunStart {
  RunOptions options;
  std::vector<std::size_t> left_out = {};  ///< see RunState; of a new run none
};
/// The run in the folder `given.resume`, with the jobs, limits and console of `given`. Throws
/// UsageError.
RunStart resumed_run(const RunOptions& given);

/// The description of a run in its folder: run.json, and summary.json if the run got that far.
/// Judged cases that every op of a whole run must have, as the manifest says; 0 for named cases.
std::size_t min_judged_in(const Manifest& manifest);
/// What --junit said; empty if it was not given.
std::optional<reports::JunitTests> junit_in(const Manifest& manifest);
/// The support that the whole run must have; empty if nothing was demanded.
SupportList support_demanded_in(const Manifest& manifest);

/// The summary.json of a run; null if there is none. Throws UsageError if it is not as it was
/// written.
Manifest read_summary(const std::filesystem::path& run);

/// The facts of run.json, and the duration of the run from summary.json. Only the journal has the
/// number of executed cases (read_run()); `planned` is of all shards. Throws UsageError where a
/// file is not whole.
RunInfo recorded_info(const std::filesystem::path& run);

/// First member that differs or that only one has, without the members that are named last.
std::optional<std::string> differing_key(const Manifest& a, const Manifest& b,
                                         const std::set<std::string>& aside = {});

/// Throws UsageError for the first difference outside `environment`, `tiles` and
/// `completion`.
void require_same(const Manifest& found, const Manifest& wanted, const std::string& folder);

}  // namespace assay::runners
