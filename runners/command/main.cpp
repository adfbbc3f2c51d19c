// SPDX-License-Identifier: Apache-2.0
// assay: the command.
#include "runners/command/program.hpp"

int main(int argc, char** argv) { return assay::runners::run_program(argc, argv); }
