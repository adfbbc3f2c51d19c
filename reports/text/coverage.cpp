// SPDX-License-Identifier: Apache-2.0
#include "reports/text/coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kinds{CoverageKind::value_class, CoverageKind::scenario, CoverageKind::edge,
                           CoverageKind::breach};

std::string key_of(std::string_view op, std::string_view form, std::string_view target,
                   std::string_view dtype, CoverageKind kind, std::string_view name) {
  return fmt::format("{}/{}/{}/{}/{}/{}", op, form, target, dtype, name_of(kind), name);
}

std::string key_of(const CoverageItem& item) {
  return key_of(item.op, item.form, item.target, item.dtype, item.kind, item.name);
}

/// The text after "edge." or "breaks.", or nothing.
std::string_view behind(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
}

/// The items that a record exercises.
std::vector<std::string> keys_of(const CaseRecord& record) {
  const auto key = [&](CoverageKind kind, std::string_view name) {
    return key_of(record.op, record.form, record.target, record.dtype, kind, name);
  };
  std::vector<std::string> keys;
  const std::string_view edge = behind(record.intent, "edge.");
  const std::string_view broken = behind(record.intent, "breaks.");
  const bool illegal = !broken.empty() || edge.ends_with(".below") || edge.ends_with(".above");
  if (!edge.empty()) keys.push_back(key(CoverageKind::edge, edge));
  if (!broken.empty()) keys.push_back(key(CoverageKind::breach, broken));
  if (!record.scenario.empty()) keys.push_back(key(CoverageKind::scenario, record.scenario));
  if (!illegal) keys.push_back(key(CoverageKind::value_class, record.plan));
  return keys;
}

/// Executed and all items of one kind.
struct Share {
  std::size_t done = 0;
  std::size_t all = 0;

  void add(const CoverageItem& item) {
    ++all;
    if (item.executed() > 0) ++done;
  }
  std::string text() const { return all == 0 ? "-" : fmt::format("{}/{}", done, all); }
};
using Shares = std::array<Share, kinds.size()>;

std::string percent(const Share& share) {
  if (share.all == 0) return "none to cover";
  return fmt::format("{} of {} ({:.1f} %) executed", share.done, share.all,
                     100.0 * static_cast<double>(share.done) / static_cast<double>(share.all));
}

std::string row_of(const CoverageItem& item) {
  return fmt::format("{} {} {} {}", item.op, item.form, item.target, item.dtype);
}

void print_rows(std::ostream& out, const Coverage& coverage) {
  TextTable table;
  table.add({{"op"},
             {"form"},
             {"target"},
             {"dtype"},
             {"values"},
             {"scenarios"},
             {"edges"},
             {"constraints"}});
  std::vector<std::pair<const CoverageItem*, Shares>> rows;  // an item of each, in order
  std::unordered_map<std::string, std::size_t> places;
  for (const CoverageItem& item : coverage.items) {
    const auto [place, is_new] = places.emplace(row_of(item), rows.size());
    if (is_new) rows.emplace_back(&item, Shares{});
    rows[place->second].second[static_cast<std::size_t>(item.kind)].add(item);
  }
  for (const auto& [first, shares] : rows) {
    std::vector<Cell> row{{first->op}, {first->form}, {first->target}, {first->dtype}};
    for (const Share& share : shares) {
      row.push_back({share.text(), share.done < share.all ? Style::bad : Style::plain});
    }
    table.add(std::move(row));
  }
  table.print(out, 0, false);
}

std::string verdicts_of(const CoverageItem& item) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : item.verdicts) {
    parts.push_back(fmt::format("{} {}", count, name_of(kind)));
  }
  return parts.empty() ? "never executed" : fmt::format("{}", fmt::join(parts, ", "));
}

void print_items(std::ostream& out, const Coverage& coverage, bool all) {
  TextTable table;
  for (const CoverageItem& item : coverage.items) {
    if (!all && item.executed() > 0) continue;
    table.add({{item.op},
               {item.form},
               {item.target},
               {item.dtype},
               {std::string(name_of(item.kind))},
               {item.name},
               {verdicts_of(item)}});
  }
  table.print(out, 2, false);
}

void print_unbroken(std::ostream& out, const Coverage& coverage, bool explained) {
  TextTable table;
  for (const UnbrokenConstraint& one : coverage.unbroken) {
    if (one.reason.empty() == explained) continue;
    table.add({{one.op}, {one.form}, {one.target}, {one.constraint}, {one.reason}});
  }
  table.print(out, 2, false);
}

