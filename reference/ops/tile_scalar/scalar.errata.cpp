// SPDX-License-Identifier: Apache-2.0
// Errata that instructions with a scalar share, and those of single ones.
#include "reference/numerics/classify.hpp"
#include "reference/numerics/evaluate.hpp"
#include "reference/numerics/integer.hpp"
#include "reference/ops/arithmetic.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/tile_scalar/logic_with_scalar.hpp"
#include "reference/ops/tile_scalar/scalar_argument.hpp"
#include "reference/ops/tile_scalar/scalar_constraints.hpp"
#include "reference/ops/tile_scalar/scalar_errata.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t columns_of_a_pair = 64;
constexpr const char* wide_source = "include/pto/npu/a5/Int64Binary.hpp";

Expected within_a_pair(const Evaluation& inputs) {
  auto expected = std::get<ExpectedTile>(inputs.call.form->results.front().semantics(inputs));
  for_each_valid(inputs.call.tile("dst"), [&](std::int64_t index, std::int64_t, std::int64_t col) {
    if (col >= columns_of_a_pair) expected.set_accept(index, Accept::preserved);
  });
  return expected;
}

Expected open_from_column_64(const Evaluation& inputs) {
  auto expected = std::get<ExpectedTile>(inputs.call.form->results.front().semantics(inputs));
  for_each_valid(inputs.call.tile("dst"), [&](std::int64_t index, std::int64_t, std::int64_t col) {
    if (col >= columns_of_a_pair) {
      expected.set_accept(index, Accept::target_defined);
    }
  });
  return expected;
}

bool is_wide(const Call& call) { return bits_of(call.tile("dst").type.element) == 64; }

// ---- traps ----

/// The lowest integer over -1, of 4 bytes or more.
bool overflows_host(ElementType type, std::uint64_t dividend, std::uint64_t divisor) {
  const bool overflows = is_signed(type) && bits_of(type) >= 32;
  return overflows && divisor == mask_of(type) && dividend == numerics::largest_finite(type, true);
}

bool is_trap(ElementType type, std::uint64_t dividend, std::uint64_t divisor) {
  return (divisor & mask_of(type)) == 0 || overflows_host(type, dividend, divisor);
}

using Trap = bool (*)(ElementType type, std::uint64_t dividend, std::uint64_t divisor);

template <Trap is_one>
bool has_a_trap(const Evaluation& inputs) {
  const ElementType type = inputs.call.tile("dst").type.element;
  const std::uint64_t scalar = converted_scalar(inputs.call);
  const bool scalar_first = inputs.call.form->name.starts_with("scalar_first");
  const ElementArray& src = inputs.of("src");
  bool found = false;
  for_each_valid(inputs.call.tile("src"), [&](std::int64_t index, std::int64_t, std::int64_t) {
    found = found ||
            (scalar_first ? is_one(type, scalar, src[index]) : is_one(type, src[index], scalar));
  });
  return found;
}

// ---- single ones ----

/// The scalar is negated as a float; nothing if that float has no integer.
std::optional<numerics::Wide> subtrahend_through_f32(const ElementContext& cell) {
  const auto bits = *numerics::convert(cell.to, cell.arguments[1].bits, ElementType::f32);
  const auto back = numerics::convert(ElementType::f32, bits ^ 0x80000000U, cell.to);
  if (!back) return std::nullopt;
  return -numerics::integer_value(cell.to, *back);
}

Acceptable less_rounded_scalar(const ElementContext& cell) {
  const auto subtrahend = subtrahend_through_f32(cell);
  if (!subtrahend) return left_to_target(0);
  return overflowing(cell, numerics::integer_value(cell.to, cell.arguments[0].bits) - *subtrahend);
}

/// The carry from the low word into the high one keeps the sign of the low one.
Acceptable carried_with_sign(const ElementContext& cell) {
  const std::uint64_t bits = cell.arguments[0].bits;
  const auto amount = static_cast<unsigned>(cell.arguments[1].bits & 63U);
  if (amount >= 32) return exactly(bits << amount);
  const auto low = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  const auto carry = static_cast<std::uint64_t>(std::int64_t{low} >> (32 - amount));
  return exactly((bits << amount) | carry << 32U);
}

/// Integers are raised in double and converted; what double cannot hold is not known.
Acceptable power_in_double(const ElementContext& cell) {
  constexpr double most = 0x1p53;
  const auto is_exact = [](double value) { return value >= -most && value <= most; };
  const numerics::Real exponent = cell.arguments[1].real();
  const numerics::Real power = numerics::power(cell.arguments[0].real(), exponent);
  const double result = power.to_double();
  if (!is_exact(result) || !is_exact(exponent.to_double())) return left_to_target(0);
  const auto whole = static_cast<numerics::Wide>(result);
  const std::uint64_t bits = numerics::wrapped(cell.to, whole);
  return numerics::fits(cell.to, whole) ? exactly(bits) : left_to_target(bits);
}

