// SPDX-License-Identifier: Apache-2.0
// A call from its arrival to its answer.
#include "runners/simulator/simulator.hpp"

#include <fmt/format.h>

#include <string>

#include "runners/simulator/behind_abi.hpp"
#include "runners/simulator/core/checks.hpp"
#include "runners/simulator/table/table.hpp"

namespace assay::simulator {
namespace {

class Healthy final : public BehindAbi {
 public:
  Healthy() : BehindAbi("simulator") {}

 private:
  Answer run(assay_call& call) override { return execute(call, hooks_); }

  Hooks hooks_;
};

}  // namespace

Answer execute(assay_call& call, const Hooks& hooks) {
  Request request;
  if (Answer answer = parse(call, request); answer.status != ASSAY_DONE) return answer;
  request.row = find_row(request.op);
  if (request.row == nullptr) {
    return {ASSAY_UNSUPPORTED, fmt::format("{} is not simulated", request.op)};
  }
  if (auto answer = hooks.instead(request)) return *answer;
  if (!request.row->takes(request)) {
    return {ASSAY_UNSUPPORTED,
            fmt::format("{}: form {} is not simulated", request.op, request.form)};
  }
  Rules rules(request, hooks);
  request.row->rules(rules, request);
  Answer answer;
  if (auto refusal = rules.stop()) {
    answer = *refusal;
  } else if (hooks.executes(request)) {
    request.row->run(request, hooks);
  }
  if (answer.status == ASSAY_DONE) hooks.ends(request);
  return answer;
}

std::unique_ptr<Simulator> make() { return std::make_unique<Healthy>(); }

}  // namespace assay::simulator
