// SPDX-License-Identifier: Apache-2.0
// The identity of a group of failing cases: one of an earlier run, or a new one.
#pragma once

#include <string>
#include <vector>

#include "reports/findings/cluster.hpp"
#include "reports/findings/previous_run.hpp"

namespace assay::reports {

/// Groups of the cases that failed before in the same kind of way, one for each earlier finding
/// that still has some, with its id; and of cases that the earlier run did not have where such a
/// group explains them. `fresh` has the other failing cases, by op.
struct Sorted {
  std::vector<Cluster> known;
  std::vector<Members> fresh;
};
Sorted sorted_by_past(const std::vector<StudiedOp>& ops, const PreviousRun& previous);

/// Gives an id to every cluster without one: that of an earlier finding of the same op, verdict and
/// pattern which no other has, if most of its cases are not in the earlier run; or else one made of
/// op, verdict and pattern that neither run has yet. Clusters are taken largest first.
void name_clusters(std::vector<Cluster>& clusters, const PreviousRun& previous);

}  // namespace assay::reports
