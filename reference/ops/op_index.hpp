// SPDX-License-Identifier: Apache-2.0
// All pages.
#pragma once

#include <span>
#include <string_view>

#include "reference/isa/spec/op_spec.hpp"

namespace assay {

struct OpName {
  std::string_view mnemonic;
  std::string_view family;
};

/// Names of all pages, in alphabetical order of mnemonics; no page is built for it.
std::span<const OpName> op_names();

/// Every page, in the order of op_names().
std::span<const OpSpec> all_ops();

/// The page of a mnemonic, or null.
const OpSpec* find_op(std::string_view mnemonic);

/// The erratum of a number such as "E-TCVT-003", which names its page, or null.
const Erratum* find_erratum(std::string_view number);

}  // namespace assay
