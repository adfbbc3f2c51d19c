// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "runners/backend/loaded.hpp"
#include "runners/call/copy_case_test.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/worker/supervised_backend.hpp"

namespace assay::runners {
namespace {

using Status = Outcome::Status;
using testing::HasSubstr;

std::string plugin() { return "plugin:" + (program_folder() / "test_plugin.so").string(); }

SupervisedBackend started(const std::string& backend = plugin()) {
  return SupervisedBackend(
      {worker_program(), executable_backend(backend), std::chrono::milliseconds(400)});
}

std::vector<Trial> run(Backend& backend, const std::string& what) {
  TestCall call(what, boxed_tile());
  return backend.run_one({&call.test, {call.contents(7), call.contents(9), call.contents(7)}, 64});
}

void expect_copied(Backend& backend) {
  for (const Trial& trial : run(backend, "plain")) {
    EXPECT_EQ(trial.outcome.status, Status::done);
    ASSERT_EQ(trial.after.size(), 2U);
    EXPECT_EQ(trial.after[0], trial.before[1]);
    EXPECT_THAT(trial.damage, testing::IsEmpty());
  }
}

void expect_ended(const std::string& what, Status status, const std::string& message) {
  SupervisedBackend backend = started();
  expect_copied(backend);
  for (const Trial& trial : run(backend, what)) {
    EXPECT_EQ(trial.outcome.status, status) << trial.outcome.message;
    EXPECT_THAT(trial.outcome.message, HasSubstr(message));
  }
  expect_copied(backend);
}

TEST(Worker, SaysWhichBackendItHas) {
  const SupervisedBackend backend = started();
  EXPECT_EQ(backend.info().name, "test plugin");
  EXPECT_EQ(backend.info().targets, "cpu");
}

TEST(Worker, BlamesACrashOnTheCaseInFlightAlone) {
  expect_ended("crash", Status::crashed, "died of SIGSEGV");
  expect_ended("crash", Status::crashed, "in execution 1 of 3; it printed: about to fall");
}

TEST(Worker, BlamesAHangOnTheCaseInFlightAlone) {
  expect_ended("hang", Status::timed_out, "no answer within 0.4 s in execution 1 of 3");
}

TEST(Worker, BlamesAnExitOnTheCaseInFlightAlone) {
  expect_ended("exit", Status::crashed, "left with exit code 7");
}

TEST(Worker, CallsAnAnswerThatMakesNoSenseInfrastructure) {
  expect_ended("garbage", Status::infra, "makes no sense");
  expect_ended("unknown_status", Status::infra, "unknown status 77");
  expect_ended("long_text", Status::infra, "claims 65 bytes of text in a buffer of 64");
}

TEST(Worker, PassesARefusalOnWithItsReason) {
  expect_ended("reject", Status::rejected, "because the test says so");
}

TEST(Worker, BlamesNobodyWhereItWasKilledBetweenTwoCases) {
  SupervisedBackend backend = started();
  expect_copied(backend);
  ASSERT_GT(backend.worker().process(), 0);
  kill(backend.worker().process(), SIGKILL);
  expect_copied(backend);
}

TEST(Worker, GoesOnInANewProcessAfterABrokenGuard) {
  SupervisedBackend backend = started();
  expect_copied(backend);
  const pid_t process = backend.worker().process();
  run(backend, "behind");
  expect_copied(backend);
  EXPECT_NE(backend.worker().process(), process);
}

TEST(Worker, SaysWhichCallHungTwice) {
  SupervisedBackend backend = started();
  for (const Trial& trial : run(backend, "hang")) {
    EXPECT_TRUE(trial.outcome.confirmed) << trial.outcome.message;
    EXPECT_TRUE(trial.outcome.message.starts_with("twice ")) << trial.outcome.message;
  }
}

TEST(Worker, ShowsBrokenGuards) {
  SupervisedBackend backend = started();
  const auto before = run(backend, "before");
  ASSERT_EQ(before[0].damage.size(), 1U);
  EXPECT_EQ(before[0].damage[0].first_byte, -3);
  const auto behind = run(backend, "behind");
  ASSERT_EQ(behind[2].damage.size(), 1U);
  EXPECT_EQ(behind[2].damage[0].first_byte, 2048);
}

TEST(Worker, BringsBackTextAndKeepsItsOwnPrintsApart) {
  SupervisedBackend backend = started();
  testing::internal::CaptureStdout();
  const auto trials = run(backend, "print");
  EXPECT_EQ(trials[0].text, "call 1");
  EXPECT_EQ(trials[2].text, "call 3");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Worker, GrowsItsArenaForALargeTileAndSurvivesIt) {
  SupervisedBackend backend = started();
  TileType large = boxed_tile();
  large.rows = 1024;
  large.cols = 1024;
  TestCall call("plain", large);
  for (const Trial& trial :
       backend.run_one({&call.test, {call.contents(1), call.contents(2)}, 0})) {
    EXPECT_EQ(trial.outcome.status, Status::done);
    EXPECT_EQ(trial.after[0], trial.before[1]);
  }
  expect_copied(backend);
}

TEST(Worker, RefusesABackendThatDoesNotLoad) {
  EXPECT_THROW(started("plugin:/nowhere.so"), UsageError);
  EXPECT_THROW(started("simulator:fault=no_such_fault"), UsageError);
  EXPECT_THROW(started("emulator"), UsageError);
  WorkerOptions nowhere;
  nowhere.program = "/nowhere/worker";
  EXPECT_THROW(SupervisedBackend{nowhere}, InfraError);
}

}  // namespace
}  // namespace assay::runners
