// SPDX-License-Identifier: Apache-2.0
#include "reference/second_oracle/agreement/options.hpp"

#include <algorithm>
#include <charconv>

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
  return {number(word.substr(0, colon)), number(word.substr(colon + 1))};
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

void take(Options& options, const std::string& option, const std::string& value) {
  if (option == "--function") {
    options.functions.push_back(function_named(value));
  } else if (option == "--from") {
    options.from = type_named(value);
  } else if (option == "--to") {
    options.to = type_named(value);
  } else if (option == "--mode") {
    options.modes = modes_named(value);
  } else if (option == "--range") {
    options.range = range_named(value);
  } else if (option == "-j") {
    options.threads = static_cast<int>(std::clamp<std::int64_t>(number(value), 1, 1024));
  } else {
    throw UsageError("unknown option '" + option + "'");
  }
}

void check(const Options& options) {
  if (options.stratified && options.from != ElementType::f32) {
    throw UsageError("--stratified samples f32 only");
  }
  if (!options.stratified && !options.range && bits_of(options.from) > 32) {
    throw UsageError("types of 64 bits need --range");
  }
  const bool whole_word = bits_of(options.from) > 32 && !options.stratified;
  if (!options.range || whole_word) return;
  const std::int64_t last =
      options.stratified ? std::int64_t{1} << 24 : std::int64_t{1} << bits_of(options.from);
  if (options.range->begin > options.range->end || options.range->end > last) {
    throw UsageError("--range must lie between 0 and " + std::to_string(last));
  }
}

}  // namespace

const std::string usage =
    "assay-exhaustive [--function NAME]... [--from TYPE] [--to TYPE] [--mode NAME|all]\n"
    "                 [--range BEGIN:END] [--stratified] [-j THREADS]\n"
    "Asks both oracles about every input of functions of one argument: all of them, every f32, "
    "every\n"
    "mode unless told otherwise. --stratified takes 2^24 samples of f32. Exit code 1 and the bits "
    "of\n"
    "the first disagreement if there is one.\n";

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
  if (options.functions.empty()) {
    for (int i = 0; i < function_count; ++i) {
      if (arity(static_cast<Function>(i)) == 1) options.functions.push_back(Function(i));
    }
  }
  check(options);
  return options;
}

Range range_of(const Options& options) {
  if (options.range) return *options.range;
  return {0, std::int64_t{1} << (options.stratified ? 24 : bits_of(options.from))};
}

}  // namespace assay::agreement
