// SPDX-License-Identifier: Apache-2.0
// Reads the contents of a program's memories after its calls from the arena.
#include <algorithm>
#include <cstring>
#include <utility>

#include "reference/judge/programs/shown_memory.hpp"
#include "runners/call/image.hpp"

namespace assay::runners {

/// The part of a window in the arena: all of it, or what changed if the rest is `known` from
/// before. No value from the other side leads out of the window.
WindowPart CallImage::shown_part(const ExecutionSlot& slot, std::size_t window, bool known) const {
  const Place& place = places_[window];
  const std::uint64_t bytes = guard_bytes + place.bytes + place.tail;
  if (slot.partial == 0 || window >= most_memories || !known) return {0, bytes};
  const WindowPart part = slot.changed[window];
  const bool guards = part.begin < guard_bytes || part.end > guard_bytes + place.bytes;
  if (part.begin >= part.end) return {};
  return guards ? WindowPart{0, bytes} : part;
}

/// The memories after the last call are where they were before the first.
void CallImage::read_program(std::span<const std::byte> arena, std::size_t execution,
                             Trial& trial) const {
  std::vector<std::vector<GuardDamage>> damage(places_.size());
  bool known = true;
  for (std::size_t call = 0; call < calls_.size(); ++call) {
    const ExecutionSlot answer = slot(arena, execution, call);
    if (answer.entered == 0) break;
    known = known && answer.entered != entered_unseen;
    if (answer.entered == entered_unseen) {
      trial.after.resize(trial.after.size() + places_.size());
      continue;
    }
    const std::uint64_t tap = call + 1 == calls_.size() ? 0 : header_.taps * (call + 1);
    const std::uint64_t shift = header_.stride * execution + tap;
    for (std::size_t w = 0; w < places_.size(); ++w) {
      const WindowPart part = shown_part(answer, w, known);
      if (part.end > guard_bytes + places_[w].bytes) {
        damage[w].clear();
        check_guards(arena, shift, w, damage[w]);
      }
      read_memory(arena.subspan(shift), w, part, trial);
      for (GuardDamage one : damage[w]) {
        one.call = call;
        trial.damage.push_back(std::move(one));
      }
    }
    known = true;
  }
}

/// The memory after a call, or the part of it that is shown.
void CallImage::read_memory(std::span<const std::byte> arena, std::size_t window, WindowPart part,
                            Trial& trial) const {
  const Place& place = places_[window];
  const std::uint64_t first = std::max<std::uint64_t>(part.begin, guard_bytes) - guard_bytes;
  const std::uint64_t end =
      std::min(part.end - std::min<std::uint64_t>(part.end, guard_bytes), place.bytes);
  const std::uint64_t bytes = first < end ? end - first : 0;
  const auto shown = arena.subspan(place.begin + first, bytes);
  if (bytes < place.bytes) {
    trial.after.push_back(as_part({static_cast<std::int64_t>(first), shown}));
    return;
  }
  ElementArray& whole =
      trial.after.emplace_back(ElementType::u8, static_cast<std::int64_t>(place.bytes));
  std::memcpy(whole.bytes().data(), shown.data(), bytes);
}

}  // namespace assay::runners
