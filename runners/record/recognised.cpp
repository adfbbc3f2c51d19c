// SPDX-License-Identifier: Apache-2.0
#include "runners/record/recognised.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/call/described_call.hpp"
#include "runners/sdk/source/spelling.hpp"

namespace assay::runners {
namespace {

/// More combinations of attribute values than any form has.
constexpr std::size_t most_combinations = 100'000;

/// A type as a template argument, in the words of sdk::spelled().
constexpr std::string_view operand_type = "std::remove_reference_t<";

/// The arguments without what follows the last one that a page can know: events to wait for.
std::size_t counted_arguments(const RecordedCall& recorded) {
  std::size_t count = recorded.arguments.size();
  while (count > 0 && std::holds_alternative<RecordedOther>(recorded.arguments[count - 1])) --count;
  return count;
}

char letter_of(const RecordedArgument& argument) {
  if (std::holds_alternative<RecordedName>(argument)) return 'n';
  if (std::holds_alternative<RecordedWords>(argument)) return 'w';
  const auto* operand = std::get_if<RecordedOperand>(&argument);
  if (operand == nullptr) return '?';
  constexpr std::string_view plain = "tgs", pointed = "TGS";
  return (operand->pointed ? pointed : plain)[operand->value.index()];
}

/// Calls with one text are recognised alike.
std::string spelling_of(const RecordedCall& recorded) {
  std::string text = recorded.op + "<";
  for (const std::string& one : recorded.templates) text += one + ",";
  text += ">";
  for (std::size_t i = 0; i < counted_arguments(recorded); ++i) {
    const RecordedArgument& argument = recorded.arguments[i];
    text += letter_of(argument);
    if (const auto* name = std::get_if<RecordedName>(&argument)) text += name->text + ",";
    if (const auto* words = std::get_if<RecordedWords>(&argument)) {
      text += fmt::format("{}", words->words.size());
    }
  }
  return text;
}

OperandValue any_value(OperandKind kind) {
  switch (kind) {
    case OperandKind::tile:
      return TileSpec{};
    case OperandKind::global:
      return GlobalSpec{};
    default:
      return ScalarSpec{};
  }
}

/// Why calls of the form cannot be judged from what a recording has; empty if they can.
std::string beyond_recordings(const Form& form) {
  for (const Operand& operand : form.operands) {
    if (operand.set_before) return "it depends on settings that are made before the call";
    if (operand.name == "storage") return "it binds memory, and computes nothing";
  }
  if (sdk::needs_tf32(form)) return "it depends on a mode that is set before the call";
  const bool prints = std::ranges::any_of(
      form.results, [](const Result& result) { return result.operand == "text"; });
  return prints ? "it prints" : "";
}

/// "true" is also written 1.
bool same_value(std::string_view page, std::string_view recorded) {
  if (page == recorded) return true;
  return (page == "true" && recorded == "1") || (page == "false" && recorded == "0");
}

/// A value among template arguments.
struct TemplateValue {
  std::string text;
  bool first;  ///< the page lists it first, as what a call has that leaves it out
};

/// Those that the table writes, without types.
std::vector<TemplateValue> values_of(const std::vector<sdk::SpelledArgument>& templates,
                                     const Call& call) {
  std::vector<TemplateValue> values;
  for (const sdk::SpelledArgument& one : templates) {
    const bool first = one.attribute && call.attributes[*one.attribute] == 0;
    std::string_view rest = one.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(", "), rest.size());
      const std::string_view part = rest.substr(0, end);
      if (!part.starts_with(operand_type)) values.push_back({std::string(part), first});
      rest.remove_prefix(std::min(end + 2, rest.size()));
    }
  }
  return values;
}

/// Enumerations have their default first on a page; numbers need not.
bool may_be_left_out(const TemplateValue& value) {
  return value.first && value.text.find("::") != std::string::npos;
}

/// Whether the value is the one that a call has without it.
bool is_default(const std::string& value) { return value.ends_with("::DEFAULT"); }

