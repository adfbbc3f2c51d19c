// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "reference/numerics/classify.hpp"
#include "reference/ops/movement/shared/moved_tiles.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/sorting/errata.hpp"
#include "reference/ops/sorting/records.hpp"
#include "reference/ops/sorting/sorted.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tsort32_page = "TSORT32 page";
constexpr std::int64_t block = sorted_block;
constexpr std::int64_t most_at_once = 8160;  ///< of a row that is copied to tmp whole

std::int64_t whole_blocks(std::int64_t count) { return (count + block - 1) / block * block; }

/// NaN in the last block alone, because it may leave its whole block open; infinities elsewhere.
void admit_numbers(const Call& call, std::vector<ElementArray>& contents) {
  const TileSpec& in = call.tile("src");
  const numerics::ElementClasses& classes = numerics::classes_of(in.type.element);
  ElementArray& values = contents[call.form->index_of("src")];
  for (std::int64_t row = 0; row < std::min(in.valid_rows, in.rows()); ++row) {
    for (std::int64_t col = 0; col < std::min(in.valid_cols, in.cols()); ++col) {
      const bool last = row + 1 == in.valid_rows && col / block == (in.valid_cols - 1) / block;
      const std::int64_t place = row * in.cols() + col;
      if (last || !numerics::is_nan(in.type.element, values[place])) continue;
      values.set(place, (values[place] & classes.sign) | classes.infinity);
    }
  }
}

Constraint whole_columns() {
  return constraint(
      "src.whole_blocks", "the valid columns of src are a multiple of 32",
      [](const Call& call) { return call.tile("src").valid_cols % block == 0; },
      [](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        set_valid(in, in.valid_rows, whole_blocks(in.valid_cols));
      },
      [](Call& call, Draw& draw) {
        TileSpec& in = call.tile("src");
        in.type.dynamic_valid_cols = true;
        in.valid_cols = std::max<std::int64_t>(in.valid_cols - draw.integer(1, block - 1), 1);
      });
}

Constraint indices_fit() {
  return constraint(
      "idx.fits", "idx has the valid region of src, or one valid row of as many columns",
      [](const Call& call) {
        const TileSpec &in = call.tile("src"), &idx = call.tile("idx");
        return idx.valid_cols == in.valid_cols &&
               (idx.valid_rows == in.valid_rows || idx.valid_rows == 1);
      },
      [](Call& call, Draw& draw) {
        const TileSpec& in = call.tile("src");
        set_valid(call.tile("idx"), draw.chance(25) ? 1 : in.valid_rows, in.valid_cols);
      });
}

/// As the table of sizes has it, and room for the whole blocks that a machine sorts.
Constraint records_fit() {
  const auto fits = [](const Call& call) {
    const TileSpec &in = call.tile("src"), &out = call.tile("dst");
    const std::int64_t step = elements_of_record(in.type.element);
    return out.valid_rows == in.valid_rows && out.valid_cols == step * in.valid_cols &&
           out.cols() >= step * whole_blocks(in.valid_cols);
  };
  return constraint("dst.records", "dst has 8 bytes for each valid element of src, row by row",
                    fits, [](Call& call, Draw&) {
                      const TileSpec& in = call.tile("src");
                      TileSpec& out = call.tile("dst");
                      const std::int64_t step = elements_of_record(in.type.element);
                      out.type.cols = std::max(out.type.cols, step * whole_blocks(in.valid_cols));
                      make_well_formed(out.type);
                      set_valid(out, in.valid_rows, step * in.valid_cols);
                    });
}

/// The row of src, or its last block if the row is too long to be copied at once. English pages
/// count elements or bytes: the larger one satisfies both.
Constraint tail_fits() {
  const auto needed = [](const Call& call) {
    const std::int64_t cols = call.tile("src").valid_cols;
    return cols <= most_at_once ? whole_blocks(cols) : block;
  };
  return constraint(
      "tmp.tail",
      "a row of tmp holds the whole blocks of a row of src, of more than 8160 elements one",
      [=](const Call& call) { return call.tile("tmp").cols() >= needed(call); },
      [=](Call& call, Draw&) {
        TileSpec& scratch = call.tile("tmp");
        scratch.type.cols = std::max(scratch.type.cols, needed(call));
        make_well_formed(scratch.type);
      });
}