/// A2A3 makes tmp = src | scalar and dst = ~(src & scalar) & tmp.
Acceptable by_steps(const ElementContext& cell) {
  const std::uint64_t src = cell.arguments[0].bits;
  const std::uint64_t scalar = cell.arguments[1].bits;
  const auto in = [&](const char* tile, std::uint64_t old) {
    return expansion_misses(cell.call, tile, cell.row, cell.col) ? old : scalar;
  };
  const std::uint64_t in_tmp = in("tmp", cell.arguments[2].bits);
  return exactly(~(src & in("dst", cell.old)) & (src | in_tmp) & mask_of(cell.to));
}

Erratum of_a2a3(const std::string& number, const std::string& title, const std::string& source) {
  return {.number = number,
          .title = title,
          .implementation = "pto-a2a3",
          .source = source,
          .targets = {Target::a2a3}};
}

/// tmp is a template parameter of dst.
Erratum tmp_like_dst_alone(const std::string& number) {
  return among(refusing(of_headers(Target::cpu, number, "TBinSOps.hpp",
                                   "a tmp of another Tile type than dst does not compile"),
                        {}, {"no matching function"}),
               "tmp of another Tile type",
               [](const Call& call) { return !one_tile_type("tmp", "dst").holds(call); });
}

}  // namespace

Erratum untouched_from_column_64(const std::string& number) {
  return {.number = number,
          .title = "64-bit elements from column 64 on are not written",
          .implementation = "pto-a5",
          .source = wide_source,
          .targets = {Target::a5},
          .where = "elements of 8 bytes in more than 64 columns",
          .among =
              [](const Call& call) {
                return is_wide(call) && call.tile("dst").valid_cols > columns_of_a_pair;
              },
          .results = {{.operand = "dst", .semantics = within_a_pair}}};
}

Erratum picks_on_cpu(const std::string& number, ElementFunction extreme) {
  return among(giving(of_headers(Target::cpu, number, "ElementOp.h",
                                 "compares and picks: a NaN of the tile stays, and of two zeros "
                                 "that of the tile"),
                      with_scalar(per_element({{"src"}, {"scalar"}},
                                              picked_by_comparison(std::move(extreme))))),
               "floats", [](const Call& call) { return is_float(element_of(call)); });
}

Erratum traps_on_cpu(const std::string& number) {
  return {.number = number,
          .title = "the process dies of an integer over zero, and of the lowest one over -1",
          .implementation = "pto-cpu",
          .source = "include/pto/cpu/TBinSOps.hpp",
          .severity = Severity::critical,
          .targets = {Target::cpu},
          .where = "integers",
          .among = [](const Call& call) { return is_integer(call.tile("dst").type.element); },
          .effect = ErratumEffect::crash,
          .arises = has_a_trap<is_trap>};
}

Erratum overflows_on_cpu(const std::string& number) {
  Erratum made = traps_on_cpu(number);
  made.title = "the process dies of the lowest integer over -1";
  made.arises = has_a_trap<overflows_host>;
  return made;
}

Erratum square_regions_alone(const std::string& number, const std::string& source) {
  Erratum made =
      of_a2a3(number, "debug builds refuse a dst whose valid rows are not the valid columns of src",
              source);
  made.where = "valid regions that are not square";
  made.among = [](const Call& call) {
    return call.tile("dst").valid_rows != call.tile("src").valid_cols;
  };
  made.effect = ErratumEffect::refusal;
  return made;
}

bool expansion_misses(const Call& call, const std::string& tile, std::int64_t row,
                      std::int64_t col) {
  const TileSpec& filled = call.tile(tile);
  return expansion_is_short(call, tile) &&
         row * filled.cols() + col >= filled.valid_rows * filled.valid_cols;
}

bool expansion_is_short(const Call& call, const std::string& tile) {
  const TileSpec& filled = call.tile(tile);
  return !filled.type.dynamic_valid_cols && filled.valid_cols < filled.cols();
}

Erratum short_expansion(const std::string& number, const std::string& source, Logic logic) {
  Erratum made = of_a2a3(
      number, "the scalar reaches valid rows * valid columns elements in a row, not the region",
      source);
  made.where = "a static ValidCol below Cols";
  made.among = [](const Call& call) { return expansion_is_short(call, "dst"); };
  const auto element = [logic = std::move(logic)](const ElementContext& cell) {
    const bool missed = expansion_misses(cell.call, "dst", cell.row, cell.col);
    const Value arguments[]{cell.arguments[0],
                            missed ? Value{cell.to, cell.old} : cell.arguments[1]};
    return exactly(logic(arguments) & mask_of(cell.to));
  };
  made.results = {with_scalar(per_element({{"src"}, {"scalar"}}, element))};
  return made;
}

