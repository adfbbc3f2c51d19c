// SPDX-License-Identifier: Apache-2.0
#include "runners/cases/profiles/own_errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "reference/ops/alteration.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/support/names.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"

namespace assay::runners {
namespace {

using numerics::NumberClass;
using ops::Alteration;

const std::vector<std::string> keys{
    "number",  "title",   "source",     "op",    "form", "target",   "dtype",          "inputs",
    "outcome", "operand", "constraint", "bound", "unit", "severity", "implementation", "says"};

struct CallOutcome {
  std::string_view name;
  ErratumEffect effect;
};
constexpr std::array call_outcomes{CallOutcome{"refused", ErratumEffect::refusal},
                                   CallOutcome{"accepted", ErratumEffect::acceptance},
                                   CallOutcome{"crashes", ErratumEffect::crash}};

struct InputClass {
  std::string_view name;
  NumberClass number;
};
constexpr std::array input_classes{
    InputClass{"nan", NumberClass::nan}, InputClass{"infinity", NumberClass::infinity},
    InputClass{"subnormal", NumberClass::subnormal}, InputClass{"zero", NumberClass::zero}};

std::vector<std::string> known_outcomes() {
  std::vector<std::string> known;
  known.reserve(call_outcomes.size());
  for (const CallOutcome& one : call_outcomes) known.emplace_back(one.name);
  for (int i = 0; i <= static_cast<int>(ops::last_alteration); ++i) {
    known.emplace_back(ops::name_of(static_cast<Alteration>(i)));
  }
  return known;
}

/// One [[erratum]] table.
class Reader {
 public:
  Reader(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  std::vector<Erratum> read() const {
    require_known_keys(table_, keys, file_);
    std::vector<Erratum> entries;
    const Erratum common = scope();
    const auto form = text("form");
    for (const OpSpec* op : asked_ops()) {
      for (const Form& one : op->forms) {
        if (form && one.name != *form) continue;
        entries.push_back(entry(common, *op, one));
      }
    }
    if (entries.empty()) refuse("form", fmt::format("no form '{}' in {}", *form, *text("op")));
    return entries;
  }

 private:
  std::optional<std::string> text(const char* key) const { return text_at(table_, key, file_); }

  [[noreturn]] void refuse(const char* key, const std::string& sentence) const {
    const toml::node* node = table_.get(key);
    toml_error(file_, node != nullptr ? *node : table_, sentence);
  }

  std::string required(const char* key) const {
    const auto given = text(key);
    if (!given) refuse(key, fmt::format("this erratum has no '{}'", key));
    if (given->empty()) refuse(key, fmt::format("'{}' is empty", key));
    return *given;
  }

  /// The result of `look_up` for a name; throws with file and line if the name is unknown.
  template <typename LookUp>
  auto known(const char* key, const LookUp& look_up) const {
    try {
      return look_up(required(key));
    } catch (const UsageError& error) {
      refuse(key, error.what());
    }
  }

  std::vector<const OpSpec*> asked_ops() const { return known("op", matching_ops); }

  Erratum scope() const {
    Erratum made;
    made.from_user = true;
    made.number = required("number");
    if (find_erratum(made.number) != nullptr) {
      refuse("number", fmt::format("'{}' is the number of another erratum", made.number));
    }
    made.title = required("title");
    made.source = required("source");
    made.implementation = text("implementation").value_or("own");
    made.severity = severity();
    if (text("target")) made.targets = TargetSet{known("target", known_target)};
    if (text("dtype")) {
      const ElementType dtype = known("dtype", known_element);
      made.where = fmt::format("the lead operand is {}", assay::name_of(dtype));
      made.among = [dtype](const Call& call) {
        return element_of(call.operands[call.form->index_of(call.form->lead)]) == dtype;
      };
    }
    return made;
  }

  Severity severity() const {
    const auto given = text("severity");
    if (!given) return Severity::major;
    std::vector<std::string> names;
    for (const Severity one : {Severity::minor, Severity::major, Severity::critical}) {
      if (*given == assay::name_of(one)) return one;
      names.emplace_back(assay::name_of(one));
    }
    refuse("severity", fmt::format("unknown severity '{}'{}", *given, suggestion(*given, names)));
  }

  Erratum entry(const Erratum& common, const OpSpec& op, const Form& form) const {
    Erratum made = common;
    made.op = op.mnemonic;
    made.forms = {form.name};
    const std::string outcome = required("outcome");
    const auto* whole = std::ranges::find(call_outcomes, outcome, &CallOutcome::name);
    if (table_.contains("says") && outcome != "refused") {
      refuse("says", "'says' belongs to the outcome refused");
    }
    if (whole == call_outcomes.end()) {
      made.results = results(form, alteration(outcome));
      return made;
    }
    for (const char* key : {"inputs", "operand", "bound", "unit"}) {
      if (table_.contains(key))
        refuse(key, fmt::format("'{}' means nothing with {}", key, outcome));
    }
    made.effect = whole->effect;
    if (made.effect == ErratumEffect::acceptance) made.constraint = constraint(form);
    if (table_.contains("says")) made.says = {required("says")};
    return made;
  }

  std::string constraint(const Form& form) const {
    std::string name = required("constraint");
    std::vector<std::string> names;
    for (const Constraint& one : form.constraints) names.push_back(one.name);
    if (std::ranges::find(names, name) != names.end()) return name;
    refuse("constraint", fmt::format("{} {} has no constraint '{}'{}", form.op, form.name, name,
                                     suggestion(name, names)));
  }

  ops::AlteredBy alteration(const std::string& outcome) const {
    const std::optional<Alteration> kind = ops::alteration_named(outcome);
    if (!kind) {
      refuse("outcome",
             fmt::format("unknown outcome '{}'{}", outcome, suggestion(outcome, known_outcomes())));
    }
    ops::AlteredBy how{*kind, inputs(), {}};
    if (*kind == Alteration::within) {
      how.tolerance = tolerance();
    } else if (table_.contains("bound") || table_.contains("unit")) {
      refuse("bound", "'bound' and 'unit' belong to the outcome within");
    }
    return how;
  }

  std::optional<NumberClass> inputs() const {
    const auto given = text("inputs");
    if (!given) return std::nullopt;
    std::vector<std::string> names;
    for (const InputClass& one : input_classes) {
      if (one.name == *given) return one.number;
      names.emplace_back(one.name);
    }
    refuse("inputs", fmt::format("unknown inputs '{}'{}", *given, suggestion(*given, names)));
  }

  Tolerance tolerance() const {
    const std::optional<double> bound = number_at(table_, "bound", file_);
    const std::string unit = required("unit");
    if (!bound || !(*bound > 0)) refuse("bound", "the outcome within needs a positive 'bound'");
    if (unit == "ulp") return {Tolerance::Kind::ulp, *bound, required("title")};
    if (unit == "relative") return {Tolerance::Kind::relative, *bound, required("title")};
    refuse("unit", fmt::format("unknown unit '{}'; use ulp or relative", unit));
  }

  std::vector<Result> results(const Form& form, const ops::AlteredBy& how) const {
    const auto operand = text("operand");
    std::vector<Result> list;
    std::vector<std::string> names;
    for (const Result& one : form.results) {
      if (one.operand == "text") continue;
      names.push_back(one.operand);
      if (!operand || *operand == one.operand) list.push_back(ops::altered(one, how));
    }
    if (!list.empty()) return list;
    if (names.empty()) {
      refuse("outcome", fmt::format("{} {} writes no tile; use refused, accepted or crashes",
                                    form.op, form.name));
    }
    refuse("operand", fmt::format("{} {} writes no operand '{}'{}", form.op, form.name, *operand,
                                  suggestion(*operand, names)));
  }

  const toml::table& table_;
  const std::string& file_;
};

}  // namespace

std::vector<Erratum> parse_own_errata(std::string_view text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  require_known_keys(root, {"erratum"}, file);
  std::vector<Erratum> errata;
  const toml::node* node = root.get("erratum");
  if (node == nullptr) throw UsageError(fmt::format("{}: no [[erratum]] table", file));
  const toml::array* list = node->as_array();
  if (list == nullptr || !list->is_homogeneous(toml::node_type::table)) {
    toml_error(file, *node, "an erratum starts with [[erratum]]");
  }
  for (const toml::node& one : *list) {
    std::vector<Erratum> entries = Reader(*one.as_table(), file).read();
    if (std::ranges::find(errata, entries.front().number, &Erratum::number) != errata.end()) {
      toml_error(file, one, fmt::format("'{}' is here twice", entries.front().number));
    }
    std::ranges::move(entries, std::back_inserter(errata));
  }
  return errata;
}

std::shared_ptr<const std::vector<Erratum>> load_own_errata(const std::vector<std::string>& files) {
  if (files.empty()) return nullptr;
  auto all = std::make_shared<std::vector<Erratum>>();
  std::map<std::string, std::string> homes;
  for (const std::string& file : files) {
    for (Erratum& one : parse_own_errata(read_text_file(file), file)) {
      const std::string& home = homes.try_emplace(one.number, file).first->second;
      if (home != file) {
        throw UsageError(fmt::format("{} and {} both list '{}'", home, file, one.number));
      }
      all->push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace assay::runners
