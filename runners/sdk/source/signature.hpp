// SPDX-License-Identifier: Apache-2.0
// The template instantiation that a call needs, as one line of text.
#pragma once

#include <string>

#include "runners/backend.h"

namespace assay::runners::sdk {

/// Form, target, attributes and everything of every operand that a template parameter fixes. Calls
/// that differ only in what is known at launch have one signature; two signatures never share a
/// text. Starts with "OP/FORM/TARGET", has no line breaks and no tabs.
std::string signature_of(const assay_call& call);

/// Form and element types alone, as "TADD/plain/cpu dst=f32 src0=f32 src1=f32".
std::string signature_class_of(const assay_call& call);

}  // namespace assay::runners::sdk
