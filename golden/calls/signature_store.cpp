// SPDX-License-Identifier: Apache-2.0
#include "golden/calls/signature_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "golden/container/output_file.hpp"
#include "golden/format/schema.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_pending = std::size_t{16} << 20U;
// Bytes of one signature: few enough to be digested and written while in the cache.
constexpr std::size_t most_of_a_signature = std::size_t{1} << 20U;
constexpr std::size_t most_open = 1024;

// Cases with equal texts may share a signature; same_signature decides.
std::string bucket_of(const Call& call) {
  std::string out = fmt::format("{}/{}/{}", call.form->op, call.form->name, name_of(call.target));
  for (const OperandValue& value : call.operands) {
    out += fmt::format("/{}", name_of(element_of(value)));
  }
  return out;
}

}  // namespace

SignatureStore::Place SignatureStore::signature_of(const Call& call, OutputFile& file) {
  std::string bucket = bucket_of(call);
  if (const auto found = buckets_.find(bucket); found != buckets_.end()) {
    for (const std::size_t index : found->second) {
      const auto place = open_.find(index);
      if (same_signature(place->second.rows.call(), call)) return place;
    }
  }
  if (open_.size() == most_open) {
    finish(oldest(), file);
    if (++retired_ % most_open == 0) file.reopen();
  }
  const std::size_t index = signatures_++;
  buckets_[bucket].push_back(index);
  SignatureRows rows(fmt::format("{}/s{:04}", base_, index), call, &memory_);
  return open_.emplace(index, Open{std::move(rows), std::move(bucket)}).first;
}

SignatureStore::Place SignatureStore::oldest() {
  return std::ranges::min_element(open_, {}, [](const auto& item) { return item.second.latest; });
}

// Those that have waited longest go first: a signature whose cases are all there is written in
// one piece, and its chunks fit.
void SignatureStore::flush_half(OutputFile& file) {
  std::vector<Open*> order;
  for (auto& [index, signature] : open_) {
    if (signature.pending > 0) order.push_back(&signature);
  }
  std::ranges::sort(order, {}, &Open::latest);
  for (Open* signature : order) {
    if (pending_bytes_ <= most_pending / 2) return;
    flush(*signature, file);
  }
}

void SignatureStore::flush(Open& signature, OutputFile& file) {
  signature.rows.flush(file);
  pending_bytes_ -= std::exchange(signature.pending, 0);
}

void SignatureStore::finish(Place place, OutputFile& file) {
  auto& [index, signature] = *place;
  pending_bytes_ -= signature.pending;
  signature.rows.finish(file);
  file.close(fmt::format("{}/s{:04}", base_, index));
  const auto bucket = buckets_.find(signature.bucket);
  std::erase(bucket->second, index);
  if (bucket->second.empty()) buckets_.erase(bucket);
  open_.erase(place);
}

SignaturePlace SignatureStore::put(const GoldenCase& golden, OutputFile& file) {
  const auto place = signature_of(golden.test.call, file);
  auto& [index, signature] = *place;
  const SignaturePlace out{index, signature.rows.rows()};
  signature.rows.put(golden);
  const std::size_t bytes = signature.rows.pending();
  pending_bytes_ += bytes - signature.pending;
  signature.pending = bytes;
  signature.latest = ++cases_;
  if (bytes > most_of_a_signature) flush(signature, file);
  if (pending_bytes_ > most_pending) flush_half(file);
  return out;
}

void SignatureStore::finish(OutputFile& file) {
  while (!open_.empty()) finish(open_.begin(), file);
}

}  // namespace assay::golden
