// SPDX-License-Identifier: Apache-2.0
// A program call by call.
#include "reports/replay/program.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

std::string size_of(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    return fmt::format("{} {}x{} v{}x{}", name_of(tile->type.element), tile->rows(), tile->cols(),
                       tile->valid_rows, tile->valid_cols);
  }
  const auto& view = std::get<GlobalSpec>(value);
  return fmt::format("{} {} {}", name_of(view.element), name_of(view.layout),
                     fmt::join(view.shape, "x"));
}

std::string operand_text(const Program& program, const ProgramStep& step, std::size_t operand) {
  const Binding& binding = *step.bindings[operand];
  return fmt::format("{} {}+0x{:x} {}{}", step.test.form().operands[operand].name,
                     name_of(program.images[binding.image].memory), binding.address,
                     size_of(step.test.call.operands[operand]),
                     step.fresh[operand] && step.test.form().operands[operand].role == Role::input
                         ? " (brought)"
                         : "");
}

Style style_of(VerdictKind kind) {
  if (kind == VerdictKind::conforms) return Style::good;
  return is_failure(kind) ? Style::bad : Style::dim;
}

}  // namespace

void print_program(std::ostream& out, const Program& program, std::span<const VerdictKind> kinds,
                   bool colour) {
  out << printable(program.name) << '\n';
  for (const ProgramImage& image : program.images) {
    out << fmt::format("  {:<4} {} bytes of {}\n", name_of(image.memory), image.bytes,
                       capacity_of(image.memory, program.target));
  }
  for (std::size_t call = 0; call < program.steps.size(); ++call) {
    const ProgramStep& step = program.steps[call];
    const Form& form = step.test.form();
    out << fmt::format("  {:>2}  {}/{}  ", call + 1, form.op, form.name);
    out << (call < kinds.size()
                ? styled(std::string(name_of(kinds[call])), style_of(kinds[call]), colour)
                : std::string(kinds.empty() ? "not judged by itself" : "not judged"))
        << '\n';
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      if (step.bindings[i]) out << "        " << operand_text(program, step, i) << '\n';
    }
  }
}

}  // namespace assay::reports
