// SPDX-License-Identifier: Apache-2.0
// All pages.
#pragma once

#include <span>
#include <string_view>

#include "reference/isa/spec/op_spec.hpp"

namespace assay {

/// Every page, in alphabetical order of mnemonics.
std::span<const OpSpec> all_ops();

/// The page of a mnemonic, or null.
const OpSpec* find_op(std::string_view mnemonic);

/// The erratum of a number such as "E-TCVT-003", or null.
const Erratum* find_erratum(std::string_view number);

}  // namespace assay
