// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of spreading a row or a column.
#include <algorithm>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/reduce_expand/shared/expansion.hpp"
#include "reference/ops/reduce_expand/shared/expansion_errata.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr std::int64_t most_repeats = 255;

std::string numbered(const std::string& op, std::size_t number) {
  return "E-" + op + "-00" + std::to_string(number);
}

std::int64_t block_of(const TileSpec& tile) { return 32 / size_of(tile.type.element); }

/// More rows or longer ones than 8 bits count, where the width of dst is fixed and whole.
bool exceeds_repeats(const Call& call) {
  const TileSpec& out = call.tile("dst");
  const bool fixed = !out.type.dynamic_valid_cols && out.valid_cols == out.cols();
  return fixed && (out.valid_rows > most_repeats || out.cols() > most_repeats * block_of(out));
}

/// The operand that is spread is src0 in swapped forms.
std::string spread_of(const Call& call) {
  return call.form->name.find("swapped") != std::string::npos ? "src0" : "src1";
}

std::string full_of(const Call& call) { return spread_of(call) == "src0" ? "src1" : "src0"; }

bool has_wide_blocks(const Call& call) {
  const TileSpec& tile = call.tile(spread_of(call));
  return tile.type.blayout == BLayout::row_major && tile.cols() != block_of(tile);
}

/// Whether dst is whole and narrower than a register, and the full operand not as wide.
bool is_flat_beside_wider(const Call& call) {
  const TileSpec& out = call.tile("dst");
  const bool flat = out.valid_cols == out.cols() && out.cols() * size_of(out.type.element) < 256;
  return flat && call.tile(full_of(call)).cols() != out.cols();
}

bool has(const Evaluation& inputs, const std::string& operand,
         const std::function<bool(std::uint64_t)>& wanted) {
  const ElementArray& elements = inputs.of(operand);
  bool found = false;
  for_each_valid(inputs.call.tile(operand), [&](std::int64_t index, std::int64_t, std::int64_t) {
    found = found || wanted(elements[index]);
  });
  return found;
}

bool has_zero(const Evaluation& inputs) {
  const ElementType type = inputs.of("src1").type();
  return has(inputs, "src1", [type](std::uint64_t bits) { return numerics::is_zero(type, bits); });
}

/// Whether a call keeps the constraints that determine the pairs of elements.
bool is_regular(const Call& call) {
  const TileSpec& full = call.tile(full_of(call));
  const TileSpec& out = call.tile("dst");
  return full.type.blayout == BLayout::row_major && full.valid_rows == out.valid_rows &&
         full.valid_cols == out.valid_cols;
}

/// Whether the lowest integer is divided by -1. From 32 bits on the quotient has no wider type.
/// `spread` is how one operand is. If a call breaks the pairing of elements, any two may be paired.
bool divides_lowest(const Evaluation& inputs, Placement spread) {
  const ElementType type = inputs.of("src0").type();
  if (is_float(type) || !is_signed(type) || bits_of(type) < 32) return false;
  const auto element = [&](const std::string& operand, std::int64_t row, std::int64_t col) {
    const TileSpec& tile = inputs.call.tile(operand);
    const Placement as = spread_of(inputs.call) == operand ? spread : Placement::same;
    return inputs.of(operand)[placed(as, tile.cols(), tile.valid_cols, row, col)];
  };
  const std::uint64_t lowest = std::uint64_t{1} << (bits_of(type) - 1);
  if (!is_regular(inputs.call)) {
    return has(inputs, "src0", [=](std::uint64_t bits) { return bits == lowest; }) &&
           has(inputs, "src1", [=](std::uint64_t bits) { return bits == mask_of(type); });
  }
  bool found = false;
  for_each_valid(inputs.call.tile("dst"), [&](std::int64_t, std::int64_t row, std::int64_t col) {
    found = found ||
            (element("src0", row, col) == lowest && element("src1", row, col) == mask_of(type));
  });
  return found;
}

Erratum anything(std::string number, std::string title, TargetSet targets, std::string header,
                 std::function<bool(const Call&)> among) {
  return {.number = std::move(number),
          .title = std::move(title),
          .implementation = targets.contains(Target::a2a3) ? "pto-a2a3" : "pto-a5",
          .source = std::move(header),
          .targets = targets,
          .among = std::move(among),
          .effect = ErratumEffect::anything};
}

}  // namespace

std::vector<Erratum> errata_of_column_spread(const std::string& op) {
  Erratum made =
      anything(numbered(op, 1), "row counts and pitches above 255 are cut to 8 bits",
               {Target::a2a3}, "include/pto/npu/a2a3/TColExpandBinOp.hpp", exceeds_repeats);
  made.where = "more than 255 rows, or 255 blocks in each, where ValidCol is fixed to Cols";
  return {std::move(made)};
}

