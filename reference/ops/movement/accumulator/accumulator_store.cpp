// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/accumulator/accumulator_store.hpp"

#include <algorithm>

#include "reference/ops/bitwise/checked_tile.hpp"
#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/load/load_view.hpp"
#include "reference/ops/movement/store/store_constraints.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;
using enum GlobalLayout;

constexpr std::int64_t box = 16;
/// As many descriptors as are drawn from.
constexpr std::int64_t most_words = std::int64_t{1} << 60;
constexpr std::int64_t most_columns = 4095;
constexpr std::int64_t most_rows = 8192;
/// Blocks of columns of an NZ or NC1HWC0 view at most, so that the smaller buffer has a descriptor
/// for each column.
constexpr std::int64_t most_blocks = 3;

void set_layout(Call& call, GlobalLayout layout, Draw& draw) {
  GlobalSpec& view = call.global("dst");
  view.layout = layout;
  if (layout == NZ) {
    const std::int64_t block = block_elements(view.element);
    const std::int64_t even = block < box ? 2 : 1;
    view.shape = {draw.integer(1, 2), even * draw.integer(1, most_blocks), draw.integer(1, 2), box,
                  block};
    view.dynamic_shape[3] = view.dynamic_shape[4] = false;
  } else if (layout == NC1HWC0) {
    view.shape = {draw.integer(1, 2), draw.integer(1, most_blocks), draw.integer(1, 6),
                  draw.integer(1, 8), block_elements(view.element)};
    view.dynamic_shape[4] = false;
  } else {
    view.shape = {1, 1, 1, draw.integer(1, 40), draw.integer(1, 80)};
  }
  draw_strides(view, draw);
  set_valid(call.tile("src"), view_of(view).rows, view_of(view).cols);
}

bool is_accumulator(const TileType& type) {
  return type.layout() == TileLayout::NZ && type.fractal == 1024 && !type.conv;
}

Constraint accumulator_boxes() {
  return constraint(
      "src.accumulator", "src is NZ with SFractalSize 1024",
      [](const Call& call) { return is_accumulator(call.tile("src").type); },
      [](Call& call, Draw&) {
        TileType& type = call.tile("src").type;
        type.conv.reset();
        type.blayout = BLayout::col_major;
        type.slayout = SLayout::row_major;
        type.fractal = 1024;
        make_well_formed(type);
      },
      [](Call& call, Draw&) {
        TileType& type = call.tile("src").type;
        type.blayout = BLayout::row_major;
        type.slayout = SLayout::none_box;
        type.fractal = 512;
        make_well_formed(type);
      });
}

/// A limit of Rows or Cols that only a breach reaches.
Constraint at_most(const std::string& name, const std::string& text, std::int64_t TileType::*size,
                   std::int64_t most) {
  return constraint(
      name, text, [=](const Call& call) { return call.tile("src").type.*size <= most; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile("src");
        tile.type.*size = most / box * box;
        tile.valid_rows = std::min(tile.valid_rows, tile.rows());
        tile.valid_cols = std::min(tile.valid_cols, tile.cols());
      },
      [=](Call& call, Draw& draw) {
        call.tile("src").type.*size = (most / box + draw.integer(1, 2)) * box;
      });
}

Constraints accumulator_tiles(const std::string& page, TargetSet places, TargetSet layouts) {
  return {located_in("src", {Location::acc}).on(places).from(page, "legality of accumulators"),
          invariant(located_in("src", {Location::acc}))
              .on(all_but(places))
              .from(page, "legality of accumulators"),
          accumulator_boxes().on(layouts).from(page, "layout of an accumulator"),
          invariant(accumulator_boxes()).on(all_but(layouts)).from("MODEL 2", "accumulators"),
          whole_boxes("src")};
}

