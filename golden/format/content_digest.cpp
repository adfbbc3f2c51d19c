// SPDX-License-Identifier: Apache-2.0
#include "golden/format/content_digest.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <new>

namespace assay::golden {

struct Xxh128::State {
  XXH3_state_t* raw = XXH3_createState();
  State() {
    if (raw == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(raw);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { XXH3_freeState(raw); }
};

Xxh128::Xxh128() : state_(std::make_unique<State>()) {}
Xxh128::Xxh128(Xxh128&&) noexcept = default;
Xxh128& Xxh128::operator=(Xxh128&&) noexcept = default;
Xxh128::~Xxh128() = default;

void Xxh128::add(std::span<const std::byte> bytes) {
  XXH3_128bits_update(state_->raw, bytes.data(), bytes.size());
}

std::string Xxh128::hex() const {
  const XXH128_hash_t digest = XXH3_128bits_digest(state_->raw);
  return fmt::format("{:016x}{:016x}", digest.high64, digest.low64);
}

void ContentDigest::add(std::span<const std::byte> bytes) {
  sha256_.add(bytes);
  xxh128_.add(bytes);
}

ManifestEntry ContentDigest::entry(std::uint64_t bytes, const std::string& attributes) {
  return {sha256_.hex(), bytes, attributes, xxh128_.hex()};
}

}  // namespace assay::golden
