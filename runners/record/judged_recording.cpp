// SPDX-License-Identifier: Apache-2.0
#include "runners/record/judged_recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>
#include <variant>

#include "generators/shrink/smaller.hpp"
#include "reference/isa/call/physical.hpp"
#include "reference/isa/case/program.hpp"
#include "reference/judge/judge.hpp"
#include "reference/ops/shared_memory.hpp"

namespace assay::runners {
namespace {

using namespace std::string_view_literals;

constexpr std::array verdict_names{"right"sv, "known"sv,      "wrong"sv,     "illegal"sv,
                                   "open"sv,  "not judged"sv, "unfinished"sv};

/// Signals by which a process ends itself.
constexpr std::array own_signals{SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

std::string form_text(const Form& form) { return fmt::format("{}/{}", form.op, form.name); }

/// Elements of a view in the order of its indices, at their places in the allocation.
ElementArray scattered(const GlobalSpec& view, std::span<const std::byte> packed) {
  ElementArray contents(view.element, view.allocation());
  std::int64_t next = 0;
  Dims5 index{};
  for (index[0] = 0; index[0] < view.shape[0]; ++index[0])
    for (index[1] = 0; index[1] < view.shape[1]; ++index[1])
      for (index[2] = 0; index[2] < view.shape[2]; ++index[2])
        for (index[3] = 0; index[3] < view.shape[3]; ++index[3])
          for (index[4] = 0; index[4] < view.shape[4]; ++index[4]) {
            contents.set(view.offset(index), load_element(packed, view.element, next++));
          }
  return contents;
}

ElementArray contents_of(const OperandValue& value, std::span<const std::byte> memory) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) return gather(*tile, memory);
  if (const auto* view = std::get_if<GlobalSpec>(&value)) return scattered(*view, memory);
  const auto& scalar = std::get<ScalarSpec>(value);
  ElementArray one(scalar.element, 1);
  one.set(0, scalar.bits);
  return one;
}

/// Bytes that a recording has of an operand that can be judged.
std::int64_t recorded_bytes(const OperandValue& value) {
  if (const auto* view = std::get_if<GlobalSpec>(&value))
    return bytes_for(view->element, view->elements());
  return bytes_of(value);
}

/// Why the memory of an operand says too little; empty if it does not.
std::string without_memory(const Form& form, const RecognisedCall& recognised) {
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const RecordedOperand* operand = recognised.operands[i];
    if (operand == nullptr || std::holds_alternative<ScalarSpec>(operand->value)) continue;
    const auto* view = std::get_if<GlobalSpec>(&operand->value);
    if (view != nullptr && bits_of(view->element) < 8) {
      return fmt::format("{} is global memory with two elements in a byte", form.operands[i].name);
    }
    if (operand->at == 0) return fmt::format("{} has no memory", form.operands[i].name);
    if (static_cast<std::int64_t>(operand->before.size()) != recorded_bytes(operand->value)) {
      return fmt::format("{} is not recorded whole", form.operands[i].name);
    }
  }
  return {};
}

/// From the first to the last byte of an operand; of a view it may have gaps.
std::pair<std::uint64_t, std::uint64_t> bytes_in_process(const RecordedOperand& operand) {
  return {operand.at, operand.at + static_cast<std::uint64_t>(bytes_of(operand.value))};
}

struct Overlap {
  std::optional<SharedMemory> in_place;  ///< what may share memory, and does
  std::string forbidden;                 ///< why the results are not defined
};

