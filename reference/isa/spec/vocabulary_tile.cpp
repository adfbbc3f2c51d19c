// SPDX-License-Identifier: Apache-2.0
// Constraints on memory, layouts and sizes of tiles.
#include <fmt/format.h>

#include <algorithm>

#include "reference/isa/spec/vocabulary.hpp"

namespace assay::vocabulary {
namespace {

constexpr std::array every_location{Location::vec,     Location::mat,        Location::left,
                                    Location::right,   Location::acc,        Location::bias,
                                    Location::scaling, Location::scale_left, Location::scale_right};
constexpr std::array every_layout{TileLayout::ND, TileLayout::DN, TileLayout::NZ,
                                  TileLayout::ZN, TileLayout::ZZ, TileLayout::NN};

template <typename T>
bool among(const std::vector<T>& list, T item) {
  return std::ranges::find(list, item) != list.end();
}

template <typename T>
std::string names(const std::vector<T>& list) {
  std::string text;
  for (const T item : list) text += fmt::format("{}{}", text.empty() ? "" : " or ", name_of(item));
  return text;
}

void set_layout(TileSpec& tile, TileLayout layout) {
  const bool col_major =
      layout == TileLayout::DN || layout == TileLayout::NZ || layout == TileLayout::NN;
  tile.type.blayout = col_major ? BLayout::col_major : BLayout::row_major;
  switch (layout) {
    case TileLayout::ND:
    case TileLayout::DN:
      tile.type.slayout = SLayout::none_box;
      break;
    case TileLayout::NZ:
    case TileLayout::ZZ:
      tile.type.slayout = SLayout::row_major;
      break;
    case TileLayout::ZN:
    case TileLayout::NN:
      tile.type.slayout = SLayout::col_major;
      break;
  }
  make_well_formed(tile.type);
}

// Picks from `all` an entry that is neither in `legal` nor in `undrawn`.
template <typename T, std::size_t N>
T draw_other(Draw& draw, const std::array<T, N>& all, const std::vector<T>& legal,
             const std::vector<T>& undrawn) {
  std::vector<T> others;
  for (const T item : all) {
    if (!among(legal, item) && !among(undrawn, item)) others.push_back(item);
  }
  return others.empty() ? legal.front() : draw.pick(std::span<const T>(others));
}

}  // namespace

Constraint located_in(const std::string& operand, Locations legal, Locations undrawn) {
  std::string text = fmt::format("{} lies in {} memory", operand, names(legal));
  auto holds = [=](const Call& call) { return among(legal, call.tile(operand).type.location); };
  auto impose = [=](Call& call, Draw& draw) {
    call.tile(operand).type.location = draw.pick(std::span<const Location>(legal));
  };
  auto breach = [operand, legal = std::move(legal), undrawn = std::move(undrawn)](Call& call,
                                                                                  Draw& draw) {
    TileSpec& tile = call.tile(operand);
    tile.type.location = draw_other(draw, every_location, legal, undrawn);
    make_well_formed(tile.type);
  };
  return constraint(operand + ".location", std::move(text), std::move(holds), std::move(impose),
                    std::move(breach));
}

Constraint layout_is(const std::string& operand, Layouts legal) {
  std::string text = fmt::format("the layout of {} is {}", operand, names(legal));
  auto holds = [=](const Call& call) { return among(legal, call.tile(operand).type.layout()); };
  auto impose = [=](Call& call, Draw& draw) {
    set_layout(call.tile(operand), draw.pick(std::span<const TileLayout>(legal)));
  };
  auto breach = [operand, legal = std::move(legal)](Call& call, Draw& draw) {
    set_layout(call.tile(operand), draw_other(draw, every_layout, legal, {}));
  };
  return constraint(operand + ".layout", std::move(text), std::move(holds), std::move(impose),
                    std::move(breach));
}

Constraint row_major(const std::string& operand) {
  Constraint made = layout_is(operand, {TileLayout::ND, TileLayout::ZN, TileLayout::ZZ});
  made.name = operand + ".row_major";
  made.text = fmt::format("{} is row-major", operand);
  made.impose = [=](Call& call, Draw&) { set_layout(call.tile(operand), TileLayout::ND); };
  made.breach = [=](Call& call, Draw&) {
    TileSpec& tile = call.tile(operand);
    tile.type.blayout = BLayout::col_major;
    make_well_formed(tile.type);
  };
  return made;
}

Constraint unboxed(const std::string& operand) {
  return constraint(
      operand + ".unboxed", fmt::format("{} has no boxes (SLayout::NoneBox)", operand),
      [=](const Call& call) { return !call.tile(operand).type.is_boxed(); },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        tile.type.slayout = SLayout::none_box;
        make_well_formed(tile.type);
      },
      [=](Call& call, Draw& draw) {
        TileSpec& tile = call.tile(operand);
        tile.type.slayout = draw.pick({SLayout::row_major, SLayout::col_major});
        make_well_formed(tile.type);
      });
}

Constraint nd_layout(const std::string& operand) {
  Constraint made = layout_is(operand, {TileLayout::ND});
  made.text = fmt::format("{} is row-major and has no boxes", operand);
  return made;
}

Constraint whole_boxes(const std::string& operand) {
  return invariant(constraint(
      operand + ".whole_boxes",
      fmt::format("{} consists of whole boxes, or is one row of one", operand),
      [=](const Call& call) {
        const TileType& type = call.tile(operand).type;
        if (type.conv || !type.is_boxed()) return true;
        const BoxShape box = box_of(type);
        if (type.rows == 1 && type.cols == box.cols) return true;  // which is a separate line
        return type.rows % box.rows == 0 && type.cols % box.cols == 0;
      },
      [=](Call& call, Draw&) { make_well_formed(call.tile(operand).type); }));
}

Constraint plain_fractal(const std::string& operand) {
  return invariant(constraint(
      operand + ".fractal", fmt::format("SFractalSize of {} is 512", operand),
      [=](const Call& call) { return call.tile(operand).type.fractal == 512; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(operand);
        tile.type.fractal = 512;
        make_well_formed(tile.type);
      }));
}

Constraint at_least_bytes(const std::string& operand, std::int64_t bytes) {
  Constraint made = constraint(
      operand + ".bytes", fmt::format("{} holds at least {} bytes", operand, bytes),
      [=](const Call& call) { return call.tile(operand).type.bytes() >= bytes; },
      [=](Call& call, Draw&) {
        TileType& type = call.tile(operand).type;
        type.cols = bytes * 8 / bits_of(type.element);
        make_well_formed(type);
      });
  made.edge = [=](Call& call, Draw&, Edge side) {
    if (side != Edge::smallest) return false;
    TileSpec& tile = call.tile(operand);
    tile.type.rows = 1;
    tile.type.cols = bytes * 8 / bits_of(tile.type.element);
    make_well_formed(tile.type);
    tile.valid_rows = std::min(tile.valid_rows, tile.type.rows);
    tile.valid_cols = std::min(tile.valid_cols, tile.type.cols);
    return tile.type.bytes() == bytes;
  };
  return made;
}

Constraint constraint(std::string name, std::string text, std::function<bool(const Call&)> holds,
                      std::function<void(Call&, Draw&)> impose,
                      std::function<void(Call&, Draw&)> breach) {
  Constraint made;
  made.name = std::move(name);
  made.text = std::move(text);
  made.holds = std::move(holds);
  made.impose = std::move(impose);
  made.breach = std::move(breach);
  return made;
}

Constraint invariant(Constraint constraint) {
  constraint.invariant = true;
  constraint.breach = nullptr;
  return constraint;
}

}  // namespace assay::vocabulary
