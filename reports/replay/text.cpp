// SPDX-License-Identifier: Apache-2.0
// Expected and printed text side by side.
#include "reports/words/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <sstream>

#include "reports/replay/parts.hpp"
#include "reports/words/table.hpp"

namespace assay::reports {
namespace {

constexpr std::size_t line_width = 56;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> tokens_of(const std::string& line) {
  std::vector<std::string> tokens;
  std::istringstream in(line);
  for (std::string token; in >> token;) tokens.push_back(token);
  return tokens;
}

bool is_value_or_frame(std::string word) {
  std::ranges::transform(word, word.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (word.ends_with("nan") || word.ends_with("inf") || word.ends_with("infinity")) return true;
  return word.find_first_not_of("0123456789.-+|") == std::string::npos;
}

// Header lines are free, so they pair with each other and never count as different; neither do
// empty ones.
bool is_header(const std::string& line) {
  return !std::ranges::all_of(tokens_of(line), is_value_or_frame) || tokens_of(line).empty();
}

struct Pair {
  std::string expected{};
  std::string got{};
  bool counts = false;  ///< a line of values on at least one side
  bool same() const { return !counts || tokens_of(expected) == tokens_of(got); }
};

std::vector<Pair> pairs_of(std::string_view expected_text, std::string_view got_text) {
  const auto expected = lines_of(expected_text);
  const auto got = lines_of(got_text);
  std::vector<Pair> pairs;
  std::size_t left = 0;
  std::size_t right = 0;
  while (left < expected.size() || right < got.size()) {
    const bool left_header = left < expected.size() && is_header(expected[left]);
    const bool right_header = right < got.size() && is_header(got[right]);
    const bool headers = left_header || right_header;
    Pair pair{.counts = !headers};
    if (left < expected.size() && left_header == headers) pair.expected = expected[left++];
    if (right < got.size() && right_header == headers) pair.got = got[right++];
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::size_t first_difference(const std::vector<Pair>& pairs) {
  const auto found = std::ranges::find_if_not(pairs, &Pair::same);
  return static_cast<std::size_t>(found - pairs.begin());
}

// The first line with other values; where all values are right, the first with other spaces.
std::size_t line_to_mark(const std::vector<Pair>& pairs) {
  const std::size_t other = first_difference(pairs);
  if (other < pairs.size()) return other;
  const auto found = std::ranges::find_if(
      pairs, [](const Pair& pair) { return pair.counts && pair.expected != pair.got; });
  return static_cast<std::size_t>(found - pairs.begin());
}

std::size_t agreement(const std::vector<Pair>& pairs) {
  std::size_t equal = 0;
  for (const Pair& pair : pairs) {
    const auto expected = tokens_of(pair.expected);
    const auto got = tokens_of(pair.got);
    for (std::size_t k = 0; pair.counts && k < std::min(expected.size(), got.size()); ++k) {
      equal += expected[k] == got[k] ? 1 : 0;
    }
  }
  return equal;
}

// The reading with the most equal tokens, the first of equals.
std::vector<Pair> closest(const ExpectedText& expected, std::string_view got) {
  std::vector<Pair> best = pairs_of("", got);
  std::size_t most = 0;
  for (const PrintedText& reading : expected.readings) {
    std::vector<Pair> pairs = pairs_of(reading.text, got);
    const std::size_t equal = agreement(pairs);
    if (&reading == expected.readings.data() || equal > most) {
      most = equal;
      best = std::move(pairs);
    }
  }
  return best;
}

std::string cut(const std::string& line) {
  std::string text = printable(line);
  if (text.size() > line_width) text = text.substr(0, line_width - 3) + "...";
  return text;
}

void print_token_difference(std::ostream& out, const Pair& pair) {
  const auto expected = tokens_of(pair.expected);
  const auto got = tokens_of(pair.got);
  const auto quoted = [](const std::vector<std::string>& tokens, std::size_t index) {
    return index < tokens.size() ? fmt::format("\"{}\"", printable(tokens[index])) : "nothing";
  };
  for (std::size_t k = 0; k < std::max(expected.size(), got.size()); ++k) {
    if (quoted(expected, k) == quoted(got, k)) continue;
    out << fmt::format("  first difference in value {} of the marked line: expected {}, got {}\n",
                       k + 1, quoted(expected, k), quoted(got, k));
    return;
  }
}

}  // namespace

void print_text(std::ostream& out, const ExpectedText& expected, std::string_view got, bool differs,
                std::size_t limit, bool colour) {
  const std::vector<Pair> pairs = closest(expected, got);
  const std::size_t marked = differs ? line_to_mark(pairs) : pairs.size();
  const std::size_t first = marked < pairs.size() && marked > limit / 2 ? marked - limit / 2 : 0;
  const std::size_t last = std::min(pairs.size(), first + limit);
  out << fmt::format("text: {} line by line, {} to {} of {}", differs ? "differs," : "agrees,",
                     last > first ? first + 1 : 0, last, pairs.size());
  if (expected.capacity > 0) out << fmt::format("; print buffer {} bytes", expected.capacity);
  if (expected.readings.size() > 1) {
    out << fmt::format("; closest of {}", count_of(expected.readings.size(), "reading"));
  }
  out << '\n';
  TextTable table;
  table.add({{""}, {"expected", Style::strong}, {"got", Style::strong}});
  for (std::size_t k = first; k < last; ++k) {
    const Style style = k == marked ? Style::bad : pairs[k].counts ? Style::plain : Style::dim;
    table.add({{k == marked ? ">" : "", style},
               {cut(pairs[k].expected), style},
               {cut(pairs[k].got), style}});
  }
  table.print(out, 2, colour);
  if (marked < pairs.size()) print_token_difference(out, pairs[marked]);
}

}  // namespace assay::reports
