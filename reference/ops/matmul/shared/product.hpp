// SPDX-License-Identifier: Apache-2.0
// The common parts of the pages of matrix products: their operands, their results, and the calls
// that they require.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/ops/page.hpp"

namespace assay::ops {

// The operand names of the manual.
inline const Operand c_matrix{"cMatrix", Role::output, OperandKind::tile};
inline const Operand a_matrix{"aMatrix", Role::input, OperandKind::tile};
inline const Operand b_matrix{"bMatrix", Role::input, OperandKind::tile};
inline const Operand c_out_matrix{"cOutMatrix", Role::output, OperandKind::tile};
inline const Operand c_in_matrix{"cInMatrix", Role::input, OperandKind::tile};
inline const Operand c_accumulated{"cMatrix", Role::in_out, OperandKind::tile};
inline const Operand bias_data{"biasData", Role::input, OperandKind::tile};
inline const Operand a_scale_matrix{"aScaleMatrix", Role::input, OperandKind::tile};
inline const Operand b_scale_matrix{"bScaleMatrix", Role::input, OperandKind::tile};

/// Elements of K that share a scale (decision 113), and scales for so many of them.
inline constexpr std::int64_t scaled_group = 32;
std::int64_t groups_of(std::int64_t inner);

/// The elements that a product is about: rows of aMatrix, columns of bMatrix, what both have in
/// common.
struct Extents {
  std::int64_t m, n, k;
};
Extents extents_of(const Call& call);

/// `to` as aMatrix times bMatrix, plus `start` if that is named: a row of biases in Bias, which
/// counts for every row, or an accumulator. Floats are summed in any order in float or wider,
/// integers modulo 2^32 (decision 110). If the call has scales, elements count times theirs
/// (decision 113). After SETTF32MODE factors are rounded first if the call asks for it and the
/// target has the mode (decision 146). The rest of `to` is unspecified.
Result product(const std::string& to, const std::string& start = {});

/// These forms, and each again as one of floats after SETTF32MODE: `tf32` for `plain`, else `tf32_`
/// before its name (decision 146).
std::vector<Form> also_in_tf32(std::vector<Form> forms);
/// Contradictions about TF32, appended to those about the rest of a page.
std::vector<Ambiguity> and_of_tf32(std::vector<Ambiguity> others = {});

/// Whether a mode that is set before the call rounds factors, on a target that has it.
bool rounds_factors(const Call& call);
/// The contents of a call with both factors rounded to TF32.
std::vector<ElementArray> contents_in_tf32(const Evaluation& inputs);

/// Empty where the form has no such attribute.
std::string_view attribute_of(const Call& call, std::string_view name);

/// The phase as a template argument, which computes nothing; "none" is the overload without it.
Attribute accumulation_phase();

/// Several blocks in all directions, a sum of some hundred products with a tail, and tiles of
/// constant size as examples have them.
std::vector<Scenario> usual_products();
/// The same, with the example of products of vectors: one row in Left and in Acc.
std::vector<Scenario> usual_vector_products();
/// One valid row, which A2A3 executes as 16.
Scenario product_of_one_row();
/// The same for inputs with scales.
std::vector<Scenario> scaled_products();

/// Additional values to the common ones: sums that are exact in every order, and some that are not.
std::vector<std::string> plans_of_products();
/// The same, and sums that begin at the ends of the range: an accumulator or biases.
std::vector<std::string> plans_of_accumulation();
/// Plans of products, and one whose scales leave something to see of the elements.
std::vector<std::string> plans_of_scaled_products();

/// Products that a table of the manual excludes on the CPU, those of int8, of floats of 8 bits and
/// all that have scales, and pairs that pages leave to A5.
std::vector<MayRefuse> refusals_of_products();
std::vector<MayRefuse> refusals_of_scaled_products();

std::vector<std::string> decisions_of_products(std::vector<std::string> others = {});
std::vector<std::string> decisions_of_scaled_products();

/// Contradictions of the sources about all products, and about some.
std::vector<Ambiguity> ambiguities_of_products(std::vector<Ambiguity> others = {});
Ambiguity what_is_accumulated_onto();
Ambiguity when_biases_are_added();
Ambiguity rows_of_vectors();
Ambiguity checks_of_a5_vectors();
std::vector<std::string> notes_of_products(std::vector<std::string> others = {});

// The same of products with scales.
std::vector<Ambiguity> ambiguities_of_scaled_products(std::vector<Ambiguity> others);
std::vector<std::string> notes_of_scaled_products();

}  // namespace assay::ops
