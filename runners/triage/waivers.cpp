// SPDX-License-Identifier: Apache-2.0
// Waivers as a TOML file: one [[waiver]] table each.
#include "runners/triage/waivers.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>

#include "reference/judge/verdict/verdict.hpp"
#include "reference/ops/op_index.hpp"
#include "reports/words/tally.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

using reports::Waiver;

bool is_day(const std::string& text) {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto read = [&](std::size_t offset, std::size_t size, auto& value) {
    const char* last = text.data() + offset + size;
    return std::from_chars(text.data() + offset, last, value).ptr == last;
  };
  if (!read(0, 4, year) || !read(5, 2, month) || !read(8, 2, day)) return false;
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month),
                                     std::chrono::day(day))
      .ok();
}

/// Names that are allowed in a scope, as the pages have them.
struct KnownNames {
  std::vector<std::string> ops, forms, dtypes, targets, rules, verdicts;
};

void add_page(KnownNames& known, const OpSpec& op) {
  known.ops.push_back(op.mnemonic);
  for (const Form& form : op.forms) {
    known.forms.push_back(form.name);
    for (const Constraint& rule : form.constraints) known.rules.push_back(rule.name);
  }
}

/// Names of the pages that a pattern takes; of all ops where it takes none.
KnownNames names_for(const std::string& pattern) {
  KnownNames known;
  for (const OpSpec& op : all_ops()) {
    if (fnmatch(pattern.c_str(), op.mnemonic.c_str(), 0) == 0) add_page(known, op);
  }
  for (const ElementFormat& format : all_formats()) known.dtypes.emplace_back(format.name);
  for (const Target target : {Target::a2a3, Target::a5, Target::cpu}) {
    known.targets.emplace_back(name_of(target));
  }
  for (const VerdictKind kind : reports::all_verdicts) {
    if (is_failure(kind)) known.verdicts.emplace_back(name_of(kind));
  }
  return known;
}

class Reader {
 public:
  Reader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  Waiver read() const {
    require_known_keys(table_,
                       {"op", "finding", "form", "dtype", "target", "rule", "verdict", "reason",
                        "link", "owner", "expires"},
                       file_);
    Waiver waiver;
    waiver.where = fmt::format("{}:{}", file_, table_.source().begin.line);
    waiver.finding = finding();
    if (waiver.finding.empty() || table_.contains("op")) waiver.op = required("op");
    const KnownNames known = names_for(waiver.op.empty() ? "*" : waiver.op);
    if (known.ops.empty()) refuse_op(waiver.op);
    waiver.form = optional("form", known.forms);
    waiver.dtype = optional("dtype", known.dtypes);
    waiver.target = optional("target", known.targets);
    waiver.rule = optional("rule", known.rules);
    waiver.verdict = optional("verdict", known.verdicts);
    waiver.reason = required("reason");
    waiver.link = required("link");
    waiver.owner = required("owner");
    waiver.expires = day();
    return waiver;
  }

 private:
  std::string required(const char* key) const {
    const auto text = text_at(table_, key, file_);
    if (!text) toml_error(file_, table_, fmt::format("this waiver has no '{}'", key));
    if (text->empty()) toml_error(file_, *table_.get(key), fmt::format("'{}' is empty", key));
    return *text;
  }

  std::string optional(const char* key, std::vector<std::string> known) const {
    const auto text = text_at(table_, key, file_);
    if (!text) return "";
    if (std::ranges::find(known, *text) != known.end()) return *text;
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    toml_error(file_, *table_.get(key),
               fmt::format("unknown {} '{}'{}", key, *text, suggestion(*text, known)));
  }

  /// Empty where the waiver names none.
  std::string finding() const {
    const std::string text = text_at(table_, "finding", file_).value_or("");
    const bool is_id =
        text.size() == 8 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (is_id || !table_.contains("finding")) return text;
    toml_error(file_, *table_.get("finding"),
               "'finding' must be the identifier of a finding, such as 664524e7");
  }

  [[noreturn]] void refuse_op(const std::string& op) const {
    toml_error(file_, *table_.get("op"),
               fmt::format("no op matches '{}'{}", op, suggestion(op, names_for("*").ops)));
  }

  std::string day() const {
    const toml::node* node = table_.get("expires");
    if (node == nullptr) toml_error(file_, table_, "this waiver has no 'expires'");
    std::string text;
    if (const auto* date = node->as_date()) {
      const toml::date& value = date->get();
      text = fmt::format("{:04}-{:02}-{:02}", value.year, value.month, value.day);
    } else if (const auto* quoted = node->as_string()) {
      text = quoted->get();
    }
    if (is_day(text)) return text;
    toml_error(file_, *node, "'expires' must be a date such as 2026-12-31");
  }

  const toml::table& table_;
  const std::string& file_;
};

}  // namespace

std::vector<Waiver> parse_waivers(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  require_known_keys(root, {"waiver"}, file);
  std::vector<Waiver> waivers;
  const toml::node* node = root.get("waiver");
  if (node == nullptr) return waivers;
  const toml::array* list = node->as_array();
  if (list == nullptr || !list->is_homogeneous(toml::node_type::table)) {
    toml_error(file, *node, "a waiver starts with [[waiver]]");
  }
  for (const toml::node& one : *list) waivers.push_back(Reader(*one.as_table(), file).read());
  return waivers;
}

std::vector<Waiver> load_waivers(const std::string& file) {
  if (file.empty()) return {};
  return parse_waivers(read_text_file(file), file);
}

std::string checked_day(const std::string& given) {
  if (given.empty()) return utc_now().substr(0, 10);
  if (!is_day(given)) {
    throw UsageError(fmt::format("--today must be a date such as 2026-12-31, not '{}'", given));
  }
  return given;
}

}  // namespace assay::runners
