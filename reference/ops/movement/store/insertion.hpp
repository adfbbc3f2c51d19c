// SPDX-License-Identifier: Apache-2.0
// The parts of the page of TINSERT, except windows.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

/// dst with src in its window. Other elements of its valid region are kept, except those that share
/// a box with one of the window, which is written whole.
Result inserted();

/// What is acceptable for element (row, col) of src in its place of dst.
using PutElement = std::function<Acceptable(std::int64_t row, std::int64_t col)>;
/// That for the contents of one evaluation, which outlives it.
using PutElements = std::function<PutElement(const Evaluation& inputs)>;
/// The same of elements that change on their way.
Result inserted_as(PutElements elements);

/// Into Mat, without boxes, whole blocks of 32 bytes are moved.
Constraint whole_rows_in_mat();

/// "uneven": blocks of columns that neither 2 nor 4 transfers share equally.
Scenario uneven_split();

std::vector<Erratum> tinsert_errata();

}  // namespace assay::ops
