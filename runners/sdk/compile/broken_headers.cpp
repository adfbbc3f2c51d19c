// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/compile/broken_headers.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>

#include "runners/sdk/compile/machine.hpp"

namespace assay::runners::sdk {
namespace {

constexpr const char* error_file = "broken";

}  // namespace

std::string error_of_headers(Compiler& compiler, const std::filesystem::path& folder,
                             const std::string& prelude, const std::string& stamps, bool quiet) {
  const std::filesystem::path known = folder / error_file;
  if (std::ifstream before(known, std::ios::binary); before) {
    return {std::istreambuf_iterator<char>(before), {}};
  }
  try {
    compiler.prepare(folder, prelude, stamps, quiet);
    return {};
  } catch (const BrokenHeaders& broken) {
    std::cerr << fmt::format("{}\n", broken.what());
    write_whole(known, broken.error);
    return broken.error;
  }
}

bool is_broken(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / error_file);
}

Built without_headers(const CompileRequest& wanted, const std::string& error) {
  return {wanted.must_fail ? Built::Kind::broken : Built::Kind::refused,
          "the headers do not compile: " + error, "", wanted.digest};
}

}  // namespace assay::runners::sdk
