// SPDX-License-Identifier: Apache-2.0
// Words and numbers in the form of all texts for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::support {

/// Lines of at most `width` bytes, broken at spaces; longer words are not split. At least one line.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// "4,294,967,296".
std::string grouped(std::uint64_t number);

/// "1 case", "1,234 cases": the plural adds an s.
std::string count_of(std::size_t count, std::string_view noun);

/// "850 ms", "12.3 s", "4 min 05 s".
std::string duration(double seconds);

/// A distance: "0.4993", "12345", and from 2^14 on a power of two, "2^40" or "2^40.3".
std::string ulp_figure(double ulp);

/// "0.4993 ulp", "2^40 ulp".
std::string ulp_text(double ulp);

/// The word, in quotes where a shell needs them.
std::string shell_word(std::string_view text);

/// Well-formed UTF-8 without control characters other than tab and line feed, fit for XML and for a
/// terminal: other bytes appear as \xNN.
std::string printable(std::string_view text);

}  // namespace assay::support
