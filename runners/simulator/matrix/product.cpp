// SPDX-License-Identifier: Apache-2.0
// Matrix products by boxes of K: factors are multiplied and summed within a box first.
#include "runners/simulator/rules/product.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/matrix/dot.hpp"
#include "runners/simulator/matrix/tf32.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The elements of an input as numbers, after the data path. What lies outside of it is 0.
class Numbers {
 public:
  Numbers(const Request& request, const assay_operand& operand, const Hooks& hooks)
      : rows_(operand.rows), cols_(operand.cols) {
    const Tile tile(request, operand, hooks);
    const bool rounds = rounds_to_tf32(request);
    values_.reserve(static_cast<std::size_t>(rows_ * cols_));
    for (std::int64_t row = 0; row < rows_; ++row) {
      for (std::int64_t col = 0; col < cols_; ++col) {
        const std::uint64_t bits = hooks.moved(operand.element, tile.get(row, col));
        const auto number = static_cast<double>(number_of(operand.element, bits));
        const double value = rounds ? in_tf32(number) : number;
        values_.push_back(hooks.worth(request, operand.element, bits, value));
      }
    }
  }
  double at(std::int64_t row, std::int64_t col) const {
    const bool inside = row < rows_ && col < cols_;
    return inside ? values_[static_cast<std::size_t>(row * cols_ + col)] : 0;
  }

 private:
  std::int64_t rows_, cols_;
  std::vector<double> values_;
};

/// Rounded to what a partial sum keeps, usually all of it.
float kept(const Dot& dot, float partial) {
  constexpr int fraction = 23;
  if (dot.kept >= fraction || partial == 0 || !std::isfinite(partial)) return partial;
  const float scale = std::ldexp(1.0F, std::ilogb(partial) - dot.kept);
  return std::nearbyint(partial / scale) * scale;
}

/// The tiles of a call.
class MatrixUnit {
 public:
  MatrixUnit(const Request& request, const Hooks& hooks)
      : request_(request),
        hooks_(hooks),
        at_(operands_of_product(request)),
        left_(request, request[at_.left], hooks),
        right_(request, request[at_.right], hooks) {
    if (at_.start != nowhere) start_.emplace(request[at_.start], hooks);
    if (at_.left_scales == nowhere) return;
    left_scales_.emplace(request, request[at_.left_scales], hooks);
    right_scales_.emplace(request, request[at_.right_scales], hooks);
  }

  std::uint64_t dot(Place place, const Tile& result) const {
    const assay_operand& left = request_[at_.left];
    Dot dot{.request = request_,
            .place = place,
            .count = left.valid_cols,
            .right_column = place.col,
            .block = inner_box(left).cols,
            .start_at = {adds_bias(request_) ? 0 : place.row, place.col},
            .starts = at_.start != nowhere,
            .scale_row = place.row};
    hooks_.multiplied(dot);
    const std::uint64_t start = dot.starts ? start_of(dot, result) : 0;
    if (is_integer(left.element)) return whole_sum(dot, start);
    auto first = std::bit_cast<float>(static_cast<std::uint32_t>(start));
    if (dot.rounds_start) first = static_cast<float>(in_tf32(first));
    if (left_scales_) {
      const float scaled =
          request_.on_device() ? scaled_by_group(dot, first) : scaled_by_product(dot, first);
      return hooks_.rounded(ASSAY_F32, std::bit_cast<std::uint32_t>(scaled));
    }
    const float sum = request_.on_device() ? sum_of_unit(dot, first) : sum_of_host(dot, first);
    return hooks_.rounded(ASSAY_F32, std::bit_cast<std::uint32_t>(sum));
  }

 private:
  double left(const Dot& dot, std::int64_t k) const { return left_.at(dot.place.row, k); }
  double right(const Dot& dot, std::int64_t k) const { return right_.at(k, dot.right_column); }

  std::uint64_t start_of(const Dot& dot, const Tile& result) const {
    const Tile& start = dot.from_result ? result : *start_;
    return hooks_.moved(start.operand().element, start.get(dot.start_at.row, dot.start_at.col));
  }

  /// The CPU: one fused step after the other from zero, then what was there before.
  float sum_of_host(const Dot& dot, float start) const {
    float total = 0;
    for (std::int64_t k = 0; k < dot.count; ++k) {
      total = kept(dot, std::fma(static_cast<float>(left(dot, k)),
                                 static_cast<float>(right(dot, k)), total));
    }
    return dot.starts ? total + start : total;
  }

  /// Devices: from what was there before, a box of K at a time, of which the sum is wider.
  float sum_of_unit(const Dot& dot, float start) const {
    float total = dot.starts ? start : 0.0F;
    for (std::int64_t begin = 0; begin < dot.count; begin += dot.block) {
      double part = 0;
      const std::int64_t end = std::min(begin + dot.block, dot.count);
      for (std::int64_t k = begin; k < end; ++k) part += left(dot, k) * right(dot, k);
      total = kept(dot, static_cast<float>(static_cast<double>(total) + part));
    }
    return total;
  }

  /// The weight of a group of K: both scales.
  double scale_of(const Dot& dot, std::int64_t k) const {
    const std::int64_t group = dot.first_scales ? 0 : k / dot.group;
    const double left = dot.scales_left ? left_scales_->at(dot.scale_row, group) : 1;
    return dot.scales_right ? left * right_scales_->at(group, dot.right_column) : left;
  }

  /// The CPU: every product is scaled, added, and the sum rounded.
  float scaled_by_product(const Dot& dot, float start) const {
    float total = 0;
    for (std::int64_t k = 0; k < dot.count; ++k) {
      const double product = left(dot, k) * right(dot, k) * scale_of(dot, k);
      total = kept(dot, static_cast<float>(static_cast<double>(total) + product));
    }
    return dot.starts ? total + start : total;
  }

  /// Devices: from what was there before, a group of K at a time, whose sum is scaled.
  float scaled_by_group(const Dot& dot, float start) const {
    float total = dot.starts ? start : 0.0F;
    for (std::int64_t begin = 0; begin < dot.count; begin += dot.group) {
      double part = 0;
      const std::int64_t end = std::min(begin + dot.group, dot.count);
      for (std::int64_t k = begin; k < end; ++k) part += left(dot, k) * right(dot, k);
      part *= scale_of(dot, begin);
      total = kept(dot, static_cast<float>(static_cast<double>(total) + part));
    }
    return total;
  }

  /// Modulo 2^32; whole numbers of this size are exact in double.
  std::uint64_t whole_sum(const Dot& dot, std::uint64_t start) const {
    double total = 0;
    for (std::int64_t k = 0; k < dot.count; ++k) total += left(dot, k) * right(dot, k);
    return (static_cast<std::uint64_t>(static_cast<std::int64_t>(total)) + start) & 0xFFFFFFFFU;
  }

  const Request& request_;
  const Hooks& hooks_;
  ProductOperands at_;
  Numbers left_, right_;
  std::optional<Numbers> left_scales_, right_scales_;
  std::optional<Tile> start_;
};

}  // namespace

void run_product(const Request& request, const Hooks& hooks) {
  const ProductOperands operands = operands_of_product(request);
  Region worked{request[operands.left].valid_rows, request[operands.right].valid_cols};
  hooks.region(request, request[0], whole_of(request[0]), worked);
  const MatrixUnit unit(request, hooks);
  Output out(request, request[0], hooks);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    for (std::int64_t col = 0; col < worked.cols; ++col) {
      out.put({row, col}, unit.dot({row, col}, out.tile()));
    }
  }
  out.finish();
}

}  // namespace assay::simulator
