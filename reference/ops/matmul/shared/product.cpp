// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/matmul/shared/product.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "reference/isa/case/seen_operands.hpp"
#include "reference/isa/types/packed_accumulator.hpp"
#include "reference/numerics/sums/matrix.hpp"
#include "reference/numerics/sums/sum.hpp"
#include "reference/ops/manual_examples.hpp"

namespace assay::ops {
namespace {

using numerics::MatrixView;

/// The valid part of an operand, row by row.
MatrixView view_of(const Evaluation& inputs, const std::string& operand) {
  const TileSpec& tile = inputs.call.tile(operand);
  const ElementArray& all = inputs.of(operand);
  return {all.type(), all.bytes(), tile.valid_rows, tile.valid_cols, tile.cols(), 1, 0};
}

/// The factors, and the summand: nothing, a row, or as much as the result.
struct Factors {
  MatrixView left, right;
  MatrixView start{ElementType::i32, {}};
  MatrixView left_scales{ElementType::e8m0, {}}, right_scales{ElementType::e8m0, {}};
};

Factors factors_of(const Evaluation& inputs, const std::string& start) {
  const auto [m, n, k] = extents_of(inputs.call);
  Factors of{view_of(inputs, "aMatrix"), view_of(inputs, "bMatrix")};
  of.right.rows = k;
  if (inputs.call.form->has("aScaleMatrix")) {
    of.left_scales = view_of(inputs, "aScaleMatrix");
    of.left_scales.cols = groups_of(k);
    of.right_scales = view_of(inputs, "bScaleMatrix");
    of.right_scales.rows = groups_of(k);
    of.right_scales.cols = n;
  }
  if (start.empty()) return of;
  of.start = view_of(inputs, start);
  of.start.rows = inputs.call.tile(start).type.location == Location::bias ? 1 : m;
  of.start.cols = n;
  return of;
}

/// Calls use(row, col) for each element of the product that the tile has.
template <typename Use>
void for_each_result(const Call& call, const TileSpec& out, const Use& use) {
  const auto [m, n, k] = extents_of(call);
  for (std::int64_t row = 0; row < std::min(m, out.rows()); ++row) {
    for (std::int64_t col = 0; col < std::min(n, out.cols()); ++col) use(row, col);
  }
}

void expect_whole(const Factors& of, const TileSpec& out, const Call& call,
                  ExpectedTile& expected) {
  const ElementArray sums = numerics::wrapped_matmul(of.left, of.right, out.type.element, of.start);
  for_each_result(call, out, [&](std::int64_t row, std::int64_t col) {
    expected.set_exact(expected.at(row, col), sums[row * of.right.cols + col]);
  });
}

void expect_floats(const Factors& of, const TileSpec& out, const Call& call,
                   ExpectedTile& expected) {
  using numerics::ExactMatrix;
  const ElementType type = out.type.element;
  ExactMatrix left(of.left), right(of.right);
  if (of.left_scales.rows > 0) {
    left.scale(of.left_scales, 1, scaled_group);
    right.scale(of.right_scales, scaled_group, 1);
  }
  const auto products = numerics::matmul(std::move(left), std::move(right), {type, type},
                                         of.start.rows > 0 ? ExactMatrix(of.start) : ExactMatrix());
  if (of.left_scales.rows == 0) {
    const auto [m, n, k] = extents_of(call);
    products.expect_in_any_order(std::min(m, out.rows()), std::min(n, out.cols()), expected);
    return;
  }
  for_each_result(call, out, [&](std::int64_t row, std::int64_t col) {
    numerics::expect(expected, expected.at(row, col), products.in_any_order_of_terms(row, col));
  });
}

/// Gives both inputs a shape, all of it valid.
void shape(Call& call, std::int64_t m, std::int64_t k, std::int64_t n, bool dynamic) {
  for (OperandValue& value : call.operands) {
    TileType& type = std::get<TileSpec>(value).type;
    type.dynamic_valid_rows = type.dynamic_valid_cols = dynamic;
  }
  TileSpec &a = call.tile("aMatrix"), &b = call.tile("bMatrix");
  a.type.rows = a.valid_rows = m;
  a.type.cols = a.valid_cols = b.type.rows = b.valid_rows = k;
  b.type.cols = b.valid_cols = n;
  make_well_formed(a.type);
  make_well_formed(b.type);
}

void shape_as(TileSpec& tile, const TileType& as, std::int64_t rows, std::int64_t cols) {
  tile.type = as;
  tile.type.rows = tile.valid_rows = rows;
  tile.type.cols = tile.valid_cols = cols;
}

/// A row of one box times a box, in the layouts of the matrix unit (MODEL 2): all but bMatrix have
/// one row.
void declare_vectors(Call& call) {
  using enum Location;
  const ElementType element = call.tile("aMatrix").type.element;
  const std::int64_t k = 256 / bits_of(element);
  TileType type;
  type.element = element;
  type.location = left;
  type.blayout = call.target == Target::a2a3 ? BLayout::row_major : BLayout::col_major;
  type.slayout = SLayout::row_major;
  type.fractal = 512;
  type.dynamic_valid_rows = type.dynamic_valid_cols = false;
  shape_as(call.tile("aMatrix"), type, 1, k);
  type.location = right;
  type.blayout = BLayout::row_major;
  type.slayout = SLayout::col_major;
  shape_as(call.tile("bMatrix"), type, k, 16);
  type.element = is_float(element) ? ElementType::f32 : ElementType::i32;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    const std::string& name = call.form->operands[i].name;
    if (name == "aMatrix" || name == "bMatrix") continue;
    const bool bias = name == "biasData";
    type.location = bias ? Location::bias : acc;
    type.blayout = bias ? BLayout::row_major : BLayout::col_major;
    type.slayout = bias ? SLayout::none_box : SLayout::row_major;
    type.fractal = bias ? 512 : 1024;
    shape_as(std::get<TileSpec>(call.operands[i]), type, 1, 16);
  }
}

/// As much of each operand as factors_of() takes.
SeenRegion region_seen(const Call& call, const std::string& operand) {
  const auto [m, n, k] = extents_of(call);
  if (operand == "aMatrix") return {m, k};
  if (operand == "bMatrix") return {k, n};
  if (operand == "aScaleMatrix") return {call.tile(operand).valid_rows, groups_of(k)};
  if (operand == "bScaleMatrix") return {groups_of(k), n};
  const TileSpec& start = call.tile(operand);
  // By one reading of Choice::accumulator_pitch its elements lie elsewhere.
  if (may_be_packed(start)) return {start.rows(), start.cols()};
  return {start.type.location == Location::bias ? 1 : m, n};
}

/// The result as it lies in columns of boxes that are closer together.
ExpectedTile packed(const ExpectedTile& whole, const TileSpec& out) {
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  const PackedAccumulator places(out);
  for (std::int64_t row = 0; row < out.valid_rows; ++row) {
    for (std::int64_t col = 0; col < out.valid_cols; ++col) {
      expected.take(places.at(row, col), whole, whole.at(row, col));
    }
  }
  return expected;
}

/// Contents with those of a packed accumulator by row and column.
std::vector<ElementArray> unpacked(const Evaluation& inputs, const std::string& accumulator) {
  std::vector<ElementArray> contents(inputs.contents.begin(), inputs.contents.end());
  const TileSpec& tile = inputs.call.tile(accumulator);
  const ElementArray& packed = inputs.of(accumulator);
  ElementArray& made = contents[inputs.call.form->index_of(accumulator)];
  const PackedAccumulator places(tile);
  for (std::int64_t row = 0; row < tile.valid_rows; ++row) {
    for (std::int64_t col = 0; col < tile.valid_cols; ++col) {
      made.set(row * tile.cols() + col, packed[places.at(row, col)]);
    }
  }
  return contents;
}

Expected expected_product(const Evaluation& inputs, const std::string& to,
                          const std::string& start) {
  const TileSpec& out = inputs.call.tile(to);
  const bool packs = inputs.readings.of(Choice::accumulator_pitch) == pitch_of_valid_rows;
  std::vector<ElementArray> contents;
  if (packs && !start.empty() && may_be_packed(inputs.call.tile(start))) {
    contents = unpacked(inputs, start);
  }
  const Evaluation read{
      inputs.call, contents.empty() ? inputs.contents : std::span<const ElementArray>(contents),
      inputs.tolerance, inputs.readings};
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  const Factors of = factors_of(read, start);
  (is_float(out.type.element) ? expect_floats : expect_whole)(of, out, inputs.call, expected);
  if (packs && may_be_packed(out)) return Expected(packed(expected, out));
  return Expected(std::move(expected));
}

}  // namespace

