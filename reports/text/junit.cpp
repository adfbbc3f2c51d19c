// SPDX-License-Identifier: Apache-2.0
// JUnit XML in the shape that Jenkins and GitLab read.
#include <fmt/format.h>

#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "reference/judge/verdict.hpp"
#include "reference/support/atomic_file.hpp"
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

// JUnit's words: an error is a test that came to no answer, a failure a wrong answer.
enum class Answer { passed, failure, error, skipped };

Answer answer_of(VerdictKind kind, bool strict) {
  switch (kind) {
    case VerdictKind::infra:
    case VerdictKind::distrusted:
    case VerdictKind::crashed:
    case VerdictKind::timed_out:
      return Answer::error;
    case VerdictKind::unsupported:
      return Answer::skipped;
    case VerdictKind::known_deviation:
      return strict ? Answer::failure : Answer::skipped;
    default:
      return is_failure(kind) ? Answer::failure : Answer::passed;
  }
}

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

void add_problem(pugi::xml_node test, const char* tag, const CaseRecord& record) {
  pugi::xml_node problem = test.append_child(tag);
  set(problem, "message", record.verdict.reason);
  set(problem, "type", verdict_text(record.verdict));
  std::string text = fmt::format("{}: {}\n", verdict_text(record.verdict), record.verdict.reason);
  if (record.executions > 1) {
    text +=
        fmt::format("failed in {} of {} executions\n", record.failed_executions, record.executions);
  }
  add_text(problem, text + replay_command(record));
}

Counts add_test(pugi::xml_node suite, const CaseRecord& record, bool strict) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "name", record.name);
  // A case of a run on two backends stands there twice.
  const std::string backend = record.attribution.empty() ? "" : "." + record.backend;
  set(test, "classname",
      fmt::format("{}.{}.{}{}", record.op, record.target, record.dtype, backend));
  Counts counts{.tests = 1};
  switch (answer_of(record.verdict.kind, strict)) {
    case Answer::failure:
      add_problem(test, "failure", record);
      counts.failures = 1;
      break;
    case Answer::error:
      add_problem(test, "error", record);
      counts.errors = 1;
      break;
    case Answer::skipped:
      // As text, not as an attribute: older schemas know no other way, and all readers show it.
      add_text(test.append_child("skipped"), record.verdict.reason);
      counts.skipped = 1;
      break;
    case Answer::passed:
      if (record.verdict.kind == VerdictKind::target_defined) {
        add_text(test.append_child("system-out"), "target-defined: recorded, not judged");
      }
      break;
  }
  return counts;
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

}  // namespace

std::string as_junit(std::span<const CaseRecord> records, const RunInfo& info) {
  std::map<std::string, std::vector<const CaseRecord*>> by_op;
  for (const CaseRecord& record : records) by_op[record.op].push_back(&record);

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
    Counts counts;
    for (const CaseRecord* record : of_op) counts += add_test(suite, *record, info.strict);
    // Totals come first in the document but are known last.
    set(suite, "name", op);
    set_counts(suite, counts);
    set(suite, "skipped", std::to_string(counts.skipped));
    total += counts;
  }
  set(root, "name", fmt::format("assay {}", info.suite));
  set_counts(root, total);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

void write_junit(const std::filesystem::path& path, std::span<const CaseRecord> records,
                 const RunInfo& info) {
  support::write_atomically("report", path, as_junit(records, info));
}

}  // namespace assay::reports
