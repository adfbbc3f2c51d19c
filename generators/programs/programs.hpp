// SPDX-License-Identifier: Apache-2.0
// Programs from pages: calls drawn one after the other, bound to what the calls before them left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/generate.hpp"
#include "reference/isa/case/program.hpp"

namespace assay::generators {

/// Most calls of a program.
inline constexpr int most_calls = 32;

/// The kind of a program, and so the way in which it is judged.
enum class ProgramKind : std::uint8_t {
  stepwise,  ///< each call by what the backend shows after it
  end,       ///< by the end alone, within bounds that are carried through all calls
  exact,     ///< by the end alone, which the pages give to the bit
  relation,  ///< exact, and a chain of calls of which two values are equal by what the ops mean
  outside,   ///< stepwise, and the last call breaks one constraint, so that it must be refused
};
/// "stepwise", "end", "exact", "relation", "outside".
std::string_view name_of(ProgramKind kind);
std::optional<ProgramKind> program_kind_named(std::string_view name);

/// Where a program comes from, apart from its key.
struct ProgramRecipe {
  Target target = Target::cpu;
  int calls = 8;  ///< at most so many: fewer if the memory has no space for more calls
  std::vector<std::string> ops = {};  ///< mnemonics of what may be called; empty: all
  ProgramKind kind = ProgramKind::stepwise;
  std::string relation = {};  ///< name of the chain where the kind is relation, `calls` long
};

/// Pure: same arguments, same program, on every machine. Every call keeps all constraints of its
/// page, but for the last one of a program that is outside, which breaks one that pages promise to
/// refuse. An input is where an earlier call wrote it, or brings what a single case would have
/// there; an output is in new memory, in memory whose value is needed no more, or in that of an
/// input (in_place()). Neighbours have the weight that kernels give them. Never ill_formed().
/// Throws std::invalid_argument for an invalid number of calls, and if no program can call any of
/// the ops on the target; Unreachable for a chain that does not work out for the key.
Program draw_program(const ProgramRecipe& recipe, std::uint32_t key);

/// Names of the relations that chains on a target show.
std::vector<std::string> relations_on(Target target);
/// The recipe of one of them. Throws std::invalid_argument for an unknown name.
ProgramRecipe chain_recipe(Target target, const std::string& relation);

/// Key of program `index` under a seed.
std::uint32_t program_key(const ProgramRecipe& recipe, std::uint64_t seed, std::uint64_t index);

/// Whether programs on that target call that op: it prints nothing and reads no element outside a
/// valid region.
bool may_be_called(const OpSpec& op, Target target);

/// PROGRAM/TARGET/CALLS@KEY, or PROGRAM/TARGET/OP+OP/CALLS@KEY if not all ops may be called; the
/// kind, unless it is stepwise, comes after the target: PROGRAM/TARGET/exact/CALLS@KEY; of a chain
/// also its relation: PROGRAM/TARGET/relation/NAME/CALLS@KEY.
std::string program_name(const ProgramRecipe& recipe, std::uint32_t key);
bool names_a_program(std::string_view name);
/// Takes program_name(), followed by the calls that were deleted: PROGRAM/a5/8@1f2e3d4c-3-5 lacks
/// the third and the fifth call. Throws BadName.
Program program_named(std::string_view name);

/// Contents of all images before the first call: what each call brings, and poison elsewhere.
ProgramMemory filled(const Program& program, Poison poison);
/// With either poison; what calls read is made once.
std::array<ProgramMemory, 2> filled_both(const Program& program);

/// The same contents where the program brings what calls read, and the second poison elsewhere.
ProgramMemory poisoned(const Program& program, const ProgramMemory& first);

/// The program without call `call`; a value that it wrote and others read is brought by the first
/// of these, as a single case would. Nothing where that is no program (the last call, or memory
/// that was used twice).
std::optional<Program> without(const Program& program, std::size_t call);

/// How often something is seen in programs, for reports of what was exercised.
struct ProgramHooks {
  std::vector<std::string> pairs;     ///< "TLOAD-TADD": an op reads what another wrote
  std::vector<std::string> memories;  ///< "GM-UB": read here, written there
  std::vector<std::string> layouts;   ///< "ND-NZ": likewise
};
ProgramHooks hooks_of(const Program& program);

}  // namespace assay::generators
