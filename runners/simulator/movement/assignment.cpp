// SPDX-License-Identifier: Apache-2.0
// TASSIGN: a tile at an address of the memory that is given, a view from a pointer on.
#include "runners/simulator/rules/assignment.hpp"

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {
namespace {

/// The tile where it is bound.
assay_operand bound_tile(const Request& request) {
  assay_operand bound = request[bound_operand(request)];
  bound.data = static_cast<unsigned char*>(bound_in(request).data) + bound_address(request);
  return bound;
}

/// Elements of `from` to the same places of `to`.
void carry(const Request& request, const Hooks& hooks, const assay_operand& from,
           const assay_operand& to) {
  const Tile source(from, hooks);
  Output out(request, to, hooks);
  for (std::int64_t row = 0; row < to.valid_rows; ++row) {
    for (std::int64_t col = 0; col < to.valid_cols; ++col) {
      Place place{row, col};
      hooks.origin(request, {row, col}, place);
      const std::uint64_t bits = hooks.moved(to.element, source.get(place.row, place.col));
      out.put({row, col}, bits, {&bits, 1});
    }
  }
  out.finish();
}

void bind_view(const Request& request, const Hooks& hooks) {
  assay_operand view = request[0];
  hooks.view(request, view);
  const int width = width_of(view.element);
  const auto first = static_cast<std::int64_t>(bound_address(request));
  const auto room = static_cast<std::int64_t>(view.byte_size) * 8 / width;
  const auto shown = static_cast<std::int64_t>(request[1].byte_size) * 8 / width;
  bool begins = true;
  walk_view(view, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    if (offset < 0 || offset >= room || first + offset >= shown) return;
    const std::uint64_t bits =
        hooks.moved(view.element, load_bits(request[1].data, width, first + offset));
    const std::uint64_t stored = hooks.written({request, {row, col}, {&bits, 1}, begins}, bits);
    begins = false;
    store_bits(view.data, width, offset, stored);
  });
}

}  // namespace

void run_assignment(const Request& request, const Hooks& hooks) {
  if (request.form == "pointer") return bind_view(request, hooks);
  const assay_operand bound = bound_tile(request);
  const bool writes = request.form == "written";
  carry(request, hooks, writes ? request[1] : bound, writes ? bound : request[0]);
}

void run_scale_address(const Request& request, const Hooks& hooks) {
  const std::uint64_t factors =
      hooks.scalar(request, request[3], ASSAY_U64, request[3].scalar_bits);
  assay_operand bound = request[0];
  bound.data = static_cast<unsigned char*>(request[2].data) + scales_of(factors);
  carry(request, hooks, bound, request[0]);
}

}  // namespace assay::simulator
