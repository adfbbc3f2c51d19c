// SPDX-License-Identifier: Apache-2.0
// TRESHAPE: constraints of both tiles, and which bytes are where.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "reference/isa/call/physical.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/movement/shared/views.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr std::int64_t block = 32;  ///< bytes of the side of a box, and of a row at least

std::int64_t one_divisor(std::int64_t of, Draw& draw) {
  std::vector<std::int64_t> divisors;
  for (std::int64_t divisor = 1; divisor <= of; ++divisor) {
    if (of % divisor == 0) divisors.push_back(divisor);
  }
  return draw.pick(std::span<const std::int64_t>(divisors));
}

/// Gives a type of whole bytes a shape with that many.
void shape_to(TileType& type, std::int64_t bytes, Draw& draw) {
  const std::int64_t width = size_of(type.element);
  if (type.is_boxed()) {
    const BoxShape box = box_of(type);
    const std::int64_t boxes = bytes / (box.rows * box.cols * width);
    const std::int64_t down = one_divisor(boxes, draw);
    type.rows = down * box.rows;
    type.cols = boxes / down * box.cols;
    return;
  }
  const std::int64_t blocks = bytes / block, along = one_divisor(blocks, draw);
  const bool rows = type.blayout == BLayout::row_major;
  (rows ? type.cols : type.rows) = along * (block / width);
  (rows ? type.rows : type.cols) = blocks / along;
}

void fit_region(TileSpec& tile) {
  tile.valid_rows = std::min(tile.valid_rows, tile.rows());
  tile.valid_cols = std::min(tile.valid_cols, tile.cols());
}

/// The bytes of src by their place, and which of them are of valid elements.
struct Image {
  std::vector<std::byte> bytes;
  std::vector<bool> valid;
};

std::vector<bool> valid_bytes(const TileSpec& tile) {
  const PhysicalOffset offset(tile.type);
  const auto width = static_cast<std::size_t>(size_of(tile.type.element));
  std::vector<bool> valid(static_cast<std::size_t>(tile.type.bytes()));
  // Of an illegal call more may be valid than there is.
  for_each_valid(tile, [&](std::int64_t, std::int64_t row, std::int64_t col) {
    if (row >= tile.rows() || col >= tile.cols()) return;
    const std::size_t first = static_cast<std::size_t>(offset(row, col)) * width;
    if (first + width > valid.size()) return;
    for (std::size_t byte = first; byte < first + width; ++byte) valid[byte] = true;
  });
  return valid;
}

bool is_made_of(const std::vector<bool>& valid, std::int64_t element, std::int64_t width) {
  if ((element + 1) * width > std::ssize(valid)) return false;
  const auto first = valid.begin() + element * width;
  return std::all_of(first, first + width, [](bool one) { return one; });
}

constexpr std::array operand_elements{i8, f16, bf16, f32, e4m3, e5m2, hif8};

bool has_type_of_place(const TileType& type) {
  if (type.location == Location::acc) return type.element == i32 || type.element == f32;
  const bool is_operand = type.location == Location::left || type.location == Location::right;
  return !is_operand || std::ranges::count(operand_elements, type.element) > 0;
}

/// The layout of operands and accumulators; nothing if all are allowed. Source: MODEL 2.
std::optional<TileLayout> layout_of_place(Location location, Target target) {
  if (location == Location::acc) return TileLayout::NZ;
  if (location == Location::right) return TileLayout::ZN;
  if (location != Location::left) return std::nullopt;
  return target == a2a3 ? TileLayout::ZZ : TileLayout::NZ;
}

int fractal_of_place(Location location) { return location == Location::acc ? 1024 : 512; }

bool is_of_another_family(const Call& call) {
  const ElementType to = element_of(call), from = element_of(call, "src");
  return to != from && (is_float(to) || is_float(from));
}

}  // namespace

Constraint one_location() {
  return constraint(
      "dst.same_location", "dst lies in the memory of src",
      [](const Call& call) {
        return call.tile("dst").type.location == call.tile("src").type.location;
      },
      [](Call& call, Draw&) { call.tile("dst").type.location = call.tile("src").type.location; },
      [](Call& call, Draw&) {
        const bool vec = call.tile("src").type.location == Location::vec;
        call.tile("dst").type.location = vec ? Location::mat : Location::vec;
      });
}

