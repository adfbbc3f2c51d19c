// SPDX-License-Identifier: Apache-2.0
// probe: in which order and type a backend adds, and whether another one gives the same bits.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "reference/isa/types/target.hpp"
#include "reference/numerics/real.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/atomic_file.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/command/backend_options.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"
#include "runners/support/toml_file.hpp"
#include "runners/sweep/order_probe.hpp"

namespace assay::runners {
namespace {

constexpr std::int64_t most_terms = 256;
constexpr std::size_t most_shown = 5;

struct ProbeOptions {
  std::string op;
  std::string form = "plain";
  std::string target = "a5";
  std::string dtype = "f32";
  std::int64_t length = 64;
  std::string out;
  std::string profile;
  BackendChoice on;
};

const Form& form_of(const OpSpec& op, const std::string& name) {
  std::vector<std::string> names;
  for (const Form& form : op.forms) {
    if (form.name == name) return form;
    names.push_back(form.name);
  }
  throw UsageError(
      fmt::format("{} has no form '{}'{}", op.mnemonic, name, suggestion(name, names)));
}

/// The call that is asked for.
LineCall call_for(const std::string& op_name, const std::string& form, const std::string& target,
                  ElementType type, std::size_t longest) {
  const OpSpec* op = find_op(op_name);
  if (op == nullptr) {
    std::vector<std::string> names;
    for (const OpName& one : op_names()) names.emplace_back(one.mnemonic);
    throw UsageError(fmt::format("no op '{}'{}", op_name, suggestion(op_name, names)));
  }
  const auto where = target_named(target);
  if (!where) throw UsageError(fmt::format("no target '{}': a2a3, a5 or cpu", target));
  try {
    return call_of_lines(*op, form_of(*op, form), *where, type, longest);
  } catch (const NoOrder& none) {
    throw UsageError(none.what());
  }
}

std::string how(const SumOrder& order) {
  const numerics::PartialSum& partial = order.partial;
  std::string text =
      fmt::format("{} {} {} {}: {}, partial sums in {}", order.op, order.form, order.target,
                  name_of(order.type), described(order.tree), name_of(partial.type));
  if (const std::size_t wide = order.tree.wide_nodes(); wide > 0) {
    text += fmt::format(" but {} in {}", wide, name_of(partial.wide));
  }
  text += fmt::format(", {}", name_of(partial.mode));
  if (partial.flushes) text += ", subnormal ones flushed";
  if (order.multiplies) text += fmt::format(", {} products", name_of(partial.terms));
  return text;
}

/// "a NaN gives ...".
std::string about_nan(const SumOrder& order) {
  std::string text;
  const auto add = [&](const char* what, std::optional<std::uint64_t> bits) {
    if (!bits) return;
    text += fmt::format("{}{} {:#x}", text.empty() ? "" : "; ", what, *bits);
  };
  add("a NaN gives", order.none.of_nan);
  add("infinities of both signs give", order.none.of_infinities);
  return text;
}

int find_order(const ProbeOptions& options) {
  const auto type = element_named(options.dtype);
  if (!type) throw UsageError(fmt::format("no element type '{}'", options.dtype));
  const LineCall call = call_for(options.op, options.form, options.target, *type,
                                 static_cast<std::size_t>(options.length));
  if (!options.out.empty()) {
    require_own_report(options.out, "");
    support::require_writable("profile", options.out);
  }
  const std::unique_ptr<Backend> backend = start_backend(options.on);
  ProbeCounts counts;
  try {
    const SumOrder order = probe_order(call, *backend, counts);
    std::cout << fmt::format("{}\n  {} masked lines, {} checked bit for bit\n  {}\n  {}\n",
                             how(order), counts.masked, counts.checked, order.tree.text(),
                             about_nan(order));
    if (call.terms() < static_cast<std::size_t>(options.length)) {
      std::cout << fmt::format(
          "  lines of {} terms, the longest of at most {} in cases of the op\n", call.terms(),
          options.length);
    }
    if (!options.out.empty()) {
      support::write_atomically("profile", options.out, orders_as_toml({order}));
      std::cout << fmt::format("profile {}\n", options.out);
    }
    return exit_conforms;
  } catch (const NoOrder& none) {
    std::cout << fmt::format("{} {} {} {}: {}\n", options.op, options.form, options.target,
                             options.dtype, none.what());
    return exit_deviates;
  }
}

/// The call that an order of a file is about. Throws UsageError where it sums something else.
LineCall call_of(const SumOrder& order, const std::string& file) {
  LineCall call = call_for(order.op, order.form, order.target, order.type, order.tree.terms());
  const auto require = [&](bool same, const std::string& wrong) {
    if (same) return;
    throw UsageError(fmt::format("{}: this is no order of {} {} {} {}: {}", file, order.op,
                                 order.form, order.target, name_of(order.type), wrong));
  };
  require(call.terms() == order.tree.terms(),
          fmt::format("it has {} terms, and no line of the op has", order.tree.terms()));
  require(call.result() == order.result,
          fmt::format("its sums are {}, those of the op {}", name_of(order.result),
                      name_of(call.result())));
  require(call.multiplies() == order.multiplies,
          order.multiplies ? "the op multiplies nothing" : "it says nothing of 'products'");
  return call;
}

/// Whether the backend gives the bits of one order.
bool same_bits(const SumOrder& order, const LineCall& call, Backend& backend) {
  ProbeCounts counts;
  const std::vector<OtherSum> others = check_order(order, call, backend, counts);
  std::cout << fmt::format("{}\n  {} of {} lines have other bits\n", how(order), others.size(),
                           counts.checked);
  for (std::size_t i = 0; i < std::min(others.size(), most_shown); ++i) {
    std::cout << fmt::format("  {}: expected {}, got {}\n", others[i].line,
                             numerics::describe(order.result, others[i].expected),
                             numerics::describe(order.result, others[i].got));
  }
  return others.empty();
}

int compare_orders(const ProbeOptions& options) {
  const std::vector<SumOrder> orders =
      parse_orders(read_text_file(options.profile), options.profile);
  std::vector<LineCall> calls;
  calls.reserve(orders.size());
  for (const SumOrder& order : orders) calls.push_back(call_of(order, options.profile));
  const std::unique_ptr<Backend> backend = start_backend(options.on);
  bool same = true;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    try {
      same = same_bits(orders[i], calls[i], *backend) && same;
    } catch (const NoOrder& none) {
      std::cout << fmt::format("{} {} {} {}: {}\n", orders[i].op, orders[i].form, orders[i].target,
                               name_of(orders[i].type), none.what());
      same = false;
    }
  }
  return same ? exit_conforms : exit_deviates;
}

}  // namespace

