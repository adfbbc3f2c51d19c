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
#include "runners/simulator/walk.hpp"

namespace assay::simulator {
namespace {

constexpr std::int64_t register_columns = 64;

constexpr Elements device_types{ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16};
constexpr Elements cpu_sums{ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_I16, ASSAY_I32};
constexpr Elements wide_a5{ASSAY_F16, ASSAY_F32, ASSAY_BF16, ASSAY_I8,  ASSAY_U8, ASSAY_I16,
                           ASSAY_U16, ASSAY_I32, ASSAY_U32,  ASSAY_I64, ASSAY_U64};

/// What an instruction folds, and which types headers take.
struct Fold {
  std::string_view op;
  bool rows;  ///< reduces rows; columns otherwise
  Elements a2a3, a5, cpu;
  Calculation integer, floating;
  bool widens = false;  ///< the CPU also has a wider destination
};

constexpr std::array folds{
    Fold{"TROWSUM",
         true,
         device_types,
         {ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I64, ASSAY_U64},
         cpu_sums,
         integer_sum,
         float_sum,
         true},
    Fold{"TROWMAX",
         true,
         device_types,
         {ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I8, ASSAY_U8, ASSAY_I64, ASSAY_U64},
         arithmetic_types,
         integer_maximum,
         float_maximum},
    Fold{"TROWMIN",
         true,
         device_types,
         {ASSAY_F16, ASSAY_F32, ASSAY_I32, ASSAY_I16, ASSAY_I8, ASSAY_U8, ASSAY_I64, ASSAY_U64},
         arithmetic_types,
         integer_minimum,
         float_minimum},
    Fold{"TROWPROD", true, device_types, device_types, arithmetic_types, integer_product,
         float_product},
    Fold{"TCOLSUM",
         false,
         device_types,
         wide_a5,
         {ASSAY_F16, ASSAY_BF16, ASSAY_F32},
         integer_sum,
         float_sum,
         true},
    Fold{"TCOLMAX",
         false,
         device_types,
         wide_a5,
         {ASSAY_F16, ASSAY_BF16, ASSAY_F32, ASSAY_I8, ASSAY_U8},
         integer_maximum,
         float_maximum,
         true},
    Fold{"TCOLMIN", false, device_types, wide_a5, arithmetic_types, integer_minimum, float_minimum},
    Fold{"TCOLPROD",
         false,
         device_types,
         {ASSAY_F16, ASSAY_F32, ASSAY_BF16, ASSAY_I16, ASSAY_U16, ASSAY_I32, ASSAY_U32},
         arithmetic_types,
         integer_product,
         float_product},
};

const Fold& fold_of(const Request& request) {
  return *std::ranges::find(folds, request.op, &Fold::op);
}

const Elements& taken(const Fold& fold, Machine machine) {
  if (machine == Machine::cpu) return fold.cpu;
  return machine == Machine::a5 ? fold.a5 : fold.a2a3;
}

bool is_wider_pair(std::uint32_t from, std::uint32_t to) {
  const bool to_float = to == ASSAY_F32 && (from == ASSAY_F16 || from == ASSAY_BF16);
  return to_float || (from == ASSAY_I16 && to == ASSAY_I32);
}

void type_rules(Rules& rules, const Fold& fold, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  rules.tile(dst);
  rules.tile(src);
  rules.type(taken(fold, request.machine).has(src.element), "this element type is not taken");
  const bool widened =
      !request.on_device() && fold.widens && is_wider_pair(src.element, dst.element);
  const bool checked = request.on_device() || fold.widens;
  if (checked) {
    rules.type(src.element == dst.element || widened, "dst must have the element type of src");
  } else {
    rules.covered(src.element == dst.element, "conversions are not simulated here");
  }
  if (!request.on_device()) {
    if (fold.op == "TROWSUM") rules.type(src.rows == dst.rows, "Rows must be equal");
    if (!fold.rows && fold.widens) rules.type(src.cols == dst.cols, "Cols must be equal");
    return;
  }
  for (const assay_operand* tile : {&dst, &src}) {
    rules.type(tile->location == ASSAY_VEC, "tiles must be in Vec");
  }
  rules.type(is_nd(src), "src must be row-major without boxes");
  const bool column = dst.box_layout == ASSAY_NONE_BOX && dst.cols == 1;
  rules.type(is_nd(dst) || (fold.rows && column), "dst must be row-major, or one column");
}

void size_rules(Rules& rules, const Fold& fold, const Request& request) {
  const assay_operand &dst = request[0], &src = request[1];
  if (!request.on_device()) return;
  if (fold.rows) {
    rules.launch(src.valid_rows != 0 && src.valid_cols != 0, "src must not be empty");
    rules.launch(src.valid_rows == dst.valid_rows, "valid rows must be equal");
  } else {
    rules.launch(src.valid_cols == dst.valid_cols, "valid columns must be equal");
  }
}

/// Room for the pairs of a column sum in steps.
void pair_rules(Rules& rules, const Request& request) {
  const assay_operand &src = request[1], &tmp = request[2];
  rules.tile(tmp);
  if (request.machine == Machine::a2a3) {
    rules.type(tmp.location == ASSAY_VEC && is_nd(tmp), "tmp must be in Vec and row-major");
  }
  if (!request.on_device() || request.attribute("isBinary") != "true") return;
  rules.launch(src.valid_cols <= tmp.cols, "the valid columns of src must fit in a row of tmp");
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
  const bool short_register = request.machine == Machine::a5 && size_of(src.element) == 8;
  if (short_register) cols = std::min(cols, register_columns);
  return fold.rows ? Lines{std::min(rows, request[0].rows), cols}
                   : Lines{std::min(cols, request[0].cols), rows};
}

void execute(const Fold& fold, const Request& request, Device& device) {
  const std::uint32_t from = request[1].element, in = working_type(fold, request);
  const Unit unit{.machine = request.machine, .element = in, .refined = false, .device = &device};
  const Folder folder(is_integer(in) ? fold.integer : fold.floating, unit);
  Tile src(request[1], Device{});
  Output dst(request[0], device);
  const Lines lines = lines_of(fold, request, device);
  if (lines.length == 0) return;
  for (std::int64_t line = 0; line < lines.count; ++line) {
    Values values;
    for (std::int64_t i = 0; i < lines.length; ++i) {
      const std::uint64_t bits = fold.rows ? src.get(line, i) : src.get(i, line);
      values.push_back(as_type(from, device.moved(from, bits), in));
    }
    if (device.has(Fault::term_dropped) && values.size() > 1) values.pop_back();
    if (device.has(Fault::term_doubled)) values.push_back(values.back());
    const std::uint64_t result =
        as_type(in, folded(fold, request, folder, values), request[0].element);
    if (fold.rows) {
      dst.put(line, 0, result);
    } else {
      dst.put(0, line, result);
    }
    if (device.has(Fault::modifies_input))
      src.set(fold.rows ? line : 0, fold.rows ? 0 : line, result);
  }
  dst.finish();
}

Answer run_fold(const Request& request, Device& device) {
  const Fold& fold = fold_of(request);
  const bool pairs = fold.op == "TCOLSUM" && request.form == "tmp";
  const bool with_tmp = fold.rows || pairs;
  const bool tiles = with_tmp ? request.takes({ASSAY_TILE, ASSAY_TILE, ASSAY_TILE})
                              : request.takes({ASSAY_TILE, ASSAY_TILE});
  if (!tiles || (!pairs && request.form != "plain")) {
    return {ASSAY_UNSUPPORTED, "this form is not simulated"};
  }
  Rules rules(request, device);
  type_rules(rules, fold, request);
  size_rules(rules, fold, request);
  if (pairs) pair_rules(rules, request);
  if (fold.rows) rules.tile(request[2]);
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