Extents extents_of(const Call& call) {
  const TileSpec& a = call.tile("aMatrix");
  return {a.valid_rows, call.tile("bMatrix").valid_cols, a.valid_cols};
}

Result product(const std::string& to, const std::string& start) {
  std::vector<std::string> seen{"aMatrix", "bMatrix", "aScaleMatrix", "bScaleMatrix"};
  if (!start.empty()) seen.push_back(start);
  Result result = depending_on(
      {Choice::subnormals, Choice::accumulator_pitch},
      seeing_only(std::move(seen), region_seen,
                  {.operand = to, .semantics = [to, start](const Evaluation& inputs) {
                     if (!rounds_factors(inputs.call)) return expected_product(inputs, to, start);
                     const std::vector<ElementArray> rounded = contents_in_tf32(inputs);
                     return expected_product(
                         {inputs.call, rounded, inputs.tolerance, inputs.readings}, to, start);
                   }}));
  result.accumulates = Accumulates::products;
  return result;
}

Attribute accumulation_phase() { return {"AccPhase", {"none", "Unspecified", "Partial", "Final"}}; }

std::vector<Scenario> usual_products() {
  return {
      {.name = "blocks",
       .text = "several blocks in all three directions, now and then 128 x 256 x 128; or with a "
               "block that is not full in each",
       .apply =
           [](Call& call, Draw& draw) {
             if (draw.integer(0, 31) == 0) return shape(call, 128, 128, 256, true);
             const auto blocks = [&] { return 32 * draw.integer(1, 2); };
             const std::int64_t m = blocks(), n = blocks();
             shape(call, m, 64 * draw.integer(1, 2), n, true);
             if (draw.chance(50)) return;
             call.tile("aMatrix").valid_rows -= draw.integer(1, 15);
             call.tile("aMatrix").valid_cols -= draw.integer(1, 15);
             call.tile("bMatrix").valid_cols -= draw.integer(1, 15);
           }},
      {.name = "deep",
       .text = "some hundred products in every sum, the last of them in a block that is not full",
       .apply =
           [](Call& call, Draw& draw) {
             shape(call, 16, 64 * draw.integer(5, 24), 16, true);
             call.tile("aMatrix").valid_cols -= draw.integer(1, 15);
           }},
      {.name = "wide",
       .text = "columns from 128 on",
       .apply =
           [](Call& call, Draw& draw) {
             shape(call, 16, 32, 16 * draw.integer(9, 16), true);
             call.tile("aMatrix").valid_rows = 1;
           }},
      manual_example([](Call& call) { shape(call, 16, 16, 16, false); })};
}

