// SPDX-License-Identifier: Apache-2.0
// Bounds on the memories of a program after calls whose intermediate state was not observed.
#include "reference/judge/programs/memory_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "reference/judge/programs/known_elements.hpp"
#include "reference/judge/programs/known_results.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"

namespace assay {
namespace {

constexpr std::uint8_t nobody = 0xff;
/// Bytes that are compared together.
constexpr std::int64_t block = 64;

std::uint64_t mark_of(BoundKind kind) { return mark_of(kind, ElementType::u8); }

/// The element all of whose bytes are `byte`.
std::uint64_t spread(std::uint64_t byte, ElementType type) {
  return byte * 0x0101010101010101U & mask_of(type);
}

std::int64_t width_of(ElementType type) { return bits_of(type) / 8; }

/// Whether every byte is known to the bit or in some bits.
bool has_some_bits(std::uint64_t mark, ElementType type) {
  const std::uint64_t some = mark_of(BoundKind::some_bits, type);
  const std::uint64_t in_bytes = (mark & spread(1, type)) * 0xff;
  return (mark & ~some) == 0 && (in_bytes & some) == mark;
}

BoundKind bound_kind_of(ElementType type, std::uint64_t mark, std::uint64_t owner) {
  const BoundKind kind = marked(mark, type).value_or(BoundKind::open);
  if (kind == BoundKind::exact || width_of(type) == 0) {
    return kind == BoundKind::exact ? kind : BoundKind::open;
  }
  if (has_some_bits(mark, type)) return BoundKind::some_bits;
  const bool own = owner == spread(static_cast<std::uint64_t>(type), type);
  return own ? kind : BoundKind::open;
}

/// A byte of some bits is exact where all of them are known.
std::uint64_t mark_of_bits(std::uint64_t low, std::uint64_t high, ElementType type) {
  std::uint64_t mark = 0;
  for (int bit = 0; bit < bits_of(type); bit += 8) {
    const std::uint64_t byte = std::uint64_t{0xff} << bit;
    if (((low ^ high) & byte) != 0) mark |= mark_of(BoundKind::some_bits, type) & byte;
  }
  return mark;
}

/// Whether a byte is part of an element that is compared as a whole.
bool is_of_element(std::uint64_t mark) {
  return mark == mark_of(BoundKind::range) || mark == mark_of(BoundKind::nan) ||
         mark == mark_of(BoundKind::either);
}

}  // namespace

namespace {

bool is_within(BoundKind kind, ElementType type, std::uint64_t low, std::uint64_t high,
               std::uint64_t found) {
  const bool is_nan = numerics::is_nan(type, found);
  if (kind == BoundKind::nan) return is_nan;
  if (kind == BoundKind::either) return found == low || found == high;
  if (is_nan) return false;
  const std::int64_t key = numerics::order_key(type, found);
  return numerics::order_key(type, low) <= key && key <= numerics::order_key(type, high);
}

}  // namespace

MemoryBounds::MemoryBounds(ProgramMemory contents) : low_(std::move(contents)), high_(low_) {
  for (const ElementArray& memory : low_) {
    marks_.emplace_back(ElementType::u8, memory.size());
    types_.emplace_back(ElementType::u8, memory.size());
    writers_.emplace_back(static_cast<std::size_t>(memory.size()), nobody);
  }
}

void MemoryBounds::grow(const std::vector<ProgramImage>& images) {
  const auto resize = [](ElementArray& memory, std::int64_t bytes, std::uint64_t rest) {
    ElementArray larger(ElementType::u8, bytes);
    std::ranges::fill(larger.bytes(), static_cast<std::byte>(rest));
    std::ranges::copy(memory.bytes(), larger.bytes().begin());
    memory = std::move(larger);
  };
  for (ProgramMemory* layer : {&low_, &high_, &marks_, &types_}) layer->resize(images.size());
  writers_.resize(images.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (low_[i].size() >= images[i].bytes) continue;
    for (ProgramMemory* layer : {&low_, &high_, &types_}) resize((*layer)[i], images[i].bytes, 0);
    resize(marks_[i], images[i].bytes, mark_of(BoundKind::open));
    writers_[i].resize(static_cast<std::size_t>(images[i].bytes), nobody);
  }
}

std::vector<KnownImage> MemoryBounds::images() const {
  std::vector<KnownImage> images;
  for (std::size_t i = 0; i < low_.size(); ++i) {
    const ElementArray blank(ElementType::u8, low_[i].size());
    KnownImage image{blank, blank, blank, blank};
    for (std::int64_t k = 0; k < blank.size(); ++k) {
      const BoundKind kind = marked(marks_[i][k], ElementType::u8).value_or(BoundKind::open);
      image.kinds.set(k, static_cast<std::uint64_t>(kind));
      if (is_of_element(marks_[i][k])) image.types.set(k, types_[i][k]);
      if (kind == BoundKind::nan || kind == BoundKind::open) continue;
      image.low.set(k, low_[i][k]);
      if (kind != BoundKind::exact) image.high.set(k, high_[i][k]);
    }
    images.push_back(std::move(image));
  }
  return images;
}

KnownElements MemoryBounds::known(const ProgramStep& step, std::size_t operand) const {
  KnownElements known{gathered(step, operand, low_), gathered(step, operand, high_), {}};
  known.kinds.assign(static_cast<std::size_t>(known.size()), BoundKind::exact);
  if (!step.bindings[operand]) return known;
  const ElementArray marks = gathered(step, operand, marks_);
  const ElementArray types = gathered(step, operand, types_);
  for (std::int64_t i = 0; i < known.size(); ++i) {
    known.kinds[static_cast<std::size_t>(i)] = bound_kind_of(known.low.type(), marks[i], types[i]);
  }
  return known;
}

void MemoryBounds::put(const ProgramStep& step, std::size_t operand,
                       const KnownElements& elements) {
  const ElementType type = elements.low.type();
  ElementArray marks(type, elements.size()), types(type, elements.size());
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    const bool half = width_of(type) == 0 && elements.of(i) != BoundKind::exact;
    const bool some = !half && elements.of(i) == BoundKind::some_bits;
    marks.set(i, some ? mark_of_bits(elements.low[i], elements.high[i], type)
                      : mark_of(half ? BoundKind::open : elements.of(i), type));
    types.set(i, spread(static_cast<std::uint64_t>(type), type));
  }
  put_operand(step, operand, elements.low, low_);
  put_operand(step, operand, elements.high, high_);
  put_operand(step, operand, marks, marks_);
  put_operand(step, operand, types, types_);
}

