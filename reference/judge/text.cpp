// SPDX-License-Identifier: Apache-2.0
// Header lines are free, values and fences count. See decision tprint-text.
#include "reference/judge/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "reference/judge/records/wrong_tiles.hpp"
#include "reference/support/text.hpp"

namespace assay {
namespace {

struct Token {
  enum class Kind { value, fence, rule };
  Kind kind;
  std::string text;
  std::int64_t blanks = 0;  ///< directly before it
  std::int64_t length = 0;  ///< as printed

  bool same_as(const Token& other) const {
    return kind == other.kind && (kind != Kind::value || text == other.text);
  }
};
using Line = std::vector<Token>;

bool is_dashes(std::string_view word) {
  return word.size() > 1 && word.find_first_not_of('-') == std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && is_digit(word[0]) &&
         std::ranges::all_of(word, [](char c) { return is_digit(c) || c == '.'; });
}

/// A value in one form for all platforms, which differ in the sign of a NaN and the case of inf and
/// nan; nothing if the word is none.
std::optional<std::string> value_in(std::string_view word) {
  if (is_number(word)) return std::string(word);
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower == "nan" || lower == "-nan" || lower == "+nan") return "nan";
  if (lower == "inf" || lower == "infinity" || lower == "+inf") return "inf";
  if (lower == "-inf" || lower == "-infinity") return "-inf";
  return std::nullopt;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Tokens of a line, or nothing if any word is neither value, fence nor dashes: a header.
std::optional<Line> tokens_of(std::string_view text) {
  Line line;
  std::size_t place = 0;
  while (place < text.size()) {
    std::size_t word = place;
    while (word < text.size() && is_blank(text[word])) ++word;
    if (word == text.size()) break;
    const auto blanks = static_cast<std::int64_t>(word - place);
    if (text[word] == '|') {
      line.push_back({Token::Kind::fence, "|", blanks});
      place = word + 1;
      continue;
    }
    std::size_t end = word;
    while (end < text.size() && !is_blank(text[end]) && text[end] != '|') ++end;
    const std::string_view body = text.substr(word, end - word);
    if (is_dashes(body)) {
      line.push_back({Token::Kind::rule, "--", blanks});
    } else if (auto value = value_in(body)) {
      line.push_back(
          {Token::Kind::value, *std::move(value), blanks, static_cast<std::int64_t>(body.size())});
    } else {
      return std::nullopt;
    }
    place = end;
  }
  return line;
}

// All lines that are no headers; a line of marks alone, dashes or fences, becomes one rule.
std::vector<Line> body_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto line = tokens_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line || line->empty()) continue;
    const auto is_mark = [](const Token& token) { return token.kind != Token::Kind::value; };
    const auto is_dash = [](const Token& token) { return token.kind == Token::Kind::rule; };
    if (std::ranges::any_of(*line, is_dash) || std::ranges::all_of(*line, is_mark)) {
      lines.push_back({{Token::Kind::rule, "--", 0}});
    } else {
      lines.push_back(*line);
    }
  }
  return lines;
}

bool has_width(const Token& got, int width) {
  const std::int64_t padding = std::max<std::int64_t>(0, width - got.length);
  return got.blanks >= padding && got.blanks <= padding + 2;
}

struct TextReading {
  std::int64_t tokens = 0;
  std::int64_t wrong = 0;
  std::string reason;
};

void note(TextReading& reading, std::string reason) {
  ++reading.wrong;
  if (reading.reason.empty()) reading.reason = std::move(reason);
}

void compare_line(TextReading& reading, const Line& want, const Line& got, std::size_t row,
                  int width, bool may_be_cut) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    ++reading.tokens;
    if (i >= got.size()) {
      if (!may_be_cut) note(reading, fmt::format("line {} ends after {} tokens", row + 1, i));
      return;
    }
    const bool last_cut = may_be_cut && i + 1 == got.size();
    if (!got[i].same_as(want[i])) {
      if (last_cut && want[i].text.starts_with(got[i].text)) return;
      note(reading, fmt::format("line {}, token {}: expected {}, got {}", row + 1, i + 1,
                                want[i].text, got[i].text));
    } else if (want[i].kind == Token::Kind::value && !has_width(got[i], width)) {
      note(reading, fmt::format("line {}, token {}: {} is not printed {} characters wide", row + 1,
                                i + 1, got[i].text, width));
    }
  }
  if (got.size() > want.size()) {
    note(reading, fmt::format("line {} has {} tokens more", row + 1, got.size() - want.size()));
  }
}

