// SPDX-License-Identifier: Apache-2.0
// Diagnostics of a compiler about entries that did not compile.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace assay::runners::sdk {

/// The first error of one entry.
struct Diagnosis {
  enum class Kind : std::uint8_t {
    asserted,  ///< a static assertion of the library, or overloads that do not take these types
    missing,   ///< an op, a type or a form that the library does not have
    other,     ///< anything else
    unlinked,  ///< declared and nowhere defined
  };
  Kind kind = Kind::other;
  std::string message;  ///< without place and "error:"
};

/// Errors by entry number (see label_of), as clang and gcc write them: an error belongs to the
/// first entry that is named from its line on, up to the next error, or in the lines that introduce
/// it. Errors that name no entry are under -1.
std::map<long, Diagnosis> diagnoses_of(std::string_view output);

/// The diagnosis of a linker for a single entry; `other` with the first line if it names no symbol.
Diagnosis diagnosis_of_link(std::string_view output);

}  // namespace assay::runners::sdk
