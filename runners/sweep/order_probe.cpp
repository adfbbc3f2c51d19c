// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/order_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "generators/generate.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "runners/sweep/drawn_lines.hpp"

namespace assay::runners {
namespace {

using numerics::PartialSum;
using numerics::RoundMode;
using numerics::SumTree;
using numerics::TermRounding;

constexpr std::size_t checked_lines = 768;
constexpr std::size_t calls_at_once = 16;

/// Types that partial sums may have, the widest first.
constexpr std::array partial_types{ElementType::f64, ElementType::f32, ElementType::f16,
                                   ElementType::bf16};

/// Sums of many lines, as many to a call as it has.
class Adder {
 public:
  Adder(const LineCall& call, Backend& backend) : call_(call), backend_(backend) {
    before_ = generators::fill(call.test(), generators::Poison::first);
  }

  std::vector<std::uint64_t> sums(const std::vector<Line>& lines) {
    std::vector<std::uint64_t> found;
    const std::size_t each = call_.lines() * calls_at_once;
    for (std::size_t begin = 0; begin < lines.size(); begin += each) {
      const std::size_t count = std::min(each, lines.size() - begin);
      add(std::span(lines).subspan(begin, count), found);
    }
    return found;
  }

 private:
  void add(std::span<const Line> lines, std::vector<std::uint64_t>& found) {
    const Case& test_case = call_.test();
    Job job{&test_case, {}, 0};
    for (std::size_t begin = 0; begin < lines.size(); begin += call_.lines()) {
      std::vector<ElementArray> before = before_;
      for (std::size_t line = 0; line < call_.lines(); ++line) {
        call_.put(before, line, lines[std::min(begin + line, lines.size() - 1)]);
      }
      job.before.push_back(std::move(before));
    }
    const std::vector<Trial> trials = backend_.run_one(std::move(job));
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const Trial& trial = trials.at(std::min(line / call_.lines(), trials.size() - 1));
      if (trial.outcome.status != Outcome::Status::done) {
        throw NoOrder(fmt::format("{} is not executed: {} {}", test_case.name,
                                  name_of(trial.outcome.status), trial.outcome.message));
      }
      found.push_back(call_.sum(trial.after, line % call_.lines()));
    }
  }