Overlap overlap_of(const Call& call, const RecognisedCall& recognised) {
  Overlap found;
  const Form& form = *call.form;
  std::vector<SharedMemory> allowed = places_in_place(form);
  if (const auto always = always_shared(form)) allowed.push_back(*always);
  for (std::size_t to = 0; to < form.operands.size(); ++to) {
    if (!is_written(form.operands[to]) || recognised.operands[to] == nullptr) continue;
    const auto [begin, end] = bytes_in_process(*recognised.operands[to]);
    for (std::size_t from = 0; from < form.operands.size(); ++from) {
      if (from == to || recognised.operands[from] == nullptr) continue;
      if (form.operands[from].kind == OperandKind::scalar) continue;
      const auto [first, last] = bytes_in_process(*recognised.operands[from]);
      if (last <= begin || end <= first) continue;
      const bool is_allowed = first == begin && last == end &&
                              may_share_memory(form.op, call.target) &&
                              std::ranges::find(allowed, SharedMemory{to, from}) != allowed.end();
      if (is_allowed) {
        found.in_place = SharedMemory{to, from};
      } else if (!found.in_place || from != found.in_place->output) {
        found.forbidden = fmt::format("{} overlaps {}, which no page lets it",
                                      form.operands[to].name, form.operands[from].name);
      }
    }
  }
  return found;
}

std::string scenario_of(const Form& form, const SharedMemory& shared) {
  const std::vector<SharedMemory> places = places_in_place(form);
  if (places.empty() || always_shared(form)) return {};
  if (shared == places.front()) return std::string(in_place_name);
  return shared == places.back() ? std::string(in_last_place_name) : std::string();
}

/// Contents after a call that returned; none of what it was written over, or is bound elsewhere.
std::vector<ElementArray> contents_after(const RecordedCall& recorded,
                                         const RecognisedCall& recognised,
                                         const std::optional<SharedMemory>& shared) {
  std::vector<ElementArray> after;
  for (std::size_t i = 0; i < recognised.operands.size(); ++i) {
    const RecordedOperand* operand = recognised.operands[i];
    const bool is_scalar = std::holds_alternative<ScalarSpec>(recognised.call.operands[i]);
    const bool gone = shared && i == shared->input;
    if (recorded.end != CallEnd::returned || gone ||
        (!is_scalar && operand->after.size() != operand->before.size())) {
      after.emplace_back();
      continue;
    }
    after.push_back(contents_of(recognised.call.operands[i],
                                is_scalar ? std::span<const std::byte>() : operand->after));
  }
  return after;
}

std::string ending_text(const RecordedCall& recorded) {
  if (recorded.end == CallEnd::threw) return "; the library refused it";
  return recorded.end == CallEnd::none ? "; the kernel ended there" : "";
}

CallVerdict kind_of(const Verdict& verdict) {
  if (is_failure(verdict.kind)) return CallVerdict::wrong;
  switch (verdict.kind) {
    case VerdictKind::known_deviation:
      return CallVerdict::known;
    case VerdictKind::target_defined:
    case VerdictKind::undecidable:
      return CallVerdict::open;
    case VerdictKind::unsupported:
    case VerdictKind::infra:
      return CallVerdict::not_judged;
    default:
      return CallVerdict::right;  // distrusted: what is there is right
  }
}

bool uses_global(const Call& call) {
  return std::ranges::any_of(call.operands, [](const OperandValue& value) {
    return std::holds_alternative<GlobalSpec>(value);
  });
}

std::string breach_text(const Constraint& constraint) {
  std::string text = fmt::format("breaks {}: {}", constraint.name, constraint.text);
  if (!constraint.source.page.empty()) {
    text += fmt::format(" ({}: {})", constraint.source.page, constraint.source.bullet);
  }
  return text;
}

}  // namespace

std::string_view name_of(CallVerdict verdict) {
  return verdict_names.at(static_cast<std::size_t>(verdict));
}

