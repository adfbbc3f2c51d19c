// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"
#include "reference/ops/sorting/errata.hpp"
#include "reference/ops/sorting/merged.hpp"
#include "reference/ops/sorting/records.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* tmrgsort_page = "TMRGSORT page";
constexpr std::int64_t unit = 64;  ///< of blockLen
constexpr std::int64_t blocks = 4, most_groups = 255;

std::int64_t bytes_of(const Call& call, const std::vector<std::string>& tiles) {
  std::int64_t bytes = 0;
  for (const std::string& name : tiles) bytes += call.tile(name).type.bytes();
  return bytes;
}

// ---- all forms ----

Constraint one_row(const std::string& name) {
  return constraint(
      name + ".rows", name + " has one row",
      [=](const Call& call) { return call.tile(name).rows() == 1; },
      [=](Call& call, Draw&) {
        TileSpec& tile = call.tile(name);
        tile.type.rows = 1;
        make_well_formed(tile.type);
      },
      [=](Call& call, Draw& draw) { call.tile(name).type.rows = draw.integer(2, 5); });
}

/// A2A3 has 192 KiB; of A5 one table has the same, and another one has the memory of the target.
Constraint in_memory(const std::vector<std::string>& tiles, const std::string& widest) {
  constexpr std::int64_t kib = 1024, least = 192 * kib, other = 256 * kib;
  return constraint(
      widest + ".memory", widest + " and the lists that are merged have less than 192 KiB",
      [=](const Call& call) { return bytes_of(call, tiles) < least; },
      [=](Call& call, Draw&) {
        for (const std::string& name : tiles) {
          TileSpec& tile = call.tile(name);
          tile.type.cols = std::min<std::int64_t>(tile.type.cols, 1024);
          tile.valid_cols = std::min(tile.valid_cols, tile.type.cols);
          make_well_formed(tile.type);
        }
      },
      [=](Call& call, Draw& draw) {
        TileType& type = call.tile(widest).type;
        const std::int64_t limit = call.target == a5 ? other : least;
        type.cols = limit / size_of(type.element) + draw.pick({16, 32, 1024});
      });
}

/// What the table of general constraints says of a tile, which names devices.
Constraints of_table(const std::string& name) {
  return {located_in(name, {Location::vec}).on(devices).from(tmrgsort_page, "tile type"),
          invariant(located_in(name, {Location::vec})).on({cpu}).from(tmrgsort_page, "tile type"),
          row_major(name)
              .on(devices)
              .from(tmrgsort_page, "layout")
              .implied("a column-major tile has several rows"),
          invariant(row_major(name)).on({cpu}).from(tmrgsort_page, "layout"),
          invariant(unboxed(name)).from("MODEL 11", "boxed Vec tiles are open"),
          plain_fractal(name),
          one_row(name).on(devices).from(tmrgsort_page, "rows"),
          invariant(one_row(name)).on({cpu}).from(tmrgsort_page, "rows"),
          invariant(valid_rows_are(name, 1)).from(tmrgsort_page, "rows"),
          valid_within_shape(name).from("Tile class", "static valid bounds")};
}

Constraints typed(const std::string& lead, const std::vector<std::string>& others) {
  Constraints all{
      element_is(lead, {f16, f32}).on(devices).from(tmrgsort_page, "data type"),
      invariant(element_is(lead, {f16, f32})).on({cpu}).from(tmrgsort_page, "data type")};
  for (const std::string& name : others) {
    all.push_back(same_element(name, lead).on(devices).from(tmrgsort_page, "data type"));
    all.push_back(invariant(same_element(name, lead)).on({cpu}).from(tmrgsort_page, "data type"));
  }
  return all;
}

// ---- blocks of one tile ----

std::int64_t the_group_of(const Call& call) { return blocks * block_length(call); }

void draw_length(Call& call, Draw& draw) {
  call.scalar("blockLen").bits =
      static_cast<std::uint64_t>(unit * draw.pick({1, 1, 1, 2, 3, 4, 8}));
}

Constraint whole_length() {
  return constraint(
      "blockLen.units", "blockLen is a multiple of 64",
      [](const Call& call) { return block_length(call) % unit == 0; }, draw_length,
      [](Call& call, Draw& draw) {
        call.scalar("blockLen").bits = static_cast<std::uint64_t>(draw.pick({16, 32}));
      });
}

Constraint some_groups() {
  return constraint(
      "blockLen.groups", "src has 1 to 255 times four blocks",
      [](const Call& call) {
        const std::int64_t group = the_group_of(call), cols = call.tile("src").valid_cols;
        return group > 0 && cols / group <= most_groups && (cols >= group || cols % group != 0);
      },
      [](Call& call, Draw& draw) {
        draw_length(call, draw);
        TileSpec& in = call.tile("src");
        set_valid(in, 1, std::clamp(in.valid_cols, the_group_of(call), 16 * the_group_of(call)));
      },
      [](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        in.type.dynamic_valid_cols = true;
        in.valid_cols = 0;
      });
}

