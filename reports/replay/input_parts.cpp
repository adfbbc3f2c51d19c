// SPDX-License-Identifier: Apache-2.0
#include "reports/replay/input_parts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <variant>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/judge/expectation.hpp"
#include "reference/numerics/real.hpp"

namespace assay::reports {
namespace {

using Elements = std::span<const std::int64_t>;
using Parts = std::vector<std::optional<InputPart>>;
using Cells = std::function<bool(std::int64_t row, std::int64_t col)>;

/// Elements of all operands, over all questions about one of them; about a second.
constexpr std::int64_t most_work = std::int64_t{1} << 22;

std::uint64_t bits_of_number(ElementType type, double number) {
  return numerics::encode(type, numerics::Real(number), RoundMode::nearest_even);
}

/// Alternates so that among the cells of a line whose place has one bit set, or not set, the first
/// two differ: an index of a greatest element sees no change where all become equal.
bool alternate(std::int64_t row, std::int64_t col) {
  const auto ones = [](std::int64_t place) {
    return std::popcount(static_cast<std::uint64_t>(place));
  };
  return (ones(row) + ones(col)) % 2 == 1;
}

bool is_same(const ExpectedTile& one, const ExpectedTile& other, std::int64_t index) {
  const auto k = static_cast<std::size_t>(index);
  if (one.accept[k] != other.accept[k] || one.value[index] != other.value[index] ||
      one.low[index] != other.low[index] || one.high[index] != other.high[index]) {
    return false;
  }
  if (k >= one.exact.size() || k >= other.exact.size()) return true;
  const double a = one.exact[k];
  const double b = other.exact[k];
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// Evaluates a result with changed elements of one operand.
class Influence {
 public:
  Influence(const Call& call, const Result& result, std::size_t operand,
            std::span<const ElementArray> before)
      : call_(call),
        result_(result),
        operand_(operand),
        type_(before[operand].type()),
        cols_(std::get<TileSpec>(call.operands[operand]).cols()),
        contents_(before.begin(), before.end()) {
    for (std::size_t i = 0; i < contents_.size(); ++i) {
      const bool scalar = std::holds_alternative<ScalarSpec>(call.operands[i]);
      if (i != operand && (scalar || !is_float(contents_[i].type()))) continue;
      // A mask chooses between operands, which must differ.
      const double number = i == operand ? 1 : 1 + static_cast<double>(i) / 2;
      const std::uint64_t one = bits_of_number(contents_[i].type(), number);
      for (std::int64_t k = 0; k < contents_[i].size(); ++k) contents_[i].set(k, one);
    }
    usual_ = evaluated(contents_);
  }

  /// Which of `elements` depend on some of `cells`.
  std::vector<bool> of(const Cells& cells, Elements elements) const {
    std::vector<bool> changed(elements.size(), false);
    const std::size_t ways = is_float(type_) ? 2 : 3;
    for (std::size_t way = 0; way < ways; ++way) {
      if (std::ranges::find(changed, false) == changed.end()) break;
      const ExpectedTile tile = evaluated(with(cells, way));
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!is_same(usual_, tile, elements[i])) changed[i] = true;
      }
    }
    return changed;
  }

 private:
  ExpectedTile evaluated(std::span<const ElementArray> contents) const {
    const auto nearest = [](const ToleranceKey&) {
      return Tolerance{Tolerance::Kind::correctly_rounded, 0, {}};
    };
    return std::get<ExpectedTile>(expect(call_, result_, contents, nearest));
  }

  /// Threes and zeros, then the other way round, and for masks every bit.
  std::vector<ElementArray> with(const Cells& cells, std::size_t way) const {
    const std::uint64_t flipped = ~bits_of_number(type_, 1) & mask_of(type_);
    const std::uint64_t three = bits_of_number(type_, 3);
    const std::uint64_t zero = bits_of_number(type_, 0);
    std::vector<ElementArray> contents = contents_;
    ElementArray& changed = contents[operand_];
    for (std::int64_t k = 0; k < changed.size(); ++k) {
      if (!cells(k / cols_, k % cols_)) continue;
      if (way == 2) {
        changed.set(k, flipped);
      } else {
        changed.set(k, alternate(k / cols_, k % cols_) == (way == 0) ? three : zero);
      }
    }
    return contents;
  }

