// SPDX-License-Identifier: Apache-2.0
// A backend inside the process that calls it.
#include "runners/loaded_backend.hpp"

#include <fmt/format.h>

#include <vector>

#include "runners/exec_backend.hpp"
#include "runners/nearest.hpp"
#include "runners/plugin.hpp"
#include "runners/simulator/simulator.hpp"

namespace assay::runners {
namespace {

constexpr std::string_view fault_prefix = "simulator:fault=";
constexpr std::string_view plugin_prefix = "plugin:";
constexpr std::string_view exec_prefix = "exec:";

std::string_view rest(std::string_view text, std::string_view prefix) {
  return text.substr(prefix.size());
}

void check_fault(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& fault : simulator::faults()) known.emplace_back(fault.name);
  for (const std::string& fault : known) {
    if (fault == name) return;
  }
  const std::string best = nearest(name, known);
  const std::string hint = best.empty() ? "" : fmt::format("; did you mean {}?", best);
  throw BadBackend(
      fmt::format("the simulator has no fault '{}'{} ('assay backends --faults' lists "
                  "them)",
                  name, hint));
}

}  // namespace

void check_backend_name(const std::string& specification) {
  const std::string_view text = specification;
  if (text == "simulator") return;
  if (text.starts_with(fault_prefix)) return check_fault(rest(text, fault_prefix));
  for (const std::string_view prefix : {plugin_prefix, exec_prefix}) {
    if (text.starts_with(prefix) && text.size() > prefix.size()) return;
  }
  throw BadBackend(fmt::format("unknown backend '{}'; use {}", text, backend_forms));
}

LoadedBackend load_backend(const std::string& specification) {
  check_backend_name(specification);
  const std::string_view text = specification;
  if (text.starts_with(plugin_prefix)) return load_plugin(std::string(rest(text, plugin_prefix)));
  if (text.starts_with(exec_prefix)) return start_exec(std::string(rest(text, exec_prefix)));
  const std::string_view fault =
      text.starts_with(fault_prefix) ? rest(text, fault_prefix) : std::string_view();
  const std::shared_ptr<simulator::Simulator> device = simulator::make(fault);
  return {device, &device->backend()};
}

}  // namespace assay::runners
