// SPDX-License-Identifier: Apache-2.0
// The parts of the table. Each registers its measurements and gives back what makes rows of them.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "suites/bench/measure.hpp"
#include "suites/bench/numpy_process.hpp"
#include "suites/bench/table.hpp"

namespace assay::bench {

using Rows = std::function<std::vector<Row>(const Figures&)>;

/// The shared state of the sections; it must outlive the run.
struct Shared {
  Settings settings;
  std::filesystem::path folder;  ///< for temporary files
  NumpyProcess& numpy;
};

Rows functions(Shared& shared);  ///< correctly rounded f32 against MPFR and numpy
Rows sweeps(Shared& shared);     ///< every input of an op
Rows sums(Shared& shared);       ///< sums, dot products and matrix products against MPFR
Rows filling(Shared& shared);    ///< tiles against containers of RapidCheck
Rows storage(Shared& shared);    ///< a golden file against write() and against a file for each case
Rows digests(Shared& shared);    ///< the cost of comparing files with their digests
Rows case_costs(Shared& shared);  ///< everything around the arithmetic of a case
Rows workers(Shared& shared);     ///< executing cases in a worker against in this process
Rows programs(Shared& shared);    ///< matrix products as pages promise them, and programs
Rows sorts(Shared& shared);       ///< judging a sort against executing it

}  // namespace assay::bench
