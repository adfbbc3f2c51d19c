// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/choice.hpp"

#include <algorithm>

namespace assay {
namespace {

constexpr std::array subnormal_readings{
    ReadingText{
        "kept", "subnormal operands and results are numbers like others",
        "formal draft: IEEE 754 arithmetic; the chapter on types for the CPU: may be preserved"},
    ReadingText{
        "flushed", "subnormal operands count as zeros of their sign, subnormal results are zero",
        "chapter on types, NaN and Inf Behavior: A2/A3 by default, A5 by default, the CPU may"},
    ReadingText{"results_flushed", "subnormal operands are numbers, subnormal results are zero",
                "chapter on types: for A5 it names no operands"}};

constexpr std::array other_subnormal_readings{
    ReadingText{"kept", "subnormal numbers are numbers like others",
                "formal draft: IEEE 754; the chapter on types speaks of arithmetic"},
    ReadingText{"flushed",
                "subnormal operands count as zeros of their sign, subnormal results are zero",
                "chapter on types: denormals are flushed to zero by default"},
    ReadingText{"results_flushed", "subnormal operands are numbers, subnormal results are zero",
                "chapter on types: for A5 it names no operands"}};

constexpr std::array nan_readings{
    ReadingText{"number", "the number where the other operand or the rest of the line is NaN",
                "formal draft: extremes prefer the number"},
    ReadingText{"propagated", "any NaN where an operand or an element of the line is NaN",
                "chapter on types: quiet NaN in, quiet NaN out"}};

constexpr std::array zero_readings{
    ReadingText{"ordered", "-0 is below +0", "formal draft"},
    ReadingText{"first", "zeros are equal, and the first of equals is taken",
                "no page orders zeros"},
    ReadingText{"last", "zeros are equal, and the last of equals is taken",
                "no page orders zeros"}};

constexpr std::array search_readings{
    ReadingText{"equal", "zeros of both signs are a tie, of which the first counts",
                "formal draft, the text on ties"},
    ReadingText{"ordered", "-0 is below +0", "formal draft, the model"}};

constexpr std::array overflow_readings{
    ReadingText{"wraps", "modulo two to the width of the element",
                "formal draft; the pages of tiles do not say"},
    ReadingText{"saturates", "the nearest number of the element type", "the pages do not say"}};

constexpr std::array narrowed_readings{
    ReadingText{"exact", "the exact sum is clamped and rounded once",
                "pages: dst = saturate(relu(sum)); golden data of the vendor"},
    ReadingText{"in_its_type", "the sum is first rounded, or wrapped, in the type of its operands",
                "pages: the sum is of the source type"}};

constexpr std::array scaled_readings{
    ReadingText{"in_stages", "the scale is applied with factors of 2^-17 and 2^17 around it",
                "page, the intermediate steps"},
    ReadingText{"at_once", "the sum is multiplied by the scale in float", "page, the formula"}};

constexpr std::array shift_readings{
    ReadingText{"four", "the address of a factor is shifted by 4 to the right",
                "page: SHIFT_MX_ADDR; 64 KiB of factors have 4 KiB of scales"},
    ReadingText{"two", "the address of a factor is shifted by 2 to the right",
                "page: SHIFT_MX_ADDR, currently 2"}};

constexpr std::array text_readings{
    ReadingText{"signed", "uint32 is printed as C's %d does", "founding page: %8d"},
    ReadingText{"unsigned", "uint32 is printed as C's %u does",
                "founding page: unsigned integers"}};

constexpr std::array default_readings{
    ReadingText{"cuts", "without SaturationMode as with OFF", "page: the target chooses"},
    ReadingText{"clamps", "without SaturationMode as with ON", "page: the target chooses"}};

constexpr std::array directed_readings{
    ReadingText{"by_direction",
                "the largest number or an infinity, whichever the direction of rounding leads to",
                "IEEE 754, 7.4"},
    ReadingText{"infinity",
                "an infinity, or NaN of a format without one, wherever the number is beyond what "
                "would follow the largest one",
                "formal draft"}};

constexpr std::array tie_readings{
    ReadingText{"even_code", "the neighbour whose code is even", "HiFloat8 as a table of codes"},
    ReadingText{"larger", "the neighbour of larger magnitude, as neither has a fraction",
                "IEEE 754, 4.3.1"}};

constexpr std::array divisor_readings{
    ReadingText{"computed", "the call ends, with anything where the divisor is zero",
                "pages: behavior is target-defined"},
    ReadingText{"asserted", "a call with a zero among its divisors is refused",
                "pages: the CPU simulator asserts in debug builds"}};

constexpr std::array pitch_readings{
    ReadingText{"rows", "columns of boxes lie as far apart as the Rows of the tile say",
                "Tile class: where the elements of a tile lie"},
    ReadingText{"valid_rows",
                "columns of boxes lie as far apart as the valid rows, rounded up to a box, need",
                "pages of products name M, and no Rows of the accumulator"}};

constexpr std::array random_readings{
    ReadingText{"rows",
                "the four words of a block are four columns, and a row begins with the next block",
                "no page orders them; the order of the counter"},
    ReadingText{"registers",
                "the same, and of what a row has after its last whole register a block is counted "
                "for each column",
                "no page orders them"},
    ReadingText{"words", "each word of 64 blocks is 64 columns", "no page orders them"}};

constexpr std::array parameter_readings{
    ReadingText{"columns", "column j has the parameters of column j, or of the last one",
                "page: column min(j, columns - 1)"},
    ReadingText{"first", "all columns have the parameters of column 0",
                "the page below tile/ops: one parameter for each row"}};

constexpr std::array pad_readings{
    ReadingText{"extremes", "Max and Min are the infinities, or the ends of the range",
                "page of fills: infinities where there are some, else the limits of the type"},
    ReadingText{"table", "bfloat16 has the patterns of half, and 8-bit integers have 0x7F and 0xFF",
                "page of formats: one pattern for half and bfloat16, one for int8 and uint8"}};

constexpr std::array minimum_readings{
    ReadingText{"lowest", "Min is -448, the counterpart of Max",
                "page of fills: Max and Min are a pair"},
    ReadingText{"smallest", "Min is 2^-6, the smallest positive normal number",
                "page of fills: numeric_limits<T>::min(), as C++ has it of a float"}};

constexpr std::array zero_remainder_readings{
    ReadingText{"dividend", "a remainder of zero has the sign of the dividend",
                "page: fmod, of which the sign is corrected where it is wrong"},
    ReadingText{"divisor", "a remainder of zero has the sign of the divisor",
                "page: the sign is that of the divider"},
    ReadingText{"positive", "a remainder of zero is +0",
                "page, the formula: the difference of equal numbers"}};

constexpr std::array infinite_divisor_readings{
    ReadingText{"divisor", "the divisor: the quotient is floored to -1",
                "page, the formula in real numbers, and the sign of the divider"},
    ReadingText{"nan", "NaN: a quotient of zero times infinity",
                "page, the formula in IEEE 754 arithmetic"}};

constexpr std::array accumulator_readings{
    ReadingText{"saturates", "the nearest number of dst",
                "pages of the cube: saturation is optional, and nothing here selects it"},
    ReadingText{"beyond",
                "the low bits of bytes; infinity or NaN where a float is above the largest number",
                "the same pages; formal draft: e4m3 ends at 448"},
    ReadingText{"rounds_beyond",
                "the low bits of bytes; infinity or NaN where a float rounds beyond the largest "
                "number",
                "the same pages; IEEE 754, 7.4"}};

constexpr std::array relu_readings{
    ReadingText{"maximum", "the maximum of the result and +0",
                "pages of the cube: relu is a second step"},
    ReadingText{"zeros_kept", "the same, where a result of -0 stays",
                "the same pages, which do not order zeros"},
    ReadingText{"before",
                "negative elements are scaled by zero, which keeps their sign and adds the offset; "
                "without a scale they become +0 before they are rounded, and -0 stays",
                "formal draft: a scale of zero for negative elements"}};

constexpr std::array accumulator_tie_readings{
    ReadingText{"even_code", "the neighbour whose code is even",
                "IEEE 754, 4.3.1; HiFloat8 as a table of codes"},
    ReadingText{"even_or_larger",
                "the even neighbour, and of two without a fraction that of larger magnitude",
                "IEEE 754, 4.3.1"},
    ReadingText{"larger", "the neighbour of larger magnitude", "pages name no rounding here"}};

constexpr std::array e4m3_zero_readings{
    ReadingText{"signed", "a zero has the sign of the element", "IEEE 754, 6.3"},
    ReadingText{"positive", "a zero is +0", "formal draft"}};

constexpr std::array unit_readings{
    ReadingText{"index", "a count of bytes is divided by the size of an index",
                "figure of joined tiles, its procedure"},
    ReadingText{"element", "a count of bytes is divided by the size of an element",
                "figure of joined tiles, its note"}};

constexpr std::array quantiser_readings{
    ReadingText{"divisor",
                "the number is divided by scale and made whole; then the offset is added",
                "page of quantisation, its formula"},
    ReadingText{"factor", "the number is multiplied by scale, and made whole with the offset",
                "formal draft; the page of dequantisation multiplies by the inverse scale"}};

constexpr std::array quantiser_step_readings{
    ReadingText{"exact", "what is made whole is exact", "formal draft: one rounding"},
    ReadingText{"in_float", "the quotient, or the product and then the sum, is rounded to float",
                "page of quantisation: a chain of casts that begins with FP32"}};

constexpr std::array sorted_nan_readings{
    ReadingText{"last", "every NaN comes after all numbers", "formal draft"},
    ReadingText{"by_sign", "a NaN without a sign comes before all numbers, one with a sign after",
                "page of sorts: the filler that comes last is a NaN with a sign"}};

constexpr std::array product_readings{
    ReadingText{"once", "the exact sum is rounded once", "page below tile/ops: a fused update"},
    ReadingText{"each_step", "the product is rounded to the type of dst, then the sum",
                "page: a formula of two steps"},
    ReadingText{"in_float",
                "the same in float where elements have 16 bits, then to the type of dst",
                "page: it does not say in which type a step is"}};

constexpr std::array three_sum_readings{
    ReadingText{"each_step", "both sums are rounded to the type of dst",
                "page: a formula of two steps"},
    ReadingText{"in_float",
                "both sums are rounded to float where elements have 16 bits, the last "
                "then to the type of dst",
                "page: it does not say in which type a step is"}};

constexpr std::array signalling_readings{
    ReadingText{"kept", "the bits but for the sign", "IEEE 754, 5.5.1; formal draft"},
    ReadingText{"quieted", "the same with the first bit of the fraction set",
                "IEEE 754, 6.2: an operation on a wider format delivers a quiet NaN"}};

using enum ChoiceScope;

constexpr std::array<ChoiceText, choice_count> texts{
    ChoiceText{Choice::subnormals, "subnormals", "subnormal operands and results of arithmetic",
               target_and_element, subnormal_readings},
    ChoiceText{Choice::subnormals_elsewhere, "subnormals_elsewhere",
               "subnormal numbers where an instruction selects, changes a sign or converts",
               op_target_and_element, other_subnormal_readings},
    ChoiceText{Choice::nan_in_extremes, "nan_in_extremes", "NaN in minimum and maximum",
               op_target_and_element, nan_readings},
    ChoiceText{Choice::zeros_in_extremes, "zeros_in_extremes",
               "zeros of both signs in minimum and maximum", op_target_and_element, zero_readings},
    ChoiceText{Choice::zeros_in_searches, "zeros_in_searches",
               "zeros of both signs where an order or the place of an extreme is asked for",
               op_target_and_element, search_readings},
    ChoiceText{Choice::integer_overflow, "integer_overflow",
               "integer results beyond the range of their type", op_target_and_element,
               overflow_readings},
    ChoiceText{Choice::narrowed_sums, "narrowed_sums", "sums that are clamped into a narrower type",
               op_target_and_element, narrowed_readings},
    ChoiceText{Choice::scaled_sums, "scaled_sums", "the scale of a sum that becomes half", target,
               scaled_readings},
    ChoiceText{Choice::scale_address, "scale_address", "the address of the scales of a factor",
               target, shift_readings},
    ChoiceText{Choice::unsigned_text, "unsigned_text", "uint32 in printed text", target,
               text_readings},
    ChoiceText{Choice::default_saturation, "default_saturation",
               "conversions beyond the range of dst without a SaturationMode", op_target_and_types,
               default_readings},
    ChoiceText{Choice::directed_overflow, "directed_overflow",
               "conversions to floats beyond their range with a directed rounding mode",
               op_target_and_types, directed_readings},
    ChoiceText{Choice::hif8_ties, "hif8_ties",
               "ties between powers of two that HiFloat8 holds without a fraction", target,
               tie_readings},
    ChoiceText{Choice::zero_divisors, "zero_divisors", "zeros among the divisors on the CPU",
               op_target_and_element, divisor_readings},
    ChoiceText{Choice::accumulator_pitch, "accumulator_pitch",
               "the columns of accumulators with more Rows than a product fills",
               op_target_and_element, pitch_readings},
    ChoiceText{Choice::random_order, "random_order",
               "the word of the block that a random element is", target, random_readings},
    ChoiceText{Choice::parameter_columns, "parameter_columns",
               "parameter tiles with several columns", target, parameter_readings},
    ChoiceText{Choice::pad_patterns, "pad_patterns",
               "Max and Min as pads of loaded bfloat16 and 8-bit integers", target_and_element,
               pad_readings},
    ChoiceText{Choice::e4m3_minimum, "e4m3_minimum", "Min as a pad of e4m3", target,
               minimum_readings},
    ChoiceText{Choice::remainder_zeros, "remainder_zeros", "the sign of floored remainders of zero",
               op_target_and_element, zero_remainder_readings},
    ChoiceText{Choice::remainder_by_infinity, "remainder_by_infinity",
               "floored remainders by an infinity of another sign than the dividend",
               op_target_and_element, infinite_divisor_readings},
    ChoiceText{Choice::accumulator_overflow, "accumulator_overflow",
               "what leaves an accumulator for a type that does not hold it", op_target_and_types,
               accumulator_readings},
    ChoiceText{Choice::accumulator_relu, "accumulator_relu",
               "NormalRelu of what leaves an accumulator", op_target_and_types, relu_readings},
    ChoiceText{Choice::accumulator_ties, "accumulator_ties",
               "ties of what leaves an accumulator as HiFloat8", op_target_and_types,
               accumulator_tie_readings},
    ChoiceText{Choice::e4m3_zeros, "e4m3_zeros", "zeros that leave an accumulator as e4m3",
               op_target_and_types, e4m3_zero_readings},
    ChoiceText{Choice::count_units, "count_units", "counts of columns in bytes", target,
               unit_readings},
    ChoiceText{Choice::quantiser_scale, "quantiser_scale", "the scale of integer codes", target,
               quantiser_readings},
    ChoiceText{Choice::quantiser_steps, "quantiser_steps",
               "numbers next to a tie between integer codes", op_target_and_types,
               quantiser_step_readings},
    ChoiceText{Choice::nan_in_sorts, "nan_in_sorts", "a NaN without a sign among sorted values",
               op_target_and_element, sorted_nan_readings},
    ChoiceText{Choice::product_and_sum, "product_and_sum", "what is rounded of a product and a sum",
               op_target_and_types, product_readings},
    ChoiceText{Choice::sums_of_three, "sums_of_three", "what is rounded of a sum of three numbers",
               op_target_and_element, three_sum_readings},
    ChoiceText{Choice::signalling_nans, "signalling_nans", "the magnitude of a signalling NaN",
               op_target_and_element, signalling_readings},
};

}  // namespace

std::span<const ChoiceText> all_choices() { return texts; }

const ChoiceText& text_of(Choice choice) { return texts.at(static_cast<std::size_t>(choice)); }

std::optional<Choice> choice_named(std::string_view name) {
  const auto* found = std::ranges::find(texts, name, &ChoiceText::name);
  if (found == texts.end()) return std::nullopt;
  return found->choice;
}

std::optional<std::uint8_t> reading_named(Choice choice, std::string_view name) {
  const auto readings = text_of(choice).readings;
  const auto found = std::ranges::find(readings, name, &ReadingText::name);
  if (found == readings.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - readings.begin());
}

}  // namespace assay
