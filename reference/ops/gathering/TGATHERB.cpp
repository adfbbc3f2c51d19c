// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tgatherb_page = "TGATHERB page";

const Operand offset{"offset", Role::input, OperandKind::tile};

/// The valid element of src at a byte offset.
std::optional<std::int64_t> valid_at(const TileSpec& tile, std::uint64_t bytes) {
  const auto size = static_cast<std::uint64_t>(size_of(tile.type.element));
  return bytes % size == 0 ? valid_element(tile, bytes / size) : std::nullopt;
}

/// dst[i,j] = the element of src at offset[i,j] bytes; left to the target where src has none.
Result gathered() {
  Result result{.operand = "dst"};
  result.flow.copies = true;
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &from = inputs.call.tile("src");
    const ElementArray &elements = inputs.of("src"), &offsets = inputs.of("offset");
    const std::int64_t pitch = inputs.call.tile("offset").cols();
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t place = row * pitch + col;
      const auto at = place < offsets.size() ? valid_at(from, offsets[place]) : std::nullopt;
      if (!at || *at >= elements.size()) return expected.set_accept(index, Accept::target_defined);
      expected.set_exact(index, elements[*at]);
    });
    return expected;
  };
  return result;
}

/// Whether the offsets of a call are those of blocks of 32 bytes alone, as some targets need it.
bool in_blocks(const ElementArray& offsets) { return offsets[0] % 8 < 3; }

void make_offsets(const Call& call, std::vector<ElementArray>& contents) {
  const TileSpec& from = call.tile("src");
  const ElementArray& offsets = contents.at(call.form->index_of("offset"));
  if (offsets.size() == 0) return;
  const std::int64_t step = in_blocks(offsets) ? 32 / size_of(from.type.element) : 1;
  const std::int64_t in_row = (from.valid_cols + step - 1) / step;
  make_legal(call, contents,
             {.operand = "offset",
              .count = from.valid_rows * in_row,
              .legal = [&](std::uint64_t bits) { return valid_at(from, bits).has_value(); },
              .value =
                  [&](std::int64_t number) {
                    const std::int64_t element =
                        number / in_row * from.cols() + number % in_row * step;
                    return static_cast<std::uint64_t>(element * size_of(from.type.element));
                  }});
}

Constraints all_constraints() {
  const auto tile = [](const std::string& operand, Checked rows) {
    return checked_tile(operand, {.page = tgatherb_page,
                                  .in_vec = {.on = devices, .refused = no_target},
                                  .row_major = rows});
  };
  const Checked said{.on = devices, .refused = {Target::a2a3}};
  const Checked read{.on = devices, .refused = no_target};
  return joined(
      Constraints{element_is("dst", gathered_elements)
                      .unchecked_on({cpu})
                      .from(tgatherb_page, "element types of dst and src"),
                  same_element("src", "dst")
                      .unchecked_on(every_target)
                      .from(tgatherb_page, "element types of dst and src"),
                  element_is("offset", {u32})
                      .unchecked_on(every_target)
                      .from(tgatherb_page, "offsets are uint32")},
      tile("dst", said), tile("src", read), tile("offset", read),
      Constraints{
          equal_region("offset", "dst", tgatherb_page, no_target),
          invariant(non_empty("src")).at(launch).from(tgatherb_page, "offsets have bounds")});
}

}  // namespace

OpSpec TGATHERB() {
  return {
      .mnemonic = "TGATHERB",
      .summary = "Elements of a tile at byte offsets that another tile holds.",
      .forms = {{
          .name = "plain",
          .operands = {dst, src, offset},
          .lead = "dst",
          .constraints = all_constraints(),
          .results = {gathered()},
          .scenarios = {manual_example([](Call& call) {
            const ElementType element = call.tile("dst").type.element;
            declare(call.tile("dst"), element, 1, 256);
            declare(call.tile("src"), element, 1, 256);
            declare(call.tile("offset"), u32, 1, 256);
          })},
          .admit = make_offsets,
      }},
      .decisions = {"002-outside-the-valid-region", "194-offsets-and-indices"},
      .ambiguities =
          {{"an offset for each element, or for a block of 32 bytes as in the vector instruction "
            "of that name",
            "decision 194: for each element; errata 001 to 003"},
           {"what an offset beyond src or between two elements gives",
            "decision 194: left to the target, and no case has one"}},
      .notes = {"in three cases of eight every offset is a multiple of 32 bytes"},
      .errata = tgatherb_errata(),
  };
}

}  // namespace assay::ops
