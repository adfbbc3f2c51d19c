// SPDX-License-Identifier: Apache-2.0
// Golden and result files. Digests are not checked: after a wrong one nothing else would be
// read.
#include "golden/golden.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace assay::fuzz {
namespace {

template <typename Reader>
void read_all(const Reader& reader) {
  for (std::size_t index = 0; index < reader.size(); ++index) reader.read(index);
}

}  // namespace

bool read(Input input) {
  constexpr std::size_t readers = 2;
  const auto [reader, rest] = choice_of(input, readers);
  const MemoryFile file(rest);
  try {
    if (reader == 0) read_all(golden::GoldenReader(file.path(), find_op, false));
    if (reader == 1) read_all(golden::ResultReader(file.path(), false));
    return true;
  } catch (const golden::FileError&) {
    return false;
  }
}

}  // namespace assay::fuzz
