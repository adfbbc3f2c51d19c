// SPDX-License-Identifier: Apache-2.0
// A case with explicit contents, and simpler contents for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "generators/shrink/smaller.hpp"
#include "reference/isa/case/case.hpp"
#include "reference/isa/case/program.hpp"

namespace assay::generators {

struct PrecomputedOracle;

/// Shrinking leaves contents that no key draws, and files may hold anything.
struct FilledCase {
  Case test;
  std::vector<ElementArray> before;  ///< with the first poison; empty: what the case draws
  /// All of it, where the case is a program: `test` is its last call, and `before` has its
  /// memories.
  std::shared_ptr<const Program> program = {};
  /// Of a case as it was drawn: the oracle that drawing has computed.
  std::shared_ptr<const PrecomputedOracle> oracle = {};
};

/// A program as a case, with its name.
FilledCase program_case(Program program);

/// The case with the contents that it draws.
FilledCase filled(Case test_case);

std::uint64_t bits_of(const FilledCase& filled, const Cell& cell);
/// The scalar operand of a call and its element in the contents are one thing.
void put(FilledCase& filled, const Cell& cell, std::uint64_t bits);

/// Some values are not to be given to a target: changes those. False where a scalar that a
/// constraint binds keeps the case from what it intends.
bool make_admissible(FilledCase& filled);

/// Elements that the call reads and that have not their type's most neutral value.
std::vector<Cell> discriminating_cells(const FilledCase& filled);

/// From a case to a simpler one; nothing if that fails.
using Simplification = std::function<std::optional<FilledCase>(const FilledCase&)>;

/// All simplifications of a case, the boldest first: every step down of its call with the first or
/// the last part of its contents; then neutral values for all elements that it reads, for halves
/// and ever smaller parts of them; then simpler bits. No chain of simpler cases is endless.
std::vector<Simplification> simplifications(const FilledCase& filled);

}  // namespace assay::generators
