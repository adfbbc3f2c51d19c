// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/plan/enumerated_cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "generators/generate.hpp"
#include "reference/support/side_by_side.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

using generators::Enumeration;
using generators::WantedCall;

/// "f32, i8, u8".
std::string listed(const std::set<ElementType>& types) {
  std::vector<std::string_view> names;
  names.reserve(types.size());
  for (const ElementType type : types) names.push_back(name_of(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The enumerations of one form, target and element type, and why there are no more.
struct Found {
  std::vector<Enumeration> enumerations;
  std::string refusal;
};

generators::AttributeValues attributes_of(const InputSelection& inputs) {
  generators::AttributeValues values;
  for (const std::string& text : inputs.attributes) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw UsageError(fmt::format(
          "--attribute {} must be NAME=VALUE, as in RoundMode=CAST_RTZ; 'assay show OP' lists both",
          text));
    }
    values[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return values;
}

/// What the ops have of some kind: names of forms, or of attributes with their values.
using Known = std::map<std::string, std::vector<std::string>>;

Known known_attributes(const std::vector<const OpSpec*>& ops) {
  Known known;
  for (const OpSpec* op : ops) {
    for (const Form& form : op->forms) {
      for (const Attribute& attribute : form.attributes) {
        auto& values = known[attribute.name];
        for (const auto& value : attribute.values) {
          if (std::ranges::find(values, value) == values.end()) values.emplace_back(value);
        }
      }
    }
  }
  return known;
}

std::vector<std::string> names_of(const Known& known) {
  std::vector<std::string> names;
  for (const auto& [name, values] : known) names.push_back(name);
  return names;
}

/// Throws UsageError for a form or an attribute that none of the ops has.
void require_known(const std::vector<const OpSpec*>& ops, const InputSelection& inputs,
                   const generators::AttributeValues& attributes) {
  const std::string who = ops.size() == 1 ? ops.front()->mnemonic : "none of the ops";
  const char* has = ops.size() == 1 ? " has no" : " has the";
  Known forms;
  for (const OpSpec* op : ops) {
    for (const Form& form : op->forms) forms[form.name];
  }
  if (inputs.form && !forms.contains(*inputs.form)) {
    throw UsageError(fmt::format("{}{} form '{}'{}", who, has, *inputs.form,
                                 suggestion(*inputs.form, names_of(forms))));
  }
  const Known known = known_attributes(ops);
  for (const auto& [name, value] : attributes) {
    const auto found = known.find(name);
    if (found == known.end()) {
      throw UsageError(
          fmt::format("{}{} attribute '{}'{}", who, has, name, suggestion(name, names_of(known))));
    }
    if (std::ranges::find(found->second, value) == found->second.end()) {
      throw UsageError(
          fmt::format("{} has no value '{}'{}", name, value, suggestion(value, found->second)));
    }
  }
}

/// " form=plain to=i8 attribute=RoundMode=CAST_CEIL", for provenance.
std::string text_of(const InputSelection& inputs) {
  std::string text;
  if (inputs.form) text += " form=" + *inputs.form;
  if (inputs.to) text += " to=" + *inputs.to;
  for (const std::string& one : inputs.attributes) text += " attribute=" + one;
  return text;
}

bool has_attributes(const Form& form, const generators::AttributeValues& wanted) {
  return std::ranges::all_of(wanted, [&form](const auto& one) {
    const auto found = std::ranges::find(form.attributes, one.first, &Attribute::name);
    return found != form.attributes.end() &&
           std::ranges::find(found->values, one.second) != found->values.end();
  });
}

std::vector<WantedCall> calls_of(const Selection& selection, const InputSelection& inputs) {
  const auto is_wanted = [](const std::vector<std::string>& names, std::string_view name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  for (const std::string& name : selection.targets) known_target(name);
  for (const std::string& name : selection.dtypes) known_element(name);
  if (inputs.to) known_element(*inputs.to);
  const std::vector<const OpSpec*> ops = matching_ops(selection.op_pattern);
  const generators::AttributeValues attributes = attributes_of(inputs);
  require_known(ops, inputs, attributes);
  std::vector<WantedCall> calls;
  for (const OpSpec* op : ops) {
    for (const Form& form : op->forms) {
      if (inputs.form && form.name != *inputs.form) continue;
      if (!has_attributes(form, attributes)) continue;
      for (const Target target : all_targets) {
        if (!form.targets.contains(target) || !is_wanted(selection.targets, name_of(target))) {
          continue;
        }
        for (const ElementType lead : generators::lead_elements(form, target)) {
          if (is_wanted(selection.dtypes, name_of(lead))) {
            calls.push_back({op, &form, target, lead, {}, attributes});
          }
        }
      }
    }
  }
  return calls;
}

/// One enumeration for each element type of the result, or for the one that is wanted.
Found found_for(WantedCall call, const SuiteInputs& inputs, std::optional<ElementType> wanted) {
  Found found;
  try {
    const auto result = generators::function_of_elements(*call.op, *call.form);
    if (!result) Enumeration(call, {});  // says why
    generators::require_tiles_alone(*call.form, *result);
    const std::set<ElementType> types = generators::result_types(call, result->operand);
    if (wanted && !types.contains(*wanted)) {
      throw generators::NotEnumerable(fmt::format(
          "{} form {} on {} makes no {} of {}; it makes {}", call.op->mnemonic, call.form->name,
          name_of(call.target), name_of(*wanted), name_of(call.lead), listed(types)));
    }
    for (const ElementType to : types) {
      if (wanted && to != *wanted) continue;
      call.to = to;
      found.enumerations.push_back(
          Enumeration::of_at_most(call, inputs.most_bits, {inputs.sample}));
    }
  } catch (const generators::NotEnumerable& error) {
    found.refusal = error.what();
  }
  return found;
}

std::vector<Found> all_found(const std::vector<WantedCall>& calls, const SuiteInputs& inputs,
                             std::optional<ElementType> to, bool quiet) {
  std::vector<Found> all(calls.size());
  std::mutex mutex;
  Progress progress(quiet ? 0 : calls.size(), isatty(STDERR_FILENO) != 0, "calls planned");
  support::side_by_side(calls.size(), [&](std::size_t i) {
    stop_if_interrupted("nothing was begun");
    all[i] = found_for(calls[i], inputs, to);
    const std::lock_guard lock(mutex);
    progress.step();
  });
  return all;
}

}  // namespace

EnumeratedCases::EnumeratedCases(const PlanOptions& options, const Suite& suite) {
  const CaseSelection& cases = options.cases;
  if (cases.count || cases.seed) {
    throw UsageError(fmt::format(
        "{} draws nothing: the suite {} has every input; leave it out, or take part of the inputs "
        "with --shard",
        cases.count ? "--cases" : "--seed", suite.name));
  }
  const Selection selection{cases.op_pattern.value_or(suite.ops),
                            cases.targets.empty() ? suite.targets : cases.targets, cases.dtypes};
  const std::vector<WantedCall> calls = calls_of(selection, cases.inputs);
  SuiteInputs inputs = suite.inputs;
  inputs.sample = cases.inputs.sample.value_or(inputs.sample);
  const auto to = cases.inputs.to ? std::optional(known_element(*cases.inputs.to)) : std::nullopt;
  std::vector<Found> all = all_found(calls, inputs, to, options.quiet);
  std::string refusal =
      fmt::format("nothing to run: no page has a form for {}", to_string(selection));
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].refusal.empty()) refusal = all[i].refusal;
    for (Enumeration& one : all[i].enumerations) {
      ends_.push_back(size() + one.tiles());
      ops_.push_back(calls[i].op->mnemonic);
      enumerations_.push_back(std::move(one));
    }
  }
  if (enumerations_.empty()) throw UsageError(refusal);
  selection_ = fmt::format("suite={} {} bits={} sample={}{}", suite.name, to_string(selection),
                           inputs.most_bits, inputs.sample, text_of(cases.inputs));
}

std::size_t EnumeratedCases::place_of(std::uint64_t index) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(ends_, index) - ends_.begin());
}

std::uint64_t EnumeratedCases::tile_of(std::uint64_t index) const {
  const std::size_t place = place_of(index);
  return place == 0 ? index : index - ends_[place - 1];
}

std::optional<StoredCase> EnumeratedCases::draw(std::uint64_t index) const {
  const auto number = static_cast<std::uint32_t>(tile_of(index));
  return StoredCase{enumerations_[place_of(index)].tile(number), {}};
}

CaseFacts EnumeratedCases::facts_of(std::uint64_t index) const {
  const bool first = tile_of(index) == 0;
  return {.legal = true, .sampled = first, .repeats_signature = !first};
}

}  // namespace assay::runners
