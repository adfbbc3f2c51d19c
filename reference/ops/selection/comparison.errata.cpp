// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of TCMP and TCMPS.
#include <algorithm>
#include <cmath>

#include "reference/isa/spec/vocabulary.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/selection/compared.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using enum Target;

ElementType compared_type(const Call& call) { return call.tile("src0").type.element; }
bool is_wide(const Call& call) { return bits_of(compared_type(call)) == 64; }

// ---- relations ----

Result by_relation(const std::function<Relation(const Call&)>& relation) {
  return {.operand = "dst", .semantics = [=](const Evaluation& inputs) -> Expected {
            return expected_mask(
                inputs.call.tile("dst"),
                compared_lanes(inputs, relation(inputs.call), promised_right(inputs)));
          }};
}

bool compares_integers_for_inequality(const Call& call) {
  return compared_type(call) == i32 && cmp_mode_of(call) == CmpMode::ne;
}

Relation as_asked(const Call& call) { return relation_asked_for(call, compared_type(call)); }
Relation as_halves(const Call& call) { return relation_asked_for(call, f16); }

/// Numbers closer than 1e-9 as doubles are equal; the distance of two infinities is NaN, which is
/// neither below that nor above.
Relation as_distance(const Call& call) {
  const ElementType type = compared_type(call);
  const CmpMode mode = cmp_mode_of(call);
  if (mode != CmpMode::eq && mode != CmpMode::ne) return as_asked(call);
  return [=](std::uint64_t a, std::uint64_t b) {
    if (numerics::is_nan(type, a) || numerics::is_nan(type, b)) return mode == CmpMode::ne;
    const double distance =
        std::fabs(numerics::decode(type, a).to_double() - numerics::decode(type, b).to_double());
    return mode == CmpMode::eq ? distance < 1e-9 : distance > 1e-9;
  };
}

// ---- places ----

/// Lanes of 8 bytes that fill one pair of vector registers.
constexpr std::int64_t lanes_of_a_pair = 64;

Result one_pair_of_registers() {
  return {.operand = "dst", .semantics = [](const Evaluation& inputs) -> Expected {
            PackedMask mask =
                compared_lanes(inputs, promised_relation(inputs.call), promised_right(inputs));
            mask.set = [set = mask.set](std::int64_t row, std::int64_t lane) {
              return lane < lanes_of_a_pair && set(row, lane);
            };
            return expected_mask(inputs.call.tile("dst"), mask);
          }};
}

/// Elements of lanes from 64 on may be zero as well, as E-TCMPS-003 has them, which does not show
/// where zero is promised. Of an element in part, what both have is compared.
void may_be_zero(ExpectedTile& expected, std::int64_t index) {
  const Accept accept = expected.accept[static_cast<std::size_t>(index)];
  const std::uint64_t bits = expected.value[index];
  if (accept == Accept::exact) expected.set_any_of(index, bits, 0);
  if (accept == Accept::some_bits) expected.set_some_bits(index, bits, expected.low[index] & ~bits);
}

Result lane_by_lane() {
  return {.operand = "dst", .semantics = [](const Evaluation& inputs) -> Expected {
            const TileSpec& right = inputs.call.tile("src1");
            const PackedMask mask =
                compared_lanes(inputs, promised_relation(inputs.call), lane_on_the_right(inputs));
            const TileSpec& out = inputs.call.tile("dst");
            const std::int64_t bits = bits_of(out.type.element);
            const auto element = [&](std::int64_t row, std::int64_t col) {
              const std::int64_t last = std::min((col + 1) * bits, mask.lanes);
              const bool there = row < right.rows() && last <= right.cols();
              return there ? std::optional(mask_element(out.type.element, mask, row, col))
                           : std::nullopt;
            };
            ExpectedTile expected = expected_mask(out, mask, element);
            for (std::int64_t i = 0; i < expected.rows * expected.cols; ++i) {
              if (i % expected.cols * bits >= lanes_of_a_pair) may_be_zero(expected, i);
            }
            return expected;
          }};
}

