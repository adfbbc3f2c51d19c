// SPDX-License-Identifier: Apache-2.0
#include "runners/run/golden_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "generators/programs/programs.hpp"
#include "reference/support/name_set.hpp"
#include "runners/cases/profiles/own_files.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/new_folder.hpp"
#include "runners/support/ordered_loop.hpp"
#include "runners/support/place.hpp"
#include "runners/support/progress.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

/// Cases that a thread draws and computes at once.
constexpr std::size_t block_size = 4;
/// Blocks that may wait to be stored, per thread.
constexpr std::size_t window_per_thread = 16;
/// The limit of the bytes of waiting cases; above it no new block begins.
constexpr std::size_t most_waiting_bytes = std::size_t{32} << 20U;

/// Lets threads do one step of their work in the order of its indices.
class OneByOne {
 public:
  /// Calls `step` after the steps of all smaller indices. Every index must come, or those after it
  /// wait for ever.
  template <typename Step>
  void at(std::size_t index, const Step& step) {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [&] { return next_ == index; });
    struct Passing {
      OneByOne& order;
      ~Passing() {
        ++order.next_;
        order.turn_.notify_all();
      }
    } const passing{*this};
    step();
  }

 private:
  std::mutex mutex_;
  std::condition_variable turn_;
  std::size_t next_ = 0;
};

/// What is written of a block of the sequence.
struct Block {
  struct Item {
    std::uint64_t part = 0;
    golden::GoldenItem golden;
  };
  std::vector<Item> items;
  std::size_t steps = 0;  ///< of progress
  bool last = false;      ///< no later block has a case
};

std::size_t bytes_of_item(const golden::GoldenItem& item) {
  std::size_t bytes = 0;
  if (const auto* program = std::get_if<golden::GoldenProgram>(&item)) {
    for (const ElementArray& memory : program->before) bytes += memory.bytes().size();
    return bytes * (program->expected.empty() ? 1 : 5);
  }
  const auto& golden = std::get<golden::GoldenCase>(item);
  for (const ElementArray& before : golden.before) bytes += before.bytes().size();
  for (const Expected& expected : golden.expected) {
    const auto* tile = std::get_if<ExpectedTile>(&expected);
    if (tile == nullptr) continue;
    bytes += 3 * tile->value.bytes().size() + tile->accept.size() + 8 * tile->exact.size();
  }
  return bytes;
}

std::size_t bytes_that_wait(const Block& block) {
  std::size_t bytes = 0;
  for (const Block::Item& item : block.items) bytes += bytes_of_item(item.golden);
  return bytes;
}

/// What a board needs, and what is expected unless it has no use for that.
golden::GoldenItem item_of(StoredCase stored, bool expected, const ToleranceLookup& tolerances) {
  if (expected) return golden_item_of(std::move(stored), tolerances);
  if (stored.before.empty()) {
    stored.before = stored.program ? generators::filled(*stored.program, generators::Poison::first)
                                   : generators::fill(stored.test, generators::Poison::first);
  }
  if (stored.program) {
    return golden::GoldenProgram{*stored.program, std::move(stored.before), {}};
  }
  return golden::GoldenCase{std::move(stored.test), std::move(stored.before), {}};
}

bool is_same(const golden::Provenance& a, const golden::Provenance& b) {
  const auto facts = [](const golden::Provenance& one) {
    return std::tie(one.suite_version, one.catalogue_revision, one.reference_version, one.seed,
                    one.selection, one.choices, one.withheld, one.programs);
  };
  return facts(a) == facts(b);
}

/// The files of a command, of which one at a time is written.
class GoldenFiles {
 public:
  explicit GoldenFiles(const GoldenPlace& place) : place_(place) {
    for (std::uint64_t part = 0; part < parts(); ++part) finished_.push_back(is_finished(part));
    if (all_finished()) return;
    if (place.parts == 0) return;
    if (!fs::exists(place.out) || fs::is_empty(place.out)) folder_.emplace(place.out);
  }

  std::uint64_t parts() const { return std::max<std::uint64_t>(place_.parts, 1); }
  bool finished(std::uint64_t part) const { return finished_[part]; }
  bool all_finished() const { return kept() == finished_.size(); }
  std::uint64_t kept() const {
    return static_cast<std::uint64_t>(std::ranges::count(finished_, true));
  }
  std::uint64_t written() const { return written_; }

