// SPDX-License-Identifier: Apache-2.0
// Programs in a worker, on plugins that take them and on ones that know single calls alone.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "generators/generate.hpp"
#include "generators/programs/programs.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/cases/accuracy.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/environment.hpp"
#include "runners/worker/supervised_backend.hpp"

namespace assay::runners {
namespace {

/// A move of one Vec tile into another of its type.
Case plain_move() {
  const OpSpec& op = *find_op("TMOV");
  for (const Form& form : op.forms) {
    if (form.name != "vec") continue;
    const ElementType lead = generators::lead_elements(form, Target::a5).front();
    const auto recipes = generators::recipes(op, form, Target::a5, lead);
    for (std::uint64_t index = 0;; ++index) {
      Case test = generators::draw(recipes[0], generators::key_of(recipes[0], 1, index * 16));
      TileSpec& dst = test.call.tile("dst");
      const TileSpec& src = test.call.tile("src");
      const Pad pad = dst.type.pad;
      dst = src;
      dst.type.pad = pad;
      if (src.type.layout() == TileLayout::ND && src.type.bytes() > 256) return test;
    }
  }
  throw std::logic_error("TMOV has no form vec");
}

/// Tiles side by side; each call moves one into the next.
Program moves(std::size_t calls) {
  const Case move = plain_move();
  const std::int64_t bytes = move.call.tile("src").type.bytes();
  Program program;
  program.name = "moves";
  program.target = Target::a5;
  program.images = {{Memory::unified_buffer, bytes * static_cast<std::int64_t>(calls + 1)}};
  for (std::size_t i = 0; i < calls; ++i) {
    ProgramStep step;
    step.test = move;
    const auto from = bytes * static_cast<std::int64_t>(i);
    step.bindings = {Binding{0, from + bytes}, Binding{0, from}};
    step.fresh = {true, i == 0};
    program.steps.push_back(std::move(step));
  }
  return program;
}

CaseResult result_of(const std::string& fault) {
  setenv("ASSAY_PROGRAM_FAULT", fault.c_str(), 1);
  WorkerOptions options;
  options.program = worker_program();
  options.backend = {BackendKind::plugin, (program_folder() / "program_plugin.so").string()};
  SupervisedBackend backend(std::move(options));
  const Standard standard{load_accuracy("").lookup()};
  const Program program = moves(4);
  EXPECT_EQ(ill_formed(program), std::nullopt);
  return execute_and_judge(generators::program_case(program), backend, standard, "plugin");
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

}  // namespace
}  // namespace assay::runners