CaseOfCall case_of_call(const RecognisedCall& recognised) {
  CaseOfCall made;
  const Call& call = recognised.call;
  const Form& form = *call.form;
  const Overlap overlap = overlap_of(call, recognised);
  made.why_not = without_memory(form, recognised);
  if (made.why_not.empty()) made.why_not = overlap.forbidden;
  if (!made.why_not.empty()) return made;
  made.shared = overlap.in_place;
  made.test.call = call;
  made.test.plan = "uniform";  // of what fills elements that nothing was recorded of
  made.test.lead = element_of(call.operands[form.index_of(form.lead)]);
  if (made.shared) made.test.scenario = scenario_of(form, *made.shared);
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    const bool is_scalar = std::holds_alternative<ScalarSpec>(call.operands[i]);
    made.before.push_back(contents_of(call.operands[i], is_scalar
                                                            ? std::span<const std::byte>()
                                                            : recognised.operands[i]->before));
  }
  return made;
}

std::string recorded_name(const Case& test, const std::vector<ElementArray>& before) {
  constexpr std::string_view made = "/shrunk", recorded = "/recorded";
  std::string name = generators::shrunk_name(test, before);
  return name.replace(name.rfind(made), made.size(), recorded);
}

bool RecordingJudge::ended_by_itself() const {
  return end_.signal && std::ranges::find(own_signals, *end_.signal) != own_signals.end();
}

Outcome RecordingJudge::outcome_of(const RecordedCall& recorded) const {
  if (recorded.end == CallEnd::returned) return {};
  if (recorded.end == CallEnd::threw) return {Outcome::Status::rejected, "it threw an exception"};
  const int signal = *end_.signal;
  if (signal == SIGABRT) return {Outcome::Status::rejected, "it aborted"};
  return {Outcome::Status::crashed, fmt::format("signal {}", signal)};
}

JudgedRecord RecordingJudge::judge_recognised(const RecordedCall& recorded,
                                              const RecognisedCall& recognised) const {
  JudgedRecord judged;
  const Form& form = *recognised.call.form;
  judged.form = form_text(form);
  const bool died = recorded.end == CallEnd::none;
  if (recognised.broken != nullptr && (!died || ended_by_itself())) {
    const bool must_be_refused = recognised.broken->enforced.contains(recognised.call.target);
    judged.kind = must_be_refused || died ? CallVerdict::illegal : CallVerdict::open;
    judged.reason = breach_text(*recognised.broken) + ending_text(recorded);
    return judged;
  }
  if (died && !ended_by_itself()) {
    judged.kind = CallVerdict::unfinished;
    judged.reason = "the kernel ended before it returned";
    return judged;
  }
  CaseOfCall own = case_of_call(recognised);
  if (!own.why_not.empty()) {
    judged.kind = died ? CallVerdict::unfinished : CallVerdict::not_judged;
    judged.reason = own.why_not + (died ? ending_text(recorded) : "");
    return judged;
  }
  Trial trial;
  trial.outcome = outcome_of(recorded);
  trial.before = std::move(own.before);
  trial.after = contents_after(recorded, recognised, own.shared);
  judged.test = std::move(own.test);
  judged.verdict = assay::judge(judged.test, std::span(&trial, 1), standard_);
  judged.kind = kind_of(judged.verdict);
  judged.reason = judged.verdict.reason;
  for (const SeenErratum& one : judged.verdict.errata) {
    if (one.shown > 0) judged.errata.push_back(one.number);
  }
  if (judged.kind != CallVerdict::wrong) return judged;
  if (!recorded.alone && uses_global(recognised.call)) {
    judged.kind = CallVerdict::not_judged;
    judged.reason = "other threads ran during it, and its global memory is not as promised";
    return judged;
  }
  judged.before = std::move(trial.before);
  judged.test.name = recorded_name(judged.test, judged.before);
  return judged;
}

JudgedRecord RecordingJudge::judge(const RecordedCall& recorded) {
  std::string why;
  const std::optional<RecognisedCall> recognised = recogniser_.recognise(recorded, why);
  if (recognised) return judge_recognised(recorded, *recognised);
  JudgedRecord judged;
  judged.kind = CallVerdict::not_judged;
  judged.form = recorded.op;
  judged.reason = why;
  return judged;
}

}  // namespace assay::runners
