// SPDX-License-Identifier: Apache-2.0
#include "reports/manual/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Lines = std::vector<std::string_view>;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// "E-TCVT-003" at the beginning, or nothing.
std::string_view erratum_at(std::string_view text) {
  if (!text.starts_with("E-T")) return {};
  std::size_t end = 2;
  while (end < text.size() && std::isupper(static_cast<unsigned char>(text[end])) != 0) ++end;
  const bool whole = end + 3 < text.size() && text[end] == '-' && is_digit(text[end + 1]) &&
                     is_digit(text[end + 2]) && is_digit(text[end + 3]);
  return whole ? text.substr(0, end + 4) : std::string_view();
}

/// Whether a number of three digits is that of a decision: it follows the word, or one that does.
bool follows_decision(std::string_view before) {
  for (const std::string_view joint : {", ", " and ", ", and ", " to "}) {
    if (before.size() < joint.size() + 3 || !before.ends_with(joint)) continue;
    const std::string_view rest = before.substr(0, before.size() - joint.size());
    if (!std::ranges::all_of(rest.substr(rest.size() - 3), is_digit)) continue;
    return follows_decision(rest.substr(0, rest.size() - 3));
  }
  return before.ends_with("ecision ") || before.ends_with("ecisions ");
}

std::string_view decision_at(std::string_view text, std::size_t position) {
  if (position + 3 > text.size()) return {};
  const std::string_view number = text.substr(position, 3);
  if (!std::ranges::all_of(number, is_digit)) return {};
  if (position + 3 < text.size() && is_digit(text[position + 3])) return {};
  return follows_decision(text.substr(0, position)) ? number : std::string_view();
}

/// "[text](place)" at the beginning: its text, and how long all of it is.
std::pair<std::string_view, std::size_t> link_at(std::string_view text) {
  const std::size_t middle = text.find("](");
  const std::size_t end = text.find(')', middle == std::string_view::npos ? 0 : middle);
  if (text[0] != '[' || middle == std::string_view::npos || end == std::string_view::npos) {
    return {};
  }
  return {text.substr(1, middle - 1), end + 1};
}

/// One step through a sentence: what it becomes, and how many bytes it was.
std::pair<std::string, std::size_t> step(std::string_view text, std::size_t position, bool& bold) {
  const std::string_view rest = text.substr(position);
  if (rest.starts_with("**")) {
    bold = !bold;
    return {bold ? "<strong>" : "</strong>", 2};
  }
  if (rest[0] == '`') {
    const std::size_t end = rest.find('`', 1);
    if (end != std::string_view::npos) {
      return {fmt::format("<code>{}</code>", html_text(rest.substr(1, end - 1))), end + 1};
    }
  }
  if (rest[0] == '[') {
    if (const auto [words, length] = link_at(rest); length > 0) {
      return {html_sentence(words), length};
    }
  }
  if (const std::string_view number = erratum_at(rest); !number.empty()) {
    return {fmt::format("<a href=\"#{0}\">{0}</a>", number), number.size()};
  }
  if (const std::string_view number = decision_at(text, position); !number.empty()) {
    return {fmt::format("<a href=\"#decision-{0}\">{0}</a>", number), number.size()};
  }
  std::size_t length = 1;  // all bytes of a character
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) {
    ++length;
  }
  return {html_text(rest.substr(0, length)), length};
}

/// Blocks of Markdown, one after the other.
class Blocks {
 public:
  Blocks(std::string_view text, int level) : lines_(lines_of(text)), level_(level) {}

  std::string html() {
    std::string html;
    while (at_ < lines_.size()) {
      if (trimmed(lines_[at_]).empty()) {
        ++at_;
      } else {
        html += block();
      }
    }
    return html;
  }

 private:
  static bool is_item(std::string_view line) {
    const std::string_view text = trimmed(line);
    const std::size_t digits = text.find_first_not_of("0123456789");
    return text.starts_with("- ") || text.starts_with("* ") ||
           (digits != 0 && digits != std::string_view::npos && text.substr(digits, 2) == ". ");
  }
  bool here(std::string_view begin) const { return lines_[at_].starts_with(begin); }

