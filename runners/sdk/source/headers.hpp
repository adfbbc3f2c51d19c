// SPDX-License-Identifier: Apache-2.0
// The headers that a compiler really reads, whatever folders and links they are found by.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::runners::sdk {

/// Files that a prelude includes, each once, in the order of their paths.
struct Headers {
  std::vector<std::filesystem::path> files;  ///< absolute, as the compiler found them

  /// Digests of all paths and contents, and of contents only, which equal those of another checkout
  /// of the library. Both throw InfraError where a file cannot be read.
  std::string digest() const;
  /// By path.
  std::map<std::string, std::string> digests() const;
  std::string digest_of_contents() const;
  /// Sizes and modification times, by which a compiler checks precompiled headers.
  std::string stamps() const;
};

/// Throws InfraError where it cannot be read.
std::string digest_of_header(const std::filesystem::path& file);

/// The files of a rule as `-M` prints it ("target: file file \"), but those in `own`, a folder of
/// the program's own. Relative ones are below the current folder.
Headers headers_of_rule(std::string_view rule, const std::filesystem::path& own);

}  // namespace assay::runners::sdk
