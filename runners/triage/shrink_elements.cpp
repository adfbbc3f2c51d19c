// SPDX-License-Identifier: Apache-2.0
// Delta debugging over the elements that a call reads.
#include "runners/triage/shrink_elements.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "generators/draw/simpler_bits.hpp"
#include "runners/triage/shrink_probe.hpp"

namespace assay::runners {
namespace {

using generators::bits_of;
using generators::Cell;

/// So few are enough to look at.
constexpr std::size_t most_relevant = 8;

constexpr std::size_t choices = 4;

/// A neutral value; `choice` selects one, zero, the lowest or the highest.
std::uint64_t neutral_value(ElementType type, std::size_t choice) {
  return choice < 2 ? generators::neutral_values(type)[choice]
                    : generators::extreme_values(type)[choice - 2];
}

bool is_neutral(const StoredCase& stored, const Cell& cell, std::size_t choice) {
  return bits_of(stored, cell) == neutral_value(stored.before[cell.operand].type(), choice);
}

class Elements {
 public:
  /// `choice` is one of neutral_value().
  Elements(StoredCase& best, ShrinkProbe& probe, std::size_t choice, std::uint64_t most)
      : best_(best), probe_(probe), choice_(choice), limit_(probe.executions() + most) {
    for (const Cell& cell : generators::cells_of(best.test.call)) {
      if (!is_neutral(best, cell, choice)) relevant_.push_back(cell);
    }
  }

  /// Halves, then ever smaller parts (Zeller's ddmin without its tests of single parts).
  std::vector<Cell> run() {
    if (without(relevant_)) return {};
    keep_the_wrong_one();
    std::size_t parts = 2;
    while (relevant_.size() > 1 && !is_spent()) {
      parts = std::min(parts, relevant_.size());
      if (drop_one_part(parts)) {
        parts = std::max<std::size_t>(2, parts - 1);
      } else if (parts == relevant_.size()) {
        break;
      } else {
        parts *= 2;
      }
    }
    return relevant_;
  }

 private:
  std::uint64_t neutral(const Cell& cell) const {
    return neutral_value(best_.before[cell.operand].type(), choice_);
  }

  bool is_spent() const { return probe_.spent() || probe_.executions() >= limit_; }

  bool without(std::span<const Cell> cells) {
    StoredCase simpler = best_;
    for (const Cell& cell : cells) put(simpler, cell, neutral(cell));
    if (is_spent() || !make_admissible(simpler) || !probe_.still_fails(simpler)) return false;
    best_ = std::move(simpler);
    std::erase_if(relevant_, [&](const Cell& cell) { return is_neutral(best_, cell, choice_); });
    return true;
  }

  /// A function of elements at one place needs those alone.
  void keep_the_wrong_one() {
    const auto& worst = probe_.verdict().worst;
    if (!worst || relevant_.size() < 8) return;
    std::vector<Cell> others;
    for (const Cell& cell : relevant_) {
      const auto* tile = std::get_if<TileSpec>(&best_.test.call.operands[cell.operand]);
      if (tile == nullptr ||
          (cell.index / tile->cols() == worst->row && cell.index % tile->cols() == worst->col)) {
        continue;
      }
      others.push_back(cell);
    }
    without(others);
  }

  bool drop_one_part(std::size_t parts) {
    const std::size_t count = relevant_.size();
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = count * part / parts;
      const std::size_t end = count * (part + 1) / parts;
      const std::vector<Cell> cells(relevant_.begin() + static_cast<std::ptrdiff_t>(begin),
                                    relevant_.begin() + static_cast<std::ptrdiff_t>(end));
      if (!cells.empty() && without(cells)) return true;
    }
    return false;
  }

  StoredCase& best_;
  ShrinkProbe& probe_;
  std::size_t choice_;
  std::uint64_t limit_;
  std::vector<Cell> relevant_;
};

}  // namespace

std::size_t relevant_elements(const StoredCase& shrunk) {
  const std::vector<Cell> cells = generators::cells_of(shrunk.test.call);
  std::size_t least = cells.size();
  for (std::size_t choice = 0; choice < choices; ++choice) {
    if (choice > 0 && least <= most_relevant) break;  // then the others were not tried
    const auto count = std::ranges::count_if(
        cells, [&](const Cell& cell) { return !is_neutral(shrunk, cell, choice); });
    least = std::min(least, static_cast<std::size_t>(count));
  }
  return least;
}

std::vector<Cell> shrink_elements(StoredCase& best, ShrinkProbe& probe) {
  std::vector<Cell> relevant = generators::cells_of(best.test.call);
  const StoredCase first = best;
  for (std::size_t choice = 0; choice < choices; ++choice) {
    if (choice > 0 && relevant.size() <= most_relevant) break;
    StoredCase other = first;
    const std::uint64_t share = probe.left() / (choice == 0 ? 2 : choices - choice);
    std::vector<Cell> found = Elements(other, probe, choice, share).run();
    if (choice > 0 && found.size() >= relevant.size()) continue;
    relevant = std::move(found);
    best = std::move(other);
  }
  return relevant;
}

void shrink_bits(StoredCase& best, const std::vector<Cell>& cells, ShrinkProbe& probe) {
  for (const Cell& cell : cells) {
    const std::uint64_t bits = bits_of(best, cell);
    const auto still_fails = [&](std::uint64_t simpler) {
      StoredCase other = best;
      put(other, cell, simpler);
      if (!make_admissible(other) || !probe.still_fails(other)) return false;
      best = std::move(other);
      return true;
    };
    generators::simplest(best.before[cell.operand].type(), bits, still_fails);
  }
}

}  // namespace assay::runners
