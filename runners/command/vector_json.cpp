// SPDX-License-Identifier: Apache-2.0
#include "runners/command/vector_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "generators/values/plans.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/numerics/classify.hpp"

namespace assay::runners {
namespace {

using Json = VectorJson;

std::string hex_of(const ElementArray& elements) {
  const int digits = (bits_of(elements.type()) + 3) / 4;
  std::string out;
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    out += fmt::format("{:0{}x}", elements[i], digits);
  }
  return out;
}

Json operand_json(const Operand& operand, const OperandValue& value, const ElementArray& before) {
  constexpr std::array roles{"output", "input", "in_out", "scratch"};
  Json json{{"name", operand.name},
            {"role", roles.at(static_cast<std::size_t>(operand.role))},
            {"dtype", name_of(element_of(value))}};
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    json["kind"] = "tile";
    json["location"] = name_of(tile->type.location);
    json["layout"] = name_of(tile->type.layout());
    json["rows"] = tile->rows();
    json["cols"] = tile->cols();
    json["valid"] = {tile->valid_rows, tile->valid_cols};
  } else if (const auto* global = std::get_if<GlobalSpec>(&value)) {
    json["kind"] = "global";
    json["layout"] = name_of(global->layout);
    json["shape"] = global->shape;
    json["stride"] = global->stride;
    json["base"] = global->base;
  } else {
    json["kind"] = "scalar";
    ElementArray one(element_of(value), 1);
    one.set(0, std::get<ScalarSpec>(value).bits);
    json["bits"] = hex_of(one);
    return json;
  }
  json["bits"] = hex_of(before);
  return json;
}

/// Neighbours that are compared alike, as the kind and how many.
Json accept_json(const ExpectedTile& tile) {
  Json runs = Json::array();
  for (std::size_t index = 0; index < tile.accept.size();) {
    const auto same = [&](Accept accept) { return accept == tile.accept[index]; };
    const auto first = tile.accept.begin() + static_cast<std::ptrdiff_t>(index);
    const auto count = std::find_if_not(first, tile.accept.end(), same) - first;
    runs.push_back({name_of(tile.accept[index]), count});
    index += static_cast<std::size_t>(count);
  }
  return runs;
}

Json expected_json(const std::string& operand, const Expected& expected) {
  Json json{{"operand", operand}};
  if (const auto* text = std::get_if<ExpectedText>(&expected)) {
    json["readings"] = Json::array();
    for (const PrintedText& reading : text->readings) {
      json["readings"].push_back({{"text", reading.text}, {"width", reading.width}});
    }
    json["capacity"] = text->capacity;
    return json;
  }
  const auto& tile = std::get<ExpectedTile>(expected);
  json["dtype"] = name_of(tile.value.type());
  json["rows"] = tile.rows;
  json["cols"] = tile.cols;
  json["accept"] = accept_json(tile);
  json["value"] = hex_of(tile.value);
  const auto uses_low = [](Accept accept) {
    return has_interval(accept) || accept == Accept::any_of || accept == Accept::some_bits;
  };
  if (std::ranges::any_of(tile.accept, uses_low)) {
    json["low"] = hex_of(tile.low);
    json["high"] = hex_of(tile.high);
  }
  return json;
}

std::string text_of(Accept accept) {
  switch (accept) {
    case Accept::unspecified:
      return "the page does not speak of these elements";
    case Accept::exact:
      return "these bits and no others";
    case Accept::interval:
      return "a number from low to high; -0 lies below +0";
    case Accept::any_of:
      return "the bits of value, low or high";
    case Accept::any_nan:
      return "any NaN";
    case Accept::target_defined:
      return "the target decides; record it, fail no backend";
    case Accept::preserved:
      return "what was there before the call";
    case Accept::interval_or_zero:
      return "as interval, or a zero: +0, and -0 where value is negative";
    case Accept::some_bits:
      return "the bits of value where low has a bit; the others are free";
  }
  return {};
}

/// Adds a flag to a vector, and its meaning to those of the file.
class Flags {
 public:
  Flags(Json& vector, FlagTexts& texts) : vector_(vector), texts_(texts) {}
  void add(const std::string& flag, std::string_view text) {
    texts_.emplace(flag, text);
    vector_["flags"].push_back(flag);
  }

 private:
  Json& vector_;
  FlagTexts& texts_;
};

