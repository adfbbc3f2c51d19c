// SPDX-License-Identifier: Apache-2.0
#include "generators/draw/fill.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "generators/draw/consecutive_inputs.hpp"
#include "generators/draw/poison.hpp"
#include "generators/values/input_space.hpp"
#include "generators/values/plans.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

/// Writes runs of one operand's elements, planned or poisoned. What is planned may be there
/// already: it is the same whatever the poison is.
class Source {
 public:
  Source(const Case& test_case, std::size_t operand, Poison poison, const ElementArray* known)
      : known_(known),
        type_(element_of(test_case.call.operands[operand])),
        planned_(plan_named(test_case.plan), format_of(type_)),
        poison_(test_case.form().reads_invalid_region ? printable_poison_patterns(type_, poison)
                                                      : poison_patterns(type_, poison)),
        values_(element_counter(purpose_value, test_case.key, operand, 0, test_case.redraws)),
        poisons_(element_counter(purpose_poison, test_case.key, operand, 0, test_case.redraws)) {}

  ElementType type() const { return type_; }
  /// Elements [first, first + count) of `out`.
  void plan(std::int64_t first, std::int64_t count, ElementArray& out) const {
    const auto width = static_cast<std::size_t>(bits_of(type_)) / 8;
    if (known_ != nullptr && width > 0) {
      const auto begin = static_cast<std::size_t>(first) * width;
      const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(count, 0)) * width;
      std::ranges::copy(known_->bytes().subspan(begin, bytes),
                        out.bytes().subspan(begin, bytes).begin());
      return;
    }
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

  const ElementArray* known_;
  ElementType type_;
  PlannedValues planned_;
  std::array<Pattern, 2> poison_;
  Counter values_;
  Counter poisons_;
};

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

using Contents = std::vector<ElementArray>;

/// Where the page promises nothing of a negative argument, three in four lose their sign: an
/// element without a promised result shows nothing.
void bring_into_domain(const Case& test_case, const Result& result, Contents& contents) {
  if (!result.promised || result.arguments.size() != 1) return;
  const std::size_t operand = test_case.form().index_of(result.arguments.front());
  const auto* tile = std::get_if<TileSpec>(&test_case.call.operands[operand]);
  ElementArray& elements = contents[operand];
  if (tile == nullptr || elements.size() == 0 || !is_float(elements.type())) return;
  const ElementType type = elements.type();
  const std::uint64_t magnitude = mask_of(type) >> 1U;
  Counter counter = element_counter(purpose_value, test_case.key, operand, 0, test_case.redraws);
  for (std::int64_t row = 0; row < std::min(tile->valid_rows, tile->rows()); ++row) {
    for (std::int64_t col = 0; col < std::min(tile->valid_cols, tile->cols()); ++col) {
      const std::int64_t index = row * tile->cols() + col;
      const std::uint64_t bits = elements[index], positive = bits & magnitude;
      counter.index = static_cast<std::uint64_t>(index);
      constexpr std::uint64_t own_word = Counter::words_per_element - 1;
      if (result.promised(type, {&bits, 1}) || counter.below(4, own_word) == 0) continue;
      if (result.promised(type, {&positive, 1})) elements.set(index, positive);
    }
  }
}

void store_words(std::span<const std::uint32_t> words, ElementArray& elements) {
  if (bits_of(elements.type()) == 32) {
    std::memcpy(elements.bytes().data(), words.data(), words.size_bytes());
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    elements.set(static_cast<std::int64_t>(i), words[i]);
  }
}

void enumerate_inputs(const Case& test_case, const InputPlan& plan, Contents& contents) {
  const ConsecutiveInputs inputs = consecutive_inputs(test_case, plan);
  for (std::size_t k = 0; k < inputs.operands.size(); ++k) {
    store_words(inputs.patterns[k], contents[inputs.operands[k]]);
  }
}

/// Of needed operands, before a page changes them; `known` may have them under another poison.
Contents filled_operands(const Case& test_case, Poison poison, const std::vector<bool>& wanted,
                         const Contents* known) {
  Contents contents;
  const Form& form = test_case.form();
  const auto shared = shared_memory(test_case);
  const bool enumerates = input_plan_named(test_case.plan).has_value();
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const OperandValue& value = test_case.call.operands[i];
    const bool lends = shared && i == shared->input && wanted[shared->output];
    // The changes of a page may depend on all of them, and so do consecutive inputs.
    if (!wanted[i] && !lends && !form.admit && !enumerates) {
      contents.emplace_back();
      continue;
    }
    const bool read = is_read(form.operands[i].role);
    if (read && enumerates) {
      contents.emplace_back(element_of(value), std::get<TileSpec>(value).type.elements());
      continue;
    }
    const Source source(test_case, i, poison, known == nullptr ? nullptr : &(*known)[i]);
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
  if (enumerates) {
    enumerate_inputs(test_case, *input_plan_named(test_case.plan), contents);
    return contents;
  }
  if (known != nullptr) return contents;
  for (const Result& result : form.results) bring_into_domain(test_case, result, contents);
  return contents;
}

void admit(const Case& test_case, Contents& contents) {
  const Form& form = test_case.form();
  const bool rare_alone = form.seldom && input_plan_named(test_case.plan);
  if (form.admit && !rare_alone) form.admit(test_case.call, contents);
  share_contents(test_case, contents);
}

}  // namespace

std::vector<ElementArray> fill(const Case& test_case, Poison poison) {
  return fill_wanted(test_case, poison, std::vector<bool>(test_case.form().operands.size(), true));
}

std::vector<ElementArray> fill_wanted(const Case& test_case, Poison poison,
                                      const std::vector<bool>& wanted) {
  Contents contents = filled_operands(test_case, poison, wanted, nullptr);
  admit(test_case, contents);
  return contents;
}

std::vector<ElementArray> fill_again(const Case& test_case,
                                     const std::vector<ElementArray>& first) {
  // The changes of a page, or what two operands share, may depend on the poison as well.
  if (test_case.form().admit || shared_memory(test_case)) return fill(test_case, Poison::second);
  return filled_operands(test_case, Poison::second, std::vector<bool>(first.size(), true), &first);
}

std::array<std::vector<ElementArray>, 2> fill_both(const Case& test_case,
                                                   const std::vector<bool>& wanted) {
  Contents first = filled_operands(test_case, Poison::first, wanted, nullptr);
  Contents second = filled_operands(test_case, Poison::second, wanted, &first);
  admit(test_case, first);
  admit(test_case, second);
  return {std::move(first), std::move(second)};
}

}  // namespace assay::generators
