// SPDX-License-Identifier: Apache-2.0
#include "reports/manual/read_bullets.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <sstream>
#include <stdexcept>

namespace assay::reports {
namespace {

constexpr std::string_view heading = "## ";
constexpr std::string_view digits = "0123456789-";

[[noreturn]] void refuse(std::string_view what, std::string_view where) {
  throw std::invalid_argument(fmt::format("bullets of the manual: {} in '{}'", what, where));
}

/// The parts of `text` between marks outside of quotation marks, without outer spaces.
std::vector<std::string> split(std::string_view text, char mark) {
  std::vector<std::string> parts{""};
  bool quoted = false;
  for (const char letter : text) {
    if (letter == '"') quoted = !quoted;
    if (letter == mark && !quoted) {
      parts.emplace_back();
    } else if (letter != ' ' || !parts.back().empty()) {
      parts.back() += letter;
    }
  }
  if (quoted) refuse("an open quotation mark", text);
  for (std::string& part : parts) part.erase(part.find_last_not_of(' ') + 1);
  return parts;
}

/// Cuts `line` at the first `mark`, which has to be there between two texts.
std::pair<std::string, std::string> cut(std::string_view line, std::string_view mark) {
  const auto position = line.find(mark);
  if (position == 0 || position == std::string_view::npos || position + mark.size() == line.size())
    refuse(fmt::format("no '{}'", mark), line);
  return {std::string(line.substr(0, position)), std::string(line.substr(position + mark.size()))};
}

std::size_t number_of(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse("no number", text);
  return number;
}

/// First and last of "5" or "5-7".
std::pair<std::size_t, std::size_t> range_of(std::string_view text) {
  const auto dash = text.find('-');
  const std::size_t first = number_of(text.substr(0, dash));
  return {first, dash == std::string_view::npos ? first : number_of(text.substr(dash + 1))};
}

/// Whether a line is a reason, like "5-7. open: text | why".
bool is_reason(std::string_view line) {
  const auto end = line.find_first_not_of(digits);
  return end != 0 && end != std::string_view::npos && line.substr(end).starts_with(". ");
}

class Reader {
 public:
  void add_line(std::string_view line) {
    if (line.starts_with(heading)) {
      headings_.emplace_back(line.substr(heading.size()));
    } else if (is_reason(line)) {
      add_reason(line);
    } else if (!headings_.empty() && !line.empty()) {
      body_ += fmt::format("{} ", line);
    }
  }

  /// Whether a heading in the next line is of other bullets.
  bool has_bullets() const { return !body_.empty(); }

  void finish(ManualPages& pages) {
    if (headings_.empty()) return;
    for (const std::string& statement : split(body_, ';')) add_statement(statement);
    if (!reasons_.empty())
      refuse(fmt::format("no bullet {}", reasons_.begin()->first), headings_.front());
    for (const std::string& line : headings_) {
      const auto [page, rest] = cut(line, ": bullets ");
      if (number_of(split(rest, ',').front()) != bullets_.size())
        refuse(fmt::format("{} bullets below the heading", bullets_.size()), line);
      pages[page.substr(0, page.find(' '))].push_back({page, bullets_});
    }
  }

 private:
  void add_reason(std::string_view line) {
    const auto [numbers, rest] = cut(line, ". ");
    const auto [kind, said] = cut(rest, ": ");
    if (kind != "open" && kind != "untested") refuse("neither 'open' nor 'untested'", line);
    const auto [text, why] = cut(said, " | ");
    const auto [first, last] = range_of(numbers);
    for (std::size_t number = first; number <= last; ++number)
      reasons_[number] = {kind == "open" ? Told::open : Told::untested, text, why};
  }

  void add_statement(const std::string& statement) {
    const std::vector<std::string> parts = split(statement, ':');
    if (parts.size() > 2) refuse("several parts", statement);
    if (parts.size() > 1) bullets_.push_back({Told::part, parts.front(), ""});
    if (parts.size() > 1 && parts.back().empty()) return;
    for (const std::string& item : split(parts.back(), ',')) add_item(item);
  }

  void add_item(std::string_view item) {
    if (item.empty()) refuse("an empty item", headings_.front());
    if (item.find_first_not_of(digits) == std::string_view::npos) {
      add_numbers(item);
    } else if (item.front() == '"') {
      const auto [text, words] =
          std::pair(item.substr(1, item.find('"', 1) - 1), item.substr(item.find('"', 1) + 1));
      bullets_.push_back(
          {Told::tested, std::string(text), std::string(words.empty() ? "results" : words)});
    } else {
      bullets_.push_back({Told::tested, "", std::string(item)});
    }
  }

  void add_numbers(std::string_view item) {
    const auto [first, last] = range_of(item);
    for (std::size_t number = first; number <= last; ++number) {
      auto reason = reasons_.extract(number);
      if (reason.empty() || number != bullets_.size() + 1)
        refuse(fmt::format("no reason for bullet {}", bullets_.size() + 1), headings_.front());
      bullets_.push_back(std::move(reason.mapped()));
    }
  }

  std::vector<std::string> headings_;
  std::string body_;
  std::map<std::size_t, ManualBullet> reasons_;
  std::vector<ManualBullet> bullets_;
};

}  // namespace

void read_manual_pages(std::string_view text, ManualPages& pages) {
  std::istringstream lines{std::string(text)};
  Reader reader;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(heading) && reader.has_bullets()) {
      reader.finish(pages);
      reader = Reader();
    }
    reader.add_line(line);
  }
  reader.finish(pages);
}

}  // namespace assay::reports
