// SPDX-License-Identifier: Apache-2.0
// Checks that pages list for every target: which source promises a refusal, and its errata.
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/ops/errata_samples_test.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

/// Names of the constraints of a form whose breach the CPU has to refuse.
std::set<std::string> refused_by_cpu(const char* op, const char* form) {
  std::set<std::string> names;
  for (const Constraint& one : form_of(op, form).constraints) {
    const bool refused = one.targets.contains(cpu) && one.enforced.contains(cpu);
    if (refused && one.breakable()) names.insert(one.name);
  }
  return names;
}

struct Listed {
  const char* op;
  const char* form;
  std::vector<const char*> names;
};

TEST(GeneralChecks, AreRefusedByTheCpuWherePagesListThemForEveryTarget) {
  const std::vector<const char*> rows{"src.location", "dst.location",     "src.layout",
                                      "dst.column",   "dst.same_element", "dst.same_valid_rows",
                                      "src.non_empty"};
  const std::vector<const char*> columns{"src.location",     "dst.location",
                                         "src.layout",       "dst.layout",
                                         "dst.same_element", "dst.same_valid_columns"};
  std::vector<Listed> all{
      {"TCOLSUM", "tmp", {"tmp.width"}},
      {"TROWARGMAX", "value_index", {"dst.column", "dst_val.same_valid_rows", "src.non_empty"}},
      {"TCOLARGMIN", "value_index", {"dst.layout", "dst_val.valid_rows", "dst.same_valid_columns"}},
      {"TPOW",
       "plain",
       {"exp.location", "base.row_major", "exp.same_element", "base.same_valid_region"}},
      {"TPOWS", "plain", {"base.location", "dst.row_major", "base.same_valid_region"}},
      {"TMAXS", "plain", {"src.location", "src.same_valid_region"}},
      {"TMINS", "plain", {"dst.location", "dst.same_element"}},
      {"TLRELU", "plain", {"dst.location", "src.same_valid_region"}},
      {"TADDSC", "plain", {"tiles.location", "src1.same_valid_region"}},
      {"TSUBSC", "plain", {"tiles.location", "src0.same_valid_region"}},
      {"TAXPY", "plain", {"src.element", "dst.pair", "dst.location", "src.same_valid_region"}},
      {"TCMPS", "scalar", {"dst.location", "src0.location", "dst.same_valid_rows"}},
      {"TADDDEQRELU",
       "plain",
       {"src0.element", "tmp.element", "src1.location", "dst.row_major", "src0.non_empty",
        "src1.same_valid_region", "tmp.covers_dst"}},
      {"TSUBRELU", "plain", {"src0.element", "src1.row_major"}},
      {"TROWEXPANDADD", "swapped", {"src1.row_major", "src1.same_valid_region", "dst.row_major"}},
      {"TPRINT", "tile", {"src.element"}}};
  for (const char* op : {"TROWSUM", "TROWPROD", "TROWMAX", "TROWMIN"})
    all.push_back({op, "plain", rows});
  for (const char* op : {"TCOLSUM", "TCOLPROD", "TCOLMAX", "TCOLMIN"}) {
    all.push_back({op, "plain", columns});
  }
  for (const Listed& page : all) {
    const std::set<std::string> refused = refused_by_cpu(page.op, page.form);
    for (const char* name : page.names)
      EXPECT_TRUE(refused.contains(name)) << page.op << " " << name;
  }
}

// "Target-specific" and "assumed" are no checks, nor is what both devices list apart.
TEST(GeneralChecks, AreNotRefusedWherePagesListThemForDevices) {
  const Listed free[]{{"TCOLEXPANDADD", "plain", {"src0.row_major", "src1.same_element"}},
                      {"TROWEXPANDEXPDIF", "plain", {"src0.row_major", "src0.same_valid_region"}},
                      {"TFUSEDMULADD", "plain", {"src0.same_valid_region"}},
                      {"TEXP", "plain", {"src.location", "src.row_major", "src.same_valid_region"}},
                      {"TMINS", "plain", {"src.row_major"}}};
  for (const Listed& page : free) {
    const std::set<std::string> refused = refused_by_cpu(page.op, page.form);
    for (const char* name : page.names)
      EXPECT_FALSE(refused.contains(name)) << page.op << " " << name;
  }
}

constexpr std::int64_t width = 64;

using Change = std::function<void(Call&)>;

