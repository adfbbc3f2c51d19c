// SPDX-License-Identifier: Apache-2.0
// Constraints of instructions that combine tiles with one scalar: which header checks what.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/tile_scalar/scalar_argument.hpp"

namespace assay::ops {

/// Element types of `lead` on every target.
Constraints type_lists(const std::string& lead, const std::string& page, const Types& types);

/// dst has the element type of the source; `refused` is where headers check that.
Constraints dst_has_type_of(const std::string& source, const std::string& page,
                            TargetSet refused = {Target::a2a3, Target::cpu});

/// Where the page lists a check of what it says of tiles.
struct ScalarTiles {
  TargetSet dst_in_vec = devices;
  TargetSet src_in_vec = devices;
  TargetSet row_major = no_target;
};

/// Pages that list the place of tiles among what all targets have in common.
inline ScalarTiles in_vec_everywhere(TargetSet row_major) {
  return {.dst_in_vec = every_target, .src_in_vec = every_target, .row_major = row_major};
}

/// One tile, in Vec as `in_vec` checks it and row-major, without boxes, SFractalSize
/// 512, static valid bounds within the shape.
Constraints tile_with_scalar(const std::string& operand, const std::string& page, TargetSet in_vec,
                             const ScalarTiles& checks = {});
/// dst and the source.
Constraints tiles_with_scalar(const std::string& source, const std::string& page,
                              const ScalarTiles& checks = {});

/// Where the page lists that the valid region of the source is compared with that of dst.
struct ScalarRegions {
  TargetSet rows = devices;
  TargetSet columns = devices;
  bool not_empty_on_a2a3 = true;
};

/// At launch the source has the valid rows and columns of dst.
Constraints regions_with_scalar(const std::string& source, const std::string& page,
                                const ScalarRegions& checks = {});

/// A scalar in [1, 4) with more digits than an element has: drawn ones seldom need rounding.
Scenario inexact_scalar();
/// Zero and the smallest numbers of either sign: sums and differences with zeros and with each
/// other are zeros of either sign, or subnormal. Rows of dst are longer than those of src, where
/// that is legal, so that a copy is no right result.
Scenario least_scalar();
/// Whether the scalar is zero as an element of dst.
bool is_scalar_of_zero(const Call& call);
/// A divisor of zero: legal, whatever comes out.
Scenario scalar_of_zero();

/// A scalar of -1, for unsigned integers the greatest one. Signed integers of 4 bytes and more
/// begin with the lowest one (admit_lowest), whose quotient overflows their type.
Scenario scalar_of_minus_one();
/// Puts the lowest integer at the beginning of src where the scalar is -1.
void admit_lowest(const Call& call, std::vector<ElementArray>& contents);

/// Name of the scenario of scalars without effect, for Form::copies_in.
inline constexpr const char* neutral_name = "neutral scalar";

/// The scalar for which x op scalar is x: zero, but the negative zero if floats are added, since -0
/// + 0 is 0; one; all bits.
enum class Neutral : std::uint8_t { zero, negative_zero, one, all_bits };

/// A scalar without effect, of the element type of src (decision 202). Half of the tiles have many
/// elements, half of the others one valid row: what such a call alone can show may be wrong there
/// alone.
Scenario neutral_scalar(Neutral which);

/// More than 64 columns: what elements of 8 bytes have beyond a pair of vector registers.
Scenario beyond_64_columns();

/// So many elements that an implementation may share the rows out, and tmp has the Tile type of
/// dst: the headers for the CPU take no other, so that no large call of other scenarios runs there.
Scenario many_with_one_type();

/// An ambiguity of most pages with a scalar.
Ambiguity layout_is_documented_only();

}  // namespace assay::ops
