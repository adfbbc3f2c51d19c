// SPDX-License-Identifier: Apache-2.0
// The entry point of libFuzzer.
#include "suites/fuzz/in_memory.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  assay::fuzz::read({data, size});
  return 0;
}
