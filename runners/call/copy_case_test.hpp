// SPDX-License-Identifier: Apache-2.0
// A small call for tests of the harness: copies one NZ tile, given by hand.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/isa/case/case.hpp"

namespace assay::runners {

/// dst and src of one type; lives as long as the case it made.
struct TestCall {
  Form form;
  Case test;

  TestCall(const std::string& name, const TileType& type) {
    form.op = "COPY";
    form.name = name;
    form.lead = "dst";
    form.operands = {{"dst", Role::output, OperandKind::tile},
                     {"src", Role::input, OperandKind::tile}};
    const TileSpec tile{type, type.rows, type.cols};
    test.call = {&form, Target::cpu, {tile, tile}, {}};
    test.name = "COPY/" + name;
  }
  TestCall(const TestCall&) = delete;
  TestCall& operator=(const TestCall&) = delete;

  /// dst holds `poison` everywhere, src its own index.
  std::vector<ElementArray> contents(std::uint64_t poison) const {
    std::vector<ElementArray> arrays;
    for (const OperandValue& value : test.call.operands) {
      const TileType& type = std::get<TileSpec>(value).type;
      arrays.emplace_back(type.element, type.elements());
    }
    for (std::int64_t i = 0; i < arrays[0].size(); ++i) {
      arrays[0].set(i, poison);
      arrays[1].set(i, static_cast<std::uint64_t>(i) & mask_of(arrays[1].type()));
    }
    return arrays;
  }
};

/// 32 x 32 elements of u16 in boxes of 16 x 16: two boxes a side.
inline TileType boxed_tile() {
  TileType type;
  type.element = ElementType::u16;
  type.blayout = BLayout::col_major;
  type.slayout = SLayout::row_major;
  type.rows = 32;
  type.cols = 32;
  return type;
}

}  // namespace assay::runners
