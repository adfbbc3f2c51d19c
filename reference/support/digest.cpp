// SPDX-License-Identifier: Apache-2.0
#include "reference/support/digest.hpp"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>

namespace assay::support {

struct Sha256::Context {
  EVP_MD_CTX* raw = EVP_MD_CTX_new();
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() { EVP_MD_CTX_free(raw); }
};

namespace {

// Looked up once: a file has a digest for every object in it.
const EVP_MD* method() {
  static const std::unique_ptr<EVP_MD, void (*)(EVP_MD*)> found(
      EVP_MD_fetch(nullptr, "SHA2-256", nullptr), EVP_MD_free);
  return found.get();
}

}  // namespace

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  // OpenSSL returns null where there is no memory, and reads what it is given.
  if (context_->raw == nullptr) throw std::bad_alloc();
  if (method() == nullptr || EVP_DigestInit_ex(context_->raw, method(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL offers no SHA-256");
  }
}
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::add(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(context_->raw, bytes.data(), bytes.size());
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->raw, digest.data(), &size);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(std::size_t{2} * size);
  for (unsigned i = 0; i < size; ++i) {
    out += digits[digest[i] >> 4U];
    out += digits[digest[i] & 0xFU];
  }
  return out;
}

std::string sha256_of(std::string_view text) {
  Sha256 digest;
  digest.add(std::as_bytes(std::span(text)));
  return digest.hex();
}

}  // namespace assay::support
