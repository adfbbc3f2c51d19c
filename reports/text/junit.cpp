// SPDX-License-Identifier: Apache-2.0
// JUnit XML in the shape that Jenkins and GitLab read.
#include "reports/text/junit.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <pugixml.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/judge/verdict/verdict.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/findings/answer.hpp"
#include "reports/text/junit_group.hpp"
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

void add_problem(pugi::xml_node test_case, CaseAnswer answer, std::string_view type,
                 std::string_view message, std::string_view text) {
  pugi::xml_node problem =
      test_case.append_child(answer == CaseAnswer::error ? "error" : "failure");
  set(problem, "message", message);
  set(problem, "type", type);
  add_text(problem, text);
}

std::string problem_text(const CaseRecord& record) {
  std::string text = fmt::format("{}: {}\n", verdict_text(record.verdict), record.verdict.reason);
  if (record.executions > 1) {
    text +=
        fmt::format("failed in {} of {} executions\n", record.failed_executions, record.executions);
  }
  return text + replay_command(record);
}

std::string class_of(const CaseRecord& record) {
  // A case of a run on two backends occurs there twice.
  const std::string backend = record.attribution.empty() ? "" : "." + record.backend;
  return fmt::format("{}.{}.{}{}", record.op, record.target, record.dtype, backend);
}

/// `seconds` is 0 where nobody measured them.
pugi::xml_node add_named(pugi::xml_node suite, std::string_view name, std::string_view class_name,
                         double seconds) {
  pugi::xml_node test_case = suite.append_child("testcase");
  set(test_case, "name", name);
  set(test_case, "classname", class_name);
  if (seconds > 0) set(test_case, "time", fmt::format("{:.6f}", seconds));
  return test_case;
}

void add_test(pugi::xml_node suite, const CaseRecord& record, CaseAnswer answer) {
  pugi::xml_node test_case = add_named(suite, record.name, class_of(record), record.seconds);
  switch (answer) {
    case CaseAnswer::failure:
    case CaseAnswer::error:
      add_problem(test_case, answer, verdict_text(record.verdict), record.verdict.reason,
                  problem_text(record));
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

/// A problem or a skipped test that says one sentence.
void add_sentence(pugi::xml_node test_case, CaseAnswer answer, std::string_view type,
                  std::string_view sentence) {
  if (answer == CaseAnswer::skipped) {
    add_text(test_case.append_child("skipped"), sentence);
  } else {
    add_problem(test_case, answer, type, sentence, sentence);
  }
}

/// A suite with one test, which says the sentence of the run.
Counts add_answer(pugi::xml_node root, const RunAnswer& answer) {
  const CaseAnswer said = test_of(answer);
  const Counts counts = counts_of(said);
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "run");
  set_counts(suite, counts);
  set(suite, "skipped", std::to_string(counts.skipped));
  add_sentence(add_named(suite, "answer", "run", 0), said, name_of(answer.kind), answer.sentence);
  return counts;
}

void add_group(pugi::xml_node suite, std::string_view name, std::string_view class_name,
               const JunitGroup& group) {
  pugi::xml_node test_case = add_named(suite, name, class_name, group.seconds());
  const CaseAnswer answer = group.answer();
  if (answer == CaseAnswer::passed || answer == CaseAnswer::skipped) {
    const char* tag = answer == CaseAnswer::passed ? "system-out" : "skipped";
    add_text(test_case.append_child(tag), group.text());
    return;
  }
  add_problem(test_case, answer, group.type(), group.message(), group.text());
}

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

/// The tests of one op, which are made one at a time: a nightly run has millions of cases.
struct OpTests {
  Counts counts = {};
  std::size_t size = 0;
  std::function<void(std::size_t, pugi::xml_node)> add = {};
};
using TestsByOp = std::map<std::string, OpTests>;
using AnswerAt = std::function<CaseAnswer(std::size_t)>;

TestsByOp tests_by_case(const Records& records, const AnswerAt& answer_at) {
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < records.size(); ++i) places[records[i].op].push_back(i);
  TestsByOp tests;
  for (auto& [op, of_op] : places) {
    OpTests& own = tests[op];
    own.size = of_op.size();
    for (const std::size_t i : of_op) own.counts += counts_of(answer_at(i));
    own.add = [&records, &answer_at, of_op = std::move(of_op)](std::size_t test,
                                                               pugi::xml_node suite) {
      add_test(suite, records[of_op[test]], answer_at(of_op[test]));
    };
  }
  return tests;
}

/// The groups of an op by name and class, and how many of its planned cases ran.
struct OpGroups {
  std::map<std::pair<std::string, std::string>, JunitGroup> groups = {};
  std::size_t ran = 0;
  std::size_t planned = 0;
  std::uint64_t last = 0;  ///< index of the last case; records of one case follow each other

