// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/order_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "generators/generate.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/support/hash.hpp"

namespace assay::runners {
namespace {

using numerics::PartialSum;
using numerics::RoundMode;
using numerics::SumTree;
using Line = std::vector<double>;

constexpr std::uint64_t draws_of_a_recipe = 24;
constexpr std::size_t checked_lines = 768;
constexpr std::uint64_t seed_of_lines = 0x6f72646572;
constexpr std::size_t calls_at_once = 16;

bool sums_rows(const Call& call) { return call.tile("dst").valid_cols == 1; }

std::size_t terms_of(const Call& call) {
  const TileSpec& src = call.tile("src");
  return static_cast<std::size_t>(sums_rows(call) ? src.valid_cols : src.valid_rows);
}

std::size_t lines_of(const Call& call) {
  const TileSpec& src = call.tile("src");
  return static_cast<std::size_t>(sums_rows(call) ? src.valid_rows : src.valid_cols);
}

/// Where term `term` of line `line` stands in src.
std::int64_t place_of(const Call& call, std::size_t line, std::size_t term) {
  const auto outer = static_cast<std::int64_t>(sums_rows(call) ? line : term);
  const auto inner = static_cast<std::int64_t>(sums_rows(call) ? term : line);
  return outer * call.tile("src").cols() + inner;
}

std::int64_t place_of_sum(const Call& call, std::size_t line) {
  const auto at = static_cast<std::int64_t>(line);
  return sums_rows(call) ? at * call.tile("dst").cols() : at;
}

/// The lines of one call have one length, and there is nothing else in the result.
bool sums_lines(const Call& call) {
  if (!call.form->has("src") || !call.form->has("dst")) return false;
  const TileSpec &src = call.tile("src"), &dst = call.tile("dst");
  const bool rows = dst.valid_cols == 1 && dst.valid_rows == src.valid_rows;
  const bool cols = dst.valid_rows == 1 && dst.valid_cols == src.valid_cols;
  return (rows && src.valid_cols > 1) || (cols && src.valid_rows > 1);
}

/// What numbers a type has room for: masks, and units that they hide.
struct Scale {
  double huge;
  double unit;
};

Scale scale_of(ElementType type) {
  // f16 partial sums of n units may be kept in f32, below half an ulp of the mask.
  if (type == ElementType::f16) return {0x1p15, 0x1p-24};
  return {0x1p100, 1};
}

/// Sums of many lines, as many to a call as it has.
class Adder {
 public:
  Adder(const Case& test, Backend& backend) : test_(test), backend_(backend) {
    before_ = generators::fill(test_, generators::Poison::first);
  }

  std::vector<std::uint64_t> sums(const std::vector<Line>& lines) {
    std::vector<std::uint64_t> found;
    const std::size_t each = lines_of(test_.call) * calls_at_once;
    for (std::size_t begin = 0; begin < lines.size(); begin += each) {
      const std::size_t count = std::min(each, lines.size() - begin);
      add(std::span(lines).subspan(begin, count), found);
    }
    return found;
  }

 private:
  void add(std::span<const Line> lines, std::vector<std::uint64_t>& found) {
    const Call& call = test_.call;
    const std::size_t of_a_call = lines_of(call);
    Job job{&test_, {}, 0};
    for (std::size_t begin = 0; begin < lines.size(); begin += of_a_call) {
      std::vector<ElementArray> before = before_;
      ElementArray& src = before[call.form->index_of("src")];
      for (std::size_t line = 0; line < of_a_call; ++line) {
        const Line& numbers = lines[std::min(begin + line, lines.size() - 1)];
        for (std::size_t term = 0; term < numbers.size(); ++term) {
          src.set(
              place_of(call, line, term),
              numerics::encode(src.type(), numerics::Real(numbers[term]), RoundMode::nearest_even));
        }
      }
      job.before.push_back(std::move(before));
    }
    const std::vector<Trial> trials = backend_.run_one(std::move(job));
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const Trial& trial = trials.at(std::min(line / of_a_call, trials.size() - 1));
      if (trial.outcome.status != Outcome::Status::done) {
        throw NoOrder(fmt::format("{} is not executed: {} {}", test_.name,
                                  name_of(trial.outcome.status), trial.outcome.message));
      }
      found.push_back(
          trial.after.at(call.form->index_of("dst"))[place_of_sum(call, line % of_a_call)]);
    }
  }

