// SPDX-License-Identifier: Apache-2.0
// Words and numbers as every report writes them.
#include "reports/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "reference/isa/backend_spec.hpp"

namespace assay::reports {
namespace {

std::string grouped(std::size_t count) {
  const std::string digits = std::to_string(count);
  std::string text;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) text += ',';
    text += digits[k];
  }
  return text;
}

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

// Bytes of the well-formed UTF-8 character at `at`, 0 where there is none (RFC 3629, section 4).
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const auto second = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  for (std::size_t k = 1; k < length; ++k) {
    if (!is_continuation(text, at + k)) return 0;
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

}  // namespace

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
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

std::string ulp_text(double ulp) { return fmt::format("{:.4g} ulp", ulp); }

std::string hex_bits(ElementType type, std::uint64_t bits) {
  return fmt::format("0x{:0{}x}", bits, (bits_of(type) + 3) / 4);
}

std::string verdict_text(const Verdict& verdict) {
  if (verdict.deviation == Deviation::none) return std::string(name_of(verdict.kind));
  return fmt::format("{} ({})", name_of(verdict.kind), name_of(verdict.deviation));
}

std::string json_reason(std::string_view what) {
  if (what.starts_with("[json.exception.parse_error")) return "it is no JSON, or was cut off";
  const std::size_t end = what.find("] ");
  return std::string(what.starts_with("[json.exception") ? what.substr(end + 2) : what);
}

std::string replay_command(std::string_view name, std::string_view backend) {
  const std::string line = "assay replay " + shell_word(name);
  // Outputs that a file brought have no backend to ask again.
  const std::optional<BackendSpec> spec = backend_spec_of(backend);
  if (!spec || spec->is_default() || !spec->executes()) return line;
  return fmt::format("{} --backend {}", line, shell_word(backend));
}

std::string replay_command(const CaseRecord& record) {
  return replay_command(record.name, record.backend);
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    const std::string_view character = text.substr(at, length);
    if (is_shown(character)) {
      out += character;
    } else {
      for (const char c : text.substr(at, std::max<std::size_t>(length, 1))) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    }
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::vector<Target> members_of(TargetSet targets) {
  std::vector<Target> members;
  for (const Target target : all_targets) {
    if (targets.contains(target)) members.push_back(target);
  }
  return members;
}

std::string targets_text(std::span<const Target> targets) {
  std::string text;
  for (const Target target : targets) {
    if (!text.empty()) text += ' ';
    text += name_of(target);
  }
  return text.empty() ? "none" : text;
}

std::string targets_text(TargetSet targets) { return targets_text(members_of(targets)); }

std::vector<Target> refused_on(const Constraint& rule) {
  std::vector<Target> targets;
  for (const Target target : all_targets) {
    if (rule.targets.contains(target) && rule.enforced.contains(target)) targets.push_back(target);
  }
  return targets;
}

std::string_view role_text(Role role) {
  switch (role) {
    case Role::output:
      return "output";
    case Role::input:
      return "input";
    case Role::in_out:
      return "in-out";
    case Role::scratch:
      return "scratch";
  }
  return "?";
}

std::string_view kind_text(OperandKind kind) {
  switch (kind) {
    case OperandKind::tile:
      return "tile";
    case OperandKind::global:
      return "global memory";
    case OperandKind::scalar:
      return "scalar";
  }
  return "?";
}

std::string signature_of(std::string_view op, const Form& form) {
  std::string attributes;
  for (const Attribute& attribute : form.attributes) {
    if (!attributes.empty()) attributes += ", ";
    attributes += attribute.name;
  }
  std::string operands;
  for (const Operand& operand : form.operands) {
    if (!operands.empty()) operands += ", ";
    if (operand.role != Role::input) operands += fmt::format("{} ", role_text(operand.role));
    operands += operand.name;
  }
  if (!attributes.empty()) attributes = fmt::format("<{}>", attributes);
  return fmt::format("{}{}({})", op, attributes, operands);
}

std::string tolerance_text(const Tolerance& tolerance) {
  switch (tolerance.kind) {
    case Tolerance::Kind::exact:
      return "exact";
    case Tolerance::Kind::correctly_rounded:
      return "correctly rounded";
    case Tolerance::Kind::ulp:
      return fmt::format("{:g} ulp", tolerance.bound);
    case Tolerance::Kind::relative:
      return fmt::format("relative {:g}", tolerance.bound);
  }
  return "?";
}

std::vector<std::pair<std::string, std::string>> run_facts(const RunInfo& info, std::size_t cases) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"suite", fmt::format("{}, version {}", info.suite, info.suite_version)},
      {"backend", info.backend},
      {"seed", std::to_string(info.seed)},
      {"command", info.command},
      {"started", info.started},
      {"took", duration(info.seconds)}};
  if (info.seconds > 0) {
    const double rate = static_cast<double>(cases) / info.seconds;
    facts.emplace_back("rate", fmt::format("{:.0f} cases/s", rate));
  }
  facts.emplace_back("host", info.host);
  return facts;
}

}  // namespace assay::reports
