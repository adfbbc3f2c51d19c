// SPDX-License-Identifier: Apache-2.0
// Bullets of the manual's pages inside the program: founding pages first, then those of the
// families.
#pragma once

#include "reports/manual/manual.hpp"

namespace assay::runners {

reports::ManualPages all_manual_pages();

}  // namespace assay::runners
