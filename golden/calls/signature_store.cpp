// SPDX-License-Identifier: Apache-2.0
#include "golden/calls/signature_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "golden/output_file.hpp"
#include "golden/schema.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_pending = std::size_t{16} << 20U;
// Of one signature: few enough bytes that they are digested and written while still at hand.
constexpr std::size_t most_of_a_signature = std::size_t{1} << 20U;

// Cases with equal texts may share a signature; same_signature decides.
std::string bucket_of(const Call& call) {
  std::string out = fmt::format("{}/{}/{}", call.form->op, call.form->name, name_of(call.target));
  for (const OperandValue& value : call.operands) {
    out += fmt::format("/{}", name_of(element_of(value)));
  }
  return out;
}

}  // namespace

std::size_t SignatureStore::signature_of(const Call& call) {
  std::vector<std::size_t>& bucket = buckets_[bucket_of(call)];
  for (const std::size_t index : bucket) {
    if (same_signature(signatures_[index].call(), call)) return index;
  }
  bucket.push_back(signatures_.size());
  signatures_.emplace_back(fmt::format("{}/s{:04}", base_, signatures_.size()), call, &memory_);
  pending_.push_back(0);
  latest_.push_back(0);
  return signatures_.size() - 1;
}

// Those that have waited longest go first: a signature whose cases are all there is written in
// one piece, and its chunks fit.
void SignatureStore::flush_half(OutputFile& file) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (pending_[i] > 0) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t i) { return latest_[i]; });
  for (const std::size_t i : order) {
    if (pending_bytes_ <= most_pending / 2) return;
    flush(i, file);
  }
}

void SignatureStore::flush(std::size_t index, OutputFile& file) {
  signatures_[index].flush(file);
  pending_bytes_ -= std::exchange(pending_[index], 0);
}

SignaturePlace SignatureStore::put(const GoldenCase& golden, OutputFile& file) {
  const std::size_t index = signature_of(golden.test.call);
  SignatureRows& rows = signatures_[index];
  const SignaturePlace place{index, rows.rows()};
  rows.put(golden);
  const std::size_t bytes = rows.pending();
  pending_bytes_ += bytes - pending_[index];
  pending_[index] = bytes;
  latest_[index] = ++cases_;
  if (bytes > most_of_a_signature) flush(index, file);
  if (pending_bytes_ > most_pending) flush_half(file);
  return place;
}

void SignatureStore::finish(OutputFile& file) {
  for (SignatureRows& rows : signatures_) rows.finish(file);
}

}  // namespace assay::golden
