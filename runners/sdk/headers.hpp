// SPDX-License-Identifier: Apache-2.0
// The headers that a compiler really reads, whatever folders and links they are found by.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::runners::sdk {

/// Files behind a prelude, each once, in the order of their paths.
struct Headers {
  std::vector<std::filesystem::path> files;  ///< absolute, as the compiler found them

  /// Of all paths and contents, and of contents alone, which another checkout of the same library
  /// has too. Both throw InfraError where a file cannot be read.
  std::string digest() const;
  std::string digest_of_contents() const;
  /// Sizes and times of change: what a compiler goes by that keeps precompiled headers.
  std::string stamps() const;
};

/// The files of a rule as `-M` prints it ("target: file file \"), but those in `own`, a folder of
/// the program's own. Relative ones are below the current folder.
Headers headers_of_rule(std::string_view rule, const std::filesystem::path& own);

}  // namespace assay::runners::sdk