  std::string block() {
    if (here("```")) return code();
    if (here("#")) return heading();
    if (here("|")) return table();
    if (is_item(lines_[at_])) return list();
    return fmt::format("<p>{}</p>\n", html_sentence(paragraph()));
  }

  std::string code() {
    std::string text;
    for (++at_; at_ < lines_.size() && !here("```"); ++at_) {
      text += html_text(lines_[at_]) + "\n";
    }
    ++at_;
    return fmt::format("<pre>{}</pre>\n", text);
  }

  std::string heading() {
    const std::size_t marks = lines_[at_].find_first_not_of('#');
    const int level = std::min(6, level_ + static_cast<int>(marks) - 1);
    const std::string text = html_sentence(trimmed(lines_[at_++].substr(marks)));
    return fmt::format("<h{0}>{1}</h{0}>\n", level, text);
  }

  /// Cells of "| a | b |"; a bar in code is no border.
  static std::vector<std::string> cells(std::string_view line) {
    std::vector<std::string> found;
    bool code = false;
    for (const char c : trimmed(line).substr(1)) {
      if (found.empty()) found.emplace_back();
      if (c == '`') code = !code;
      if (c == '|' && !code) {
        found.emplace_back();
      } else {
        found.back() += c;
      }
    }
    if (!found.empty() && trimmed(found.back()).empty()) found.pop_back();
    return found;
  }

  static std::string row(std::string_view line, bool heading) {
    std::string html = "<tr>";
    for (const std::string& one : cells(line)) {
      const std::string_view text = trimmed(one);
      const bool head = heading && !text.empty();  // a heading without words is none
      html += fmt::format("<{0}{1}>{2}</{0}>", head ? "th" : "td", head ? " scope=\"col\"" : "",
                          html_sentence(text));
    }
    return html + "</tr>\n";
  }

  std::string table() {
    std::string html =
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
        "aria-label=\"table\"><table>\n<thead>" +
        row(lines_[at_++], true);
    html = fmt::format("{}</thead>\n<tbody>", html);
    if (at_ < lines_.size() && lines_[at_].find_first_not_of("|-: ") == std::string_view::npos) {
      ++at_;
    }
    for (; at_ < lines_.size() && here("|"); ++at_) html += row(lines_[at_], false);
    return html + "</tbody></table></div>\n";
  }

  std::string list() {
    const bool counts = is_digit(trimmed(lines_[at_])[0]);
    std::string html = counts ? "<ol>" : "<ul>";
    while (at_ < lines_.size() && is_item(lines_[at_])) {
      const std::string_view line = trimmed(lines_[at_]);
      std::string text(line.substr(line.find(' ') + 1));
      for (++at_; at_ < lines_.size() && lines_[at_].starts_with("  ") && !is_item(lines_[at_]);
           ++at_) {
        text += ' ';
        text += trimmed(lines_[at_]);
      }
      html += fmt::format("<li>{}</li>\n", html_sentence(text));
    }
    return html + (counts ? "</ol>\n" : "</ul>\n");
  }

  std::string paragraph() {
    std::string text;
    for (; at_ < lines_.size() && !trimmed(lines_[at_]).empty() && !here("|") && !here("```") &&
           !is_item(lines_[at_]);
         ++at_) {
      if (!text.empty()) text += ' ';
      text += trimmed(lines_[at_]);
    }
    return text;
  }

  Lines lines_;
  int level_;
  std::size_t at_ = 0;
};

}  // namespace

std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string html_sentence(std::string_view text) {
  std::string html;
  bool bold = false;
  for (std::size_t position = 0; position < text.size();) {
    const auto [part, length] = step(text, position, bold);
    html += part;
    position += length;
  }
  return bold ? html + "</strong>" : html;
}

std::string html_of_markdown(std::string_view text, int level) {
  return Blocks(text, level).html();
}

}  // namespace assay::reports
