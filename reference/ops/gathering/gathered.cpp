// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/gathering/gathered.hpp"

#include <optional>

#include "reference/numerics/classify.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/gathering/scattered.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/selection/comparison.hpp"

namespace assay::ops {
namespace {

/// The valid element of src0 that an index says.
std::optional<std::int64_t> element_at(const Call& call, std::uint64_t index) {
  if (numerics::is_negative(call.tile("src1").type.element, index)) return std::nullopt;
  return valid_element(call.tile("src0"), index);
}

bool equality(const Call& call) { return call.attribute("cmpMode") == "EQ"; }

/// A threshold as an element of src0; nothing if its type does not hold the number.
std::optional<std::uint64_t> threshold(const Call& call, std::uint64_t bits) {
  const ElementType type = call.tile("src0").type.element;
  const numerics::Wide number = numerics::integer_value(call.tile("k_value").type.element, bits);
  if (is_integer(type)) {
    if (!numerics::fits(type, number)) return std::nullopt;
    return numerics::wrapped(type, number);
  }
  const std::int64_t most = std::int64_t{1} << format_of(type).precision;
  if (number > most || number < -most) return std::nullopt;
  return integer_in(type, static_cast<std::int64_t>(number));
}

/// Numbers of the matching elements of a row; nothing if its threshold is left open.
std::optional<std::vector<std::uint64_t>> matches_of(const Evaluation& inputs, std::int64_t row) {
  const TileSpec& from = inputs.call.tile("src0");
  const ElementArray& elements = inputs.of("src0");
  const auto limit = threshold(inputs.call, inputs.of("k_value")[row]);
  if (!limit) return std::nullopt;
  const CmpMode mode = equality(inputs.call) ? CmpMode::eq : CmpMode::gt;
  std::vector<std::uint64_t> found;
  for (std::int64_t col = 0; col < from.valid_cols; ++col) {
    const std::int64_t number = row * from.cols() + col;
    if (!related(mode, from.type.element, elements[number], *limit)) continue;
    const std::uint64_t sum = inputs.of("offset")[0] + static_cast<std::uint64_t>(number);
    found.push_back(sum & mask_of(u32));
  }
  return found;
}

Expected found_numbers(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("dst");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    const auto found = matches_of(inputs, row);
    for (std::int64_t col = 0; col < out.valid_cols; ++col) {
      const std::int64_t index = expected.at(row, col);
      if (found && col < std::ssize(*found)) {
        expected.set_exact(index, found->at(static_cast<std::size_t>(col)));
      } else {
        expected.set_accept(index, Accept::target_defined);
      }
    }
  }
  return expected;
}

Expected found_counts(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("cdst");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    const auto found = matches_of(inputs, row);
    if (found) {
      expected.set_exact(row, found->size());
    } else {
      expected.set_accept(row, Accept::target_defined);
    }
  }
  return expected;
}

}  // namespace

Result picked_by_index() {
  Result result{.operand = "dst"};
  result.flow.copies = true;
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const ElementArray &elements = inputs.of("src0"), &indices = inputs.of("src1");
    const std::int64_t pitch = inputs.call.tile("src1").cols();
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t place = row * pitch + col;
      const auto at =
          place < indices.size() ? element_at(inputs.call, indices[place]) : std::nullopt;
      if (!at || *at >= elements.size()) return expected.set_accept(index, Accept::target_defined);
      expected.set_exact(index, elements[*at]);
    });
    return expected;
  };
  return result;
}

void make_numbers(const Call& call, std::vector<ElementArray>& contents) {
  const TileSpec& from = call.tile("src0");
  const std::int64_t last = largest_index(call.tile("src1").type.element);
  make_legal(call, contents,
             {.operand = "src1",
              .count = elements_up_to(from, last),
              .legal = [&](std::uint64_t bits) { return element_at(call, bits).has_value(); },
              .value =
                  [&](std::int64_t number) {
                    return static_cast<std::uint64_t>(number / from.valid_cols * from.cols() +
                                                      number % from.valid_cols);
                  }});
}

bool takes_rows(const Call& call) { return call.attribute("GatherAxis") == "GATHER_COL"; }

std::int64_t taken_of(const Call& call, std::int64_t count) {
  const MaskGroup group = group_of(call);
  return (count - group.taken + group.size - 1) / group.size;
}

Result picked_by_mask() {
  Result result{.operand = "dst"};
  result.flow.copies = true;
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &from = inputs.call.tile("src");
    const ElementArray& elements = inputs.of("src");
    const MaskGroup group = group_of(inputs.call);
    const bool rows = takes_rows(inputs.call);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t, std::int64_t) {
      expected.set_accept(index, Accept::target_defined);
    });
    std::int64_t next = 0;
    for_each_valid(from, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      if ((rows ? row : col) % group.size != group.taken) return;
      const std::int64_t to = rows ? row / group.size * out.cols() + col : next++;
      if (to >= out.rows() * out.cols() || index >= elements.size()) return;
      expected.set_exact(to, elements[index]);
    });
    return expected;
  };
  return result;
}

std::vector<Result> matches() {
  return {{.operand = "dst", .semantics = found_numbers},
          {.operand = "cdst", .semantics = found_counts}};
}

void make_matches(const Call& call, std::vector<ElementArray>& contents) {
  const TileSpec& from = call.tile("src0");
  ElementArray& elements = contents.at(call.form->index_of("src0"));
  ElementArray& limits = contents.at(call.form->index_of("k_value"));
  for_each_valid(call.tile("k_value"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    if (index < limits.size() && !threshold(call, limits[index])) {
      limits.set(index, limits[index] % 64);
    }
  });
  for_each_valid(from, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    if (index >= elements.size() || row >= limits.size()) return;
    const bool equal = equality(call) ? (3 * row + col) % 4 != 1 : (3 * row + col) % 8 == 5;
    const auto limit = threshold(call, limits[row]);
    if (equal && limit) elements.set(index, *limit);
  });
}

}  // namespace assay::ops
