// SPDX-License-Identifier: Apache-2.0
#include "generators/enumerate/enumeration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

#include "generators/recipe/naming.hpp"
#include "reference/judge/records/sweep_record.hpp"

namespace assay::generators {
namespace {

/// A tile of an enumeration has this many inputs, or one of this many tiles if that is more.
constexpr std::uint64_t fewest_inputs = 256;
constexpr std::uint64_t usual_tiles = 32;

/// Families whose pages put element (i, j) of the result down to elements (i, j) of the operands.
bool goes_element_by_element(const OpSpec& op) {
  return op.family == "elementwise" || op.family == "bitwise" || op.family == "conversion";
}

/// The arguments that the page names; of an element by element page else all inputs.
std::vector<std::string> arguments_of(const OpSpec& op, const Form& form, const Result& result) {
  if (!result.arguments.empty() || !goes_element_by_element(op)) return result.arguments;
  std::vector<std::string> names;
  for (const Operand& operand : form.operands) {
    if (operand.role == Role::input) names.push_back(operand.name);
  }
  return names;
}

std::string place_of(const WantedCall& wanted) {
  return fmt::format("{} form {} on {}", wanted.op->mnemonic, wanted.form->name,
                     name_of(wanted.target));
}

std::uint64_t count_inputs(const Arguments& arguments, const InputPlan& plan) {
  if (plan.sample == 0 && arguments.bits() > most_enumerated_bits) {
    throw NotEnumerable(
        fmt::format("{} arguments of {} have 2^{} combinations, too many to drive them all",
                    arguments.count, name_of(arguments.type), arguments.bits()));
  }
  return plan.inputs(arguments.type, arguments.count).size();
}

/// The call for as many inputs, which need no more than one tile.
Case case_for(const WantedCall& wanted, const Result& result, std::uint64_t inputs) {
  if (auto found = widest_case(wanted, result, inputs)) return *std::move(found);
  throw NotEnumerable(
      fmt::format("{} takes no plain row-major tiles of {} that are all valid, which a sweep needs",
                  place_of(wanted), name_of(wanted.lead)));
}

Result swept_result(const WantedCall& wanted) {
  const std::optional<Result> result = function_of_elements(*wanted.op, *wanted.form);
  if (!result) {
    throw NotEnumerable(fmt::format(
        "{} form {} cannot be swept: its page does not say that the result is one function of the "
        "elements of its operands",
        wanted.op->mnemonic, wanted.form->name));
  }
  require_tiles_alone(*wanted.form, *result);
  return *result;
}

/// "+RoundMode=CAST_CEIL": attributes that have not their first value.
std::string spell_attributes(const Call& call) {
  std::string text;
  for (std::size_t i = 0; i < call.attributes.size(); ++i) {
    const auto value = static_cast<std::size_t>(call.attributes[i]);
    const Attribute& attribute = call.form->attributes[i];
    if (value > 0) text += fmt::format("+{}={}", attribute.name, attribute.values.at(value));
  }
  return text;
}

struct TileName {
  std::string_view form, target, types, plan;
  AttributeValues attributes;
};

std::string_view up_to(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}

TileName parse(std::string_view rest) {
  up_to(rest, '/');
  TileName name;
  name.form = up_to(rest, '/');
  name.target = up_to(rest, '/');
  name.types = up_to(rest, '/');
  std::string_view detail = rest;
  name.plan = up_to(detail, '+');
  while (!detail.empty()) {
    std::string_view attribute = up_to(detail, '+');
    const std::string key(up_to(attribute, '='));
    name.attributes[key] = std::string(attribute);
  }
  return name;
}

template <typename T>
T known(std::optional<T> found, std::string_view what, std::string_view text) {
  if (found) return *found;
  throw NotEnumerable(fmt::format("there is no {} '{}'", what, text));
}

/// Types in the order in which a name has them.
std::vector<ElementType> types_in(std::string_view text) {
  std::vector<ElementType> types;
  while (!text.empty()) {
    const std::string_view one = up_to(text, ',');
    types.push_back(known(element_named(one), "element type", one));
  }
  return types;
}

/// The place of an operand among the types of a name, where it has one.
std::size_t place_among_types(const Form& form, const std::string& operand) {
  if (operand == form.lead) return 0;
  std::size_t place = 1;
  for (const Operand& one : form.operands) {
    if (one.name == operand) return place;
    if (one.name != form.lead && one.role != Role::scratch && !one.set_before) ++place;
  }
  return place;
}

void require_attributes(const Form& form, const AttributeValues& wanted) {
  for (const auto& [name, value] : wanted) {
    const auto found = std::ranges::find(form.attributes, name, &Attribute::name);
    if (found == form.attributes.end() ||
        std::ranges::find(found->values, value) == found->values.end()) {
      throw NotEnumerable(
          fmt::format("{} form {} has no attribute '{}={}'", form.op, form.name, name, value));
    }
  }
}

Enumeration enumeration_of(const TileName& name, const OpSpec& op) {
  const auto form = std::ranges::find(op.forms, name.form, &Form::name);
  if (form == op.forms.end()) {
    throw NotEnumerable(fmt::format("{} has no form '{}'", op.mnemonic, name.form));
  }
  const std::vector<ElementType> types = types_in(name.types);
  if (types.empty()) throw NotEnumerable("it has no element types");
  const auto plan = known(input_plan_named(name.plan), "plan of consecutive inputs", name.plan);
  const Target target = known(target_named(name.target), "target", name.target);
  if (!form->targets.contains(target)) {
    throw NotEnumerable(
        fmt::format("{} form {} does not exist on {}", op.mnemonic, form->name, name.target));
  }
  require_attributes(*form, name.attributes);
  WantedCall wanted{&op, &*form, target, types.front(), {}, name.attributes};
  if (const auto result = function_of_elements(op, *form)) {
    const std::size_t place = place_among_types(*form, result->operand);
    if (place < types.size()) wanted.to = types[place];
  }
  return {wanted, plan};
}

}  // namespace

std::optional<Result> function_of_elements(const OpSpec& op, const Form& form) {
  for (Result result : form.results) {
    result.arguments = arguments_of(op, form, result);
    if (!result.arguments.empty() && form.has(result.operand)) return result;
  }
  return std::nullopt;
}

void require_tiles_alone(const Form& form, const Result& result) {
  for (const Operand& operand : form.operands) {
    const bool named = std::ranges::find(result.arguments, operand.name) != result.arguments.end();
    if (is_read(operand.role) && !named) {
      throw NotEnumerable(fmt::format("{} form {} cannot be swept: it also reads {}", form.op,
                                      form.name, operand.name));
    }
    if (named && operand.kind == OperandKind::scalar) {
      throw NotEnumerable(
          fmt::format("{} form {} cannot be swept: {} is a scalar, and a sweep drives tiles only",
                      form.op, form.name, operand.name));
    }
  }
  if (result.arguments.size() <= most_sweep_arguments) return;
  throw NotEnumerable(
      fmt::format("{} form {} cannot be swept: it has {} arguments, and a sweep drives at most {}",
                  form.op, form.name, result.arguments.size(), most_sweep_arguments));
}

void require_narrow(ElementType type) {
  if (bits_of(type) <= most_enumerated_bits) return;
  throw NotEnumerable(
      fmt::format("{} has too many patterns; a sweep takes types of at most {} bits", name_of(type),
                  most_enumerated_bits));
}

Arguments arguments_of(const Call& call) {
  Arguments found;
  for (std::size_t i = 0; i < call.form->operands.size(); ++i) {
    if (!is_read(call.form->operands[i].role)) continue;
    const ElementType own = element_of(call.operands[i]);
    if (found.count++ > 0 && found.type != own) {
      throw NotEnumerable(fmt::format("{} form {} cannot be swept: its arguments differ in type",
                                      call.form->op, call.form->name));
    }
    found.type = own;
  }
  require_narrow(found.type);
  return found;
}

Enumeration::Enumeration(const WantedCall& wanted, const InputPlan& plan) {
  const Result result = swept_result(wanted);
  const Case small = case_for(wanted, result, fewest_inputs);
  arguments_ = arguments_of(small.call);
  plan_ = plan;
  inputs_ = count_inputs(arguments_, plan);
  test_ = case_for(wanted, result, std::max(fewest_inputs, inputs_ / usual_tiles));
  require_narrow(element_of(test_.call.operands[wanted.form->index_of(result.operand)]));
  tile_inputs_ = static_cast<std::uint64_t>(test_.call.tile(result.operand).type.elements());
  test_.plan = plan.text();
  named_ = fmt::format("{}/{}/{}/{}/{}{}", wanted.op->mnemonic, wanted.form->name,
                       name_of(wanted.target), types(), test_.plan, spell_attributes(test_.call));
}

Enumeration Enumeration::of_at_most(const WantedCall& wanted, int most, const InputPlan& sample) {
  const Case small = case_for(wanted, swept_result(wanted), fewest_inputs);
  const bool all = arguments_of(small.call).bits() <= most;
  return {wanted, all ? InputPlan{} : sample};
}

std::int64_t Enumeration::tile_cols() const {
  const Form& form = test_.form();
  return test_.call.tile(form.results.front().operand).type.cols;
}

std::vector<std::uint64_t> Enumeration::input(std::uint64_t index) const {
  const InputSpace space = plan_.inputs(arguments_.type, arguments_.count);
  std::vector<std::uint64_t> bits;
  for (std::size_t k = 0; k < arguments_.count; ++k) {
    std::uint32_t word = 0;
    space.fill(k, index, {&word, 1});
    bits.push_back(word);
  }
  return bits;
}

std::string Enumeration::types() const { return spell_types(test_.call); }

Case Enumeration::tile(std::uint32_t number) const {
  Case test_case = test_;
  test_case.key = number;
  test_case.name = fmt::format("{}@{}", named_, number);
  return test_case;
}

bool names_a_tile(std::string_view name) {
  return std::ranges::count(name, '/') == 4 && name.find('@') != std::string_view::npos;
}

Enumeration enumeration_named(std::string_view name, const OpSpec& op) {
  static std::mutex mutex;
  static std::map<std::string, Enumeration, std::less<>> known_ones;
  const std::lock_guard lock(mutex);
  auto found = known_ones.find(name);
  if (found == known_ones.end()) {
    found = known_ones.emplace(std::string(name), enumeration_of(parse(name), op)).first;
  }
  return found->second;
}

Case enumerated_case(std::string_view name, const OpSpec& op) {
  const std::size_t at = name.find('@');
  const Enumeration found = enumeration_named(name.substr(0, at), op);
  const std::string_view text = name.substr(at + 1);
  std::uint32_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || fmt::format("{}", number) != text) {
    throw NotEnumerable(
        fmt::format("after '@' must be the number of a tile, from 0, not '{}'", text));
  }
  if (number >= found.tiles()) {
    throw NotEnumerable(
        fmt::format("there are {} tiles, the last is number {}", found.tiles(), found.tiles() - 1));
  }
  Case test_case = found.tile(number);
  if (test_case.name == name) return test_case;
  throw NotEnumerable(fmt::format("it is spelled '{}'", test_case.name));
}

}  // namespace assay::generators
