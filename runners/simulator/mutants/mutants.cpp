// SPDX-License-Identifier: Apache-2.0
#include "runners/simulator/mutants/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "runners/simulator/mutants/changes.hpp"
#include "runners/simulator/mutants/places.hpp"
#include "runners/simulator/rules/rules.hpp"

namespace assay::simulator {
namespace {

using mutation::changes;
using mutation::places;

/// More than any call has.
constexpr std::size_t most_rules = 40;

/// Every mutant is in the list twice.
constexpr std::size_t number_of(std::size_t variant) { return variant / 2; }
constexpr bool aborts(std::size_t variant) { return variant % 2 == 1; }

/// A mutant of the list.
class Mutant : public FaultHook {
 public:
  Mutant(History& history, std::size_t variant) : FaultHook(history), aborts_(aborts(variant)) {}

 protected:
  /// Either the change, or an abort if there is one.
  template <typename Value>
  Value instead_of(Value healthy, Value changed) const {
    if (!aborts_) return changed;
    if (healthy != changed) std::abort();
    return healthy;
  }

 private:
  bool aborts_;
};

class Changed final : public Mutant {
 public:
  Changed(History& history, std::size_t variant)
      : Mutant(history, variant),
        change_(changes.at(number_of(variant) / places.size())),
        place_(places.at(number_of(variant) % places.size())) {}

 private:
  std::uint64_t stored(const Written& written, std::uint64_t bits) const override {
    const std::uint64_t before = std::exchange(previous_, bits);
    if (!place_.has({written, history().calls})) return bits;
    mutation::Result result{written, written.target().element, bits, written.first ? bits : before};
    result.bits &= result.all();
    return instead_of(result.bits, change_.of(result) & result.all());
  }

  const mutation::Change& change_;
  const mutation::Place& place_;
  mutable std::uint64_t previous_ = 0;
};

class Unchecked final : public Mutant {
 public:
  Unchecked(History& history, std::size_t variant)
      : Mutant(history, variant), number_(number_of(variant)) {}

  std::optional<Answer> instead(const Request&) const override {
    next_ = 0;
    return std::nullopt;
  }
  void ruling(const Request&, Ruling& rule) const override {
    if (next_++ == number_) rule.holds = instead_of(rule.holds, true);
  }

 private:
  std::size_t number_;
  mutable std::size_t next_ = 0;
};

template <typename Kind>
std::unique_ptr<Hooks> made(History& history, std::size_t variant) {
  return std::make_unique<Kind>(history, variant);
}

/// The list, with the texts that its views look into.
class List {
 public:
  List() {
    for (std::size_t i = 0; i < changes.size() * places.size(); ++i) {
      const mutation::Change& change = changes.at(i / places.size());
      const mutation::Place& place = places.at(i % places.size());
      add(made<Changed>, i, fmt::format("{}.{}", change.name, place.name),
          fmt::format("a result: {}; which: {}", change.summary, place.summary));
    }
    for (std::size_t i = 0; i < most_rules; ++i) {
      add(made<Unchecked>, i, fmt::format("unchecked.{}", i),
          fmt::format("rule {} of a call, in the order of checks, is not checked", i));
    }
  }
  std::span<const FaultInfo> plain() const { return plain_; }
  std::span<const FaultInfo> aborting() const { return aborting_; }

 private:
  using Make = std::unique_ptr<Hooks> (*)(History&, std::size_t);
  void add(Make make, std::size_t number, const std::string& name, std::string summary) {
    plain_.push_back({kept(name), kept(std::move(summary)), make, 2 * number});
    aborting_.push_back(
        {kept(name + ".seen"), kept("aborts where " + name + " shows"), make, 2 * number + 1});
  }
  std::string_view kept(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::vector<FaultInfo> plain_, aborting_;
};

const List& list() {
  static const List made;
  return made;
}

}  // namespace

std::span<const FaultInfo> mutants() { return list().plain(); }

const FaultInfo* mutant_named(std::string_view name) {
  if (name.find('.') == std::string_view::npos) return nullptr;
  const auto all = name.ends_with(".seen") ? list().aborting() : list().plain();
  const auto found = std::ranges::find(all, name, &FaultInfo::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace assay::simulator
