// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/gathering/scattered.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "reference/ops/gathering/indices.hpp"

namespace assay::ops {
namespace {

/// The values that elements of dst get, the last one first.
using Writers = std::vector<std::vector<std::uint64_t>>;

Writers writers_of(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("dst");
  const TileSpec& from = inputs.call.tile("src");
  const ElementArray &elements = inputs.of("src"), &indices = inputs.of("indexes");
  const std::int64_t pitch = inputs.call.tile("indexes").cols();
  Writers writers(static_cast<std::size_t>(out.rows() * out.cols()));
  for_each_valid(from, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    const std::int64_t place = row * pitch + col;
    if (place >= indices.size() || indices[place] >= writers.size()) return;
    std::vector<std::uint64_t>& values = writers[indices[place]];
    std::erase(values, elements[index]);
    values.insert(values.begin(), elements[index]);
  });
  return writers;
}

void accept(ExpectedTile& expected, std::int64_t index, const std::vector<std::uint64_t>& values) {
  constexpr std::size_t most = 3;
  if (values.size() > most) return expected.set_accept(index, Accept::target_defined);
  if (values.size() == 1) return expected.set_exact(index, values.front());
  expected.set_any_of(index, values.front(), values.at(1));
  expected.high.set(index, values.back());
  expected.low.set(index, values.at(1));
}

}  // namespace

MaskGroup group_of(const Call& call) {
  const std::string_view pattern = call.attribute("MaskPattern");
  if (pattern == "P1111") return {};
  const auto taken = static_cast<std::int64_t>(pattern.size() - 1 - pattern.rfind('1'));
  const bool pairs = std::ranges::count(pattern, '1') == 2;
  return {pairs ? 2 : 4, taken};
}

bool along_rows(const Call& call) { return call.attribute("ScatterAxis") == "SCATTER_ROW"; }

Result scattered(Accept rest) {
  Result result{.operand = "dst"};
  result.flow.copies = true;
  result.semantics = [rest](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const Writers writers = writers_of(inputs);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for (std::int64_t index = 0; index < std::ssize(writers); ++index) {
      const auto& values = writers[static_cast<std::size_t>(index)];
      if (values.empty()) {
        expected.set_exact(index, 0);
        expected.set_accept(index, rest);
      } else {
        accept(expected, index, values);
      }
    }
    return expected;
  };
  return result;
}

Result spread_by_mask() {
  Result result{.operand = "dst"};
  result.flow.copies = true;
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &from = inputs.call.tile("src");
    const ElementArray& elements = inputs.of("src");
    const MaskGroup group = group_of(inputs.call);
    const bool rows = along_rows(inputs.call);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for (std::int64_t index = 0; group.size > 1 && index < out.rows() * out.cols(); ++index) {
      expected.set_exact(index, 0);
    }
    for_each_valid(from, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t to_row = rows ? row : group.size * row + group.taken;
      const std::int64_t to_col = rows ? group.size * col + group.taken : col;
      if (to_row >= out.rows() || to_col >= out.cols() || index >= elements.size()) return;
      expected.set_exact(to_row * out.cols() + to_col, elements[index]);
    });
    return expected;
  };
  return result;
}

void make_targets(const Call& call, std::vector<ElementArray>& contents) {
  const TileSpec &out = call.tile("dst"), &tile = call.tile("indexes");
  ElementArray& bits = contents.at(call.form->index_of("indexes"));
  const std::int64_t count = elements_up_to(out, largest_index(tile.type.element));
  if (count <= 0 || bits.size() == 0) return;
  std::int64_t step = count / 3 + 1;
  while (std::gcd(step, count) != 1) ++step;
  for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    if (index >= bits.size()) return;
    const bool fits = bits[index] <= static_cast<std::uint64_t>(largest_index(tile.type.element));
    if (fits && valid_element(out, bits[index])) return;
    const std::int64_t at = row * tile.valid_cols + col;
    const std::int64_t number = bits[index] % 64 == 0 ? count - 1 : (at % count) * step % count;
    bits.set(index, static_cast<std::uint64_t>(number / out.valid_cols * out.cols() +
                                               number % out.valid_cols));
  });
}

}  // namespace assay::ops
