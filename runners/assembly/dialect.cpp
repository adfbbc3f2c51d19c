// SPDX-License-Identifier: Apache-2.0
// What PTO-AS has text for: element types, places, attributes, and instructions that do not follow
// the rule of decision 213.
#include "runners/assembly/dialect.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace assay::runners::assembly {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view no_instruction = "instruction";
constexpr std::string_view second_result = "second result";

constexpr std::array exceptions{
    Instruction{.op = "SETFMATRIX", .lacks = no_instruction},
    Instruction{.op = "SET_IMG2COL_PADDING", .lacks = no_instruction},
    Instruction{.op = "SET_IMG2COL_RPT", .lacks = no_instruction},
    Instruction{.op = "SET_QUANT_VECTOR", .lacks = no_instruction},
    Instruction{.op = "TADDDEQRELU", .lacks = no_instruction},
    Instruction{.op = "TADDRELUCONV", .lacks = no_instruction},
    Instruction{.op = "TDEINTERLEAVE", .lacks = no_instruction},
    Instruction{.op = "TFUSEDMULADD", .lacks = no_instruction},
    Instruction{.op = "TFUSEDMULADDRELU", .lacks = no_instruction},
    Instruction{.op = "TIMG2COL", .lacks = no_instruction},
    Instruction{.op = "TINTERLEAVE", .lacks = no_instruction},
    Instruction{.op = "TMULADDDST", .lacks = no_instruction},
    Instruction{.op = "TPAIRREDUCESUM", .lacks = no_instruction},
    Instruction{.op = "TPARTARGMAX", .lacks = no_instruction},
    Instruction{.op = "TPARTARGMIN", .lacks = no_instruction},
    Instruction{.op = "TPOW", .lacks = no_instruction},
    Instruction{.op = "TPOWS", .lacks = no_instruction},
    Instruction{.op = "TSUBRELU", .lacks = no_instruction},
    Instruction{.op = "TSUBRELUCONV", .lacks = no_instruction},
    Instruction{.op = "TSUBVIEW", .lacks = no_instruction},

    Instruction{.op = "TCOLARGMAX", .form = "value_index", .lacks = second_result},
    Instruction{.op = "TCOLARGMIN", .form = "value_index", .lacks = second_result},
    Instruction{.op = "TROWARGMAX", .form = "value_index", .lacks = second_result},
    Instruction{.op = "TROWARGMIN", .form = "value_index", .lacks = second_result},
    Instruction{.op = "TEXTRACT", .form = "two", .lacks = second_result},
    Instruction{.op = "TQUANT", .form = "mx", .lacks = second_result},
    Instruction{.op = "TQUANT", .form = "mx_columns", .lacks = second_result},
    Instruction{.op = "TQUANT", .form = "mx_rows", .lacks = second_result},
    Instruction{.op = "TQUANT", .form = "mx_interleaved", .lacks = second_result},

    Instruction{.op = "TCI", .form = "tmp", .lacks = "operand tmp"},
    Instruction{.op = "TPRINT", .form = "scratch", .lacks = "operand tmp"},
    Instruction{.op = "TQUANT", .form = "int8_sym_tmp", .lacks = "operand tmp"},
    Instruction{.op = "TQUANT", .form = "int8_asym_tmp", .lacks = "operand tmp"},
    Instruction{.op = "TROWEXPANDADD", .form = "tmp", .lacks = "operand tmp"},
    Instruction{.op = "TROWEXPANDADD", .form = "swapped_tmp", .lacks = "operand tmp"},
    Instruction{.op = "TCONCAT", .form = "indexed", .lacks = "operand src0Idx"},
    Instruction{.op = "TCONCAT", .form = "counted", .lacks = "operand src0Idx"},
    Instruction{.op = "TEXTRACT", .form = "scalar", .lacks = "operand preQuantScalar"},
    Instruction{.op = "TINSERT", .form = "scalar", .lacks = "operand preQuantScalar"},
    Instruction{.op = "TINSERT", .form = "split", .lacks = "attribute TInsertMode"},
    // Its text would be read as that of an operand fp.
    Instruction{.op = "TMOV", .form = "scalar", .lacks = "operand preQuantScalar"},
    Instruction{.op = "TCMPS", .form = "tile", .lacks = "operand src1"},
    Instruction{.op = "TGATHER", .form = "compare", .lacks = "operand offset"},

    Instruction{.op = "TMATMUL_ACC",
                .form = "in_place",
                .mnemonic = "pto.tmatmul.acc",
                .ins = "cMatrix aMatrix bMatrix",
                .outs = "cMatrix"},
    Instruction{.op = "TMATMUL_ACC", .mnemonic = "pto.tmatmul.acc"},
    Instruction{.op = "TMATMUL_BIAS", .mnemonic = "pto.tmatmul.bias"},
    Instruction{.op = "TMATMUL_MX", .form = "plain", .mnemonic = "pto.tmatmul.mx"},
    Instruction{.op = "TMATMUL_MX", .form = "acc", .mnemonic = "pto.tmatmul.mx.acc"},
    Instruction{.op = "TMATMUL_MX", .form = "bias", .mnemonic = "pto.tmatmul.mx.bias"},
    Instruction{.op = "TGEMV_ACC", .mnemonic = "pto.tgemv.acc"},
    Instruction{.op = "TGEMV_BIAS", .mnemonic = "pto.tgemv.bias"},
    Instruction{.op = "TGEMV_MX", .form = "plain", .mnemonic = "pto.tgemv.mx"},
    Instruction{.op = "TGEMV_MX", .form = "acc", .mnemonic = "pto.tgemv.mx.acc"},
    Instruction{.op = "TGEMV_MX", .form = "bias", .mnemonic = "pto.tgemv.mx.bias"},
    Instruction{.op = "TMOV_FP", .mnemonic = "pto.tmov.fp"},

    Instruction{.op = "TFILLPAD", .form = "mat", .ins = "dst", .outs = "dst"},
    Instruction{.op = "TFILLPAD_INPLACE", .form = "one", .ins = "dst", .outs = "dst"},
    Instruction{.op = "TMRGSORT", .form = "two", .ins = "src0 src1 tmp", .outs = "dst executed"},
    Instruction{
        .op = "TMRGSORT", .form = "three", .ins = "src0 src1 src2 tmp", .outs = "dst executed"},
    Instruction{
        .op = "TMRGSORT", .form = "four", .ins = "src0 src1 src2 src3 tmp", .outs = "dst executed"},

    Instruction{.op = "TSTORE", .form = "scalar", .style = Style::typed},
    Instruction{.op = "TSTORE", .form = "scalar_atomic", .style = Style::typed},
    Instruction{.op = "TRESHAPE", .style = Style::reshaped},
    Instruction{.op = "TASSIGN", .form = "pointer", .lacks = "binding of a view"},
    Instruction{.op = "TASSIGN", .style = Style::bound},
};