Constraint enough_descriptors() {
  return invariant(constraint(
      "fp.columns", "fp has a valid descriptor for every valid column of src",
      [](const Call& call) { return call.tile("fp").valid_cols >= call.tile("src").valid_cols; },
      [](Call& call, Draw& draw) {
        const std::int64_t cols = call.tile("src").valid_cols;
        const std::int64_t more = draw.chance(50) ? 0 : draw.integer(1, 15);
        set_valid(call.tile("fp"), 1, cols + (cols % box == 0 ? 0 : more % (box - cols % box)));
      }));
}

Constraint row_of_descriptors() {
  const auto units = [](const Call& call) {
    return (call.tile("fp").cols() + box - 1) / box * box;
  };
  return invariant(constraint(
      "fp.units", "fp is one row of whole units of 128 bytes that fits into its buffer",
      [=](const Call& call) {
        const TileSpec& fp = call.tile("fp");
        return fp.rows() == 1 && fp.valid_rows == 1 && units(call) == fp.cols() &&
               fp.cols() <= room_for_descriptors(call.target);
      },
      [=](Call& call, Draw&) {
        TileSpec& fp = call.tile("fp");
        fp.type.rows = fp.valid_rows = 1;
        fp.type.cols = std::min(units(call), room_for_descriptors(call.target));
        fp.valid_cols = std::min(fp.valid_cols, fp.cols());
      }));
}

bool is_word(ElementType type) { return bits_of(type) == 32; }

/// Pixels are the rows of src, and channels its columns, of a type of fewer than 32 bits.
Scenario image_scenario(TypesOf types) {
  return {.name = "image",
          .text = "an NC1HWC0 view, whose pixels are rows of src and whose channels are columns",
          .targets = {a2a3, cpu},
          .apply = [types](Call& call, Draw& draw) {
            Elements narrow = types(call.target, call.tile("src").type.element);
            std::erase_if(narrow, is_word);
            call.global("dst").element = draw.pick(std::span<const ElementType>(narrow));
            set_layout(call, NC1HWC0, draw);
          }};
}

/// The same with elements of 32 bits, of which a block of channels has 8.
Scenario image_of_words() {
  return {.name = "image of words",
          .text = "an NC1HWC0 view of elements of 32 bits",
          .targets = {a2a3, cpu},
          .apply = [](Call& call, Draw& draw) {
            call.global("dst").element = call.tile("src").type.element;
            set_layout(call, NC1HWC0, draw);
          }};
}

}  // namespace

std::int64_t room_for_descriptors(Target target) { return target == a2a3 ? 256 : 512; }

Elements stored_types(Target target, ElementType from) {
  if (target != a5) return from == f32 ? Elements{i8, u8} : Elements{i8, u8, f16};
  if (from == f32) return {i8, u8, f16, bf16, hif8, e4m3, f32};
  return {i8, u8, f16, bf16};
}

Elements stored_as_is(Target, ElementType from) {
  if (from == f32) return {f32, f16, bf16};
  return {i32};
}

Elements added_types(Target target, ElementType from) {
  Elements types = stored_types(target, from);
  std::erase_if(types, [](ElementType one) { return one == u8 || one == hif8 || one == e4m3; });
  return types;
}

Constraints accumulators(const std::string& page, TargetSet refused, TargetSet layouts) {
  return joined(
      Constraints{
          element_is("src", {i32, f32}).on(refused).from(page, "source types"),
          invariant(element_is("src", {i32, f32})).on(all_but(refused)).from(page, "source types")},
      accumulator_tiles(page, refused, layouts));
}

Constraints accumulators_of(const std::string& page, TypesOf types, TargetSet elements,
                            TargetSet layouts) {
  Constraints by_target;
  for (const Target target : all_targets) {
    Elements sources;
    for (const ElementType from : {i32, f32}) {
      if (!types(target, from).empty()) sources.push_back(from);
    }
    Constraint one = element_is("src", sources);
    if (!elements.contains(target)) one = invariant(std::move(one));
    by_target.push_back(std::move(one).on({target}).from(page, "source types"));
  }
  return joined(by_target, accumulator_tiles(page, no_target, layouts));
}

