// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/sorting/merged.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "reference/isa/spec/op_spec.hpp"
#include "reference/numerics/classify.hpp"
#include "reference/ops/sorting/records.hpp"

namespace assay::ops {
namespace {

using List = std::vector<Record>;
using Lists = std::vector<List>;

constexpr std::size_t blocks_at_once = 4;
constexpr std::size_t counters = 4;

/// What comes out, and how many records of each list.
struct Merged {
  List records;
  std::array<std::int64_t, counters> taken{};
};

List list_at(const ElementArray& elements, std::int64_t first, std::int64_t count,
             const ChosenReadings& readings = {}) {
  const ValueOrder order(elements.type(), readings);
  List list;
  const std::int64_t step = elements_of_record(elements.type());
  if (step != 2 && step != 4) return list;  // a call that breaks a constraint
  for (std::int64_t i = 0; i < count && first + (i + 1) * step <= elements.size(); ++i) {
    list.push_back(record_at(elements, first + i * step));
    list.back().key = order.key(list.back().value);
  }
  return list;
}

bool is_sorted(ElementType type, const List& list) {
  const bool numbers = std::ranges::none_of(
      list, [&](const Record& record) { return numerics::is_nan(type, record.value); });
  return numbers && std::ranges::is_sorted(list, std::ranges::greater{},
                                           [&](const Record& record) { return record.key; });
}

/// Of heads that are equal that of the first list goes first. Nothing of lists that are not sorted.
std::optional<Merged> merged(ElementType type, const Lists& lists, bool exhausted,
                             std::int64_t most) {
  for (const List& list : lists) {
    if (!is_sorted(type, list)) return std::nullopt;
  }
  Merged all;
  const auto left = [&](std::size_t i) {
    return lists[i].size() - static_cast<std::size_t>(all.taken.at(i));
  };
  const auto head = [&](std::size_t i) {
    return lists[i][static_cast<std::size_t>(all.taken.at(i))];
  };
  while (std::ssize(all.records) < most) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      if (left(i) > 0 && (!first || head(i).key > head(*first).key)) first = i;
    }
    if (!first) break;
    all.records.push_back(head(*first));
    ++all.taken.at(*first);
    if (exhausted && left(*first) == 0) break;
  }
  return all;
}

constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

std::optional<Merged> merged_of_call(const Evaluation& inputs, std::int64_t most) {
  Lists lists;
  for (const std::string& name : lists_of(inputs.call)) {
    const std::int64_t records = records_of(inputs.call.tile(name));
    lists.push_back(list_at(inputs.of(name), 0, records, inputs.readings));
  }
  const ElementType type = inputs.call.tile("src0").type.element;
  return merged(type, lists, inputs.call.attribute("exhausted") == "true", most);
}

/// The elements [first, last) of dst are those of records, as far as these go; all are left open
/// where there are none.
void expect_records(ExpectedTile& expected, ElementType type, std::int64_t first, std::int64_t last,
                    const std::optional<Merged>& from) {
  const std::int64_t step = elements_of_record(type);
  for (std::int64_t place = first; !from && place < last; ++place) {
    expected.set_accept(place, Accept::target_defined);
  }
  if (!from) return;
  for (const Record& record : from->records) {
    if (first + step > last) return;
    set_record(expected, first, type, record);
    first += step;
  }
}

/// Elements of dst that can be written: a call that breaks a constraint may have fewer than valid.
std::int64_t reached(const TileSpec& out) {
  return out.valid_rows == 0 ? 0 : std::min(out.valid_cols, out.cols());
}

}  // namespace

std::int64_t block_length(const Call& call) {
  return static_cast<std::int64_t>(call.scalar("blockLen").bits & 0xFFFFFFFFU);
}

std::vector<std::string> lists_of(const Call& call) {
  std::vector<std::string> names;
  for (const Operand& operand : call.form->operands) {
    if (operand.name.starts_with("src")) names.push_back(operand.name);
  }
  return names;
}

