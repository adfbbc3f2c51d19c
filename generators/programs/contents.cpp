// SPDX-License-Identifier: Apache-2.0
// The contents of programs, their connections, and the program without a call.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <utility>

#include "generators/draw/poison.hpp"
#include "generators/programs/programs.hpp"
#include "reference/support/hash.hpp"

namespace assay::generators {
namespace {

constexpr std::uint64_t purpose_gap = 3;

/// Bytes [begin, end) of poison; words count from the start of the image.
void fill_gap(ElementArray& image, std::uint64_t seed, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t width = sizeof(std::uint64_t);
  const std::span<std::byte> bytes = image.bytes();
  for (std::int64_t i = begin / width * width; i < end; i += width) {
    const std::uint64_t word = support::mix(seed + static_cast<std::uint64_t>(i));
    const auto place = static_cast<std::size_t>(i);
    std::memcpy(bytes.data() + place, &word, std::min(sizeof word, bytes.size() - place));
  }
}

/// Whether contents of an operand have all of its bytes.
bool fills_all(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  if (tile == nullptr) return std::holds_alternative<GlobalSpec>(value);
  if (bits_of(tile->type.element) < 8) return false;  // the last byte may be of one element
  if (tile->type.conv || !tile->type.is_boxed()) return true;
  const BoxShape box = box_of(tile->type);
  return tile->rows() % box.rows == 0 && tile->cols() % box.cols == 0;
}

/// Where contents are put that calls bring, ascending.
std::vector<ByteRange> brought(const Program& program, std::size_t image) {
  std::vector<ByteRange> ranges;
  for (const ProgramStep& step : program.steps) {
    for (std::size_t i = 0; i < step.fresh.size(); ++i) {
      const std::optional<ByteRange> range = range_of(step, i);
      const bool here = range && range->image == image && step.fresh[i];
      if (here && fills_all(step.test.call.operands[i])) ranges.push_back(*range);
    }
  }
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  return ranges;
}

enum class Gaps : std::uint8_t { everywhere, around_contents };

/// Images that hold poison, or do where no call brings contents.
ProgramMemory poison_of(const Program& program, Poison poison, Gaps gaps) {
  ProgramMemory memory;
  for (std::size_t i = 0; i < program.images.size(); ++i) {
    const std::uint64_t seed = support::combine(
        support::combine(purpose_gap + (static_cast<std::uint64_t>(poison) << 8U), program.key), i);
    ElementArray& image = memory.emplace_back(ElementType::u8, program.images[i].bytes);
    std::int64_t begin = 0;
    const bool around = gaps == Gaps::around_contents;
    for (const ByteRange& range : around ? brought(program, i) : std::vector<ByteRange>()) {
      fill_gap(image, seed, begin, range.begin);
      begin = std::max(begin, range.end);
    }
    fill_gap(image, seed, begin, image.size());
  }
  return memory;
}

bool brings_nothing(const ProgramStep& step) {
  return std::ranges::find(step.fresh, true) == step.fresh.end();
}

void put_fresh(const ProgramStep& step, const std::vector<ElementArray>& contents,
               ProgramMemory& memory) {
  for (std::size_t i = 0; i < step.fresh.size(); ++i) {
    if (step.fresh[i]) put_operand(step, i, contents[i], memory);
  }
}

/// Steps and operands that read what operand `written` of step `from` left, before anything else
/// is written there.
std::vector<std::pair<std::size_t, std::size_t>> readers_of(const Program& program,
                                                            std::size_t from,
                                                            const ByteRange& range) {
  std::vector<std::pair<std::size_t, std::size_t>> readers;
  for (std::size_t k = from + 1; k < program.steps.size(); ++k) {
    const ProgramStep& step = program.steps[k];
    const Form& form = step.test.form();
    bool overwritten = false;
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      const auto theirs = range_of(step, i);
      if (!theirs || !theirs->meets(range)) continue;
      const Role role = form.operands[i].role;
      if (is_read(role)) readers.emplace_back(k, i);
      overwritten = overwritten || is_written(form.operands[i]);
    }
    if (overwritten) break;
  }
  return readers;
}

std::string_view place_name(const Program& program, const ProgramStep& step, std::size_t operand) {
  return name_of(program.images[step.bindings[operand]->image].memory);
}

std::string layout_name(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    return std::string(name_of(tile->type.layout()));
  }
  return "GM " + std::string(name_of(std::get<GlobalSpec>(value).layout));
}

