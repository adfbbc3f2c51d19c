// SPDX-License-Identifier: Apache-2.0
// Row of the greatest or smallest element of every column, and optionally that element.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "runners/simulator/formats.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/rules/search.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

bool exceeds(const Device& device, std::uint32_t element, std::uint64_t left, std::uint64_t right) {
  if (is_signed_integer(element)) {
    return sign_extended(element, left) > sign_extended(element, right);
  }
  if (!device.has(Fault::signed_compare)) return left > right;
  const std::uint64_t top = 1ULL << (width_of(element) - 1);
  return (left ^ top) > (right ^ top);
}

// Does the challenger take the place of the leader?
bool beats(const ColumnRoles& roles, const Device& device, std::uint64_t challenger,
           std::uint64_t leader) {
  const std::uint32_t element = roles.src->element;
  const bool ties = device.has(Fault::last_tie_wins);
  if (!float_format(element)) {
    if (challenger == leader) return ties;
    return exceeds(device, element, challenger, leader) != roles.smallest;
  }
  const double a = value_of(element, challenger), b = value_of(element, leader);
  // A NaN leads nothing, instead of being incomparable.
  if (device.has(Fault::nan_swallowed) && std::isnan(b)) return !std::isnan(a);
  if (ties && a == b) return true;
  return roles.smallest ? a < b : a > b;
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
  void scribble(std::int64_t at, std::uint64_t bits) const {
    if (tmp_ == nullptr) return;
    const int width = width_of(tmp_->element);
    const auto room = static_cast<std::int64_t>(tmp_->byte_size * 8) / width;
    if (at < room) store_bits(tmp_->data, width, at, bits);
  }

  const assay_operand* tmp_;
  std::int64_t gap_;
  std::int64_t value_region_;
  std::vector<std::uint64_t> values_;
  std::vector<std::int64_t> rows_;
};

std::uint64_t index_pattern(const Device& device, std::int64_t row) {
  const auto number = static_cast<std::uint64_t>(row);
  if (!device.has(Fault::index_through_half)) return number;
  return *convert(ASSAY_F16, *convert(ASSAY_U32, number, ASSAY_F16), ASSAY_U32);
}

void search(const ColumnRoles& roles, Device& device, Tile& src, Champions& best, std::int64_t from,
            std::int64_t to) {
  const assay_operand& operand = *roles.src;
  std::int64_t rows = device.has(Fault::ignores_valid_rows) ? operand.rows : operand.valid_rows;
  if (device.has(Fault::reads_outside_valid)) rows = std::min(rows + 1, operand.rows);
  for (std::int64_t col = from; col < to; ++col) best.enter(col - from, src.get(0, col), 0);
  for (std::int64_t row = 1; row < rows; ++row) {
    for (std::int64_t col = from; col < to; ++col) {
      const std::uint64_t bits = src.get(row, col);
      best.count(col - from, row);
      if (beats(roles, device, bits, best.value(col - from))) {
        best.enter(col - from, bits, row);
      }
      // A reduction in place leaves its running maximum in row 0.
      if (device.has(Fault::modifies_input)) src.set(0, col, best.value(col - from));
    }
  }
}

void execute(const Request& request, Device& device, const ColumnRoles& roles) {
  const bool all = device.has(Fault::ignores_valid_columns);
  const std::int64_t cols =
      all ? std::min(roles.src->cols, roles.index->cols) : roles.src->valid_cols;
  Tile src(*roles.src, device);
  Output index(*roles.index, device);
  std::optional<Tile> value;
  if (roles.value != nullptr) value.emplace(*roles.value, device);
  Champions best(request, roles);
  for (std::int64_t from = 0; from < cols; from += best.size()) {
    const std::int64_t to = std::min(cols, from + best.size());
    search(roles, device, src, best, from, to);
    for (std::int64_t col = from; col < to; ++col) {
      std::uint64_t number = index_pattern(device, best.row(col - from));
      std::uint64_t greatest = device.moved(roles.src->element, best.value(col - from));
      if (value && device.has(Fault::value_index_swapped)) std::swap(number, greatest);
      index.put(0, col, number);
      if (value) value->set(0, col, greatest);
    }
  }
  index.finish();
}

}  // namespace

Answer run_tcolargmax(const Request& request, Device& device) {
  const bool with_value = request.form == "value_index";
  const bool understood = with_value
                              ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                              : request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE});
  if (!understood || (!with_value && request.form != "index")) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  column_search_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) execute(request, device, column_roles(request));
  return {};
}

}  // namespace assay::simulator