  const Call& call_;
  const Result& result_;
  std::size_t operand_;
  ElementType type_;
  std::int64_t cols_;
  std::vector<ElementArray> contents_;
  ExpectedTile usual_;
};

int bits_below(std::int64_t count) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count - 1)));
}

/// First and count of the rows or the columns that an element depends on.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
  bool known = true;
};

/// Asks for the indices with each bit set and not set: the bits on which it depends in one way only
/// are those of all that it depends on.
std::vector<Range> ranges(const Influence& influence, std::int64_t count, bool rows,
                          Elements elements) {
  std::vector<Range> found(elements.size());
  for (int bit = 0; bit < bits_below(count); ++bit) {
    const auto with_bit = [&](bool set) {
      return influence.of(
          [=](std::int64_t row, std::int64_t col) {
            return (((rows ? row : col) >> bit & 1) == 1) == set;
          },
          elements);
    };
    const std::vector<bool> zero = with_bit(false);
    const std::vector<bool> one = with_bit(true);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::int64_t weight = std::int64_t{1} << bit;
      if (!zero[i] && !one[i]) found[i].known = false;
      if (!zero[i] && one[i]) found[i].first |= weight;
      if (one[i]) found[i].last |= weight;
    }
  }
  for (Range& range : found) range.last = std::min(range.last, count - 1);
  return found;
}

Parts probed_parts(const Influence& influence, const TileSpec& input, Elements elements) {
  const std::vector<bool> any =
      influence.of([](std::int64_t, std::int64_t) { return true; }, elements);
  const std::vector<bool> outside = influence.of(
      [&](std::int64_t row, std::int64_t col) {
        return row >= input.valid_rows || col >= input.valid_cols;
      },
      elements);
  const std::vector<Range> rows = ranges(influence, input.rows(), true, elements);
  const std::vector<Range> cols = ranges(influence, input.cols(), false, elements);
  Parts parts(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!any[i] || !rows[i].known || !cols[i].known) continue;
    const std::int64_t last_row =
        outside[i] ? rows[i].last : std::min(rows[i].last, input.valid_rows - 1);
    const std::int64_t last_col =
        outside[i] ? cols[i].last : std::min(cols[i].last, input.valid_cols - 1);
    parts[i] = InputPart{rows[i].first, cols[i].first, last_row - rows[i].first + 1,
                         last_col - cols[i].first + 1};
  }
  return parts;
}

Parts parts_in_place(const TileSpec& output, const TileSpec& input, Elements elements) {
  Parts parts(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int64_t row = elements[i] / output.cols();
    const std::int64_t col = elements[i] % output.cols();
    const bool is_valid = row < output.valid_rows && col < output.valid_cols;
    const bool is_held = row < input.valid_rows && col < input.valid_cols;
    if (is_valid && is_held) parts[i] = InputPart{row, col};
  }
  return parts;
}

}  // namespace

Parts input_parts(const Call& call, const Result& result, std::size_t operand, Elements elements,
                  std::span<const ElementArray> before) {
  const Form& form = *call.form;
  const TileSpec& input = std::get<TileSpec>(call.operands[operand]);
  const TileSpec& output = call.tile(result.operand);
  const std::vector<std::string>& in_place = result.flow.in_place;
  if (!in_place.empty()) {
    const bool is_one = std::ranges::find(in_place, form.operands[operand].name) != in_place.end();
    return is_one ? parts_in_place(output, input, elements) : Parts(elements.size());
  }
  const std::int64_t size = input.rows() * input.cols();
  const std::int64_t questions =
      3 * (2 + 2 * bits_below(input.rows()) + 2 * bits_below(input.cols()));
  std::int64_t work = 0;
  for (const ElementArray& contents : before) work += questions * contents.size();
  if (!result.semantics || size == 0 || work > most_work) return Parts(elements.size());
  return probed_parts(Influence(call, result, operand, before), input, elements);
}

}  // namespace assay::reports
