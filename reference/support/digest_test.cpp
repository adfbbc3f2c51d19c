// SPDX-License-Identifier: Apache-2.0
// Laws of digests.
#include "reference/support/digest.hpp"

#include <gtest/gtest.h>

namespace assay::support {
namespace {

// The examples that NIST publishes for FIPS 180-4.
TEST(Digest, IsSha256) {
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Digest, IsTheSameWhateverPiecesTheBytesComeIn) {
  Sha256 digest;
  for (const std::string_view piece : {"a", "", "bc"}) digest.add(std::as_bytes(std::span(piece)));
  EXPECT_EQ(digest.hex(), sha256_of("abc"));
}

}  // namespace
}  // namespace assay::support