Constraint whole_groups() {
  return constraint(
      "src.groups", "the valid columns of src are a multiple of four times blockLen",
      [](const Call& call) {
        const std::int64_t group = the_group_of(call);
        return group == 0 || call.tile("src").valid_cols % group == 0;
      },
      [](Call& call, Draw&) {
        TileSpec& in = call.tile("src");
        const std::int64_t group = the_group_of(call);
        set_valid(in, 1, (in.valid_cols + group - 1) / group * group);
      },
      [](Call& call, Draw& draw) {
        TileSpec& in = call.tile("src");
        in.type.dynamic_valid_cols = true;
        set_valid(in, 1, in.valid_cols + draw.pick({2, 8, 64}));
      });
}

Constraint as_long() {
  return constraint(
      "dst.columns", "dst has as many valid columns as src",
      [](const Call& call) { return call.tile("dst").valid_cols == call.tile("src").valid_cols; },
      [](Call& call, Draw&) {
        const TileSpec& in = call.tile("src");
        TileSpec& out = call.tile("dst");
        out.type.dynamic_valid_cols = in.type.dynamic_valid_cols;
        set_valid(out, 1, in.valid_cols);
      });
}

Scenario several_groups() {
  return {.name = "several groups",
          .text = "four blocks and again four, each merged by themselves",
          .apply = [](Call& call, Draw& draw) {
            draw_length(call, draw);
            set_valid(call.tile("src"), 1, the_group_of(call) * draw.integer(2, 5));
          }};
}

Scenario long_row() {
  return {
      .name = "long row", .text = "many blocks, or long ones", .apply = [](Call& call, Draw& draw) {
        const std::int64_t length = draw.pick({64, 1024});
        call.scalar("blockLen").bits = static_cast<std::uint64_t>(length);
        call.tile("src").type.dynamic_valid_cols = true;
        set_valid(call.tile("src"), 1, 20480);
      }};
}

Form of_blocks() {
  const Operand length{"blockLen", Role::input, OperandKind::scalar};
  Form form{.name = "blocks", .operands = {dst, src, length}, .lead = "src"};
  form.constraints = joined(
      typed("src", {"dst"}), of_table("dst"), of_table("src"),
      Constraints{
          invariant(element_is("blockLen", {u32})).from(tmrgsort_page, "declaration"),
          whole_length().at(launch).from(tmrgsort_page, "blockLen: 64"),
          some_groups().at(launch).from(tmrgsort_page, "repeatTimes in [1, 255]"),
          whole_groups().at(launch).from(tmrgsort_page, "multiple of blockLen * 4"),
          invariant(as_long()).from(tmrgsort_page, "four blocks of src are merged into dst"),
          in_memory({"dst", "src"}, "dst").on(devices).from(tmrgsort_page, "UB memory"),
          invariant(in_memory({"dst", "src"}, "dst")).on({cpu}).from(tmrgsort_page, "UB memory")});
  form.results = {
      depending_on({Choice::zeros_in_searches}, {.operand = "dst", .semantics = merged_blocks})};
  form.scenarios = {several_groups(), long_row(), manual_example([](Call& call) {
                      for (const char* name : {"dst", "src"}) {
                        declare(call.tile(name), call.tile("src").type.element, 1, 256);
                      }
                      call.scalar("blockLen").bits = unit;
                    })};
  return form;
}

// ---- lists ----

Constraint some_records(const std::string& name) {
  const auto least = [=](const Call& call) {
    return std::max<std::int64_t>(elements_of_record(call.tile(name).type.element), 1);
  };
  return constraint(
      name + ".records", name + " has a record",
      [=](const Call& call) { return call.tile(name).valid_cols >= least(call); },
      [=](Call& call, Draw&) { set_valid(call.tile(name), 1, least(call)); });
}

std::int64_t records_of_all(const Call& call) {
  std::int64_t records = 0;
  for (const std::string& name : lists_of(call)) records += records_of(call.tile(name));
  return records;
}

/// The first ones are what kernels keep that select the greatest values.
Constraint room_for_result() {
  return constraint(
      "dst.records", "dst has the records of all lists, or the first quarter of them at most",
      [](const Call& call) {
        const TileSpec& out = call.tile("dst");
        const std::int64_t step = elements_of_record(out.type.element), all = records_of_all(call);
        const std::int64_t records = step > 0 ? out.valid_cols / step : 0;
        return records * step == out.valid_cols && records > 0 &&
               (records == all || records <= all / 4);
      },
      [](Call& call, Draw&) {
        TileSpec& out = call.tile("dst");
        set_valid(out, 1, records_of_all(call) * elements_of_record(out.type.element));
      });
}

Constraint room_for_lists() {
  const auto needed = [](const Call& call) {
    std::int64_t cols = 0;
    for (const std::string& name : lists_of(call)) cols += call.tile(name).cols();
    return cols;
  };
  return constraint(
      "tmp.columns", "tmp has the columns of all lists",
      [=](const Call& call) { return call.tile("tmp").cols() >= needed(call); },
      [=](Call& call, Draw&) {
        TileSpec& scratch = call.tile("tmp");
        scratch.type.cols = std::max(scratch.type.cols, needed(call));
        make_well_formed(scratch.type);
      });
}

