// SPDX-License-Identifier: Apache-2.0
// Row of the greatest or smallest element of every column, and optionally that element.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/rules/search.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

// Does the challenger take the place of the leader? A number does of a NaN.
bool beats(const Search& search, std::uint64_t challenger, std::uint64_t leader) {
  const std::uint32_t element = search.element;
  if (!float_format(element)) {
    if (challenger == leader) return false;
    const bool exceeds = is_signed_integer(element)
                             ? sign_extended(element, challenger) > sign_extended(element, leader)
                             : challenger > leader;
    return exceeds != search.smallest;
  }
  const double a = value_of(element, challenger), b = value_of(element, leader);
  if (std::isnan(a) || std::isnan(b)) return !std::isnan(a);
  return search.smallest ? a < b : a > b;
}

// Leading element and its row: on a2a3 they live in tmp, one region for each.
class Champions {
 public:
  Champions(const Request& request, const ColumnRoles& roles)
      : tmp_(request.machine == Machine::a2a3 ? roles.tmp : nullptr),
        gap_(gap(roles)),
        value_region_(roles.value == nullptr ? gap_ : 0) {
    const auto count = static_cast<std::size_t>(gap_);
    values_.resize(count);
    rows_.resize(count);
  }

  std::int64_t size() const { return gap_; }
  std::uint64_t value(std::int64_t lane) const { return values_[static_cast<std::size_t>(lane)]; }
  std::int64_t row(std::int64_t lane) const { return rows_[static_cast<std::size_t>(lane)]; }

  void enter(std::int64_t lane, std::uint64_t value, std::int64_t row) {
    values_[static_cast<std::size_t>(lane)] = value;
    rows_[static_cast<std::size_t>(lane)] = row;
    scribble(value_region_ + lane, value);
    scribble(value_region_ + gap_ + lane, static_cast<std::uint64_t>(row));
  }

  void count(std::int64_t lane, std::int64_t row) {
    if (value_region_ > 0) scribble(lane, static_cast<std::uint64_t>(row));
  }

 private:
  void scribble(std::int64_t place, std::uint64_t bits) const {
    if (tmp_ == nullptr) return;
    const int width = width_of(tmp_->element);
    const auto room = static_cast<std::int64_t>(tmp_->byte_size * 8) / width;
    if (place < room) store_bits(tmp_->data, width, place, bits);
  }

  const assay_operand* tmp_;
  std::int64_t gap_;
  std::int64_t value_region_;
  std::vector<std::uint64_t> values_;
  std::vector<std::int64_t> rows_;
};

void search_rows(const Search& search, const Hooks& hooks, const Tile& src, Champions& best,
                 std::int64_t rows, std::int64_t from, std::int64_t to) {
  for (std::int64_t col = from; col < to; ++col) best.enter(col - from, src.get(0, col), 0);
  for (std::int64_t row = 1; row < rows; ++row) {
    for (std::int64_t col = from; col < to; ++col) {
      const std::uint64_t bits = src.get(row, col), leader = best.value(col - from);
      best.count(col - from, row);
      if (hooks.leads(search, bits, leader, beats(search, bits, leader))) {
        best.enter(col - from, bits, row);
      }
    }
  }
}

}  // namespace

void run_column_search(const Request& request, const Hooks& hooks) {
  const ColumnRoles roles = column_roles(request);
  const assay_operand& operand = *roles.src;
  const Search search{request, operand.element, false, roles.smallest};
  Region worked = valid_region_of(operand);
  hooks.region(request, operand, {operand.rows, std::min(operand.cols, roles.index->cols)}, worked);
  hooks.terms(request, operand, false, worked.rows);
  Tile src(operand, hooks);
  Output index(request, *roles.index, hooks);
  std::optional<Output> value;
  if (roles.value != nullptr) value.emplace(request, *roles.value, hooks);
  Champions best(request, roles);
  for (std::int64_t from = 0; from < worked.cols; from += best.size()) {
    const std::int64_t to = std::min(worked.cols, from + best.size());
    search_rows(search, hooks, src, best, worked.rows, from, to);
    for (std::int64_t col = from; col < to; ++col) {
      auto number = static_cast<std::uint64_t>(best.row(col - from));
      const std::uint64_t leader = best.value(col - from);
      std::uint64_t greatest = hooks.moved(operand.element, leader);
      hooks.found(search, number, value ? &greatest : nullptr);
      index.put({0, col}, number);
      if (value) value->put({0, col}, greatest);
      hooks.spent(request, src, {0, col}, leader);
    }
  }
  index.finish();
}

}  // namespace assay::simulator
