// SPDX-License-Identifier: Apache-2.0
// Rows or columns reduced to one value: sums, products, extremes, and where an extreme is.
#include <algorithm>
#include <array>
#include <vector>

#include "runners/simulator/arithmetic.hpp"
#include "runners/simulator/formats.hpp"
#include "runners/simulator/lanes.hpp"
#include "runners/simulator/ops.hpp"
#include "runners/simulator/reduction.hpp"
#include "runners/simulator/rules/reduction.hpp"
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

/// How an instruction folds two values.
struct Fold {
  std::string_view op;
  Calculation integer, floating;
  bool rows = folds_rows(op);  ///< reduces rows; columns otherwise
};

constexpr std::array folds{
    Fold{"TROWSUM", integer_sum, float_sum},
    Fold{"TROWMAX", integer_maximum, float_maximum},
    Fold{"TROWMIN", integer_minimum, float_minimum},
    Fold{"TROWPROD", integer_product, float_product},
    Fold{"TCOLSUM", integer_sum, float_sum},
    Fold{"TCOLMAX", integer_maximum, float_maximum},
    Fold{"TCOLMIN", integer_minimum, float_minimum},
    Fold{"TCOLPROD", integer_product, float_product},
};

const Fold& fold_of(const Request& request) {
  return *std::ranges::find(folds, request.op, &Fold::op);
}

// ---- orders of folding ----

using Values = std::vector<std::uint64_t>;

class Folder {
 public:
  Folder(Calculation calculate, const Unit& unit) : calculate_(calculate), unit_(unit) {}

  std::uint64_t two(std::uint64_t a, std::uint64_t b) const {
    const std::array<std::uint64_t, 2> in{a, b};
    return calculate_(unit_, in);
  }
  std::uint64_t serial(const Values& values) const {
    std::uint64_t total = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) total = two(total, values[i]);
    return total;
  }
  /// Neighbours first; the last one of an odd number joins the first pair or the last one.
  std::uint64_t pairwise(Values values, bool odd_joins_last) const {
    while (values.size() > 1) {
      Values half;
      for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
        half.push_back(two(values[i], values[i + 1]));
      }
      if (values.size() % 2 != 0) {
        std::uint64_t& place = odd_joins_last ? half.back() : half.front();
        place = two(place, values.back());
      }
      values = std::move(half);
    }
    return values.front();
  }
  /// The first one, then pairs of the others.
  std::uint64_t first_then_pairs(const Values& values) const {
    std::uint64_t total = values.front();
    std::size_t i = 1;
    for (; i + 1 < values.size(); i += 2) total = two(total, two(values[i], values[i + 1]));
    return i < values.size() ? two(total, values[i]) : total;
  }
  /// Lanes of a register of `width` first, then the lanes.
  std::uint64_t by_lanes(const Values& values, std::size_t width, bool lanes_in_pairs) const {
    Values lanes(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(std::min(width, values.size())));
    for (std::size_t i = width; i < values.size(); ++i) {
      lanes[i % width] = two(lanes[i % width], values[i]);
    }
    return lanes_in_pairs ? pairwise(lanes, true) : serial(lanes);
  }

 private:
  Calculation calculate_;
  Unit unit_;
};

std::uint64_t folded(const Fold& fold, const Request& request, const Folder& folder,
                     const Values& values) {
  const bool is_cpu = request.machine == Machine::cpu;
  const bool binary = request.form == "tmp" && request.attribute("isBinary") == "true";
  if (is_cpu) return folder.serial(values);
  const bool a5 = request.machine == Machine::a5;
  if (!fold.rows) {
    if (binary) return folder.pairwise(values, a5);
    return a5 ? folder.first_then_pairs(values) : folder.serial(values);
  }
  const auto bytes = static_cast<std::size_t>(is_integer(request[1].element) && !a5 ? 32 : 256);
  const std::size_t width = bytes / static_cast<std::size_t>(size_of(request[1].element));
  return folder.by_lanes(values, width, a5 || !is_integer(request[1].element));
}

/// The CPU adds rows of half in float and rounds once; wider destinations are worked in.
std::uint32_t working_type(const Fold& fold, const Request& request) {
  const std::uint32_t to = request[0].element;
  const bool in_float =
      fold.op == "TROWSUM" && !request.on_device() && (to == ASSAY_F16 || to == ASSAY_BF16);
  return in_float ? static_cast<std::uint32_t>(ASSAY_F32) : to;
}

std::uint64_t as_type(std::uint32_t from, std::uint64_t bits, std::uint32_t to) {
  if (from == to) return bits;
  if (is_integer(from)) return static_cast<std::uint64_t>(sign_extended(from, bits));
  return convert(from, bits, to).value_or(0);
}