std::vector<Scenario> usual_vector_products() {
  std::vector<Scenario> scenarios = usual_products();
  scenarios.back() = {.name = "manual example",
                      .text =
                          "tiles of one row, as the example of the manual page declares them "
                          "for halves; K of another type is as wide as a box",
                      .apply = [](Call& call, Draw&) { declare_vectors(call); }};
  return scenarios;
}

Scenario product_of_one_row() {
  return {.name = "single_row", .text = "one valid row", .apply = [](Call& call, Draw& draw) {
            const std::int64_t inner = 32 * draw.integer(1, 3);
            shape(call, 16, inner, 16 * draw.integer(1, 3), true);
            call.tile("aMatrix").valid_rows = 1;
          }};
}

std::vector<Scenario> scaled_products() {
  return {{.name = "deep",
           .text = "some hundred products in every sum; off A5 the last group is not full",
           .apply =
               [](Call& call, Draw& draw) {
                 shape(call, 16, 64 * draw.integer(5, 12), 16, true);
                 call.tile("aMatrix").valid_cols -= draw.integer(1, 31);
               }},
          {.name = "wide",
           .text = "columns from 128 on",
           .apply =
               [](Call& call, Draw& draw) {
                 shape(call, 16, 64, 16 * draw.integer(9, 16), true);
                 call.tile("aMatrix").valid_rows = 1;
               }},
          {.name = "blocks",
           .text = "several blocks in all three directions",
           .apply =
               [](Call& call, Draw& draw) {
                 const std::int64_t m = 32 * draw.integer(1, 2), n = 32 * draw.integer(1, 2);
                 shape(call, m, 64 * draw.integer(2, 3), n, true);
               }},
          {.name = "tall",
           .text = "rows of several boxes, so that scales have them too",
           .apply = [](Call& call,
                       Draw& draw) { shape(call, 16 * draw.integer(2, 4), 128, 16, true); }},
          manual_example([](Call& call) { shape(call, 16, 64, 32, false); })};
}

