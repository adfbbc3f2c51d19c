// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/support.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace assay::reports {
namespace {

struct Combination {
  std::size_t judged = 0;
  std::vector<std::size_t> unsupported = {};  ///< places in the records
};

std::string combination_of(const CaseRecord& record) {
  return record.op + " " + record.form + " " + record.target + " " + record.dtypes;
}

/// Sizes and addresses in a reason are those of one case.
std::string without_numbers(const std::string& reason) {
  std::string text;
  for (const char letter : reason) {
    const bool digit = std::isdigit(static_cast<unsigned char>(letter)) != 0;
    if (!digit) {
      text += letter;
    } else if (text.empty() || text.back() != '0') {
      text += '0';
    }
  }
  return text;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::binary_search(names, name);
}

std::map<std::string, Combination> combinations_of(const Records& records) {
  std::map<std::string, Combination> found;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CaseRecord record = records[i];
    if (record.intent.starts_with("breaks.")) continue;
    const VerdictKind kind = record.verdict.kind;
    Combination& one = found[combination_of(record)];
    if (kind == VerdictKind::unsupported) {
      one.unsupported.push_back(i);
    } else if (kind == VerdictKind::conforms || kind == VerdictKind::known_deviation ||
               kind == VerdictKind::target_defined || kind == VerdictKind::undecidable ||
               is_failure(kind)) {
      ++one.judged;
    }
  }
  return found;
}

}  // namespace

SupportList support_of(const Records& records) {
  SupportList list;
  std::set<std::string> reasons;
  for (const auto& [name, one] : combinations_of(records)) {
    if (one.judged > 0) list.combinations.push_back(name);
    for (const std::size_t i : one.unsupported) {
      reasons.insert(without_numbers(records[i].verdict.reason));
    }
  }
  list.reasons.assign(reasons.begin(), reasons.end());
  return list;
}

std::vector<LostSupport> lost_support(const Records& records, const SupportList& list) {
  std::vector<LostSupport> lost;
  if (list.combinations.empty()) return lost;
  for (const auto& [name, one] : combinations_of(records)) {
    if (one.unsupported.empty() || !has(list.combinations, name)) continue;
    const auto unheard = [&](std::size_t i) {
      return !has(list.reasons, without_numbers(records[i].verdict.reason));
    };
    const auto first = std::ranges::find_if(one.unsupported, unheard);
    if (one.judged > 0 && first == one.unsupported.end()) continue;
    const std::size_t shown = first == one.unsupported.end() ? one.unsupported.front() : *first;
    lost.push_back({name, one.unsupported.size(), records[shown].verdict.reason});
  }
  return lost;
}

}  // namespace assay::reports
