// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/line_call.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "generators/generate.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/numerics/real.hpp"

namespace assay::runners {
namespace {

constexpr std::uint64_t draws_of_a_recipe = 24;

/// Row by row into one column, or column by column into one row, and nothing else in the result.
bool sums_rows(const TileSpec& src, const TileSpec& dst) {
  return dst.valid_cols == 1 && dst.valid_rows == src.valid_rows && src.valid_cols > 1;
}
bool sums_columns(const TileSpec& src, const TileSpec& dst) {
  return dst.valid_rows == 1 && dst.valid_cols == src.valid_cols && src.valid_rows > 1;
}

bool multiplies_matrices(const Call& call) {
  return call.form->has("aMatrix") && call.form->has("bMatrix") &&
         call.tile("aMatrix").type.element == call.tile("bMatrix").type.element;
}

/// The operand of floats that a product starts from.
std::string start_of(const Call& call) {
  for (const char* const name : {"biasData", "cInMatrix"}) {
    if (call.form->has(name)) return name;
  }
  return call.form->operands.front().role == Role::in_out ? call.form->operands.front().name : "";
}

bool sums_lines(const Call& call) {
  const Form& form = *call.form;
  if (multiplies_matrices(call)) {
    const std::string start = start_of(call);
    return start.empty() || call.tile(start).type.element == ElementType::f32;
  }
  if (!form.has("src") || !form.has("dst")) return false;
  if (!call.is_tile("src") || !call.is_tile("dst")) return false;
  const TileSpec &src = call.tile("src"), &dst = call.tile("dst");
  return sums_rows(src, dst) || sums_columns(src, dst);
}

}  // namespace

LineCall::LineCall(Case test_case) : test_(std::move(test_case)) {
  const Call& call = test_.call;
  if (!sums_lines(call)) throw NoOrder(fmt::format("{} sums no lines", test_.name));
  if (multiplies_matrices(call)) {
    kind_ = Kind::products;
    start_ = start_of(call);
    const TileSpec &a = tile("aMatrix"), &b = tile("bMatrix");
    terms_ = static_cast<std::size_t>(a.valid_cols) + (starts() ? 1 : 0);
    lines_ = static_cast<std::size_t>(std::min(a.valid_rows, b.valid_cols));
    return;
  }
  const TileSpec &src = tile("src"), &dst = tile("dst");
  kind_ = sums_rows(src, dst) ? Kind::rows : Kind::columns;
  const bool rows = kind_ == Kind::rows;
  terms_ = static_cast<std::size_t>(rows ? src.valid_cols : src.valid_rows);
  lines_ = static_cast<std::size_t>(rows ? src.valid_rows : src.valid_cols);
}

ElementType LineCall::type() const { return tile(multiplies() ? "aMatrix" : "src").type.element; }

ElementType LineCall::result() const { return element_of(test_.call.operands.front()); }

ElementType LineCall::type_of(std::size_t term) const {
  return starts() && term == 0 ? tile(start_).type.element : type();
}

void LineCall::write(std::vector<ElementArray>& contents, const std::string& operand,
                     std::int64_t row, std::int64_t col, const Term& number) const {
  ElementArray& to = contents[test_.call.form->index_of(operand)];
  const auto bits = [&] {
    return numerics::encode(to.type(), numerics::Real(number.left),
                            numerics::RoundMode::nearest_even);
  };
  to.set(row * tile(operand).cols() + col, number.bits ? *number.bits : bits());
}

/// Lines of products are those of the diagonal: they share no factor.
void LineCall::put(std::vector<ElementArray>& contents, std::size_t line,
                   const Line& numbers) const {
  const auto own = static_cast<std::int64_t>(line);
  for (std::size_t term = 0; term < numbers.size(); ++term) {
    const auto k = static_cast<std::int64_t>(term);
    if (kind_ == Kind::rows) {
      write(contents, "src", own, k, numbers[term]);
    } else if (kind_ == Kind::columns) {
      write(contents, "src", k, own, numbers[term]);
    } else if (starts() && term == 0) {
      const bool biases = tile(start_).type.location == Location::bias;
      write(contents, start_, biases ? 0 : own, own, numbers[term]);
    } else {
      const std::int64_t factor = starts() ? k - 1 : k;
      write(contents, "aMatrix", own, factor, numbers[term]);
      write(contents, "bMatrix", factor, own, {numbers[term].right});
    }
  }
}

std::uint64_t LineCall::sum(const std::vector<ElementArray>& contents, std::size_t line) const {
  const std::int64_t cols = tile(test_.call.form->operands.front().name).cols();
  const auto own = static_cast<std::int64_t>(line);
  const std::int64_t places[] = {own * cols, own, own * cols + own};
  return contents.front()[places[static_cast<std::size_t>(kind_)]];
}

LineCall call_of_lines(const OpSpec& op, const Form& form, Target target, ElementType type,
                       std::size_t longest) {
  const std::vector<ElementType> taken = generators::lead_elements(form, target);
  if (std::ranges::find(taken, type) == taken.end()) {
    std::vector<std::string_view> names;
    for (const ElementType one : taken) {
      if (is_float(one)) names.push_back(name_of(one));
    }
    throw NoOrder(fmt::format("{} form {} on {} does not take {}; it takes {}", op.mnemonic,
                              form.name, name_of(target), name_of(type), fmt::join(names, ", ")));
  }
  std::optional<LineCall> best;
  const auto consider = [&](Case drawn) {
    if (!is_float(type) || !sums_lines(drawn.call)) return;
    LineCall call(std::move(drawn));
    if (call.terms() > longest || call.terms() < 2 || call.lines() == 0) return;
    const auto rank = [](const LineCall& of) { return std::pair(of.terms(), of.lines()); };
    if (!best || rank(call) > rank(*best)) best = std::move(call);
  };
  for (const generators::Recipe& recipe : generators::recipes(op, form, target, type)) {
    if (recipe.intent.kind != Intent::Kind::inside) continue;
    for (std::uint64_t index = 0; index < draws_of_a_recipe; ++index) {
      consider(generators::draw(recipe, generators::key_of(recipe, 1, index * 16)));
    }
  }
  if (!best) {
    throw NoOrder(
        fmt::format("{} sums no lines of {} on {}", op.mnemonic, name_of(type), name_of(target)));
  }
  return *std::move(best);
}

}  // namespace assay::runners
