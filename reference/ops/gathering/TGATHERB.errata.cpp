// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TGATHERB.
#include "reference/ops/gathering/indices.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"

namespace assay::ops {
namespace {

/// Element `lane` of the block at a byte offset, in the order of memory; nothing unless the whole
/// block is in src.
std::optional<std::uint64_t> in_block(const Evaluation& inputs, std::uint64_t bytes,
                                      std::int64_t lane) {
  const ElementArray& elements = inputs.of("src");
  const auto size = static_cast<std::uint64_t>(size_of(elements.type()));
  const auto count = static_cast<std::uint64_t>(elements.size());
  if (bytes % size != 0 || bytes / size + 32 / size > count) return std::nullopt;
  return elements[static_cast<std::int64_t>(bytes / size) + lane];
}

/// Row i of dst is the blocks at offset[i, 0], offset[i, 1] and so on. `rest` is what holds for
/// elements after the last whole block, and for those of a block that src does not have.
Result gathered_in_blocks(Accept rest) {
  Result result{.operand = "dst"};
  result.semantics = [rest](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    const TileSpec& indices = inputs.call.tile("offset");
    const ElementArray& offsets = inputs.of("offset");
    const std::int64_t block = 32 / size_of(out.type.element);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const std::int64_t number = col / block, lane = col % block;
      const bool whole = (number + 1) * block <= out.valid_cols;
      const std::uint64_t bytes = offsets[row * indices.cols() + number];
      const bool aligned = rest == Accept::preserved || bytes % 32 == 0;
      const auto bits = aligned ? in_block(inputs, bytes, lane) : std::nullopt;
      if (bits && (whole || rest != Accept::preserved)) {
        expected.set_exact(index, *bits);
      } else {
        expected.set_accept(index, rest);
      }
    });
    return expected;
  };
  return result;
}

Erratum in_blocks(Target target, const char* number) {
  const bool host = target == Target::cpu;
  return giving(of_headers(target, number, "TGatherB.hpp",
                           "an offset is that of a block of 32 bytes, not of an element"),
                gathered_in_blocks(host ? Accept::preserved : Accept::target_defined));
}

}  // namespace

std::vector<Erratum> tgatherb_errata() {
  Erratum asserts = refusing(of_headers(Target::cpu, "E-TGATHERB-004", "TGatherB.hpp",
                                        "valid columns must be a multiple of four"),
                             nullptr);
  asserts = among(std::move(asserts), "other valid columns",
                  [](const Call& call) { return call.tile("dst").valid_cols % 4 != 0; });
  Erratum types = among(unchecked(Target::a2a3, "E-TGATHERB-005", "TGatherB.hpp", "dst.element"),
                        "elements of 1, 2 or 4 bytes", [](const Call& call) {
                          const ElementType type = element_of(call);
                          return bits_of(type) >= 8 && bits_of(type) <= 32;
                        });
  Erratum same = types;
  same.number = "E-TGATHERB-006";
  same.implementation = "pto-a5";
  same.source = "include/pto/npu/a5/TGatherB.hpp";
  same.targets = {Target::a5};
  return {asserts,
          in_blocks(Target::cpu, "E-TGATHERB-001"),
          in_blocks(Target::a2a3, "E-TGATHERB-002"),
          in_blocks(Target::a5, "E-TGATHERB-003"),
          types,
          same,
          overrunning("E-TGATHERB-007", "TGatherB.hpp")};
}

}  // namespace assay::ops
