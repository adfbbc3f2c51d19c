// SPDX-License-Identifier: Apache-2.0
// Command line of assay-suite, apart from what GoogleTest takes.
#include "suites/gtest/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "runners/support/errors.hpp"
#include "runners/support/nearest.hpp"

namespace assay::suites {
namespace {

using runners::UsageError;

const std::vector<std::string> known{"--accuracy", "--backend", "--cases",
                                     "--help",     "--seed",    "--timeout"};

/// Cases of one test; more belong to a run of the command.
constexpr std::uint64_t most_cases = 1'000'000;
constexpr double least_seconds = 0.001;
constexpr double most_seconds = 86400;

std::uint64_t number(const std::string& option, const std::string& text, std::uint64_t least,
                     std::uint64_t most) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < least || value > most) {
    throw UsageError(
        fmt::format("{} must be a number between {} and {}, not '{}'", option, least, most, text));
  }
  return value;
}

std::chrono::milliseconds duration(const std::string& option, const std::string& text) {
  double seconds = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, seconds);
  if (error != std::errc() || stop != end ||
      !(seconds >= least_seconds && seconds <= most_seconds)) {
    throw UsageError(fmt::format("{} must be between {} and {} seconds, not '{}'", option,
                                 least_seconds, most_seconds, text));
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

void set(Options& options, const std::string& option, const std::string& value) {
  constexpr std::uint64_t largest = UINT64_MAX;
  if (value.empty()) throw UsageError(option + " is empty; give it a value or leave it out");
  if (option == "--backend") options.backend = value;
  if (option == "--accuracy") options.accuracy = value;
  if (option == "--seed") options.seed = number(option, value, 0, largest);
  if (option == "--cases") options.cases = number(option, value, 1, most_cases);
  if (option == "--timeout") options.timeout = duration(option, value);
}

/// "--name=value" as its two parts, or "--name" and the argument after it.
void take(Options& options, const std::vector<std::string>& arguments, std::size_t& next) {
  std::string name = arguments[next];
  const std::size_t equals = name.find('=');
  const bool joined = equals != std::string::npos;
  const std::string value = joined ? name.substr(equals + 1) : "";
  name.resize(joined ? equals : name.size());
  if (std::ranges::find(known, name) == known.end()) {
    throw UsageError(fmt::format("unknown option '{}'{}", name, runners::suggestion(name, known)));
  }
  if (joined) {
    set(options, name, value);
  } else if (next + 1 < arguments.size()) {
    set(options, name, arguments[++next]);
  } else {
    throw UsageError(fmt::format("{} needs a value", name));
  }
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  const char* backend = std::getenv("ASSAY_BACKEND");
  if (backend != nullptr && *backend != '\0') options.backend = backend;
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--help" || arguments[i] == "-h") {
      options.help = true;
    } else {
      take(options, arguments, i);
    }
  }
  return options;
}

std::string help_text() {
  return "The conformance suite as a GoogleTest program: tests OP.TARGET.FORM.DTYPE.CONSTRAINT.\n"
         "\n"
         "  --backend SPEC   what to test: simulator, simulator:fault=NAME,\n"
         "                   plugin:FILE.so or exec:COMMAND;\n"
         "                   ASSAY_BACKEND in the environment does the same\n"
         "  --cases N        cases per test [4]\n"
         "  --seed N         seed of everything that is drawn [1]\n"
         "  --timeout S      seconds a case may take [5]\n"
         "  --accuracy FILE  tolerances that replace built-in ones, as TOML\n"
         "\n"
         "A test is skipped where none of its cases could be judged. Exit code: 0 all conform,\n"
         "1 deviations, 2 bad input, 3 infrastructure.\n"
         "\n";
}

}  // namespace assay::suites