std::vector<Erratum> errata_of_row_spread(const std::string& op) {
  const std::string header = "TRowExpandBinOp.hpp";
  const std::string title = "blocks are read as if they were packed";
  Erratum a2a3 = anything(numbered(op, 1), title, {Target::a2a3}, "include/pto/npu/a2a3/" + header,
                          has_wide_blocks);
  Erratum a5 = anything(numbered(op, 2), title, {Target::a5}, "include/pto/npu/a5/" + header,
                        has_wide_blocks);
  a2a3.where = a5.where = "a row-major spread tile that is wider than 32 bytes";
  Erratum flat = anything(numbered(op, 3), "the full operand is read as if it were packed like dst",
                          {Target::a5}, "include/pto/npu/a5/" + header, is_flat_beside_wider);
  flat.where = "dst whole and narrower than 256 bytes, the full operand of other Cols";
  return {std::move(a2a3), std::move(a5), std::move(flat)};
}

std::vector<Erratum> with_checks_of_cpu(std::vector<Erratum> errata, const std::string& op) {
  const bool product = op.ends_with("MUL");
  const std::string header = op.starts_with("TROW") ? "TRowExpandOp.hpp" : "TColExpandOp.hpp";
  errata.push_back(among(refusing(of_headers(Target::cpu, numbered(op, errata.size() + 1), header,
                                             "types that the page lists are not supported"),
                                  {}, {"unsupported data type"}),
                         product ? "int8 and bfloat16" : "8-bit integers and bfloat16",
                         [product](const Call& call) {
                           const ElementType type = element_of(call);
                           return type == i8 || (type == u8 && !product) || type == bf16;
                         }));
  if (op.starts_with("TCOL")) return errata;
  // Checks that are missing for src0 are asserted of the spread operand instead.
  const int next = static_cast<int>(errata.size()) + 1;
  errata =
      followed(std::move(errata),
               unchecked_on_cpu(op, next, header, {"src*.row_major", "src1.same_valid_region"}));
  errata.push_back(among(
      unchecked(Target::cpu, numbered(op, errata.size() + 1), header, "src0.same_valid_region"),
      "src1 is spread, and src0 has the shape of a spread operand", [](const Call& call) {
        const TileSpec& full = call.tile("src0");
        return spread_of(call) == "src1" && full.valid_rows == call.tile("dst").valid_rows &&
               full.valid_cols == block_of(full);
      }));
  return errata;
}

std::vector<Erratum> with_trap(std::vector<Erratum> errata, const std::string& op,
                               const std::string& header) {
  const Placement spread = op.starts_with("TCOL") ? Placement::row_vector : Placement::row_blocks;
  errata.push_back(
      dying(of_headers(Target::cpu, numbered(op, errata.size() + 1), header,
                       "the lowest integer over -1 stops the process"),
            [spread](const Evaluation& inputs) { return divides_lowest(inputs, spread); }));
  errata.push_back(refusing(of_headers(Target::cpu, numbered(op, errata.size() + 1), header,
                                       "a zero divisor is asserted against"),
                            has_zero, {"Divider"}));
  return errata;
}

std::vector<Erratum> with_fused(std::vector<Erratum> errata, const std::string& op,
                                const std::string& header, Placement spread) {
  const bool rows = spread == Placement::row_blocks;
  for (const Roles& roles : {src1_is_spread, src0_is_spread}) {
    if (!rows && roles.spread == "src0") break;  // no page lets it be spread by columns
    const std::string plain = roles.spread == "src1" ? "plain" : "swapped";
    const std::string with_tmp = roles.spread == "src1" ? "tmp" : "swapped_tmp";
    Erratum made =
        giving(of_headers(Target::a5, numbered(op, errata.size() + 1), header,
                          "float: the difference is not rounded before its exponential is taken"),
               spread_fused_exponential(arguments_of(roles, spread)));
    made.forms = rows ? std::vector{plain, with_tmp} : std::vector{plain};
    errata.push_back(
        among(std::move(made), "float", [](const Call& call) { return element_of(call) == f32; }));
  }
  return errata;
}

std::vector<Erratum> with_pick(std::vector<Erratum> errata, const std::string& op, Extreme extreme,
                               Placement spread) {
  const ElementFunction function =
      picked_by_comparison(extreme == Extreme::larger ? larger : smaller);
  Result picked = per_element(arguments_of(src1_is_spread, spread), function);
  picked.semantics = [first = picked.semantics,
                      swapped =
                          per_element(arguments_of(src0_is_spread, spread), function).semantics](
                         const Evaluation& inputs) {
    return spread_of(inputs.call) == "src0" ? swapped(inputs) : first(inputs);
  };
  errata.push_back(
      among(giving(of_headers(Target::cpu, numbered(op, errata.size() + 1), "ElementOp.h",
                              "compares and picks: a NaN in src0 stays, and of two zeros that of "
                              "src0"),
                   std::move(picked)),
            "floats", [](const Call& call) { return is_float(element_of(call)); }));
  return errata;
}

}  // namespace assay::ops
