// SPDX-License-Identifier: Apache-2.0
// Every fault of the zoo shows in the calls it should show in, and only in some.
#include "runners/simulator/faults/faults.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <map>
#include <set>

#include "runners/simulator/bench_test.hpp"

namespace assay::simulator {
namespace {

// Runs a call twice and returns all that can be observed.
std::string twice(Bench& bench, Simulator& simulator, const char* op, const char* form,
                  const char* target) {
  std::string seen;
  for (int i = 0; i < 2; ++i) {
    seen += std::to_string(bench.run(simulator, op, form, target));
    seen += bench.everything();
  }
  return seen;
}

// Patterns that a careless data path changes: negative zero, NaN with a payload, a subnormal.
void put_specials(const assay_operand& operand, int row) {
  constexpr std::uint32_t patterns[] = {0x80000000U, 0xFFC12345U, 0x00000007U, 0x40400000U,
                                        0x40A00000U};
  for (int i = 0; i < 5; ++i) at<std::uint32_t>(operand, row + i) = patterns[i];
}

std::string rsqrt(Simulator& simulator) {
  Bench bench;
  bench.tile(ASSAY_F32, 4, 3, 16, 2, 5);
  const auto& src = bench.tile(ASSAY_F32, 4, 3, 16, 2, 5);
  for (int i = 0; i < 48; ++i) at<float>(src, i) = static_cast<float>(i + 1);
  put_specials(src, 0);
  return twice(bench, simulator, "TRSQRT", "plain", "a5");
}

std::string boxed_rsqrt(Simulator& simulator) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_F16, 2, 16, 32, 8, 20);
  dst.box_layout = ASSAY_BOX_ROW_MAJOR;
  const auto& src = bench.tile(ASSAY_F16, 2, 16, 32, 8, 20);
  for (int i = 0; i < 512; ++i) {
    at<std::uint16_t>(src, i) = static_cast<std::uint16_t>(0x3C00 + i);
  }
  return twice(bench, simulator, "TRSQRT", "plain", "a2a3");
}

std::string expand(Simulator& simulator, assay_element to, assay_element from, std::uint64_t bits) {
  Bench bench;
  bench.tile(to, 4, 3, 16, 2, 5);
  bench.scalar(from, bits);
  return twice(bench, simulator, "TEXPANDS", "tile", "a5");
}

std::string expand_inexact(Simulator& simulator) {
  return expand(simulator, ASSAY_F32, ASSAY_F64, bits_of<double>(1.0 + 0x1.8p-24));
}

std::string expand_nan(Simulator& simulator) {
  return expand(simulator, ASSAY_F32, ASSAY_F32, 0xFFC12345U);
}

std::string expand_zero(Simulator& simulator) {
  return expand(simulator, ASSAY_F32, ASSAY_F32, 0x80000000U);
}

std::string expand_mat(Simulator& simulator) {
  Bench bench;
  bench.tile(ASSAY_F16, 2, 16, 16, 2, 5).location = ASSAY_MAT;
  bench.scalar(ASSAY_I32, 3);
  return twice(bench, simulator, "TEXPANDS", "tile", "a2a3");
}

std::string expand_most(Simulator& simulator) {
  Bench bench;
  bench.conv(ASSAY_U8, 1, ASSAY_NC1HWC0, {1, 7, 31, 151, 32});
  bench.scalar(ASSAY_U8, 3);
  return twice(bench, simulator, "TEXPANDS", "conv", "a5");
}

std::string argmax(Simulator& simulator, assay_element element,
                   std::initializer_list<std::uint32_t> column, const char* form = "index") {
  Bench bench;
  if (std::string(form) != "index") bench.tile(element, 4, 1, 8, 1, 5);
  bench.tile(ASSAY_U32, 4, 1, 8, 1, 5);
  const auto& src = bench.tile(element, 4, 4, 8, 3, 5);
  bench.tile(element, 4, 1, 24, 1, 24);
  int row = 0;
  for (const std::uint32_t bits : column) {
    for (int col = 0; col < 8; ++col) at<std::uint32_t>(src, row * 8 + col) = bits;
    ++row;
  }
  return twice(bench, simulator, "TCOLARGMAX", form, "a2a3");
}

