// SPDX-License-Identifier: Apache-2.0
// Products of floats that a mode rounds to TF32 first (decision 146).
#include <algorithm>
#include <utility>

#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_constraints.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* factors[] = {"aMatrix", "bMatrix"};
constexpr std::uint64_t dropped = 0xFFFF;  ///< bits that no source keeps in the numbers of a case
constexpr std::uint64_t exponent_bits = 0xFF;

/// Whether the mode is on, on a target that has it.
bool rounds_factors(const Call& call) {
  return call.target == a5 && call.attribute("isEnable") == "true";
}

/// To seven bits of fraction, which is to ten as well, as the number is not near a tie of either.
ElementArray rounded_factors(const ElementArray& all) {
  ElementArray made = all;
  for (std::int64_t i = 0; i < all.size(); ++i) {
    made.set(i, (all[i] + (dropped + 1) / 2) & ~dropped & mask_of(f32));
  }
  return made;
}

/// A finite number, well below the largest; its last 16 bits are far below a half or far above it,
/// and so are the last 13 and the last 12.
std::uint64_t settled(std::uint64_t bits) {
  constexpr std::uint64_t small = 0x07FF, least = 107, span = 41;
  const std::uint64_t sign = bits & 0x80000000U;
  std::uint64_t exponent = bits >> 23U & exponent_bits;
  if (exponent == 0) return sign;
  if (exponent < least || exponent >= least + span) exponent = least + exponent % span;
  const std::uint64_t low = bits & dropped;
  const std::uint64_t kept = low <= dropped / 2 ? low & small : (low | 1U | ~small) & dropped;
  return sign | exponent << 23U | (bits & 0x7F0000U) | kept;
}

/// Those of all products, none of which is broken: the plain form has such cases.
Constraints constraints_of_tf32(const std::string& page) {
  Constraints all;
  for (Constraint& one : constraints_of_product({.page = page})) {
    one.edge = nullptr;
    all.push_back(invariant(std::move(one)));
  }
  all.push_back(invariant(element_is("aMatrix", {f32}))
                    .named("aMatrix.float")
                    .from("cube pages", "the mode is one of floats"));
  return all;
}

Result product_of_rounded(const std::string& to) {
  return {.operand = to, .semantics = [to](const Evaluation& inputs) {
            const Result plain = product(to);
            if (!rounds_factors(inputs.call)) return plain.semantics(inputs);
            std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
            for (const char* name : factors) {
              ElementArray& factor = contents.at(inputs.call.form->index_of(name));
              factor = rounded_factors(factor);
            }
            return plain.semantics({inputs.call, contents, inputs.tolerance});
          }};
}

/// Leaves numbers alone of which all sources say what they are rounded to, and moves others there.
void settle_factors(const Call& call, std::vector<ElementArray>& contents) {
  for (const char* name : factors) {
    const TileSpec& tile = call.tile(name);
    ElementArray& all = contents.at(call.form->index_of(name));
    for_each_valid(tile, [&](std::int64_t index, std::int64_t, std::int64_t) {
      all.set(index, settled(all[index]));
    });
  }
}

}  // namespace

Form product_form_in_tf32(const std::string& page) {
  return {.name = "tf32",
          .operands = {c_matrix, a_matrix, b_matrix},
          .lead = "aMatrix",
          .attributes = {{"isEnable", {"true", "false"}}, {"tf32TransMode", {"CAST_ROUND"}}},
          .constraints = constraints_of_tf32(page),
          .results = {product_of_rounded("cMatrix")},
          .scenarios = usual_products(),
          .plans = {"ones", "factors", "wholes"},  // others are moved to such numbers
          .admit = settle_factors,
          .usual_rows = 2,
          .max_elements = 512};
}

std::vector<Ambiguity> ambiguities_of_tf32() {
  return {{"the page of SETTF32MODE keeps seven bits of fraction, TF32 has ten, a header of A2A3 "
           "eleven; CAST_ROUND is to nearest even there, and away from zero of ties elsewhere",
           "decision 146: factors are such that all of these round them to one number"},
          {"the page has no TF32 on A2A3, where a header sets a bit for it",
           "decision 146: the mode changes nothing there, as the page says"}};
}

}  // namespace assay::ops
