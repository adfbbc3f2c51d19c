// SPDX-License-Identifier: Apache-2.0
// One case drawn in full.
#include "reports/replay/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "reference/judge/allowed_ulp.hpp"
#include "reference/judge/verdict/verdict.hpp"
#include "reference/numerics/real.hpp"
#include "reports/replay/parts.hpp"
#include "reports/words/table.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

std::string tile_text(const TileSpec& tile) {
  const TileType& type = tile.type;
  std::string text = fmt::format("tile {} {} {} {} x {}, valid {} x {}", name_of(type.element),
                                 name_of(type.location), name_of(type.layout()), tile.rows(),
                                 tile.cols(), tile.valid_rows, tile.valid_cols);
  if (type.dynamic_valid_rows || type.dynamic_valid_cols) {
    text += fmt::format(" ({})", !type.dynamic_valid_cols   ? "rows at run time"
                                 : !type.dynamic_valid_rows ? "columns at run time"
                                                            : "both at run time");
  }
  if (type.is_boxed()) text += fmt::format(", fractal {}", type.fractal);
  if (type.pad.kind != PadKind::null) text += fmt::format(", pad {}", name_of(type.pad.kind));
  if (type.conv) text += fmt::format(", convolution {}", name_of(type.conv->layout));
  return text;
}

std::string global_text(const GlobalSpec& global) {
  return fmt::format("global memory {} {}, shape {}, strides {} elements, base {}",
                     name_of(global.element), name_of(global.layout),
                     fmt::join(global.shape, " x "), fmt::join(global.stride, " "), global.base);
}

void print_call(std::ostream& out, const Case& test_case) {
  const Form& form = test_case.form();
  out << printable(test_case.name) << '\n';
  out << fmt::format("call on {}: {}\n", name_of(test_case.call.target),
                     signature_of(form.op, form));
  for (std::size_t k = 0; k < form.operands.size(); ++k) {
    out << fmt::format("  {:<8} {:<8} {}{}\n", form.operands[k].name,
                       role_text(form.operands[k].role), operand_text(test_case.call.operands[k]),
                       form.operands[k].set_before ? ", set before the call" : "");
  }
  for (const Attribute& attribute : form.attributes) {
    out << fmt::format("  {:<8} {}\n", attribute.name, test_case.call.attribute(attribute.name));
  }
}

void print_broken_rule(std::ostream& out, const Case& test_case) {
  const Constraint* rule = test_case.broken();
  if (!rule) return;
  const bool refused = rule->enforced.contains(test_case.call.target);
  out << fmt::format("breaks {} (at {}): {}\n", rule->name, name_of(rule->stage), rule->text);
  if (!rule->source.page.empty()) {
    out << fmt::format("  source: {}: {}\n", rule->source.page, rule->source.bullet);
  }
  out << fmt::format("  {} {}\n", name_of(test_case.call.target),
                     refused
                         ? "must refuse the call"
                         : "need not refuse the call; only the guards around its operands count");
}

void print_verdict(std::ostream& out, const Verdict& verdict, bool colour) {
  const bool good = verdict.kind == VerdictKind::conforms;
  const Style style = good ? Style::good : is_failure(verdict.kind) ? Style::bad : Style::dim;
  out << "verdict: " << styled(verdict_text(verdict), style, colour);
  if (!verdict.reason.empty()) out << ": " << printable(verdict.reason);
  out << '\n';
}

// Executions that ended other than well, and guards that did not survive.
void print_outcomes(std::ostream& out, std::span<const Trial> trials) {
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const Trial& trial = trials[k];
    const std::string which = fmt::format("execution {} of {}", k + 1, trials.size());
    if (trial.outcome.status != Outcome::Status::done) {
      out << fmt::format(
          "{}: {}: {}\n", which, name_of(trial.outcome.status),
          trial.outcome.message.empty() ? "no message" : printable(trial.outcome.message));
    }
    for (const GuardDamage& damage : trial.damage) {
      out << fmt::format("{}: guard of {} damaged: {} changed, the first at byte {} {}\n", which,
                         damage.operand, count_of(static_cast<std::size_t>(damage.bytes), "byte"),
                         damage.first_byte,
                         damage.first_byte < 0 ? "(before the operand)" : "from its start");
    }
  }
}