std::vector<Erratum> tdivs_errata() {
  Erratum asserted = refusing(of_headers(Target::cpu, "E-TDIVS-006", "ElementOp.h",
                                         "a zero among the divisors is asserted against"),
                              zero_in("src"), {"Divider"});
  asserted.forms = {"scalar_first", "scalar_first_precise"};
  return {untouched_from_column_64("E-TDIVS-001"), traps_on_cpu("E-TDIVS-002"),
          std::move(asserted)};
}

std::vector<Erratum> tpows_errata() {
  return followed(
      {{.number = "E-TPOWS-001",
        .title = "integers are raised in double and converted",
        .implementation = "pto-cpu",
        .source = "include/pto/cpu/TPow.hpp",
        .targets = {Target::cpu},
        .where = "integers",
        .among = [](const Call& call) { return is_integer(call.tile("dst").type.element); },
        .results = {with_scalar(per_element({{"base"}, {"exp"}}, power_in_double),
                                {.tile = "dst", .name = "exp"})}}},
      unchecked_on_cpu("TPOWS", 2, "TBinSOps.hpp", {"base.same_valid_region"}));
}

std::vector<Erratum> trems_errata() {
  Erratum masked = of_a2a3("E-TREMS-002", "signs from column 64 on are corrected by another mask",
                           "include/pto/npu/a2a3/TRemS.hpp");
  masked.where = "more than 64 valid columns";
  masked.among = [](const Call& call) { return call.tile("dst").valid_cols > columns_of_a_pair; };
  masked.results = {{.operand = "dst", .semantics = open_from_column_64}};
  Erratum trap = overflows_on_cpu("E-TREMS-003");  // if E-TREMS-004 accepts a call
  trap.where += ", tmp of the Tile type of dst";
  trap.among = [whole = trap.among](const Call& call) {
    return whole(call) && one_tile_type("tmp", "dst").holds(call);
  };
  return {untouched_from_column_64("E-TREMS-001"),
          std::move(masked),
          std::move(trap),
          tmp_like_dst_alone("E-TREMS-004"),
          unchecked(Target::a2a3, "E-TREMS-005", "TRemS.hpp", "tmp.same_element"),
          taking(Target::a5, "E-TREMS-007", "TRemS.hpp:97", "src.element", {ElementType::bf16})};
}

std::vector<Erratum> tshls_errata() {
  return {untouched_from_column_64("E-TSHLS-001"),
          square_regions_alone("E-TSHLS-002", "include/pto/npu/a2a3/TBitwiseSOp.hpp"),
          {.number = "E-TSHLS-003",
           .title = "64 bits: the carry into the high word keeps the sign of the low one",
           .implementation = "pto-a5",
           .source = wide_source,
           .targets = {Target::a5},
           .where = "elements of 8 bytes",
           .among = is_wide,
           .results = {with_scalar(per_element({{"src"}, {"scalar"}}, carried_with_sign))}}};
}

std::vector<Erratum> tsubs_errata() {
  Erratum negated =
      of_a2a3("E-TSUBS-002", "integers: the scalar is negated as a float, which rounds it",
              "include/pto/npu/a2a3/TSubS.hpp");
  negated.where = "integers";
  negated.among = [](const Call& call) { return is_integer(call.tile("dst").type.element); };
  negated.results = {with_scalar(per_element({{"src"}, {"scalar"}}, less_rounded_scalar))};
  return {untouched_from_column_64("E-TSUBS-001"), std::move(negated)};
}

std::vector<Erratum> txors_errata() {
  Erratum made = short_expansion("E-TXORS-001", "include/pto/npu/a2a3/TBitwiseSOp.hpp", xor_of);
  made.among = [](const Call& call) {
    return expansion_is_short(call, "dst") || expansion_is_short(call, "tmp");
  };
  made.results = {with_scalar(per_element({{"src"}, {"scalar"}, {"tmp"}}, by_steps))};
  return {std::move(made), tmp_like_dst_alone("E-TXORS-002"),
          taking(Target::a2a3, "E-TXORS-003", "TBitwiseSOp.hpp:130", "src.element", floats_to_32),
          taking(Target::a5, "E-TXORS-004", "TXorS.hpp:59", "src.element", others_to_32)};
}

}  // namespace assay::ops