void flag_intent(const Case& test_case, Flags& flags) {
  const Intent& intent = test_case.intent;
  if (intent.kind == Intent::Kind::inside) {
    flags.add("inside", "keeps all constraints, away from their edges");
    return;
  }
  const auto& constraints = test_case.form().constraints;
  const auto constraint = std::ranges::find(constraints, intent.constraint, &Constraint::name);
  const std::string text = constraint == constraints.end() ? intent.constraint : constraint->text;
  if (intent.kind == Intent::Kind::boundary) {
    flags.add(to_string(intent), "at an edge of: " + text);
    return;
  }
  const bool promised =
      constraint != constraints.end() && constraint->enforced.contains(test_case.call.target);
  flags.add("illegal", "breaks exactly one constraint");
  flags.add(to_string(intent), "must not hold here: " + text);
  flags.add(promised ? "must_be_refused" : "refusal_not_promised",
            promised ? "the target promises to refuse the call"
                     : "the target promises no check; nothing outside the operands may change");
}

void flag_values(const golden::GoldenCase& golden, Flags& flags) {
  bool nan = false, infinite = false, subnormal = false, negative_zero = false;
  for (std::size_t i = 0; i < golden.before.size(); ++i) {
    const Role role = golden.test.form().operands[i].role;
    const ElementArray& bits = golden.before[i];
    if ((role != Role::input && role != Role::in_out) || is_integer(bits.type())) continue;
    for (std::int64_t k = 0; k < bits.size(); ++k) {
      nan = nan || numerics::is_nan(bits.type(), bits[k]);
      infinite = infinite || numerics::is_infinite(bits.type(), bits[k]);
      subnormal = subnormal || numerics::is_subnormal(bits.type(), bits[k]);
      negative_zero = negative_zero || (numerics::is_zero(bits.type(), bits[k]) && bits[k] != 0);
    }
  }
  if (nan) flags.add("has_nan", "memory of an input holds a NaN");
  if (infinite) flags.add("has_infinity", "memory of an input holds an infinity");
  if (subnormal) flags.add("has_subnormal", "memory of an input holds a subnormal number");
  if (negative_zero) flags.add("has_negative_zero", "memory of an input holds -0");
}

void flag_shapes(const golden::GoldenCase& golden, Flags& flags) {
  const auto is_partly_valid = [](const OperandValue& value) {
    const auto* tile = std::get_if<TileSpec>(&value);
    return tile != nullptr && (tile->valid_rows < tile->rows() || tile->valid_cols < tile->cols());
  };
  if (std::ranges::any_of(golden.test.call.operands, is_partly_valid)) {
    flags.add("partly_valid", "a tile is larger than its valid region; what is outside is poison");
  }
}

void flag_promises(const golden::GoldenCase& golden, Flags& flags) {
  for (int kind = 0; kind <= static_cast<int>(last_accept); ++kind) {
    const auto accept = static_cast<Accept>(kind);
    const auto has = [&](const Expected& expected) {
      const auto* tile = std::get_if<ExpectedTile>(&expected);
      return tile != nullptr && std::ranges::find(tile->accept, accept) != tile->accept.end();
    };
    if (std::ranges::any_of(golden.expected, has)) {
      flags.add("accept." + std::string(name_of(accept)), text_of(accept));
    }
  }
}

}  // namespace

VectorJson vector_json(const golden::GoldenCase& golden, FlagTexts& texts) {
  const Case& test_case = golden.test;
  const Form& form = test_case.form();
  Json json{{"name", test_case.name},
            {"form", form.name},
            {"target", name_of(test_case.call.target)},
            {"flags", Json::array()},
            {"attributes", Json::object()},
            {"operands", Json::array()},
            {"expected", Json::array()}};
  Flags flags(json, texts);
  flag_intent(test_case, flags);
  const generators::ValuePlan& plan = generators::plan_named(test_case.plan);
  flags.add("values." + std::string(plan.name), plan.text);
  const auto scenario = std::ranges::find(form.scenarios, test_case.scenario, &Scenario::name);
  if (scenario != form.scenarios.end()) flags.add("scenario." + scenario->name, scenario->text);
  flag_values(golden, flags);
  flag_shapes(golden, flags);
  flag_promises(golden, flags);
  for (std::size_t i = 0; i < form.attributes.size(); ++i) {
    const auto value = static_cast<std::size_t>(test_case.call.attributes.at(i));
    json["attributes"][form.attributes[i].name] = form.attributes[i].values.at(value);
  }
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    json["operands"].push_back(
        operand_json(form.operands[i], test_case.call.operands[i], golden.before[i]));
  }
  for (std::size_t i = 0; i < golden.expected.size(); ++i) {
    json["expected"].push_back(expected_json(form.results[i].operand, golden.expected[i]));
  }
  return json;
}

}  // namespace assay::runners
