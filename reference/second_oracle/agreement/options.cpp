// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "reference/second_oracle/agreement/samples.hpp"

namespace assay::agreement {
namespace {

std::int64_t number(const std::string& word) {
  const bool hexadecimal = word.starts_with("0x");
  std::int64_t value = 0;
  const char* begin = word.data() + (hexadecimal ? 2 : 0);
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(begin, end, value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end || value < 0) {
    throw UsageError("'" + word + "' is not a number");
  }
  return value;
}

Range range_named(const std::string& word) {
  const auto colon = word.find(':');
  if (colon == std::string::npos) throw UsageError("--range takes BEGIN:END, not '" + word + "'");
  const Range range{number(word.substr(0, colon)), number(word.substr(colon + 1))};
  if (range.begin >= range.end) throw UsageError("--range " + word + " has nothing in it");
  return range;
}

Function function_named(const std::string& word) {
  for (int i = 0; i < function_count; ++i) {
    const auto function = static_cast<Function>(i);
    if (name_of(function) == word && arity(function) == 1) return function;
  }
  throw UsageError("'" + word + "' is not the name of a function of one argument");
}

std::vector<RoundMode> modes_named(const std::string& word) {
  if (word == "all") return all_modes;
  const auto found =
      std::ranges::find(all_modes, word, [](RoundMode mode) { return name_of(mode); });
  if (found == all_modes.end()) throw UsageError("'" + word + "' is not the name of a mode");
  return {*found};
}

ElementType type_named(const std::string& word) {
  const auto type = element_named(word);
  if (!type) throw UsageError("'" + word + "' is not the name of an element type");
  return *type;
}

int threads_named(const std::string& word) {
  const std::int64_t threads = number(word);
  if (threads < 1 || threads > 1024) throw UsageError("-j takes 1 to 1024, not '" + word + "'");
  return static_cast<int>(threads);
}

void add_target(Options& options, const std::string& word) {
  if (word != "all") {
    options.targets.push_back(type_named(word));
    return;
  }
  for (const ElementFormat& format : all_formats()) options.targets.push_back(format.type);
}

void take(Options& options, const std::string& option, const std::string& value) {
  if (option == "--function") {
    options.functions.push_back(function_named(value));
  } else if (option == "--from") {
    options.from = type_named(value);
  } else if (option == "--to") {
    add_target(options, value);
  } else if (option == "--mode") {
    options.modes = modes_named(value);
  } else if (option == "--range") {
    options.range = range_named(value);
  } else if (option == "-j") {
    options.threads = threads_named(value);
  } else {
    throw UsageError("unknown option '" + option + "'");
  }
}

/// How many inputs there are, if they can be counted.
std::optional<std::int64_t> inputs_of(const Options& options) {
  if (options.stratified) return stratified_count;
  if (bits_of(options.from) > 32) return std::nullopt;
  return std::int64_t{1} << bits_of(options.from);
}

void check(const Options& options) {
  if (options.stratified && options.from != ElementType::f32) {
    throw UsageError("--stratified samples f32 only");
  }
  const auto inputs = inputs_of(options);
  if (!inputs && !options.range) throw UsageError("types of 64 bits need --range");
  if (inputs && options.range && options.range->end > *inputs) {
    throw UsageError(fmt::format("--range must end at {:#x} or before", *inputs));
  }
}

void fill_in(Options& options) {
  if (options.targets.empty()) options.targets.push_back(ElementType::f32);
  if (!options.functions.empty()) return;
  for (int i = 0; i < function_count; ++i) {
    if (arity(Function(i)) == 1) options.functions.push_back(Function(i));
  }
}

}  // namespace

const std::string usage =
    R"(assay-exhaustive: asks both oracles about every input and compares the bits.

  --function NAME     a function of one argument, as often as wanted; without it all of them:
                      identity (conversion), square_root, reciprocal_square_root, reciprocal,
                      exponential, logarithm
  --from TYPE         of the inputs (f32)
  --to TYPE|all       of the results, as often as wanted (f32)
  --mode NAME|all     nearest_even, nearest_away, floor, ceil, toward_zero, odd (all)
  --range BEGIN:END   the codes from BEGIN to END - 1, decimal or hexadecimal (all there are)
  --stratified        2^24 samples of f32 instead of codes; --range then counts samples
  -j THREADS          (1)
  --help

A run that was killed goes on with the --range that its last line of progress names.

  assay-exhaustive -j 8                                  every f32, every function, every mode
  assay-exhaustive --function square_root --mode nearest_even
  assay-exhaustive --function identity --to all -j 8     conversions of every f32
  assay-exhaustive --function logarithm --range 0x3f800000:0x40000000

Exit codes: 0 no disagreement; 1 a disagreement, whose bits are printed; 2 the command line is
wrong; 3 something failed.
)";

Options parse(std::span<const std::string> words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--help") {
      options.help = true;
    } else if (words[i] == "--stratified") {
      options.stratified = true;
    } else if (i + 1 == words.size()) {
      throw UsageError("'" + words[i] + "' is no option, or its value is missing");
    } else {
      take(options, words[i], words[i + 1]);
      ++i;
    }
  }
  fill_in(options);
  check(options);
  return options;
}

Range range_of(const Options& options) {
  return options.range ? *options.range : Range{0, *inputs_of(options)};
}

}  // namespace assay::agreement
