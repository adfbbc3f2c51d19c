// SPDX-License-Identifier: Apache-2.0
#include "reports/findings/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "reference/isa/types/element_type.hpp"
#include "reference/numerics/classify.hpp"

namespace assay::reports {
namespace {

/// Bits of one wrong element with their type.
struct Pair {
  ElementType type = ElementType::f32;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::optional<double> ulp;
};

const char* integer_way(const Pair& pair) {
  const ElementType type = pair.type;
  const auto is_extreme = [&](std::uint64_t bits) {
    return bits == numerics::largest_finite(type, false) ||
           (is_signed(type) && bits == numerics::largest_finite(type, true));
  };
  if (is_extreme(pair.got)) return "saturated";
  if (is_extreme(pair.expected)) return "not saturated";
  if (pair.got == 0) return "zero";
  // A difference of one from a small number, such as an index, is no rounding.
  constexpr std::int64_t least_rounded = 128;
  const std::int64_t from = numerics::order_key(type, pair.expected);
  const std::int64_t apart = numerics::order_key(type, pair.got) - from;
  const bool large = from >= least_rounded || from <= -least_rounded;
  return large && (apart == 1 || apart == -1) ? "rounded" : wide_pattern;
}

const char* finite_way(const Pair& pair) {
  const ElementType type = pair.type;
  constexpr double rounding = 2.5;
  const std::uint64_t sign = std::uint64_t{1} << (bits_of(type) - 1);
  if ((pair.expected ^ pair.got) == sign) return "sign";
  if (numerics::is_zero(type, pair.got)) return "zero";
  if (pair.ulp && std::abs(*pair.ulp) <= rounding) return "rounded";
  const std::int64_t apart =
      numerics::order_key(type, pair.got) - numerics::order_key(type, pair.expected);
  if (apart >= -2 && apart <= 2) return "rounded";
  return wide_pattern;
}

const char* way_of(const Pair& pair) {
  const ElementType type = pair.type;
  if (!is_float(type)) return integer_way(pair);
  if (numerics::is_nan(type, pair.expected)) {
    return numerics::is_nan(type, pair.got) ? "another NaN" : "NaN lost";
  }
  if (numerics::is_nan(type, pair.got)) return "NaN made";
  const bool was = numerics::is_infinite(type, pair.expected);
  const bool is = numerics::is_infinite(type, pair.got);
  const bool sign =
      numerics::is_negative(type, pair.expected) != numerics::is_negative(type, pair.got);
  if (was && is) return "sign";
  if (was || is) {
    const std::uint64_t other = was ? pair.got : pair.expected;
    const bool beside =
        !sign && other == numerics::largest_finite(type, numerics::is_negative(type, other));
    if (beside) return was ? "saturated" : "not saturated";
    return was ? "infinity lost" : "infinity made";
  }
  return finite_way(pair);
}

using Ways = std::map<std::string_view, std::size_t>;  // of static storage

Ways ways_of(const CaseRecord& record) {
  Ways ways;
  for (const WrongTile& tile : record.tiles) {
    for (const WrongElement& one : tile.elements) {
      ++ways[way_of({tile.element, one.expected, one.got, one.ulp})];
    }
  }
  if (!ways.empty() || !record.verdict.worst) return ways;
  const WorstElement& worst = *record.verdict.worst;
  const auto type = worst.element ? worst.element : element_named(record.dtype);
  if (type) ++ways[way_of({*type, worst.expected, worst.got, worst.ulp})];
  return ways;
}

/// The way of three fifths of the wrong elements, or all of them where there is none.
std::set<std::string_view> usual_ways(const CaseRecord& record) {
  std::size_t total = 0;
  const Ways ways = ways_of(record);
  for (const auto& [way, count] : ways) total += count;
  std::set<std::string_view> all;
  for (const auto& [way, count] : ways) {
    if (5 * count >= 3 * total) return {way};
    all.insert(way);
  }
  return all;
}

}  // namespace

namespace {

std::string kind_of_library(const Verdict& verdict) {
  switch (verdict.kind) {
    case VerdictKind::accepted_invalid:
      return "accepted";
    case VerdictKind::rejected_valid:
      return "refused";
    case VerdictKind::crashed:
      return "crashed";
    case VerdictKind::timed_out:
      return "hangs";
    default:
      return "wrong";
  }
}

bool is_wrong(const Verdict& verdict) { return kind_of_library(verdict) == "wrong"; }

}  // namespace

std::string failure_kind(const Verdict& verdict) {
  const std::string kind = kind_of_library(verdict);
  if (verdict.assembler == AssemblerFinding::none) return kind;
  return fmt::format("{} ({})", kind, name_of(verdict.assembler));
}

std::string_view pattern_of(const CaseRecord& record) {
  if (record.distant) return record.distant->brief().pattern;
  if (!is_wrong(record.verdict)) return "";
  if (record.verdict.deviation != Deviation::value) return name_of(record.verdict.deviation);
  const std::set<std::string_view> ways = usual_ways(record);
  return ways.size() == 1 ? *ways.begin() : wide_pattern;
}

bool fails_alike(const CaseRecord& record, const CaseRecord& other) {
  const Verdict& one = record.verdict;
  const Verdict& two = other.verdict;
  if (one.kind != two.kind || one.deviation != two.deviation || one.assembler != two.assembler) {
    return false;
  }
  if (!is_wrong(one) || one.deviation != Deviation::value) return true;
  return std::ranges::includes(usual_ways(other), usual_ways(record));
}

}  // namespace assay::reports
