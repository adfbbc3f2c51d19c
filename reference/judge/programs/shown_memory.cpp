// SPDX-License-Identifier: Apache-2.0
// The contents of the memories of a program between its calls.
#include "reference/judge/programs/shown_memory.hpp"

#include <algorithm>
#include <cstring>

namespace assay {
namespace {

constexpr std::size_t header = sizeof(std::int64_t);

bool is_part(const ElementArray& shown) { return shown.type() == ElementType::i8; }

}  // namespace

ElementArray as_part(const ShownPart& part) {
  ElementArray shown(ElementType::i8, static_cast<std::int64_t>(header) + std::ssize(part.bytes));
  std::memcpy(shown.bytes().data(), &part.begin, header);
  std::ranges::copy(part.bytes, shown.bytes().subspan(header).begin());
  return shown;
}

ShownMemory::ShownMemory(const Program& program, const Trial& trial)
    : program_(&program), trial_(&trial), held_(trial.before), known_(!trial.before.empty()) {}

const ElementArray& ShownMemory::shown_behind(std::size_t call, std::size_t image) const {
  return trial_->after[call * program_->images.size() + image];
}

ShownPart ShownMemory::part_behind(std::size_t call, std::size_t image) const {
  const ElementArray& shown = shown_behind(call, image);
  ShownPart part{0, shown.bytes()};
  if (!is_part(shown)) return part;
  std::memcpy(&part.begin, part.bytes.data(), header);
  part.bytes = part.bytes.subspan(header);
  return part;
}

bool ShownMemory::shows(std::size_t call) const {
  const std::size_t images = program_->images.size();
  if (trial_->after.size() < (call + 1) * images) return false;
  for (std::size_t i = 0; i < images; ++i) {
    const ElementArray& shown = shown_behind(call, i);
    if (!is_part(shown) && shown.size() != program_->images[i].bytes) return false;
  }
  return true;
}

bool ShownMemory::keeps(const ByteRange& range) const {
  const ShownPart part = changed(range.image);
  const std::int64_t begin = std::max(range.begin, part.begin);
  const std::int64_t end = std::min(range.end, part.end());
  if (begin >= end) return true;
  return std::memcmp(&held_[range.image].bytes()[static_cast<std::size_t>(begin)],
                     &part.bytes[static_cast<std::size_t>(begin - part.begin)],
                     static_cast<std::size_t>(end - begin)) == 0;
}

void ShownMemory::go_to(std::size_t call) {
  while (next_ < call) pass();
}

/// Where all is shown whole nothing needs to be known from before.
void ShownMemory::pass() {
  const std::size_t call = next_++;
  if (!shows(call)) {
    known_ = false;
    return;
  }
  bool whole = true;
  held_.resize(program_->images.size());
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const ElementArray& shown = shown_behind(call, i);
    if (!is_part(shown)) {
      held_[i] = shown;
      continue;
    }
    whole = false;
    if (!known_) continue;
    const ShownPart part = part_behind(call, i);
    std::ranges::copy(part.bytes, held_[i].bytes().begin() + part.begin);
  }
  known_ = known_ || whole;
}

}  // namespace assay
