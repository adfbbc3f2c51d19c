// SPDX-License-Identifier: Apache-2.0
// The smaller cases of findings, as the folder of a run keeps them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reference/judge/record.hpp"
#include "reports/finding.hpp"

namespace assay::runners {

/// The failing record that a finding is represented by, or null.
const CaseRecord* record_for(const reports::Finding& finding,
                             const std::vector<CaseRecord>& records);

/// Sets the lines that replay the smaller cases, from shrunk.h5 in `folder`; an empty folder is
/// that of the file the line stands in.
void locate_shrunk(std::vector<reports::Finding>& findings, const std::vector<CaseRecord>& records,
                   const std::filesystem::path& folder = {});

/// What findings.json of a run says of smaller cases: findings with the representative, `shrunk`
/// and `explanation` alone. Nothing where there is no such file. Throws UsageError where it is
/// damaged.
std::vector<reports::Finding> read_shrunk(const std::filesystem::path& run);

/// Gives a finding the smaller case of `known`: the one made of its representative, or else the
/// first by name made of another of its cases.
void attach_shrunk(std::vector<reports::Finding>& findings,
                   const std::vector<reports::Finding>& known);

/// Writes shrunk.h5 of the run in `out` with the smaller cases of its findings, as the first of
/// `runs` that has one keeps it; no file where there are none. Throws golden::FileError.
void copy_shrunk(const std::vector<reports::Finding>& findings,
                 const std::vector<std::filesystem::path>& runs, const std::filesystem::path& out);

}  // namespace assay::runners
