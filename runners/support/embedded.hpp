// SPDX-License-Identifier: Apache-2.0
// Files of the source tree that are part of the program.
#pragma once

#include <span>
#include <string_view>

namespace assay::runners {

struct EmbeddedFile {
  std::string_view name;  ///< "suites/smoke.toml"
  std::string_view text;
};

/// As they were when the program was built: suites, the accuracy profile, decisions, the glossary,
/// bullets of the manual, what a library of headers is compiled with, what vectors come with.
std::span<const EmbeddedFile> embedded_files();

/// The text of one of them; throws std::out_of_range.
std::string_view embedded_file(std::string_view name);

}  // namespace assay::runners
