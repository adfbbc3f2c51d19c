// SPDX-License-Identifier: Apache-2.0
// A case with explicit contents, and simpler contents for it.
#include "generators/filled_case.hpp"

#include <algorithm>
#include <utility>

#include "generators/draw/simpler_bits.hpp"
#include "generators/generate.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::generators {
namespace {

/// If there are more elements, single ones are not tried: the call gets smaller first.
constexpr std::size_t most_parts = 256;
/// The most elements whose bits are simplified.
constexpr std::size_t most_simplified = 16;

ElementType type_of(const FilledCase& filled, const Cell& cell) {
  return filled.before[cell.operand].type();
}

Weight whole_weight(const FilledCase& filled) {
  Weight sum;
  for (const Cell& cell : cells_of(filled.test.call)) {
    sum += weight_of(type_of(filled, cell), bits_of(filled, cell));
  }
  return sum;
}

/// Contents follow the call, but the values of scalars are part of it.
void adopt_scalars(FilledCase& filled) {
  for (std::size_t i = 0; i < filled.before.size(); ++i) {
    const auto* scalar = std::get_if<ScalarSpec>(&filled.test.call.operands[i]);
    if (scalar != nullptr) filled.before[i].set(0, scalar->bits);
  }
}

std::optional<FilledCase> with_smaller_call(const FilledCase& from, const Change& step,
                                            Cut::Place place) {
  std::optional<Call> call = smaller_call(from.test, step);
  if (!call) return std::nullopt;
  FilledCase smaller{from.test, {}};
  smaller.test.call = *std::move(call);
  Cut cut;
  cut.place = place;
  smaller.before = carry_over(from.test, from.before, smaller.test, cut);
  adopt_scalars(smaller);
  smaller.test.name = shrunk_name(smaller.test, smaller.before);
  return smaller;
}

struct NewBits {
  Cell cell;
  std::uint64_t bits;
};

std::optional<FilledCase> with_bits(const FilledCase& from, const std::vector<NewBits>& changes) {
  FilledCase simpler = from;
  for (const NewBits& change : changes) put(simpler, change.cell, change.bits);
  if (!make_admissible(simpler) || !(whole_weight(simpler) < whole_weight(from)))
    return std::nullopt;
  simpler.test.name = shrunk_name(simpler.test, simpler.before);
  return simpler;
}

Simplification neutral(const FilledCase& filled, const std::vector<Cell>& cells,
                       std::size_t choice) {
  std::vector<NewBits> changes;
  changes.reserve(cells.size());
  for (const Cell& cell : cells) {
    changes.push_back({cell, neutral_values(type_of(filled, cell))[choice]});
  }
  return [changes](const FilledCase& from) { return with_bits(from, changes); };
}

void add_smaller_calls(const FilledCase& filled, std::vector<Simplification>& simpler) {
  for (const Change& step : steps_down(filled.test.call)) {
    for (const Cut::Place place : {Cut::Place::first, Cut::Place::last}) {
      simpler.emplace_back(
          [=](const FilledCase& from) { return with_smaller_call(from, step, place); });
    }
  }
}

void add_neutral_parts(const FilledCase& filled, const std::vector<Cell>& cells,
                       std::vector<Simplification>& simpler) {
  for (const std::size_t choice : {0U, 1U}) simpler.push_back(neutral(filled, cells, choice));
  for (std::size_t parts = 2; parts < 2 * cells.size() && parts <= most_parts; parts *= 2) {
    for (std::size_t part = 0; part < parts; ++part) {
      const auto begin = static_cast<std::ptrdiff_t>(cells.size() * part / parts);
      const auto end = static_cast<std::ptrdiff_t>(cells.size() * (part + 1) / parts);
      if (begin == end) continue;
      simpler.push_back(neutral(filled, {cells.begin() + begin, cells.begin() + end}, 0));
    }
  }
}

void add_simpler_bits(const FilledCase& filled, const std::vector<Cell>& cells,
                      std::vector<Simplification>& simpler) {
  if (cells.size() > most_simplified) return;
  for (const Cell& cell : cells) {
    for (const std::uint64_t bits :
         simpler_patterns(type_of(filled, cell), bits_of(filled, cell))) {
      simpler.emplace_back([=](const FilledCase& from) {
        return with_bits(from, {NewBits{cell, bits}});
      });
    }
  }
}

}  // namespace

FilledCase program_case(Program program) {
  const auto whole = std::make_shared<const Program>(std::move(program));
  return {whole->steps.back().test, {}, whole};
}

FilledCase filled(Case test_case) {
  std::vector<ElementArray> before = fill(test_case, Poison::first);
  return {std::move(test_case), std::move(before)};
}

std::uint64_t bits_of(const FilledCase& filled, const Cell& cell) {
  return filled.before[cell.operand][cell.index];
}

void put(FilledCase& filled, const Cell& cell, std::uint64_t bits) {
  filled.before[cell.operand].set(cell.index, bits);
  if (auto* scalar = std::get_if<ScalarSpec>(&filled.test.call.operands[cell.operand])) {
    scalar->bits = bits;
  }
}

bool make_admissible(FilledCase& filled) {
  const Case& test_case = filled.test;
  for (const Constraint& constraint : test_case.form().constraints) {
    const bool broken = !test_case.intent.legal() && &constraint == test_case.broken();
    if (constraint.applies(test_case.call) && constraint.holds(test_case.call) == broken)
      return false;
  }
  if (test_case.form().admit) test_case.form().admit(test_case.call, filled.before);
  share_contents(test_case, filled.before);
  return true;
}

std::vector<Cell> discriminating_cells(const FilledCase& filled) {
  std::vector<Cell> cells = cells_of(filled.test.call);
  std::erase_if(cells, [&](const Cell& cell) {
    return bits_of(filled, cell) == neutral_values(type_of(filled, cell)).front();
  });
  return cells;
}

std::vector<Simplification> simplifications(const FilledCase& filled) {
  std::vector<Simplification> simpler;
  add_smaller_calls(filled, simpler);
  const std::vector<Cell> cells = discriminating_cells(filled);
  add_neutral_parts(filled, cells, simpler);
  add_simpler_bits(filled, cells, simpler);
  return simpler;
}

}  // namespace assay::generators
