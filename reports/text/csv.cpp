// SPDX-License-Identifier: Apache-2.0
// The cases of a run as comma-separated values.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <system_error>

#include "reference/support/atomic_file.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/completion.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr std::string_view header =
    "index,name,op,form,target,dtype,dtypes,intent,plan,scenario,backend,attribution,verdict,"
    "deviation,"
    "executions,failed_executions,compared,wrong,target_defined,alternative,max_ulp,"
    "mean_relative_error,max_relative_error,worst_operand,"
    "worst_row,worst_col,worst_expected,worst_got,reason,errata,assembler\r\n";

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

std::string number(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

std::string relative_of(const RelativeErrors& errors) {
  if (errors.elements == 0) return ",";
  return fmt::format("{},{}", errors.mean(), errors.largest);
}

std::string worst_of(const std::optional<WorstElement>& worst) {
  if (!worst) return ",,,,";
  return fmt::format("{},{},{},0x{:x},0x{:x}", field_of(worst->operand), worst->row, worst->col,
                     worst->expected, worst->got);
}

/// Numbers of the errata that the case shows.
std::string shown_errata(const Verdict& verdict) {
  std::string numbers;
  for (const SeenErratum& one : verdict.errata) {
    if (one.shown > 0) numbers += (numbers.empty() ? "" : ";") + one.number;
  }
  return numbers;
}

std::string row_of(const CaseRecord& record) {
  const Verdict& verdict = record.verdict;
  std::string row = std::to_string(record.index);
  for (const std::string& text :
       {record.name, record.op, record.form, record.target, record.dtype, record.dtypes,
        record.intent, record.plan, record.scenario, record.backend, record.attribution}) {
    row += "," + field_of(text);
  }
  row += fmt::format(",{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", name_of(verdict.kind),
                     name_of(verdict.deviation), record.executions, record.failed_executions,
                     verdict.compared, verdict.wrong, verdict.target_defined, verdict.alternative,
                     number(verdict.max_ulp), relative_of(verdict.relative),
                     worst_of(verdict.worst), field_of(verdict.reason), shown_errata(verdict),
                     verdict.assembler == AssemblerFinding::none ? "" : name_of(verdict.assembler));
  return row;
}

/// In the columns `verdict` and `reason`; the others are empty.
std::string unfinished_row(const Completion& completion) {
  const auto columns = header.substr(0, header.size() - 2);  // without the line end
  std::string row;
  for (std::size_t begin = 0; begin <= columns.size();) {
    const std::size_t end = std::min(columns.find(',', begin), columns.size());
    const std::string_view column = columns.substr(begin, end - begin);
    if (column == "verdict") row += "not_run";
    if (column == "reason") row += field_of(stopped_text(completion));
    row += end == columns.size() ? "\r\n" : ",";
    begin = end + 1;
  }
  return row;
}

}  // namespace

void put_csv(const Records& records, const RunInfo& info, const support::Sink& sink) {
  sink(header);
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