  const LineCall& call_;
  Backend& backend_;
  std::vector<ElementArray> before_;
};

// ---- powers of two ----

bool is_number_of(ElementType type, double number) {
  const std::uint64_t bits =
      numerics::encode(type, numerics::Real(number), RoundMode::nearest_even);
  return !numerics::is_nan(type, bits) && !numerics::is_infinite(type, bits) &&
         numerics::decode(type, bits).to_double() == number;
}

/// 2^exponent as a term: of products half of it in each factor.
Term power_of_two(const LineCall& call, std::size_t term, int exponent) {
  if (!call.multiplies() || (call.starts() && term == 0)) return {std::ldexp(1, exponent), 1};
  const int left = exponent / 2;
  return {std::ldexp(1, left), std::ldexp(1, exponent - left)};
}

Term minus(Term term) { return {-term.left, term.right}; }

/// Masks 2^huge, and units that they hide.
struct Scale {
  int huge;
  int unit;
};

/// Numbers as far apart as this, if the call has room for them.
std::optional<Scale> scale_of(const LineCall& call, int ratio) {
  constexpr int highest = 100;
  const auto has = [&](std::size_t term, int exponent) {
    const Term power = power_of_two(call, term, exponent);
    return is_number_of(call.type_of(term), power.left) &&
           is_number_of(call.multiplies() ? call.type_of(term) : call.type(), power.right);
  };
  const auto every_term_has = [&](int exponent) {
    return has(0, exponent) && has(call.terms() - 1, exponent);
  };
  for (int huge = highest; huge > 0; --huge) {
    if (!every_term_has(huge)) continue;
    if (every_term_has(huge - ratio)) return Scale{huge, huge - ratio};
    return std::nullopt;  // a lower mask has lower units yet
  }
  return std::nullopt;
}

double number_of(const LineCall& call, std::uint64_t sum) {
  return numerics::decode(call.result(), sum).to_double();
}

// ---- the tree ----

Line units_of(const LineCall& call, const Scale& scale) {
  Line line;
  for (std::size_t term = 0; term < call.terms(); ++term) {
    line.push_back(power_of_two(call, term, scale.unit));
  }
  return line;
}

/// Whether masks hide all units of a line from a partial sum of so many digits, or none of them.
/// Below a power of two the digits are closer by one.
bool hides_all_or_none(int ratio, int digits, std::size_t terms) {
  const auto of_terms = static_cast<int>(std::bit_width(terms));
  return ratio > digits + 1 + of_terms || ratio < digits;
}

/// The masks that hide most, among those whose units a backend adds up.
Scale scale_of_masks(const LineCall& call, Adder& adder) {
  constexpr int most = 100;
  std::string last = "no numbers are far enough apart";
  for (int ratio = most; ratio > 0; --ratio) {
    const auto is_clear = [&](ElementType type) {
      return hides_all_or_none(ratio, format_of(type).precision, call.terms());
    };
    const auto scale = scale_of(call, ratio);
    if (!scale || !std::ranges::all_of(partial_types, is_clear)) continue;
    const double sum = number_of(call, adder.sums({units_of(call, *scale)}).front());
    const double expected = std::ldexp(static_cast<double>(call.terms()), scale->unit);
    if (sum == expected) return *scale;
    last = fmt::format("{} numbers of 2^{} add up to {}", call.terms(), scale->unit, sum);
  }
  throw NoOrder(last);
}

/// How many terms each pair meets with, row by row.
std::vector<std::size_t> sizes_of_pairs(const LineCall& call, Adder& adder, ProbeCounts& counts) {
  const std::size_t terms = call.terms();
  const Scale scale = scale_of_masks(call, adder);
  const Line units = units_of(call, scale);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < terms; ++i) {
    for (std::size_t j = i + 1; j < terms; ++j) {
      Line line = units;
      line[i] = power_of_two(call, i, scale.huge);
      line[j] = minus(power_of_two(call, j, scale.huge));
      lines.push_back(std::move(line));
    }
  }
  counts.masked += lines.size();
  const std::vector<std::uint64_t> sums = adder.sums(lines);
  std::vector<std::size_t> sizes(terms * terms, 1);
  std::size_t next = 0;
  for (std::size_t i = 0; i < terms; ++i) {
    for (std::size_t j = i + 1; j < terms; ++j) {
      const double left = std::ldexp(number_of(call, sums[next++]), -scale.unit);
      if (!(left >= 0 && left <= static_cast<double>(terms - 2)) || left != std::floor(left)) {
        throw NoOrder(fmt::format(
            "with terms {} and {} huge and opposite, {} of {} units are left: no order gives that",
            i, j, left, terms - 2));
      }
      sizes[i * terms + j] = sizes[j * terms + i] = terms - static_cast<std::size_t>(left);
    }
  }
  return sizes;
}

SumTree tree_of(const LineCall& call, Adder& adder, ProbeCounts& counts) {
  const std::size_t terms = call.terms();
  const std::vector<std::size_t> sizes = sizes_of_pairs(call, adder, counts);
  const auto tree =
      SumTree::of_sizes(terms, [&](std::size_t i, std::size_t j) { return sizes[i * terms + j]; });
  if (!tree) throw NoOrder("what is left of masked lines fits no order of additions");
  return *tree;
}

// ---- the types of partial sums ----