/// How the value of an attribute is written.
enum class Letters : std::uint8_t { as_they_are, without_cast, small, words, truth };

/// The text of an attribute; @ is its value.
struct Attribute {
  std::string_view name;
  std::string_view op;  ///< empty: every op that has it
  std::string_view text;
  AttributePlace place = AttributePlace::in_list;
  Letters letters = Letters::as_they_are;
};
constexpr std::array attributes{
    Attribute{.name = "RoundMode",
              .op = {},
              .text = "rmode = #pto<round_mode @>",
              .letters = Letters::without_cast},
    Attribute{.name = "SaturationMode", .op = {}, .text = "sat_mode = #pto<saturation_mode @>"},
    Attribute{
        .name = "CmpMode", .op = {}, .text = "cmpMode = #pto<cmp @>", .letters = Letters::small},
    Attribute{.name = "isBinary", .op = {}, .text = "isBinary = @"},
    Attribute{.name = "descending", .op = {}, .text = "descending = @", .letters = Letters::truth},
    Attribute{.name = "exhausted", .op = {}, .text = "exhausted = @"},
    Attribute{.name = "Rounds", .op = {}, .text = "rounds = @ : i32"},
    Attribute{.name = "isUpperOrLower", .op = {}, .text = "upperOrLower = @ : i32"},
    Attribute{.name = "MaskPattern",
              .op = "TGATHER",
              .text = "maskPattern = #pto.mask_pattern<@>",
              .place = AttributePlace::after_comma},
    Attribute{.name = "quant_type",
              .op = {},
              .text = "quant_type = #pto<quant_type @>",
              .place = AttributePlace::at_end},
    Attribute{.name = "ReluPreMode",
              .op = "TMOV",
              .text = "reluPreMode = #pto<relu_pre_mode @>",
              .place = AttributePlace::at_end,
              .letters = Letters::words},
    Attribute{.name = "AtomicType",
              .op = "TSTORE",
              .text = "atomicType = #pto<atomic_type @>",
              .place = AttributePlace::at_end,
              .letters = Letters::words},
};

