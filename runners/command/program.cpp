// SPDX-License-Identifier: Apache-2.0
#include "runners/command/program.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string_view>

#include "generators/generate.hpp"
#include "golden/golden.hpp"
#include "reference/support/endings.hpp"
#include "reference/support/text.hpp"
#include "runners/command/cli.hpp"
#include "runners/support/environment.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"

namespace assay::runners {
namespace {

/// A sentence may quote the contents of foreign files.
int say(std::string_view sentence, int exit_code) {
  // Not by fmt::print, which throws where standard error is closed.
  std::fputs(fmt::format("assay: {}\n", support::printable(sentence)).c_str(), stderr);
  return exit_code;
}
int say(const std::exception& error, int exit_code) { return say(error.what(), exit_code); }

/// An unforeseen error of a path that was named: not there, not allowed, too long.
int say(const std::filesystem::filesystem_error& error) {
  return say(fmt::format("cannot use {}: {}", error.path1().string(), error.code().message()),
             is_disk_fault(error.code()) ? exit_infra : exit_usage);
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  // A file that grows over the limit of the shell is a failed write, which has a sentence of its
  // own.
  std::signal(SIGXFSZ, SIG_IGN);
  keep_freed_memory();
  occupy_standard_files();
  support::tidy_up_on_signals();
  Command command;
  try {
    require_plain_floating_point();
    command = parse_command_line(argc, argv);
    const int code = command.run();
    std::cout.flush();
    if (!std::cout) throw InfraError("cannot write to standard output");
    return code;
  } catch (const golden::FileError& error) {
    return say(error, command.file_error);
  } catch (const generators::BadName& error) {
    return say(error, exit_usage);
  } catch (const UsageError& error) {
    return say(error, exit_usage);
  } catch (const std::filesystem::filesystem_error& error) {
    return say(error);
  } catch (const std::bad_alloc&) {
    return say("the memory is used up", exit_infra);
  } catch (const std::exception& error) {
    return say(error, exit_infra);
  }
}

}  // namespace assay::runners
