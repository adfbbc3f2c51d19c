// SPDX-License-Identifier: Apache-2.0
// A backend inside the process that calls it.
#include "runners/backend/loaded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "reference/isa/types/target.hpp"
#include "runners/backend/exec.hpp"
#include "runners/backend/plugin.hpp"
#include "runners/sdk/call/device.hpp"
#include "runners/simulator/errata/errata.hpp"
#include "runners/simulator/faults/faults.hpp"
#include "runners/support/nearest.hpp"

namespace assay::runners {
namespace {

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

void check_targets(const assay_backend& backend) {
  const std::vector<std::string> names = split(backend.targets == nullptr ? "" : backend.targets);
  if (names.empty()) throw BadBackend(fmt::format("the backend {} claims no target", backend.name));
  for (const std::string& name : names) {
    if (target_named(name)) continue;
    throw BadBackend(
        fmt::format("the backend {} claims the unknown target '{}'; known are a2a3, a5 and cpu",
                    backend.name, name));
  }
}

void check_fault(std::string_view text) {
  const std::optional<std::string> name = simulator::unknown_fault(text);
  if (!name) return;
  if (name->starts_with('@')) {
    throw BadBackend(
        fmt::format("the simulator cannot limit a fault to '{}'; use @target=a2a3, a5 or cpu, "
                    "@dtype=TYPE, @rows>N or @valid_cols%N",
                    *name));
  }
  std::vector<std::string> known;
  for (const auto& fault : simulator::faults()) known.emplace_back(fault.name);
  const std::string best = nearest(*name, known);
  const std::string hint = best.empty() ? "" : fmt::format("; did you mean {}?", best);
  throw BadBackend(
      fmt::format("the simulator has no fault '{}'{} ('assay backends --faults' lists "
                  "them)",
                  *name, hint));
}

void check_errata(const std::string& text) {
  const std::optional<std::string> number = simulator::unknown_erratum(text);
  if (!number) return;
  throw BadBackend(
      fmt::format("the simulator does not show erratum '{}' ('assay backends --errata' lists those "
                  "that it does)",
                  *number));
}

LoadedBackend load_sdk(const std::string& index) {
  try {
    sdk::LoadedDevice device = sdk::load_device(index);
    return {.backend = std::move(device.backend), .share = std::move(device.share)};
  } catch (const std::runtime_error& error) {
    throw BadBackend(error.what());
  }
}

}  // namespace

BackendSpec backend_named(const std::string& text) {
  const std::optional<BackendSpec> spec = backend_spec_of(text);
  if (!spec) throw BadBackend(fmt::format("unknown backend '{}'; use {}", text, backend_forms));
  if (spec->kind == BackendKind::simulator && !spec->detail.empty()) check_fault(spec->detail);
  if (spec->kind == BackendKind::erring) check_errata(spec->detail);
  return *spec;
}

BackendSpec executable_backend(const std::string& text) {
  BackendSpec spec = backend_named(text);
  if (spec.kind == BackendKind::library || spec.kind == BackendKind::stored) {
    throw BadBackend(fmt::format("unknown backend '{}'; use {}", text, backend_forms));
  }
  return spec;
}

namespace {

LoadedBackend load(const BackendSpec& spec) {
  switch (spec.kind) {
    case BackendKind::plugin:
      return load_plugin(spec.detail);
    case BackendKind::program:
      return start_exec(spec.detail);
    case BackendKind::compiled:
      return load_sdk(spec.detail);
    case BackendKind::simulator: {
      const std::shared_ptr<simulator::Simulator> device = simulator::make(spec.detail);
      return {std::shared_ptr<const assay_backend>(device, &device->backend())};
    }
    case BackendKind::erring: {
      const std::shared_ptr<simulator::Simulator> device = simulator::make_erring(spec.detail);
      return {std::shared_ptr<const assay_backend>(device, &device->backend())};
    }
    case BackendKind::library:
    case BackendKind::stored:
      break;
  }
  throw BadBackend(fmt::format("the backend '{}' executes nothing by itself", spec.text()));
}

}  // namespace

std::string open_device(const assay_backend& backend, DeviceChoice choice) {
  const std::vector<std::string> names = split(backend.devices == nullptr ? "" : backend.devices);
  const std::size_t count = std::max<std::size_t>(names.size(), 1);
  if (choice.only && choice.number >= count) {
    throw BadBackend(fmt::format(
        "the backend {} has no device {}; it has {}", backend.name, choice.number,
        names.empty() ? "one, number 0" : fmt::format("0 to {}: {}", count - 1, backend.devices)));
  }
  const std::size_t number = choice.number % count;
  if (names.empty()) return {};
  const assay_status status =
      backend.open_device == nullptr
          ? ASSAY_DONE
          : backend.open_device(backend.state, static_cast<std::uint32_t>(number));
  if (status == ASSAY_DONE) return names[number];
  const char* message =
      backend.last_message == nullptr ? nullptr : backend.last_message(backend.state);
  throw BadBackend(fmt::format("the backend {} cannot open its device {} ({}): {}", backend.name,
                               number, names[number], message == nullptr ? "" : message));
}

LoadedBackend load_backend(const BackendSpec& spec) {
  LoadedBackend backend = load(spec);
  check_targets(*backend);
  return backend;
}

}  // namespace assay::runners