Constraint boxes_alike() {
  return constraint(
      "dst.boxes_alike", "dst has boxes (SLayout) where src has some, and else none",
      [](const Call& call) {
        return call.tile("dst").type.is_boxed() == call.tile("src").type.is_boxed();
      },
      [](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        if (!call.tile("src").type.is_boxed()) {
          type.slayout = SLayout::none_box;
        } else if (!type.is_boxed()) {
          type.slayout = draw.pick({SLayout::row_major, SLayout::col_major});
        }
        make_well_formed(type);
      },
      // The boxed one of two tiles with one shape, whose bytes stay as many.
      [](Call& call, Draw& draw) {
        TileSpec &out = call.tile("dst"), &in = call.tile("src");
        const bool boxed = in.type.is_boxed();
        out.type.element = in.type.element;
        TileType& with_boxes = boxed ? in.type : out.type;
        with_boxes.slayout = SLayout::row_major;
        with_boxes.blayout = BLayout::col_major;
        with_boxes.rows = 16 * draw.integer(1, 3);
        with_boxes.cols = block / size_of(in.type.element) * draw.integer(1, 3);
        TileType& plain = boxed ? out.type : in.type;
        plain.slayout = SLayout::none_box;
        plain.blayout = BLayout::row_major;
        plain.rows = with_boxes.rows;
        plain.cols = with_boxes.cols;
        for (TileSpec* tile : {&out, &in}) fit_region(*tile);
      });
}

Constraint equal_bytes() {
  return constraint(
      "dst.same_bytes", "Rows * Cols elements of dst have as many bytes as those of src",
      [](const Call& call) {
        return call.tile("dst").type.bytes() == call.tile("src").type.bytes();
      },
      [](Call& call, Draw& draw) {
        TileSpec& out = call.tile("dst");
        const std::int64_t before = out.rows();
        shape_to(out.type, call.tile("src").type.bytes(), draw);
        fit_region(out);
        // If a shape is drawn again, usually all of it is seen.
        if (out.rows() != before && draw.chance(75)) set_valid(out, out.rows(), out.cols());
      },
      [](Call& call, Draw& draw) {
        TileType& type = call.tile("dst").type;
        const std::int64_t more = type.is_boxed() ? box_of(type).rows : block;
        (draw.chance(50) ? type.rows : type.cols) += more;
        make_well_formed(type);
      });
}

Constraint suits_its_place(const std::string& operand) {
  return invariant(constraint(
      operand + ".place",
      operand + " is an operand in Left or Right, an accumulator in Acc, or any tile in Mat",
      [=](const Call& call) {
        const TileType& type = call.tile(operand).type;
        const auto layout = layout_of_place(type.location, call.target);
        return has_type_of_place(type) && type.fractal == fractal_of_place(type.location) &&
               (!layout || type.layout() == *layout);
      },
      [=](Call& call, Draw&) {
        TileType& type = call.tile(operand).type;
        if (!has_type_of_place(type)) type.element = call.tile("src").type.element;
        if (!has_type_of_place(type)) type.location = Location::mat;
        type.fractal = fractal_of_place(type.location);
        if (const auto layout = layout_of_place(type.location, call.target)) {
          type.blayout = *layout == TileLayout::NZ ? BLayout::col_major : BLayout::row_major;
          type.slayout = *layout == TileLayout::ZN ? SLayout::col_major : SLayout::row_major;
        }
        make_well_formed(type);
      }));
}

Constraint first_is_valid() {
  return invariant(constraint(
      "src.first", "the bytes of the first element of dst are those of valid elements of src",
      [](const Call& call) {
        const TileSpec &out = call.tile("dst"), &in = call.tile("src");
        const bool some = out.is_valid(0, 0) && in.is_valid(0, 0);
        return some && is_made_of(valid_bytes(in), 0, size_of(out.type.element));
      },
      [](Call& call, Draw&) {
        TileSpec &out = call.tile("dst"), &in = call.tile("src");
        set_valid(in, in.rows(), in.cols());
        if (!out.is_valid(0, 0)) set_valid(out, 1, 1);
      }));
}

Result reinterpreted() {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec &out = inputs.call.tile("dst"), &in = inputs.call.tile("src");
    Image image{std::vector<std::byte>(static_cast<std::size_t>(in.type.bytes())), valid_bytes(in)};
    scatter(in, inputs.of("src"), image.bytes);
    const ElementArray seen = gather(out, image.bytes);
    const PhysicalOffset offset(out.type);
    ExpectedTile expected(out.type.element, out.rows(), out.cols());
    for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
      if (!is_made_of(image.valid, offset(row, col), size_of(out.type.element))) return;
      expected.set_exact(index, seen[index]);
    });
    return expected;
  };
  return result;
}

std::vector<Ambiguity> reshape_ambiguities() {
  return {{"one page has dst as another name of the same storage, one as a copy of its bytes",
           "decision 106: the bytes, which both give"},
          {"one page preserves all bytes, one those of the valid region on devices",
           "decision 106: those of valid elements of src, in valid elements of dst"},
          {"the CPU header refuses types that devices take",
           "the page names no types; erratum E-TRESHAPE-001"}};
}

std::vector<Erratum> treshape_errata() {
  return {among(refusing(of_headers(Target::cpu, "E-TRESHAPE-001", "TReshape.hpp",
                                    "another element type is refused unless both are integers"),
                         {}, {"Element types must be compatible"}),
                "two element types, of which one is of floats", is_of_another_family)};
}

}  // namespace assay::ops
