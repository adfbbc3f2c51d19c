// SPDX-License-Identifier: Apache-2.0
#include <H5Cpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory_resource>
#include <set>
#include <utility>

#include "golden/output_file.hpp"
#include "golden/schema.hpp"
#include "golden/signature_rows.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_pending = std::size_t{16} << 20U;
// Of one signature: few enough bytes that they are digested and written while still at hand.
constexpr std::size_t most_of_a_signature = std::size_t{1} << 20U;
constexpr const char* kind = "golden file";

// Cases with equal texts may share a signature; same_signature decides.
std::string bucket_of(const Call& call) {
  std::string out = fmt::format("{}/{}/{}", call.form->op, call.form->name, name_of(call.target));
  for (const OperandValue& value : call.operands) {
    out += fmt::format("/{}", name_of(element_of(value)));
  }
  return out;
}

}  // namespace

struct GoldenWriter::Impl {
  std::filesystem::path path;
  std::optional<OutputFile> file;
  // Memory that was written to once is not given back: fresh pages cost more than copying to them.
  // Larger blocks go back: of each size as many would be kept as there ever were at once.
  std::pmr::unsynchronized_pool_resource memory{
      std::pmr::pool_options{.max_blocks_per_chunk = 0, .largest_required_pool_block = 1U << 16U}};
  std::vector<SignatureRows> signatures;
  std::map<std::string, std::vector<std::size_t>> buckets;
  std::vector<std::size_t> pending;  // bytes, by signature
  std::vector<std::size_t> latest;   // how many cases there were at the latest, by signature
  std::size_t pending_bytes = 0;
  std::set<std::string> names;
  Strings name, op, form, target, dtypes, intent, plan, scenario, dtype;
  Naturals key, signature, row, expected;

  std::size_t signature_of(const Call& call) {
    std::vector<std::size_t>& bucket = buckets[bucket_of(call)];
    for (const std::size_t index : bucket) {
      if (same_signature(signatures[index].call(), call)) return index;
    }
    bucket.push_back(signatures.size());
    signatures.emplace_back(fmt::format("/signatures/s{:04}", signatures.size()), call, &memory);
    pending.push_back(0);
    latest.push_back(0);
    return signatures.size() - 1;
  }

  void describe(const GoldenCase& golden, std::size_t index) {
    const Case& test = golden.test;
    const CaseRecord record = record_of(test, Verdict{});
    name.push_back(test.name);
    op.push_back(record.op);
    form.push_back(record.form);
    target.push_back(record.target);
    dtypes.push_back(record.dtypes);
    intent.push_back(to_string(test.intent));
    plan.push_back(test.plan);
    scenario.push_back(test.scenario);
    dtype.push_back(record.dtype);
    key.push_back(test.key);
    signature.push_back(index);
    row.push_back(signatures[index].rows());
    expected.push_back(golden.expected.empty() ? 0 : 1);
  }

  // Those that have waited longest go first: a signature whose cases are all there is written in
  // one piece, and its chunks fit.
  void flush_half() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      if (pending[i] > 0) order.push_back(i);
    }
    std::ranges::sort(order, {}, [&](std::size_t i) { return latest[i]; });
    for (const std::size_t i : order) {
      if (pending_bytes <= most_pending / 2) return;
      flush(i);
    }
  }

  void flush(std::size_t index) {
    signatures[index].flush(*file);
    pending_bytes -= std::exchange(pending[index], 0);
  }

  Table cases() {
    return {{"name", std::move(name)},        {"op", std::move(op)},
            {"form", std::move(form)},        {"target", std::move(target)},
            {"dtypes", std::move(dtypes)},    {"intent", std::move(intent)},
            {"plan", std::move(plan)},        {"scenario", std::move(scenario)},
            {"key", std::move(key)},          {"signature", std::move(signature)},
            {"row", std::move(row)},          {"dtype", std::move(dtype)},
            {"expected", std::move(expected)}};
  }
};

GoldenWriter::GoldenWriter(std::filesystem::path path, Provenance provenance)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = std::move(path);
  writing(kind, impl_->path, [&] {
    impl_->file.emplace(impl_->path, root_attributes(provenance, std::string(golden_schema)));
    impl_->file->group("/signatures");
  });
}

GoldenWriter::~GoldenWriter() = default;

void GoldenWriter::add(GoldenCase golden) {
  writing(kind, impl_->path, [&] {
    if (!impl_->names.insert(golden.test.name).second) return;
    const std::size_t index = impl_->signature_of(golden.test.call);
    impl_->describe(golden, index);
    SignatureRows& rows = impl_->signatures[index];
    rows.put(golden);
    const std::size_t bytes = rows.pending();
    impl_->pending_bytes += bytes - impl_->pending[index];
    impl_->pending[index] = bytes;
    impl_->latest[index] = impl_->name.size();
    if (bytes > most_of_a_signature) impl_->flush(index);
    if (impl_->pending_bytes > most_pending) impl_->flush_half();
  });
}

void GoldenWriter::finish() {
  writing(kind, impl_->path, [&] {
    for (SignatureRows& rows : impl_->signatures) {
      rows.finish(*impl_->file);
    }
    impl_->file->table("/cases", impl_->cases());
    impl_->file->finish();
  });
}

std::string library_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5::H5Library::getLibVersion(major, minor, release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace assay::golden
