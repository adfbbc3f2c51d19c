// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/header_errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "reference/isa/spec/vocabulary.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/semantics.hpp"

namespace assay::ops {
namespace {

constexpr std::int64_t register_columns = 64;

std::string folder_of(Target target) {
  if (target == Target::cpu) return "include/pto/cpu/";
  return target == Target::a5 ? "include/pto/npu/a5/" : "include/pto/npu/a2a3/";
}

/// The values that are accepted for a property of a tile that is not checked.
std::string freedom_of(std::string_view property) {
  using Freedom = std::pair<std::string_view, const char*>;
  constexpr std::array freedoms{Freedom{"location", "lie outside Vec"},
                                Freedom{"row_major", "be column-major"},
                                Freedom{"layout", "be column-major"},
                                Freedom{"column", "be column-major with several columns"},
                                Freedom{"same_element", "have another element type"},
                                Freedom{"pair", "have any element type with the source's"},
                                Freedom{"same_valid_region", "have another valid region"},
                                Freedom{"same_valid_rows", "have other valid rows"},
                                Freedom{"valid_rows", "have several valid rows"},
                                Freedom{"same_valid_columns", "have other valid columns"},
                                Freedom{"non_empty", "have no valid row or column"},
                                Freedom{"covers_dst", "be smaller than dst"},
                                Freedom{"width", "be narrower than src"},
                                Freedom{"m", "have several valid rows"},
                                Freedom{"k", "have any number of valid rows"},
                                Freedom{"n", "have any number of valid columns"},
                                Freedom{"shape", "have Rows and Cols that do not go together"},
                                Freedom{"*", "be anything"}};
  for (const auto& [name, freedom] : freedoms) {
    if (name == property) return fmt::format(" may {}", freedom);
  }
  return " may have any element type";
}

/// The subject of a pattern of operands.
std::string subject_of(const std::string& operand) {
  if (!operand.ends_with('*')) return operand;
  if (operand == "*") return "tiles";
  return operand.starts_with("dst") ? "results" : "sources";
}

}  // namespace

Erratum of_headers(Target target, std::string number, const std::string& file, std::string title) {
  Erratum made;
  made.number = std::move(number);
  made.title = std::move(title);
  made.implementation = "pto-" + std::string(name_of(target));
  made.source = folder_of(target) + file;
  made.targets = {target};
  return made;
}

std::vector<Erratum> followed(std::vector<Erratum> list, const std::vector<Erratum>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

Erratum giving(Erratum erratum, Result result) {
  erratum.results.push_back(std::move(result));
  return erratum;
}

Erratum dying(Erratum erratum, Arises arises) {
  erratum.effect = ErratumEffect::crash;
  erratum.severity = Severity::critical;
  erratum.arises = std::move(arises);
  return erratum;
}

Erratum refusing(Erratum erratum, Arises arises) {
  erratum.effect = ErratumEffect::refusal;
  erratum.arises = std::move(arises);
  return erratum;
}

Erratum accepting(Erratum erratum, std::string constraint) {
  erratum.effect = ErratumEffect::acceptance;
  erratum.severity = Severity::minor;
  erratum.constraint = std::move(constraint);
  return erratum;
}

Erratum unchecked(Target target, std::string number, const std::string& file,
                  std::string constraint) {
  const std::size_t dot = constraint.find('.');
  const std::string title =
      subject_of(constraint.substr(0, dot)) + freedom_of(constraint.substr(dot + 1));
  return accepting(of_headers(target, std::move(number), file, title), std::move(constraint));
}

Erratum taking(Target target, std::string number, const std::string& file, std::string constraint,
               const std::vector<ElementType>& types) {
  const std::string operand = constraint.substr(0, constraint.find('.'));
  const std::string list = vocabulary::list_of(types);
  Erratum made =
      of_headers(target, std::move(number), file,
                 fmt::format("{} may also be of {}, which the page does not list", operand, list));
  return among(accepting(std::move(made), std::move(constraint)),
               fmt::format("{} of {}", operand, list), [=](const Call& call) {
                 const OperandValue& value = call.operands[call.form->index_of(operand)];
                 return std::ranges::find(types, element_of(value)) != types.end();
               });
}

std::vector<Erratum> unchecked_on_cpu(const std::string& op, int number, const std::string& file,
                                      const std::vector<std::string>& constraints) {
  std::vector<Erratum> all;
  all.reserve(constraints.size());
  for (const std::string& constraint : constraints) {
    all.push_back(
        unchecked(Target::cpu, fmt::format("E-{}-{:03}", op, number++), file, constraint));
  }
  return all;
}

Erratum among(Erratum erratum, std::string where, std::function<bool(const Call&)> concerned) {
  erratum.where = std::move(where);
  erratum.among = std::move(concerned);
  return erratum;
}

ElementType element_of(const Call& call, const char* operand) {
  return call.tile(operand).type.element;
}

namespace {

constexpr std::int64_t counter = 65536;

Expected of_counted_columns(const Evaluation& inputs) {
  Call counted = inputs.call;
  for (OperandValue& value : counted.operands) {
    if (auto* tile = std::get_if<TileSpec>(&value)) tile->valid_cols %= counter;
  }
  const Result& result = inputs.call.form->results.front();
  auto expected = std::get<ExpectedTile>(
      result.semantics({counted, inputs.contents, inputs.tolerance, inputs.readings}));
  const TileSpec& left = counted.tile(result.operand);
  for_each_valid(inputs.call.tile(result.operand),
                 [&](std::int64_t index, std::int64_t, std::int64_t col) {
                   if (col >= left.valid_cols) expected.set_accept(index, Accept::preserved);
                 });
  return expected;
}

}  // namespace

Erratum counting_columns_in_16_bits(std::string number, const std::string& file) {
  Erratum made =
      of_headers(Target::cpu, std::move(number), file,
                 "valid columns are counted in 16 bits: the rest of dst stays as it was");
  made.where = "more than 65,535 valid columns";
  made.among = [](const Call& call) {
    return std::ranges::any_of(call.operands, [](const OperandValue& value) {
      const auto* tile = std::get_if<TileSpec>(&value);
      return tile != nullptr && tile->valid_cols >= counter;
    });
  };
  made.results = {{.operand = "dst", .semantics = of_counted_columns}};
  return made;
}

Arises zero_in(std::string divisor) {
  return [divisor = std::move(divisor)](const Evaluation& inputs) {
    const ElementArray& elements = inputs.of(divisor);
    bool found = false;
    for_each_valid(inputs.call.tile(divisor), [&](std::int64_t index, std::int64_t, std::int64_t) {
      found = found || numerics::is_zero(elements.type(), elements[index]);
    });
    return found;
  };
}

Arises lowest_over_minus_one(std::string dividend, std::string divisor) {
  return [dividend = std::move(dividend), divisor = std::move(divisor)](const Evaluation& inputs) {
    const ElementArray &above = inputs.of(dividend), &below = inputs.of(divisor);
    const ElementType type = below.type();
    if (is_float(type) || !is_signed(type) || bits_of(type) < 32) return false;
    const std::uint64_t lowest = numerics::largest_finite(type, true);
    const std::int64_t pitch = inputs.call.tile(dividend).cols();
    bool found = false;
    for_each_valid(
        inputs.call.tile(divisor), [&](std::int64_t index, std::int64_t row, std::int64_t col) {
          const bool both = below[index] == mask_of(type) && above[row * pitch + col] == lowest;
          found = found || both;
        });
    return found;
  };
}

ElementFunction picked_by_comparison(ElementFunction promised) {
  return [promised = std::move(promised)](const ElementContext& cell) {
    const Value &a = cell.arguments[0], &b = cell.arguments[1];
    const bool nan = numerics::is_nan(a.type, a.bits) || numerics::is_nan(b.type, b.bits);
    const bool zeros = numerics::is_zero(a.type, a.bits) && numerics::is_zero(b.type, b.bits);
    return nan || zeros ? exactly(a.bits) : promised(cell);
  };
}

ElementFunction stopping_at_column_64(ElementFunction function) {
  return [function = std::move(function)](const ElementContext& cell) {
    const bool untouched = bits_of(cell.to) == 64 && cell.col >= register_columns;
    return untouched ? Acceptable{.accept = Accept::preserved} : function(cell);
  };
}

Result lost_upon(const Result& promised, const std::vector<std::string>& sources) {
  Result made = promised;
  made.flow = {};
  made.function.reset();
  made.semantics = [=](const Evaluation& inputs) {
    auto expected = std::get<ExpectedTile>(promised.semantics(inputs));
    const ElementArray& held = inputs.of(promised.operand);
    const auto lose = [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      const bool lost = std::ranges::any_of(sources, [&](const std::string& source) {
        const std::int64_t place = row * inputs.call.tile(source).cols() + col;
        return held[index] == inputs.of(source)[place];
      });
      if (!lost) return;
      expected.set_exact(index, 0);
      expected.set_accept(index, Accept::target_defined);
    };
    for_each_valid(inputs.call.tile(promised.operand), lose);
    return Expected(expected);
  };
  return made;
}

}  // namespace assay::ops
