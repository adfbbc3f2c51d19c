// SPDX-License-Identifier: Apache-2.0
// A fuzz target without libFuzzer: fuzz-replay-NAME FOLDER [CHANGES]. Reads every file of the
// folder, and each with CHANGES changes of some bytes, always the same ones.
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "reference/support/hash.hpp"
#include "suites/fuzz/in_memory.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes contents_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// One to four bytes replaced, a piece cut out or put in twice.
Bytes changed(Bytes bytes, std::uint64_t& state) {
  const auto up_to = [&](std::size_t most) {
    state = assay::support::mix(state);
    return static_cast<std::size_t>(state % (most + 1));
  };
  if (bytes.empty()) return bytes;
  const std::size_t way = up_to(3), begin = up_to(bytes.size() - 1);
  const std::size_t end = begin + up_to(std::min<std::size_t>(bytes.size() - begin, 64));
  const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = bytes.begin() + static_cast<std::ptrdiff_t>(end);
  if (way == 0) {
    bytes.erase(first, last);
  } else if (way == 1) {
    const Bytes piece(first, last);
    bytes.insert(first, piece.begin(), piece.end());
  } else {
    for (std::size_t count = 1 + up_to(3); count > 0; --count) {
      bytes[up_to(bytes.size() - 1)] = static_cast<std::uint8_t>(up_to(255));
    }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string changes = argc > 2 ? argv[2] : "0";
  std::uint64_t count = 0, inputs = 0, taken = 0, state = 1;
  const char* const end = changes.data() + changes.size();
  if (argc < 2 || argc > 3 || std::from_chars(changes.data(), end, count).ptr != end) {
    std::cerr << "usage: " << argv[0] << " FOLDER [CHANGES]\n";
    return 2;
  }
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    const Bytes bytes = contents_of(entry.path());
    taken += assay::fuzz::read(bytes) ? 1 : 0;
    for (std::uint64_t change = 0; change < count; ++change)
      assay::fuzz::read(changed(bytes, state));
    inputs += 1 + count;
  }
  std::cout << taken << " files taken, " << inputs << " inputs\n";
}
