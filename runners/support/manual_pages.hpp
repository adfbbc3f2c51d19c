// SPDX-License-Identifier: Apache-2.0
// Bullets of the manual's pages inside the program; a founding page precedes the later one.
#pragma once

#include "reports/manual/bullets.hpp"

namespace assay::runners {

reports::ManualPages all_manual_pages();

}  // namespace assay::runners
