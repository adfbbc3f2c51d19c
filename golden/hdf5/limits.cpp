// SPDX-License-Identifier: Apache-2.0
#include "golden/hdf5/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "golden/hdf5/failure.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::golden {
namespace {

using Wide = __int128;

/// Dimensions of an array, each of at most `most_elements`, and so is their product.
template <typename Dims>
void require_dims(const std::string& where, const Dims& dims, std::size_t rank) {
  std::int64_t product = 1;
  for (std::size_t i = 0; i < rank; ++i) {
    const auto size = static_cast<std::int64_t>(dims[i]);
    require_between(fmt::format("{}, dimension {},", where, i), size, -most_elements,
                    most_elements);
    if (size <= 0) return;  // no elements, whatever the others are
    product *= size;
    require_between(where + ", product of the dimensions,", product, 0, most_elements);
  }
}

void require_tile(const TileType& type, const std::string& path) {
  require_dims(path + ", rows and cols", std::array{type.rows, type.cols}, 2);
  require_between(path + ", fractal,", type.fractal, 1, 1 << 16);
  if (!type.conv) return;
  require_between(path + ", conv_rank,", type.conv->rank, 0, 6);
  require_dims(path + ", conv_dims", type.conv->dims, static_cast<std::size_t>(type.conv->rank));
}

}  // namespace

void require_between(const std::string& where, std::int64_t value, std::int64_t low,
                     std::int64_t high) {
  if (value >= low && value <= high) return;
  throw h5::Failure(fmt::format("{} is {}, {} to {} is possible", where, value, low, high));
}

void require_type(const OperandValue& value, const std::string& path) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) require_tile(tile->type, path);
}

void require_valid(const TileSpec& tile, const std::string& path, std::uint64_t row) {
  const std::string where = fmt::format("{}/valid row {}", path, row);
  require_between(where + ", rows,", tile.valid_rows, 0, most_elements);
  require_between(where + ", columns,", tile.valid_cols, 0, most_elements);
}

void require_view(const GlobalSpec& global, std::int64_t count, const std::string& path,
                  std::uint64_t row) {
  const auto named = [&](const char* name) { return fmt::format("{}/{} row {}", path, name, row); };
  require_between(named("count"), count, 0, most_elements);
  require_between(named("base"), global.base, 0, most_elements);
  require_dims(named("shape"), global.shape, global.shape.size());
  Wide first = global.base;
  Wide last = global.base;
  for (std::size_t i = 0; i < global.shape.size(); ++i) {
    require_between(fmt::format("{}, dimension {},", named("stride"), i), global.stride[i],
                    -most_elements, most_elements);
    const Wide reach = Wide{global.stride[i]} * (global.shape[i] - 1);
    (reach < 0 ? first : last) += reach;
  }
  const bool empty = std::ranges::any_of(global.shape, [](std::int64_t n) { return n <= 0; });
  const Wide wanted = empty ? Wide{global.base} : first + last - global.base + 1;
  if (!empty && (first < 0 || last >= wanted)) {
    throw h5::Failure(named("stride") + " leads to beyond the memory");
  }
  if (wanted == count) return;
  const Wide shown = std::min<Wide>(wanted, std::numeric_limits<std::int64_t>::max());
  throw h5::Failure(fmt::format("{} is {}, shape, stride and base need {}", named("count"), count,
                                static_cast<std::int64_t>(shown)));
}

void require_legal(const Case& test_case) {
  if (!test_case.intent.legal()) return;
  const auto refuse = [&](std::string_view why) {
    throw h5::Failure(fmt::format("case {} is said to be legal, but {}", test_case.name, why));
  };
  for (std::size_t i = 0; i < test_case.call.operands.size(); ++i) {
    const auto* tile = std::get_if<TileSpec>(&test_case.call.operands[i]);
    if (tile == nullptr) continue;
    const std::string& name = test_case.form().operands[i].name;
    if (tile->valid_rows > tile->rows() || tile->valid_cols > tile->cols()) {
      refuse(fmt::format("{} has a valid region of {} x {} in {} x {}", name, tile->valid_rows,
                         tile->valid_cols, tile->rows(), tile->cols()));
    }
    if (const auto broken = malformed(tile->type)) {
      refuse(fmt::format("not of {}: {}", name, *broken));
    }
  }
  for (const Constraint& constraint : test_case.form().constraints) {
    if (constraint.applies(test_case.call) && !constraint.holds(test_case.call))
      refuse("not: " + constraint.text);
  }
}

}  // namespace assay::golden
