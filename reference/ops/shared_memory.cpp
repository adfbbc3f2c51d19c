// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/shared_memory.hpp"

#include <algorithm>
#include <array>
#include <variant>

namespace assay {
namespace {

/// Operands that must not overlap in manual mode, according to a page.
struct Apart {
  std::string_view op;
  TargetSet targets;
};

// A page that names devices also applies to the machine that the CPU represents; that of TRECIP
// names one generation and says so.
constexpr std::array apart{
    Apart{"TANDS", every_target}, Apart{"TORS", every_target},   Apart{"TXORS", every_target},
    Apart{"TXOR", every_target},  Apart{"TPRELU", every_target}, Apart{"TRECIP", {Target::a2a3}},
};

/// Operands of a form in one memory.
struct Together {
  std::string_view op, form, output, input;
};

/// A page requires it: InPlace of the TFILLPAD page.
constexpr std::array together{Together{"TFILLPAD_INPLACE", "two", "dst", "src"}};

/// Operands that a page lets be one tile, although results also follow from other places: the
/// accumulator of the TMATMUL_ACC page may be input and output.
constexpr std::array either{Together{"TMATMUL_ACC", "plain", "cOutMatrix", "cInMatrix"}};

/// Whether element (r, c) of both tiles has one place, and as many bits there.
bool lie_alike(const TileSpec& one, const TileSpec& other) {
  return one.rows() == other.rows() && one.cols() == other.cols() &&
         one.type.layout() == other.type.layout() && one.type.location == other.type.location &&
         one.type.fractal == other.type.fractal &&
         bits_of(one.type.element) == bits_of(other.type.element);
}

/// The only operand that a call of the form writes, except scratch; nothing if there are more, or
/// if it is not a tile.
std::optional<std::size_t> only_output(const Form& form) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const Operand& operand = form.operands[i];
    if (operand.role == Role::input || operand.role == Role::scratch) continue;
    if (found || operand.role != Role::output || operand.kind != OperandKind::tile) return {};
    found = i;
  }
  return found;
}

bool follow_in_place(const Form& form, const std::string& output, const std::string& input) {
  const bool is_either = std::ranges::any_of(either, [&](const Together& one) {
    return one.op == form.op && one.form == form.name && one.output == output && one.input == input;
  });
  if (is_either) return true;
  return !form.results.empty() && std::ranges::all_of(form.results, [&](const Result& result) {
    const auto& from = result.flow.in_place;
    // A copy in place shows nothing.
    return result.operand == output && !result.flow.copies &&
           std::ranges::find(from, input) != from.end();
  });
}

}  // namespace

std::vector<SharedMemory> places_in_place(const Form& form) {
  std::vector<SharedMemory> found;
  const auto output = only_output(form);
  if (!output || form.copies) return found;
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const Operand& operand = form.operands[i];
    if (operand.role != Role::input || operand.kind != OperandKind::tile) continue;
    if (follow_in_place(form, form.operands[*output].name, operand.name)) {
      found.push_back({*output, i});
    }
  }
  return found;
}

std::optional<SharedMemory> wanted_in_place(const Form& form, std::string_view scenario) {
  const bool last = scenario == in_last_place_name;
  if (!last && scenario != in_place_name && scenario != wide_in_place_name) return std::nullopt;
  const std::vector<SharedMemory> places = places_in_place(form);
  if (places.size() < (last ? 2U : 1U)) return std::nullopt;
  return last ? places.back() : places.front();
}

std::optional<SharedMemory> always_shared(const Form& form) {
  for (const Together& one : together) {
    if (one.op != form.op || one.form != form.name) continue;
    return SharedMemory{form.index_of(one.output), form.index_of(one.input)};
  }
  return std::nullopt;
}

std::optional<SharedMemory> shared_memory(const Call& call, std::string_view scenario) {
  if (const auto always = always_shared(*call.form)) {
    const auto* output = std::get_if<TileSpec>(&call.operands[always->output]);
    const auto* input = std::get_if<TileSpec>(&call.operands[always->input]);
    if (output == nullptr || input == nullptr || !lie_alike(*output, *input)) return std::nullopt;
    return always;
  }
  const auto wanted = wanted_in_place(*call.form, scenario);
  if (!wanted || !std::holds_alternative<TileSpec>(call.operands[wanted->input])) return {};
  if (call.operands[wanted->output] != call.operands[wanted->input]) return std::nullopt;
  return wanted;
}

std::optional<SharedMemory> shared_memory(const Case& test_case) {
  return shared_memory(test_case.call, test_case.scenario);
}

bool may_share_memory(std::string_view op, Target target) {
  return std::ranges::none_of(
      apart, [&](const Apart& one) { return one.op == op && one.targets.contains(target); });
}

std::vector<Sharing> sharing_of(const Form& form) {
  TargetSet targets;
  for (const Target target : all_targets) {
    const bool may = form.targets.contains(target) && may_share_memory(form.op, target);
    if (may) targets = targets.with(target);
  }
  std::vector<SharedMemory> places = places_in_place(form);
  if (const auto always = always_shared(form)) places.push_back(*always);
  std::vector<Sharing> found;
  for (const SharedMemory& one : places) {
    if (targets.empty()) break;
    found.push_back({form.operands[one.output].name, form.operands[one.input].name, targets});
  }
  return found;
}

void share_contents(const Case& test_case, std::vector<ElementArray>& contents) {
  const auto shared = shared_memory(test_case);
  if (!shared) return;
  const ElementArray& input = contents[shared->input];
  ElementArray& output = contents[shared->output];
  if (input.size() == 0 || input.type() == element_of(test_case.call.operands[shared->output])) {
    output = input;
    return;
  }
  // The two may be of different types.
  output = ElementArray(element_of(test_case.call.operands[shared->output]), input.size());
  for (std::int64_t i = 0; i < input.size(); ++i) output.set(i, input[i]);
}

}  // namespace assay
