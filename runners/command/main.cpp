// SPDX-License-Identifier: Apache-2.0
// assay: the command.
#include <fmt/format.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <optional>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "runners/command/cli.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"

namespace {

int say(const std::exception& error, int exit_code) {
  fmt::print(stderr, "assay: {}\n", error.what());
  return exit_code;
}

int run(int argc, char** argv) {
  using namespace assay::runners;
  Command command;
  try {
    require_plain_floating_point();
    command = parse_command_line(argc, argv);
    const int code = command.run();
    std::cout.flush();
    if (!std::cout) throw InfraError("cannot write to standard output");
    return code;
  } catch (const assay::golden::FileError& error) {
    return say(error, command.file_error);
  } catch (const assay::generators::BadName& error) {
    return say(error, exit_usage);
  } catch (const UsageError& error) {
    return say(error, exit_usage);
  } catch (const std::exception& error) {
    return say(error, exit_infra);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // A file that grows over the limit of the shell is a failed write, which has a sentence of its
  // own.
  std::signal(SIGXFSZ, SIG_IGN);
  return run(argc, argv);
}