Shares totals_of(const Coverage& coverage) {
  Shares shares{};
  for (const CoverageItem& item : coverage.items) {
    shares[static_cast<std::size_t>(item.kind)].add(item);
  }
  return shares;
}

std::size_t unexplained(const Coverage& coverage) {
  return static_cast<std::size_t>(std::ranges::count_if(
      coverage.unbroken, [](const UnbrokenConstraint& one) { return one.reason.empty(); }));
}

Json item_json(const CoverageItem& item) {
  Json verdicts = Json::object();
  for (const auto& [kind, count] : item.verdicts) verdicts[std::string(name_of(kind))] = count;
  return {{"op", item.op},
          {"form", item.form},
          {"target", item.target},
          {"dtype", item.dtype},
          {"kind", name_of(item.kind)},
          {"name", item.name},
          {"executed", item.executed()},
          {"verdicts", verdicts}};
}

}  // namespace

std::string_view name_of(CoverageKind kind) {
  switch (kind) {
    case CoverageKind::value_class:
      return "values";
    case CoverageKind::scenario:
      return "scenario";
    case CoverageKind::edge:
      return "edge";
    case CoverageKind::breach:
      return "outside";
  }
  return "?";
}

std::size_t CoverageItem::executed() const {
  std::size_t sum = 0;
  for (const auto& [verdict, count] : verdicts) sum += count;
  return sum;
}

void drop_repeated(Coverage& coverage) {
  std::unordered_set<std::string> seen;
  std::erase_if(coverage.items,
                [&](const CoverageItem& item) { return !seen.insert(key_of(item)).second; });
}

void count_records(Coverage& coverage, const Records& records) {
  std::unordered_map<std::string, CoverageItem*> index;
  for (CoverageItem& item : coverage.items) index.emplace(key_of(item), &item);
  std::set<std::pair<std::string, std::string>> selected;  // op and target
  for (const CoverageItem& item : coverage.items) selected.emplace(item.op, item.target);
  for (const CaseRecord& record : records) {
    bool belongs = !selected.contains({record.op, record.target});
    for (const std::string& key : keys_of(record)) {
      const auto found = index.find(key);
      if (found == index.end()) continue;
      belongs = true;
      found->second->verdicts[record.verdict.kind] += 1;
    }
    if (!belongs) ++coverage.foreign;
  }
}

void print_coverage(std::ostream& out, const Coverage& coverage, bool all) {
  print_rows(out, coverage);
  const Shares shares = totals_of(coverage);
  const bool gaps = std::ranges::any_of(shares, [](const Share& s) { return s.done < s.all; });
  if (all) out << "\nevery item and its verdicts\n";
  if (!all && gaps) out << "\nnever executed\n";
  print_items(out, coverage, all);
  if (unexplained(coverage) > 0) {
    out << "\nconstraints without a just-outside case\n";
    print_unbroken(out, coverage, false);
  }
  if (unexplained(coverage) < coverage.unbroken.size()) {
    out << "\nconstraints that are not broken alone, and why\n";
    print_unbroken(out, coverage, true);
  }
  out << '\n';
  for (const CoverageKind kind : kinds) {
    out << fmt::format("{:<9} {}\n", name_of(kind),
                       percent(shares[static_cast<std::size_t>(kind)]));
  }
  if (coverage.foreign > 0) {
    out << fmt::format("{} of the run belong to nothing that the pages have now\n",
                       count_of(coverage.foreign, "case"));
  }
}

std::string coverage_as_json(const Coverage& coverage) {
  Json items = Json::array();
  for (const CoverageItem& item : coverage.items) items.push_back(item_json(item));
  Json unbroken = Json::array();
  for (const UnbrokenConstraint& one : coverage.unbroken) {
    unbroken.push_back({{"op", one.op},
                        {"form", one.form},
                        {"target", one.target},
                        {"clause", one.constraint},
                        {"reason", one.reason}});
  }
  Json totals = Json::object();
  const Shares shares = totals_of(coverage);
  for (const CoverageKind kind : kinds) {
    const Share& share = shares[static_cast<std::size_t>(kind)];
    totals[std::string(name_of(kind))] = {{"executed", share.done}, {"all", share.all}};
  }
  const Json json{
      {"items", items}, {"unbroken", unbroken}, {"totals", totals}, {"foreign", coverage.foreign}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::reports
