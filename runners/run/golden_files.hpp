// SPDX-License-Identifier: Apache-2.0
// The loop of golden and export: cases on threads in place of a backend, in order into their files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>

#include "golden/golden.hpp"
#include "runners/cases/plan/shard.hpp"
#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {

/// Cases with an index from 0, some of which do not exist.
struct CaseSequence {
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  std::size_t size = unlimited;  ///< how many to draw at most
  /// Called once for each index: from any thread, or in order if the cases are `dependent`.
  std::function<std::optional<StoredCase>(std::size_t index)> draw;
  bool dependent = false;  ///< what is drawn depends on the cases before; the first nothing ends it
};

/// Where the files of a command are, and what they say about themselves.
struct GoldenPlace {
  std::filesystem::path out;  ///< the file, or the folder of several
  golden::Provenance provenance;
  Shard shard = {};
  std::uint64_t parts = 0;  ///< files in the folder `out`; 0: `out` is the file
  bool resume = false;      ///< files that are there stay, if they are of the same cases
};

/// Which cases are written, and how.
struct GoldenWork {
  std::optional<std::uint64_t> most = {};  ///< of all shards together; else the whole sequence
  bool illegal = false;                    ///< also calls that must be refused
  bool expected = true;                    ///< with expected values
  unsigned jobs = 0;                       ///< threads; 0: one per processor
  bool quiet = false;                      ///< no progress
  std::function<void(const StoredCase&)> on_case = {};  ///< every case of the shard, in order
};

/// What there is now, and what was there before.
struct GoldenEnd {
  std::uint64_t written = 0;  ///< cases and programs
  std::uint64_t files = 0;
  std::uint64_t kept = 0;  ///< files of an earlier command
};

/// Throws UsageError where the files of `place` cannot be written; makes nothing.
void require_golden_place(const GoldenPlace& place);

/// Writes the files that are not finished yet. A file appears when all its cases are written. Which
/// cases a file has, and so its bytes, does not depend on the number of threads. Throws UsageError
/// where the files cannot be there, InfraError at an interrupt, and as GoldenWriter does; finished
/// parts stay then.
GoldenEnd write_golden_files(const CaseSequence& cases, const GoldenPlace& place,
                             const GoldenWork& work, const ToleranceLookup& tolerances);

}  // namespace assay::runners
