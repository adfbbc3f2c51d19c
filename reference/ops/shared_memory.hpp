// SPDX-License-Identifier: Apache-2.0
// Calls in place: the output of a call stands in the memory of an input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case.hpp"

namespace assay {

/// Scenarios of calls in place: upon the first input that an output may stand on, and, where there
/// are several, upon the last one. Source: decision 165. Wide rows may have no room otherwise.
inline constexpr std::string_view in_place_name = "in place";
inline constexpr std::string_view in_last_place_name = "in place of the last";
inline constexpr std::string_view wide_in_place_name = "long rows in place";

/// Two operands of a call, by their place in the form, in one memory: one tile under two names.
struct SharedMemory {
  std::size_t output = 0;
  std::size_t input = 0;
  friend bool operator==(const SharedMemory&, const SharedMemory&) = default;
};

/// Tiles that the only output of a form may stand on: every result follows from their elements at
/// the same place alone (Flow::in_place), and is no copy of them. In the order of the form.
std::vector<SharedMemory> places_in_place(const Form& form);

/// The two that a scenario wants in one memory; nothing where it is another scenario or the form
/// has none.
std::optional<SharedMemory> wanted_in_place(const Form& form, std::string_view scenario);

/// The two that every call of the form has in one memory, because its page wants it.
std::optional<SharedMemory> always_shared(const Form& form);

/// The operands of a case that share memory: those that its page wants there, where the elements of
/// both tiles lie at the same places; or those that its scenario wants, where they are tiles of one
/// type and one valid region.
std::optional<SharedMemory> shared_memory(const Call& call, std::string_view scenario);
std::optional<SharedMemory> shared_memory(const Case& test);

/// Whether an output of the op may stand in the memory of an input: no page forbids it for the
/// target. What is written there must follow from the same place alone, which is another question.
bool may_share_memory(std::string_view op, Target target);

/// An input in whose memory the output of a form may stand, on targets whose pages do not forbid
/// it.
struct Sharing {
  std::string output, input;
  TargetSet targets;
};
/// In the order of the form; none where no target of the form lets them.
std::vector<Sharing> sharing_of(const Form& form);

/// Contents of a case: what shares the memory of an input has its contents. Arrays of operands that
/// nobody wants may be empty.
void share_contents(const Case& test, std::vector<ElementArray>& contents);

}  // namespace assay
