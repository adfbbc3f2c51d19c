// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promise of TFILLPAD_INPLACE.
#include <functional>
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/movement/shared/converted.hpp"
#include "reference/ops/movement/shared/in_place.hpp"

namespace assay::ops {
namespace {

using Kept = std::function<bool(const TileSpec& tile, std::int64_t row, std::int64_t col)>;
using TileOf = const TileSpec& (*)(const Call&);

const TileSpec& filled_tile(const Call& call) { return call.tile("dst"); }

/// Elements that the promise pads stay unchanged where `kept` selects them in a tile of the call.
Result padded_but_kept(Kept kept, TileOf tile_of = filled_tile) {
  Result result{.operand = "dst"};
  result.semantics = [promise = padded_around().semantics, kept = std::move(kept),
                      tile_of](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promise(inputs));
    const TileSpec& tile = tile_of(inputs.call);
    for (std::int64_t row = 0; row < expected.rows; ++row) {
      for (std::int64_t col = 0; col < expected.cols; ++col) {
        if (kept(tile, row, col)) expected.set_accept(expected.at(row, col), Accept::preserved);
      }
    }
    return expected;
  };
  return result;
}

bool is_below(const TileSpec& tile, std::int64_t row, std::int64_t /*col*/) {
  return row >= tile.valid_rows;
}

bool is_in_last_block(const TileSpec& tile, std::int64_t row, std::int64_t col) {
  const std::int64_t block = 32 / size_of(tile.type.element);
  return row < tile.valid_rows && col < (tile.valid_cols + block - 1) / block * block;
}

Result padded_with_zero() {
  Result result{.operand = "dst"};
  result.semantics = [promise = padded_around().semantics](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promise(inputs));
    for (std::int64_t place = 0; place < expected.rows * expected.cols; ++place) {
      if (expected.accept[static_cast<std::size_t>(place)] != Accept::preserved) {
        expected.set_exact(place, 0);
      }
    }
    return expected;
  };
  return result;
}

bool is_everything(const TileSpec& /*tile*/, std::int64_t /*row*/, std::int64_t /*col*/) {
  return true;
}

bool is_pad(const Call& call, std::int64_t row, std::int64_t col) {
  return !kept_tile(call).is_valid(row, col);
}

bool is_kept(const Call& call, std::int64_t row, std::int64_t col) {
  return !is_pad(call, row, col);
}

bool has_one_pad(const Call& call) { return kept_tile(call).type.pad == call.tile("dst").type.pad; }

bool is_of_another_kind(const Call& call) {
  return are_of_two_kinds(element_of(call, "dst"), kept_tile(call).type.element);
}

bool is_empty(const Call& call) {
  const TileSpec& tile = call.tile("dst");
  return tile.valid_rows == 0 || tile.valid_cols == 0;
}

/// On the host these have no limits, or none in every build.
bool is_without_limits(const Call& call) {
  const ElementType element = element_of(call, "dst");
  const PadKind pad = call.tile("dst").type.pad.kind;
  return is_float(element) && bits_of(element) <= 16 &&
         (pad == PadKind::max || pad == PadKind::min);
}

}  // namespace

std::vector<Erratum> tfillpad_inplace_errata() {
  const auto known = [](Target target, const char* number, const char* title) {
    return of_headers(target, number, "TFillPad.hpp", title);
  };
  const char* rows = "rows beyond the valid ones are not filled";
  std::vector<Erratum> all{
      giving(known(Target::a2a3, "E-TFILLPAD_INPLACE-001", rows), padded_but_kept(is_below)),
      giving(known(Target::a5, "E-TFILLPAD_INPLACE-002", rows), padded_but_kept(is_below)),
      among(giving(known(Target::a2a3, "E-TFILLPAD_INPLACE-003",
                         "the rest of the last block of 32 bytes of a row is not filled"),
                   padded_but_kept(is_in_last_block, kept_tile)),
            "one tile, or two with one pad", has_one_pad),
      among(giving(known(Target::cpu, "E-TFILLPAD_INPLACE-004",
                         "Max and Min of floats of one or two bytes pad with 0"),
                   padded_with_zero()),
            "floats of one or two bytes with Max or Min", is_without_limits),
      among(giving(known(Target::cpu, "E-TFILLPAD_INPLACE-005",
                         "a custom pad of floats of one byte is the number of its bits"),
                   with_numbers_converted(padded_around(), ElementType::u8, is_pad)),
            "floats of one byte with a custom pad", has_custom_pad_of_small_floats)};
  Erratum numbers = among(giving(known(Target::cpu, "E-TFILLPAD_INPLACE-008",
                                       "elements of another type are converted, not kept"),
                                 with_numbers_converted(padded(), "src", is_kept)),
                          "floats from integers, or from another kind of floats, or the reverse",
                          is_of_another_kind);
  numbers.forms = {"two"};
  all.push_back(std::move(numbers));
  for (const auto& [target, number] : {std::pair(Target::cpu, "E-TFILLPAD_INPLACE-006"),
                                       std::pair(Target::a2a3, "E-TFILLPAD_INPLACE-007")}) {
    Erratum empty = giving(known(target, number, "a tile without a valid element is not filled"),
                           padded_but_kept(is_everything));
    all.insert(all.begin(),
               among(std::move(empty), "a valid region without rows or columns", is_empty));
  }
  for (Erratum& one : all) one.reads_more = one.targets != TargetSet{Target::cpu};
  return all;
}

}  // namespace assay::ops
