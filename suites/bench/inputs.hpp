// SPDX-License-Identifier: Apache-2.0
// Inputs as cases have them: elements of the value plans of the pages.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/isa/call/contents.hpp"
#include "reference/isa/types/function.hpp"

namespace assay::bench {

/// The value plans of all pages whose results are this function, each once, in a fixed order; those
/// that suit every op if there is none.
std::vector<std::string> plans_for(Function function);

/// `count` elements, equal parts from every plan, for operand number `operand`.
ElementArray planned(ElementType type, std::int64_t count, const std::vector<std::string>& plans,
                     std::size_t operand);

/// The same without infinities and NaN, which would make a sum of one kind only.
ElementArray finite(ElementType type, std::int64_t count, const std::vector<std::string>& plans,
                    std::size_t operand);

/// The elements of an f32 array as numbers.
std::span<const float> floats(const ElementArray& elements);

}  // namespace assay::bench
