// SPDX-License-Identifier: Apache-2.0
#include "suites/bench/raw_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

#include "reference/support/digest.hpp"

namespace assay::bench {
namespace {

template <typename Visit>
void for_each_array(const golden::GoldenCase& golden, const Visit& visit) {
  for (const ElementArray& array : golden.before) visit(array.bytes());
  const auto& tile = std::get<ExpectedTile>(golden.expected[0]);
  visit(std::as_bytes(std::span(tile.accept)));
  for (const ElementArray* array : {&tile.value, &tile.low, &tile.high}) visit(array->bytes());
  visit(std::as_bytes(std::span(tile.exact)));
}

}  // namespace

RawFile::RawFile(std::filesystem::path path)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600)) {
  if (file_ < 0) throw std::runtime_error("cannot write " + path_.string());
}

RawFile::~RawFile() {
  if (file_ >= 0) ::close(file_);
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void RawFile::add(std::span<const golden::GoldenCase> cases) {
  const auto write_all = [this](std::span<const std::byte> bytes) {
    if (write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
      throw std::runtime_error("the disk is full");
    }
  };
  for (const golden::GoldenCase& golden : cases) for_each_array(golden, write_all);
}

void RawFile::close() {
  fsync(file_);
  ::close(std::exchange(file_, -1));
}

double raw_bytes(const golden::GoldenCase& golden) {
  double bytes = 0;
  for_each_array(golden, [&bytes](std::span<const std::byte> array) {
    bytes += static_cast<double>(array.size());
  });
  return bytes;
}

std::string digest(std::span<const golden::GoldenCase> cases) {
  support::Sha256 sum;
  for (const golden::GoldenCase& golden : cases) {
    for_each_array(golden, [&sum](std::span<const std::byte> array) { sum.add(array); });
  }
  return sum.hex();
}

}  // namespace assay::bench
