// SPDX-License-Identifier: Apache-2.0
// Calls in place: the output of a call is in the memory of an input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case/case.hpp"

namespace assay {

/// Scenarios of calls in place: in the first input that an output may overlap, and, if there are
/// several, in the last one. Source: decision 165. Wide rows may have no room otherwise.
inline constexpr std::string_view in_place_name = "in place";
inline constexpr std::string_view in_last_place_name = "in place of the last";
inline constexpr std::string_view wide_in_place_name = "long rows in place";

/// Two operands of a call, by their place in the form, in one memory: one tile under two names.
struct SharedMemory {
  std::size_t output = 0;
  std::size_t input = 0;
  friend bool operator==(const SharedMemory&, const SharedMemory&) = default;
};

/// Tiles that the only output of a form may overlap: every result follows only from their elements
/// at the same place (Flow::in_place), and is no copy of them; or a page says that the two may be
/// one tile. In the order of the form.
std::vector<SharedMemory> places_in_place(const Form& form);

/// The two that a scenario requires in one memory; nothing if it is another scenario or the form
/// has none.
std::optional<SharedMemory> wanted_in_place(const Form& form, std::string_view scenario);

/// The two that every call of the form has in one memory, because its page requires it.
std::optional<SharedMemory> always_shared(const Form& form);

/// The operands of a case that share memory: those that its page requires there, if the elements of
/// both tiles lie at the same places; or those that its scenario requires, if they are tiles of one
/// type and one valid region.
std::optional<SharedMemory> shared_memory(const Call& call, std::string_view scenario);
std::optional<SharedMemory> shared_memory(const Case& test_case);

/// Whether an output of the op may be in the memory of an input: no page forbids it for the target.
/// Whether its results follow from the same place alone is not checked here.
bool may_share_memory(std::string_view op, Target target);

/// An input in whose memory the output of a form may be, on targets whose pages do not forbid
/// it.
struct Sharing {
  std::string output, input;
  TargetSet targets;
};
/// In the order of the form; none if no target of the form allows them.
std::vector<Sharing> sharing_of(const Form& form);

/// Contents of a case: what shares the memory of an input has its contents. Arrays of operands that
/// are not needed may be empty.
void share_contents(const Case& test_case, std::vector<ElementArray>& contents);

}  // namespace assay
