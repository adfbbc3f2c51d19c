// SPDX-License-Identifier: Apache-2.0
// A diff for people and for scripts.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reference/numerics/real.hpp"
#include "reference/support/text.hpp"
#include "runners/merge/diff.hpp"

namespace assay::runners {
namespace {

std::string bits_text(ElementType type, std::uint64_t bits) {
  return fmt::format("{} ({})", numerics::hex_bits(type, bits), numerics::describe(type, bits));
}

std::string more(std::size_t hidden, const char* what) {
  return hidden == 0 ? "" : fmt::format("    ... {} more {}\n", hidden, what);
}

std::string names_text(const char* where, const std::vector<std::string>& names, std::size_t most) {
  if (names.empty()) return "";
  std::string out = fmt::format("only in {}: {}\n", where, support::count_of(names.size(), "case"));
  const std::size_t shown = std::min(most, names.size());
  for (std::size_t i = 0; i < shown; ++i) out += fmt::format("    {}\n", names[i]);
  return out + more(names.size() - shown, "cases");
}

std::string case_text(const CaseDifference& one) {
  std::string out = one.name + "\n";
  for (const std::string& note : one.notes) out += fmt::format("    {}\n", note);
  for (const ElementDifference& element : one.elements) {
    out += fmt::format("    {}({}, {}): {}, {}{}\n", element.what, element.row, element.col,
                       bits_text(element.type, element.a), bits_text(element.type, element.b),
                       element.ulp ? fmt::format(", {}", support::ulp_text(*element.ulp)) : "");
  }
  return out + more(one.element_count - one.elements.size(), "elements");
}

}  // namespace

std::string diff_as_text(const Diff& diff, const std::string& a, const std::string& b,
                         std::size_t most_cases) {
  std::string out = names_text(a.c_str(), diff.only_a, most_cases) +
                    names_text(b.c_str(), diff.only_b, most_cases);
  const std::size_t shown = std::min(most_cases, diff.cases.size());
  for (std::size_t i = 0; i < shown; ++i) out += case_text(diff.cases[i]);
  if (shown < diff.cases.size()) {
    out += fmt::format("... {} more cases; --cases shows more\n", diff.cases.size() - shown);
  }
  const std::uint64_t common = diff.cases_a - diff.only_a.size();
  if (diff.same()) return fmt::format("Same: {}.\n", support::count_of(common, "case"));
  std::uint64_t elements = 0;
  for (const CaseDifference& one : diff.cases) elements += one.element_count;
  return out + fmt::format("Different: {} of {} in both, in {}; {} only in {}, {} only in {}.\n",
                           diff.cases.size(), support::count_of(common, "case"),
                           support::count_of(elements, "element"), diff.only_a.size(), a,
                           diff.only_b.size(), b);
}

std::string diff_as_json(const Diff& diff, const std::string& a, const std::string& b) {
  nlohmann::ordered_json json{{"a", a},
                              {"b", b},
                              {"same", diff.same()},
                              {"cases_a", diff.cases_a},
                              {"cases_b", diff.cases_b},
                              {"only_a", diff.only_a},
                              {"only_b", diff.only_b},
                              {"cases", nlohmann::ordered_json::array()}};
  for (const CaseDifference& one : diff.cases) {
    nlohmann::ordered_json elements = nlohmann::ordered_json::array();
    for (const ElementDifference& element : one.elements) {
      nlohmann::ordered_json entry{{"what", element.what},
                                   {"row", element.row},
                                   {"col", element.col},
                                   {"dtype", name_of(element.type)},
                                   {"a", numerics::hex_bits(element.type, element.a)},
                                   {"b", numerics::hex_bits(element.type, element.b)}};
      if (element.ulp) entry["ulp"] = *element.ulp;
      elements.push_back(std::move(entry));
    }
    json["cases"].push_back({{"name", one.name},
                             {"notes", one.notes},
                             {"element_count", one.element_count},
                             {"elements", std::move(elements)}});
  }
  return json.dump();
}

}  // namespace assay::runners
