// SPDX-License-Identifier: Apache-2.0
#include "reference/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::support {
namespace {

constexpr double most_ulp = 1e6;       // beyond, a distance is no measure of an error
constexpr double powers_from = 16384;  // as the page of reports has it: decision 206

bool is_continuation(std::string_view text, std::size_t position) {
  return position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80U;
}

// Bytes of the well-formed UTF-8 character at `at`, 0 if there is none (RFC 3629, section 4).
std::size_t character_length(std::string_view text, std::size_t position) {
  const auto first = static_cast<unsigned char>(text[position]);
  const auto second =
      position + 1 < text.size() ? static_cast<unsigned char>(text[position + 1]) : 0U;
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  for (std::size_t k = 1; k < length; ++k) {
    if (!is_continuation(text, position + k)) return 0;
  }
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second > 0x9F) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second > 0x8F) return 0;
  return length;
}

// XML 1.0 allows neither U+FFFE nor U+FFFF.
bool is_noncharacter(std::string_view character) {
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

bool is_shown(std::string_view character) {
  if (character.empty() || is_noncharacter(character)) return false;
  const auto first = static_cast<unsigned char>(character[0]);
  return (first >= 0x20 && first != 0x7F) || first == '\t' || first == '\n';
}

bool is_plain_in_shell(char c) {
  const bool alphanumeric =
      (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return alphanumeric || std::string_view("/,.@+-_:=%").find(c) != std::string_view::npos;
}

/// Four digits, or more of a number that they would show as a multiple of one half, as limits are.
std::string short_figure(double ulp) {
  std::string text;
  for (int digits = 4; digits <= 9; ++digits) {
    text = fmt::format("{:.{}g}", ulp, digits);
    const double shown = std::stod(text);
    if (shown == ulp || std::floor(2 * shown) != 2 * shown) break;
  }
  return text;
}

}  // namespace

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) text += ',';
    text += digits[k];
  }
  return text;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", position), text.size());
    const std::string_view word = text.substr(position, end - position);
    position = end + 1;
    if (word.empty()) continue;
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (line.size() + 1 + word.size() <= width) {
      line.append(" ").append(word);
    } else {
      lines.emplace_back(word);
    }
  }
  return lines;
}

std::string count_of(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string duration(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(seconds);
  return fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

std::string ulp_figure(double ulp) {
  if (std::isfinite(ulp) && ulp > most_ulp) return ">10^6";
  if (!std::isfinite(ulp) || ulp < 1000) return short_figure(ulp);
  if (ulp < powers_from) return fmt::format("{:.0f}", ulp);
  // Tenths of an exponent, and none if it is an integer.
  return fmt::format("2^{:g}", std::round(std::log2(ulp) * 10) / 10);
}

std::string ulp_text(double ulp) {
  return std::isfinite(ulp) && ulp > most_ulp ? "over 10^6 ulp" : ulp_figure(ulp) + " ulp";
}

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain_in_shell)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t length = character_length(text, position);
    const std::string_view character = text.substr(position, length);
    if (is_shown(character)) {
      out += character;
    } else {
      for (const char c : text.substr(position, std::max<std::size_t>(length, 1))) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    }
    position += std::max<std::size_t>(length, 1);
  }
  return out;
}

}  // namespace assay::support
