// SPDX-License-Identifier: Apache-2.0
// A shrunk case in about ten lines.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "reference/judge/verdict/verdict.hpp"
#include "reference/numerics/real.hpp"
#include "reference/support/text.hpp"
#include "reports/findings/proof.hpp"
#include "reports/replay/element_inputs.hpp"
#include "reports/words/text.hpp"
#include "runners/triage/shrink.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t most_listed = 8;

std::string size_text(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    return fmt::format("{}x{} {} {} valid {}x{}", tile->rows(), tile->cols(),
                       name_of(tile->type.element), name_of(tile->type.layout()), tile->valid_rows,
                       tile->valid_cols);
  }
  if (const auto* view = std::get_if<GlobalSpec>(&value)) {
    const Dims5& shape = view->shape;
    return fmt::format("{}x{}x{}x{}x{} {}", shape[0], shape[1], shape[2], shape[3], shape[4],
                       name_of(view->element));
  }
  return fmt::format("{} scalar", name_of(element_of(value)));
}

std::string operands_text(const Call& call) {
  std::string out;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", call.form->operands[i].name,
                       size_text(call.operands[i]));
  }
  return out;
}

std::string bits_text(ElementType type, std::uint64_t bits) {
  return fmt::format("{} ({})", numerics::hex_bits(type, bits), numerics::describe(type, bits));
}

std::string cell_text(const StoredCase& stored, const generators::Cell& cell) {
  const OperandValue& value = stored.test.call.operands[cell.operand];
  const ElementArray& contents = stored.before[cell.operand];
  std::string place = fmt::format("[{}]", cell.index);
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    place = fmt::format("({}, {})", cell.index / tile->cols(), cell.index % tile->cols());
  }
  if (std::holds_alternative<ScalarSpec>(value)) place.clear();
  return fmt::format("{}{} = {}", stored.test.form().operands[cell.operand].name, place,
                     bits_text(contents.type(), contents[cell.index]));
}

std::string inputs_text(const Shrunk& shrunk) {
  if (shrunk.relevant.empty()) {
    return fmt::format("fails with all {} set to 1", support::count_of(shrunk.inputs, "input"));
  }
  std::string out = fmt::format("{} of {} matter: ", shrunk.relevant.size(),
                                support::count_of(shrunk.inputs, "input"));
  const std::size_t listed = std::min(most_listed, shrunk.relevant.size());
  for (std::size_t i = 0; i < listed; ++i) {
    out += (i == 0 ? "" : ", ") + cell_text(shrunk.stored, shrunk.relevant[i]);
  }
  return listed < shrunk.relevant.size() ? out + ", ..." : out;
}

std::string worst_text(const Shrunk& shrunk) {
  const auto& worst = shrunk.verdict.worst;
  const Form& form = shrunk.stored.test.form();
  if (!worst || !form.has(worst->operand)) return "";
  const ElementType type =
      element_of(shrunk.stored.test.call.operands[form.index_of(worst->operand)]);
  return fmt::format("element    {}({}, {}): expected {}, got {}", worst->operand, worst->row,
                     worst->col, bits_text(type, worst->expected), bits_text(type, worst->got));
}

/// The smaller neighbour that passes is the evidence for a limit.
std::string boundary_text(const reports::Boundary& boundary) {
  const bool multiple = boundary.kind == reports::Boundary::Kind::multiple;
  return fmt::format("limit      {} = {} fails, {} passes{}", boundary.key, boundary.fails,
                     boundary.fails - 1,
                     multiple ? fmt::format(", and so does {}", boundary.fails + 1) : "");
}

/// The inputs of the element, each with its place.
std::string inputs_of_worst(const Shrunk& shrunk) {
  const auto& worst = shrunk.verdict.worst;
  const Case& test_case = shrunk.stored.test;
  if (!worst || shrunk.stored.before.empty()) return "";
  const auto inputs =
      reports::inputs_of(test_case, worst->operand, worst->row, worst->col, shrunk.stored.before);
  std::string text;
  for (const reports::ElementInput& one : inputs) {
    text += fmt::format("{}{} {}: {}", text.empty() ? "from       " : "; ",
                        test_case.form().operands[one.operand].name, one.place, one.value);
  }
  return text;
}

std::string search_text(const Shrunk& shrunk) {
  return fmt::format("the smallest of {} that fail in this way; nothing was executed",
                     support::count_of(shrunk.searched, "stored case"));
}

std::string cost_text(const Shrunk& shrunk) {
  return fmt::format("cost       {} of the backend{}\n",
                     support::count_of(shrunk.executions, "execution"),
                     shrunk.out_of_budget ? "; the budget ran out, --budget allows more" : "");
}

}  // namespace

std::vector<std::string> facts_of(const Shrunk& shrunk) {
  const Case& test_case = shrunk.stored.test;
  std::vector<std::string> facts = shrunk.program;
  facts.push_back(fmt::format("fails as   {}: {}", verdict_text(shrunk.verdict),
                              support::printable(shrunk.verdict.reason)));
  if (!test_case.intent.legal())
    facts.push_back(fmt::format("breaks     {}", test_case.broken()->text));
  facts.push_back(
      fmt::format("elements   {} of {}", generators::elements_of(test_case.call), shrunk.elements));
  facts.push_back(fmt::format("operands   {}", operands_text(test_case.call)));
  if (shrunk.searched == 0) facts.push_back(fmt::format("inputs     {}", inputs_text(shrunk)));
  for (const reports::Boundary& one : shrunk.proof.boundaries) {
    facts.push_back(boundary_text(one));
  }
  const std::string worst = worst_text(shrunk);
  if (!worst.empty()) facts.push_back(worst);
  if (const std::string inputs = inputs_of_worst(shrunk); !inputs.empty()) facts.push_back(inputs);
  if (shrunk.searched > 0) facts.push_back(fmt::format("found      {}", search_text(shrunk)));
  return facts;
}

std::string explain(const Shrunk& shrunk, const std::string& replay, const std::string& from) {
  std::string out = fmt::format("shrunk     {}\nfrom       {}\n", shrunk.stored.test.name, from);
  for (const std::string& fact : facts_of(shrunk)) out += fact + "\n";
  if (shrunk.searched == 0) out += cost_text(shrunk);
  out += fmt::format("replay     {}\n", replay);
  return out;
}

std::string shrunk_as_json(const Shrunk& shrunk, const std::string& file, const std::string& replay,
                           const std::string& from) {
  const Case& test_case = shrunk.stored.test;
  nlohmann::ordered_json json;
  json["name"] = test_case.name;
  json["file"] = file;
  json["from"] = from;
  json["verdict"] = name_of(shrunk.verdict.kind);
  json["deviation"] = name_of(shrunk.verdict.deviation);
  json["elements"] = generators::elements_of(test_case.call);
  json["elements_before"] = shrunk.elements;
  json["tiles"] = generators::tiles_in(test_case.call);
  json["relevant"] = shrunk.relevant.size();
  json["inputs_before"] = shrunk.inputs;
  json["executions"] = shrunk.executions;
  if (const std::string cause = reports::text_of(shrunk.proof); !cause.empty()) {
    json["cause"] = cause;
  }
  if (shrunk.searched > 0) json["searched"] = shrunk.searched;
  json["out_of_budget"] = shrunk.out_of_budget;
  json["replay"] = replay;
  return json.dump();
}

}  // namespace assay::runners
