// SPDX-License-Identifier: Apache-2.0
// Cases from pages: structure drawn by construction, values from a counter-based generator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case.hpp"

namespace assay::generators {

struct Looked;

/// Version of everything that decides which cases a seed gives. Part of every key.
inline constexpr std::string_view suite_version = "7";

/// Where a case comes from, apart from its key.
struct Recipe {
  const OpSpec* op = nullptr;
  const Form* form = nullptr;
  Target target = Target::cpu;
  ElementType lead = ElementType::f32;
  Intent intent;
  std::string plan;
  std::string scenario;
  /// Twisted at launch alone, on a signature that plain cases of the form have.
  bool guest = false;
  /// All tiles have one Tile type, as far as the constraints let them: what libraries take that
  /// refuse tiles of several types.
  bool alike = false;
};

/// Element types the lead operand may have on a target, in the order of ElementType.
std::vector<ElementType> lead_elements(const Form& form, Target target);

/// All recipes of a form on a target with one lead element: every plan and scenario inside, every
/// reachable edge, every constraint that can be broken alone with that lead. The order is fixed.
/// Twisted calls (scenarios, edges) take the plans in turn, the form's own first; `turn` says with
/// which of them the first call begins, so that over as many turns as there are plans each call
/// takes each.
std::vector<Recipe> recipes(const OpSpec& op, const Form& form, Target target, ElementType lead,
                            std::uint64_t turn = 0);

/// Names of the scenarios that every form has besides its page's, where its constraints let it:
/// from 16,384 elements on; the same with tiles of one type and lines that no number of threads
/// divides; and without the last lines.
inline constexpr std::string_view large_name = "large";
inline constexpr std::array<std::string_view, 3> common_names{large_name, "large alike",
                                                              "large part"};

/// Whether the name is one of these.
bool is_common(std::string_view scenario);

/// The recipe of such a call; nothing where the form has none. One lead element shows it.
std::optional<Recipe> common_recipe(std::string_view scenario, const OpSpec& op, const Form& form,
                                    Target target, ElementType lead, std::uint64_t turn = 0);

/// The same of every form, target and lead element, in this order.
std::vector<Recipe> recipes(const OpSpec& op);

/// Cases from one index on that share the upper half of their keys, and so a signature.
inline constexpr std::uint64_t cases_of_a_signature = 16;

/// Whether the recipe is a plan alone. What a library must compile for such cases does not follow
/// from the plan: all plans of a form share their signatures.
bool is_plain(const Recipe& recipe);

/// Whether the recipe may have guests: what it shows, a scenario or a rule, may be seen at launch.
bool may_be_guest(const Recipe& recipe);

/// Key of case `index` of a recipe under a seed. The groups of a plain recipe go through the
/// signatures that the plans of its form share, as many as there are plans, then as many others.
/// Those of a guest are numbered as those of its host.
std::uint32_t key_of(const Recipe& recipe, std::uint64_t seed, std::uint64_t index);

/// The case of a recipe and a key. Pure: same arguments, same case, on every machine.
/// Throws Unreachable where the recipe has no case (an edge that does not exist, a constraint that
/// cannot be broken alone), and std::invalid_argument where a page asks for a value plan that does
/// not exist. `looked` gets what drawing has looked at of the case, if anything (telling.hpp).
Case draw(const Recipe& recipe, std::uint32_t key, Looked* looked = nullptr);

class Unreachable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The two hostile fillings of everything that a call must not read: output tiles, scratch,
/// elements outside the valid region of inputs, gaps of global memory.
enum class Poison : std::uint8_t { first, second };

/// Contents of every operand before the call, in logical order. Inputs follow the value plan;
/// element i of operand k depends on (key, k, i) alone.
std::vector<ElementArray> fill(const Case& test, Poison poison);

/// A case from its readable name, OP/FORM/TARGET/DTYPES/SHAPE/VALID/PLAN[+TWIST]@KEY.
/// Throws BadName with a sentence that says which part is wrong.
Case case_named(std::string_view name);

class BadName : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// What the page lint found for one form on one target.
struct Lint {
  const Form* form = nullptr;
  Target target = Target::cpu;
  int inside_tries = 0;
  int inside_valid = 0;
  std::vector<std::string> breaks_alone;  ///< constraint names
  std::vector<std::string> redundant;     ///< cannot be broken alone: "NAME: also breaks OTHER"
  std::vector<std::string> vacuous;       ///< nothing on this target can break it
  std::vector<std::string> stated;        ///< marked as following from others: "NAME: why"
};
Lint lint(const OpSpec& op, const Form& form, Target target, int tries);

}  // namespace assay::generators
