// SPDX-License-Identifier: Apache-2.0
// Errata carried through calls whose intermediate state was not observed.
#include "reference/judge/programs/end_errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "reference/judge/judge_parts.hpp"
#include "reference/judge/programs/known_results.hpp"
#include "reference/judge/programs/memory_bounds.hpp"

namespace assay {
namespace {

/// Errata by their numbers, of one implementation.
using ErrataSet = std::map<std::string, const Erratum*>;

/// An erratum that owns elements which no earlier applied one owns, and how many of them it can
/// show.
struct Exercised {
  const Erratum* erratum;
  std::int64_t elements = 0;
  bool is_open = false;  ///< more, if a call has inputs that are not known to the bit
};
using ExercisedErrata = std::map<std::string, Exercised>;  ///< by their numbers

/// Bounds on memories if the errata of a set apply to every call that they concern.
class ErringMemory {
 public:
  ErringMemory(ProgramMemory contents, std::string implementation, const ErrataSet& applied)
      : known_(std::move(contents)),
        implementation_(std::move(implementation)),
        applied_(applied) {}

  /// See MemoryBounds::pass().
  void pass(const ProgramStep& step, std::size_t number, const Standard& standard);

  const MemoryBounds& known() const { return known_; }
  /// Of the implementation, applied or not.
  const ExercisedErrata& exercised() const { return exercised_; }

 private:
  Errata concerned(const ProgramStep& step, const Trial& trial, const Standard& standard) const;

  MemoryBounds known_;
  std::string implementation_;
  const ErrataSet& applied_;
  ExercisedErrata exercised_;
};

/// In the order of the page. One with arbitrary results gives nothing that could be carried.
Errata ErringMemory::concerned(const ProgramStep& step, const Trial& trial,
                               const Standard& standard) const {
  Errata errata = in_effect(step.test, trial, standard.errata);
  std::erase_if(errata, [&](const Erratum* one) {
    return one->effect != ErratumEffect::result || one->implementation != implementation_;
  });
  return errata;
}

/// Given inputs that are known to the bit, whether all else that an erratum reads is known, too.
bool is_computable(const Erratum& erratum, const std::vector<KnownElements>& before) {
  const auto is_exact = [](BoundKind one) { return one == BoundKind::exact; };
  return !erratum.reads_more || std::ranges::all_of(before, [&](const KnownElements& all) {
    return std::ranges::all_of(all.kinds, is_exact);
  });
}

/// The expectation for a call, with the elements of errata instead: the first erratum that owns an
/// element defines it.
class Composed {
 public:
  explicit Composed(std::vector<Expected> promise)
      : expected_(std::move(promise)), taken_(expected_.size()) {}

  void take(const Alternative& other) {
    for_each_free(other, [&](std::size_t result, std::size_t place) {
      take_over(expected_[result], other.results[result], place);
      taken_[result][place] = true;
    });
  }

  /// Adds the elements that `other` would define to those that it exercises.
  void count(const Alternative& other, ExercisedErrata& exercised) {
    for_each_free(other, [&](std::size_t result, std::size_t place) {
      const Erratum* erratum = other.erratum;
      Exercised& one = exercised.try_emplace(erratum->number, Exercised{erratum}).first->second;
      if (other.results[result].shown[place]) ++one.elements;
    });
  }

  const std::vector<Expected>& get() const { return expected_; }

 private:
  /// The elements that `other` owns and that are not taken.
  template <typename Visit>
  void for_each_free(const Alternative& other, Visit visit) {
    for (std::size_t result = 0; result < expected_.size(); ++result) {
      const std::vector<bool>& owned = other.results[result].owned;
      taken_[result].resize(owned.size());
      for (std::size_t place = 0; place < owned.size(); ++place) {
        if (owned[place] && !taken_[result][place]) visit(result, place);
      }
    }
  }

  std::vector<Expected> expected_;
  std::vector<std::vector<bool>> taken_;
};

/// Of an erratum that cannot be computed nothing is known but where its results are.
void open_results(const Form& form, const Erratum& erratum, std::vector<KnownElements>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string& operand = form.results[i].operand;
    if (std::ranges::find(erratum.results, operand, &Result::operand) == erratum.results.end()) {
      continue;
    }
    results[i] = nothing_of(results[i].low.type(), results[i].size());
  }
}

void ErringMemory::pass(const ProgramStep& step, std::size_t number, const Standard& standard) {
  Trial trial;
  trial.before = known_.contents(step);
  const Errata errata = concerned(step, trial, standard);
  if (errata.empty()) return known_.pass(step, number, standard.tolerances);
  const Call& call = step.test.call;
  const std::vector<KnownElements> before = known_.known(step);
  const bool exact = inputs_are_exact(call, before);
  const std::vector<Expected> promise =
      exact ? expect(call, trial.before, standard.tolerances) : std::vector<Expected>();
  Composed composed(promise);
  Errata unknown;
  for (const Erratum* one : errata) {
    const bool applies = applied_.contains(one->number);
    if (!exact || !is_computable(*one, before)) {
      exercised_.try_emplace(one->number, Exercised{one}).first->second.is_open = true;
      if (applies) unknown.push_back(one);
      continue;
    }
    const Alternative other = alternative(*one, step.test, trial, promise, standard.tolerances);
    composed.count(other, exercised_);
    if (applies) composed.take(other);
  }
  std::vector<KnownElements> results = exact ? known_results(call, before, composed.get())
                                             : known_results(call, before, standard.tolerances);
  for (const Erratum* one : unknown) open_results(step.test.form(), *one, results);
  known_.pass(step, number, results);
}

/// The most sets of errata that are tried; if there are more, the result is unknown.
constexpr std::size_t most_sets = 64;

/// All executions, as a set of errata has them.
struct Branch {
  bool fits = true;           ///< nothing is wrong in any execution
  bool settled = true;        ///< and what is not as promised is within what the errata give
  ExercisedErrata exercised;  ///< the most of any execution
};

class Reader {
 public:
  Reader(const Program& program, const CallRange& range, std::span<const ProgramMemory> before,
         std::span<const ProgramMemory> after, const Standard& standard)
      : program_(program),
        range_(range),
        before_(before.first(after.size())),
        after_(after),
        standard_(standard) {
    for (const ProgramMemory& memory : before_) {
      MemoryBounds& known = promised_.emplace_back(memory);
      for (std::size_t call = range.first; call <= range.last; ++call) {
        known.pass(program.steps[call], call, standard.tolerances);
      }
    }
  }