/// A call of tiles of one row of float, changed.
Case made(const Form& form, Target target, const Change& change) {
  Case test_case;
  test_case.call = {&form, target, {}, std::vector<int>(form.attributes.size(), 0)};
  for (const Operand& operand : form.operands) {
    if (operand.kind == OperandKind::scalar) {
      test_case.call.operands.emplace_back(ScalarSpec{f32, 0});
    } else {
      test_case.call.operands.emplace_back(tile(f32, 4, width, 1, width));
    }
  }
  change(test_case.call);
  return test_case;
}

constexpr const char* refusal = "src must use standard ND layout";

Samples of_sources_in_columns() {
  Samples tried;
  const auto add = [&](const char* number, Target target) {
    const std::string op = op_of_number(number);
    const bool fills = op == "TEXPANDS";
    const char* const form = fills ? "tile" : op == "TCOLARGMAX" ? "index" : "plain";
    const std::string operand = fills ? "dst" : "src";
    const std::string broken = operand + (fills ? ".row_major" : ".layout");
    const Call call = made(form_of(op, form), target, [&](Call& one) {
                        one.tile(operand).type.blayout = BLayout::col_major;
                      }).call;
    const auto names = broken_constraints(call);
    EXPECT_TRUE(std::ranges::find(names, broken) != names.end()) << number;
    tried.push_back(Sample(number, call).breaks(broken));
    tried.push_back(Sample(number, call).breaks(broken).on(target == a5 ? a2a3 : a5).is_another());
  };
  add("E-TROWEXPAND-003", a2a3);
  add("E-TROWEXPAND-004", a5);
  add("E-TEXPANDS-005", a5);
  add("E-TEXPANDS-006", a2a3);
  add("E-TCOLARGMAX-013", a2a3);
  add("E-TCOLARGMAX-014", a5);
  return tried;
}

/// The founding page has four types in Vec on A2A3 and eight on A5; headers take more, not all.
Samples of_types_of_fills() {
  Samples tried;
  const auto call_of_fill = [](Target target, ElementType element, Location where) {
    return made(form_of("TEXPANDS", "tile"), target,
                [&](Call& call) {
                  call.tile("dst").type.element = element;
                  call.tile("dst").type.location = where;
                })
        .call;
  };
  const auto accepted = [&](const char* number, Target target, ElementType element,
                            Location where) {
    const Call call = call_of_fill(target, element, where);
    return Sample(number, call).breaks(broken_constraints(call).at(0));
  };
  using enum Location;
  using enum ElementType;
  for (const ElementType element : {i8, u8, u16, u32, bf16}) {
    tried.push_back(accepted("E-TEXPANDS-007", a2a3, element, vec));
    EXPECT_TRUE(broken_constraints(call_of_fill(a2a3, element, mat)).empty());
  }
  tried.push_back(accepted("E-TEXPANDS-007", a2a3, i64, vec).is_another());
  for (const ElementType element : {bf16, i64, u64}) {
    for (const Location where : {vec, mat}) {
      tried.push_back(accepted("E-TEXPANDS-008", a5, element, where));
    }
  }
  tried.push_back(accepted("E-TEXPANDS-008", a5, e4m3, vec).is_another());
  return tried;
}

Samples of_searches_with_values() {
  Samples made_ones;
  for (const char* number : {"E-TCOLARGMAX-007", "E-TCOLARGMIN-009"}) {
    const auto refused = [&](BLayout layout) {
      const Form& form = form_of(op_of_number(number), "value_index");
      return Sample(
                 number,
                 made(form, cpu, [&](Call& call) { call.tile("src").type.blayout = layout; }).call)
          .is_refused(refusal);
    };
    made_ones.push_back(refused(BLayout::col_major));
    made_ones.push_back(refused(BLayout::row_major).is_another());
  }
  return made_ones;
}

/// What A2A3 adds to the constraints of scratch.
Samples of_scratch() {
  const auto scratch = [](const char* number, ElementType element, std::int64_t rows,
                          std::int64_t cols) {
    return Sample(number, made(form_of(op_of_number(number), "plain"), a2a3, [&](Call& call) {
                            call.tile("tmp") = tile(element, 4, cols, rows, cols);
                          }).call);
  };
  return {scratch("E-TPRELU-001", u8, 2, width).is_refused(refusal),
          scratch("E-TREM-010", f32, 2, 72).overruns("tmp", 0, 4),
          scratch("E-TREM-010", f32, 2, 128).overruns("tmp", 0, 4).is_another()};
}

const SamplesOf samples_of_general_checks{of_sources_in_columns, of_types_of_fills,
                                          of_searches_with_values, of_scratch};

}  // namespace
}  // namespace assay::ops