/// Which nodes lose 1 next to 2^digits before it meets the opposite number; none if the call has no
/// such numbers.
std::vector<bool> loses(const LineCall& call, const SumTree& tree, int digits, Adder& adder,
                        ProbeCounts& counts) {
  const std::vector<SumTree::Witness> witnesses = tree.witnesses();
  const auto scale = scale_of(call, digits);
  if (!scale) return std::vector<bool>(witnesses.size(), false);
  std::vector<Line> lines;
  for (const auto& [one, other, above] : witnesses) {
    Line line(call.terms(), Term{0, 0});
    line[one] = power_of_two(call, one, scale->huge);
    line[other] = power_of_two(call, other, scale->unit);
    if (above != one) line[above] = minus(power_of_two(call, above, scale->huge));
    lines.push_back(std::move(line));
  }
  counts.masked += lines.size();
  std::vector<bool> lost;
  for (const std::uint64_t sum : adder.sums(lines)) lost.push_back(number_of(call, sum) == 0);
  lost.back() = false;  // nothing is above the last one
  return lost;
}

/// The type of each node but the last, by the digits that it loses.
std::vector<ElementType> types_of_nodes(const LineCall& call, const SumTree& tree, Adder& adder,
                                        ProbeCounts& counts) {
  std::vector<ElementType> types(tree.witnesses().size(), ElementType::f64);
  for (const ElementType type : partial_types) {
    // A quarter of a last digit is lost in every rounding to the nearest, and towards zero.
    const std::vector<bool> lost = loses(call, tree, format_of(type).precision + 1, adder, counts);
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (lost[i]) types[i] = type;
    }
  }
  if (!types.empty()) types.pop_back();
  return types;
}

// ---- the bits ----

std::uint64_t sum_of(const SumOrder& order, const Line& line) {
  std::vector<double> terms;
  terms.reserve(line.size());
  for (const Term& term : line) terms.push_back(term.left * term.right);  // of 48 digits at most
  return order.tree.sum(
      {ElementType::f64, std::as_bytes(std::span(terms)), static_cast<std::int64_t>(terms.size())},
      order.partial, order.result);
}

bool gives(const SumOrder& order, const std::vector<Line>& lines,
           const std::vector<std::uint64_t>& sums) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (sum_of(order, lines[i]) != sums[i]) return false;
  }
  return true;
}

/// Orders with the types that the nodes have. That of the last one is not known.
std::vector<SumOrder> typed(const SumOrder& order, const std::vector<ElementType>& types) {
  std::vector<SumOrder> all;
  const auto add = [&](ElementType narrow, ElementType wide, bool last_is_wide) {
    std::vector<bool> nodes;
    nodes.reserve(types.size() + 1);
    for (const ElementType type : types) nodes.push_back(type == wide && wide != narrow);
    nodes.push_back(last_is_wide);
    all.push_back(order);
    all.back().tree = order.tree.with_wide(nodes);
    all.back().partial = {.type = narrow, .wide = wide};
  };
  const auto precision = [](ElementType type) { return format_of(type).precision; };
  std::vector<ElementType> kinds = types;
  std::ranges::sort(kinds, {}, precision);
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  if (kinds.empty()) {
    for (const ElementType kind : {order.result, ElementType::f32, ElementType::f64}) {
      add(kind, kind, false);
    }
  } else if (kinds.size() == 1) {
    add(kinds[0], kinds[0], false);
    if (precision(kinds[0]) > precision(order.result)) add(order.result, kinds[0], false);
  } else if (kinds.size() == 2) {
    for (const bool last_is_wide : {false, true}) add(kinds[0], kinds[1], last_is_wide);
  } else {
    throw NoOrder("partial sums are kept in three types");
  }
  return all;
}

/// The same orders with every rounding.
std::vector<SumOrder> rounded(const std::vector<SumOrder>& orders) {
  std::vector<SumOrder> all;
  for (const SumOrder& order : orders) {
    for (const RoundMode mode :
         {RoundMode::nearest_even, RoundMode::toward_zero, RoundMode::nearest_away}) {
      for (const bool flushes : {false, true}) {
        for (const TermRounding terms :
             {TermRounding::none, TermRounding::first, TermRounding::all}) {
          if (!order.multiplies && terms != TermRounding::all) continue;
          all.push_back(order);
          PartialSum& partial = all.back().partial;
          partial.mode = mode;
          partial.flushes = flushes;
          partial.terms = terms;
        }
      }
    }
  }
  return all;
}