/// Whether a call has these values; it may leave out the last ones.
bool same_values(const std::vector<TemplateValue>& values, std::vector<std::string> given) {
  if (given.size() > values.size()) std::erase_if(given, is_default);
  if (given.size() > values.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool same =
        i < given.size() ? same_value(values[i].text, given[i]) : may_be_left_out(values[i]);
    if (!same) return false;
  }
  return true;
}

bool takes(const Operand& operand, const sdk::SpelledArgument& spelled,
           const RecordedArgument& argument) {
  const char letter = letter_of(argument);
  const bool pointer = spelled.text.starts_with('&');
  switch (operand.kind) {
    case OperandKind::tile:
      return letter == (pointer ? 'T' : 't');
    case OperandKind::global:
      return letter == (pointer ? 'G' : 'g');
    default:
      return letter == 's' || letter == 'w';
  }
}

/// Puts the words of an array on the operands from `first` on that have them.
void take_words(CalledForm& called, std::size_t first, std::size_t argument, std::size_t words) {
  for (std::size_t i = 0; i < words && first + i < called.operands.size(); ++i) {
    called.operands[first + i] = {argument, i};
  }
}

/// The form with these attributes, if it is spelled as the recorded call.
std::optional<CalledForm> matched(const Call& candidate, const RecordedCall& recorded) {
  const DescribedCall described(candidate);
  const sdk::SpelledCall spelled = sdk::spelled(described.get());
  if (spelled.arguments.size() != counted_arguments(recorded)) return std::nullopt;
  if (!same_values(values_of(spelled.templates, candidate), recorded.templates)) {
    return std::nullopt;
  }
  CalledForm called{.form = candidate.form, .attributes = candidate.attributes, .operands = {}};
  called.operands.resize(candidate.operands.size());
  for (std::size_t i = 0; i < spelled.arguments.size(); ++i) {
    const sdk::SpelledArgument& expected = spelled.arguments[i];
    const RecordedArgument& argument = recorded.arguments[i];
    if (!expected.operand) {
      const auto* name = std::get_if<RecordedName>(&argument);
      if (name == nullptr || !same_value(expected.text, name->text)) return std::nullopt;
      continue;
    }
    const std::size_t operand = *expected.operand;
    if (!takes(candidate.form->operands[operand], expected, argument)) return std::nullopt;
    called.operands[operand] = {i, 0};
    if (const auto* words = std::get_if<RecordedWords>(&argument)) {
      take_words(called, operand, i, words->words.size());
    }
  }
  return called;
}

/// Calls `use` with every combination of attribute values until it returns true.
template <typename Use>
void for_attributes(Call call, const Use& use) {
  const std::vector<Attribute>& attributes = call.form->attributes;
  for (std::size_t tried = 0; tried < most_combinations; ++tried) {
    if (use(call)) return;
    std::size_t place = 0;
    while (place < attributes.size()) {
      if (++call.attributes[place] < static_cast<int>(attributes[place].values.size())) break;
      call.attributes[place++] = 0;
    }
    if (place == attributes.size()) return;
  }
}

/// The number as C++ converts it to another type.
ScalarSpec converted(const ScalarSpec& scalar, ElementType to) {
  if (scalar.element == to) return scalar;
  if (is_integer(scalar.element) && is_integer(to)) {
    std::uint64_t bits = scalar.bits & mask_of(scalar.element);
    const int width = bits_of(scalar.element);
    const bool negative = is_signed(scalar.element) && (bits >> (width - 1) & 1) != 0;
    if (negative) bits |= ~mask_of(scalar.element);
    return {to, bits & mask_of(to)};
  }
  const numerics::Real value = numerics::decode(scalar.element, scalar.bits);
  const auto mode =
      is_float(to) ? numerics::RoundMode::nearest_even : numerics::RoundMode::toward_zero;
  return {to, numerics::encode(to, value, mode)};
}

const Constraint* first_broken(const Call& call) {
  for (const Constraint& one : call.form->constraints) {
    if (one.applies(call) && !one.holds(call)) return &one;
  }
  return nullptr;
}