void MemoryBounds::bring(const ProgramStep& step, std::size_t operand,
                         const ElementArray& contents) {
  put(step, operand,
      {contents, contents,
       std::vector<BoundKind>(static_cast<std::size_t>(contents.size()), BoundKind::exact)});
}

/// An element of which one part is written and the other is not is no longer known. Elements are at
/// multiples of their width.
void MemoryBounds::cut(std::size_t image, std::int64_t address) {
  if (address <= 0 || address >= marks_[image].size()) return;
  for (const std::int64_t side : {address - 1, address}) {
    if (!is_of_element(marks_[image][side])) continue;
    const std::int64_t width = width_of(static_cast<ElementType>(types_[image][side]));
    const std::int64_t begin = address / width * width;
    if (begin == address) continue;
    for (std::int64_t i = begin; i < begin + width; ++i) {
      marks_[image].set(i, mark_of(BoundKind::open));
    }
  }
}

void MemoryBounds::forget(const ByteRange& range, std::size_t number) {
  for (const std::int64_t end : {range.begin, range.end}) cut(range.image, end);
  const auto begin = static_cast<std::size_t>(range.begin);
  const auto count = static_cast<std::size_t>(range.end - range.begin);
  std::ranges::fill(marks_[range.image].bytes().subspan(begin, count),
                    static_cast<std::byte>(mark_of(BoundKind::open)));
  std::fill_n(writers_[range.image].begin() + static_cast<std::ptrdiff_t>(begin), count,
              static_cast<std::uint8_t>(number));
}