TextReading compare_reading(const PrintedText& expected, std::string_view text, bool may_be_cut) {
  const std::vector<Line> want = body_of(expected.text);
  const std::vector<Line> got = body_of(text);
  TextReading reading;
  for (std::size_t row = 0; row < want.size(); ++row) {
    if (row >= got.size()) {
      if (!may_be_cut) {
        note(reading, fmt::format("{} of {} lines of values are printed", got.size(), want.size()));
      }
      return reading;
    }
    compare_line(reading, want[row], got[row], row, expected.width,
                 may_be_cut && row + 1 == got.size());
  }
  if (got.size() > want.size()) {
    note(reading, fmt::format("{} lines of values more than expected", got.size() - want.size()));
  }
  return reading;
}

std::int64_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t place = 0; place < text.size();) {
    const std::size_t end = std::min(text.find('\n', place), text.size());
    longest = std::max(longest, end - place);
    place = end + 1;
  }
  return static_cast<std::int64_t>(longest);
}

// Headers are free, and the printer chooses the number of dashes: if the wanted text fits into the
// buffer, the received text shows whether the buffer is full or lacked room for one more line.
bool may_end_early(const PrintedText& wanted, std::string_view got, std::int64_t capacity) {
  constexpr std::int64_t headers = 256;
  const auto printed = static_cast<std::int64_t>(got.size());
  if (capacity <= 0 || printed < capacity / 2) return false;
  return static_cast<std::int64_t>(wanted.text.size()) + headers > capacity ||
         printed + longest_line(wanted.text) + headers > capacity;
}

// A journal keeps two of these for every case that prints something else.
constexpr std::size_t most_lines = 40;
constexpr std::size_t lines_before = 8;
constexpr std::size_t most_bytes = 4000;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Places of the lines of values.
std::vector<std::size_t> places_of_values(const std::vector<std::string_view>& lines) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::optional<Line> line = tokens_of(lines[k]);
    if (line && !line->empty()) places.push_back(k);
  }
  return places;
}

std::string window(const std::vector<std::string_view>& lines,
                   const std::vector<std::size_t>& values, std::size_t differs) {
  const std::size_t line = differs < values.size() ? values[differs] : lines.size();
  std::string text;
  for (std::size_t k = line - std::min(line, lines_before); k < lines.size(); ++k) {
    if (k >= line + most_lines || text.size() + lines[k].size() > most_bytes) break;
    text += support::printable(lines[k]);
    text += '\n';
  }
  return text;
}

WrongText around_the_difference(const PrintedText& wanted, std::string_view got) {
  const auto left = lines_of(wanted.text);
  const auto right = lines_of(got);
  const auto left_values = places_of_values(left);
  const auto right_values = places_of_values(right);
  std::size_t same = 0;
  while (same < std::min(left_values.size(), right_values.size())) {
    TextReading reading;
    compare_line(reading, *tokens_of(left[left_values[same]]),
                 *tokens_of(right[right_values[same]]), same, wanted.width, false);
    if (reading.wrong > 0) break;
    ++same;
  }
  return {window(left, left_values, same), window(right, right_values, same), wanted.width};
}

}  // namespace

std::optional<WrongText> wrong_text(std::span<const Trial> trials,
                                    std::span<const Expected> expected, const Verdict& verdict) {
  if (verdict.deviation != Deviation::text || trials.empty()) return std::nullopt;
  const std::string& got = trials.front().text;
  for (const Expected& one : expected) {
    const auto* text = std::get_if<ExpectedText>(&one);
    if (text == nullptr || text->readings.empty()) continue;
    const auto nearest =
        std::ranges::min_element(text->readings, {}, [&](const PrintedText& wanted) {
          return compare_reading(wanted, got, may_end_early(wanted, got, text->capacity)).wrong;
        });
    return around_the_difference(*nearest, got);
  }
  return std::nullopt;
}

Verdict compare_text(const ExpectedText& expected, std::string_view got) {
  Verdict verdict;
  verdict.wrong = -1;
  for (const PrintedText& wanted : expected.readings) {
    const bool may_be_cut = may_end_early(wanted, got, expected.capacity);
    const TextReading reading = compare_reading(wanted, got, may_be_cut);
    if (verdict.wrong >= 0 && reading.wrong >= verdict.wrong) continue;
    verdict.compared = reading.tokens;
    verdict.wrong = reading.wrong;
    verdict.reason = reading.reason;
    verdict.alternative = &wanted == expected.readings.data() ? 0 : reading.tokens;
  }
  verdict.wrong = std::max<std::int64_t>(verdict.wrong, 0);
  if (verdict.wrong > 0) {
    verdict.kind = VerdictKind::deviates;
    verdict.deviation = Deviation::text;
    verdict.alternative = 0;
  }
  return verdict;
}

}  // namespace assay
