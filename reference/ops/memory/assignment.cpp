// SPDX-License-Identifier: Apache-2.0
// The effects of a binding: bytes of memory as elements, and elements as bytes of memory.
#include "reference/ops/memory/assignment.hpp"

#include <algorithm>

#include "reference/isa/call/physical.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

/// Whether all of dst is in the bytes that the case shows; not so of some illegal calls.
bool is_shown(const Call& call, std::int64_t from, std::int64_t shown) {
  return from >= 0 && from + call.tile("dst").type.bytes() <= shown;
}

/// Calls `visit` with every index of a view.
template <typename Visit>
void for_each_index(const Dims5& shape, Visit visit) {
  Dims5 index{};
  for (index[0] = 0; index[0] < shape[0]; ++index[0])
    for (index[1] = 0; index[1] < shape[1]; ++index[1])
      for (index[2] = 0; index[2] < shape[2]; ++index[2])
        for (index[3] = 0; index[3] < shape[3]; ++index[3])
          for (index[4] = 0; index[4] < shape[4]; ++index[4]) visit(index);
}

}  // namespace

Result seen_in_memory(const AddressOf& address) {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [address](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const std::span<const std::byte> memory = inputs.of("storage").bytes();
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    const std::int64_t from = address(inputs.call, inputs.readings);
    if (!is_shown(inputs.call, from, std::ssize(memory))) return expected;
    const auto bytes = static_cast<std::size_t>(out.type.bytes());
    const ElementArray seen = gather(out, memory.subspan(static_cast<std::size_t>(from), bytes));
    for_each_valid(out, [&](std::int64_t index, std::int64_t, std::int64_t) {
      expected.set_exact(index, seen[index]);
    });
    return expected;
  };
  return result;
}

Result written_to_memory() {
  Result result{.operand = "storage", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile("dst");
    const std::int64_t shown = inputs.of("storage").size();
    const std::int64_t from = address_of(inputs.call);
    ExpectedTile expected(ElementType::u8, 1, shown);
    if (!is_shown(inputs.call, from, shown)) return expected;
    for (std::int64_t byte = 0; byte < shown; ++byte) {
      const bool outside = byte < from || byte >= from + tile.type.bytes();
      if (outside) expected.set_accept(byte, Accept::preserved);
    }
    const PhysicalOffset offset(tile.type);
    const std::int64_t width = size_of(tile.type.element);
    for_each_valid(tile, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t first = from + offset(row, col) * width;
      for (std::int64_t byte = 0; byte < width; ++byte) {
        expected.set_exact(first + byte, inputs.of("dst")[index] >> (8 * byte) & 0xFFU);
      }
    });
    return expected;
  };
  return result;
}

Result seen_in_global() {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const GlobalSpec& view = inputs.call.global("dst");
    const ElementArray& memory = inputs.of("storage");
    const std::int64_t from = address_of(inputs.call);
    ExpectedTile expected(view.element, 1, inputs.of("dst").size());
    for (std::int64_t i = 0; i < expected.cols; ++i) expected.set_accept(i, Accept::preserved);
    for_each_index(view.shape, [&](const Dims5& index) {
      const std::int64_t place = view.offset(index);
      const std::int64_t source = from + place - view.base;
      if (source >= 0 && source < memory.size()) expected.set_exact(place, memory[source]);
    });
    return expected;
  };
  return result;
}

}  // namespace assay::ops