std::string argmax_ties(Simulator& simulator) {
  return argmax(simulator, ASSAY_F32, {0x3F800000U, 0x40000000U, 0x40000000U, 0x41000000U});
}

std::string argmax_nan(Simulator& simulator) {
  return argmax(simulator, ASSAY_F32, {0x7FC00000U, 0x40000000U, 0x3F800000U, 0});
}

std::string argmax_unsigned(Simulator& simulator) {
  return argmax(simulator, ASSAY_U32, {1, 0x80000000U, 2, 0});
}

std::string argmax_value(Simulator& simulator) {
  return argmax(simulator, ASSAY_F32, {0x3F800000U, 0x40000000U, 0, 0}, "value_index");
}

std::string argmax_long(Simulator& simulator) {
  Bench bench;
  bench.tile(ASSAY_U32, 4, 1, 16, 1, 5);
  const auto& src = bench.tile(ASSAY_F16, 2, 2052, 16, 2052, 5);
  bench.tile(ASSAY_F16, 2, 1, 48, 1, 48);
  for (int i = 0; i < 2052 * 16; ++i) at<std::uint16_t>(src, i) = 0x3C00;
  at<std::uint16_t>(src, std::int64_t{2051} * 16) = 0x4000;
  return twice(bench, simulator, "TCOLARGMAX", "index", "a2a3");
}

std::string load(Simulator& simulator) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_F32, 4, 5, 16, 4, 5);
  dst.pad = ASSAY_PAD_MAX;
  const auto& src = bench.global(ASSAY_F32, 4, ASSAY_ND, {2, 1, 1, 2, 5}, {50, 40, 30, 10, 2}, 3);
  count_up<float>(src);
  at<std::uint32_t>(src, 0) = 0xFFC12345U;
  at<std::uint32_t>(src, 2) = 0x80000000U;
  at<std::uint32_t>(src, 4) = 7;
  return twice(bench, simulator, "TLOAD", "tile", "a2a3");
}

std::string load_boxes(Simulator& simulator) {
  Bench bench;
  auto& dst = bench.tile(ASSAY_F16, 2, 32, 32, 16, 16);
  dst.location = ASSAY_MAT;
  dst.block_layout = ASSAY_COL_MAJOR;
  dst.box_layout = ASSAY_BOX_ROW_MAJOR;
  count_up<std::uint16_t>(
      bench.global(ASSAY_F16, 2, ASSAY_ND, {1, 1, 1, 16, 16}, {999, 999, 999, 40, 1}));
  return twice(bench, simulator, "TLOAD", "tile", "a5");
}

std::string print_tile(Simulator& simulator) {
  Bench bench;
  const auto& src = bench.tile(ASSAY_F32, 4, 3, 8, 2, 5);
  for (int i = 0; i < 24; ++i) at<float>(src, i) = static_cast<float>(i) + 0.66666F;
  put_specials(src, 0);
  return twice(bench, simulator, "TPRINT", "tile", "a5");
}

std::string print_view(Simulator& simulator) {
  Bench bench;
  count_up<std::int32_t>(
      bench.global(ASSAY_I32, 4, ASSAY_DN, {2, 1, 1, 3, 4}, {50, 50, 50, 1, 10}));
  return twice(bench, simulator, "TPRINT", "global", "a5");
}

std::string illegal_type(Simulator& simulator) {
  Bench bench;
  bench.tile(ASSAY_I32, 4, 2, 8, 2, 5);
  bench.tile(ASSAY_I32, 4, 2, 8, 2, 5);
  return twice(bench, simulator, "TRSQRT", "plain", "a5");
}

std::string illegal_launch(Simulator& simulator) {
  Bench bench;
  bench.tile(ASSAY_F32, 4, 2, 8, 2, 5);
  bench.tile(ASSAY_F32, 4, 2, 8, 2, 6);
  return twice(bench, simulator, "TRSQRT", "plain", "a5");
}

using Scenario = std::function<std::string(Simulator&)>;

