// SPDX-License-Identifier: Apache-2.0
#include "runners/run/tile_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "reference/support/hash.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

constexpr std::array<std::string_view, 4> choices{"none", "failing", "sample", "all"};

struct Size {
  std::int64_t elements = 0;
  std::int64_t bytes = 0;
};

Size size_of(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    return {tile->rows() * tile->cols(), tile->type.bytes()};
  }
  if (const auto* global = std::get_if<GlobalSpec>(&value)) {
    return {global->allocation(), bytes_for(global->element, global->allocation())};
  }
  return {};
}

}  // namespace

bool keeps_tiles(VerdictKind kind) {
  return is_failure(kind) || kind == VerdictKind::known_deviation || kind == VerdictKind::infra;
}

std::uint64_t tile_bytes(const Case& test_case, std::size_t backends) {
  constexpr std::int64_t values = 3;  // value, low, high
  constexpr std::int64_t beside = 9;  // accept, exact
  std::int64_t bytes = bytes_of(test_case.call);
  for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
    const Role role = test_case.form().operands[i].role;
    if (role != Role::output && role != Role::in_out) continue;
    const Size size = size_of(test_case.call.operands[i]);
    bytes += size.bytes * (values + static_cast<std::int64_t>(backends)) + size.elements * beside;
  }
  return static_cast<std::uint64_t>(bytes);
}

std::uint64_t tile_bytes(const Program& program, std::size_t backends) {
  constexpr std::size_t known = 4;  // what is known, of which type, low, high
  std::uint64_t bytes = 0;
  for (const ProgramImage& image : program.images) {
    bytes += static_cast<std::uint64_t>(image.bytes) * (1 + known + backends);
  }
  for (const ProgramStep& step : program.steps) {
    bytes += static_cast<std::uint64_t>(bytes_of(step.test.call));
  }
  return bytes;
}

std::uint64_t tile_bytes(const golden::GoldenItem& item, std::size_t backends) {
  if (const auto* one = std::get_if<golden::GoldenCase>(&item)) {
    return tile_bytes(one->test, backends);
  }
  return tile_bytes(std::get<golden::GoldenProgram>(item).program, backends);
}

std::string_view name_of(TileChoice choice) { return choices.at(static_cast<std::size_t>(choice)); }

TileChoice tile_choice_named(const std::string& name) {
  const auto found = std::ranges::find(choices, name);
  if (found != choices.end()) return static_cast<TileChoice>(found - choices.begin());
  throw UsageError(fmt::format("--tiles '{}' is unknown; give sample, all, failing or none", name));
}

std::optional<std::uint64_t> budget_bytes(const TileOptions& options) {
  if (!options.budget_mb && options.kept == TileChoice::all) return std::nullopt;
  return options.budget_mb.value_or(default_tiles_budget_mb) * 1'000'000;
}

TileKeeper::Key TileKeeper::key_of(bool passing, const std::string& name, std::uint64_t index) {
  return {passing, support::hash_text(name), index};
}

bool TileKeeper::offer(const Candidate& candidate) {
  ++(candidate.passing ? passing_ : failing_);
  const Key key = key_of(candidate.passing, candidate.name, candidate.index);
  if (kept_.emplace(key, candidate.bytes).second) total_ += candidate.bytes;
  // Once one is left out what is kept is more than the budget, so that no later one comes in.
  while (budget_ && total_ - kept_.rbegin()->second > *budget_) {
    const auto last = std::prev(kept_.end());
    total_ -= last->second;
    kept_.erase(last);
  }
  return kept_.contains(key);
}

bool TileKeeper::keeps(bool passing, const std::string& name, std::uint64_t index) const {
  return kept_.contains(key_of(passing, name, index));
}

TileCounts TileKeeper::counts() const {
  TileCounts counts;
  for (const auto& [key, bytes] : kept_) ++(key.passing ? counts.passing : counts.failing);
  counts.failing_left_out = failing_ - counts.failing;
  counts.passing_left_out = passing_ - counts.passing;
  return counts;
}

}  // namespace assay::runners
