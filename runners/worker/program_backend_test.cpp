// SPDX-License-Identifier: Apache-2.0
// Programs in a worker, on plugins that take them and on ones that know single calls alone.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/environment.hpp"
#include "runners/worker/supervised_backend.hpp"

namespace assay::runners {
namespace {

/// A legal call of that form on Vec tiles of one type, in rows.
Case call_of(const char* mnemonic, const char* name, ElementType lead) {
  const OpSpec& op = *find_op(mnemonic);
  for (const Form& form : op.forms) {
    if (form.name != name) continue;
    const auto recipes = generators::recipes(op, form, Target::a5, lead);
    for (std::uint64_t index = 0;; ++index) {
      Case test_case = generators::draw(recipes[0], generators::key_of(recipes[0], 1, index * 16));
      const TileSpec dst = test_case.call.tile("dst");
      for (OperandValue& value : test_case.call.operands) {
        auto& tile = std::get<TileSpec>(value);
        const Pad pad = tile.type.pad;
        tile = dst;
        tile.type.pad = pad;
      }
      if (dst.type.layout() == TileLayout::ND && dst.type.bytes() > 256) return test_case;
    }
  }
  throw std::logic_error("no such form");
}

/// Tiles side by side; each call makes the next one of the one before it, and of the first of all.
Program chain_of(const Case& link, std::size_t calls) {
  const std::int64_t bytes = link.call.tile("dst").type.bytes();
  Program program;
  program.name = "chain";
  program.target = Target::a5;
  program.images = {{Memory::unified_buffer, bytes * static_cast<std::int64_t>(calls + 2)}};
  for (std::size_t i = 0; i < calls; ++i) {
    ProgramStep step;
    step.test = link;
    const auto from = bytes * static_cast<std::int64_t>(i + 1);
    for (std::size_t k = 0; k < link.call.operands.size(); ++k) {
      step.bindings.emplace_back(Binding{0, k == 0 ? from + bytes : k == 1 ? from : 0});
      step.fresh.push_back(k == 0 || i == 0);
    }
    program.steps.push_back(std::move(step));
  }
  return program;
}

using Deadline = std::chrono::milliseconds;
/// Long enough for a program that is started again, on a busy machine.
constexpr Deadline patient{20000};

CaseResult result_on(BackendSpec spec, const Program& program, Deadline deadline) {
  WorkerOptions options;
  options.program = worker_program();
  options.backend = std::move(spec);
  options.deadline = deadline;
  SupervisedBackend backend(std::move(options));
  const Standard standard{load_accuracy("").lookup()};
  EXPECT_EQ(ill_formed(program), std::nullopt);
  return execute_and_judge(generators::program_case(program), backend, standard, "tested");
}

CaseResult result_of(const std::string& fault, Deadline deadline = patient) {
  setenv("ASSAY_PROGRAM_FAULT", fault.c_str(), 1);
  return result_on({BackendKind::plugin, (program_folder() / "program_plugin.so").string()},
                   chain_of(call_of("TMOV", "vec", ElementType::f32), 4), deadline);
}

/// Sums of sums, by the example in Python after an edit of it; quotes are the shell's.
CaseResult result_of_example(const std::string& edit, Deadline deadline = patient) {
  const std::string command =
      "exec python3 -c \"$(sed '" + edit + "' '" ASSAY_EXAMPLES "/backend.py')\"";
  return result_on({BackendKind::program, command},
                   chain_of(call_of("TADD", "plain", ElementType::i32), 4), deadline);
}

TEST(ProgramBackend, ConformsWherePluginsTakeProgramsAndWhereTheyAreOfVersion1) {
  for (const char* fault : {"", "version1"}) {
    const CaseResult result = result_of(fault);
    EXPECT_EQ(result.record.verdict.kind, VerdictKind::conforms)
        << fault << ": " << result.record.verdict.reason;
    EXPECT_EQ(result.kinds.size(), 4U);
  }
}

TEST(ProgramBackend, IsChargedForATapThatItForgets) {
  const CaseResult result = result_of("tap");
  EXPECT_EQ(result.record.verdict.kind, VerdictKind::deviates);
  EXPECT_EQ(result.call, 1U);
}

TEST(ProgramBackend, IsFoundToMakeCallsInAnotherOrder) {
  const CaseResult result = result_of("order");
  EXPECT_EQ(result.record.verdict.kind, VerdictKind::deviates);
  EXPECT_GT(result.kinds.size(), 0U);
}

TEST(ProgramBackend, ConformsWhereAProgramTakesProgramsAndWhereItTakesCalls) {
  for (const char* edit : {"", "s/\"programs\": true/\"programs\": false/"}) {
    const CaseResult result = result_of_example(edit);
    EXPECT_EQ(result.record.verdict.kind, VerdictKind::conforms)
        << edit << ": " << result.record.verdict.reason;
    EXPECT_EQ(result.kinds.size(), 4U);
  }
}

TEST(ProgramBackend, ChargesTheCallBehindWhichAnImageIsWrong) {
  const CaseResult result = result_of_example(
      "s/seen += .*/seen += b\"\".join(images) if done != 2 else seen[-sum(map(len, images)):]/");
  EXPECT_EQ(result.record.verdict.kind, VerdictKind::deviates) << result.record.verdict.reason;
  EXPECT_EQ(result.call, 2U);
}

TEST(ProgramBackend, JudgesTheCallsBeforeOneThatAProgramDoesNotDo) {
  const CaseResult result = result_of_example(
      "s/head, out = answer.*/&\\n        if done == 2: head = {\"status\": \"unsupported\", "
      "\"message\": \"no third\"}/");
  EXPECT_EQ(result.kinds.size(), 3U);
  EXPECT_EQ(result.kinds.at(2), VerdictKind::unsupported);
  EXPECT_NE(result.record.verdict.reason.find("no third"), std::string::npos)
      << result.record.verdict.reason;
}

/// Edits of the example that answers with the images after the last call only.
std::string by_end(const std::string& images) {
  return "s/\"programs\": true/\"programs\": \"end\"/; s/seen += .*/seen = " + images + "/";
}

TEST(ProgramBackend, IsJudgedByItsEndWhereItShowsNoMore) {
  const CaseResult right = result_of_example(by_end("b\"\".join(images)"));
  EXPECT_EQ(right.record.verdict.kind, VerdictKind::conforms) << right.record.verdict.reason;
  EXPECT_EQ(right.record.form, "end_to_end");
  EXPECT_EQ(right.kinds.size(), 1U);
  const CaseResult wrong =
      result_of_example(by_end("bytes([images[0][0] ^ 1]) + b\"\".join(images)[1:]"));
  EXPECT_EQ(wrong.record.verdict.kind, VerdictKind::deviates) << wrong.record.verdict.reason;
  EXPECT_EQ(wrong.record.op, program_op);
  EXPECT_NE(wrong.record.verdict.reason.find("the first at address 0"), std::string::npos)
      << wrong.record.verdict.reason;
}

TEST(ProgramBackend, TakesNoImagesBetweenCallsWhereItShowsTheEndAlone) {
  const CaseResult result = result_of_example("s/\"programs\": true/\"programs\": \"end\"/");
  EXPECT_EQ(result.record.verdict.kind, VerdictKind::infra);
  EXPECT_NE(result.record.verdict.reason.find("after its last call"), std::string::npos)
      << result.record.verdict.reason;
}

TEST(ProgramBackend, TakesNoAnswerWhoseCallsOrBytesAreWrong) {
  for (const auto& [edit, says] :
       {std::pair{"s/\"calls\": len/\"calls\": 1 + len/", "are all done"},
        std::pair{"s/seen += .*/seen += images[0][1:]/", "bytes"}}) {
    const CaseResult result = result_of_example(edit);
    EXPECT_EQ(result.record.verdict.kind, VerdictKind::infra) << edit;
    EXPECT_NE(result.record.verdict.reason.find(says), std::string::npos)
        << result.record.verdict.reason;
  }
}

TEST(ProgramBackend, TakesNoAnswerWithWordsBehindItsEnd) {
  const std::string words = "s/+ outputs)/+ outputs + b\"junk\")/";
  for (const char* edit : {"", "; s/\"programs\": true/\"programs\": false/"}) {
    const CaseResult result = result_of_example(words + edit);
    EXPECT_EQ(result.record.verdict.kind, VerdictKind::infra) << edit;
    EXPECT_NE(result.record.verdict.reason.find("junk"), std::string::npos)
        << result.record.verdict.reason;
  }
}

/// Whether the third of four calls has a death, and the two before it verdicts of their own if what
/// they left was shown.
void expect_third(const CaseResult& result, VerdictKind kind, const std::string& op, bool shown) {
  const Verdict& verdict = result.record.verdict;
  EXPECT_EQ(verdict.kind, kind) << verdict.reason;
  EXPECT_TRUE(verdict.reason.starts_with("call 3 of 4, " + op + ": ")) << verdict.reason;
  EXPECT_EQ(result.call, 2U);
  EXPECT_EQ(result.record.op, op);
  EXPECT_EQ(result.record.scenario, "call 3");
  EXPECT_EQ(result.kinds.size(), shown ? 3U : 1U);
  EXPECT_EQ(result.unseen, !shown);
}

TEST(ProgramBackend, HasTheCallThatAPluginSaidItBeganWhereItDiesOrHangs) {
  expect_third(result_of("segv"), VerdictKind::crashed, "TMOV", true);
  expect_third(result_of("kill"), VerdictKind::crashed, "TMOV", true);
  expect_third(result_of("hang", Deadline(1000)), VerdictKind::timed_out, "TMOV", true);
}

TEST(ProgramBackend, HasTheFirstCallThatAPluginDidNotShowWhereItSaidNothing) {
  const CaseResult result = result_of("quiet");
  const std::string& reason = result.record.verdict.reason;
  EXPECT_EQ(result.record.verdict.kind, VerdictKind::crashed) << reason;
  EXPECT_EQ(result.record.op, program_op);
  EXPECT_NE(reason.find("does not say in which call; the first that it did not show is call 3 of "
                        "4, TMOV"),
            std::string::npos)
      << reason;
}

/// An edit of the example by which its third call does something else.
std::string in_third(const std::string& what) {
  return "s/head, out = answer.*/&\\n        if done == 2: " + what + "/";
}
const std::string signal_itself = "__import__(\"os\").kill(__import__(\"os\").getpid(), ";

TEST(ProgramBackend, HasTheCallThatAProgramSaidItBeganWhereItDiesOrHangs) {
  for (const std::string& end :
       {std::string("sys.exit(3)"), signal_itself + "9)", signal_itself + "11)"}) {
    expect_third(result_of_example(in_third(end)), VerdictKind::crashed, "TADD", false);
  }
  expect_third(result_of_example(in_third("__import__(\"time\").sleep(99)"), Deadline(5000)),
               VerdictKind::timed_out, "TADD", false);
  expect_third(result_of_example(by_end("b\"\".join(images)") + "; " + in_third("sys.exit(3)")),
               VerdictKind::crashed, "TADD", false);
}

TEST(ProgramBackend, BlamesNoCallOfAProgramThatSaysNothing) {
  const CaseResult result = result_of_example("/begun/d; " + in_third("sys.exit(3)"));
  const std::string& reason = result.record.verdict.reason;
  EXPECT_EQ(result.record.op, program_op);
  EXPECT_NE(reason.find("the first that it did not show is call 1 of 4"), std::string::npos)
      << reason;
}

TEST(ProgramBackend, TakesNoBeginningOfACallThatBeganOrIsNone) {
  for (const auto& [edit, says] : {std::pair{"s/\"begun\": done/\"begun\": 0/", "which did before"},
                                   std::pair{"s/\"begun\": done/\"begun\": 4/", "there is none"}}) {
    const CaseResult result = result_of_example(edit);
    EXPECT_EQ(result.record.verdict.kind, VerdictKind::infra) << edit;
    EXPECT_NE(result.record.verdict.reason.find(says), std::string::npos)
        << result.record.verdict.reason;
  }
}

TEST(ProgramBackend, CrashesWhereAProgramDies) {
  const CaseResult result = result_of_example("s/seen += .*/sys.exit(3)/");
  EXPECT_EQ(result.record.verdict.kind, VerdictKind::crashed) << result.record.verdict.reason;
}

}  // namespace
}  // namespace assay::runners
