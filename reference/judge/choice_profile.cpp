// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/choice_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace assay {
namespace {

/// Bit k: reading k.
using Mask = std::uint32_t;

Mask all_of(Choice choice) { return (Mask{1} << text_of(choice).readings.size()) - 1; }

std::vector<std::uint8_t> listed(Mask mask) {
  std::vector<std::uint8_t> readings;
  for (std::uint8_t k = 0; mask >> k != 0; ++k) {
    if ((mask >> k & 1U) != 0) readings.push_back(k);
  }
  return readings;
}

ScopeKey key_of(const std::string& backend, const AllowedReadings& seen, Choice choice) {
  ScopeKey key{.backend = backend, .choice = choice, .target = std::string(name_of(seen.target))};
  switch (text_of(choice).scope) {
    case ChoiceScope::target:
      break;
    case ChoiceScope::target_and_element:
      key.types = name_of(seen.element);
      break;
    case ChoiceScope::op_target_and_element:
      key.op = seen.op;
      key.types = name_of(seen.element);
      break;
    case ChoiceScope::op_target_and_types:
      key.op = seen.op;
      key.types = seen.types;
      break;
  }
  return key;
}

struct Domain {
  Mask left = 0;
  std::size_t cases = 0;
  std::vector<std::string> excluded_by;  ///< by reading: the first case that excluded it

  explicit Domain(Choice choice)
      : left(all_of(choice)), excluded_by(text_of(choice).readings.size()) {}
};

/// The readings that one call of a record allows: combinations over the domains of its choices.
struct Relation {
  std::string record;
  std::vector<ScopeKey> keys;
  std::vector<std::vector<std::uint8_t>> allowed;
  bool inconsistent = false;
};

class Measurement {
 public:
  void add(const CaseRecord& record) {
    for (const AllowedReadings& seen : record.verdict.readings) {
      Relation& relation = relations_.emplace_back();
      relation.record = record.name;
      relation.allowed = seen.allowed;
      for (const Choice choice : seen.choices) {
        relation.keys.push_back(key_of(record.backend, seen, choice));
        ++domains_.try_emplace(relation.keys.back(), choice).first->second.cases;
      }
      restrict(relation);
    }
  }

  ChoiceProfile result() {
    // An exclusion by a later case may reduce the combinations of an earlier one.
    while (std::exchange(changed_, false)) {
      for (Relation& relation : relations_) {
        if (!relation.inconsistent) restrict(relation);
      }
    }
    ChoiceProfile profile;
    for (const auto& [key, domain] : domains_) {
      const auto example = std::ranges::find_if(
          domain.excluded_by, [](const std::string& name) { return !name.empty(); });
      profile.scopes.push_back({key, listed(domain.left), domain.cases,
                                example == domain.excluded_by.end() ? "" : *example});
    }
    profile.inconsistent = std::move(inconsistent_);
    return profile;
  }

 private:
  bool fits(const Relation& relation, const std::vector<std::uint8_t>& one) const {
    for (std::size_t k = 0; k < relation.keys.size(); ++k) {
      if ((domains_.at(relation.keys[k]).left >> one[k] & 1U) == 0) return false;
    }
    return true;
  }

  /// Readings of a key that the given combinations have.
  static Mask projected(const std::vector<std::vector<std::uint8_t>>& all, std::size_t place) {
    Mask mask = 0;
    for (const std::vector<std::uint8_t>& one : all) mask |= Mask{1} << one[place];
    return mask;
  }

  void restrict(Relation& relation) {
    std::vector<std::vector<std::uint8_t>> left;
    std::ranges::copy_if(relation.allowed, std::back_inserter(left),
                         [&](const auto& one) { return fits(relation, one); });
    if (left.empty()) return contradict(relation);
    for (std::size_t k = 0; k < relation.keys.size(); ++k) {
      Domain& domain = domains_.at(relation.keys[k]);
      const Mask still = domain.left & projected(left, k);
      for (const std::uint8_t reading : listed(domain.left & ~still)) {
        domain.excluded_by.at(reading) = relation.record;
        changed_ = true;
      }
      domain.left = still;
    }
  }

  void contradict(Relation& relation) {
    relation.inconsistent = true;
    // The choice of which the record has no reading that is left; of several the first.
    std::size_t place = 0;
    for (std::size_t k = 0; k < relation.keys.size(); ++k) {
      if ((domains_.at(relation.keys[k]).left & projected(relation.allowed, k)) != 0) continue;
      place = k;
      break;
    }
    const Domain& domain = domains_.at(relation.keys[place]);
    const Mask wanted = projected(relation.allowed, place);
    std::string counterpart;
    for (const std::uint8_t reading : listed(wanted)) {
      if (!domain.excluded_by.at(reading).empty()) counterpart = domain.excluded_by.at(reading);
    }
    inconsistent_.push_back(
        {relation.keys[place], counterpart, listed(domain.left), relation.record, listed(wanted)});
  }

  std::map<ScopeKey, Domain> domains_;
  std::vector<Relation> relations_;
  std::vector<Inconsistency> inconsistent_;
  bool changed_ = false;
};

}  // namespace

ChoiceProfile choice_profile(const Records& records) {
  Measurement measurement;
  for (const CaseRecord& record : records) {
    if (!record.verdict.readings.empty()) measurement.add(record);
  }
  return measurement.result();
}

std::string scope_text(const ScopeKey& key) {
  std::string text(text_of(key.choice).name);
  text += " of ";
  if (!key.op.empty()) text += key.op + ' ';
  text += key.target;
  if (!key.types.empty()) text += ' ' + key.types;
  return text;
}

std::string readings_text(Choice choice, const std::vector<std::uint8_t>& readings) {
  std::string text;
  for (const std::uint8_t reading : readings) {
    if (!text.empty()) text += " or ";
    text += text_of(choice).readings[reading].name;
  }
  return text;
}

std::string inconsistency_text(const Inconsistency& found) {
  return fmt::format("inconsistent: {}: {} in {}, {} in {}", scope_text(found.key),
                     readings_text(found.key.choice, found.before), found.first,
                     readings_text(found.key.choice, found.after), found.second);
}

}  // namespace assay
