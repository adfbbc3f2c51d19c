// SPDX-License-Identifier: Apache-2.0
// A simulator whose seams are bent by the faults of its name.
#include <fmt/format.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "runners/simulator/behind_abi.hpp"
#include "runners/simulator/faults/bend.hpp"
#include "runners/simulator/faults/faults.hpp"
#include "runners/simulator/faults/plants.hpp"

namespace assay::simulator {
namespace {

class Bent final : public BehindAbi {
 public:
  Bent(std::vector<Plant> plants, const std::string& name)
      : BehindAbi(name), plants_(std::move(plants)) {
    for (const Plant& plant : plants_) {
      bends_.push_back(plant.fault->make(history_, plant.fault->variant));
    }
  }

 private:
  Answer run(assay_call& call) override {
    const Counted counted{history_};
    return run_first_that_shows(call);
  }

  /// Also calls that throw are counted.
  struct Counted {
    History& history;
    ~Counted() { ++history.calls; }
  };

  Answer run_first_that_shows(assay_call& call) {
    std::vector<const Seams*> biting;
    for (std::size_t i = 0; i < plants_.size(); ++i) {
      if (plants_[i].bites(call)) biting.push_back(bends_[i].get());
    }
    if (biting.empty()) return execute(call, healthy_);
    if (biting.size() == 1) return execute(call, *biting.front());
    const CallState before(call);
    Answer answer = execute(call, healthy_);
    const assay_status healthy = answer.status;
    const CallState after(call);
    for (const Seams* bend : biting) {
      before.restore(call);
      answer = execute(call, *bend);
      if (answer.status != healthy || CallState(call) != after) break;
    }
    return answer;
  }

  History history_;
  Bend healthy_{history_};
  std::vector<Plant> plants_;
  std::vector<std::unique_ptr<Seams>> bends_;
};

}  // namespace

std::optional<std::string> unknown_fault(std::string_view text) {
  std::string unknown;
  if (plants_of(text, unknown)) return std::nullopt;
  return unknown;
}

std::unique_ptr<Simulator> make(std::string_view fault) {
  if (fault.empty()) return make();
  std::string unknown;
  std::optional<std::vector<Plant>> plants = plants_of(fault, unknown);
  if (!plants) {
    throw std::invalid_argument(fmt::format(
        "there is no fault '{}' in the simulator; `assay backends --faults` lists them", unknown));
  }
  return bent_simulator(std::move(*plants), fmt::format("simulator:fault={}", fault));
}

std::unique_ptr<Simulator> bent_simulator(std::vector<Plant> plants, const std::string& name) {
  return std::make_unique<Bent>(std::move(plants), name);
}

}  // namespace assay::simulator