/// MrgSortExecutedNumList: four numbers, in the order of lists.
Constraint four_counts() {
  GlobalSpec counts;
  counts.element = u16;
  counts.shape = {1, 1, 1, 1, 4};
  counts.stride = {4, 4, 4, 4, 1};
  counts.dynamic_stride = false;
  return invariant(constraint(
                       "executed.counts", "executed is four numbers of uint16",
                       [=](const Call& call) { return call.global("executed") == counts; },
                       [=](Call& call, Draw&) { call.global("executed") = counts; }))
      .from(tmrgsort_page, "declaration of the list of numbers");
}

Scenario first_records() {
  return {.name = "first records",
          .text = "dst has room for a few records, the greatest of all lists",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& out = call.tile("dst");
            const std::int64_t records = draw.pick({1, 3, 8});
            for (const std::string& name : lists_of(call)) {
              TileSpec& list = call.tile(name);
              set_valid(list, 1, std::max<std::int64_t>(list.valid_cols, 128));
            }
            out.type.dynamic_valid_cols = true;
            out.valid_cols = records * elements_of_record(call.tile("src0").type.element);
          }};
}

Scenario short_list() {
  return {.name = "short list",
          .text = "the last list has one record, and columns that are none",
          .apply = [](Call& call, Draw& draw) {
            TileSpec& list = call.tile(lists_of(call).back());
            list.type.dynamic_valid_cols = true;
            const std::int64_t step = elements_of_record(call.tile("src0").type.element);
            list.valid_cols = step + draw.integer(0, step - 1);
          }};
}

Scenario example(const std::vector<std::string>& lists) {
  const std::int64_t cols = lists.size() == 4 ? 128 : 64;
  return manual_example([=](Call& call) {
    const ElementType element = call.tile("src0").type.element;
    for (const std::string& name : lists) declare(call.tile(name), element, 1, cols);
    for (const char* name : {"dst", "tmp"}) {
      declare(call.tile(name), element, 1, cols * std::ssize(lists));
    }
  });
}

Form of_lists(const char* name, std::size_t count) {
  Form form{.name = name,
            .operands = {dst, {"executed", Role::output, OperandKind::global}, tmp},
            .lead = "src0",
            .attributes = {{"exhausted", {"false", "true"}}}};
  std::vector<std::string> lists, others{"dst", "tmp"};
  constexpr std::array names{"src0", "src1", "src2", "src3"};
  for (std::size_t i = 0; i < count; ++i) {
    lists.emplace_back(names.at(i));
    form.operands.push_back({names.at(i), Role::input, OperandKind::tile});
  }
  others.insert(others.end(), lists.begin() + 1, lists.end());
  std::vector<std::string> measured = lists;
  measured.emplace_back("tmp");
  form.constraints = joined(typed("src0", others), of_table("dst"), of_table("tmp"));
  for (const std::string& list : lists) {
    form.constraints = joined(
        form.constraints, of_table(list),
        Constraints{invariant(some_records(list)).from("decision 200", "a list is not empty")});
  }
  form.constraints = joined(
      form.constraints,
      Constraints{
          invariant(room_for_result()).from(tmrgsort_page, "keeping top K elements"),
          invariant(room_for_lists()).from(tmrgsort_page, "temporary space: Cols"), four_counts(),
          in_memory(measured, "tmp").on(devices).from(tmrgsort_page, "UB memory"),
          invariant(in_memory(measured, "tmp")).on({cpu}).from(tmrgsort_page, "UB memory")});
  form.results = {
      depending_on({Choice::zeros_in_searches}, {.operand = "dst", .semantics = merged_lists}),
      depending_on({Choice::zeros_in_searches},
                   {.operand = "executed", .semantics = executed_counts})};
  form.scenarios = {first_records(), short_list(), example(lists)};
  form.max_elements = 2048;
  return form;
}

}  // namespace

OpSpec TMRGSORT() {
  OpSpec op{
      .mnemonic = "TMRGSORT",
      .summary = "Merges lists of records of value and index, each in descending order, into one.",
      .forms = {of_blocks(), of_lists("two", 2), of_lists("three", 3), of_lists("four", 4)},
      .decisions = {"002-outside-the-valid-region", "200-merged-lists"},
      .ambiguities =
          {{"which of equal values goes first, the page does not say; that of the vector "
            "instruction "
            "calls the merge stable",
            "decision 200: the one of the list that comes first"},
           {"the memory of A5 is 192 KiB in one table, and its own in another",
            "constraints dst.memory and tmp.memory: no call lies between"},
           {"what the counts of a merge mean that does not stop early",
            "decision 200: they are left open"}},
      .notes = {"executed is the list of numbers that a caller passes by reference",
                "open: what follows the last record, if a merge stops as a list ends",
                "open: where a NaN comes; no list has one"},
      .errata = tmrgsort_errata(),
  };
  for (Form& form : op.forms) {
    form.plans = {"ties", "ends"};
    form.admit = make_lists;
  }
  return op;
}

}  // namespace assay::ops
