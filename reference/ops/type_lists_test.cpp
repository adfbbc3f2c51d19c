// SPDX-License-Identifier: Apache-2.0
// Element types that a page does not list: breaches draw what only headers take, and leave out what
// the manual does not decide (decision 201).
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/spec/draw.hpp"
#include "reference/ops/page_test.hpp"
#include "reference/support/hash.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;
using Elements = std::vector<ElementType>;

class Mixed final : public Draw {
 public:
  std::int64_t integer(std::int64_t low, std::int64_t high) override {
    const auto range = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<std::int64_t>(support::mix(++drawn_) % range);
  }

 private:
  std::uint64_t drawn_ = 0;
};

Call call_of_any_operands(const Form& form, Target target) {
  Call call;
  call.form = &form;
  call.target = target;
  for (const Operand& operand : form.operands) {
    if (operand.kind == OperandKind::global) {
      call.operands.emplace_back(GlobalSpec{});
    } else if (operand.kind == OperandKind::scalar) {
      call.operands.emplace_back(ScalarSpec{});
    } else {
      call.operands.emplace_back(tile(f32, 16, 64, 16, 64));
    }
  }
  return call;
}

struct List {
  const char* op;
  const char* form;
  const char* operand;
  Target target;
  Elements types;
};

/// The types that breaches of the list of `one` draw.
std::set<ElementType> drawn_by_breaches(const List& one) {
  const Form& form = form_of(one.op, one.form);
  const std::string name = std::string(one.operand) + ".element";
  const auto list = std::ranges::find_if(form.constraints, [&](const Constraint& constraint) {
    return constraint.name == name && constraint.targets.contains(one.target);
  });
  EXPECT_TRUE(list != form.constraints.end() && list->enforced.contains(one.target)) << name;
  std::set<ElementType> drawn;
  Mixed draw;
  for (int i = 0; i < 2000; ++i) {
    Call call = call_of_any_operands(form, one.target);
    list->breach(call, draw);
    EXPECT_FALSE(list->holds(call)) << one.op;
    drawn.insert(element_of(call.operands[form.index_of(one.operand)]));
  }
  return drawn;
}

std::string described(const List& one, ElementType type) {
  return std::string(one.op) + ' ' + one.form + ' ' + std::string(name_of(one.target)) + ' ' +
         std::string(name_of(type));
}

const Elements small_floats{e4m3, e5m2, e8m0, hif8, e2m1, e1m2};
const Elements floats{f16, bf16, f32, e4m3, e5m2, e8m0, hif8, e2m1, e1m2};

TEST(TypeLists, HaveBreachesOfTypesThatOnlyHeadersTake) {
  const std::vector<List> lists{{"TTRANS", "tile", "src", a5, small_floats},
                                {"TTRANS", "tile", "src", a2a3, {i4}},
                                {"TCOLARGMAX", "index", "src", a5, {bf16, e4m3, hif8, e2m1}},
                                {"TCOLARGMAX", "value_index", "src", a5, {bf16}},
                                {"TCOLARGMIN", "index", "src", a5, {bf16, e4m3, hif8, e2m1}},
                                {"TCOLARGMIN", "value_index", "src", a5, {bf16}},
                                {"TAND", "plain", "src0", a5, floats},
                                {"TOR", "plain", "src0", a5, floats},
                                {"TANDS", "plain", "src", a5, floats},
                                {"TANDS", "plain", "src", a2a3, {f16, bf16, f32}},
                                {"TORS", "plain", "src", a5, floats},
                                {"TORS", "plain", "src", a2a3, {f16, bf16, f32}},
                                {"TXORS", "tmp", "src", a5, floats},
                                {"TXORS", "tmp", "src", a2a3, {f16, bf16, f32}},
                                {"TREMS", "plain", "src", a5, {bf16}},
                                {"TROWEXPAND", "plain", "dst", a5, small_floats},
                                {"TROWEXPAND", "plain", "dst", a2a3, {i4}},
                                {"TEXTRACT", "vec", "src", a5, small_floats},
                                {"TPRINT", "tile", "src", cpu, {i64, u64}},
                                {"TPRINT", "global", "src", a5, {i64, u64}},
                                {"TABS", "plain", "src", a5, {u8}},
                                {"TABS", "plain", "src", a2a3, {u8}}};
  for (const List& one : lists) {
    const std::set<ElementType> drawn = drawn_by_breaches(one);
    for (const ElementType type : one.types)
      EXPECT_TRUE(drawn.contains(type)) << described(one, type);
  }
}

TEST(TypeLists, LeaveOutWhatTheManualDoesNotDecide) {
  const std::vector<List> lists{{"TADD", "plain", "src0", a2a3, {bf16}},
                                {"TADD", "plain", "src0", a5, {e4m3, e5m2}},
                                {"TROWEXPANDDIV", "plain", "src0", a2a3, {i16, i32}},
                                {"TCOLEXPANDDIV", "plain", "src0", a2a3, {i16, i32}},
                                {"TPOW", "plain", "base", a5, {bf16}},
                                {"TPOWS", "plain", "base", a5, {bf16}},
                                {"TFMODS", "plain", "src", a5, {bf16}},
                                {"TCOLEXPAND", "plain", "dst", a2a3, {i4, e4m3, e2m1}},
                                {"TREM", "plain", "src0", a2a3, {i32}},
                                {"TREM", "consuming", "src0", a2a3, {f32}}};
  for (const List& one : lists) {
    const std::set<ElementType> drawn = drawn_by_breaches(one);
    EXPECT_FALSE(drawn.empty()) << one.op;
    for (const ElementType type : one.types)
      EXPECT_FALSE(drawn.contains(type)) << described(one, type);
  }
}

/// Floats of 8 bits are in no list of TROWEXPAND and TCOLEXPAND.
TEST(TypeLists, OfReplicationHaveNoSmallFloats) {
  for (const char* op : {"TROWEXPAND", "TCOLEXPAND"}) {
    for (const Target target : {a5, cpu}) {
      for (const ElementType type : small_floats) {
        Call call = call_of_any_operands(form_of(op, "plain"), target);
        call.tile("dst").type.element = type;
        const std::vector<std::string> broken = broken_constraints(call);
        EXPECT_EQ(std::ranges::count(broken, "dst.element"), 1) << op << ' ' << name_of(type);
      }
    }
  }
}

}  // namespace
}  // namespace assay::ops