struct Lines {
  std::int64_t count, length;
};

Lines lines_of(const Fold& fold, const Request& request, const Device& device) {
  const assay_operand& src = request[1];
  std::int64_t rows = device.has(Fault::ignores_valid_rows) ? src.rows : src.valid_rows;
  std::int64_t cols = device.has(Fault::ignores_valid_columns) ? src.cols : src.valid_cols;
  if (device.has(Fault::reads_outside_valid)) {
    (fold.rows ? cols : rows) =
        std::min((fold.rows ? cols : rows) + 1, fold.rows ? src.cols : src.rows);
  }
  if (device.has(Fault::block_read_whole) && fold.rows) {
    const std::int64_t block = 32 / size_of(src.element);
    cols = std::min((cols + block - 1) / block * block, src.cols);
  }
  const bool short_register = request.machine == Machine::a5 && size_of(src.element) == 8;
  if (short_register) cols = std::min(cols, register_columns);
  return fold.rows ? Lines{std::min(rows, request[0].rows), cols}
                   : Lines{std::min(cols, request[0].cols), rows};
}

/// A device that stores whole blocks: zeros behind the last result of a column of them.
void store_block(const assay_operand& dst) {
  if (dst.cols != 1) return;
  const std::int64_t size = size_of(dst.element);
  auto* end = static_cast<unsigned char*>(dst.data) + dst.valid_rows * size;
  std::fill_n(end, 32 - size, static_cast<unsigned char>(0));
}

/// What a device with a fault leaves where it does not belong, after one line.
void misplace(const Fold& fold, const Request& request, const Device& device, Tile& src,
              std::int64_t line, std::uint64_t result) {
  if (device.has(Fault::modifies_input))
    src.set(fold.rows ? line : 0, fold.rows ? 0 : line, result);
  const bool in_pairs = folds_pairs(request) && request.attribute("isBinary") == "true";
  if (device.has(Fault::total_in_source) && in_pairs) src.set(0, line, result);
}

void execute(const Fold& fold, const Request& request, Device& device) {
  const std::uint32_t from = request[1].element, in = working_type(fold, request);
  const Unit unit{.machine = request.machine, .element = in, .refined = false, .device = &device};
  const Folder folder(is_integer(in) ? fold.integer : fold.floating, unit);
  Tile src(request[1], Device{});
  Output dst(request[0], device);
  const Lines lines = lines_of(fold, request, device);
  if (lines.length == 0) return;
  std::uint64_t before = 0;
  for (std::int64_t line = 0; line < lines.count; ++line) {
    Values values;
    for (std::int64_t i = 0; i < lines.length; ++i) {
      const std::uint64_t bits = fold.rows ? src.get(line, i) : src.get(i, line);
      values.push_back(as_type(from, device.moved(from, bits), in));
    }
    if (device.has(Fault::term_dropped) && values.size() > 1) values.pop_back();
    if (device.has(Fault::term_doubled)) values.push_back(values.back());
    const bool carries = device.has(Fault::total_carried_over) && fold.rows && line > 0;
    if (carries) values.front() = folder.two(before, values.front());
    before = folded(fold, request, folder, values);
    const std::uint64_t result = as_type(in, before, request[0].element);
    if (fold.rows) {
      dst.put(line, 0, result);
    } else {
      dst.put(0, line, result);
    }
    misplace(fold, request, device, src, line, result);
  }
  dst.finish();
  if (device.has(Fault::result_block_stored) && fold.rows) store_block(request[0]);
}

Answer run_fold(const Request& request, Device& device) {
  const Fold& fold = fold_of(request);
  const bool pairs = folds_pairs(request);
  const bool with_tmp = fold.rows || pairs;
  const bool tiles = with_tmp ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                              : request.takes({ASSAY_TILE, ASSAY_TILE});
  if (!tiles || (!pairs && request.form != "plain")) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  fold_rules(rules, request);
  if (const auto answer = rules.stop()) return *answer;
  if (!device.has(Fault::writes_nothing)) execute(fold, request, device);
  return {};
}

constexpr std::array ops{
    Entry{"TROWSUM", run_fold},          Entry{"TROWMAX", run_fold},
    Entry{"TROWMIN", run_fold},          Entry{"TROWPROD", run_fold},
    Entry{"TCOLSUM", run_fold},          Entry{"TCOLMAX", run_fold},
    Entry{"TCOLMIN", run_fold},          Entry{"TCOLPROD", run_fold},
    Entry{"TROWARGMAX", run_row_search}, Entry{"TROWARGMIN", run_row_search},
    Entry{"TCOLARGMIN", run_tcolargmax},
};

}  // namespace

std::span<const Entry> reduction_ops() { return ops; }

}  // namespace assay::simulator