std::vector<KnownElements> MemoryBounds::known(const ProgramStep& step) const {
  std::vector<KnownElements> all;
  for (std::size_t i = 0; i < step.bindings.size(); ++i) all.push_back(known(step, i));
  return all;
}

bool MemoryBounds::inputs_are_exact(const ProgramStep& step) const {
  return assay::inputs_are_exact(step.test.call, known(step));
}

void MemoryBounds::pass(const ProgramStep& step, std::size_t number,
                        const ToleranceLookup& tolerances) {
  pass(step, number, known_results(step.test.call, known(step), tolerances));
}

void MemoryBounds::pass(const ProgramStep& step, std::size_t number,
                        const std::vector<KnownElements>& results) {
  const Form& form = step.test.form();
  exact_ = true;
  for (std::size_t i = 0; i < step.bindings.size(); ++i) {
    if (step.bindings[i] && is_written(form.operands[i])) forget(*range_of(step, i), number);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::size_t out = form.index_of(form.results[i].operand);
    put(step, out, results[i]);
    const auto* tile = std::get_if<TileSpec>(&step.test.call.operands[out]);
    for (std::int64_t k = 0; k < results[i].size() && exact_; ++k) {
      const bool counts = tile == nullptr || tile->is_valid(k / tile->cols(), k % tile->cols());
      exact_ = !counts || results[i].of(k) == BoundKind::exact;
    }
  }
}

void MemoryBounds::note(Comparison& comparison, std::size_t image, std::int64_t address,
                        std::string what) const {
  if (comparison.first) return;
  const std::uint8_t writer = writers_[image][static_cast<std::size_t>(address)];
  comparison.first = {image, address, {}, std::move(what)};
  if (writer != nobody) comparison.first->call = writer;
}

void MemoryBounds::compare_byte(std::size_t image, std::int64_t address, std::uint64_t got,
                                Comparison& comparison) const {
  const bool exact = marks_[image][address] == mark_of(BoundKind::exact);
  const std::uint64_t unknown = exact ? 0 : low_[image][address] ^ high_[image][address];
  if (unknown == 0xff) {
    ++comparison.open;
    return;
  }
  ++comparison.compared;
  if (((low_[image][address] ^ got) & ~unknown) == 0) return;
  ++comparison.wrong;
  comparison.wrong_bytes.push_back({image, address, address + 1});
  note(comparison, image, address,
       fmt::format("expected the byte {:#04x}, got {:#04x}", low_[image][address], got));
}

/// The range, NaN or two patterns that begin at `address`; returns its bytes.
std::int64_t MemoryBounds::compare_element(std::size_t image, std::int64_t address,
                                           const ElementArray& got, Comparison& comparison) const {
  const auto type = static_cast<ElementType>(types_[image][address]);
  const std::int64_t width = width_of(type);
  const auto bits = [&](const ElementArray& memory) {
    return load_element(memory.bytes().subspan(static_cast<std::size_t>(address)), type, 0);
  };
  const std::uint64_t low = bits(low_[image]), high = bits(high_[image]), found = bits(got);
  comparison.compared += width;
  const BoundKind kind = marked(marks_[image][address], ElementType::u8).value_or(BoundKind::open);
  if (kind == BoundKind::range && says_little(type, low, high)) ++comparison.undecided;
  if (is_within(kind, type, low, high, found)) return width;
  comparison.wrong += width;
  comparison.wrong_bytes.push_back({image, address, address + width});
  const std::string wanted =
      kind == BoundKind::nan
          ? "NaN"
          : fmt::format("{} {} {}", numerics::describe(type, low),
                        kind == BoundKind::either ? "or" : "to", numerics::describe(type, high));
  note(comparison, image, address,
       fmt::format("expected {}, got {}", wanted, numerics::describe(type, found)));
  return width;
}

