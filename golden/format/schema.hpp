// SPDX-License-Identifier: Apache-2.0
// How calls are spelled in a file: static types as attributes, enumerations by name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "golden/hdf5/attributes.hpp"
#include "reference/isa/call/call.hpp"
#include "reference/isa/case/case.hpp"
#include "reference/isa/case/program.hpp"

namespace assay::golden {

inline constexpr std::string_view golden_schema = "assay-golden";
inline constexpr std::string_view results_schema = "assay-results";
inline constexpr std::string_view sweep_schema = "assay-sweep";

/// Everything that a template parameter fixes, and the operand's place in the form.
h5::Attributes operand_attributes(const Operand& operand, const OperandValue& value);

/// A value with the static facts of `attributes`; run-time facts are left at their defaults. `path`
/// names the operand in a Failure.
OperandValue operand_from(const h5::Attributes& attributes, const std::string& path);

/// Op, form, target and attribute values of a call, and the order of its operands.
h5::Attributes signature_attributes(const Call& call);

/// Attribute values by name, in the order of form.attributes.
std::vector<int> attribute_values(const Form& form, const h5::Attributes& signature,
                                  const std::string& path);

/// An attribute's text or number; throws Failure where it is missing or of another kind.
std::string text_of(const h5::Attributes& attributes, const std::string& name,
                    const std::string& path);
std::int64_t number_of(const h5::Attributes& attributes, const std::string& name,
                       const std::string& path);
ElementType element_from(const h5::Attributes& attributes, const std::string& path);

/// Inverse of to_string(Intent).
Intent intent_from(const std::string& text);
Outcome::Status status_from(const std::string& name);
Accept accept_from(const std::string& name);

/// Values of row `row` of the table `table`; throw Failure if the value is impossible: an element
/// type by its name, the key of a case, a name without control characters.
ElementType lead_from(const std::string& table, std::uint64_t row, const std::string& name);
std::uint32_t key_from(const std::string& table, std::uint64_t row, std::uint64_t key);
void require_printable(const std::string& table, std::uint64_t row, const std::string& name);

/// "stepwise" or "end_to_end".
std::string_view judging_name(Judging judging);
/// The reverse, and that of name_of(Memory). Throw Failure for another name.
Judging judging_from(const std::string& name);
Memory memory_from(const std::string& name);

}  // namespace assay::golden