/// A5 reads two registers of 64 lanes at a time: of src1 the first one, of src0 the second one with
/// the pitch of the other tile.
Result mixed_pitches() {
  return {.operand = "dst", .semantics = [](const Evaluation& inputs) -> Expected {
            const TileSpec& out = inputs.call.tile("dst");
            const ElementArray& a = inputs.of("src0");
            const ElementArray& b = inputs.of("src1");
            const std::int64_t pitches[]{inputs.call.tile("src0").cols(),
                                         inputs.call.tile("src1").cols()};
            const Relation relation = promised_relation(inputs.call);
            PackedMask mask = compared_lanes(inputs, relation, promised_right(inputs));
            bool beyond = false;
            mask.set = [&](std::int64_t row, std::int64_t lane) {
              const std::int64_t place = row * pitches[lane / 64 % 2] + lane;
              beyond = beyond || place >= a.size() || place >= b.size();
              return !beyond && relation(a[place], b[place]);
            };
            const auto element = [&](std::int64_t row, std::int64_t col) {
              beyond = false;
              const std::uint64_t bits = mask_element(out.type.element, mask, row, col);
              return beyond ? std::nullopt : std::optional(bits);
            };
            return expected_mask(out, mask, element);
          }};
}

/// A byte of the mask in every element, in sequence over the valid region of dst: the number in a
/// row is that of whole bytes in Cols of src0.
std::uint64_t streamed_byte(const Call& call, const PackedMask& mask, std::int64_t row,
                            std::int64_t col) {
  const TileSpec& out = call.tile("dst");
  const std::int64_t bytes = call.tile("src0").cols() / 8;
  if (bytes == 0 || row >= out.valid_rows || col >= out.valid_cols) return 0;
  const std::int64_t place = row * out.valid_cols + col;
  if (place / bytes >= mask.rows || place % bytes * 8 >= mask.lanes) return 0;
  return mask_element(u8, mask, place / bytes, place % bytes);
}

Result streamed_bytes(const std::function<Relation(const Call&)>& relation) {
  return {.operand = "dst", .semantics = [=](const Evaluation& inputs) -> Expected {
            const Call& call = inputs.call;
            const PackedMask mask = compared_lanes(inputs, relation(call), promised_right(inputs));
            const auto element = [&](std::int64_t row,
                                     std::int64_t col) -> std::optional<std::uint64_t> {
              return streamed_byte(call, mask, row, col);
            };
            return expected_mask(call.tile("dst"), mask, element);
          }};
}

bool is_streamed(const Call& call) {
  return call.tile("dst").type.element != u8 ||
         call.tile("dst").valid_cols * 8 != call.tile("src0").cols();
}
bool asks_for_equality(const Call& call) { return cmp_mode_of(call) <= CmpMode::ne; }

// ---- implementations ----

constexpr const char* cpu_compare = "include/pto/cpu/TCmp.h";
constexpr const char* cpu_compare_one = "include/pto/cpu/TCmps.hpp";

Erratum inequality(const std::string& number, const std::string& source) {
  return {.number = number,
          .title = "int32 with NE is compared for inequality",
          .implementation = "pto-a2a3",
          .source = source,
          .severity = Severity::minor,
          .targets = {a2a3},
          .where = "int32 with NE",
          .among = compares_integers_for_inequality,
          .results = {by_relation(as_asked)}};
}

Erratum short_of_wide_lanes(const std::string& number, const std::string& source) {
  return {.number = number,
          .title = "64-bit elements from column 64 on count as different: bits are zero",
          .implementation = "pto-a5",
          .source = source,
          .targets = {a5},
          .where = "elements of 8 bytes in more than 64 columns",
          .among =
              [](const Call& call) {
                return is_wide(call) && call.tile("src0").valid_cols > lanes_of_a_pair;
              },
          .results = {one_pair_of_registers()}};
}

Erratum any_mask_type(const std::string& number, const std::string& implementation, Target target,
                      const std::string& source) {
  return {.number = number,
          .title = "the element type of the mask is not checked",
          .implementation = implementation,
          .source = source,
          .severity = Severity::minor,
          .targets = {target},
          .effect = ErratumEffect::acceptance,
          .constraint = "dst.element"};
}

std::vector<Erratum> tcmps_errata_of_cpu() {
  return {
      {.number = "E-TCMPS-005",
       .title =
           "every element of the mask holds one byte, laid out by Cols of src0 and not by rows",
       .implementation = "pto-cpu",
       .source = cpu_compare_one,
       .targets = {cpu},
       .forms = {"scalar"},
       .where = "a mask of uint32, or one whose valid columns are not Cols / 8 of src0",
       .among = is_streamed,
       .results = {streamed_bytes(promised_relation)}},
      {.number = "E-TCMPS-006",
       .title = "EQ and NE ask whether the distance as doubles is below 1e-9",
       .implementation = "pto-cpu",
       .source = cpu_compare_one,
       .targets = {cpu},
       .where = "EQ and NE",
       .among = asks_for_equality,
       .results = {by_relation(as_distance)}},
      {.number = "E-TCMPS-007",
       .title = "the form with a second tile does not compile: its overloads are ambiguous",
       .implementation = "pto-cpu",
       .source = cpu_compare_one,
       .severity = Severity::minor,
       .targets = {cpu},
       .forms = {"tile"},
       .effect = ErratumEffect::refusal,
       .says = {"ambiguous"}},
  };
}

}  // namespace

