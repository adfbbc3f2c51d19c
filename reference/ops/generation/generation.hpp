// SPDX-License-Identifier: Apache-2.0
// Tiles whose elements are made from a few numbers, or counted: what comes out, and what only these
// have.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"

namespace assay::ops {

/// The pattern of dst at a row and a column.
using MadeElement =
    std::function<std::uint64_t(const Evaluation& inputs, std::int64_t row, std::int64_t col)>;

/// dst[row, col] for every element of its valid region; the rest is unspecified.
Result made_elements(MadeElement element);

/// The integer in an element type.
std::uint64_t integer_in(ElementType element, std::int64_t value);

/// An attribute has one of `legal`, which its form lists next to others.
Constraint attribute_is(const std::string& attribute, std::vector<std::string> legal);

std::vector<Erratum> ttri_errata();
std::vector<Erratum> tci_errata();

}  // namespace assay::ops