std::size_t broken_count(const Call& call) {
  return static_cast<std::size_t>(std::ranges::count_if(
      call.form->constraints,
      [&](const Constraint& one) { return one.applies(call) && !one.holds(call); }));
}

bool has_scalar(const Call& call) {
  return std::ranges::any_of(call.operands, [](const OperandValue& value) {
    return std::holds_alternative<ScalarSpec>(value);
  });
}

/// The call with the scalars as they were written, and as the types of operands convert them.
std::vector<Call> readings_of(const Call& call) {
  std::vector<Call> all{call};
  if (!has_scalar(call)) return all;
  std::vector<ElementType> types;
  for (const OperandValue& value : call.operands) {
    if (std::holds_alternative<ScalarSpec>(value)) continue;
    const ElementType type = element_of(value);
    if (std::ranges::find(types, type) == types.end()) types.push_back(type);
  }
  for (const ElementType more : {ElementType::f32, ElementType::i32, ElementType::u32}) {
    if (std::ranges::find(types, more) == types.end()) types.push_back(more);
  }
  for (const ElementType type : types) {
    Call other = call;
    for (OperandValue& value : other.operands) {
      if (auto* scalar = std::get_if<ScalarSpec>(&value)) *scalar = converted(*scalar, type);
    }
    if (other.operands != call.operands) all.push_back(std::move(other));
  }
  return all;
}

RecognisedCall filled(const CalledForm& called, const RecordedCall& recorded, Target target) {
  RecognisedCall made{.call = {called.form, target, {}, called.attributes}, .operands = {}};
  for (const CalledForm::Source& source : called.operands) {
    const RecordedArgument& argument = recorded.arguments[source.argument];
    if (const auto* words = std::get_if<RecordedWords>(&argument)) {
      made.call.operands.emplace_back(ScalarSpec{ElementType::u32, words->words.at(source.word)});
      made.operands.push_back(nullptr);
      continue;
    }
    const auto& operand = std::get<RecordedOperand>(argument);
    made.call.operands.push_back(operand.value);
    made.operands.push_back(&operand);
  }
  return made;
}

}  // namespace

const Recogniser::Found& Recogniser::forms_of(const RecordedCall& recorded) {
  const auto [entry, is_new] = found_.try_emplace(spelling_of(recorded));
  Found& found = entry->second;
  if (!is_new) return found;
  const OpSpec* page = find_op(recorded.op);
  if (page == nullptr) {
    found.why = "it has no page";
    return found;
  }
  for (const Form& form : page->forms) {
    if (!form.targets.contains(target_)) continue;
    Call candidate{&form, target_, {}, std::vector<int>(form.attributes.size(), 0)};
    for (const Operand& one : form.operands) candidate.operands.push_back(any_value(one.kind));
    for_attributes(candidate, [&](const Call& call) {
      std::optional<CalledForm> called = matched(call, recorded);
      if (!called) return false;
      std::string why = beyond_recordings(form);
      if (why.empty()) found.forms.push_back(*std::move(called));
      if (!why.empty()) found.why = std::move(why);
      return true;
    });
  }
  if (found.forms.empty() && found.why.empty()) {
    found.why = fmt::format("no form of its page on {} is called so", name_of(target_));
  }
  return found;
}

std::optional<RecognisedCall> Recogniser::recognise(const RecordedCall& recorded,
                                                    std::string& why) {
  const Found& found = forms_of(recorded);
  std::optional<RecognisedCall> best;
  std::size_t fewest = 0;
  for (const CalledForm& called : found.forms) {
    RecognisedCall made = filled(called, recorded, target_);
    for (Call& reading : readings_of(made.call)) {
      const std::size_t broken = broken_count(reading);
      if (best && broken >= fewest) continue;
      fewest = broken;
      best = {std::move(reading), made.operands, nullptr};
      best->broken = first_broken(best->call);
      if (broken == 0) return best;
    }
  }
  if (!best) why = found.why;
  return best;
}

}  // namespace assay::runners
