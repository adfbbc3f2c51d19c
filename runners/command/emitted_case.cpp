// SPDX-License-Identifier: Apache-2.0
// One case as source, for an assembler or a compiler, and what that must do with it.
#include "runners/command/emitted_case.hpp"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <variant>

#include "reference/numerics/real.hpp"
#include "reference/support/text.hpp"
#include "runners/assembly/dialect.hpp"
#include "runners/assembly/spelling.hpp"
#include "runners/call/described_call.hpp"
#include "runners/sdk/source/profile.hpp"
#include "runners/sdk/source/unit.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::size_t comment_width = 97;

/// Profiles that come with the program, by target.
const sdk::Profile& profile_of(Target target) {
  static const sdk::Profile simulation = sdk::load_profile("cpu-sim");
  static const sdk::Profile device = sdk::load_profile("device");
  return target == Target::cpu ? simulation : device;
}

std::string commented(const std::string& text) {
  std::string lines;
  for (const std::string& line : support::wrap(text, comment_width)) lines += "// " + line + "\n";
  return lines;
}

std::string run_line(const Case& test_case, Demand::Kind kind, Language language) {
  if (kind == Demand::Kind::open) return {};
  const std::string_view inverted = kind == Demand::Kind::refuse ? "not " : "";
  if (language == Language::cpp) return fmt::format("// RUN: {}%cxx -fsyntax-only %s\n", inverted);
  return fmt::format("// RUN: {}ptoas --pto-level=level3 --pto-arch={} %s\n", inverted,
                     assembly::architecture_of(name_of(test_case.call.target)));
}

std::string demand_text(const Case& test_case, const Demand& demand) {
  std::string text;
  if (test_case.intent.legal()) {
    text = "// Legal: it must be accepted. 'assay replay' shows the values that are expected.\n";
  }
  if (const Constraint* broken = test_case.broken()) {
    text = commented(fmt::format("Illegal: breaks {}: {}", broken->name, broken->text));
    if (!broken->source.page.empty()) {
      text += commented(fmt::format("Source: {}: {}", broken->source.page, broken->source.bullet));
    }
  }
  if (demand.kind == Demand::Kind::refuse) text += "// It must be refused.\n";
  if (demand.kind == Demand::Kind::open) {
    text += commented(fmt::format("Nothing is demanded of its source: {}.", demand.reason));
  }
  return text;
}

}  // namespace

Source source_of(const Case& test_case, Language language) {
  const DescribedCall described(test_case.call);
  if (language == Language::cpp) {
    return {sdk::kernel_of(described.get(), profile_of(test_case.call.target),
                           assembly::in_small_letters(test_case.form().op)),
            {}};
  }
  if (assembly::architecture_of(name_of(test_case.call.target)).empty()) {
    return {{}, fmt::format("target {}", name_of(test_case.call.target))};
  }
  assembly::Spelling spelling = assembly::module_of(described.get());
  return {std::move(spelling.text), std::move(spelling.lacks)};
}

std::string file_of(const Case& test_case, const Demand& demand, Language language,
                    const std::string& source, const std::string& launch) {
  return fmt::format("{}// {}\n{}{}\n{}", run_line(test_case, demand.kind, language),
                     support::printable(test_case.name), demand_text(test_case, demand), launch,
                     source);
}

std::string launch_values_of(const Case& test_case) {
  const Call& call = test_case.call;
  std::vector<std::string> values;
  const auto add = [&](const std::string& operand, const std::string& what, std::int64_t value) {
    values.push_back(fmt::format("{}_{} = {}", operand, what, value));
  };
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const std::string& name = test_case.form().operands[i].name;
    if (const auto* tile = std::get_if<TileSpec>(&call.operands[i])) {
      if (tile->type.conv) continue;
      if (tile->type.dynamic_valid_rows) add(name, "valid_rows", tile->valid_rows);
      if (tile->type.dynamic_valid_cols) add(name, "valid_cols", tile->valid_cols);
    } else if (const auto* global = std::get_if<GlobalSpec>(&call.operands[i])) {
      for (std::size_t dim = 0; dim < 5; ++dim) {
        if (global->dynamic_shape.at(dim)) {
          add(name, fmt::format("shape{}", dim), global->shape.at(dim));
        }
      }
      for (std::size_t dim = 0; dim < 5 && global->dynamic_stride; ++dim) {
        add(name, fmt::format("stride{}", dim), global->stride.at(dim));
      }
    } else {
      const auto& scalar = std::get<ScalarSpec>(call.operands[i]);
      values.push_back(fmt::format("{} = {} ({})", name,
                                   numerics::describe(scalar.element, scalar.bits),
                                   numerics::hex_bits(scalar.element, scalar.bits)));
    }
  }
  return values.empty() ? "" : commented(fmt::format("In this case {}", fmt::join(values, ", ")));
}

}  // namespace assay::runners