Constraint stored_type(TypesOf types) {
  const auto legal = [=](const Call& call) {
    return types(call.target, call.tile("src").type.element);
  };
  return constraint(
      "dst.pair", "dst has a type that accumulators of src are converted to",
      [=](const Call& call) {
        return std::ranges::count(legal(call), call.global("dst").element) != 0;
      },
      [=](Call& call, Draw& draw) {
        const Elements types_of_src = legal(call);
        call.global("dst").element = draw.pick(std::span<const ElementType>(types_of_src));
      },
      [=](Call& call, Draw& draw) {
        ElementType other{};
        // That they are not added is said of A5 alone.
        const bool perhaps_added = types == added_types && call.target != a5;
        const Elements undrawn = perhaps_added ? Elements{u8, hif8, e4m3} : Elements{};
        if (!draw_other_element(draw, legal(call), undrawn, other)) return;
        call.global("dst").element = other;
        set_layout(call, ND, draw);
      });
}

Constraint stored_layout() {
  return constraint(
      "dst.layout", "dst is ND or NZ, on a2a3 and the CPU also NC1HWC0",
      [](const Call& call) {
        const GlobalLayout layout = call.global("dst").layout;
        return layout == ND || layout == NZ || (layout == NC1HWC0 && call.target != a5);
      },
      [](Call& call, Draw& draw) { set_layout(call, draw.chance(60) ? ND : NZ, draw); },
      [](Call& call, Draw& draw) { set_layout(call, DN, draw); });
}

Constraint stored_blocks_of_accumulators() {
  return invariant(constraint(
      "dst.blocks",
      "an ND view has two dimensions, an NZ one blocks of 16 x C0 in a multiple of 16 columns, an "
      "NC1HWC0 one C0 channels of 32 bytes",
      [](const Call& call) {
        const GlobalSpec& view = call.global("dst");
        if (view.layout == NC1HWC0) {
          return !view.dynamic_shape[4] && view.shape[4] == block_elements(view.element) &&
                 view.shape[1] <= most_blocks;
        }
        const bool blocks = !view.dynamic_shape[3] && !view.dynamic_shape[4] &&
                            view.shape[3] == box && view.shape[4] == block_elements(view.element) &&
                            view_of(view).cols % box == 0;
        if (view.layout == NZ) return blocks;
        return view.shape[0] == 1 && view.shape[1] == 1 && view.shape[2] == 1;
      },
      [](Call& call, Draw& draw) { set_layout(call, call.global("dst").layout, draw); }));
}

Constraint stored_columns() {
  return at_most("src.cols", "Cols of src is at most 4095", &TileType::cols, most_columns);
}

Constraint stored_rows() {
  Constraint made = at_most("src.rows", "Rows of src is at most 8192 where dst is ND",
                            &TileType::rows, most_rows);
  made.holds = [](const Call& call) {
    return call.global("dst").layout != ND || call.tile("src").type.rows <= most_rows;
  };
  made.breach = [breach = made.breach](Call& call, Draw& draw) {
    set_layout(call, ND, draw);
    breach(call, draw);
  };
  return made;
}

Constraint some_elements() {
  return constraint(
      "dst.positive", "every dimension of dst, and with it the valid region of src, is positive",
      [](const Call& call) { return call.global("dst").elements() > 0; },
      [](Call& call, Draw&) {
        for (auto& dim : call.global("dst").shape) dim = std::max<std::int64_t>(dim, 1);
      },
      [](Call& call, Draw& draw) {
        set_layout(call, ND, draw);
        GlobalSpec& view = call.global("dst");
        const bool rows = draw.chance(50);
        view.dynamic_shape[rows ? 3 : 4] = true;
        view.shape[rows ? 3 : 4] = 0;
        TileSpec& tile = call.tile("src");
        tile.type.dynamic_valid_rows = tile.type.dynamic_valid_cols = true;
        (rows ? tile.valid_rows : tile.valid_cols) = 0;
      });
}

