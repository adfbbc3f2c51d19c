// SPDX-License-Identifier: Apache-2.0
// backends: what can execute cases.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "reports/words/text.hpp"
#include "runners/backend/loaded.hpp"
#include "runners/command/backend_spellings.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/simulator/errata/errata.hpp"
#include "runners/simulator/faults/faults.hpp"
#include "runners/simulator/mutants/mutants.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

using Json = nlohmann::ordered_json;

std::string header_json(const char* key, Json items) {
  const Json json{{"schema", "assay-backends"}, {"schema_version", 1}, {key, std::move(items)}};
  return json.dump(2) + "\n";
}

int spellings_as_json() {
  Json items = Json::array();
  for (const BackendSpelling& one : backend_spellings()) {
    items.push_back({{"backend", one.backend}, {"text", one.text}});
  }
  std::cout << header_json("backends", std::move(items));
  return exit_conforms;
}

int spellings_as_text() {
  constexpr std::size_t column = 26;
  constexpr std::size_t page_width = 100;
  for (const BackendSpelling& one : backend_spellings()) {
    std::string_view name = one.backend;
    for (const std::string& line : reports::wrap(std::string(one.text), page_width - column)) {
      std::cout << fmt::format("{:<{}}{}\n", name, column, line);
      name = "";
    }
  }
  return exit_conforms;
}

/// Options of the simulator, under the key that JSON has for them.
struct FaultList {
  const char* key;
  std::span<const simulator::FaultInfo> all;
};

int faults_as_json(const FaultList& list) {
  Json items = Json::array();
  for (const auto& one : list.all) {
    items.push_back({{"name", one.name}, {"summary", one.summary}});
  }
  std::cout << header_json(list.key, std::move(items));
  return exit_conforms;
}

int faults_as_text(const FaultList& list, bool described) {
  std::size_t width = 0;
  for (const auto& one : list.all) width = std::max(width, one.name.size());
  for (const auto& one : list.all) {
    std::cout << (described ? fmt::format("{:<{}}  {}\n", one.name, width, one.summary)
                            : fmt::format("{}\n", one.name));
  }
  return exit_conforms;
}

/// Starts the backend and prints what it says of itself.
int backend_command(const std::string& backend, bool json) {
  const std::unique_ptr<Backend> started = start_backend({.backend = executable_backend(backend)});
  const BackendInfo& info = started->info();
  if (json) {
    std::cout << header_json("started", {{"name", info.name},
                                         {"revision", info.revision},
                                         {"targets", info.targets},
                                         {"devices", info.devices}});
    return exit_conforms;
  }
  std::cout << fmt::format("name      {}\nrevision  {}\ntargets   {}\ndevices   {}\n", info.name,
                           info.revision, info.targets,
                           info.devices.empty() ? "one, without a name" : info.devices);
  return exit_conforms;
}

}  // namespace

void add_backends(const Parser& root, Command& command) {
  const Parser backends = root.add_command("backends", "List what can execute cases");
  const auto faults = std::make_shared<bool>(false);
  const auto described = std::make_shared<bool>(false);
  const auto mutants = std::make_shared<bool>(false);
  const auto errata = std::make_shared<bool>(false);
  const Option known =
      backends.add_flag("--faults", *faults, "List the simulator's known bugs, a name a line");
  const Option made = backends.add_flag(
      "--mutants", *mutants, "List its mutants, CHANGE.PLACE: small changes made by lists");
  made.excludes(known);
  const Option shown = backends.add_flag(
      "--errata", *errata, "List the known deviations that it can show, one of each kind");
  shown.excludes(known).excludes(made);
  backends.add_flag("--describe", *described, "Say what each of them does wrong");
  const auto backend = std::make_shared<std::string>();
  backends.add_option("backend", *backend, "Start this one and say its name, targets and devices")
      .excludes(known)
      .excludes(made)
      .excludes(shown);
  const auto format = std::make_shared<std::string>("text");
  backends.add_option("--format", *format, "text or json").show_default();
  backends.footer(
      "Examples:\n"
      "  assay backends --faults --describe\n"
      "  assay backends --mutants | grep last_column\n"
      "  assay backends --format json\n"
      "  assay backends plugin:./board.so\n"
      "A plugin implements runners/backend.h (examples/backend.c), a program for exec: speaks\n"
      "runners/PROTOCOL.md (examples/backend.py).");
  backends.callback([faults, mutants, errata, described, backend, format, &command] {
    const bool json = is_json(*format);
    if (!backend->empty()) {
      command.run = [backend, json] { return backend_command(*backend, json); };
    } else if (*faults || *mutants || *errata) {
      const FaultList list = *faults    ? FaultList{"faults", simulator::faults()}
                             : *mutants ? FaultList{"mutants", simulator::mutants()}
                                        : FaultList{"errata", simulator::errata()};
      command.run = [list, described, json] {
        return json ? faults_as_json(list) : faults_as_text(list, *described);
      };
    } else if (*described) {
      throw UsageError("--describe needs --faults, --mutants or --errata");
    } else {
      command.run = json ? spellings_as_json : spellings_as_text;
    }
  });
}

}  // namespace assay::runners
