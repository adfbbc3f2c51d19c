// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/spec/expected.hpp"

#include <limits>

namespace assay {

ExpectedTile::ExpectedTile(ElementType type, std::int64_t row_count, std::int64_t col_count)
    : rows(row_count),
      cols(col_count),
      accept(static_cast<std::size_t>(row_count * col_count), Accept::unspecified),
      value(type, row_count * col_count),
      low(type, row_count * col_count),
      high(type, row_count * col_count),
      exact(accept.size(), std::numeric_limits<double>::quiet_NaN()) {}

void ExpectedTile::set_exact(std::int64_t index, std::uint64_t bits) {
  set_accept(index, Accept::exact);
  value.set(index, bits);
}

void ExpectedTile::take(std::int64_t index, const ExpectedTile& from, std::int64_t place) {
  set_accept(index, from.accept[static_cast<std::size_t>(place)]);
  value.set(index, from.value[place]);
  low.set(index, from.low[place]);
  high.set(index, from.high[place]);
  exact[static_cast<std::size_t>(index)] = from.exact[static_cast<std::size_t>(place)];
}

void ExpectedTile::set_any_of(std::int64_t index, std::uint64_t bits, std::uint64_t other) {
  set_accept(index, Accept::any_of);
  value.set(index, bits);
  low.set(index, bits);
  high.set(index, other);
}

void ExpectedTile::set_some_bits(std::int64_t index, std::uint64_t bits, std::uint64_t that_count) {
  set_accept(index, Accept::some_bits);
  value.set(index, bits);
  low.set(index, that_count);
}

}  // namespace assay