  /// Opens the first file before threads take memory: HDF5 ends the process where it finds none.
  void begin() {
    open(static_cast<std::uint64_t>(std::ranges::find(finished_, false) - finished_.begin()));
  }
  /// Parts in ascending order.
  void add(Block::Item item) {
    open(item.part);
    writer_->add(std::move(item.golden));
    ++written_;
  }
  void finish() {
    open(parts());
    if (folder_) folder_->keep();
  }
  /// What is left if the command ends now.
  std::string left() const {
    if (place_.parts == 0) return "no file was written";
    return fmt::format("{} of {} files are in {}, and --resume writes the others", kept() + done_,
                       parts(), place_.out.string());
  }

 private:
  std::string name_of(std::uint64_t part) const {
    const std::string last = fmt::to_string(parts());
    return fmt::format("part-{:0{}}.h5", part + 1, last.size());
  }
  fs::path path_of(std::uint64_t part) const {
    return place_.parts == 0 ? place_.out : place_.out / name_of(part);
  }
  golden::Provenance provenance_of_part(std::uint64_t part) const {
    golden::Provenance provenance = place_.provenance;
    if (place_.parts > 0) provenance.selection += part_text({part + 1, place_.parts});
    return provenance;
  }

  bool is_finished(std::uint64_t part) const {
    const fs::path path = path_of(part);
    if (!place_.resume || !fs::exists(path) || fs::is_empty(path)) return false;
    const golden::Provenance found = golden::GoldenReader(path, find_op, false).provenance();
    if (is_same(found, provenance_of_part(part))) return true;
    throw UsageError(
        fmt::format("{} has other cases than these options select ('{}', seed {}, suite version "
                    "{}); resume with the options that it was written with, or name another --out",
                    path.string(), found.selection, found.seed, found.suite_version));
  }

  /// Finishes all parts before `part`, also those without a case, and opens this one.
  void open(std::uint64_t part) {
    for (; at_ < part; ++at_) {
      if (finished_[at_]) continue;
      if (!writer_) begin_part(at_);
      writer_->finish();
      writer_.reset();
      ++done_;
      if (folder_) folder_->keep();
    }
    if (part < parts() && !writer_) begin_part(part);
  }
  void begin_part(std::uint64_t part) {
    writer_.emplace(folder_ ? folder_->file(name_of(part)) : path_of(part),
                    provenance_of_part(part));
  }

  const GoldenPlace& place_;
  std::vector<bool> finished_;  ///< by an earlier command
  std::optional<NewFolder> folder_;
  std::optional<golden::GoldenWriter> writer_;  ///< of the part `at_`
  std::uint64_t at_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t written_ = 0;
};

/// Decides in order which of the drawn cases are written, and to which part.
class Choosing {
 public:
  Choosing(const CaseSequence& cases, const GoldenWork& work, const Shard& shard,
           const GoldenFiles& files)
      : cases_(cases),
        work_(work),
        shard_(shard),
        files_(files),
        total_(std::min<std::uint64_t>(work.most.value_or(cases.size), cases.size)) {}

  /// What progress counts: cases if their number is given, else places of the sequence.
  std::uint64_t total() const { return total_; }

  struct Chosen {
    std::uint64_t part = 0;
    StoredCase stored;
  };
  /// Puts the chosen ones of the next cases of the sequence into `chosen`.
  void choose(std::vector<std::optional<StoredCase>> drawn, Block& block,
              std::vector<Chosen>& chosen) {
    for (std::optional<StoredCase>& one : drawn) {
      const std::uint64_t place = work_.most ? taken_ : position_;
      block.last = block.last || place == total_ || (cases_.dependent && !one);
      if (block.last) return;
      ++position_;
      const std::uint64_t part = part_of(place);
      const bool taken = one && take(*one);
      if ((taken || !work_.most) && !files_.finished(part)) ++block.steps;
      if (!taken || (taken_ - 1) % shard_.count != shard_.index - 1) continue;
      if (work_.on_case) work_.on_case(*one);
      if (!files_.finished(part)) chosen.push_back({part, std::move(*one)});
    }
  }

