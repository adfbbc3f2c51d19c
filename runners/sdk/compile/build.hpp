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

#include "reference/isa/case/case.hpp"
#include "runners/sdk/compile/compiler.hpp"
#include "runners/sdk/compile/index.hpp"

namespace assay::runners::sdk {

/// A signature that the index does not have yet.
struct CompileRequest {
  std::string signature;
  std::size_t number = 0;                      ///< of its entry, unique in the folder
  std::string source;                          ///< see entry_of
  std::string check;                           ///< see check_of
  std::string module;                          ///< see AssembledCall; empty without an assembler
  std::string lacks;                           ///< see AssembledCall
  std::string digest;                          ///< of it, whatever the number
  std::string signature_class;                 ///< see signature_class_of
  std::vector<std::string> demands;            ///< see demands_of
  bool must_fail = false;                      ///< all its cases break a rule of the types
  Intent::Kind intent = Intent::Kind::inside;  ///< of the first of its cases
};

struct BuildOptions {
  AssembleProfile assembler = {};  ///< makes the C++ of requests with a module
  unsigned jobs = 1;
  std::size_t batch = 256;    ///< signatures per unit at most
  std::stop_token stop = {};  ///< ends running compilers and further reports
  /// Gets the results of each batch, from any thread, one at a time. Exceptions end the build.
  std::function<void(const std::map<std::string, Built>& batch)> done;
};

/// Of such demands (see demands_of), those that the library does not meet, checked in `folder` with
/// a compiler that is prepared there. Throws UsageError where the compiler cannot be run.
std::set<std::string> unmet_of(const std::set<std::string>& demands, const Compiler& compiler,
                               const std::filesystem::path& folder);

using Batch = std::vector<const CompileRequest*>;

/// Batches in the order of `wanted`, which has the signatures of an op together: first ops come
/// first. The first units are small, so that they are ready soon; so are the last, so that no long
/// one is last. What must fail is in a batch of its own, so that no other one has to be tried
/// twice.
std::vector<Batch> batches_of(const Batch& wanted, std::size_t most);

/// Compiles everything in `folder` with a compiler that is prepared there. Unmet conditions on
/// element types are found first, once for all. Then batch after batch: one that fails loses the
/// entries that its diagnostics name and is tried again; one whose diagnostics name no entry is
/// halved. Operations of entries that must fail, of those whose class failed and of the
/// first of each class are checked alone before. An assembler makes the C++ of each request with a
/// module first; where that does not compile, the operation alone decides whose fault it is. Throws
/// UsageError where the compiler cannot be run.
void build(const std::vector<CompileRequest>& wanted, const Compiler& compiler,
           const std::filesystem::path& folder, const BuildOptions& options);

}  // namespace assay::runners::sdk
