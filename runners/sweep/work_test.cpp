// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/work.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "reference/ops/per_element.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/worker/supervised_backend.hpp"

namespace assay::runners {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t tile_size = 4096;

/// All patterns of u16 through the test plugin's copy, sixteen calls. The name of the form says
/// what the plugin does besides.
struct CopyPlan {
  Form form;
  SweepPlan plan;

  explicit CopyPlan(const std::string& what)
      : plan{.result = ops::per_element(
                 {{"src"}},
                 [](const ops::ElementContext& at) { return ops::exactly(at.arguments[0].bits); }),
             .from = ElementType::u16,
             .to = ElementType::u16,
             .tolerance = {Tolerance::Kind::exact, 0, ""},
             .inputs = InputSpace({Codes::all(ElementType::u16)}),
             .selection = "all"} {
    form.op = "COPY";
    form.name = what;
    form.lead = "dst";
    form.operands = {{"dst", Role::output, OperandKind::tile},
                     {"src", Role::input, OperandKind::tile}};
    TileSpec tile;
    tile.type.element = ElementType::u16;
    set_valid(tile, 64, 64);
    plan.test.call = {&form, Target::cpu, {tile, tile}, {}};
    plan.test.plan = "uniform";
    plan.arguments = {1};
    plan.output = 0;
  }
  CopyPlan(const CopyPlan&) = delete;
  CopyPlan& operator=(const CopyPlan&) = delete;
};

/// A deadline that a busy machine keeps too, but for calls that never end.
WorkerOptions plugin(std::chrono::milliseconds deadline = std::chrono::seconds(20)) {
  return {worker_program(),
          {BackendKind::plugin, (program_folder() / "test_plugin.so").string()},
          deadline};
}

SweepPart swept(const std::string& what,
                std::chrono::milliseconds deadline = std::chrono::seconds(20)) {
  const CopyPlan copy(what);
  const SweepRules rules(copy.plan);
  SupervisedBackend backend(plugin(deadline));
  SweepWork work(rules, backend);
  return work.chunk(0);
}

std::string refusal(const std::string& what, bool probe) {
  const CopyPlan copy(what);
  const SweepRules rules(copy.plan);
  SupervisedBackend backend(plugin());
  SweepWork work(rules, backend);
  try {
    probe ? work.probe() : static_cast<void>(work.chunk(0));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

TEST(SweepWork, ComparesEveryInputOnce) {
  const SweepPart part = swept("plain");
  EXPECT_EQ(part.inputs, 65536U);
  EXPECT_EQ(part.compared, 65536U);
  EXPECT_EQ(part.wrong, 0U);
  EXPECT_EQ(part.incident_count, 0U);
  EXPECT_EQ(part.columns.size(), 17U);  // zero and sixteen exponents
}

TEST(SweepWork, SeesAChangedGuardBandInEveryCall) {
  for (const auto& [what, place] :
       {std::pair{"before", "byte -3"}, std::pair{"behind", "byte 8192"}}) {
    const SweepPart part = swept(what);
    EXPECT_EQ(part.wrong, 0U);
    EXPECT_EQ(part.incident_count, 17U) << what;  // the first call is executed twice
    ASSERT_FALSE(part.incidents.empty());
    EXPECT_EQ(part.incidents[0].deviation, Deviation::guard_broken);
    EXPECT_THAT(part.incidents[0].message,
                HasSubstr(std::string("next to dst changed, the first at ") + place));
  }
}

TEST(SweepWork, LosesACallThatDoesNotComeBackAndGoesOn) {
  const SweepPart part = swept("crash");
  EXPECT_EQ(part.inputs, 65536U);
  EXPECT_EQ(part.lost, 65536U);
  EXPECT_EQ(part.compared, 0U);
  EXPECT_EQ(part.incident_count, 16U);
  EXPECT_EQ(part.incidents[3].kind, VerdictKind::crashed);
  EXPECT_EQ(part.incidents[3].first, 3 * tile_size);
  EXPECT_EQ(part.incidents[3].inputs, tile_size);
  EXPECT_THAT(part.incidents[3].message, HasSubstr("SIGSEGV"));
}

/// A call with this element of 16 bits does not come back.
class Trap {
 public:
  explicit Trap(const char* trap) { setenv("TEST_PLUGIN_TRAP", trap, 1); }
  Trap(const Trap&) = delete;
  Trap& operator=(const Trap&) = delete;
  ~Trap() { unsetenv("TEST_PLUGIN_TRAP"); }
};

TEST(SweepWork, BlamesTheOneInputThatBringsTheBackendDown) {
  for (const auto& [trap, kind, culprit] :
       {std::tuple{"crash:7c01", VerdictKind::crashed, 0x7c01U},
        std::tuple{"hang:0000", VerdictKind::timed_out, 0U},
        std::tuple{"crash:7fff", VerdictKind::crashed, 0x7fffU}}) {
    const Trap set(trap);
    const SweepPart part = swept("plain", std::chrono::seconds(2));
    ASSERT_EQ(part.incident_count, 1U) << trap;
    EXPECT_EQ(part.incidents[0].kind, kind) << trap;
    EXPECT_EQ(part.incidents[0].first, culprit) << trap;
    EXPECT_EQ(part.incidents[0].inputs, 1U) << trap;
    EXPECT_EQ(part.incidents[0].arguments[0], culprit) << trap;
    EXPECT_EQ(part.lost, tile_size) << trap;
    EXPECT_EQ(part.compared, 65536U - tile_size) << trap;
    EXPECT_EQ(part.wrong, 0U) << trap;
  }
}

TEST(SweepWork, NamesTheWayACallWasLost) {
  EXPECT_EQ(swept("reject").incidents[0].kind, VerdictKind::rejected_valid);
  EXPECT_EQ(swept("exit").incidents[0].kind, VerdictKind::crashed);
  EXPECT_EQ(swept("hang", std::chrono::milliseconds(50)).incidents[0].kind, VerdictKind::timed_out);
}

TEST(SweepWork, CallsABrokenDeviceInfrastructure) {
  EXPECT_THAT(refusal("unknown_status", false), HasSubstr("unknown status 77"));
  EXPECT_THAT(refusal("garbage", false), HasSubstr("makes no sense"));
}

TEST(SweepWork, AsksFirstWhetherTheBackendSupportsTheCall) {
  EXPECT_EQ(refusal("plain", true), "none");
  const CopyPlan copy("plain");
  const SweepRules rules(copy.plan);
  WorkerOptions options;
  options.program = worker_program();
  options.deadline = std::chrono::milliseconds(2000);
  SupervisedBackend backend(options);
  SweepWork work(rules, backend);
  try {
    work.probe();
    ADD_FAILURE();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the backend simulator does not support COPY form plain"));
  }
}

}  // namespace
}  // namespace assay::runners
