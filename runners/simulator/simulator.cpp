// SPDX-License-Identifier: Apache-2.0
// The simulator behind the C ABI.
#include "runners/simulator/simulator.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runners/simulator/checks.hpp"
#include "runners/simulator/faults.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/plants.hpp"

namespace assay::simulator {
namespace {

constexpr std::array<Entry, 5> founding{{{"TRSQRT", run_trsqrt},
                                         {"TEXPANDS", run_texpands},
                                         {"TCOLARGMAX", run_tcolargmax},
                                         {"TLOAD", run_tload},
                                         {"TPRINT", run_tprint}}};

const Entry* find(std::string_view op) {
  for (const auto list : {founding_ops(), arithmetic_ops(), compound_ops(), tile_scalar_ops(),
                          selection_ops(), reduction_ops(), expansion_ops()}) {
    for (const Entry& entry : list) {
      if (entry.op == op) return &entry;
    }
  }
  return nullptr;
}

Answer dispatch(assay_call& call, Device& device) {
  Request request;
  if (Answer answer = parse(call, request); answer.status != ASSAY_DONE) return answer;
  const Entry* entry = find(request.op);
  if (entry == nullptr) {
    return {ASSAY_UNSUPPORTED, fmt::format("{} is not simulated", request.op)};
  }
  if (device.has(Fault::rejects_everything)) {
    return {ASSAY_REJECTED, fmt::format("{}: the call breaks a rule", request.op)};
  }
  Answer answer = entry->run(request, device);
  if (answer.status == ASSAY_DONE) device.misbehave(request[0]);
  return answer;
}

}  // namespace

std::span<const Entry> founding_ops() { return founding; }

namespace {

class Implementation final : public Simulator {
 public:
  explicit Implementation(std::vector<Plant> plants, std::string_view name)
      : plants_(std::move(plants)),
        name_(name.empty() ? "simulator" : fmt::format("simulator:fault={}", name)) {
    backend_.struct_size = sizeof backend_;
    backend_.abi_version = ASSAY_ABI_VERSION;
    backend_.name = name_.c_str();
    backend_.revision = "1";
    backend_.targets = "a2a3,a5,cpu";
    backend_.execute = &Implementation::execute;
    backend_.last_message = &Implementation::last_message;
    backend_.state = this;
  }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  const assay_backend& backend() const override { return backend_; }

 private:
  // No exception may cross the C ABI.
  static assay_status execute(void* state, assay_call* call) noexcept {
    auto& self = *static_cast<Implementation*>(state);
    Answer answer;
    try {
      answer = call == nullptr ? Answer{ASSAY_BROKEN, "no call"} : self.run(*call);
    } catch (const std::exception& error) {
      answer.status = ASSAY_BROKEN;
      answer.message = error.what();
    }
    ++self.device_.calls;
    self.message_ = std::move(answer.message);
    return answer.status;
  }

  Answer run_with(Fault fault, assay_call& call) {
    device_.fault = fault;
    return dispatch(call, device_);
  }

  /// With the first fault that bites and shows.
  Answer run(assay_call& call) {
    std::vector<Fault> biting;
    for (const Plant& plant : plants_) {
      if (plant.bites(call)) biting.push_back(plant.fault);
    }
    if (biting.empty()) return run_with(Fault::none, call);
    if (biting.size() == 1) return run_with(biting.front(), call);
    const CallState before(call);
    Answer answer = run_with(Fault::none, call);
    const assay_status healthy = answer.status;
    const CallState after(call);
    for (const Fault fault : biting) {
      before.restore(call);
      answer = run_with(fault, call);
      if (answer.status != healthy || CallState(call) != after) break;
    }
    return answer;
  }

  static const char* last_message(void* state) noexcept {
    return static_cast<Implementation*>(state)->message_.c_str();
  }

  Device device_;
  std::vector<Plant> plants_;
  std::string name_;
  std::string message_;
  assay_backend backend_{};
};

}  // namespace

std::optional<std::string> unknown_fault(std::string_view text) {
  std::string unknown;
  if (plants_of(text, unknown)) return std::nullopt;
  return unknown;
}

std::unique_ptr<Simulator> make(std::string_view fault) {
  if (fault.empty()) return std::make_unique<Implementation>(std::vector<Plant>(), fault);
  std::string unknown;
  std::optional<std::vector<Plant>> plants = plants_of(fault, unknown);
  if (!plants) {
    throw std::invalid_argument(fmt::format(
        "there is no fault '{}' in the simulator; `assay backends --faults` lists them", unknown));
  }
  return std::make_unique<Implementation>(std::move(*plants), fault);
}

}  // namespace assay::simulator
