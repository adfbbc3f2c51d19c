// SPDX-License-Identifier: Apache-2.0
#include "golden/format/content_digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace assay::golden {
namespace {

std::vector<std::byte> counted(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = std::byte(i);
  return bytes;
}

std::string xxh128_of(std::span<const std::byte> bytes) {
  Xxh128 digest;
  digest.add(bytes);
  return digest.hex();
}

// Digests that xxhash for Python prints.
TEST(Xxh128, IsWhatOthersMakeOfTheSameBytes) {
  EXPECT_EQ(xxh128_of({}), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(xxh128_of(std::as_bytes(std::span("abc", 3))), "06b05ab6733a618578af5f94892f3950");
  EXPECT_EQ(xxh128_of(counted(1024)), "83885e853bb6640ca870f92984398d22");
}

TEST(ContentDigest, DoesNotDependOnThePieces) {
  const std::vector<std::byte> bytes = counted(100'000);
  ContentDigest whole;
  whole.add(bytes);
  const ManifestEntry wanted = whole.entry(bytes.size(), "a");
  EXPECT_EQ(wanted.sha256.size(), 64U);
  EXPECT_EQ(wanted.xxh128, xxh128_of(bytes));
  for (const std::size_t size : {1U, 31U, 4096U}) {
    ContentDigest digest;
    for (std::size_t i = 0; i < bytes.size(); i += size) {
      digest.add(std::span(bytes).subspan(i, std::min(size, bytes.size() - i)));
    }
    const ManifestEntry got = digest.entry(bytes.size(), "a");
    EXPECT_EQ(got.sha256, wanted.sha256) << size;
    EXPECT_EQ(got.xxh128, wanted.xxh128) << size;
  }
}

}  // namespace
}  // namespace assay::golden
