// SPDX-License-Identifier: Apache-2.0
// TMRGSORT: sorted lists of pairs of a value and an index, merged by descending value.
#include "runners/simulator/rules/merge.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/reduction/reduction.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// A pair is so many elements, the value first.
std::int64_t pair_length(const assay_operand& tile) { return 64 / width_of(tile.element); }

/// What is left of a list: elements [next, end) of a row.
struct Rest {
  const Tile* tile;
  std::int64_t next, end;
  std::int64_t gone = 0;  ///< pairs
};

/// Where pairs go: elements of the first row of dst.
struct Room {
  std::int64_t next, end;
};

class Merger {
 public:
  Merger(const Request& request, const Hooks& hooks, Output& out, std::uint32_t element)
      : search_{request, element, true, false}, hooks_(&hooks), out_(&out) {}

  /// Until all lists are empty, or one.
  void merge(std::vector<Rest>& lists, Room room, bool stops) const {
    while (Rest* best = leader(lists)) {
      move(*best, room);
      if (stops && best->next >= best->end) return;
    }
  }

 private:
  std::uint64_t value(const Rest& list) const {
    return hooks_->moved(search_.element, list.tile->get(0, list.next));
  }

  /// The list with the greatest head, of equal ones the first; null if none has one.
  Rest* leader(std::vector<Rest>& lists) const {
    Rest* best = nullptr;
    for (Rest& list : lists) {
      if (list.next >= list.end) continue;
      if (best == nullptr) {
        best = &list;
        continue;
      }
      const std::uint64_t challenger = value(list), champion = value(*best);
      const bool ahead =
          value_of(search_.element, challenger) > value_of(search_.element, champion);
      if (hooks_->leads(search_, challenger, champion, ahead)) best = &list;
    }
    return best;
  }

  /// The first pair of a list; one that has no room is lost.
  void move(Rest& list, Room& room) const {
    const std::int64_t length = pair_length(list.tile->operand());
    for (std::int64_t part = 0; part < length; ++part, ++list.next, ++room.next) {
      if (room.next >= room.end) continue;
      const std::uint64_t bits = hooks_->moved(search_.element, list.tile->get(0, list.next));
      out_->put({0, room.next}, bits);
    }
    ++list.gone;
  }

  Search search_;
  const Hooks* hooks_;
  Output* out_;
};

void write_counts(const Request& request, const Hooks& hooks, const std::vector<Rest>& lists) {
  const assay_operand& counts = request[1];
  for (std::int64_t i = 0; i < merge::ways; ++i) {
    const auto list = static_cast<std::size_t>(i);
    const std::int64_t gone = list < lists.size() ? lists[list].gone : 0;
    const Written element{request, {0, i}, {}, false, &counts};
    store_bits(counts.data, 16, i, hooks.written(element, static_cast<std::uint64_t>(gone)));
  }
}

void merge_blocks(const Request& request, const Hooks& hooks) {
  const assay_operand& source = request[1];
  const Tile tile(source);
  Output out(request, request[0], hooks);
  const Merger merger(request, hooks, out, source.element);
  const auto length = static_cast<std::int64_t>(request[2].scalar_bits & 0xFFFFFFFFU);
  const Region worked = worked_region(request, hooks, source);
  std::vector<Rest> blocks;
  for (std::int64_t first = 0; first < worked.cols; first += merge::ways * length) {
    blocks.clear();
    for (std::int64_t i = 0; i < merge::ways; ++i) {
      blocks.push_back({&tile, first + i * length, first + (i + 1) * length});
    }
    merger.merge(blocks, {first, first + merge::ways * length}, false);
  }
  out.finish();
}

}  // namespace

void run_merge(const Request& request, const Hooks& hooks) {
  if (request.form == "blocks") return merge_blocks(request, hooks);
  Output out(request, request[0], hooks);
  std::vector<Tile> tiles;
  for (std::size_t i = merge::first_list; i < request.operands.size(); ++i) {
    tiles.emplace_back(request[i]);
  }
  std::vector<Rest> lists;
  for (const Tile& tile : tiles) {
    const std::int64_t length = pair_length(tile.operand());
    lists.push_back({&tile, 0, tile.operand().valid_cols / length * length});
  }
  const Merger merger(request, hooks, out, tiles.front().operand().element);
  const bool stops = request.attribute(merge::stops) == "true";
  merger.merge(lists, {0, request[0].valid_cols}, stops);
  if (stops) write_counts(request, hooks, lists);
  out.finish();
}

}  // namespace assay::simulator
