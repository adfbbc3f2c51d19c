// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of fills.
#include "reference/ops/movement/shared/padding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/shared/converted.hpp"

namespace assay::ops {
namespace {

/// The value in place of the pad, if any.
using Instead = std::function<std::optional<std::uint64_t>(const Evaluation&, std::int64_t row,
                                                           std::int64_t col)>;

Result padded_but(Instead instead) {
  Result result{.operand = "dst"};
  result.semantics = [promise = padded().semantics,
                      instead = std::move(instead)](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promise(inputs));
    const TileSpec& in = inputs.call.tile("src");
    for (std::int64_t row = 0; row < expected.rows; ++row) {
      for (std::int64_t col = 0; col < expected.cols; ++col) {
        if (in.is_valid(row, col)) continue;
        const auto bits = instead(inputs, row, col);
        if (bits) expected.set_exact(expected.at(row, col), *bits);
      }
    }
    return expected;
  };
  return result;
}

/// The pads that `kept` selects in dst stay what they were.
Result padded_but_kept(bool kept(const TileSpec& out, std::int64_t row)) {
  Result result{.operand = "dst"};
  result.semantics = [promise = padded().semantics, kept](const Evaluation& inputs) -> Expected {
    auto expected = std::get<ExpectedTile>(promise(inputs));
    const TileSpec &in = inputs.call.tile("src"), &out = inputs.call.tile("dst");
    for (std::int64_t i = 0; i < expected.rows * expected.cols; ++i) {
      const std::int64_t row = i / expected.cols;
      const bool is_pad = !in.is_valid(row, i % expected.cols);
      if (is_pad && kept(out, row)) expected.set_accept(i, Accept::preserved);
    }
    return expected;
  };
  return result;
}

bool is_below(const TileSpec& out, std::int64_t row) { return row >= out.valid_rows; }
bool is_anywhere(const TileSpec& /*out*/, std::int64_t /*row*/) { return true; }

bool has_empty_result(const Call& call) {
  const TileSpec& out = call.tile("dst");
  return out.valid_rows == 0 || out.valid_cols == 0;
}

/// The rest of the last block of 32 bytes that has valid elements is as it lies in src.
std::optional<std::uint64_t> last_block_of_source(const Evaluation& inputs, std::int64_t row,
                                                  std::int64_t col) {
  const TileSpec& in = inputs.call.tile("src");
  const std::int64_t block = 32 / size_of(in.type.element);
  const std::int64_t end = (in.valid_cols + block - 1) / block * block;
  if (row >= in.valid_rows || col >= end) return std::nullopt;
  return inputs.of("src")[row * in.cols() + col];
}

bool has_one_pad(const Call& call) {
  return call.tile("dst").type.pad == call.tile("src").type.pad;
}

/// On the host these have no limits, or none in every build.
bool is_without_limits(const Call& call) {
  const ElementType element = element_of(call);
  const PadKind pad = call.tile("dst").type.pad.kind;
  return is_float(element) && bits_of(element) <= 16 &&
         (pad == PadKind::max || pad == PadKind::min);
}

bool is_of_another_kind(const Call& call) {
  return are_of_two_kinds(element_of(call), element_of(call, "src"));
}

bool is_valid_in_source(const Call& call, std::int64_t row, std::int64_t col) {
  return call.tile("src").is_valid(row, col);
}

bool is_pad(const Call& call, std::int64_t row, std::int64_t col) {
  return !is_valid_in_source(call, row, col);
}

}  // namespace

bool has_custom_pad_of_small_floats(const Call& call) {
  const TileType& type = call.tile("dst").type;
  return type.pad.kind == PadKind::custom && is_small_float(type.element);
}

namespace {

std::vector<Erratum> fill_errata(const std::string& op) {
  const auto known = [&](Target target, int number, const char* title) {
    return of_headers(target, fmt::format("E-{}-{:03}", op, number), "TFillPad.hpp", title);
  };
  const char* rows = "rows beyond the valid ones of dst are not filled";
  std::vector<Erratum> all{
      giving(known(Target::a2a3, 1, rows), padded_but_kept(is_below)),
      giving(known(Target::a5, 2, rows), padded_but_kept(is_below)),
      among(giving(known(Target::a2a3, 3, "the last block of 32 bytes is as it lies in src"),
                   padded_but(last_block_of_source)),
            "both tiles have one pad", has_one_pad),
      among(giving(known(Target::cpu, 4, "Max and Min of floats of one or two bytes pad with 0"),
                   padded_but([](const Evaluation&, std::int64_t, std::int64_t) { return 0; })),
            "floats of one or two bytes with Max or Min", is_without_limits),
      among(giving(known(Target::cpu, 5, "elements of another type are converted, not copied"),
                   with_numbers_converted(padded(), "src", is_valid_in_source)),
            "floats from integers, or from another kind of floats, or the reverse",
            is_of_another_kind),
      among(giving(known(Target::cpu, 6,
                         "a custom pad of floats of one byte is the number of its bits"),
                   with_numbers_converted(padded(), ElementType::u8, is_pad)),
            "floats of one byte with a custom pad", has_custom_pad_of_small_floats)};
  all[2].reads_more = true;
  // They describe more of a call than those of pads.
  for (const auto& [target, number] : {std::pair(Target::cpu, 8), std::pair(Target::a2a3, 9)}) {
    Erratum kept = giving(known(target, number, "a dst without a valid element is not filled"),
                          padded_but_kept(is_anywhere));
    all.insert(all.begin(), among(std::move(kept), "a valid region of dst without rows or columns",
                                  has_empty_result));
  }
  for (Erratum& one : all) one.forms = {"vec"};
  return all;
}

/// Of the overload for Mat.
std::vector<Erratum> mat_errata() {
  Result kept{.operand = "dst"};
  kept.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& tile = inputs.call.tile("dst");
    ExpectedTile expected(tile.type.element, tile.rows(), tile.cols());
    std::ranges::fill(expected.accept, Accept::preserved);
    return expected;
  };
  const auto known = [](const char* number, const char* title) {
    return of_headers(Target::cpu, number, "TFillPad.hpp", title);
  };
  std::vector<Erratum> all{
      among(giving(known("E-TFILLPAD-010", "a Mat tile without a valid element is not filled"),
                   std::move(kept)),
            "a valid region without rows or columns", has_empty_result),
      unchecked(Target::cpu, "E-TFILLPAD-011", "TFillPad.hpp", "dst.layout"),
      unchecked(Target::cpu, "E-TFILLPAD-012", "TFillPad.hpp", "dst.mat_pad")};
  for (Erratum& one : all) one.forms = {"mat"};
  return all;
}

}  // namespace

std::vector<Erratum> tfillpad_errata() { return followed(fill_errata("TFILLPAD"), mat_errata()); }
std::vector<Erratum> tfillpad_expand_errata() { return fill_errata("TFILLPAD_EXPAND"); }

}  // namespace assay::ops
