// SPDX-License-Identifier: Apache-2.0
// The two digests that a manifest has of the bytes of a dataset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "reference/support/digest.hpp"

namespace assay::golden {

/// The manifest's entry of one object. Groups have no bytes and the digest "".
struct ManifestEntry {
  std::string sha256;
  std::uint64_t bytes = 0;
  std::string attributes;  ///< SHA-256 of h5::attribute_lines
  std::string xxh128;      ///< of the same bytes as sha256; "" in files from before it
};

/// XXH3 of 128 bits, which takes a twentieth of the time of SHA-256: every reader checks it
/// (decision 204). It detects accidental changes, not a deliberate forgery.
class Xxh128 {
 public:
  Xxh128();
  Xxh128(Xxh128&&) noexcept;
  Xxh128& operator=(Xxh128&&) noexcept;
  ~Xxh128();
  void add(std::span<const std::byte> bytes);
  /// 32 lower-case hexadecimal digits, the highest first, as xxhsum prints them.
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Both digests of bytes that come in pieces.
class ContentDigest {
 public:
  void add(std::span<const std::byte> bytes);
  /// The entry of a dataset of `bytes` bytes; nothing can be added afterwards.
  ManifestEntry entry(std::uint64_t bytes, const std::string& attributes);

 private:
  support::Sha256 sha256_;
  Xxh128 xxh128_;
};

}  // namespace assay::golden