Constraints accumulator_store(const std::string& page, TypesOf types) {
  return {stored_type(types).on(devices).from("TSTORE page", "types of accumulators"),
          invariant(stored_type(types)).on({cpu}).from("TSTORE page", "types of both devices"),
          stored_layout().on(devices).from(page, "layouts of dst"),
          invariant(stored_layout()).on({cpu}).from(page, "layouts of dst"),
          stored_blocks_of_accumulators().from("MODEL 4.2", "views of accumulators"),
          some_elements().on({a2a3}).at(launch).from("TSTORE page", "A2A3: sizes are positive"),
          invariant(some_elements())
              .on({a5, cpu})
              .at(launch)
              .from("legality page", "GM-facing operands: shape and valid region are positive"),
          invariant(stored_runs()).at(launch).from("MODEL 4.3", "strides of the 2-D helpers"),
          stored_region()
              .at(launch)
              .unchecked_on(every_target)
              .from("TSTORE page", "the valid region is what is transferred"),
          stored_columns().on(devices).from(page, "Cols"),
          invariant(stored_columns()).on({cpu}).from(page, "Cols"),
          stored_rows().on(devices).from(page, "Rows of ND"),
          invariant(stored_rows()).on({cpu}).from(page, "Rows of ND")};
}

Constraint one_descriptor() {
  const auto types = [](const Call& call) {
    const OperandValue& result = call.operands[call.form->index_of("dst")];
    return std::pair{call.tile("src").type.element, element_of(result)};
  };
  return invariant(constraint(
      "preQuantScalar.descriptor", "preQuantScalar is a descriptor of the types of src and dst",
      [=](const Call& call) {
        const auto [from, to] = types(call);
        const ScalarSpec& one = call.scalar("preQuantScalar");
        return one.element == u64 && is_legal_descriptor(from, to, one.bits);
      },
      [=](Call& call, Draw& draw) {
        const auto [from, to] = types(call);
        const auto word = static_cast<std::uint64_t>(draw.integer(0, most_words));
        call.scalar("preQuantScalar") = {u64, legal_descriptor(from, to, word)};
      }));
}

Constraints descriptors(const std::string& page, TargetSet refused) {
  const TargetSet others = all_but(refused);
  return {invariant(element_is("fp", {u64})).from(page, "examples"),
          located_in("fp", {Location::scaling}).on(refused).from(page, "fp lies in Scaling"),
          invariant(located_in("fp", {Location::scaling})).on(others).from(page, "examples"),
          invariant(nd_layout("fp")).from(page, "examples"),
          plain_fractal("fp"),
          enough_descriptors().at(launch).from("decision 130", "a descriptor for every column"),
          row_of_descriptors().from("MODEL 5", "the buffer of descriptors")};
}

std::vector<Scenario> stored_types_scenarios(TypesOf types) {
  std::vector<Scenario> all;
  for (const ElementType from : {f32, i32}) {
    for (const ElementType to : types(a5, from)) {
      TargetSet where{a5};
      if (std::ranges::count(types(a2a3, from), to) != 0) where = every_target;
      const std::string name = std::string(name_of(from)) + " to " + std::string(name_of(to));
      all.push_back({.name = name,
                     .text = name,
                     .targets = where,
                     .apply = [from, to](Call& call, Draw& draw) {
                       call.tile("src").type.element = from;
                       call.global("dst").element = to;
                       set_layout(call, draw.chance(50) ? ND : NZ, draw);
                     }});
    }
  }
  all.push_back(image_scenario(types));
  const Elements of_floats = types(a2a3, f32);
  if (std::ranges::any_of(of_floats, is_word)) all.push_back(image_of_words());
  return all;
}

}  // namespace assay::ops