void print_changed_input(std::ostream& out, const std::string& name, const ElementArray& before,
                         const ElementArray& after, std::int64_t cols, std::size_t limit) {
  out << fmt::format("input {} was changed:\n", name);
  std::size_t shown = 0;
  for (std::int64_t k = 0; k < before.size() && shown < limit; ++k) {
    if (before[k] == after[k]) continue;
    ++shown;
    out << fmt::format(
        "  ({},{}) was {} {}, became {} {}\n", k / cols, k % cols,
        numerics::describe(before.type(), before[k]), hex_bits(before.type(), before[k]),
        numerics::describe(after.type(), after[k]), hex_bits(after.type(), after[k]));
  }
}

// True if there were any.
bool print_changed_inputs(std::ostream& out, const Case& test_case, const Trial& trial,
                          std::size_t limit) {
  bool changed = false;
  const std::vector<Operand>& operands = test_case.form().operands;
  const std::size_t count = std::min(trial.before.size(), trial.after.size());
  for (std::size_t k = 0; k < std::min(operands.size(), count); ++k) {
    const ElementArray& before = trial.before[k];
    const ElementArray& after = trial.after[k];
    if (operands[k].role != Role::input || after.size() != before.size()) continue;
    if (after == before || before.size() == 0) continue;
    changed = true;
    const auto* tile = std::get_if<TileSpec>(&test_case.call.operands[k]);
    print_changed_input(out, operands[k].name, before, after, tile ? tile->cols() : before.size(),
                        limit);
  }
  return changed;
}

struct Settings {
  const ToleranceLookup& tolerances;
  bool colour;
  std::size_t limit;
};

void print_tile(std::ostream& out, const Case& test_case, std::span<const Trial> trials,
                const TileView& view, Settings settings) {
  if (!view.got) {
    out << fmt::format("\n{}: no output came back\n", view.operand);
    return;
  }
  out << fmt::format("\nexecution {} of {}\n", view.trial - trials.data() + 1, trials.size());
  print_elements(out, test_case, view, settings.limit, settings.colour,
                 allowed_ulp(test_case.call, view.operand, view.got->type(), settings.tolerances));
  out << '\n';
  print_map(out, view, settings.colour);
}

}  // namespace

std::string operand_text(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) return tile_text(*tile);
  if (const auto* global = std::get_if<GlobalSpec>(&value)) return global_text(*global);
  const auto& scalar = std::get<ScalarSpec>(value);
  return fmt::format("scalar {} {} {}", name_of(scalar.element),
                     numerics::describe(scalar.element, scalar.bits),
                     hex_bits(scalar.element, scalar.bits));
}

void print_replay(std::ostream& out, const Case& test_case, std::span<const Trial> trials,
                  std::span<const Expected> expected, const Verdict& verdict,
                  const ToleranceLookup& tolerances, bool colour, std::size_t limit) {
  print_call(out, test_case);
  print_broken_rule(out, test_case);
  print_verdict(out, verdict, colour);
  print_outcomes(out, trials);
  for (const Trial& trial : trials) {
    if (print_changed_inputs(out, test_case, trial, limit)) break;
  }
  const std::vector<TileView> views = tile_views(test_case, trials, expected, verdict);
  for (std::size_t k = 0; k < views.size(); ++k) {
    if (views[k].expected) {
      print_tile(out, test_case, trials, views[k], {tolerances, colour, limit});
    } else if (!trials.empty() && trials.front().outcome.status == Outcome::Status::done) {
      out << '\n';
      print_text(out, std::get<ExpectedText>(expected[k]), trials.front().text,
                 verdict.deviation == Deviation::text, limit, colour);
    }
  }
}

}  // namespace assay::reports