// ---- what is no number ----

std::uint64_t sum_with(const LineCall& call, Adder& adder, const std::vector<std::uint64_t>& bits) {
  Line line(call.terms(), Term{1, 1});
  for (std::size_t i = 0; i < bits.size(); ++i) line[call.terms() - 1 - i].bits = bits[i];
  return adder.sums({line}).front();
}

SumsOfNothing sums_of_nothing(const LineCall& call, Adder& adder) {
  const ElementType type = call.type();
  const std::uint64_t sign = std::uint64_t{1} << (bits_of(type) - 1);
  const std::uint64_t quiet = numerics::quiet_nan(type);
  const std::uint64_t other = quiet | sign | 1;
  SumsOfNothing sums;
  sums.of_nan = sum_with(call, adder, {numerics::is_nan(type, other) ? other : quiet});
  if (format_of(type).has_infinity) {
    sums.of_infinities =
        sum_with(call, adder, {numerics::infinity(type, false), numerics::infinity(type, true)});
  }
  return sums;
}

}  // namespace

SumOrder probe_order(const LineCall& call, Backend& backend, ProbeCounts& counts) {
  const Form& form = call.test().form();
  Adder adder(call, backend);
  SumOrder order{.op = form.op,
                 .form = form.name,
                 .target = std::string(name_of(call.test().call.target)),
                 .type = call.type(),
                 .result = call.result(),
                 .multiplies = call.multiplies(),
                 .tree = tree_of(call, adder, counts)};
  const std::vector<ElementType> types = types_of_nodes(call, order.tree, adder, counts);
  order.none = sums_of_nothing(call, adder);
  const std::vector<Line> lines = drawn_lines(call, checked_lines);
  const std::vector<std::uint64_t> sums = adder.sums(lines);
  counts.checked += lines.size();
  for (SumOrder& candidate : rounded(typed(order, types))) {
    if (gives(candidate, lines, sums)) return std::move(candidate);
  }
  throw NoOrder(
      fmt::format("masks say {}, and no rounding of partial sums gives the sums of other lines",
                  described(order.tree)));
}

std::vector<OtherSum> check_order(const SumOrder& order, const LineCall& call, Backend& backend,
                                  ProbeCounts& counts) {
  Adder adder(call, backend);
  const std::vector<Line> lines = drawn_lines(call, checked_lines);
  const std::vector<std::uint64_t> sums = adder.sums(lines);
  counts.checked += lines.size();
  std::vector<OtherSum> others;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t expected = sum_of(order, lines[i]);
    if (expected != sums[i]) others.push_back({fmt::format("line {}", i), expected, sums[i]});
  }
  const SumsOfNothing none = sums_of_nothing(call, adder);
  const auto compare = [&](const char* what, std::optional<std::uint64_t> expected,
                           std::optional<std::uint64_t> got) {
    if (!expected || !got) return;
    ++counts.checked;
    if (*expected != *got) others.push_back({what, *expected, *got});
  };
  compare("a NaN", order.none.of_nan, none.of_nan);
  compare("infinities of both signs", order.none.of_infinities, none.of_infinities);
  return others;
}

std::string described(const SumTree& tree) {
  const std::size_t terms = tree.terms();
  const SumTree plain = tree.with_wide(std::vector<bool>(tree.witnesses().size(), false));
  if (plain == SumTree::left_to_right(terms)) return fmt::format("{} terms left to right", terms);
  if (plain == SumTree::fused(terms)) return fmt::format("{} terms at once", terms);
  return fmt::format("a tree of {} terms, {} additions deep", terms, tree.depth());
}

}  // namespace assay::runners