std::vector<std::string> listed(const std::set<std::string>& names) {
  return {names.begin(), names.end()};
}

}  // namespace

ProgramMemory filled(const Program& program, Poison poison) {
  ProgramMemory memory = poison_of(program, poison, Gaps::around_contents);
  for (const ProgramStep& step : program.steps) {
    if (brings_nothing(step)) continue;
    put_fresh(step, fill_wanted(step.test, poison, step.fresh), memory);
  }
  return memory;
}

std::array<ProgramMemory, 2> filled_both(const Program& program) {
  std::array<ProgramMemory, 2> memories{poison_of(program, Poison::first, Gaps::around_contents),
                                        poison_of(program, Poison::second, Gaps::around_contents)};
  for (const ProgramStep& step : program.steps) {
    if (brings_nothing(step)) continue;
    const auto contents = fill_both(step.test, step.fresh);
    for (std::size_t i = 0; i < memories.size(); ++i) {
      put_fresh(step, contents.at(i), memories.at(i));
    }
  }
  return memories;
}

ProgramMemory poisoned(const Program& program, const ProgramMemory& first) {
  ProgramMemory memory = poison_of(program, Poison::second, Gaps::everywhere);
  for (const ProgramStep& step : program.steps) {
    for (std::size_t i = 0; i < step.fresh.size(); ++i) {
      const Role role = step.test.form().operands[i].role;
      const bool read = is_read(role);
      if (step.fresh[i] && read) put_operand(step, i, gathered(step, i, MemoryView(first)), memory);
    }
  }
  return memory;
}

std::optional<Program> without(const Program& program, std::size_t call) {
  if (program.steps.size() < 2 || call >= program.steps.size()) return std::nullopt;
  Program smaller = program;
  const ProgramStep& gone = program.steps[call];
  const Form& form = gone.test.form();
  for (std::size_t i = 0; i < gone.bindings.size(); ++i) {
    const Operand& operand = form.operands[i];
    const bool brings = gone.fresh[i] && operand.role == Role::input;
    if (!gone.bindings[i] || !(brings || is_written(operand))) continue;
    const auto readers = readers_of(program, call, *range_of(gone, i));
    if (readers.empty()) continue;
    const auto [step, place] = readers.front();
    // They now read the previous contents of that memory, unless there are none.
    if (gone.fresh[i]) smaller.steps[step].fresh[place] = true;
  }
  smaller.steps.erase(smaller.steps.begin() + static_cast<std::ptrdiff_t>(call));
  if (ill_formed(smaller)) return std::nullopt;
  return smaller;
}

ProgramHooks hooks_of(const Program& program) {
  std::set<std::string> pairs;
  std::set<std::string> memories;
  std::set<std::string> layouts;
  for (std::size_t k = 0; k < program.steps.size(); ++k) {
    const ProgramStep& step = program.steps[k];
    if (!step.test.intent.legal()) continue;  // what is refused reads and writes nothing
    const Form& form = step.test.form();
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      if (!step.bindings[i] || !is_written(form.operands[i])) continue;
      if (form.operands[i].role == Role::scratch) continue;
      for (const auto& [reader, place] : readers_of(program, k, *range_of(step, i))) {
        if (!program.steps[reader].test.intent.legal()) continue;
        pairs.insert(fmt::format("{}-{}", form.op, program.steps[reader].test.form().op));
      }
      for (std::size_t j = 0; j < step.bindings.size(); ++j) {
        if (!step.bindings[j] || form.operands[j].role != Role::input) continue;
        memories.insert(
            fmt::format("{}-{}", place_name(program, step, j), place_name(program, step, i)));
        layouts.insert(fmt::format("{}-{}", layout_name(step.test.call.operands[j]),
                                   layout_name(step.test.call.operands[i])));
      }
    }
  }
  return {listed(pairs), listed(memories), listed(layouts)};
}

}  // namespace assay::generators