  EndReading run();

 private:
  std::set<std::string> implementations() const;
  Branch branch(const std::string& implementation, const ErrataSet& applied) const;
  void look(const ErringMemory& memory, std::size_t execution, Branch& found) const;
  EndReading read(const std::string& implementation) const;

  const Program& program_;
  const CallRange& range_;
  std::span<const ProgramMemory> before_;
  std::span<const ProgramMemory> after_;
  const Standard& standard_;
  std::vector<MemoryBounds> promised_;
};

/// Of which errata in effect concern calls.
std::set<std::string> Reader::implementations() const {
  std::set<std::string> names;
  for (std::size_t call = range_.first; call <= range_.last; ++call) {
    const ProgramStep& step = program_.steps[call];
    Trial trial;
    trial.before = gathered(step, before_.front());
    for (const Erratum* one : in_effect(step.test, trial, standard_.errata)) {
      if (one->effect == ErratumEffect::result) names.insert(one->implementation);
    }
  }
  return names;
}

void Reader::look(const ErringMemory& memory, std::size_t execution, Branch& found) const {
  const MemoryBounds& promised = promised_[execution];
  const MemoryBounds::Comparison here = memory.known().compared(after_[execution]);
  const MemoryBounds::Comparison there = promised.compared(after_[execution]);
  found.fits = found.fits && here.wrong == 0;
  found.settled = found.settled && here.undecided <= there.undecided &&
                  !memory.known().is_open_in(there.wrong_bytes);
}

Branch Reader::branch(const std::string& implementation, const ErrataSet& applied) const {
  Branch found;
  std::optional<ErringMemory> memory;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (i == 0 || !(before_[i] == before_[i - 1])) {
      memory.emplace(before_[i], implementation, applied);
      for (std::size_t call = range_.first; call <= range_.last; ++call) {
        memory->pass(program_.steps[call], call, standard_);
      }
    }
    look(*memory, i, found);
    for (const auto& [number, one] : memory->exercised()) {
      Exercised& most = found.exercised.try_emplace(number, one).first->second;
      most.elements = std::max(most.elements, one.elements);
      most.is_open = most.is_open || one.is_open;
    }
  }
  return found;
}

EndReading reading_of(EndReading::Kind kind, const ErrataSet& applied, const Branch& branch) {
  EndReading reading{kind, {}, {}};
  for (const auto& [number, one] : applied) {
    reading.names +=
        fmt::format("{}{} ({})", reading.names.empty() ? "" : " and ", number, one->title);
    const auto found = branch.exercised.find(number);
    const Exercised effect = found == branch.exercised.end() ? Exercised{one} : found->second;
    // By chance it gives what is promised.
    if (kind == EndReading::Kind::known && effect.elements == 0 && !effect.is_open) continue;
    SeenErratum& seen = reading.errata.emplace_back();
    seen.number = number;
    seen.exercised = std::max<std::int64_t>(effect.elements, 1);
    if (kind == EndReading::Kind::known) seen.shown = seen.exercised;
    if (one->from_user) seen.title = one->title;
  }
  return reading;
}

/// For every set of errata of an implementation, the smallest subset with the same effect is
/// visited, since an erratum without effect after a set has none when added to it.
EndReading Reader::read(const std::string& implementation) const {
  EndReading vague;
  std::deque<ErrataSet> open(1);
  std::set<ErrataSet> met(open.begin(), open.end());
  for (; !open.empty(); open.pop_front()) {
    const ErrataSet applied = open.front();
    const Branch found = branch(implementation, applied);
    if (!applied.empty() && found.fits) {
      if (found.settled) return reading_of(EndReading::Kind::known, applied, found);
      if (vague.names.empty()) vague = reading_of(EndReading::Kind::undecided, applied, found);
    }
    for (const auto& [number, one] : found.exercised) {
      // An effect that cannot be computed decides nothing that is open already.
      if (one.is_open && one.elements == 0 && !vague.names.empty()) continue;
      ErrataSet more = applied;
      more.emplace(number, one.erratum);
      if (more.size() == applied.size() || met.contains(more)) continue;
      if (met.size() == most_sets) return reading_of(EndReading::Kind::undecided, more, found);
      met.insert(more);
      open.push_back(std::move(more));
    }
  }
  return vague;
}

EndReading Reader::run() {
  EndReading best;
  for (const std::string& implementation : implementations()) {
    EndReading one = read(implementation);
    if (one.kind == EndReading::Kind::known) return one;
    if (best.kind == EndReading::Kind::none) best = std::move(one);
  }
  return best;
}

}  // namespace

EndReading read_with_errata(const Program& program, const CallRange& range,
                            std::span<const ProgramMemory> before,
                            std::span<const ProgramMemory> after, const Standard& standard) {
  if (standard.errata.none() || after.empty()) return {};
  return Reader(program, range, before, after, standard).run();
}

}  // namespace assay
