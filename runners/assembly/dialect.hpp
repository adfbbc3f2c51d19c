// SPDX-License-Identifier: Apache-2.0
// What PTO-AS has text for: element types, places, attributes, and instructions that do not follow
// the rule of decision 213.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runners/backend.h"

namespace assay::runners::assembly {

/// How an instruction has its operands.
enum class Style : std::uint8_t {
  lists,     ///< pto.op ins(a, b : A, B) outs(c : C)
  typed,     ///< the same, but each operand of ins(...) precedes its own type
  reshaped,  ///< %c = pto.op %a : A -> C
  bound,     ///< %bound = pto.op %c, %address : C -> C
};

/// An instruction that does not follow the rule. Lists have the names of operands, with blanks
/// between them.
struct Instruction {
  std::string_view op;
  std::string_view form = {};      ///< empty: every form
  std::string_view lacks = {};     ///< what there is no text for: "operand tmp"
  std::string_view mnemonic = {};  ///< empty: "pto." and the name of the op in small letters
  std::string_view ins = {};       ///< empty: by the rule
  std::string_view outs = {};      ///< empty: by the rule
  Style style = Style::lists;
};

/// The exception for a form of an op, or null.
const Instruction* exception_for(std::string_view op, std::string_view form);

/// Where an attribute is.
enum class AttributePlace : std::uint8_t {
  in_list,      ///< ins(a {key = value} : A)
  after_comma,  ///< ins(a, {key = value} : A)
  at_end,       ///< after outs(...)
};

struct AttributeText {
  std::string text;  ///< "rmode = #pto<round_mode RINT>"; empty where the attribute is left out
  AttributePlace place = AttributePlace::in_list;
};

/// The text of an attribute of an op; empty where there is none. An instruction without an
/// attribute does what the attribute's default says.
std::optional<AttributeText> text_of(std::string_view op, const assay_attribute& attribute);

/// The name of an op as a name in a source: ASCII letters in lower case.
std::string in_small_letters(std::string_view name);

/// "f8E4M3FN"; empty for a type that PTO-AS does not have.
std::string_view element_text(std::uint32_t element);
/// The type of a scalar argument: integers have no sign; empty for unsigned ones, unless the
/// instruction takes these as well.
std::string_view scalar_text(std::string_view op, const assay_operand& scalar);
/// "vec"; empty for a location that PTO-AS does not have.
std::string_view location_text(std::uint32_t location);
/// "nd"; empty for a layout that PTO-AS does not have.
std::string_view layout_text(std::uint32_t layout);

}  // namespace assay::runners::assembly
