// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of products with scales.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "reference/isa/call/physical.hpp"
#include "reference/numerics/sums/matrix.hpp"
#include "reference/ops/header_errata.hpp"
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {
namespace {

using enum ElementType;
using numerics::ExactMatrix;

constexpr const char* scaled_products_header = "TMatmul.hpp";

bool is_packed(ElementType type) { return bits_of(type) == 4; }
bool has_packed_inputs(const Call& call) { return is_packed(element_of(call, "aMatrix")); }
bool has_plain_inputs(const Call& call) { return !has_packed_inputs(call); }

/// A pattern as a number, whatever its meaning: the CPU has neither NaN nor infinities there, and
/// no negative zero.
double number_of(ElementType type, std::uint64_t bits) {
  const ElementFormat& format = format_of(type);
  const int fraction = format.precision - 1;
  const std::uint64_t size = type == e8m0 ? bits : bits & (mask_of(type) >> 1U);
  const auto exponent = static_cast<int>(size >> static_cast<unsigned>(fraction));
  const auto digits =
      static_cast<double>(size - (static_cast<std::uint64_t>(exponent) << fraction));
  const double lead = exponent > 0 || type == e8m0 ? 1 : 0;
  const int scale = std::max(exponent, type == e8m0 ? 0 : 1) - format.bias;
  const double value = std::ldexp(lead + std::ldexp(digits, -fraction), scale);
  return size != bits && value != 0 ? -value : value;
}

/// Where the CPU finds an element: boxes of packed elements are 32 long instead of 64.
std::int64_t place_on_cpu(const TileType& type, std::int64_t row, std::int64_t col) {
  if (!is_packed(type.element)) return physical_offset(type, row, col);
  TileType bytes = type;
  bytes.element = e4m3;
  return physical_offset(bytes, row, col);
}

/// The valid part of an operand as the CPU reads it, from memory as it is laid out.
ExactMatrix read_on_cpu(const Evaluation& inputs, const std::string& operand, std::int64_t rows,
                        std::int64_t cols) {
  const TileSpec& tile = inputs.call.tile(operand);
  std::vector<std::byte> memory(static_cast<std::size_t>(tile.type.bytes()));
  scatter(tile, inputs.of(operand), memory);
  const ElementType type = tile.type.element;
  ExactMatrix made;
  made.rows = rows;
  made.cols = cols;
  made.precision = format_of(type).precision;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = 0; col < cols; ++col) {
      const std::int64_t place = place_on_cpu(tile.type, row, col);
      made.values.push_back(number_of(type, load_element(memory, type, place)));
    }
  }
  return made;
}

void scale(ExactMatrix& matrix, const ExactMatrix& scales, std::int64_t rows, std::int64_t cols) {
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    for (std::int64_t col = 0; col < matrix.cols; ++col) {
      matrix.values[static_cast<std::size_t>(row * matrix.cols + col)] *=
          scales.row(row / rows)[static_cast<std::size_t>(col / cols)];
    }
  }
}

ExactMatrix start_of(const Evaluation& inputs, const std::string& start, std::int64_t m,
                     std::int64_t n) {
  if (start.empty()) return {};
  const TileSpec& tile = inputs.call.tile(start);
  const ElementArray& all = inputs.of(start);
  const std::int64_t rows = tile.type.location == Location::bias ? 1 : m;
  return ExactMatrix({all.type(), all.bytes(), rows, n, tile.cols(), 1, 0});
}

