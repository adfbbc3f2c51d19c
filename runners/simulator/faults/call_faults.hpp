// SPDX-License-Identifier: Apache-2.0
// Faults of whole calls: how they end, which rules are checked, what is answered.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/faults/fault_hook.hpp"
#include "runners/simulator/rules/arithmetic.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator::fault_hooks {

// ---- what is answered ----

struct AcceptsEverything : FaultHook {
  using FaultHook::FaultHook;
  void refused(const Request&, Answer& answer) const override {
    if (answer.status == ASSAY_REJECTED) answer = {};
  }
};

struct RejectsEverything : FaultHook {
  using FaultHook::FaultHook;
  std::optional<Answer> instead(const Request& request) const override {
    return Answer{ASSAY_REJECTED, fmt::format("{}: the call breaks a rule", request.op)};
  }
};

struct WritesNothing : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request&) const override { return false; }
};

/// The result is there afterwards, unless it is computed from the previous content.
struct ResultClearedFirst : FaultHook {
  using FaultHook::FaultHook;
  bool executes(const Request& request) const override {
    const assay_operand& dst = request[0];
    if (request.row->rules != arithmetic_rules || dst.role != ASSAY_OUTPUT) return true;
    Tile tile(dst);
    for (std::int64_t row = 0; row < dst.valid_rows; ++row) {
      for (std::int64_t col = 0; col < dst.valid_cols; ++col) tile.set(row, col, 0);
    }
    return true;
  }
};

/// What is changed for the call and restored after it is not restored.
struct SourceLeftAsFloat : FaultHook {
  using FaultHook::FaultHook;
  void finished(const Request& request, Tile&) const override {
    if (request.op != "TREMS" || request.form != "consuming") return;
    Tile source(request[1]);
    for (std::int64_t row = 0; row < request[0].valid_rows; ++row) {
      for (std::int64_t col = 0; col < request[0].valid_cols; ++col) {
        const auto x = static_cast<std::int32_t>(source.get(row, col));
        source.set(row, col, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
      }
    }
  }
};

// ---- which rule is checked ----

struct LaunchUnchecked : FaultHook {
  using FaultHook::FaultHook;
  void ruling(const Request&, Ruling& rule) const override {
    if (rule.stage == Stage::launch) rule.holds = true;
  }
};

struct LimitOffByOne : FaultHook {
  using FaultHook::FaultHook;
  void limits(std::int64_t& lowest, std::int64_t& highest) const override {
    --lowest;
    --highest;
  }
};

struct BfloatRefused : FaultHook {
  using FaultHook::FaultHook;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool has_one_source =
        request.row->rules == arithmetic_rules && request.row->reads == Reads::one;
    if (has_one_source && request[0].element == ASSAY_BF16 &&
        rule.text == "this element type is not taken") {
      rule.holds = false;
    }
  }
};

struct ScratchUnchecked : FaultHook {
  using FaultHook::FaultHook;
  void ruling(const Request&, Ruling& rule) const override {
    if (rule.text == "tmp has too few columns for a result row and its mask") rule.holds = true;
  }
};

struct SingleRowRefused : FaultHook {
  using FaultHook::FaultHook;
  void ruling(const Request& request, Ruling& rule) const override {
    const bool folds_columns = request.row->run == run_fold && !request.row->along_rows;
    if (!folds_columns || rule.text != "valid columns must be equal" || !rule.holds) return;
    rule.holds = request[1].valid_rows != 1;
    rule.text = "src must have several rows";
  }
};

// ---- how the process ends ----

/// Only calls whose first tile has a number of valid columns that leaves 3 when divided by 7.
struct Misbehaves : FaultHook {
  using FaultHook::FaultHook;
  void ends(const Request& request) const final {
    const assay_operand& first = request[0];
    if (first.kind == ASSAY_TILE && first.valid_cols % 7 == 3) misbehave();
  }

 private:
  virtual void misbehave() const = 0;
};

struct Hangs : Misbehaves {
  using Misbehaves::Misbehaves;
  void misbehave() const override {
    for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
};

struct Crashes : Misbehaves {
  using Misbehaves::Misbehaves;
  void misbehave() const override { std::raise(SIGSEGV); }
};

struct Aborts : Misbehaves {
  using Misbehaves::Misbehaves;
  void misbehave() const override { std::abort(); }
};

struct Exits : Misbehaves {
  using Misbehaves::Misbehaves;
  void misbehave() const override { std::_Exit(0); }
};

}  // namespace assay::simulator::fault_hooks
