// SPDX-License-Identifier: Apache-2.0
// The smaller cases of findings, as the folder of a run keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "reference/judge/records/records.hpp"
#include "reports/findings/finding.hpp"

namespace assay::runners {

/// The failing record that a finding is represented by, or null.
std::optional<CaseRecord> record_for(const reports::Finding& finding, const Records& records);

/// Sets the lines that replay the smaller cases of `run`, from shrunk.h5 in `folder`; an empty
/// folder is that of the file that contains the line. The backend is the one of the line that a
/// finding has for the empty folder, or else the one that fails the representative.
void locate_shrunk(std::vector<reports::Finding>& findings, const Records& records,
                   const std::filesystem::path& run, const std::filesystem::path& folder);

/// The result of a run for a smaller case, and its size if that was measured.
struct KnownShrunk {
  /// The representative, `shrunk`, `shrunk_replay` (for the empty folder), `explanation` and
  /// `proof` alone.
  reports::Finding finding;
  std::size_t relevant = 0;   ///< inputs that are not neutral
  std::int64_t elements = 0;  ///< static ones, of all operands
};

/// From findings.json of a run, without sizes. Nothing where there is no such file. Throws
/// UsageError where it is damaged.
std::vector<KnownShrunk> read_shrunk(const std::filesystem::path& run);

/// The same with sizes from shrunk.h5 of the run, and without the cases that it does not have.
/// Throws golden::FileError.
std::vector<KnownShrunk> measured_shrunk(const std::filesystem::path& run);

/// Gives each finding the smallest case of `known` that was made of one of its cases: the one with
/// the fewest relevant inputs, then with the fewest elements, then the one made of its
/// representative, which a run of the whole would have shrunk, then the first by name. The order of
/// `known` has no effect.
void attach_shrunk(std::vector<reports::Finding>& findings, const std::vector<KnownShrunk>& known);

/// Writes shrunk.h5 of the run in `out` with the smaller cases of its findings, as the first of
/// `runs` that has one keeps it; no file where there are none. Throws golden::FileError.
void copy_shrunk(const std::vector<reports::Finding>& findings,
                 const std::vector<std::filesystem::path>& runs, const std::filesystem::path& out);

}  // namespace assay::runners