/// The product as the CPU has it.
Result product_of_cpu(const std::string& to, const std::string& start) {
  return {.operand = to, .semantics = [=](const Evaluation& inputs) {
            const TileSpec& out = inputs.call.tile(to);
            ExpectedTile expected(out.type.element, out.rows(), out.cols());
            const auto [m, n, k] = extents_of(inputs.call);
            ExactMatrix left = read_on_cpu(inputs, "aMatrix", m, k);
            ExactMatrix right = read_on_cpu(inputs, "bMatrix", k, n);
            scale(left, read_on_cpu(inputs, "aScaleMatrix", m, groups_of(k)), 1, scaled_group);
            scale(right, read_on_cpu(inputs, "bScaleMatrix", groups_of(k), n), scaled_group, 1);
            const auto products = numerics::matmul(std::move(left), std::move(right), {f32, f32},
                                                   start_of(inputs, start, m, n));
            for (std::int64_t row = 0; row < m; ++row) {
              for (std::int64_t col = 0; col < n; ++col) {
                numerics::expect(expected, expected.at(row, col),
                                 products.in_any_order_of_terms(row, col));
              }
            }
            return Expected(expected);
          }};
}

struct FormOf {
  const char *name, *to, *start;
};
constexpr FormOf all_forms[]{
    {"plain", "cMatrix", ""}, {"acc", "cOutMatrix", "cInMatrix"}, {"bias", "cMatrix", "biasData"}};

/// Numbers errata as they come.
class List {
 public:
  explicit List(std::string op) : op_(std::move(op)) {}

  void add_free(const std::string& constraint, const char* title) {
    add(accepting(of_headers(Target::a5, next(), scaled_products_header, title), constraint));
  }
  void add_ignored_accumulators() {
    Erratum made = of_headers(Target::a5, next(), scaled_products_header,
                              "what cOutMatrix held is added to, cInMatrix is not read");
    made.forms = {"acc"};
    made.reads_more = true;
    add(giving(std::move(made), product("cOutMatrix", "cOutMatrix")));
  }
  /// One number for each form, since results differ by their operands.
  void add_codes_of_cpu() {
    for (const auto& [name, to, start] : all_forms) {
      Erratum made = of_headers(Target::cpu, next(), "MXTypes.hpp",
                                "codes of NaN and of infinities are numbers, in inputs and scales");
      made.forms = {name};
      add(among(giving(std::move(made), product_of_cpu(to, start)), "inputs of 8 bits",
                has_plain_inputs));
    }
  }
  void add_boxes_of_cpu() {
    for (const auto& [name, to, start] : all_forms) {
      Erratum made = of_headers(Target::cpu, next(), "tile_offsets.hpp",
                                "boxes of packed elements are 32 long, and a NaN scale is 2^128");
      made.forms = {name};
      made.reads_more = true;
      add(among(giving(std::move(made), product_of_cpu(to, start)), "inputs of 4 bits",
                has_packed_inputs));
    }
  }
  std::vector<Erratum> take() { return std::move(all_); }

 private:
  std::string next() const { return fmt::format("E-{}-{:03}", op_, all_.size() + 1); }
  void add(Erratum erratum) { all_.push_back(std::move(erratum)); }

  std::string op_;
  std::vector<Erratum> all_;
};

}  // namespace

std::vector<Erratum> errata_of_scaled_product(const std::string& op) {
  List list(op);
  list.add_free("*ScaleMatrix.element", "scales may have any element type");
  list.add_free("*ScaleMatrix.location", "scales may lie anywhere");
  list.add_free("*ScaleMatrix.layout", "scales may have any layout");
  list.add_free("*.shape", "tiles may have Rows and Cols that do not go together");
  list.add_ignored_accumulators();
  list.add_codes_of_cpu();
  list.add_boxes_of_cpu();
  return list.take();
}

std::vector<Erratum> errata_of_scaled_vector_product(const std::string& op) {
  List list(op);
  list.add_free("*ScaleMatrix.element", "scales may have any element type");
  list.add_free("*ScaleMatrix.location", "scales may lie anywhere");
  list.add_free("*ScaleMatrix.layout", "scales may have any layout");
  list.add_ignored_accumulators();
  list.add_codes_of_cpu();
  list.add_boxes_of_cpu();
  return list.take();
}

}  // namespace assay::ops
