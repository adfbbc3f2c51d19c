// SPDX-License-Identifier: Apache-2.0
// Contents of every operand before the call.
#include <algorithm>
#include <functional>

#include "generators/generate.hpp"
#include "generators/plans.hpp"
#include "generators/poison.hpp"

namespace assay::generators {
namespace {

/// Pattern of the element at an index, planned or poisoned.
class Source {
 public:
  Source(const Case& test, std::size_t operand, Poison poison)
      : format_(format_of(element_of(test.call.operands[operand]))),
        plan_(plan_named(test.plan)),
        values_(element_counter(purpose_value, test.key, operand, 0)),
        poisons_(element_counter(purpose_poison, test.key, operand, 0)),
        poison_(poison),
        printable_(test.form().reads_invalid_region) {}

  ElementType type() const { return format_.type; }
  std::uint64_t planned(std::int64_t index) const {
    return plan_.value(format_, at(values_, index));
  }
  std::uint64_t poisoned(std::int64_t index) const {
    const Counter counter = at(poisons_, index);
    return printable_ ? printable_poison_bits(format_.type, poison_, counter)
                      : poison_bits(format_.type, poison_, counter);
  }

 private:
  static Counter at(Counter counter, std::int64_t index) {
    counter.index = static_cast<std::uint64_t>(index);
    return counter;
  }

  const ElementFormat& format_;
  const ValuePlan& plan_;
  Counter values_;
  Counter poisons_;
  Poison poison_;
  bool printable_;
};

bool is_read(Role role) { return role == Role::input || role == Role::in_out; }

ElementArray fill_tile(const TileSpec& tile, bool read, const Source& source) {
  ElementArray contents(source.type(), tile.rows() * tile.cols());
  for (std::int64_t row = 0; row < tile.rows(); ++row) {
    for (std::int64_t col = 0; col < tile.cols(); ++col) {
      const std::int64_t index = row * tile.cols() + col;
      const bool planned = read && tile.is_valid(row, col);
      contents.set(index, planned ? source.planned(index) : source.poisoned(index));
    }
  }
  return contents;
}

void for_each_index(const Dims5& shape, const std::function<void(const Dims5&)>& visit) {
  Dims5 index{};
  for (index[0] = 0; index[0] < shape[0]; ++index[0]) {
    for (index[1] = 0; index[1] < shape[1]; ++index[1]) {
      for (index[2] = 0; index[2] < shape[2]; ++index[2]) {
        for (index[3] = 0; index[3] < shape[3]; ++index[3]) {
          for (index[4] = 0; index[4] < shape[4]; ++index[4]) visit(index);
        }
      }
    }
  }
}

ElementArray fill_global(const GlobalSpec& global, bool read, const Source& source) {
  ElementArray contents(source.type(), std::max<std::int64_t>(global.allocation(), 0));
  for (std::int64_t index = 0; index < contents.size(); ++index) {
    contents.set(index, source.poisoned(index));
  }
  if (!read) return contents;
  for_each_index(global.shape, [&](const Dims5& position) {
    const std::int64_t index = global.offset(position);
    // A view that a rule-breaking call describes may reach beyond its allocation.
    if (index >= 0 && index < contents.size()) contents.set(index, source.planned(index));
  });
  return contents;
}

}  // namespace

std::vector<ElementArray> fill(const Case& test, Poison poison) {
  std::vector<ElementArray> contents;
  const Form& form = test.form();
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const OperandValue& value = test.call.operands[i];
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
  return contents;
}

}  // namespace assay::generators
