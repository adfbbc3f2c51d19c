// SPDX-License-Identifier: Apache-2.0
// The scenarios that every form has in addition to those of its page: many elements, operands that
// share memory, and no elements.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "generators/shapes/wide.hpp"
#include "reference/isa/spec/draw.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {

/// Names of the scenarios that every form has in addition to its page's, if its constraints allow
/// it: from 16,384 elements on; the same with tiles of one type and lines that no number of threads
/// divides; and without the last lines.
inline constexpr std::string_view large_name = "large";
inline constexpr std::array<std::string_view, 3> common_names{large_name, "large alike",
                                                              "large part"};

/// Products of 128 x 1536 by 1536 x 256 elements, where no memory is too small for the factors.
inline constexpr std::string_view deep_product_name = "deep product";

/// From this number of elements on implementations use threads, or nested loops of repeats.
inline constexpr std::int64_t many_elements = 16384;

/// One of common_names, or what came after them: calls in place (shared_memory.hpp), long rows
/// (wide.hpp), scalars of a type (scalar_types.hpp), empty regions (empty.hpp), lines (lines.hpp),
/// deep products.
struct CommonScenario {
  std::string_view name;
  /// Shapes a call; what has the shape already gets other valid regions alone.
  void (*apply)(Call& call, Draw& draw) = nullptr;
  /// Whether a legal call shows the scenario.
  bool (*shows)(const Call& call) = nullptr;
  /// Whether it shows it as well as a form with other types may not be able to.
  bool (*shows_best)(const Call& call) = nullptr;
  /// Whether all results may be open: only the end of the call is tested (asks_for_an_end).
  bool open = false;
};

/// All of them.
std::span<const CommonScenario> common_scenarios();

/// The scenario of that name; null if it is one of a page, or unknown.
const CommonScenario* common_scenario(std::string_view name);

/// Whether the form multiplies matrices, so that the cost of a call grows with three extents.
bool multiplies(const Form& form);

/// Whether a scenario of a form may have values that the page leaves open, or one for all elements:
/// it tests that the call ends and leaves the rest of memory alone.
bool asks_for_an_end(const Form& form, const std::string& scenario);

/// The plan that shows most in one case of a scenario: special values alone in their lines if
/// elements are folded, else the mosaic. For searches, whose extreme is far from the start only in
/// some plans, the one of the turn. For lines of what copies or compares, the ends of the range.
std::string plan_of_one_case(const Form& form, std::string_view scenario, std::uint64_t turn);

/// Whether `call` belongs to the scenario; the first attempts require the best calls.
bool shows(const CommonScenario& scenario, const Call& call, int attempt);

/// Whether the name is one of these.
bool is_common(std::string_view scenario);

}  // namespace assay::generators
