// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "generators/generate.hpp"
#include "runners/call/outcome.hpp"

namespace assay::runners {
namespace {

bool is_read_only(Role role) { return role == Role::input; }

}  // namespace

SweepDevice::SweepDevice(const SweepPlan& plan, WorkerOptions options)
    : plan_(plan), layout_(plan.test, 1, 0), worker_(std::move(options)) {
  contents_[0] = generators::fill(plan.test, generators::Poison::first);
  contents_[1] = generators::fill(plan.test, generators::Poison::second);
  draw_image();
}

void SweepDevice::draw_image() {
  for (std::size_t k = 0; k < images_.size(); ++k) {
    images_[k].resize(layout_.bytes());
    layout_.write(images_[k], std::span(&contents_[k], 1));
  }
  MappedCall call(images_[0], 0);
  const assay_call& mapped = *call.get();
  std::size_t watched = images_[0].size();
  for (std::size_t k = 0; k < mapped.operand_count; ++k) {
    const assay_operand& operand = mapped.operands[k];
    if (operand.kind == ASSAY_SCALAR) {
      places_.push_back({});
      continue;
    }
    const auto begin =
        static_cast<std::size_t>(static_cast<std::byte*>(operand.data) - images_[0].data());
    places_.push_back({begin, operand.byte_size});
    watched = std::min(watched, begin - static_cast<std::size_t>(guard_bytes));
  }
  // From the first guard band to the end, but for what a call writes.
  for (std::size_t k = 0; k < places_.size(); ++k) {
    if (is_read_only(plan_.test.form().operands[k].role)) continue;
    watched_.push_back({watched, places_[k].begin - watched});
    watched = places_[k].begin + places_[k].bytes;
  }
  watched_.push_back({watched, images_[0].size() - watched});
}

bool SweepDevice::untouched(std::span<const std::byte> arena,
                            std::span<const std::byte> image) const {
  return std::ranges::all_of(watched_, [&](const Place& place) {
    return std::memcmp(arena.data() + place.begin, image.data() + place.begin, place.bytes) == 0;
  });
}

Outcome SweepDevice::execute(std::span<const std::span<const std::byte>> arguments,
                             std::span<std::byte> result, Before before) {
  std::vector<std::byte>& image = images_[static_cast<std::size_t>(before)];
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    std::ranges::copy(arguments[k], image.begin() + static_cast<std::ptrdiff_t>(
                                                        places_[plan_.arguments[k]].begin));
  }
  std::ranges::copy(image, worker_.images(image.size()).begin());
  damage_.reset();
  const std::optional<Death> ended = worker_.execute();
  if (ended) return ended->outcome;
  const std::span<const std::byte> arena = worker_.images(image.size());
  const Place& place = places_[plan_.output];
  std::ranges::copy(arena.subspan(place.begin, result.size()), result.begin());
  if (!untouched(arena, image)) damage_ = find_damage(arena, image);
  return outcome_of(layout_.slot(arena, 0), 0);
}

std::optional<SweepIncident> SweepDevice::find_damage(std::span<const std::byte> arena,
                                                      std::span<const std::byte> image) const {
  const std::vector<Operand>& operands = plan_.test.form().operands;
  const Trial after = layout_.read(arena, 0, contents_[0]);
  if (!after.damage.empty()) {
    const GuardDamage& first = after.damage.front();
    return SweepIncident{.kind = VerdictKind::deviates,
                         .deviation = Deviation::guard_broken,
                         .message = fmt::format("{} bytes beside {} changed, the first at byte {}",
                                                first.bytes, first.operand, first.first_byte)};
  }
  const Trial before = layout_.read(image, 0, contents_[0]);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    if (!is_read_only(operands[k].role) || after.after[k] == before.after[k]) continue;
    return SweepIncident{.kind = VerdictKind::deviates,
                         .deviation = Deviation::clobbered_input,
                         .message = fmt::format("the call changed its input {}", operands[k].name)};
  }
  return std::nullopt;
}

}  // namespace assay::runners
