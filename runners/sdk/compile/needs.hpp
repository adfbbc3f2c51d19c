// SPDX-License-Identifier: Apache-2.0
// The signatures that the cases of a run need from a user's library.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runners/sdk/compile/build.hpp"
#include "runners/sdk/source/profile.hpp"

namespace assay::runners::sdk {

/// Case `index` of a run, or nothing. May be called from any thread.
using Drawing = std::function<std::optional<Case>(std::size_t index)>;

/// The signature of a case for the compiler; nothing if the harness does not execute the case.
std::optional<std::string> signature_of(const Case& test_case);

/// Signatures that the cases need and the index does not have.
struct Needs {
  std::map<std::string, CompileRequest> wanted;              ///< by signature
  std::vector<std::pair<std::size_t, std::string>> by_case;  ///< index and signature
};

/// The needs of the cases that follow the rules of the profile's target, drawn on `jobs` threads;
/// numbers continue those of the index. Says on standard error how far it is, unless `quiet`.
/// Throws InfraError at an interrupt.
Needs needs_of(std::size_t cases, const Drawing& draw, const Profile& profile, const Index& index,
               unsigned jobs, bool quiet);

/// Some of the wanted signatures: a digest decides which. Every form of every op gets as many as
/// another, and of one form every intent: an op of many forms must not crowd out its own.
/// In the order in which the cases need them. Without a limit all.
std::vector<CompileRequest> chosen(const Needs& needs, std::optional<std::size_t> limit);

}  // namespace assay::runners::sdk
