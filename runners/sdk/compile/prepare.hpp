// SPDX-License-Identifier: Apache-2.0
// A user's library compiled before it is called.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reference/isa/case/backend_spec.hpp"
#include "runners/sdk/compile/needs.hpp"
#include "runners/sdk/compile/options.hpp"

namespace assay::runners::sdk {

/// The target whose rules the profile's library follows. Throws UsageError.
std::string target_of(const SdkOptions& options);
/// Implementations whose errata the profile's library has with these flags. Throws UsageError.
std::vector<std::string> errata_of(const SdkOptions& options);
/// Calls that it refuses as pages let its target, by MayRefuse::text. Throws UsageError.
std::vector<std::string> declined_by(const SdkOptions& options);

/// The file of the assembler that the options name. Throws UsageError where it cannot be used.
std::string usable_assembler(const SdkOptions& options);

/// The name of the library in every run, whether its headers compile or not: "sdk cpu-sim".
/// Throws UsageError where the profile is unusable.
std::string library_name(const SdkOptions& options);
/// Flags of each build that users of the library make. Throws UsageError as well.
std::vector<std::string> builds_of(const SdkOptions& options);

/// The parts that a library is known to lack before any case is drawn for it.
struct Lacking {
  bool headers = false;                    ///< they do not compile themselves
  bool tf32 = false;                       ///< the mode of TF32 is not declared
  std::vector<ElementType> elements = {};  ///< that are not declared, or are another type's name
  /// Bytes of on-chip buffers by location; tiles that need more are not bound.
  std::map<std::string, std::uint64_t> capacity = {};
};

/// Compiles the headers and the demands on the mode of TF32 and on every element type of the
/// profile, once for each state of the headers. Of a library whose profile has nothing checked it
/// finds nothing. Throws UsageError where the profile, the compiler or the folder of the headers is
/// unusable, InfraError at an interrupt.
Lacking lacking_in(const SdkOptions& options);

struct Prepared {
  BackendSpec backend;                ///< compiled
  std::vector<std::size_t> left_out;  ///< ascending indices of cases beyond the limit
};

/// Compiles the signatures of all cases that `draw` gives and that the cache does not have. Throws
/// as Compilation does.
Prepared prepare(const SdkOptions& options, std::size_t cases, const Drawing& draw);

}  // namespace assay::runners::sdk
