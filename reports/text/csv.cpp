// SPDX-License-Identifier: Apache-2.0
// The cases of a run as comma-separated values.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "reference/judge/records/record_fields.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

/// Fields of a record and its verdict, `worst_` and a field of its worst element, and four more.
constexpr auto columns = std::to_array<std::string_view>({"index",
                                                          "name",
                                                          "op",
                                                          "form",
                                                          "target",
                                                          "dtype",
                                                          "dtypes",
                                                          "intent",
                                                          "plan",
                                                          "scenario",
                                                          "backend",
                                                          "attribution",
                                                          "verdict",
                                                          "deviation",
                                                          "executions",
                                                          "failed_executions",
                                                          "compared",
                                                          "wrong",
                                                          "target_defined",
                                                          "alternative",
                                                          "max_ulp",
                                                          "mean_relative_error",
                                                          "max_relative_error",
                                                          "worst_operand",
                                                          "worst_row",
                                                          "worst_col",
                                                          "worst_expected",
                                                          "worst_got",
                                                          "reason",
                                                          "errata",
                                                          "assembler"});

/// A spreadsheet takes a cell that begins so for a formula, unless it is a number, and one that
/// begins with an apostrophe for text.
bool begins_formula(std::string_view text) {
  constexpr std::string_view marks = "=+-@\t\r";
  if (text.empty() || marks.find(text.front()) == std::string_view::npos) return false;
  double number = 0;
  const char* const end = text.data() + text.size();
  const char* const begin = text.data() + (text.front() == '+' ? 1 : 0);
  const auto [stop, error] = std::from_chars(begin, end, number);
  return error != std::errc{} || stop != end;
}

std::string field_of(std::string_view value) {
  std::string text = printable(value);
  if (begins_formula(text)) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quote = "\"";
  for (const char letter : text) quote.append(letter == '"' ? 2 : 1, letter);
  return quote + '"';
}

template <typename Owner, typename Member>
std::string cell_of(const Owner& owner, const Field<Owner, Member>& field) {
  const Member& value = owner.*field.member;
  if constexpr (std::same_as<Member, std::string>) {
    return field_of(value);
  } else if constexpr (std::same_as<Member, AssemblerFinding>) {
    return value == AssemblerFinding::none ? std::string() : std::string(name_of(value));
  } else if constexpr (std::is_enum_v<Member>) {
    return std::string(name_of(value));
  } else if constexpr (std::same_as<Member, std::optional<double>>) {
    return value ? fmt::format("{}", *value) : std::string();
  } else if constexpr (std::integral<Member>) {
    return field.spelling == Spelling::bits ? fmt::format("0x{:x}", value)
                                            : fmt::format("{}", value);
  } else {
    return {};  // no column has it
  }
}

/// Numbers of the errata that the case shows.
std::string shown_errata(const Verdict& verdict) {
  std::string numbers;
  for (const SeenErratum& one : verdict.errata) {
    if (one.shown > 0) numbers += (numbers.empty() ? "" : ";") + one.number;
  }
  return numbers;
}

/// The columns of one line; empty until they are set.
class Row {
 public:
  /// A name that is no column is ignored.
  void set(std::string_view name, std::string cell) {
    const auto* found = std::ranges::find(columns, name);
    if (found == columns.end()) return;
    cells_[static_cast<std::size_t>(found - columns.begin())] = std::move(cell);
  }

  template <typename Owner>
  void set_fields(const Owner& owner, const std::string& prefix = "") {
    each_field<Owner>(
        [&](const auto& field) { set(prefix + std::string(field.name), cell_of(owner, field)); });
  }

  std::string line() const { return fmt::format("{}\r\n", fmt::join(cells_, ",")); }

 private:
  std::array<std::string, columns.size()> cells_;
};

std::string row_of(const CaseRecord& record) {
  const Verdict& verdict = record.verdict;
  Row row;
  row.set_fields(record);
  row.set_fields(verdict);
  row.set("verdict", std::string(name_of(verdict.kind)));
  if (verdict.relative.elements > 0) {
    row.set("mean_relative_error", fmt::format("{}", verdict.relative.mean()));
    row.set("max_relative_error", fmt::format("{}", verdict.relative.largest));
  }
  if (verdict.worst) row.set_fields(*verdict.worst, "worst_");
  row.set("errata", shown_errata(verdict));
  return row.line();
}

std::string unfinished_row(const Completion& completion) {
  Row row;
  row.set("verdict", "not_run");
  row.set("reason", field_of(stopped_text(completion)));
  return row.line();
}

}  // namespace

void put_csv(const Records& records, const RunInfo& info, const support::Sink& sink) {
  sink(fmt::format("{}\r\n", fmt::join(columns, ",")));
  for (const CaseRecord& record : records) sink(row_of(record));
  if (!info.completion.complete()) sink(unfinished_row(info.completion));
}

std::string cases_as_csv(const Records& records, const RunInfo& info) {
  std::string text;
  put_csv(records, info, [&](std::string_view part) { text += part; });
  return text;
}

void write_csv(const std::filesystem::path& path, const Records& records, const RunInfo& info) {
  support::write_atomically("report", path,
                            [&](const support::Sink& sink) { put_csv(records, info, sink); });
}

}  // namespace assay::reports