  /// How much of the total the finished parts are.
  std::uint64_t before() const {
    std::uint64_t count = 0;
    for (std::uint64_t place = 0; files_.kept() > 0 && place < total_; ++place) {
      if (files_.finished(part_of(place))) ++count;
    }
    return count;
  }

 private:
  std::uint64_t part_of(std::uint64_t place) const { return place * files_.parts() / total_; }

  bool take(const StoredCase& one) {
    if (!names_.insert(one.test.name)) return false;
    if (one.program) require_storable(*one.program);
    if (!work_.illegal && !one.test.intent.legal()) return false;
    ++taken_;
    return true;
  }

  const CaseSequence& cases_;
  const GoldenWork& work_;
  const Shard& shard_;
  const GoldenFiles& files_;
  std::uint64_t total_;
  std::uint64_t position_ = 0;
  std::uint64_t taken_ = 0;
  support::NameSet names_;
};

/// One thread's work: draws a block, lets `choosing` decide, and computes what is expected.
class BlockMaker {
 public:
  BlockMaker(const CaseSequence& cases, const GoldenWork& work, const ToleranceLookup& tolerances,
             Choosing& choosing)
      : cases_(cases), work_(work), tolerances_(tolerances), choosing_(choosing) {}

  Block make(std::size_t index) {
    std::vector<std::optional<StoredCase>> drawn;
    std::exception_ptr error;
    const auto draw = [&] {
      const std::size_t first = index * block_size;
      const std::size_t end = first + std::min(block_size, cases_.size - first);
      for (std::size_t i = first; i < end && !ended_ && !interrupted(); ++i)
        drawn.push_back(cases_.draw(i));
    };
    if (!cases_.dependent) {
      try {
        draw();
      } catch (...) {
        error = std::current_exception();  // thrown when it is this block's turn
      }
    }
    Block block;
    std::vector<Choosing::Chosen> chosen;
    order_.at(index, [&] {
      if (error) std::rethrow_exception(error);
      if (cases_.dependent) draw();
      choosing_.choose(std::move(drawn), block, chosen);
      if (block.last) ended_ = true;
    });
    for (Choosing::Chosen& one : chosen) {
      if (interrupted()) break;
      block.items.push_back(
          {one.part, item_of(std::move(one.stored), work_.expected, tolerances_)});
    }
    return block;
  }

 private:
  const CaseSequence& cases_;
  const GoldenWork& work_;
  const ToleranceLookup& tolerances_;
  Choosing& choosing_;
  OneByOne order_;
  std::atomic<bool> ended_ = false;  ///< no further case is wanted
};

}  // namespace

void require_golden_place(const GoldenPlace& place) {
  if (place.parts == 0) return require_own_golden(place.out);
  if (!place.resume) return require_new_folder(place.out);
  require_folder_place(place.out);
}

GoldenEnd write_golden_files(const CaseSequence& cases, const GoldenPlace& place,
                             const GoldenWork& work, const ToleranceLookup& tolerances) {
  GoldenFiles files(place);
  if (files.all_finished()) return {.files = files.parts(), .kept = files.kept()};
  files.begin();
  Choosing choosing(cases, work, place.shard, files);
  BlockMaker blocks(cases, work, tolerances, choosing);
  const std::size_t pieces = cases.size / block_size + (cases.size % block_size == 0 ? 0 : 1);
  const std::vector<OrderedWork<Block>::Maker> makers(
      threads_for(work.jobs, pieces), [&](std::size_t index) { return blocks.make(index); });
  Progress progress(work.quiet ? 0 : choosing.total(), isatty(STDERR_FILENO) != 0, "cases",
                    choosing.before());
  const LoopLimits limits{.pieces = pieces, .window = window_per_thread * makers.size()};
  const LoopEnd how = work_in_order<Block>(
      limits, makers,
      [&](Block block) {
        for (Block::Item& item : block.items) files.add(std::move(item));
        for (; block.steps > 0; --block.steps) progress.step();
        return !block.last;
      },
      ResultRoom<Block>{.most = most_waiting_bytes, .bytes_of = bytes_that_wait});
  if (how == LoopEnd::interrupted) throw InfraError("interrupted; " + files.left());
  files.finish();
  return {.written = files.written(), .files = files.parts(), .kept = files.kept()};
}

}  // namespace assay::runners