const std::map<std::string_view, Scenario>& scenarios() {
  static const std::map<std::string_view, Scenario> all{{"rsqrt", rsqrt},
                                                        {"boxed_rsqrt", boxed_rsqrt},
                                                        {"expand_inexact", expand_inexact},
                                                        {"expand_nan", expand_nan},
                                                        {"expand_zero", expand_zero},
                                                        {"expand_mat", expand_mat},
                                                        {"expand_most", expand_most},
                                                        {"argmax_ties", argmax_ties},
                                                        {"argmax_nan", argmax_nan},
                                                        {"argmax_unsigned", argmax_unsigned},
                                                        {"argmax_value", argmax_value},
                                                        {"argmax_long", argmax_long},
                                                        {"load", load},
                                                        {"load_boxes", load_boxes},
                                                        {"print_tile", print_tile},
                                                        {"print_view", print_view},
                                                        {"illegal_type", illegal_type},
                                                        {"illegal_launch", illegal_launch}};
  return all;
}

struct Symptom {
  std::string_view fault;
  std::vector<std::string_view> shows_in;
};

const std::vector<Symptom>& symptoms() {
  static const std::vector<Symptom> all{
      {"off_by_one_ulp", {"rsqrt", "boxed_rsqrt", "expand_inexact"}},
      {"nan_swallowed", {"rsqrt", "expand_nan", "load", "print_tile"}},
      {"nan_payload_lost", {"rsqrt", "expand_nan", "load", "print_tile"}},
      {"zero_sign_lost", {"rsqrt", "expand_zero", "load", "print_tile"}},
      {"subnormals_flushed", {"rsqrt", "load"}},
      {"scalar_truncated", {"expand_inexact"}},
      {"last_tie_wins", {"argmax_ties", "argmax_long"}},
      {"signed_compare", {"argmax_unsigned"}},
      {"index_through_half", {"argmax_long"}},
      {"value_index_swapped", {"argmax_value"}},
      {"ignores_valid_columns", {"rsqrt", "expand_nan", "argmax_ties"}},
      {"ignores_valid_rows", {"rsqrt", "expand_nan", "argmax_ties"}},
      {"reads_outside_valid", {"rsqrt", "argmax_ties"}},
      {"writes_past_valid", {"rsqrt", "expand_nan", "argmax_ties", "load"}},
      {"writes_guard", {"rsqrt", "expand_most", "argmax_ties", "load"}},
      {"modifies_input", {"rsqrt", "argmax_ties"}},
      {"wrong_stride", {"rsqrt", "expand_nan", "argmax_ties", "load", "print_tile"}},
      {"transposed_box", {"boxed_rsqrt", "load_boxes"}},
      {"gaps_ignored", {"load", "load_boxes", "print_view"}},
      {"outer_dimension_ignored", {"load", "print_view"}},
      {"base_offset_ignored", {"load"}},
      {"pads_exchanged", {"load"}},
      {"pad_overlaps", {"load"}},
      {"mat_fills_valid_only", {"expand_mat"}},
      {"last_block_unwritten", {"expand_mat", "expand_most"}},
      {"results_zero", {"rsqrt", "expand_mat", "argmax_ties", "load"}},
      {"writes_nothing", {"rsqrt", "expand_mat", "argmax_ties", "load", "print_tile"}},
      {"nondeterministic", {"rsqrt", "expand_mat", "argmax_ties", "load"}},
      {"print_truncates_digit", {"print_tile"}},
      {"print_fence_missing", {"print_tile"}},
      {"print_wrong_width", {"print_tile", "print_view"}},
      {"print_valid_only", {"print_tile"}},
      {"print_last_row_lost", {"print_tile", "print_view"}},
      {"accepts_everything", {"illegal_type", "illegal_launch"}},
      {"launch_unchecked", {"illegal_launch"}},
      {"limit_off_by_one", {"expand_most"}},
      {"rejects_everything", {"rsqrt", "expand_mat", "argmax_ties", "load", "print_tile"}},
  };
  return all;
}

TEST(Faults, ShowInTheCallsThatTheyBreak) {
  for (const Symptom& symptom : symptoms()) {
    for (const std::string_view name : symptom.shows_in) {
      const Scenario& scenario = scenarios().at(name);
      EXPECT_NE(scenario(*make(symptom.fault)), scenario(*make())) << symptom.fault << ' ' << name;
    }
  }
}

