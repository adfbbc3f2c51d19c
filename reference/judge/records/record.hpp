// SPDX-License-Identifier: Apache-2.0
// One line of a run: the case, flattened for journals, tables and reports, and its verdict.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/isa/case/case.hpp"
#include "reference/isa/spec/expected.hpp"
#include "reference/isa/types/tile.hpp"
#include "reference/judge/records/input_errors.hpp"
#include "reference/judge/verdict/verdict.hpp"

namespace assay {

/// An element of an output that is not acceptable. `low` and `high` as in ExpectedTile.
struct WrongElement {
  std::int64_t index = 0;  ///< row * cols + col
  Accept accept = Accept::exact;
  std::uint64_t expected = 0;  ///< what was there before, if that must be kept
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t got = 0;
  std::optional<std::uint64_t> other = {};  ///< of the execution that gave other bits
  std::optional<double> ulp = {};           ///< from the exact value, or from `expected`
  friend bool operator==(const WrongElement&, const WrongElement&) = default;
};

/// Where an output is wrong, as far as a report draws it.
struct WrongTile {
  std::string operand;
  ElementType element = ElementType::f32;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t valid_rows = 0;
  std::int64_t valid_cols = 0;
  TileLayout layout = TileLayout::ND;
  std::int64_t box_rows = 1;
  std::int64_t box_cols = 1;
  std::int64_t wrong = 0;              ///< elements, of which what follows may hold the first only
  std::vector<std::int64_t> runs;      ///< first index and length, by turns, ascending
  std::string distances;               ///< a distance_letter for each element of the runs
  std::vector<WrongElement> elements;  ///< the first ones, and the farthest; ascending
  friend bool operator==(const WrongTile&, const WrongTile&) = default;
};

/// Expected and printed text of a call: some lines of each, around the first that differ.
struct WrongText {
  std::string expected;
  std::string got;
  int width = 8;  ///< minimum field width of a value
  friend bool operator==(const WrongText&, const WrongText&) = default;
};

/// What findings need of the wrong elements of a case; tiles are a hundred times as long.
struct WrongBrief {
  std::string_view pattern = {};             ///< how most of them are wrong; of static storage
  std::array<std::int8_t, 4> in_place = {};  ///< 1 all of them, 0 not all, -1 unknown; place.cpp
  std::optional<ElementType> element = {};   ///< of the first tile; nothing without a tile
  std::optional<std::int64_t> lowest = {};   ///< biased exponent of what was expected there
  std::int64_t highest = 0;
};

/// Wrong tiles and wrong text of a record that stay in the file that it was read from: those of all
/// failing cases of a nightly run would take gigabytes.
class DistantParts {
 public:
  struct Parts {
    std::vector<WrongTile> tiles;
    std::optional<WrongText> text;
  };

  explicit DistantParts(const WrongBrief& brief) : brief_(brief) {}
  DistantParts(const DistantParts&) = delete;
  DistantParts& operator=(const DistantParts&) = delete;
  virtual ~DistantParts() = default;

  const WrongBrief& brief() const { return brief_; }
  virtual bool has_tiles() const = 0;
  virtual bool has_text() const = 0;
  /// Throws what its file does where that is gone or has changed.
  virtual Parts read() const = 0;

 private:
  WrongBrief brief_;
};

struct CaseRecord {
  std::string name;
  std::string op;
  std::string form;
  std::string target;
  std::string dtypes;  ///< "f16,u32"
  std::string dtype;   ///< requested element of the lead; under a breach the call may have another
  std::string intent;  ///< to_string(Intent)
  std::string plan;
  std::string scenario;
  std::string backend;
  std::string board;  ///< host and, where the backend names one, device that executed it
  std::uint32_t key = 0;
  std::uint64_t index = 0;  ///< place in the plan of the whole run, whatever its shard or order
  Verdict verdict;          ///< of the first execution that failed, or else of the first
  std::uint64_t executions = 1;         ///< how often the case was executed and judged
  std::uint64_t failed_executions = 0;  ///< of them; under `flaky` neither none nor all
  std::string attribution;       ///< of a run on two backends: the wrong one; empty for one backend
  std::vector<WrongTile> tiles;  ///< outputs with wrong elements, of a case that deviates
  std::optional<WrongText> text = {};  ///< of a case whose printed text deviates
  std::string disturbed = {};  ///< process state that its calls left changed; empty: nothing
  /// Of a case with consecutive inputs whose call came back; other cases have none.
  std::optional<InputErrors> inputs = {};
  double seconds = 0;  ///< execution and judging; kept out of everything that is hashed
  std::shared_ptr<const DistantParts> distant = {};  ///< has `tiles` and `text` in their place
};

/// Tiles and text of a record, wherever they are.
bool has_wrong_tiles(const CaseRecord& record);
bool has_wrong_text(const CaseRecord& record);
DistantParts::Parts wrong_parts_of(const CaseRecord& record);

/// Element types of a call, the lead first: "f16,u32".
std::string types_of(const Call& call);

CaseRecord record_of(const Case& test_case, const Verdict& verdict);

/// What a backend must support: combinations as "TADD plain a5 f16,f16" (op, form, target, element
/// types), and the reasons, numbers aside, for which other cases may be unsupported. Ascending.
struct SupportList {
  std::vector<std::string> combinations = {};
  std::vector<std::string> reasons = {};
  friend bool operator==(const SupportList&, const SupportList&) = default;
};

/// How much of its plan a run did. The only definition of "complete", for every view, exit code and
/// file; a run without it is no evidence that the implementation conforms.
struct Completion {
  std::size_t planned = 0;   ///< cases of the run, or of its shard; 0: not known
  std::size_t ran = 0;       ///< cases with a verdict
  std::size_t not_run = 0;   ///< planned cases that were not reached; a bound after a kill
  std::string stopped = {};  ///< why it ended before its end; empty: it did not
  bool partial_ok = false;   ///< its user accepts that it is not complete

  bool complete() const { return stopped.empty() && not_run == 0; }
  friend bool operator==(const Completion&, const Completion&) = default;
};

/// Cases of an op in the plan of a run.
struct PlannedOp {
  std::size_t cases = 0;
  std::size_t legal = 0;  ///< of them, those that break no constraint; 0 if unknown to the plan
  friend bool operator==(const PlannedOp&, const PlannedOp&) = default;
};
using PlannedOps = std::map<std::string, PlannedOp>;

/// The origin of the records; printed at the end of every report.
struct RunInfo {
  std::string suite = {};
  std::string suite_version = {};
  std::string backend = {};
  std::uint64_t seed = 0;
  std::string command = {};
  std::string started = {};  ///< ISO 8601, UTC
  std::string id = {};       ///< distinguishes it from others of the same second; empty: none given
  double seconds = 0;
  std::string host = {};
  Completion completion = {};
  PlannedOps planned_ops = {};    ///< empty if the journal does not have them
  bool strict = false;            ///< known deviations count as failures
  bool part = false;              ///< a shard, which may be without a single judged case
  std::size_t min_judged = 0;     ///< cases of every op that must be judged; 0 requires one in all
  bool min_judged_given = false;  ///< by the user: then a run that may be partial needs them, too
  std::size_t limited = 0;        ///< cases beyond a limit of what is compiled
  std::vector<std::string> ops_limited = {};  ///< requested, and without a case for that
  SupportList support = {};                   ///< what must not be unsupported
  std::vector<std::string> errata = {};       ///< numbers of those in effect for what was planned
  bool board_lost = false;                    ///< the board was lost before the end
};

}  // namespace assay
