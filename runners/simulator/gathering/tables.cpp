// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/gathering/tables.hpp"

#include "runners/simulator/rules/tables.hpp"

namespace assay::simulator {

Table::Table(const Request& request, const assay_operand& table, const Hooks& hooks)
    : in_rows_(names_rows(request)), memory_(table) {
  hooks.view(request, memory_);
  const ViewDims dims = view_dims(memory_.layout);
  rows_ = extent(memory_, dims.rows);
  cols_ = extent(memory_, dims.cols);
  room_ = static_cast<std::int64_t>(memory_.byte_size) * 8 / width_of(memory_.element);
  offsets_.resize(static_cast<std::size_t>(rows_ * cols_), -1);
  walk_view(memory_, [this](std::int64_t row, std::int64_t col, std::int64_t offset) {
    offsets_.at(static_cast<std::size_t>(row * cols_ + col)) = offset;
  });
}

std::optional<std::int64_t> Table::entry(std::uint64_t index, std::string_view mode) const {
  const std::int64_t count = in_rows_ ? rows_ : rows_ * cols_;
  const auto number = static_cast<std::int64_t>(index & ones(32));
  if (number < count) return number;
  if (mode == "Clamp") return count - 1;
  if (mode == "Wrap" && count > 0) return number % count;
  return std::nullopt;
}

std::int64_t Table::offset(std::int64_t entry, std::int64_t col) const {
  const std::int64_t number = in_rows_ ? entry * cols_ + col : entry;
  const bool exists = number >= 0 && number < static_cast<std::int64_t>(offsets_.size());
  return exists ? offsets_[static_cast<std::size_t>(number)] : -1;
}

std::uint64_t Table::get(std::int64_t offset) const {
  if (offset < 0 || offset >= room_) return 0;
  return load_bits(memory_.data, width_of(memory_.element), offset);
}

void Table::set(std::int64_t offset, std::uint64_t bits) {
  if (offset < 0 || offset >= room_) return;
  store_bits(memory_.data, width_of(memory_.element), offset, bits);
}

Indices::Indices(const Request& request, const assay_operand& indices)
    : in_rows_(names_rows(request)),
      memory_(indices),
      room_(static_cast<std::int64_t>(indices.byte_size) * 8 / width_of(indices.element)) {
  if (indices.kind == ASSAY_TILE) tile_.emplace(indices);
}

std::uint64_t Indices::in_tile(Place place) const {
  if (!in_rows_) return tile_->get(place.row, place.col);
  const bool column = memory_.block_layout == ASSAY_COL_MAJOR;
  return column ? tile_->get(place.row, 0) : tile_->get(0, place.row);
}

std::uint64_t Indices::at(Place place) const {
  if (tile_) return in_tile(place);
  const std::int64_t offset = in_rows_
                                  ? place.row * memory_.stride[4]
                                  : place.row * memory_.stride[3] + place.col * memory_.stride[4];
  if (offset < 0 || offset >= room_) return 0;
  return load_bits(memory_.data, width_of(memory_.element), offset);
}

}  // namespace assay::simulator
