// SPDX-License-Identifier: Apache-2.0
// backends: what can execute cases.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>

#include "runners/backend/loaded.hpp"
#include "runners/command/commands.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/simulator/faults/faults.hpp"

namespace assay::runners {
namespace {

int backends_command(bool faults, bool described) {
  if (!faults) {
    std::cout
        << "simulator             the one in the tree, healthy\n"
           "simulator:fault=NAME  the same with one known bug; --faults lists them\n"
           "                      NAME@rows>16, @valid_cols%8, @dtype=f16 or @target=a5 limits "
           "it, + adds another\n"
           "simulator:errata=NUMBER\n"
           "                      the same with known deviations, or errata=all; 'assay errata' "
           "lists them\n"
           "plugin:FILE.so        a shared library behind runners/backend.h\n"
           "exec:COMMAND          a program that speaks runners/PROTOCOL.md on its pipes\n";
    return exit_conforms;
  }
  std::size_t width = 0;
  for (const auto& fault : simulator::faults()) width = std::max(width, fault.name.size());
  for (const auto& fault : simulator::faults()) {
    std::cout << (described ? fmt::format("{:<{}}  {}\n", fault.name, width, fault.summary)
                            : fmt::format("{}\n", fault.name));
  }
  return exit_conforms;
}

/// Starts the backend and prints what it says of itself.
int backend_command(const std::string& backend) {
  const std::unique_ptr<Backend> started = start_backend({.backend = executable_backend(backend)});
  const BackendInfo& info = started->info();
  std::cout << fmt::format("name      {}\nrevision  {}\ntargets   {}\ndevices   {}\n", info.name,
                           info.revision, info.targets,
                           info.devices.empty() ? "one, without a name" : info.devices);
  return exit_conforms;
}

}  // namespace

void add_backends(CLI::App& root, Command& command) {
  CLI::App* backends = root.add_subcommand("backends", "List what can execute cases");
  const auto faults = std::make_shared<bool>(false);
  const auto described = std::make_shared<bool>(false);
  CLI::Option* list =
      backends->add_flag("--faults", *faults, "List the simulator's known bugs, a name a line");
  backends->add_flag("--describe", *described, "Say what each of them does wrong")->needs(list);
  const auto backend = std::make_shared<std::string>();
  backends->add_option("backend", *backend, "Start this one and say its name, targets and devices")
      ->excludes(list);
  backends->footer(
      "Examples:\n"
      "  assay backends --faults --describe\n"
      "  assay backends plugin:./board.so\n"
      "A plugin implements runners/backend.h (examples/backend.c), a program for exec: speaks\n"
      "runners/PROTOCOL.md (examples/backend.py).");
  backends->callback([faults, described, backend, &command] {
    if (!backend->empty()) {
      command.run = [backend] { return backend_command(*backend); };
      return;
    }
    command.run = [faults, described] { return backends_command(*faults, *described); };
  });
}

}  // namespace assay::runners
