// SPDX-License-Identifier: Apache-2.0
// JUnit XML in the shape that Jenkins and GitLab read.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/verdict/verdict.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/findings/answer.hpp"
#include "reports/text/run_report.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;

  void operator+=(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
};

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name).set_value(printable(value).c_str());
}

void set_counts(pugi::xml_node node, const Counts& counts) {
  set(node, "tests", std::to_string(counts.tests));
  set(node, "failures", std::to_string(counts.failures));
  set(node, "errors", std::to_string(counts.errors));
}

void add_text(pugi::xml_node node, std::string_view text) {
  node.append_child(pugi::node_pcdata).set_value(printable(text).c_str());
}

void add_problem(pugi::xml_node test_case, const char* tag, const CaseRecord& record) {
  pugi::xml_node problem = test_case.append_child(tag);
  set(problem, "message", record.verdict.reason);
  set(problem, "type", verdict_text(record.verdict));
  std::string text = fmt::format("{}: {}\n", verdict_text(record.verdict), record.verdict.reason);
  if (record.executions > 1) {
    text +=
        fmt::format("failed in {} of {} executions\n", record.failed_executions, record.executions);
  }
  add_text(problem, text + replay_command(record));
}

void add_test(pugi::xml_node suite, const CaseRecord& record, CaseAnswer answer) {
  pugi::xml_node test_case = suite.append_child("testcase");
  set(test_case, "name", record.name);
  // A case of a run on two backends occurs there twice.
  const std::string backend = record.attribution.empty() ? "" : "." + record.backend;
  set(test_case, "classname",
      fmt::format("{}.{}.{}{}", record.op, record.target, record.dtype, backend));
  switch (answer) {
    case CaseAnswer::failure:
      add_problem(test_case, "failure", record);
      break;
    case CaseAnswer::error:
      add_problem(test_case, "error", record);
      break;
    case CaseAnswer::skipped:
      // As text, not as an attribute: older schemas know no other way, and all readers show it.
      add_text(
          test_case.append_child("skipped"),
          fmt::format("{}: {}",
                      is_failure(record.verdict.kind) ? "waived" : verdict_text(record.verdict),
                      record.verdict.reason));
      break;
    case CaseAnswer::passed:
      if (record.verdict.kind == VerdictKind::target_defined) {
        add_text(test_case.append_child("system-out"), "target-defined: recorded, not judged");
      }
      break;
  }
}

void add_property(pugi::xml_node properties, const char* name, std::string_view value) {
  pugi::xml_node property = properties.append_child("property");
  set(property, "name", name);
  set(property, "value", value);
}

void add_properties(pugi::xml_node suite, const RunInfo& info) {
  pugi::xml_node properties = suite.append_child("properties");
  add_property(properties, "suite", info.suite);
  add_property(properties, "suite_version", info.suite_version);
  add_property(properties, "backend", info.backend);
  add_property(properties, "seed", std::to_string(info.seed));
}

// The one place for what may differ between two equal runs: a suite without tests.
void add_environment(pugi::xml_node root, const RunInfo& info) {
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "environment");
  set_counts(suite, Counts{});
  set(suite, "time", fmt::format("{:.3f}", info.seconds));
  // The schema that readers validate against has no zone designator.
  const bool zulu = info.started.ends_with('Z');
  set(suite, "timestamp", std::string_view(info.started).substr(0, info.started.size() - zulu));
  set(suite, "hostname", info.host);
  add_property(suite.append_child("properties"), "command", info.command);
}

Counts counts_of(CaseAnswer answer) {
  Counts counts{.tests = 1};
  if (answer == CaseAnswer::failure) counts.failures = 1;
  if (answer == CaseAnswer::error) counts.errors = 1;
  if (answer == CaseAnswer::skipped) counts.skipped = 1;
  return counts;
}

/// The answer of a run for reports that count tests.
CaseAnswer test_of(const RunAnswer& answer) {
  if (answer.exit_code() == 0) return CaseAnswer::skipped;  // it may be partial
  const bool lost = answer.kind == RunAnswer::Kind::lost || !answer.completion.complete();
  return lost ? CaseAnswer::error : CaseAnswer::failure;
}

