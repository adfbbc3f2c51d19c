// SPDX-License-Identifier: Apache-2.0
// Notes on bindings, and known deviations of implementations.
#include "reference/ops/header_errata.hpp"
#include "reference/ops/memory/assignment.hpp"

namespace assay::ops {

std::vector<Ambiguity> assignment_ambiguities() {
  return {{"in auto mode the page lets nothing happen, the CPU header binds",
           "decision 135: calls are those of manual mode"},
          {"the check counts elements of four bits as whole bytes",
           "decision 135: no case has such tiles"},
          {"the page has capacities of devices, none of the CPU",
           "constraint dst.ends on a2a3 and a5; decision 135"}};
}

std::vector<std::string> assignment_notes() {
  return {
      "a backend that has operands in memories of their own copies: dst is what is in "
      "storage at the address; in form written storage gets the contents of dst there",
      "not tested: convolution tiles; half bytes; auto mode; writes through a view"};
}

std::vector<Erratum> tassign_errata() {
  Erratum known = of_headers(Target::cpu, "E-TASSIGN-001", "TAssign.hpp",
                             "an address that the compiler knows may be misaligned");
  known.source = "include/pto/common/tassign_check.hpp";
  return {accepting(std::move(known), "dst.aligned")};
}

}  // namespace assay::ops
