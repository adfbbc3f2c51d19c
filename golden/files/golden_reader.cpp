// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "golden/calls/program_reader.hpp"
#include "golden/calls/signature_reader.hpp"
#include "golden/container/input_file.hpp"
#include "golden/container/output_file.hpp"
#include "golden/format/schema.hpp"
#include "golden/hdf5/limits.hpp"
#include "golden/tables/manifest.hpp"
#include "golden/tables/table.hpp"
#include "reference/support/name_index.hpp"

namespace assay::golden {

struct GoldenReader::Impl {
  InputFile in;
  OpLookup ops;
  mutable Digests digests;
  Provenance provenance;
  TextColumn name;
  WordColumn intent, plan, scenario, dtype;
  Naturals key, signature, row, expected;
  std::optional<support::NameIndex> by_name;
  // The signature of the latest read: cases are mostly read in order.
  mutable std::optional<std::uint64_t> open_signature;
  mutable std::optional<SignatureReader> open;
  mutable std::optional<ProgramReader> programs;

  Impl(std::filesystem::path path, OpLookup lookup, bool checks)
      : in(std::move(path), golden_schema), ops(std::move(lookup)) {
    in.reading([&] {
      h5::open_dataset(in.file(), "/manifest");
      if (checks) {
        digests.open(in.file(), in.root());
        digests.require(in.file(), "/cases");
      }
      provenance = provenance_of(in.root());
      read_cases();
      programs.emplace(in.file(), ops, digests, checks);
      if (programs->size() > 0 && !provenance.programs) {
        throw h5::Failure("its schema_version is one without programs, and it has /programs");
      }
    });
  }

  void read_cases() {
    const TableReader table(in.file(), "/cases");
    name = table.texts("name");
    intent = table.words("intent");
    plan = table.words("plan");
    scenario = table.words("scenario");
    dtype = table.words("dtype");
    key = table.naturals("key");
    signature = table.naturals("signature");
    row = table.naturals("row");
    expected = table.naturals("expected");
    for (std::size_t i = 0; i < name.size(); ++i)
      require_printable("/cases", i, std::string(name[i]));
    Naturals named = signature;
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    for (const std::uint64_t index : named) {
      h5::open_group(in.file(), fmt::format("/signatures/s{:04}", index));
    }
  }

  /// Built when a name is first looked up: reading a million cases in order does not need it.
  const support::NameIndex& names() {
    if (!by_name) {
      by_name.emplace(name.size(), [this](std::size_t i) { return std::string(name[i]); });
    }
    return *by_name;
  }

  const SignatureReader& signature_at(std::uint64_t index) const {
    if (open_signature != index) {
      const std::string path = fmt::format("/signatures/s{:04}", index);
      open_signature.reset();
      digests.require(in.file(), path);
      open.emplace(in.file(), path, ops, digests);
      open_signature = index;
    }
    return *open;
  }

  GoldenCase read(std::size_t index) const {
    const SignatureReader& stored = signature_at(signature.at(index));
    const std::uint64_t place = row[index];
    if (place >= stored.rows()) {
      throw h5::Failure(fmt::format("case {} is row {} of {}", name[index], place, stored.rows()));
    }
    GoldenCase out;
    out.test.call = stored.call(place);
    out.test.intent = intent_from(std::string(intent[index]));
    out.test.plan = plan[index];
    out.test.scenario = scenario[index];
    out.test.lead = lead_from("/cases", index, std::string(dtype[index]));
    out.test.key = key_from("/cases", index, key[index]);
    out.test.name = name[index];
    require_legal(out.test);
    out.before = stored.before(place);
    if (expected[index] != 0) out.expected = stored.expected(place);
    return out;
  }
};

GoldenReader::GoldenReader(std::filesystem::path path, OpLookup ops)
    : GoldenReader(std::move(path), std::move(ops), true) {}
GoldenReader::GoldenReader(std::filesystem::path path, OpLookup ops, bool checks)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(ops), checks)) {}
GoldenReader::~GoldenReader() = default;

void GoldenReader::read_beside(const GoldenReader& other) {
  impl_->digests.read_beside(other.impl_->digests);
}

const Provenance& GoldenReader::provenance() const { return impl_->provenance; }
std::size_t GoldenReader::size() const { return impl_->name.size(); }
std::vector<std::size_t> GoldenReader::by_signature() const {
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [this](std::size_t i) { return impl_->signature.at(i); });
  return order;
}

std::string GoldenReader::name(std::size_t index) const {
  return std::string(impl_->name.at(index));
}

std::optional<std::size_t> GoldenReader::find(std::string_view name) const {
  return impl_->names().first(name);
}

std::size_t GoldenReader::programs() const { return impl_->programs->size(); }
std::string GoldenReader::program_name(std::size_t index) const {
  return impl_->programs->name(index);
}

std::optional<std::size_t> GoldenReader::find_program(std::string_view name) const {
  return impl_->programs->find(name);
}

GoldenProgram GoldenReader::read_program(std::size_t index) const {
  return impl_->in.reading([&] { return impl_->programs->read(index); });
}

GoldenCase GoldenReader::read(std::size_t index) const {
  return impl_->in.reading([&] { return impl_->read(index); });
}

}  // namespace assay::golden