std::int64_t records_of(const TileSpec& list) {
  return std::min(list.valid_cols, list.cols()) / elements_of_record(list.type.element);
}

ExpectedTile merged_blocks(const Evaluation& inputs) {
  const TileSpec &out = inputs.call.tile("dst"), &in = inputs.call.tile("src");
  const ElementType type = in.type.element;
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  const std::int64_t length = block_length(inputs.call);
  const std::int64_t group = length * static_cast<std::int64_t>(blocks_at_once);
  const std::int64_t end = std::min(reached(out), in.cols());
  const std::int64_t records = length / elements_of_record(type);
  for (std::int64_t first = 0; length > 0 && first + group <= end; first += group) {
    Lists blocks;
    for (std::int64_t at = first; at < first + group; at += length) {
      blocks.push_back(list_at(inputs.of("src"), at, records, inputs.readings));
    }
    expect_records(expected, type, first, first + group, merged(type, blocks, false, no_end));
  }
  return expected;
}

ExpectedTile merged_lists(const Evaluation& inputs) {
  const TileSpec& out = inputs.call.tile("dst");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  expect_records(expected, out.type.element, 0, reached(out), merged_of_call(inputs, no_end));
  return expected;
}

ExpectedTile executed_counts(const Evaluation& inputs) {
  return executed_counts_until(inputs, no_end);
}

ExpectedTile executed_counts_until(const Evaluation& inputs, std::int64_t most) {
  const ElementArray& memory = inputs.of("executed");
  const std::int64_t base = inputs.call.global("executed").base;
  ExpectedTile expected(memory.type(), 1, memory.size());
  for (std::int64_t i = 0; i < memory.size(); ++i) expected.set_accept(i, Accept::preserved);
  const bool meant = inputs.call.attribute("exhausted") == "true";
  const auto counted = meant ? merged_of_call(inputs, most) : std::nullopt;
  for (std::size_t i = 0; i < counters; ++i) {
    const std::int64_t place = base + static_cast<std::int64_t>(i);
    if (place >= memory.size()) break;
    if (counted) {
      expected.set_exact(place, static_cast<std::uint64_t>(counted->taken.at(i)));
    } else {
      expected.set_accept(place, meant ? Accept::target_defined : Accept::unspecified);
    }
  }
  return expected;
}

namespace {

/// Sorts records of an array; the first is number `number` of all of them.
void sort_list(ElementArray& elements, std::int64_t first, std::int64_t count,
               std::uint32_t number) {
  const ElementType type = elements.type();
  const numerics::ElementClasses& classes = numerics::classes_of(type);
  List list = list_at(elements, first, count);
  for (Record& record : list) {
    if (!numerics::is_nan(type, record.value)) continue;
    record.value = (record.value & classes.sign) | classes.infinity;
  }
  std::ranges::stable_sort(list, std::ranges::greater{}, [&](const Record& record) {
    return numerics::order_key(type, record.value);
  });
  const std::int64_t step = elements_of_record(type);
  for (const Record& record : list) {
    const std::uint32_t index = number++ * 0x9E3779B1U;  // odd: no two are equal
    elements.set(first, record.value);
    if (step == 4) elements.set(first + 1, 0);
    elements.set(first + step / 2, step == 4 ? index & 0xFFFFU : index);
    if (step == 4) elements.set(first + 3, index >> 16U);
    first += step;
  }
}

}  // namespace

void make_lists(const Call& call, std::vector<ElementArray>& contents) {
  std::uint32_t number = 1;
  for (const std::string& name : lists_of(call)) {
    ElementArray& elements = contents.at(call.form->index_of(name));
    const std::int64_t records = records_of(call.tile(name));
    const std::int64_t whole = elements_of_record(elements.type());
    const bool blocks = call.form->has("blockLen");
    const std::int64_t length = blocks ? block_length(call) / whole : records;
    for (std::int64_t first = 0; length > 0 && first + length <= records; first += length) {
      sort_list(elements, first * whole, length, number);
      number += static_cast<std::uint32_t>(length);
    }
  }
}

}  // namespace assay::ops
