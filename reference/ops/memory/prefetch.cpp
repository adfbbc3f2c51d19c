// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/memory/prefetch.hpp"

#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

/// Steps from row to row; the outer dimensions have one element each.
std::int64_t pitch_of(const GlobalSpec& view) { return view.stride[3]; }

bool is_matrix(const GlobalSpec& view) {
  const std::int64_t whole = pitch_of(view) * view.shape[3];
  return view.layout == GlobalLayout::ND && pitch_of(view) >= view.shape[4] &&
         view.shape == Dims5{1, 1, 1, view.shape[3], view.shape[4]} &&
         view.stride == Dims5{whole, whole, whole, pitch_of(view), 1};
}

/// Element (row, col) of src in memory, with steps of `pitch` from row to row.
std::int64_t place_of(const GlobalSpec& view, std::int64_t pitch, std::int64_t row,
                      std::int64_t col) {
  return view.base + row * pitch + col;
}

/// The elements that are loaded with steps of `pitch`; anything outside of the memory of src.
ExpectedTile loaded(const Evaluation& inputs, std::int64_t pitch) {
  const TileSpec& out = inputs.call.tile("dst");
  const ElementArray& memory = inputs.of("src");
  ExpectedTile expected(out.type.element, out.rows(), out.cols());
  for_each_valid(out, [&](std::int64_t index, std::int64_t row, std::int64_t col) {
    const std::int64_t place = place_of(inputs.call.global("src"), pitch, row, col);
    if (place < memory.size()) {
      expected.set_exact(index, memory[place]);
    } else {
      expected.set_accept(index, Accept::target_defined);
    }
  });
  return expected;
}

bool steps_otherwise(const Call& call) {
  const GlobalSpec& view = call.global("src");
  return view.shape[3] > 1 && call.tile("dst").cols() != pitch_of(view);
}

bool reads_beyond(const Call& call) {
  const GlobalSpec& view = call.global("src");
  return view.shape[3] > 1 && call.tile("dst").cols() > pitch_of(view);
}

}  // namespace

Constraint whole_lines() {
  return invariant(constraint(
      "src.matrix", "src is a matrix with the valid rows and columns of dst",
      [](const Call& call) {
        const TileSpec& tile = call.tile("dst");
        const GlobalSpec& view = call.global("src");
        return is_matrix(view) && view.dynamic_stride &&
               view.dynamic_shape == std::array<bool, 5>{false, false, false, true, true} &&
               view.shape[3] == tile.valid_rows && view.shape[4] == tile.valid_cols;
      },
      [](Call& call, Draw& draw) {
        const TileSpec& tile = call.tile("dst");
        GlobalSpec& view = call.global("src");
        view.layout = GlobalLayout::ND;
        view.dynamic_shape = {false, false, false, true, true};
        view.dynamic_stride = true;
        view.shape = {1, 1, 1, tile.valid_rows, tile.valid_cols};
        const std::int64_t pitch = tile.valid_cols + draw.pick({0, 0, 1, 8, 40});
        const std::int64_t whole = pitch * tile.valid_rows;
        view.stride = {whole, whole, whole, pitch, 1};
      }));
}

Result fetched() {
  Result result{.operand = "dst", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const TileSpec& out = inputs.call.tile("dst");
    if (inputs.call.target != cpu) return ExpectedTile(out.type.element, out.rows(), out.cols());
    return loaded(inputs, pitch_of(inputs.call.global("src")));
  };
  return result;
}

Result kept_memory() {
  Result result{.operand = "src", .flow = {.copies = true}};
  result.semantics = [](const Evaluation& inputs) -> Expected {
    const ElementArray& memory = inputs.of("src");
    ExpectedTile expected(memory.type(), 1, memory.size());
    for (std::int64_t i = 0; i < memory.size(); ++i) expected.set_accept(i, Accept::preserved);
    return expected;
  };
  return result;
}

std::vector<Erratum> tprefetch_errata() {
  Result stepping{.operand = "dst"};
  stepping.semantics = [](const Evaluation& inputs) -> Expected {
    return loaded(inputs, inputs.call.tile("dst").cols());
  };
  Erratum steps = giving(
      of_headers(cpu, "E-TPREFETCH-002", "TPrefetch.hpp", "global memory is read in steps of dst"),
      std::move(stepping));
  steps.reads_more = true;
  Erratum beyond = dying(of_headers(cpu, "E-TPREFETCH-001", "TPrefetch.hpp",
                                    "global memory is read in steps of dst, beyond the view, where "
                                    "a process may have no memory"),
                         nullptr);
  beyond.reads_more = true;
  return {among(std::move(beyond), "several rows that are shorter in global memory than in dst",
                reads_beyond),
          among(std::move(steps), "several rows whose step in global memory is not that of dst",
                steps_otherwise)};
}

}  // namespace assay::ops
