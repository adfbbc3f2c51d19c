// SPDX-License-Identifier: Apache-2.0
// Contents of every operand before the call.
#include <algorithm>

#include "generators/generate.hpp"
#include "generators/poison.hpp"
#include "generators/telling.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

/// Writes runs of one operand's elements, planned or poisoned.
class Source {
 public:
  Source(const Case& test, std::size_t operand, Poison poison)
      : type_(element_of(test.call.operands[operand])),
        planned_(plan_named(test.plan), format_of(type_)),
        poison_(test.form().reads_invalid_region ? printable_poison_patterns(type_, poison)
                                                 : poison_patterns(type_, poison)),
        values_(element_counter(purpose_value, test.key, operand, 0, unmarked(test.redraws))),
        poisons_(element_counter(purpose_poison, test.key, operand, 0, unmarked(test.redraws))) {}

  ElementType type() const { return type_; }
  /// Elements [first, first + count) of `out`.
  void plan(std::int64_t first, std::int64_t count, ElementArray& out) const {
    planned_.fill(from(values_, first), count, out);
  }
  void poison(std::int64_t first, std::int64_t count, ElementArray& out) const {
    fill_alternating(poison_, from(poisons_, first), count, out);
  }

 private:
  static Counter from(Counter counter, std::int64_t index) {
    counter.index = static_cast<std::uint64_t>(index);
    return counter;
  }

  ElementType type_;
  PlannedValues planned_;
  std::array<Pattern, 2> poison_;
  Counter values_;
  Counter poisons_;
};

bool is_read(Role role) { return role == Role::input || role == Role::in_out; }

ElementArray fill_tile(const TileSpec& tile, bool read, const Source& source) {
  ElementArray contents(source.type(), tile.rows() * tile.cols());
  if (!read) {
    source.poison(0, contents.size(), contents);
    return contents;
  }
  const std::int64_t rows = std::max<std::int64_t>(0, std::min(tile.valid_rows, tile.rows()));
  const std::int64_t cols = std::max<std::int64_t>(0, std::min(tile.valid_cols, tile.cols()));
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t start = row * tile.cols();
    source.plan(start, cols, contents);
    source.poison(start + cols, tile.cols() - cols, contents);
  }
  const std::int64_t below = rows * tile.cols();
  source.poison(below, contents.size() - below, contents);
  return contents;
}

/// Visits the first index of every run along the innermost dimension.
template <typename Visit>
void for_each_run(const Dims5& shape, const Visit& visit) {
  Dims5 index{};
  for (index[0] = 0; index[0] < shape[0]; ++index[0]) {
    for (index[1] = 0; index[1] < shape[1]; ++index[1]) {
      for (index[2] = 0; index[2] < shape[2]; ++index[2]) {
        for (index[3] = 0; index[3] < shape[3]; ++index[3]) visit(index);
      }
    }
  }
}

ElementArray fill_global(const GlobalSpec& global, bool read, const Source& source) {
  ElementArray contents(source.type(), std::max<std::int64_t>(global.allocation(), 0));
  source.poison(0, contents.size(), contents);
  if (!read) return contents;
  const std::int64_t length = std::max<std::int64_t>(global.shape[4], 0);
  const std::int64_t step = global.stride[4];
  for_each_run(global.shape, [&](const Dims5& position) {
    const std::int64_t first = global.offset(position);
    if (step == 1 && first >= 0 && first + length <= contents.size()) {
      source.plan(first, length, contents);
      return;
    }
    for (std::int64_t i = 0; i < length; ++i) {
      const std::int64_t index = first + i * step;
      // A view that a rule-breaking call describes may reach beyond its allocation.
      if (index >= 0 && index < contents.size()) source.plan(index, 1, contents);
    }
  });
  return contents;
}

}  // namespace

std::vector<ElementArray> fill(const Case& test, Poison poison) {
  return fill_wanted(test, poison, std::vector<bool>(test.form().operands.size(), true));
}

std::vector<ElementArray> fill_wanted(const Case& test, Poison poison,
                                      const std::vector<bool>& wanted) {
  std::vector<ElementArray> contents;
  const Form& form = test.form();
  const auto shared = shared_memory(test);
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const OperandValue& value = test.call.operands[i];
    const bool lends = shared && i == shared->input && wanted[shared->output];
    // What a page changes may follow from all of them.
    if (!wanted[i] && !lends && !form.admit) {
      contents.emplace_back();
      continue;
    }
    const Source source(test, i, poison);
    const bool read = is_read(form.operands[i].role);
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      contents.push_back(fill_tile(*tile, read, source));
    } else if (const auto* global = std::get_if<GlobalSpec>(&value)) {
      contents.push_back(fill_global(*global, read, source));
    } else {
      ElementArray scalar(source.type(), 1);
      scalar.set(0, std::get<ScalarSpec>(value).bits);
      contents.push_back(std::move(scalar));
    }
  }
  if (form.admit) form.admit(test.call, contents);
  share_contents(test, contents);
  return contents;
}

}  // namespace assay::generators
