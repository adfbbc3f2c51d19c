// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace assay::bench {
namespace {

std::string times(double ratio) {
  if (std::isnan(ratio)) return "not measured";
  if (ratio >= 20) return fmt::format("{:.0f}x", ratio);
  return fmt::format("{:.{}f}x", ratio, ratio >= 5 ? 1 : 2);
}

std::string seconds_text(double seconds) {
  return std::isnan(seconds) ? "not measured" : fmt::format("{:.1f} s", seconds);
}

}  // namespace

Row at_least(const std::string& what, double target, double ratio) {
  return {what, fmt::format(">= {:g}x", target), times(ratio), ratio >= target};
}

Row at_most(const std::string& what, double target, double ratio) {
  return {what, fmt::format("<= {:g}x", target), times(ratio), ratio <= target};
}

Row at_most_seconds(const std::string& what, double target, double seconds) {
  return {what, fmt::format("<= {:g} s", target), seconds_text(seconds), seconds <= target};
}

Row at_most_share(const std::string& what, double target, double share) {
  return {what, fmt::format("<= {:g}", target),
          std::isnan(share) ? "not measured" : fmt::format("{:.2g}", share), share <= target};
}

Row part_of(const std::string& what, double ratio) { return {what, "", times(ratio), true}; }

std::string to_text(const std::vector<Row>& rows) {
  std::array<std::size_t, 3> width{4, 6, 8};
  const auto cells = [](const Row& row) {
    return std::array{row.what, row.target, row.measured + (row.met ? "" : " (missed)")};
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < width.size(); ++i) {
      width[i] = std::max(width[i], cells(row)[i].size());
    }
  }
  const auto line = [&](const std::array<std::string, 3>& cell) {
    return fmt::format("| {:<{}} | {:<{}} | {:<{}} |\n", cell[0], width[0], cell[1], width[1],
                       cell[2], width[2]);
  };
  std::string text = line({"what", "target", "measured"});
  text +=
      line({std::string(width[0], '-'), std::string(width[1], '-'), std::string(width[2], '-')});
  for (const Row& row : rows) text += line(cells(row));
  return text;
}

}  // namespace assay::bench
