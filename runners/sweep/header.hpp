// SPDX-License-Identifier: Apache-2.0
// Which sweep a journal is of: all that its lines and the tables made of them depend on.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "golden/golden.hpp"
#include "reference/judge/records/sweep_record.hpp"
#include "runners/cases/plan/shard.hpp"

namespace assay::runners {

struct SweepHeader {
  SweepRecord record = {};  ///< of the whole sweep, nothing found yet
  Shard shard = {};
  golden::Provenance provenance = {};  ///< of the whole sweep
};

/// The first line of a journal, and back. The header of a whole sweep has no shards. Throws
/// nlohmann::json::exception or UsageError for a line that is no header.
nlohmann::ordered_json json_of(const SweepHeader& header);
SweepHeader header_from(const nlohmann::ordered_json& json);

/// First member that makes them two sweeps; members in which two shards may differ are ignored.
std::optional<std::string> other_sweep(const nlohmann::ordered_json& a,
                                       const nlohmann::ordered_json& b, bool shards);

/// "sample of 2^24; subnormals: flushed": the inputs, and the readings that are not the first ones.
std::string selection_with_readings(const SweepRecord& record);

/// The header of what the shard alone is: inputs, selection and command are its own.
SweepHeader own_header(SweepHeader header);

}  // namespace assay::runners