  const Case& test_;
  Backend& backend_;
  std::vector<ElementArray> before_;
};

ElementType type_of(const Case& test) { return test.call.tile("src").type.element; }

// ---- the tree ----

/// How many terms each pair has below it, row by row.
std::vector<std::size_t> sizes_of_pairs(const Case& test, Adder& adder, ProbeCounts& counts) {
  const std::size_t terms = terms_of(test.call);
  const Scale scale = scale_of(type_of(test));
  std::vector<Line> lines;
  for (std::size_t i = 0; i < terms; ++i) {
    for (std::size_t j = i + 1; j < terms; ++j) {
      Line line(terms, scale.unit);
      line[i] = scale.huge;
      line[j] = -scale.huge;
      lines.push_back(std::move(line));
    }
  }
  counts.masked += lines.size();
  const std::vector<std::uint64_t> sums = adder.sums(lines);
  std::vector<std::size_t> sizes(terms * terms, 1);
  std::size_t next = 0;
  for (std::size_t i = 0; i < terms; ++i) {
    for (std::size_t j = i + 1; j < terms; ++j) {
      const double left = numerics::decode(type_of(test), sums[next++]).to_double() / scale.unit;
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

SumTree tree_of(const Case& test, Adder& adder, ProbeCounts& counts) {
  const std::size_t terms = terms_of(test.call);
  const std::vector<std::size_t> sizes = sizes_of_pairs(test, adder, counts);
  // Where nothing is lost, the sum is exact, or has more digits than a mask can hide.
  const auto smallest = [](std::size_t size) { return size <= 2; };
  if (std::ranges::all_of(sizes, smallest)) return SumTree::fused(terms);
  const auto tree =
      SumTree::of_sizes(terms, [&](std::size_t i, std::size_t j) { return sizes[i * terms + j]; });
  if (!tree) throw NoOrder("what is left of masked lines fits no order of additions");
  return *tree;
}

// ---- the type ----

class Numbers {
 public:
  std::uint64_t next() { return state_ = support::mix(state_); }
  double sign() { return next() % 2 == 0 ? 1 : -1; }
  /// 0 to most.
  int up_to(int most) { return static_cast<int>(next() % static_cast<std::uint64_t>(most + 1)); }

 private:
  std::uint64_t state_ = seed_of_lines;
};

/// Numbers of many digits within some binades; few digits far apart, which make ties; and the
/// smallest ones.
std::vector<Line> lines_to_check(const Case& test) {
  const ElementType type = type_of(test);
  const int digits = format_of(type).precision;
  const bool narrow = type == ElementType::f16;
  const int lowest = narrow ? -24 : -149;
  Numbers numbers;
  std::vector<Line> lines;
  for (std::size_t number = 0; number < checked_lines; ++number) {
    Line line(terms_of(test.call));
    for (double& term : line) {
      const double sign = numbers.sign();
      if (number % 3 == 0) {
        const auto fraction = static_cast<double>(numbers.next() >> 11U) * 0x1p-53;
        term = sign * std::ldexp(1 + fraction, numbers.up_to(6) - 3);
      } else if (number % 3 == 1) {
        term = sign * std::ldexp(1 + numbers.up_to(1), numbers.up_to(digits) - digits);
      } else {
        term = sign * std::ldexp(1 + numbers.up_to(14), lowest + numbers.up_to(3));
      }
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::uint64_t sum_of(const SumTree& tree, const PartialSum& partial, const Line& line,
                     ElementType type) {
  ElementArray terms(type, static_cast<std::int64_t>(line.size()));
  for (std::size_t i = 0; i < line.size(); ++i) {
    terms.set(static_cast<std::int64_t>(i),
              numerics::encode(type, numerics::Real(line[i]), RoundMode::nearest_even));
  }
  return tree.sum({type, terms.bytes(), terms.size()}, partial, type);
}

std::vector<PartialSum> candidates(ElementType type) {
  std::vector<PartialSum> all;
  std::vector<ElementType> types{type};
  if (type != ElementType::f32) types.push_back(ElementType::f32);
  types.push_back(ElementType::f64);
  for (const ElementType partial : types) {
    for (const RoundMode mode :
         {RoundMode::nearest_even, RoundMode::toward_zero, RoundMode::nearest_away}) {
      for (const bool flushes : {false, true}) all.push_back({partial, mode, flushes});
    }
  }
  return all;
}

bool gives(const SumTree& tree, const PartialSum& partial, const std::vector<Line>& lines,
           const std::vector<std::uint64_t>& sums, ElementType type) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (sum_of(tree, partial, lines[i], type) != sums[i]) return false;
  }
  return true;
}

}  // namespace

Case call_of_lines(const OpSpec& op, const Form& form, Target target, ElementType type,
                   std::size_t longest) {
  std::optional<Case> best;
  const auto is_better = [&](const Call& call) {
    if (!sums_lines(call) || terms_of(call) > longest || terms_of(call) < 2) return false;
    if (!best) return true;
    const auto rank = [](const Call& of) { return std::pair(terms_of(of), lines_of(of)); };
    return rank(call) > rank(best->call);
  };
  for (const generators::Recipe& recipe : generators::recipes(op, form, target, type)) {
    if (recipe.intent.kind != Intent::Kind::inside) continue;
    for (std::uint64_t index = 0; index < draws_of_a_recipe; ++index) {
      Case drawn = generators::draw(recipe, generators::key_of(recipe, 1, index * 16));
      if (is_better(drawn.call)) best = std::move(drawn);
    }
  }
  if (!best || !is_float(type)) {
    throw NoOrder(
        fmt::format("{} sums no lines of {} on {}", op.mnemonic, name_of(type), name_of(target)));
  }
  return *std::move(best);
}

SumOrder probe_order(const Case& test, Backend& backend, ProbeCounts& counts) {
  const Call& call = test.call;
  const ElementType type = type_of(test);
  Adder adder(test, backend);
  SumOrder order{call.form->op,
                 call.form->name,
                 std::string(name_of(call.target)),
                 type,
                 tree_of(test, adder, counts),
                 {}};
  const std::vector<Line> lines = lines_to_check(test);
  const std::vector<std::uint64_t> sums = adder.sums(lines);
  counts.checked += lines.size();
  for (const PartialSum& partial : candidates(type)) {
    if (!gives(order.tree, partial, lines, sums, type)) continue;
    order.partial = partial;
    return order;
  }
  throw NoOrder(fmt::format(
      "masks say {}, and no type and rounding of partial sums gives the sums of other lines",
      described(order.tree)));
}

std::vector<OtherSum> check_order(const SumOrder& order, const Case& test, Backend& backend,
                                  ProbeCounts& counts) {
  Adder adder(test, backend);
  const std::vector<Line> lines = lines_to_check(test);
  const std::vector<std::uint64_t> sums = adder.sums(lines);
  counts.checked += lines.size();
  std::vector<OtherSum> others;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::uint64_t expected = sum_of(order.tree, order.partial, lines[i], order.type);
    if (expected != sums[i]) others.push_back({i, expected, sums[i]});
  }
  return others;
}

std::string described(const SumTree& tree) {
  const std::size_t terms = tree.terms();
  if (tree == SumTree::left_to_right(terms)) return fmt::format("{} terms left to right", terms);
  if (tree == SumTree::fused(terms)) return fmt::format("{} terms at once", terms);
  return fmt::format("a tree of {} terms, {} additions deep", terms, tree.depth());
}

}  // namespace assay::runners
