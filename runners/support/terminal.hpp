// SPDX-License-Identifier: Apache-2.0
// Properties of a terminal.
#pragma once

namespace assay::runners {

/// Whether texts for this descriptor are coloured: a terminal, unless NO_COLOR is set to anything.
bool wants_colour(int descriptor);

}  // namespace assay::runners
