// SPDX-License-Identifier: Apache-2.0
// TPREFETCH: this machine copies the view into the buffer at once.
#include "runners/simulator/rules/prefetch.hpp"

#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/table/runs.hpp"

namespace assay::simulator {

void run_prefetch(const Request& request, const Hooks& hooks) {
  assay_operand view = request[1];
  hooks.view(request, view);
  Output buffer(request, request[0], hooks);
  const int width = width_of(view.element);
  const auto room = static_cast<std::int64_t>(view.byte_size) * 8 / width;
  walk_view(view, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
    const std::uint64_t bits =
        hooks.moved(view.element, offset < room ? load_bits(view.data, width, offset) : 0);
    buffer.put({row, col}, bits, {&bits, 1});
  });
  buffer.finish();
}

}  // namespace assay::simulator
