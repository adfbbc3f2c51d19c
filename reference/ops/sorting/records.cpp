// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/sorting/records.hpp"

#include <algorithm>
#include <limits>

#include "reference/numerics/classify.hpp"

namespace assay::ops {

std::int64_t elements_of_record(ElementType type) { return 8 / size_of(type); }

ValueOrder::ValueOrder(ElementType type, const ChosenReadings& readings)
    : type_(type),
      apart_(readings.of(Choice::zeros_in_searches) == zeros_apart),
      nan_last_(readings.of(Choice::nan_in_sorts) == nan_comes_last) {}

std::int64_t ValueOrder::key(std::uint64_t value) const {
  if (nan_last_ && numerics::is_nan(type_, value)) return std::numeric_limits<std::int64_t>::min();
  const bool zero = !apart_ && numerics::is_zero(type_, value);
  return zero ? 0 : numerics::order_key(type_, value);
}

Record record_at(const ElementArray& elements, std::int64_t place) {
  if (elements_of_record(elements.type()) == 2) {
    return {elements[place], static_cast<std::uint32_t>(elements[place + 1])};
  }
  const std::uint64_t index = elements[place + 2] | elements[place + 3] << 16U;
  return {elements[place], static_cast<std::uint32_t>(index), elements[place + 1]};
}

void set_record(ExpectedTile& expected, std::int64_t place, ElementType type,
                const Record& record) {
  expected.set_exact(place, record.value);
  if (elements_of_record(type) == 2) return expected.set_exact(place + 1, record.index);
  expected.set_exact(place + 1, record.pad);
  if (record.pad != 0) expected.set_any_of(place + 1, record.pad, 0);
  expected.set_exact(place + 2, record.index & 0xFFFFU);
  expected.set_exact(place + 3, record.index >> 16U);
}

void set_in_any_order(ExpectedTile& expected, std::int64_t place, ElementType type,
                      std::span<const Record> records) {
  const std::int64_t step = elements_of_record(type);
  for (std::size_t i = 0; i < records.size(); ++i) {
    set_record(expected, place + static_cast<std::int64_t>(i) * step, type, records[i]);
  }
  const std::int64_t end = place + static_cast<std::int64_t>(records.size()) * step;
  for (std::int64_t first = place; first < std::min(place + step, end); ++first) {
    bool equal = true;
    for (std::int64_t at = first; at < end; at += step) {
      equal = equal && expected.value[at] == expected.value[first];
    }
    for (std::int64_t at = first; at < end && !equal; at += step) {
      expected.set_accept(at, Accept::target_defined);
    }
  }
}

}  // namespace assay::ops
