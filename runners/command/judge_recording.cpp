// SPDX-License-Identifier: Apache-2.0
#include "runners/command/judge_recording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "reference/support/text.hpp"
#include "reports/replay/parts.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/record/judged_recording.hpp"
#include "runners/record/recording.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/ordered_loop.hpp"
#include "runners/triage/shrunk_file.hpp"

namespace assay::runners {
namespace {

using support::count_of;
using support::grouped;

/// Calls that wait to be judged together: bounds memory.
constexpr std::size_t calls_at_once = 256;
/// Places of one kind that are printed.
constexpr std::size_t most_places = 20;

constexpr const char* usual_recording_errata = "pto-cpu";

/// Calls at one place of the source that have one kind of verdict.
struct Place {
  std::uint64_t calls = 0;
  RecordedCall first;  ///< without memory
  JudgedRecord judged;
};

struct CallTally {
  std::array<std::uint64_t, call_verdicts> counts{};
  std::map<std::tuple<std::string, std::string, CallVerdict>, Place> places;
  std::map<std::pair<std::string, std::string>, std::uint64_t> not_judged;  ///< by form and reason
  std::map<std::string, std::uint64_t> errata;                              ///< calls by number

  std::uint64_t of(CallVerdict kind) const { return counts[static_cast<std::size_t>(kind)]; }
  std::uint64_t calls() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts) sum += count;
    return sum;
  }
  std::uint64_t judged() const {
    return calls() - of(CallVerdict::open) - of(CallVerdict::not_judged) -
           of(CallVerdict::unfinished);
  }
  void add(RecordedCall call, JudgedRecord judged);
  /// Places of a kind, in the order in which their first calls began.
  std::vector<const Place*> of_kind(CallVerdict kind) const;
};

void CallTally::add(RecordedCall call, JudgedRecord judged) {
  ++counts[static_cast<std::size_t>(judged.kind)];
  for (const std::string& number : judged.errata) ++errata[number];
  if (judged.kind == CallVerdict::not_judged) ++not_judged[{judged.form, judged.reason}];
  Place& place = places[{call.place(), call.op, judged.kind}];
  if (place.calls++ > 0 && place.first.order < call.order) return;
  call.arguments.clear();
  place.first = std::move(call);
  place.judged = std::move(judged);
}

std::vector<const Place*> CallTally::of_kind(CallVerdict kind) const {
  std::vector<const Place*> found;
  for (const auto& [key, place] : places) {
    if (std::get<CallVerdict>(key) == kind) found.push_back(&place);
  }
  std::ranges::sort(found, {}, [](const Place* place) { return place->first.order; });
  return found;
}

using Judged = std::pair<RecordedCall, JudgedRecord>;

/// Judges calls on several threads and counts them in their order.
class CallJudges {
 public:
  CallJudges(const RecordingOptions& options, const Standard& standard, KernelEnd end,
             CallTally& tally)
      : tally_(tally), quiet_(options.quiet) {
    const std::size_t count = threads_for(options.jobs, calls_at_once);
    for (std::size_t i = 0; i < count; ++i) judges_.emplace_back(Target::cpu, standard, end);
  }

