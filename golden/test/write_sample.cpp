// SPDX-License-Identifier: Apache-2.0
// write_sample FILE writes a sample golden file; write_sample --read FILE prints a result file.
#include <fmt/format.h>

#include <filesystem>

#include "golden/golden.hpp"
#include "golden/test/sample_cases.hpp"

namespace {

void write(const std::filesystem::path& path) {
  assay::golden::GoldenWriter writer(path, assay::golden::sample_provenance());
  for (auto& golden : assay::golden::sample_cases()) writer.add(std::move(golden));
  writer.finish();
}

// One line a case: name, status, operands with element type, count and first bits, text.
void print_results(const std::filesystem::path& path) {
  const assay::golden::ResultReader reader(path);
  for (std::size_t i = 0; i < reader.size(); ++i) {
    const assay::golden::ResultCase got = reader.read(i);
    fmt::print("{} {}", got.name, assay::name_of(got.outcome.status));
    for (const auto& [operand, elements] : got.outputs) {
      fmt::print(" {}:{}:{}:{:#x}", operand, assay::name_of(elements.type()), elements.size(),
                 elements[0]);
    }
    fmt::print(" [{}]\n", got.text);
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 3 && std::string_view(arguments[1]) == "--read") {
      print_results(arguments[2]);
    } else if (count == 2) {
      write(arguments[1]);
    } else {
      return 2;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}