std::vector<std::string> plans_of_products() { return {"ones", "factors", "wholes", "rare"}; }

std::vector<std::string> plans_of_accumulation() {
  return {"ones", "factors", "wholes", "rare", "held"};
}

std::vector<std::string> plans_of_scaled_products() {
  return {"ones", "factors", "wholes", "scaled", "rare"};
}

std::vector<Ambiguity> ambiguities_of_products(std::vector<Ambiguity> others) {
  std::vector<Ambiguity> all{
      {"the page leaves accumulator behaviour and promotion to targets; the page of the "
       "instruction "
       "set accumulates in the type of the result",
       "decision 110: every order in that type or a wider one, on every target"},
      {"the page has 'selected' fp8 pairs",
       "decision 111: all four of e4m3 and e5m2, as of scaled products"},
      {"the page of A5 lists half, bfloat16_t and float together and does not say that both inputs "
       "are of one type",
       "constraint bMatrix.element: one type; no breach of it pairs two of them on A5"},
      {"a page of the instruction set lets later phases accumulate in place, the op page and its "
       "family have a fresh result",
       "AccPhase changes no number: what is accumulated onto is an operand"},
      {"the page takes K from one input; nothing compares it with the other",
       "constraint bMatrix.inner: equal, as in the instruction set; its breach is free"},
      {"the page has checks of static shapes on devices; their headers have none",
       "constraints *.shape; errata of both devices"},
      {"A2A3 headers look at locations alone", "decision 112: layouts of MODEL 2, never broken"}};
  std::ranges::move(others, std::back_inserter(all));
  return all;
}

std::vector<std::string> decisions_of_products(std::vector<std::string> others) {
  std::vector<std::string> all{"002-outside-the-valid-region", "110-sums-of-matrix-products",
                               "111-types-of-matrix-products", "112-tiles-of-the-matrix-unit"};
  std::ranges::move(others, std::back_inserter(all));
  return all;
}

Ambiguity what_is_accumulated_onto() {
  return {
      "headers of devices add to what the result holds and do not read cInMatrix; the page adds "
      "to cInMatrix",
      "the page; errata of both devices"};
}

Ambiguity when_biases_are_added() {
  return {"devices begin with the bias, the CPU adds it last, and so does the instruction set",
          "decision 110: any order"};
}

Ambiguity rows_of_vectors() {
  return {"the page has M = 1; the CPU takes M and K from aMatrix and computes every valid row",
          "constraints aMatrix.m, bMatrix.inner; erratum of the CPU"};
}

Ambiguity checks_of_a5_vectors() {
  return {"the page asks for m, k and n of every target and says that A5 asserts none of them",
          "constraints aMatrix.m, bMatrix.k, bMatrix.n: free on A5"};
}

std::vector<std::string> notes_of_products(std::vector<std::string> others) {
  std::vector<std::string> all{
      "open: no order of additions is promised, and where terms cancel legal sums lie far apart",
      "AccPhase steers flags of the unit and changes no number; 'none' is the overload without it"};
  std::ranges::move(others, std::back_inserter(all));
  return all;
}

}  // namespace assay::ops