  void add(RecordedCall call) {
    waiting_.push_back(std::move(call));
    if (waiting_.size() == calls_at_once) judge_waiting();
  }
  void judge_waiting() {
    std::vector<OrderedWork<Judged>::Maker> makers;
    for (RecordingJudge& judge : judges_) {
      makers.emplace_back([this, &judge](std::size_t index) {
        JudgedRecord judged = judge.judge(waiting_[index]);
        return Judged(std::move(waiting_[index]), std::move(judged));
      });
    }
    const LoopLimits limits{.pieces = waiting_.size(), .window = calls_at_once};
    const LoopEnd end = work_in_order<Judged>(limits, std::move(makers), [&](Judged one) {
      tally_.add(std::move(one.first), std::move(one.second));
      return true;
    });
    waiting_.clear();
    say_progress();
    if (end == LoopEnd::interrupted) throw InfraError("interrupted before all calls were judged");
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds between_lines{5};

  /// The number of all calls is not known before the last one is read.
  void say_progress() {
    if (quiet_ || Clock::now() < next_line_) return;
    next_line_ = Clock::now() + between_lines;
    std::cerr << fmt::format("{} calls\n", grouped(tally_.calls()));
  }

  CallTally& tally_;
  bool quiet_;
  Clock::time_point next_line_ = Clock::now() + between_lines;
  std::vector<RecordingJudge> judges_;
  std::vector<RecordedCall> waiting_;
};

Standard standard_for(const RecordingOptions& options) {
  return {.tolerances = granted(options.accuracy, options.choices),
          .errata = options.errata ? *options.errata : known_errata(usual_recording_errata)};
}

std::string where_text(const RecordedCall& call) {
  std::string text = fmt::format("call {} of thread {}", call.number, call.thread);
  if (call.core) text += fmt::format(", core {}", *call.core);
  return text;
}

std::string sentence_of(const Place& place) {
  const std::string& op = place.first.op;
  return fmt::format("{}: {}: {}", support::printable(place.first.place()), support::printable(op),
                     place.judged.reason);
}

void print_first_wrong(const CallTally& tally, const std::string& kept) {
  const std::vector<const Place*> wrong = tally.of_kind(CallVerdict::wrong);
  if (wrong.empty()) return;
  const Place& first = *wrong.front();
  std::cout << fmt::format("{}\n  the first wrong call: {}, {}\n", sentence_of(first),
                           where_text(first.first), first.judged.form);
  const Case& test = first.judged.test;
  for (std::size_t i = 0; i < test.call.operands.size(); ++i) {
    std::cout << fmt::format("  {:<10} {}\n", test.form().operands[i].name,
                             reports::operand_text(test.call.operands[i]));
  }
  if (!kept.empty()) {
    std::cout << fmt::format(
        "  kept       assay replay '{0}:{1}' --backend ...\n             assay shrink '{0}:{1}' "
        "--backend ...\n",
        kept, first.judged.test.name);
  }
}

void print_places(const CallTally& tally, CallVerdict kind, const std::string& heading) {
  const std::vector<const Place*> places = tally.of_kind(kind);
  if (places.empty()) return;
  std::cout << heading << "\n";
  for (std::size_t i = 0; i < std::min(places.size(), most_places); ++i) {
    std::cout << fmt::format("  {} ({})\n", sentence_of(*places[i]),
                             count_of(places[i]->calls, "call"));
  }
  if (places.size() > most_places)
    std::cout << fmt::format("  and {} more places\n", places.size() - most_places);
}

void print_known(const CallTally& tally) {
  if (tally.errata.empty()) return;
  std::cout << "Known deviations:\n";
  for (const auto& [number, calls] : tally.errata) {
    const Erratum* erratum = find_erratum(number);
    std::cout << fmt::format("  {} ({}): {}\n", number, count_of(calls, "call"),
                             erratum == nullptr ? "" : erratum->title);
  }
}

void print_not_judged(const CallTally& tally) {
  if (tally.not_judged.empty()) return;
  std::cout << "Not judged:\n";
  std::vector<std::pair<std::pair<std::string, std::string>, std::uint64_t>> rows(
      tally.not_judged.begin(), tally.not_judged.end());
  std::ranges::stable_sort(rows, std::greater{}, [](const auto& row) { return row.second; });
  for (const auto& [what, calls] : rows) {
    std::cout << fmt::format("  {} ({}): {}\n", support::printable(what.first),
                             count_of(calls, "call"), what.second);
  }
}

std::string counts_text(const CallTally& tally) {
  std::vector<std::string> parts;
  for (std::size_t kind = 0; kind < call_verdicts; ++kind) {
    const auto verdict = static_cast<CallVerdict>(kind);
    if (tally.of(verdict) > 0)
      parts.push_back(fmt::format("{} {}", grouped(tally.of(verdict)), name_of(verdict)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Adds the first wrong call to the golden file. Returns its name, empty if nothing is kept.
std::string keep_first_wrong(const CallTally& tally, const RecordingOptions& options,
                             const Standard& standard) {
  const std::vector<const Place*> wrong = tally.of_kind(CallVerdict::wrong);
  if (options.keep.empty() || wrong.empty()) return {};
  StoredCase stored;
  stored.test = wrong.front()->judged.test;
  stored.before = wrong.front()->judged.before;
  keep_shrunk(options.keep, {std::move(stored)}, standard.tolerances);
  return options.keep;
}

int conclude(const CallTally& tally, const Recording& recording, const RecordingOptions& options) {
  const std::uint64_t bad = tally.of(CallVerdict::wrong) + tally.of(CallVerdict::illegal) +
                            (options.strict ? tally.of(CallVerdict::known) : 0);
  std::cout << fmt::format("{} of {}: {}.\n", count_of(tally.calls(), "call"),
                           count_of(recording.threads(), "thread"), counts_text(tally));
  if (bad > 0) {
    std::cout << fmt::format("Does not conform: {} of {} judged calls failed.\n", grouped(bad),
                             grouped(tally.judged()));
    return exit_deviates;
  }
  if (tally.of(CallVerdict::unfinished) > 0) {
    std::cout << fmt::format("Unfinished: the kernel ended in the middle of a call{}.\n",
                             recording.ending().empty() ? "" : " (" + recording.ending() + ")");
    return exit_infra;
  }
  if (tally.judged() == 0) {
    std::cout << "Nothing was judged.\n";
    return exit_infra;
  }
  std::cout << fmt::format("Conforms: {} judged.\n", count_of(tally.judged(), "call"));
  return exit_conforms;
}

}  // namespace

int judge_recording(const RecordingOptions& options) {
  const Standard standard = standard_for(options);
  if (!options.keep.empty()) require_own_golden(options.keep);
  const Recording recording(options.folder);
  CallTally tally;
  CallJudges judges(options, standard, {recording.signal()}, tally);
  recording.read([&](RecordedCall call) {
    judges.add(std::move(call));
    return true;
  });
  judges.judge_waiting();
  const std::string kept = keep_first_wrong(tally, options, standard);
  print_first_wrong(tally, kept);
  if (!options.quiet) {
    print_places(tally, CallVerdict::wrong, "Wrong:");
    print_places(tally, CallVerdict::illegal, "Illegal:");
    print_places(tally, CallVerdict::open, "Nothing is promised:");
    print_places(tally, CallVerdict::unfinished, "Unfinished:");
    print_known(tally);
    print_not_judged(tally);
  }
  return conclude(tally, recording, options);
}

}  // namespace assay::runners
