// SPDX-License-Identifier: Apache-2.0
// Lines and files of JSON whose changes are detected (decision 205).
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assay::reports {

/// Schema version of journals and of run.json. The first had neither numbers nor checksums, and
/// is no longer read; the second had no first and last line with the plan and the end of the
/// run.
inline constexpr int sealed_version = 3;
inline constexpr int first_sealed_version = 2;

/// Why a line or a file is not what was written: "its checksum does not fit".
class Damage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text of a JSON object with two members more at its end: `line`, which is its place in the
/// file from 1, and `check`, the first 16 hexadecimal digits of the SHA-256 of everything in the
/// line before `,"check"`.
std::string sealed_line(std::string_view object, std::size_t line);
/// The object of line `line`, as it was. Throws Damage: the line has no checksum, does not fit it,
/// or stood elsewhere.
std::string unsealed_line(std::string_view text, std::size_t line);

/// An object with a member `check` at its end, the same of the text of the others without spaces.
nlohmann::ordered_json sealed(nlohmann::ordered_json object);
/// The object without it. Throws Damage.
nlohmann::ordered_json unsealed(nlohmann::ordered_json object);

/// Throws Damage where a number in `json` is not a whole one, or larger than 64 bits hold: what a
/// float becomes where an integer is read is undefined.
void require_whole_numbers(const nlohmann::ordered_json& json);

}  // namespace assay::reports
