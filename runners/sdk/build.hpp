// SPDX-License-Identifier: Apache-2.0
// Compiles signatures in batches and finds out which of them do not compile, and why.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "reference/isa/case.hpp"
#include "runners/sdk/compiler.hpp"
#include "runners/sdk/index.hpp"

namespace assay::runners::sdk {

/// A signature that the index does not have yet.
struct Wanted {
  std::string signature;
  std::size_t number = 0;                      ///< of its entry, unique in the folder
  std::string source;                          ///< see entry_of
  std::string check;                           ///< see check_of
  std::string digest;                          ///< of it, whatever the number
  std::string kin;                             ///< see kin_of
  std::vector<std::string> demands;            ///< see demands_of
  bool must_fail = false;                      ///< all its cases break a rule of the types
  Intent::Kind intent = Intent::Kind::inside;  ///< of the first of its cases
};

struct BuildOptions {
  unsigned jobs = 1;
  std::size_t batch = 256;    ///< signatures per unit at most
  std::stop_token stop = {};  ///< ends compilers that run, and nothing more is told
  /// Told what became of every batch, from any thread but one at a time. What it throws ends all.
  std::function<void(const std::map<std::string, Built>& batch)> done;
};

/// Of such demands (see demands_of), those that the library does not fulfil, found out in `folder`
/// with a compiler that is prepared there. Throws UsageError where the compiler cannot be run.
std::set<std::string> unmet_of(const std::set<std::string>& demands, const Compiler& compiler,
                               const std::filesystem::path& folder);

using Batch = std::vector<const Wanted*>;

/// In the order of `wanted`, which has the signatures of an op together: those of the first ops
/// come first, and the first units are small, so that they are there soon; the last ones are small,
/// so that none is waited for. What must fail stands apart, so that no other batch has to be tried
/// twice for it.
std::vector<Batch> batches_of(const Batch& wanted, std::size_t most);

/// Compiles everything in `folder` with a compiler that is prepared there. What an element type
/// fails to be is found out first, once for all that need it. Then batch after batch: one that
/// fails loses the entries that its diagnostics name and is tried again; one whose diagnostics name
/// nobody is halved. The operations of entries that must fail, of those whose kin failed and of the
/// first of a kin are checked alone before. Throws UsageError where the compiler cannot be run.
void build(const std::vector<Wanted>& wanted, const Compiler& compiler,
           const std::filesystem::path& folder, const BuildOptions& options);

}  // namespace assay::runners::sdk
