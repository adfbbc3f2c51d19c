// SPDX-License-Identifier: Apache-2.0
#include "reports/text/determinacy.hpp"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

using Json = nlohmann::ordered_json;

/// Rows of one name, added up; open elements apart by whether their page explains them.
struct Sum {
  std::string name;
  Determinacy counts;
  std::int64_t unexplained = 0;
  bool explained = true;  ///< by every page

  void add(const PinnedRow& row) {
    counts += row.counts;
    explained = explained && row.open_is_explained;
    if (!row.open_is_explained) unexplained += row.counts.open;
  }
};

std::vector<Sum> sums(std::span<const PinnedRow> rows,
                      const std::function<std::string(const PinnedRow&)>& name_of) {
  std::vector<Sum> all;
  for (const PinnedRow& row : rows) {
    const std::string name = name_of(row);
    auto found = std::ranges::find(all, name, &Sum::name);
    if (found == all.end()) {
      all.push_back({.name = name, .counts = {}});
      found = all.end() - 1;
    }
    found->add(row);
  }
  return all;
}

std::vector<Cell> heading() {
  return {{""},      {"elements"}, {"pinned %"}, {"exact"}, {"2 ulp"},           {"any NaN"},
          {"wider"}, {"widest"},   {"any-of"},   {"open"},  {"open by nothing"}, {"idle cases"}};
}

std::vector<Cell> row_of(const Sum& sum) {
  const Determinacy& counts = sum.counts;
  const auto percent = [&](std::int64_t part) {
    const auto all = static_cast<double>(counts.elements());
    return Cell{fmt::format("{:7.2f}", all == 0 ? 0 : 100 * static_cast<double>(part) / all)};
  };
  const std::string widest = counts.wide == 0 ? "-" : ulp_text(counts.widest);
  return {{sum.name},
          {fmt::format("{:>10}", counts.elements())},
          {fmt::format("{:7.2f}", 100 * counts.share())},
          percent(counts.exact),
          percent(counts.tight),
          percent(counts.any_nan),
          percent(counts.wide),
          {widest},
          percent(counts.any_of),
          percent(counts.open - sum.unexplained),
          percent(sum.unexplained),
          {fmt::format("{} of {}", counts.idle_cases, counts.cases)}};
}

void print(std::ostream& out, std::span<const Sum> list) {
  TextTable table;
  table.add(heading());
  for (const Sum& sum : list) table.add(row_of(sum));
  table.print(out, 0, false);
}

Sum total_of(std::span<const PinnedRow> rows) {
  Sum total{.name = "all", .counts = {}};
  for (const PinnedRow& row : rows) total.add(row);
  return total;
}

Json json_of(const Sum& sum) {
  const Determinacy& counts = sum.counts;
  return {{"name", sum.name},
          {"elements", counts.elements()},
          {"share", counts.share()},
          {"exact", counts.exact},
          {"tight", counts.tight},
          {"any_nan", counts.any_nan},
          {"wide", counts.wide},
          {"widest_ulp", counts.widest},
          {"any_of", counts.any_of},
          {"open", counts.open},
          {"open_by_nothing", sum.unexplained},
          {"explained", sum.explained},
          {"cases", counts.cases},
          {"idle_cases", counts.idle_cases}};
}

std::string full_name(const PinnedRow& row) {
  return fmt::format("{} {} {}", row.op, row.target, row.dtype);
}

}  // namespace

void print_pinned(std::ostream& out, std::span<const PinnedRow> rows, double least, bool all) {
  std::vector<Sum> families = sums(rows, [](const PinnedRow& row) { return row.family; });
  families.push_back(total_of(rows));
  print(out, families);
  if (all) {
    out << '\n';
    return print(out, sums(rows, full_name));
  }
  std::vector<Sum> low = sums(rows, [](const PinnedRow& row) { return row.op; });
  std::erase_if(low, [&](const Sum& sum) { return sum.counts.share() >= least; });
  out << fmt::format("\nless than {} % pinned: {}\n", 100 * least, low.empty() ? "no op" : "");
  if (!low.empty()) print(out, low);
}

std::string pinned_as_json(std::span<const PinnedRow> rows) {
  Json json{{"rows", Json::array()}, {"ops", Json::array()}, {"families", Json::array()}};
  for (const Sum& sum : sums(rows, full_name)) json["rows"].push_back(json_of(sum));
  for (const Sum& sum : sums(rows, [](const PinnedRow& row) { return row.op; })) {
    json["ops"].push_back(json_of(sum));
  }
  for (const Sum& sum : sums(rows, [](const PinnedRow& row) { return row.family; })) {
    json["families"].push_back(json_of(sum));
  }
  json["total"] = json_of(total_of(rows));
  return json.dump(2);
}

}  // namespace assay::reports
