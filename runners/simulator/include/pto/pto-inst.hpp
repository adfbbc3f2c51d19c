// SPDX-License-Identifier: Apache-2.0
// The instructions by their public names, executed by the simulator of this tree: link with
// assay_pto. A unit is for a2a3 with MEMORY_BASE defined, for a5 with REGISTER_BASE, else for a
// CPU.
#pragma once

#include "runners/simulator/include/pto/bitwise.hpp"
#include "runners/simulator/include/pto/compound.hpp"
#include "runners/simulator/include/pto/conversion.hpp"
#include "runners/simulator/include/pto/elementwise.hpp"
#include "runners/simulator/include/pto/expansion.hpp"
#include "runners/simulator/include/pto/memory.hpp"
#include "runners/simulator/include/pto/movement.hpp"
#include "runners/simulator/include/pto/print.hpp"
#include "runners/simulator/include/pto/qualifiers.hpp"
#include "runners/simulator/include/pto/reduction.hpp"
#include "runners/simulator/include/pto/selection.hpp"
#include "runners/simulator/include/pto/tile_scalar.hpp"
