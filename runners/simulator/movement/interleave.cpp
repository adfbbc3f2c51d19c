// SPDX-License-Identifier: Apache-2.0
// TINTERLEAVE and TDEINTERLEAVE: rows as streams of pairs.
#include <optional>

#include "runners/simulator/core/lanes.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// Two tiles that are written alternately or one after the other, row by row.
struct Halves {
  const Request& request;
  const Hooks& hooks;
  Output high, low;

  Halves(const Request& call, const Hooks& given)
      : request(call), hooks(given), high(call, call[0], given), low(call, call[1], given) {}

  void put(bool to_high, Place to, const Tile& from, Place place) {
    hooks.origin(request, to, place);
    const std::uint64_t bits = hooks.moved(from.operand().element, from.get(place.row, place.col));
    (to_high ? high : low).put(to, bits, {&bits, 1});
  }
  void finish() {
    high.finish();
    low.finish();
  }
};

}  // namespace

void run_interleaving(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[1]);
  Halves out(request, hooks);
  const Tile odd(request[2]), even(request[3]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    std::int64_t next = 0;
    for (std::int64_t pair = 0; pair < worked.cols; ++pair) {
      for (const Tile* from : {&even, &odd}) {
        const bool second = next >= worked.cols;
        out.put(second, {row, second ? next - worked.cols : next}, *from, {row, pair});
        ++next;
      }
    }
  }
  out.finish();
}

void run_parting(const Request& request, const Hooks& hooks) {
  const Region worked = worked_region(request, hooks, request[1]);
  Halves out(request, hooks);
  const bool single = request.operands.size() == 3;
  const Tile last(request[single ? 2 : 3]);
  std::optional<Tile> second;
  if (!single) second.emplace(request[2]);
  for (std::int64_t row = 0; row < worked.rows; ++row) {
    bool odd = false;
    std::int64_t pair = 0;
    for (std::int64_t place = 0; place < 2 * worked.cols; ++place) {
      const bool beyond = !single && place >= worked.cols;
      out.put(odd, {row, pair}, beyond ? *second : last,
              {row, beyond ? place - worked.cols : place});
      pair += odd ? 1 : 0;
      odd = !odd;
    }
  }
  out.finish();
}

}  // namespace assay::simulator
