// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/sorting/sorted.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "reference/numerics/classify.hpp"
#include "reference/ops/sorting/records.hpp"

namespace assay::ops {
namespace {

bool comes_before(const Record& a, const Record& b) {
  return a.key != b.key ? a.key > b.key : a.index < b.index;
}
bool are_equal(const Record& a, const Record& b) { return a.key == b.key && a.index == b.index; }

/// The records of one block, sorted, from `place` on.
void expect_block(ExpectedTile& expected, std::int64_t place, ElementType type,
                  std::vector<Record>& records, NanPlace nans) {
  std::ranges::stable_sort(records, comes_before);
  const auto is_nan = [&](const Record& one) { return numerics::is_nan(type, one.value); };
  const bool open = nans == NanPlace::anywhere && std::ranges::any_of(records, is_nan);
  const auto first = open ? records.end() : std::ranges::find_if_not(records, is_nan);
  const auto last = std::find_if(first, records.end(), is_nan);
  const auto place_of = [&](std::vector<Record>::iterator record) {
    return place + (record - records.begin()) * elements_of_record(type);
  };
  set_in_any_order(expected, place, type, {records.begin(), first});
  for (auto one = first; one != last; ++one) {
    set_record(expected, place_of(one), type, *one);
    // Zeros of both signs with one index may come in either order.
    const bool tied = (one != first && are_equal(*(one - 1), *one)) ||
                      (one + 1 != last && are_equal(*one, *(one + 1)));
    if (tied && numerics::is_zero(type, one->value)) {
      expected.set_any_of(place_of(one), 0, numerics::classes_of(type).sign);
    }
  }
  set_in_any_order(expected, place_of(last), type, {last, records.end()});
}

struct Region {
  std::int64_t rows, cols;
};

/// The valid region of src, as far as all tiles go: a call that breaks a constraint may have less.
Region reached_region(const Call& call) {
  const TileSpec &out = call.tile("dst"), &in = call.tile("src"), &idx = call.tile("idx");
  const std::int64_t index_rows = idx.valid_rows == 1 ? in.rows() : idx.rows();
  const std::int64_t room = out.cols() / elements_of_record(in.type.element);
  return {std::min({in.valid_rows, in.rows(), out.rows(), index_rows}),
          std::min({in.valid_cols, in.cols(), idx.cols(), room})};
}

}  // namespace

ExpectedTile sorted_blocks(const Evaluation& inputs, NanPlace nans) {
  const TileSpec &out = inputs.call.tile("dst"), &in = inputs.call.tile("src");
  const TileSpec& idx = inputs.call.tile("idx");
  const ElementArray &values = inputs.of("src"), &indices = inputs.of("idx");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  const ValueOrder order(in.type.element, inputs.readings);
  std::vector<Record> records;
  const Region reached = reached_region(inputs.call);
  for (std::int64_t row = 0; row < reached.rows; ++row) {
    const std::int64_t index_row = idx.valid_rows == 1 ? 0 : row;
    for (std::int64_t first = 0; first < reached.cols; first += sorted_block) {
      records.clear();
      for (std::int64_t col = first; col < std::min(first + sorted_block, reached.cols); ++col) {
        const std::uint64_t value = values[row * in.cols() + col];
        const std::uint64_t index = indices[index_row * idx.cols() + col];
        records.push_back({value, static_cast<std::uint32_t>(index), 0, order.key(value)});
      }
      expect_block(expected, expected.at(row, first * elements_of_record(in.type.element)),
                   in.type.element, records, nans);
    }
  }
  return expected;
}

}  // namespace assay::ops
