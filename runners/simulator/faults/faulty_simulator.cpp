// SPDX-License-Identifier: Apache-2.0
// A simulator whose hooks are bent by the faults of its name.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "runners/simulator/behind_abi.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/faults/faults.hpp"
#include "runners/simulator/faults/injected_fault.hpp"

namespace assay::simulator {
namespace {

class FaultySimulator final : public BehindAbi {
 public:
  FaultySimulator(std::vector<InjectedFault> faults, const std::string& name)
      : BehindAbi(name), faults_(std::move(faults)) {
    // The order in which a user names them changes nothing.
    std::ranges::sort(faults_, {}, [](const InjectedFault& one) {
      return std::tuple(one.fault->name, one.where, one.word, one.number);
    });
    for (const InjectedFault& fault : faults_) {
      fault_hooks_.push_back(fault.fault->make(history_, fault.fault->variant));
    }
  }

 private:
  Answer run(assay_call& call) override {
    const Counted counted{history_};
    return run_all(call);
  }

  /// Also calls that throw are counted.
  struct Counted {
    History& history;
    ~Counted() { ++history.calls; }
  };

  Answer run_all(assay_call& call) {
    std::vector<const Hooks*> biting;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
      if (faults_[i].applies(call)) biting.push_back(fault_hooks_[i].get());
    }
    if (biting.empty()) return execute(call, healthy_);
    if (biting.size() == 1) return execute(call, *biting.front());
    const CallState before(call);
    const Answer answer = execute(call, healthy_);
    const CallState after(call);
    CallState together = after;
    for (const Hooks* hook : biting) {
      before.restore(call);
      Answer other = execute(call, *hook);
      if (other.status != answer.status) return other;
      together.take_changes(CallState(call), after);
    }
    together.restore(call);
    return answer;
  }

  History history_;
  FaultHook healthy_{history_};
  std::vector<InjectedFault> faults_;
  std::vector<std::unique_ptr<Hooks>> fault_hooks_;
};

}  // namespace

std::optional<std::string> unknown_fault(std::string_view text) {
  std::string unknown;
  if (injected_faults_of(text, unknown)) return std::nullopt;
  return unknown;
}

std::unique_ptr<Simulator> make(std::string_view fault) {
  if (fault.empty()) return make();
  std::string unknown;
  std::optional<std::vector<InjectedFault>> faults = injected_faults_of(fault, unknown);
  if (!faults) {
    throw std::invalid_argument(
        fmt::format("the simulator knows no '{}'; `assay backends --faults` lists them", unknown));
  }
  return faulty_simulator(std::move(*faults), fmt::format("simulator:fault={}", fault));
}

std::unique_ptr<Simulator> faulty_simulator(std::vector<InjectedFault> faults,
                                            const std::string& name) {
  return std::make_unique<FaultySimulator>(std::move(faults), name);
}

}  // namespace assay::simulator