/// A suite with one test, which says the sentence of the run.
Counts add_answer(pugi::xml_node root, const RunAnswer& answer) {
  const CaseAnswer said = test_of(answer);
  const Counts counts = counts_of(said);
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "run");
  set_counts(suite, counts);
  set(suite, "skipped", std::to_string(counts.skipped));
  pugi::xml_node test_case = suite.append_child("testcase");
  set(test_case, "name", "answer");
  set(test_case, "classname", "run");
  if (said == CaseAnswer::skipped) {
    add_text(test_case.append_child("skipped"), answer.sentence);
    return counts;
  }
  pugi::xml_node problem = test_case.append_child(said == CaseAnswer::error ? "error" : "failure");
  set(problem, "message", answer.sentence);
  set(problem, "type", name_of(answer.kind));
  add_text(problem, answer.sentence);
  return counts;
}

}  // namespace

namespace {

/// Takes what pugixml prints.
class Printed : public pugi::xml_writer {
 public:
  explicit Printed(const support::Sink& sink) : sink_(sink) {}
  void write(const void* data, std::size_t size) override {
    sink_({static_cast<const char*>(data), size});
  }

 private:
  const support::Sink& sink_;
};

constexpr const char* indent = "  ";
constexpr unsigned depth_of_tests = 2;

/// A placeholder for the cases of a suite; no value has it, as its first letter is escaped there.
constexpr const char* stand_in = "cases";
constexpr std::string_view printed_stand_in = "    <cases />\n";

/// Places of the records of each op.
using ByOp = std::map<std::string, std::vector<std::size_t>>;
using AnswerAt = std::function<CaseAnswer(std::size_t)>;

/// The document without its cases. Totals come first in it, so that all must be counted before.
std::string frame_of(const ByOp& by_op, const RunInfo& info, const RunAnswer& answer,
                     const AnswerAt& answer_at) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  add_environment(root, info);
  Counts total;
  for (const auto& [op, of_op] : by_op) {
    pugi::xml_node suite = root.append_child("testsuite");
    add_properties(suite, info);
    suite.append_child(stand_in);
    Counts counts;
    for (const std::size_t i : of_op) counts += counts_of(answer_at(i));
    set(suite, "name", op);
    set_counts(suite, counts);
    set(suite, "skipped", std::to_string(counts.skipped));
    total += counts;
  }
  // Faults that no case shows: the run is not complete, too little was judged, an expired waiver.
  const bool unsaid = !answer.good() && total.failures + total.errors == 0;
  if (unsaid || !answer.completion.complete()) total += add_answer(root, answer);
  set(root, "name", fmt::format("assay {}", info.suite));
  set_counts(root, total);
  std::string text;
  const support::Sink collect = [&](std::string_view piece) { text += piece; };
  Printed printed(collect);
  document.save(printed, indent);
  return text;
}

/// A case at a time: the document of a nightly run is as long as its journal.
void print_junit(const Records& records, const RunInfo& info, const Waived& waived,
                 const support::Sink& sink) {
  ByOp by_op;
  for (std::size_t i = 0; i < records.size(); ++i) by_op[records[i].op].push_back(i);
  const AnswerAt answer_at = [&](std::size_t i) {
    return answer_of(records[i].verdict.kind, !waived.waived.empty() && waived.waived[i],
                     info.strict);
  };
  const std::string frame = frame_of(by_op, info, answer_of(records, info, waived), answer_at);
  std::string_view left = frame;
  Printed printed(sink);
  for (const auto& [op, of_op] : by_op) {
    const std::size_t place = left.find(printed_stand_in);
    sink(left.substr(0, place));
    left.remove_prefix(place + printed_stand_in.size());
    for (const std::size_t i : of_op) {
      pugi::xml_document test_case;
      add_test(test_case, records[i], answer_at(i));
      test_case.first_child().print(printed, indent, pugi::format_default, pugi::encoding_utf8,
                                    depth_of_tests);
    }
  }
  sink(left);
}

}  // namespace

std::string as_junit(const Records& records, const RunInfo& info, const Waived& waived) {
  std::string text;
  print_junit(records, info, waived, [&](std::string_view piece) { text += piece; });
  return text;
}

void write_junit(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                 const Waived& waived) {
  support::write_atomically(
      "report", path, [&](const support::Sink& sink) { print_junit(records, info, waived, sink); });
}

}  // namespace assay::reports