/// What instructions without the attribute do.
struct Default {
  std::string_view attribute, value;
};
constexpr std::array defaults{
    Default{"AccPhase", "none"},
    Default{"GatherAxis", "GATHER_ROW"},
    Default{"PrecisionType", "DEFAULT"},
    Default{"ReluPreMode", "NoRelu"},
    Default{"format", "Width8_Precision4"},
};

/// The attribute that says which operand is passed for src as well; the operands show it.
constexpr std::string_view same_operand = "src";

/// "NormalRelu" as "normal_relu".
std::string words_of(std::string_view name) {
  std::string text;
  for (const char letter : name) {
    const bool is_large = std::isupper(static_cast<unsigned char>(letter)) != 0;
    if (is_large && !text.empty()) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

std::string value_text(std::string_view value, Letters letters) {
  constexpr std::string_view cast = "CAST_";
  std::string text(value);
  switch (letters) {
    case Letters::as_they_are:
      break;
    case Letters::without_cast:
      if (value.starts_with(cast)) text.erase(0, cast.size());
      break;
    case Letters::small:
      text = in_small_letters(value);
      break;
    case Letters::words:
      text = words_of(value);
      break;
    case Letters::truth:
      text = value == "0" ? "false" : "true";
      break;
  }
  return text;
}

/// In the order of the C ABI's enumerations; empty: PTO-AS does not have it.
constexpr std::array elements{"f32"sv,  "f16"sv, "bf16"sv, "f8E4M3FN"sv, "f8E5M2"sv,
                              ""sv,     ""sv,    ""sv,     ""sv,         "i4"sv,
                              "i8"sv,   "ui8"sv, "i16"sv,  "ui16"sv,     "i32"sv,
                              "ui32"sv, "i64"sv, "ui64"sv, "f64"sv};
constexpr std::array locations{"vec"sv,  "mat"sv,     "left"sv, "right"sv, "acc"sv,
                               "bias"sv, "scaling"sv, ""sv,     ""sv};
constexpr std::array layouts{"nd"sv, "dn"sv, "nz"sv};

/// Scalars that have one type, whatever the call's.
struct ScalarType {
  std::string_view name, type;
};
constexpr std::array scalar_types{
    ScalarType{"indexRow", "index"}, ScalarType{"indexCol", "index"},
    ScalarType{"addr", "i64"},       ScalarType{"preQuantScalar", "i64"},
    ScalarType{"key0", "i32"},       ScalarType{"key1", "i32"},
    ScalarType{"counter0", "i32"},   ScalarType{"counter1", "i32"},
    ScalarType{"counter2", "i32"},   ScalarType{"counter3", "i32"},
};
/// Ops whose scalars may be unsigned.
constexpr std::array unsigned_scalars{"TCI"sv, "TMRGSORT"sv};

}  // namespace

const Instruction* exception_for(std::string_view op, std::string_view form) {
  const auto found = std::ranges::find_if(exceptions, [&](const Instruction& one) {
    return one.op == op && (one.form.empty() || one.form == form);
  });
  return found == exceptions.end() ? nullptr : &*found;
}

std::optional<AttributeText> text_of(std::string_view op, const assay_attribute& attribute) {
  const std::string_view name = attribute.name;
  const std::string_view value = attribute.value;
  const auto found = std::ranges::find_if(attributes, [&](const Attribute& one) {
    return one.name == name && (one.op.empty() || one.op == op);
  });
  if (found != attributes.end()) {
    std::string text(found->text);
    const std::string spelled = value_text(value, found->letters);
    return AttributeText{text.replace(text.find('@'), 1, spelled), found->place};
  }
  const bool left_out = name == same_operand || std::ranges::any_of(defaults, [&](Default one) {
                          return one.attribute == name && one.value == value;
                        });
  if (!left_out) return std::nullopt;
  return AttributeText{};
}

std::string_view element_text(std::uint32_t element) { return elements.at(element); }

std::string_view scalar_text(std::string_view op, const assay_operand& scalar) {
  const auto fixed =
      std::ranges::find(scalar_types, std::string_view(scalar.name), &ScalarType::name);
  if (fixed != scalar_types.end()) return fixed->type;
  const std::string_view type = element_text(scalar.element);
  const bool is_unsigned = type.starts_with('u');
  if (is_unsigned && std::ranges::find(unsigned_scalars, op) == unsigned_scalars.end()) return {};
  return type;
}

std::string_view location_text(std::uint32_t location) { return locations.at(location); }
std::string_view layout_text(std::uint32_t layout) {
  return layout < layouts.size() ? layouts.at(layout) : std::string_view();
}

std::string in_small_letters(std::string_view name) {
  std::string text(name);
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

}  // namespace assay::runners::assembly