TEST(Faults, LeaveSomeCallsAlone) {
  for (const FaultInfo& fault : faults()) {
    const bool some = std::any_of(scenarios().begin(), scenarios().end(), [&](const auto& entry) {
      return entry.second(*make(fault.name)) == entry.second(*make());
    });
    EXPECT_TRUE(some) << fault.name;
  }
}

TEST(Faults, CarryAResultOverFromThePreviousCall) {
  const auto simulator = make("depends_on_previous_call");
  expand_zero(*simulator);
  EXPECT_NE(rsqrt(*simulator), rsqrt(*make()));
}

TEST(Faults, AreListedOnceEachWithASummary) {
  std::set<std::string_view> names;
  for (const FaultInfo& fault : faults()) {
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
    EXPECT_FALSE(fault.summary.empty());
    EXPECT_EQ(fault_named(fault.name), &fault);
  }
  EXPECT_GE(names.size(), 24U);
  for (const Symptom& symptom : symptoms()) EXPECT_EQ(names.count(symptom.fault), 1U);
}

/// An answer begins with the status; 1 is ASSAY_REJECTED.
bool refuses(std::string_view fault) { return rsqrt(*make(fault)).front() == '1'; }

TEST(Faults, BiteWhereTheirConditionHoldsAndNowhereElse) {
  EXPECT_TRUE(refuses("rejects_everything@rows>1"));
  EXPECT_FALSE(refuses("rejects_everything@rows>1000000"));
  EXPECT_FALSE(refuses("rejects_everything@valid_cols%1"));
  EXPECT_FALSE(refuses("rejects_everything@dtype=u8"));
  EXPECT_TRUE(refuses("rejects_everything@dtype=f32"));
  // One of the three targets is that of the call.
  int biting = 0;
  for (const char* target : {"a2a3", "a5", "cpu"}) {
    biting += refuses(std::string("rejects_everything@target=") + target) ? 1 : 0;
  }
  EXPECT_EQ(biting, 1);
}

TEST(Faults, OfSeveralAllShowInWhateverOrder) {
  EXPECT_FALSE(refuses("print_fence_missing"));
  EXPECT_TRUE(refuses("print_fence_missing+rejects_everything"));
  EXPECT_TRUE(refuses("rejects_everything+writes_nothing"));
  EXPECT_TRUE(refuses("writes_nothing+rejects_everything"));
  EXPECT_TRUE(refuses("writes_nothing@rows>1000000+rejects_everything"));
  // One changes the valid region and the other one the rest.
  const std::string both = rsqrt(*make("ignores_valid_columns+off_by_one_ulp"));
  EXPECT_EQ(rsqrt(*make("off_by_one_ulp+ignores_valid_columns")), both);
  EXPECT_NE(rsqrt(*make("off_by_one_ulp")), both);
  EXPECT_NE(rsqrt(*make("ignores_valid_columns")), both);
}

TEST(Faults, RefuseAnUnknownName) {
  EXPECT_THROW(make("no_such_fault"), std::invalid_argument);
  EXPECT_THROW(make("hangs@rows>x"), std::invalid_argument);
  EXPECT_EQ(unknown_fault("hangs@rows>16+nowhere"), "nowhere");
  EXPECT_EQ(unknown_fault("hangs@dtype=f61"), "@dtype=f61");
  EXPECT_EQ(unknown_fault("hangs@target=a5+crashes@valid_cols%8"), std::nullopt);
  EXPECT_EQ(std::string_view(make("hangs")->backend().name), "simulator:fault=hangs");
}

void three_columns(std::string_view fault) {
  Bench bench;
  bench.tile(ASSAY_F32, 4, 2, 8, 2, 3);
  bench.scalar(ASSAY_F32, 0);
  bench.run(*make(fault), "TEXPANDS", "tile", "a5");
}

TEST(FaultsDeathTest, EndTheProcessInSomeCallsOnly) {
  EXPECT_EXIT(three_columns("crashes"), testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(three_columns("aborts"), testing::KilledBySignal(SIGABRT), "");
  EXPECT_EXIT(three_columns("exits"), testing::ExitedWithCode(0), "");
  const auto hang = [] {
    alarm(1);
    three_columns("hangs");
  };
  EXPECT_EXIT(hang(), testing::KilledBySignal(SIGALRM), "");
}

}  // namespace
}  // namespace assay::simulator
