// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/wrong_tiles.hpp"

#include <algorithm>
#include <cmath>

#include "reference/judge/records/tile_view.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/numerics/real.hpp"
#include "reference/numerics/ulp_meter.hpp"

namespace assay {
namespace {

// A journal keeps one of these for every failing case.
constexpr std::size_t most_elements = 32;
constexpr std::size_t most_runs = 512;
constexpr std::size_t most_distances = 4096;

class Distances {
 public:
  explicit Distances(const TileView& view)
      : view_(view), type_(view.got->type()), meter_(view.got->type()) {}

  std::optional<double> at(std::int64_t index, std::uint64_t wanted) const {
    const std::uint64_t got = (*view_.got)[index];
    const auto k = static_cast<std::size_t>(index);
    if (is_float(type_) && has_interval(view_.expected->accept[k])) {
      const double exact = view_.expected->exact[k];
      return std::isfinite(exact) ? meter_(got, exact) : std::nullopt;
    }
    if (numerics::is_infinite(type_, wanted)) return std::nullopt;
    return meter_.between(got, wanted);
  }

 private:
  const TileView& view_;
  ElementType type_;
  numerics::UlpMeter meter_;
};

WrongElement element_at(const TileView& view, const Distances& distances, std::int64_t index) {
  const ExpectedTile& expected = *view.expected;
  WrongElement element;
  element.index = index;
  element.accept = expected.accept[static_cast<std::size_t>(index)];
  const bool kept = element.accept == Accept::preserved && view.before->size() > 0;
  element.expected = kept ? (*view.before)[index] : expected.value[index];
  element.low = expected.low[index];
  element.high = expected.high[index];
  element.got = (*view.got)[index];
  if (view.other) element.other = (*view.other)[index];
  element.ulp = distances.at(index, element.expected);
  return element;
}

// True while there is room.
bool add_to_runs(WrongTile& tile, std::int64_t index) {
  const bool joins =
      !tile.runs.empty() && tile.runs[tile.runs.size() - 2] + tile.runs.back() == index;
  if (joins) {
    ++tile.runs.back();
  } else {
    if (tile.runs.size() == 2 * most_runs) return false;
    tile.runs.insert(tile.runs.end(), {index, 1});
  }
  return true;
}

// The farthest element takes the place of the last of the first ones.
void keep(WrongTile& tile, std::optional<WrongElement>& farthest, const WrongElement& element) {
  const bool farther = !farthest || element.ulp.value_or(-1) > farthest->ulp.value_or(-1);
  if (tile.elements.size() < most_elements) {
    tile.elements.push_back(element);
  } else if (farther) {
    tile.elements.back() = element;
  }
  if (farther) farthest = element;
}

WrongTile tile_of(const TileView& view, const OperandValue& operand) {
  WrongTile tile;
  tile.operand = view.operand;
  tile.element = view.got->type();
  tile.rows = view.expected->rows;
  tile.cols = view.expected->cols;
  tile.valid_rows = view.valid_rows;
  tile.valid_cols = view.valid_cols;
  const auto* spec = std::get_if<TileSpec>(&operand);
  if (spec && !spec->type.conv && spec->rows() == tile.rows && spec->cols() == tile.cols) {
    tile.layout = spec->type.layout();
    const BoxShape box = box_of(spec->type);
    tile.box_rows = box.rows;
    tile.box_cols = box.cols;
  }
  return tile;
}

void fill(WrongTile& tile, const TileView& view) {
  const Distances distances(view);
  std::optional<WrongElement> farthest;
  bool room = true;
  for (std::size_t k = 0; k < view.wrong.size(); ++k) {
    if (!view.wrong[k]) continue;
    ++tile.wrong;
    const WrongElement element = element_at(view, distances, static_cast<std::int64_t>(k));
    room = room && tile.distances.size() < most_distances && add_to_runs(tile, element.index);
    if (room) tile.distances += distance_letter(element.ulp);
    keep(tile, farthest, element);
  }
}

}  // namespace

char distance_letter(const std::optional<double>& ulp) {
  if (!ulp || std::isnan(*ulp)) return '?';
  if (*ulp < 1) return 'a';
  return static_cast<char>('b' + std::min(24, static_cast<int>(std::log2(std::min(*ulp, 1e9)))));
}

std::vector<WrongTile> wrong_tiles(const Case& test_case, std::span<const Trial> trials,
                                   std::span<const Expected> expected, const Verdict& verdict) {
  std::vector<WrongTile> tiles;
  if (verdict.kind != VerdictKind::deviates) return tiles;
  for (const TileView& view : tile_views(test_case, trials, expected, verdict)) {
    if (!view.got || std::ranges::find(view.wrong, true) == view.wrong.end()) continue;
    tiles.push_back(
        tile_of(view, test_case.call.operands[test_case.form().index_of(view.operand)]));
    fill(tiles.back(), view);
  }
  return tiles;
}

}  // namespace assay
