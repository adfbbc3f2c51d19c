// SPDX-License-Identifier: Apache-2.0
#include "runners/merge/diff_golden.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runners/cases/stored/stored_case.hpp"

namespace assay::runners {
namespace {

std::int64_t width_of(const OperandValue& value, const ElementArray& contents) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile != nullptr ? tile->cols() : contents.size();
}

void compare_accept(CaseDifference& out, const std::string& operand, const ExpectedTile& a,
                    const ExpectedTile& b) {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < a.accept.size(); ++i) {
    if (a.accept[i] != b.accept[i] && count++ == 0) first = i;
  }
  if (count == 0) return;
  const auto cols = static_cast<std::size_t>(a.cols);
  out.notes.push_back(
      fmt::format("expected {}: {} elements are accepted otherwise, the first at "
                  "({}, {}): {}, {}",
                  operand, count, first / cols, first % cols, name_of(a.accept[first]),
                  name_of(b.accept[first])));
}

void compare_tiles(CaseDifference& out, const std::string& operand, const ExpectedTile& a,
                   const ExpectedTile& b, std::size_t limit) {
  if (a.rows != b.rows || a.cols != b.cols || a.value.type() != b.value.type()) {
    out.notes.push_back(fmt::format("expected {}: {}x{} {}, {}x{} {}", operand, a.rows, a.cols,
                                    name_of(a.value.type()), b.rows, b.cols,
                                    name_of(b.value.type())));
    return;
  }
  compare_accept(out, operand, a, b);
  compare_elements(out, "expected " + operand, a.value, b.value, a.cols, limit);
  compare_elements(out, "lowest " + operand, a.low, b.low, a.cols, limit);
  compare_elements(out, "highest " + operand, a.high, b.high, a.cols, limit);
}

bool same_text(const ExpectedText& a, const ExpectedText& b) {
  const auto equal = [](const PrintedText& one, const PrintedText& other) {
    return one.text == other.text && one.width == other.width;
  };
  return a.capacity == b.capacity && std::ranges::equal(a.readings, b.readings, equal);
}

}  // namespace

void compare_golden(CaseDifference& out, const golden::GoldenCase& a, const golden::GoldenCase& b,
                    std::size_t limit) {
  if (a.test.call.operands != b.test.call.operands || a.test.call.target != b.test.call.target ||
      a.test.call.form != b.test.call.form || a.test.call.attributes != b.test.call.attributes) {
    out.notes.emplace_back("call: the operands differ");
    return;
  }
  const Form& form = a.test.form();
  for (std::size_t i = 0; i < a.before.size(); ++i) {
    compare_elements(out, "before " + form.operands[i].name, a.before[i], b.before[i],
                     width_of(a.test.call.operands[i], a.before[i]), limit);
  }
  if (a.expected.size() != b.expected.size()) {
    out.notes.push_back(
        fmt::format("expected values: {}, {}", a.expected.size(), b.expected.size()));
    return;
  }
  for (std::size_t i = 0; i < a.expected.size(); ++i) {
    const auto* tile = std::get_if<ExpectedTile>(&a.expected[i]);
    const auto* other = std::get_if<ExpectedTile>(&b.expected[i]);
    if (tile != nullptr && other != nullptr) {
      compare_tiles(out, form.results[i].operand, *tile, *other, limit);
    } else if (tile != nullptr || other != nullptr ||
               !same_text(std::get<ExpectedText>(a.expected[i]),
                          std::get<ExpectedText>(b.expected[i]))) {
      out.notes.push_back(fmt::format("expected {}: the text differs", form.results[i].operand));
    }
  }
}

void compare_programs(CaseDifference& out, const golden::GoldenProgram& a,
                      const golden::GoldenProgram& b, std::size_t limit) {
  if (!same_program(a.program, b.program)) {
    out.notes.emplace_back("program: the calls differ, or where their operands lie");
    return;
  }
  if (a.expected.size() != b.expected.size()) {
    out.notes.push_back(
        fmt::format("expected values: {}, {}", a.expected.size(), b.expected.size()));
  }
  for (std::size_t i = 0; i < a.before.size(); ++i) {
    const std::string memory(name_of(a.program.images[i].memory));
    const std::int64_t bytes = a.before[i].size();
    compare_elements(out, "before " + memory, a.before[i], b.before[i], bytes, limit);
    if (a.expected.size() <= i || b.expected.size() <= i) continue;
    const KnownImage& one = a.expected[i];
    const KnownImage& other = b.expected[i];
    if (one.kinds != other.kinds || one.types != other.types) {
      out.notes.push_back(fmt::format("expected {}: other bytes are known", memory));
    }
    compare_elements(out, "expected " + memory, one.low, other.low, bytes, limit);
    compare_elements(out, "highest " + memory, one.high, other.high, bytes, limit);
  }
}

void compare_items(CaseDifference& out, const golden::GoldenItem& a, const golden::GoldenItem& b,
                   std::size_t limit) {
  const auto* program = std::get_if<golden::GoldenProgram>(&a);
  const auto* other = std::get_if<golden::GoldenProgram>(&b);
  if (program != nullptr && other != nullptr) {
    compare_programs(out, *program, *other, limit);
  } else if (program == nullptr && other == nullptr) {
    compare_golden(out, std::get<golden::GoldenCase>(a), std::get<golden::GoldenCase>(b), limit);
  } else {
    out.notes.emplace_back("one is a program and one a single call");
  }
}

}  // namespace assay::runners