void add_probe(const Parser& root, Command& command) {
  const Parser app = root.add_command(
      "probe", "Find out in which order and type a backend adds, or compare its sums with such");
  app.footer(
      "Examples:\n"
      "  assay probe OP --backend plugin:board.so --out board.toml    the board's order\n"
      "  assay probe --profile board.toml --backend simulator    does it give the board's bits?\n"
      "  assay probe OP --target cpu --dtype f16 --length 32\n"
      "Exit code: 0 found, or the same bits; 1 no order explains the sums, or other bits.");
  const auto options = std::make_shared<ProbeOptions>();
  app.add_option("op", options->op, "An op that sums rows or columns, or multiplies matrices");
  app.add_option("--form", options->form, "Form of the op").show_default();
  app.add_option("--target", options->target, "a2a3, a5 or cpu").show_default();
  app.add_option("--dtype", options->dtype, "Element type of the terms").show_default();
  app.add_option("--length", options->length, "Terms of a line, at most").show_default();
  app.add_option("--out", options->out, "Profile to write, TOML");
  app.add_option("--profile", options->profile, "Orders to compare the sums of the backend with");
  const auto backend = add_backend_options(app, {.judged = false});
  app.callback([app, options, backend, &command] {
    if (options->op.empty() == options->profile.empty()) {
      throw UsageError("probe wants an op, or --profile FILE with orders that are known");
    }
    if (!options->profile.empty() && !options->out.empty()) {
      throw UsageError("--out is for what is found; with --profile nothing is");
    }
    positive("--length", options->length, most_terms);
    options->on = checked_backend(app, *backend);
    command.run = [options] {
      return options->profile.empty() ? find_order(*options) : compare_orders(*options);
    };
  });
}

}  // namespace assay::runners