std::vector<Erratum> tcmp_errata() {
  return {
      inequality("E-TCMP-001", "include/pto/npu/a2a3/TCmp.hpp"),
      {.number = "E-TCMP-002",
       .title = "elements of 64 bits do not compile",
       .implementation = "pto-cpu",
       .source = cpu_compare,
       .severity = Severity::minor,
       .targets = {cpu},
       .where = "elements of 8 bytes",
       .among = is_wide,
       .effect = ErratumEffect::refusal,
       .says = {"data type must be"}},
      short_of_wide_lanes("E-TCMP-003", "include/pto/npu/a5/Int64Binary.hpp"),
      {.number = "E-TCMP-004",
       .title = "4-byte tiles with different Cols are read with each other's pitch",
       .implementation = "pto-a5",
       .source = "include/pto/npu/a5/TCmp.hpp",
       .targets = {a5},
       .where = "elements of 4 bytes, Cols of src0 and src1 differ",
       .among =
           [](const Call& call) {
             return bits_of(compared_type(call)) == 32 &&
                    call.tile("src0").cols() != call.tile("src1").cols();
           },
       .results = {mixed_pitches()}},
      any_mask_type("E-TCMP-005", "pto-a2a3", a2a3, "include/pto/npu/a2a3/TCmp.hpp"),
      any_mask_type("E-TCMP-006", "pto-a5", a5, "include/pto/npu/a5/TCmp.hpp"),
  };
}

std::vector<Erratum> tcmps_errata() {
  const auto is_wide_tile = [](const Call& call) { return is_wide(call); };
  std::vector<Erratum> all{
      {.number = "E-TCMPS-001",
       .title = "int16 and uint16 are compared as the halves of the same patterns",
       .implementation = "pto-a2a3",
       .source = "include/pto/npu/a2a3/TCmps.hpp",
       .targets = {a2a3},
       .where = "int16 and uint16",
       .among =
           [](const Call& call) {
             return is_integer(compared_type(call)) && bits_of(compared_type(call)) == 16;
           },
       .results = {by_relation(as_halves)}},
      inequality("E-TCMPS-002", "include/pto/npu/a2a3/TCmps.hpp"),
      short_of_wide_lanes("E-TCMPS-003", "include/pto/npu/a5/Int64Binary.hpp"),
      {.number = "E-TCMPS-004",
       .title = "64-bit elements are compared with src1 lane by lane, not with its first element",
       .implementation = "pto-a5",
       .source = "include/pto/npu/a5/TCmps.hpp",
       .targets = {a5},
       .forms = {"tile"},
       .where = "elements of 8 bytes",
       .among = is_wide_tile,
       .results = {lane_by_lane()}},
  };
  for (Erratum& one : tcmps_errata_of_cpu()) all.push_back(std::move(one));
  all.push_back(unchecked(a2a3, "E-TCMPS-008", "TCmps.hpp", "src*.row_major"));
  all.push_back(unchecked(a5, "E-TCMPS-009", "TCmps.hpp", "src*.row_major"));
  all.push_back(overrunning("E-TCMPS-010", "TCmps.hpp"));
  all = followed(std::move(all),
                 unchecked_on_cpu("TCMPS", 11, "TCmps.hpp", {"*.location", "dst.same_valid_rows"}));
  Erratum both = among(
      giving(of_headers(cpu, "E-TCMPS-013", "TCmps.hpp",
                        "bytes laid out as in E-TCMPS-005 hold what distances say (E-TCMPS-006)"),
             streamed_bytes(as_distance)),
      "EQ and NE; a mask of uint32, or one whose valid columns are not Cols / 8 of src0",
      [](const Call& call) { return is_streamed(call) && asks_for_equality(call); });
  both.forms = {"scalar"};
  all.push_back(std::move(both));
  return all;
}

}  // namespace assay::ops