  bool unfinished() const { return ran < planned; }
};

std::map<std::string, OpGroups> groups_of(const Records& records, const RunInfo& info,
                                          const AnswerAt& answer_at) {
  std::map<std::string, OpGroups> ops;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CaseRecord record = records[i];
    OpGroups& own = ops[record.op];
    own.groups[{group_name(record), class_of(record)}].add(record, answer_at(i));
    if (own.ran == 0 || own.last != record.index) ++own.ran;
    own.last = record.index;
  }
  // Of a complete run, cases that are missing are none that anybody could run.
  if (info.completion.complete()) return ops;
  for (const auto& [op, planned] : info.planned_ops) ops[op].planned = planned.cases;
  return ops;
}

TestsByOp tests_by_op(const Records& records, const RunInfo& info, const AnswerAt& answer_at) {
  TestsByOp tests;
  for (auto& [op, of_op] : groups_of(records, info, answer_at)) {
    OpTests& own = tests[op];
    std::vector<std::function<void(pugi::xml_node)>> adders;
    for (auto& [key, group] : of_op.groups) {
      own.counts += counts_of(group.answer());
      adders.emplace_back([key = key, group = std::move(group)](pugi::xml_node suite) {
        add_group(suite, key.first, key.second, group);
      });
    }
    if (of_op.unfinished()) {
      const CaseAnswer answer =
          info.completion.partial_ok ? CaseAnswer::skipped : CaseAnswer::error;
      own.counts += counts_of(answer);
      adders.emplace_back([=, op = op, ran = of_op.ran,
                           planned = of_op.planned](pugi::xml_node suite) {
        add_sentence(add_named(suite, op, op, 0), answer, "stopped",
                     fmt::format("{} of {} ran", grouped(ran), count_of(planned, "planned case")));
      });
    }
    own.size = adders.size();
    own.add = [adders = std::move(adders)](std::size_t test, pugi::xml_node suite) {
      adders[test](suite);
    };
  }
  return tests;
}

/// The document without its cases. Totals come first in it, so that all must be counted before.
std::string frame_of(const TestsByOp& tests, const RunInfo& info, const RunAnswer& answer) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  set(declaration, "version", "1.0");
  set(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  add_environment(root, info);
  Counts total;
  for (const auto& [op, own] : tests) {
    pugi::xml_node suite = root.append_child("testsuite");
    add_properties(suite, info);
    suite.append_child(stand_in);
    set(suite, "name", op);
    set_counts(suite, own.counts);
    set(suite, "skipped", std::to_string(own.counts.skipped));
    total += own.counts;
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

}  // namespace

void put_junit(const Records& records, const RunInfo& info, JunitTests tests, const Waived& waived,
               const support::Sink& sink) {
  const AnswerAt answer_at = [&](std::size_t i) {
    return answer_of(records.kind(i), !waived.waived.empty() && waived.waived[i], info.strict);
  };
  const TestsByOp by_op = tests == JunitTests::by_op ? tests_by_op(records, info, answer_at)
                                                     : tests_by_case(records, answer_at);
  const std::string frame = frame_of(by_op, info, answer_of(records, info, waived));
  std::string_view left = frame;
  Printed printed(sink);
  for (const auto& [op, own] : by_op) {
    const std::size_t place = left.find(printed_stand_in);
    sink(left.substr(0, place));
    left.remove_prefix(place + printed_stand_in.size());
    for (std::size_t i = 0; i < own.size; ++i) {
      pugi::xml_document test_case;
      own.add(i, test_case);
      test_case.first_child().print(printed, indent, pugi::format_default, pugi::encoding_utf8,
                                    depth_of_tests);
    }
  }
  sink(left);
}

std::string_view name_of(JunitTests tests) {
  return tests == JunitTests::by_op ? "by-op" : "by-case";
}

JunitTests junit_tests_named(std::string_view name) {
  for (const JunitTests tests : all_junit_tests) {
    if (name_of(tests) == name) return tests;
  }
  throw std::invalid_argument(fmt::format("'{}' is neither by-case nor by-op", name));
}

JunitTests junit_tests_of(std::string_view suite) {
  // "nightly, few signatures" is one, too.
  const bool nightly = suite.substr(0, suite.find(',')) == "nightly";
  return nightly ? JunitTests::by_op : JunitTests::by_case;
}

std::string as_junit(const Records& records, const RunInfo& info, JunitTests tests,
                     const Waived& waived) {
  std::string text;
  put_junit(records, info, tests, waived, [&](std::string_view piece) { text += piece; });
  return text;
}

void write_junit(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                 JunitTests tests, const Waived& waived) {
  support::write_atomically("report", path, [&](const support::Sink& sink) {
    put_junit(records, info, tests, waived, sink);
  });
}

}  // namespace assay::reports
