// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "generators/enumerate/enumeration.hpp"
#include "generators/generate.hpp"
#include "reference/judge/flushing.hpp"
#include "reference/judge/judge.hpp"
#include "reference/judge/records/sweep_record.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

constexpr int default_sample = 24;
constexpr int quick_bits = 24;  // of all arguments together: so few inputs are never sampled
constexpr int most_bits = 32;

/// A form with the first of its results that can be swept.
struct Candidate {
  const Form* form = nullptr;
  Result result = {};
};

generators::AttributeValues attributes_of(const SweepOptions& options) {
  generators::AttributeValues values;
  for (const std::string& text : options.attributes) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || equals + 1 == text.size()) {
      throw UsageError(fmt::format(
          "--attribute {} has no value; give NAME=VALUE, as in RoundMode=CAST_RINT", text));
    }
    if (!values.emplace(name, text.substr(equals + 1)).second) {
      throw UsageError(fmt::format("--attribute {} is given twice", name));
    }
  }
  return values;
}

bool has_attributes(const Form& form, const generators::AttributeValues& wanted) {
  return std::ranges::all_of(wanted, [&](const auto& one) {
    const auto found = std::ranges::find(form.attributes, one.first, &Attribute::name);
    return found != form.attributes.end() &&
           std::ranges::find(found->values, one.second) != found->values.end();
  });
}

/// The values of each attribute of all forms.
std::map<std::string, std::vector<std::string>> known_attributes(const OpSpec& op) {
  std::map<std::string, std::vector<std::string>> known;
  for (const Form& form : op.forms) {
    for (const Attribute& attribute : form.attributes) {
      std::vector<std::string>& values = known[attribute.name];
      for (const auto& value : attribute.values) {
        if (std::ranges::find(values, value) == values.end()) values.emplace_back(value);
      }
    }
  }
  return known;
}

/// Why no form has the attributes.
std::string lacking_text(const OpSpec& op, const generators::AttributeValues& wanted) {
  const auto known = known_attributes(op);
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const auto& [name, values] : known) names.push_back(name);
  for (const auto& [name, value] : wanted) {
    const auto found = known.find(name);
    if (found == known.end()) {
      return names.empty() ? fmt::format("{} has no attributes", op.mnemonic)
                           : fmt::format("{} has no attribute '{}'{}", op.mnemonic, name,
                                         suggestion(name, names));
    }
    if (std::ranges::find(found->second, value) == found->second.end()) {
      return fmt::format("{} of {} has no value '{}'{}", name, op.mnemonic, value,
                         suggestion(value, found->second));
    }
  }
  return fmt::format("no form of {} that is meant has all these attributes", op.mnemonic);
}

std::vector<Candidate> candidates_of(const OpSpec& op, const std::optional<std::string>& name,
                                     const generators::AttributeValues& attributes) {
  bool lacks = false;
  std::vector<std::string> known;
  std::vector<Candidate> found;
  bool named = false;
  for (const Form& form : op.forms) {
    known.push_back(form.name);
    if (name && *name != form.name) continue;
    named = true;
    if (!has_attributes(form, attributes)) {
      lacks = true;
      continue;
    }
    if (auto result = generators::function_of_elements(op, form)) {
      found.push_back({&form, *std::move(result)});
    }
  }
  if (!named) {
    throw UsageError(fmt::format("{} has no form '{}'{}", op.mnemonic, name.value_or(""),
                                 suggestion(name.value_or(""), known)));
  }
  if (found.empty() && lacks) throw UsageError(lacking_text(op, attributes));
  if (found.empty()) {
    throw UsageError(fmt::format(
        "{} cannot be swept: its page does not say that the result is one function of the elements "
        "of its operands",
        op.mnemonic));
  }
  return found;
}

bool takes(const Form& form, Target target, ElementType lead) {
  const std::vector<ElementType> elements = generators::lead_elements(form, target);
  return std::ranges::find(elements, lead) != elements.end();
}

struct Choice {
  Candidate what;
  Target target;
};

/// Without a named target the last one of those that take the type.
Choice choose(const OpSpec& op, const SweepOptions& options, ElementType lead) {
  const std::vector<Candidate> candidates = candidates_of(op, options.form, attributes_of(options));
  std::vector<Target> targets(all_targets.rbegin(), all_targets.rend());
  if (options.target) targets = {known_target(*options.target)};
  std::vector<std::string> known;
  for (const Candidate& candidate : candidates) {
    for (const Target target : targets) {
      if (takes(*candidate.form, target, lead)) return {candidate, target};
      for (const ElementType other : generators::lead_elements(*candidate.form, target)) {
        const std::string name(name_of(other));
        if (std::ranges::find(known, name) == known.end()) known.push_back(name);
      }
    }
  }
  throw UsageError(fmt::format(
      "{}{} does not take {}{}{}", op.mnemonic, options.form ? " form " + *options.form : "",
      options.dtype, options.target ? " on " + *options.target : "",
      known.empty() ? "" : fmt::format("; it takes {}", fmt::join(known, ", "))));
}