Constraints sorting(bool with_tail) {
  Constraints all{
      element_is("src", {f16, f32}).on(devices).from(tsort32_page, "half or float"),
      invariant(element_is("src", {f16, f32})).on({cpu}).from(tsort32_page, "half or float"),
      same_element("dst", "src").from(tsort32_page, "types must match"),
      element_is("idx", {u32}).on(devices).from(tsort32_page, "idx is uint32_t"),
      invariant(element_is("idx", {u32})).on({cpu}).from(tsort32_page, "idx is uint32_t"),
  };
  for (const char* name : {"src", "dst", "idx"}) {
    all.push_back(
        located_in(name, {Location::vec}).on(devices).from(tsort32_page, "tiles are Vec"));
    all.push_back(
        invariant(located_in(name, {Location::vec})).on({cpu}).from(tsort32_page, "tiles are Vec"));
    all.push_back(row_major(name).on(devices).from(tsort32_page, "tiles are RowMajor"));
    all.push_back(invariant(row_major(name)).on({cpu}).from(tsort32_page, "tiles are RowMajor"));
    all.push_back(invariant(unboxed(name)).from("MODEL 11", "boxed Vec tiles are open"));
    all.push_back(plain_fractal(name));
    all.push_back(valid_within_shape(name).from("Tile class", "static valid bounds"));
  }
  if (!with_tail) {
    all.push_back(whole_columns()
                      .at(launch)
                      .unchecked_on(every_target)
                      .from(tsort32_page, "validCol % 32 == 0"));
  }
  all.push_back(invariant(indices_fit()).from(tsort32_page, "sizes: idx"));
  all.push_back(invariant(records_fit()).from(tsort32_page, "sizes: dst"));
  if (with_tail) {
    all = joined(all, scratch_like("src"),
                 Constraints{invariant(tail_fits()).from(tsort32_page, "tmp size equation")});
  }
  return all;
}

/// src alone; the other tiles follow.
Scenario sized(std::string name, std::string text, std::int64_t rows, std::int64_t least,
               std::int64_t most) {
  return {.name = std::move(name), .text = std::move(text), .apply = [=](Call& call, Draw& draw) {
            TileSpec& in = call.tile("src");
            in.type.dynamic_valid_rows = in.type.dynamic_valid_cols = true;
            in.type.rows = in.valid_rows = rows;
            in.type.cols = in.valid_cols = draw.integer(least, most);
            make_well_formed(in.type);
          }};
}

Result by_blocks() {
  return depending_on({Choice::zeros_in_searches, Choice::nan_in_sorts},
                      {.operand = "dst", .semantics = [](const Evaluation& inputs) -> Expected {
                         return sorted_blocks(inputs, NanPlace::as_read);
                       }});
}

}  // namespace

OpSpec TSORT32() {
  const Operand idx{"idx", Role::input, OperandKind::tile};
  Form plain{.name = "plain", .operands = {dst, src, idx}, .lead = "src"};
  plain.constraints = sorting(false);
  plain.results = {by_blocks()};
  plain.scenarios = {sized("several blocks", "rows of three blocks or more", 3, 96, 160),
                     sized("many blocks", "more blocks than a repeat count holds", 1, 8193, 8224)};
  plain.plans = {"ties", "ends"};
  plain.admit = admit_numbers;
  Form tail = plain;
  tail.name = "tmp";
  tail.operands.push_back(tmp);
  tail.constraints = sorting(true);
  tail.scenarios = {sized("short tail", "a last block of few elements", 3, 97, 103),
                    sized("one element", "rows of one element", 4, 1, 1),
                    sized("long row", "a row too long to be copied at once", 1, 8161, 8190)};
  return {
      .mnemonic = "TSORT32",
      .summary = "Sorts every block of 32 values of a row in descending order, with an index each.",
      .forms = {plain, tail},
      .decisions = {"002-outside-the-valid-region", "196-sorted-blocks"},
      .ambiguities =
          {{"the filler of a last block is said to be minus infinity, and spelled as a NaN",
            "decision 196: only the records of valid elements are compared"},
           {"the threshold of tmp counts elements in one page and bytes in its copy",
            "constraint tmp.tail: the larger size"},
           {"where a NaN comes, follows of a filler alone that is a negative one",
            "decision 196: negative ones come last, others by the choice nan_in_sorts"}},
      .notes = {"dst holds an index as the bits of one element of f32, or of two of f16",
                "a device writes whole blocks: dst has room for them"},
      .errata = tsort32_errata(),
  };
}

}  // namespace assay::ops
