// SPDX-License-Identifier: Apache-2.0
#include "golden/tables/table_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "golden/hdf5/failure.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;

/// Reads what was appended from its begin to its end.
class Playback {
 public:
  explicit Playback(const UnnamedFile& file) : file_(file) {}

  std::span<const std::byte> next(std::size_t bytes) {
    if (bytes > held_.size() - place_) refill(bytes);
    const auto out = std::span<const std::byte>(held_).subspan(place_, bytes);
    place_ += bytes;
    return out;
  }

 private:
  void refill(std::size_t least) {
    held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(place_));
    place_ = 0;
    const std::size_t kept = held_.size();
    const std::uint64_t more =
        std::min<std::uint64_t>(std::max(least, piece_bytes) - kept, file_.size() - read_);
    held_.resize(kept + more);
    file_.read(read_, std::span(held_).subspan(kept));
    read_ += more;
  }

  const UnnamedFile& file_;
  std::uint64_t read_ = 0;
  std::vector<std::byte> held_;
  std::size_t place_ = 0;
};

std::span<const std::byte> text_from(Playback& rows) {
  std::uint32_t size = 0;
  std::memcpy(&size, rows.next(sizeof size).data(), sizeof size);
  return rows.next(size);
}

std::vector<Heading> headings_of(const Table& table) {
  std::vector<Heading> out;
  out.reserve(table.size());
  for (const Column& column : table) {
    out.push_back({column.name, static_cast<CellKind>(column.values.index())});
  }
  return out;
}

std::size_t rows_in(const Table& table) {
  return std::visit([](const auto& values) { return values.size(); }, table.at(0).values);
}

Cell cell_of(const Column& column, std::size_t row) {
  return std::visit([&](const auto& values) { return Cell(values[row]); }, column.values);
}

}  // namespace

TableRows::TableRows(const Table& table, std::filesystem::path target)
    : TableRows(headings_of(table), std::move(target)) {
  std::vector<Cell> cells(table.size());
  for (std::size_t row = 0; row < rows_in(table); ++row) {
    std::ranges::transform(table, cells.begin(),
                           [&](const Column& column) { return cell_of(column, row); });
    add(cells);
  }
}

TableRows::TableRows(std::vector<Heading> headings, std::filesystem::path target)
    : headings_(std::move(headings)), waiting_(std::move(target)) {
  for (const Heading& heading : headings_) {
    widths_.push_back(heading.kind == CellKind::text ? 1 : sizeof(std::uint64_t));
  }
}

void TableRows::add(std::span<const Cell> cells) {
  if (cells.size() != headings_.size()) throw std::invalid_argument("a row has other columns");
  row_.clear();
  const auto append = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::byte*>(data);
    row_.insert(row_.end(), bytes, bytes + size);
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].index() != static_cast<std::size_t>(headings_[i].kind)) {
      throw std::invalid_argument(fmt::format("column {} is of another kind", headings_[i].name));
    }
    if (const auto* text = std::get_if<std::string_view>(&cells[i])) {
      const auto size = static_cast<std::uint32_t>(text->size());
      append(&size, sizeof size);
      append(text->data(), text->size());
      widths_[i] = std::max(widths_[i], text->size() + 1);
    } else {
      std::visit([&](const auto& value) { append(&value, sizeof value); }, cells[i]);
    }
  }
  waiting_.append(row_);
  ++rows_;
}

std::vector<Heading> TableRows::columns() const {
  std::vector<Heading> out;
  for (std::size_t i = 0; i < headings_.size(); ++i) {
    if (!is_out(i)) out.push_back(headings_[i]);
  }
  return out;
}

std::size_t TableRows::row_bytes() const {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < headings_.size(); ++i) bytes += is_out(i) ? 0 : widths_[i];
  return bytes;
}

H5::CompType TableRows::type() const {
  return h5::attempt("a table", "has no type", [&] {
    H5::CompType out(row_bytes());
    std::size_t offset = 0;
    for (std::size_t i = 0; i < headings_.size(); ++i) {
      if (is_out(i)) continue;
      out.insertMember(headings_[i].name, offset, type_of_cells(headings_[i].kind, widths_[i]));
      offset += widths_[i];
    }
    return out;
  });
}

void TableRows::each_piece(const std::function<void(std::span<const std::byte>)>& take) const {
  Playback rows(waiting_);
  const std::size_t width = row_bytes();
  const std::uint64_t most =
      std::max<std::uint64_t>(1, piece_bytes / std::max<std::size_t>(1, width));
  for (std::uint64_t done = 0; done < rows_;) {
    const std::uint64_t count = std::min(most, rows_ - done);
    std::vector<std::byte> piece(count * width);
    std::byte* out = piece.data();
    for (std::uint64_t row = 0; row < count; ++row) {
      for (std::size_t i = 0; i < headings_.size(); ++i) {
        const auto cell = headings_[i].kind == CellKind::text ? text_from(rows)
                                                              : rows.next(sizeof(std::uint64_t));
        if (is_out(i)) continue;
        std::ranges::copy(cell, out);
        out += widths_[i];
      }
    }
    take(piece);
    done += count;
  }
}

}  // namespace assay::golden
