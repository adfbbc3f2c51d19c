// SPDX-License-Identifier: Apache-2.0
// Which cases of a run keep their tiles while a budget lasts.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "golden/golden.hpp"
#include "reference/isa/case/case.hpp"
#include "reference/judge/verdict/verdict.hpp"
#include "runners/run/run_options.hpp"

namespace assay::runners {

/// Cases that keep their tiles, and cases that would if the budget were larger.
struct TileCounts {
  std::size_t failing = 0;
  std::size_t passing = 0;
  std::size_t failing_left_out = 0;
  std::size_t passing_left_out = 0;
  friend bool operator==(const TileCounts&, const TileCounts&) = default;
};

/// True of verdicts that `failing` keeps: failures, known deviations, and what the harness lost.
bool keeps_tiles(VerdictKind kind);

/// Bytes that a case takes in golden.h5 and in the result files of `backends` backends: contents of
/// operands before and after the call, and expected values.
std::uint64_t tile_bytes(const Case& test_case, std::size_t backends);

std::uint64_t tile_bytes(const Program& program, std::size_t backends);
std::uint64_t tile_bytes(const golden::GoldenItem& item, std::size_t backends);

/// Takes cases in any order. Failing ones come before passing ones. Within each kind the order is
/// that of a hash of the names, so that the kept ones are spread over the suite. The last kept one
/// is that which uses up the budget. So what is kept is a matter of the cases alone; and of shards
/// with the same budget each keeps what the whole does, and perhaps more.
class TileKeeper {
 public:
  /// Nothing: everything is kept.
  explicit TileKeeper(std::optional<std::uint64_t> bytes) : budget_(bytes) {}

  struct Candidate {
    bool passing = false;
    std::string name;
    std::uint64_t index = 0;  ///< in the plan
    std::uint64_t bytes = 0;
  };
  /// False where the case is left out for good. One that is kept now may be left out later.
  bool offer(const Candidate& candidate);
  /// A case that an earlier process left out.
  void left_out(bool passing) { ++(passing ? passing_ : failing_); }

  bool keeps(bool passing, const std::string& name, std::uint64_t index) const;
  TileCounts counts() const;

 private:
  struct Key {
    bool passing = false;
    std::uint64_t hash = 0;
    std::uint64_t index = 0;
    // clang-tidy 14 takes the 0 that a comparison is compared with for a pointer.
    friend auto operator<=>(const Key&, const Key&) = default;  // NOLINT(modernize-use-nullptr)
  };
  static Key key_of(bool passing, const std::string& name, std::uint64_t index);

  std::optional<std::uint64_t> budget_;
  std::map<Key, std::uint64_t> kept_;  ///< bytes
  std::uint64_t total_ = 0;
  std::size_t failing_ = 0;  ///< that were offered
  std::size_t passing_ = 0;
};

/// "none", "failing", "sample", "all".
std::string_view name_of(TileChoice choice);
/// Throws UsageError for another name.
TileChoice tile_choice_named(const std::string& name);

/// The budget of such a run; nothing where everything is kept.
std::optional<std::uint64_t> budget_bytes(const TileOptions& options);

}  // namespace assay::runners