/// Whether the next block of bytes is known to the bit, and is so.
bool MemoryBounds::is_plain(std::size_t image, std::int64_t address,
                            const ElementArray& got) const {
  if (address + block > got.size()) return false;
  constexpr std::array<std::byte, block> nothing{};
  const auto begin = static_cast<std::size_t>(address);
  const auto* wanted = &low_[image].bytes()[begin];
  return std::memcmp(&marks_[image].bytes()[begin], nothing.data(), block) == 0 &&
         std::memcmp(wanted, &got.bytes()[begin], block) == 0;
}

MemoryBounds::Comparison MemoryBounds::compared(const ProgramMemory& got) const {
  Comparison comparison;
  for (std::size_t i = 0; i < low_.size(); ++i) {
    const std::int64_t bytes = low_[i].size();
    for (std::int64_t address = 0; address < bytes;) {
      if (is_plain(i, address, got[i])) {
        comparison.compared += block;
        address += block;
        continue;
      }
      const std::uint64_t mark = marks_[i][address];
      if (is_of_element(mark)) {
        address += compare_element(i, address, got[i], comparison);
        continue;
      }
      if (mark == mark_of(BoundKind::exact) || mark == mark_of(BoundKind::some_bits)) {
        compare_byte(i, address, got[i][address], comparison);
      } else {
        ++comparison.open;
      }
      ++address;
    }
  }
  return comparison;
}

bool MemoryBounds::is_open_in(const std::vector<ByteRange>& ranges) const {
  return std::ranges::any_of(ranges, [&](const ByteRange& range) {
    const auto begin = static_cast<std::size_t>(range.begin);
    const auto count = static_cast<std::size_t>(range.end - range.begin);
    const auto marks = marks_[range.image].bytes().subspan(begin, count);
    return std::ranges::any_of(marks, [](std::byte mark) {
      return mark == static_cast<std::byte>(mark_of(BoundKind::open)) ||
             mark == static_cast<std::byte>(mark_of(BoundKind::some_bits));
    });
  });
}

/// Bytes of the element that begins at `address`, if it may be any NaN and is one in both.
std::int64_t MemoryBounds::bytes_of_nan(std::size_t image, std::int64_t address,
                                        const ElementArray& one, const ElementArray& other) const {
  if (marks_[image][address] != mark_of(BoundKind::nan)) return 0;
  const auto type = static_cast<ElementType>(types_[image][address]);
  const auto is_nan = [&](const ElementArray& memory) {
    const auto bytes = memory.bytes().subspan(static_cast<std::size_t>(address));
    return numerics::is_nan(type, load_element(bytes, type, 0));
  };
  return is_nan(one) && is_nan(other) ? width_of(type) : 0;
}

std::optional<MemoryBounds::Mismatch> MemoryBounds::difference(const ProgramMemory& one,
                                                               const ProgramMemory& other) const {
  Comparison comparison;
  for (std::size_t i = 0; i < low_.size(); ++i) {
    if (one[i] == other[i]) continue;
    for (std::int64_t address = 0; address < low_[i].size(); ++address) {
      if (const std::int64_t bytes = bytes_of_nan(i, address, one[i], other[i]); bytes > 0) {
        address += bytes - 1;
        continue;
      }
      const bool open = marks_[i][address] == mark_of(BoundKind::open);
      const bool some = marks_[i][address] == mark_of(BoundKind::some_bits);
      const std::uint64_t unknown = some ? low_[i][address] ^ high_[i][address] : 0;
      if (open || ((one[i][address] ^ other[i][address]) & ~unknown) == 0) continue;
      note(comparison, i, address,
           fmt::format("{:#04x} once and {:#04x} then", one[i][address], other[i][address]));
    }
  }
  return comparison.first;
}

std::vector<KnownImage> expected_images(const Program& program, const ProgramMemory& before,
                                        const ToleranceLookup& tolerances) {
  MemoryBounds known(before);
  for (std::size_t call = 0; call < program.steps.size(); ++call) {
    known.pass(program.steps[call], call, tolerances);
  }
  return known.images();
}

}  // namespace assay
