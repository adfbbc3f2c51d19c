// SPDX-License-Identifier: Apache-2.0
// Products of floats that a mode rounds to TF32 first (decision 146).
#include <algorithm>
#include <iterator>
#include <utility>

#include "reference/ops/matmul/shared/product.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* factors[] = {"aMatrix", "bMatrix"};
constexpr std::uint64_t dropped = 0xFFFF;  ///< bits that no source keeps in the numbers of a case
constexpr std::uint64_t exponent_bits = 0xFF;

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

/// Those of the form, none of which is broken or brought to an edge: the form without the mode has
/// such cases.
Constraints constraints_of_tf32(const Constraints& plain) {
  Constraints all;
  for (Constraint one : plain) {
    one.edge = nullptr;
    all.push_back(invariant(std::move(one)));
  }
  all.push_back(invariant(element_is("aMatrix", {f32}))
                    .named("aMatrix.float")
                    .from("cube pages", "the mode is one of floats"));
  return all;
}

/// Leaves numbers alone that all sources round in the same way, and moves others to such numbers.
void settle_factors(const Call& call, std::vector<ElementArray>& contents) {
  for (const char* name : factors) {
    const TileSpec& tile = call.tile(name);
    ElementArray& all = contents.at(call.form->index_of(name));
    for_each_valid(tile, [&](std::int64_t index, std::int64_t, std::int64_t) {
      all.set(index, settled(all[index]));
    });
  }
}

std::vector<Ambiguity> ambiguities_of_tf32() {
  return {{"the page of SETTF32MODE keeps seven bits of fraction, TF32 has ten, a header of A2A3 "
           "eleven; CAST_ROUND is to nearest even there, and away from zero of ties elsewhere",
           "decision 146: factors are such that all of these round them to one number"},
          {"the page has no TF32 on A2A3, where a header sets a bit for it",
           "decision 146: the mode changes nothing there, as the page says"}};
}

Form form_in_tf32(Form form) {
  form.name = form.name == "plain" ? "tf32" : "tf32_" + form.name;
  form.attributes = {{"isEnable", {"true", "false"}}, {"tf32TransMode", {"CAST_ROUND"}}};
  form.constraints = constraints_of_tf32(form.constraints);
  form.plans = {"ones", "factors", "wholes"};  // others are moved to such numbers
  form.admit = settle_factors;
  return form;
}

}  // namespace

std::vector<Form> also_in_tf32(std::vector<Form> forms) {
  std::vector<Form> made;
  made.reserve(forms.size());
  for (const Form& form : forms) made.push_back(form_in_tf32(form));
  std::ranges::move(made, std::back_inserter(forms));
  return forms;
}

std::string_view attribute_of(const Call& call, std::string_view name) {
  const bool has = std::ranges::find(call.form->attributes, name, &Attribute::name) !=
                   call.form->attributes.end();
  return has ? call.attribute(name) : std::string_view();
}

bool rounds_factors(const Call& call) {
  return call.target == a5 && attribute_of(call, "isEnable") == "true";
}

std::vector<ElementArray> contents_in_tf32(const Evaluation& inputs) {
  std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
  for (const char* name : factors) {
    ElementArray& factor = contents.at(inputs.call.form->index_of(name));
    factor = rounded_factors(factor);
  }
  return contents;
}

std::vector<Ambiguity> and_of_tf32(std::vector<Ambiguity> others) {
  std::ranges::move(ambiguities_of_tf32(), std::back_inserter(others));
  return others;
}

}  // namespace assay::ops
