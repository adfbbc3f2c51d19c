// SPDX-License-Identifier: Apache-2.0
#include "runners/command/backend_spellings.hpp"

#include <array>

namespace assay::runners {

std::span<const BackendSpelling> backend_spellings() {
  static constexpr std::array all{
      BackendSpelling{"simulator", "the simulator in the tree, healthy"},
      BackendSpelling{
          "simulator:fault=NAME",
          "the same with one known bug or mutant; --faults, --mutants list them. NAME@rows>16, "
          "@valid_cols%8, @dtype=f16 or @target=a5 limits it, + adds another"},
      BackendSpelling{"simulator:errata=NUMBER",
                      "the same with a known deviation, or errata=all; --errata lists them"},
      BackendSpelling{
          "sdk", "a library of PTO headers, compiled from the folder that --sdk-include names"},
      BackendSpelling{"plugin:FILE.so", "a shared library with the interface of runners/backend.h"},
      BackendSpelling{"exec:COMMAND", "a program that speaks runners/PROTOCOL.md on its pipes"},
      BackendSpelling{"replay:FILE.h5", "a result file, for judge, replay and run with its cases"},
  };
  return all;
}

}  // namespace assay::runners