InputSpace space_of(ElementType type, std::size_t arity, const SweepOptions& options,
                    std::string& selection) {
  const int bits = bits_of(type) * static_cast<int>(arity);
  if (options.exhaustive && bits > most_bits) {
    throw UsageError(fmt::format(
        "{} arguments of {} have 2^{} combinations, too many to drive them all; leave --exhaustive "
        "out for a sample",
        arity, name_of(type), bits));
  }
  if (options.exhaustive || bits <= quick_bits) {
    if (options.sample) {
      throw UsageError(fmt::format("all 2^{} inputs are driven; leave --sample out", bits));
    }
    selection = "all";
    return InputSpace(std::vector<Codes>(arity, Codes::all(type)));
  }
  const int sample = options.sample.value_or(default_sample);
  selection = fmt::format("sample of 2^{}", sample);
  const std::uint64_t each = std::uint64_t{1} << (sample / static_cast<int>(arity));
  return InputSpace(std::vector<Codes>(arity, Codes::sample(type, each)));
}

Tolerance tolerance_of(const SweepOptions& options, const Form& form, const Result& result,
                       Target target, ElementType element) {
  if (result.accuracy.empty()) return {Tolerance::Kind::exact, 0, "the page rounds nothing"};
  return load_accuracy(options.accuracy).of({result.accuracy, form.op, form.name, target, element});
}

/// Choices of which the results may follow any reading.
std::vector<assay::Choice> open_choices_of(const Result& result, const Call& call,
                                           const ToleranceLookup& tolerances) {
  std::vector<assay::Choice> open;
  if (!counts_subnormals(result, call)) return open;
  std::ranges::copy_if(result.choices, std::back_inserter(open),
                       [&](assay::Choice choice) { return !tolerances.pinned(choice, call); });
  return open;
}

std::uint64_t combinations(ElementType type, std::size_t arity) {
  const int bits = bits_of(type) * static_cast<int>(arity);
  return std::uint64_t{1} << std::min(bits, 62);
}

/// "f32, i8, u8".
std::string listed(const std::set<ElementType>& types) {
  std::vector<std::string_view> names;
  names.reserve(types.size());
  for (const ElementType type : types) names.push_back(name_of(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

Case case_of(generators::WantedCall wanted, const Result& result, const SweepOptions& options) {
  const std::string& op = wanted.op->mnemonic;
  if (options.to) wanted.to = known_element(*options.to);
  if (!options.to) {
    const std::set<ElementType> types = generators::result_types(wanted, result.operand);
    if (types.size() > 1) {
      throw UsageError(fmt::format("{} cannot be swept: it makes {} of {}; name one with --to", op,
                                   listed(types), options.dtype));
    }
  }
  if (auto found = generators::widest_case(wanted, result,
                                           combinations(wanted.lead, result.arguments.size()))) {
    return std::move(*found);
  }
  if (options.to) {
    wanted.to.reset();
    const std::set<ElementType> types = generators::result_types(wanted, result.operand);
    if (!types.contains(known_element(*options.to))) {
      throw UsageError(fmt::format("{} form {} on {} makes no {} of {}; it makes {}", op,
                                   wanted.form->name, name_of(wanted.target), *options.to,
                                   options.dtype, listed(types)));
    }
  }
  throw UsageError(
      fmt::format("{} form {} on {} takes no plain row-major tiles of {} that are all valid, "
                  "which a sweep needs",
                  op, wanted.form->name, name_of(wanted.target), options.dtype));
}

}  // namespace

namespace {

SweepPlan planned(const SweepOptions& options) {
  const OpSpec& op = known_op(options.op);
  const ElementType lead = known_element(options.dtype);
  const auto [what, target] = choose(op, options, lead);
  const auto& [form, result] = what;
  generators::require_tiles_alone(*form, result);
  const generators::WantedCall wanted{&op, form, target, lead, {}, attributes_of(options)};
  Case test_case = case_of(wanted, result, options);
  std::vector<std::size_t> arguments;
  for (const std::string& name : result.arguments) arguments.push_back(form->index_of(name));
  const std::size_t output = form->index_of(result.operand);
  const ElementType from = generators::arguments_of(test_case.call).type;
  const ElementType to = element_of(test_case.call.operands[output]);
  generators::require_narrow(to);
  std::string selection;
  InputSpace inputs = space_of(from, arguments.size(), options, selection);
  const ToleranceLookup tolerances = granted(options.accuracy, options.choices);
  const ChosenReadings readings = tolerances.readings(test_case.call);
  std::vector<assay::Choice> open = open_choices_of(result, test_case.call, tolerances);
  return {.op = &op,
          .result = result,
          .test = std::move(test_case),
          .arguments = std::move(arguments),
          .output = output,
          .from = from,
          .to = to,
          .tolerance = tolerance_of(options, *form, result, target, to),
          .readings = readings,
          .open_choices = std::move(open),
          .inputs = std::move(inputs),
          .selection = std::move(selection)};
}

}  // namespace

SweepPlan plan_sweep(const SweepOptions& options) {
  try {
    return planned(options);
  } catch (const generators::NotEnumerable& error) {
    throw UsageError(error.what());
  }
}

}  // namespace assay::runners
