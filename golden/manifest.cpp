// SPDX-License-Identifier: Apache-2.0
#include "golden/manifest.hpp"

#include <fmt/format.h>

#include <utility>

#include "golden/failure.hpp"
#include "reference/support/digest.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_digests = 1024;

void require_none(const std::string& problem) {
  if (!problem.empty()) throw h5::Failure(problem + "; it was changed after it was written");
}

}  // namespace

std::map<std::string, ManifestEntry> read_manifest(const H5::Group& file) {
  const TableReader table(file, "/manifest");
  const Strings paths = table.strings("path");
  const Strings digests = table.strings("sha256");
  const Naturals bytes = table.naturals("bytes");
  const Strings attributes = table.strings("attributes");
  std::map<std::string, ManifestEntry> listed;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    listed[paths[i]] = {digests[i], bytes[i], attributes[i]};
  }
  return listed;
}

std::string bytes_problem(const h5::StoredDataset& dataset, const ManifestEntry& entry) {
  if (const std::uint64_t bytes = dataset.bytes(); bytes != entry.bytes) {
    return fmt::format("{} has {} bytes, the manifest says {}", dataset.path(), bytes, entry.bytes);
  }
  support::Sha256 digest;
  dataset.each_piece([&](std::span<const std::byte> piece) { digest.add(piece); });
  const std::string got = digest.hex();
  if (got == entry.sha256) return "";
  return fmt::format("digest of {} is {}, the manifest says {}", dataset.path(), got, entry.sha256);
}

std::string attributes_problem(const std::string& path, const h5::Attributes& attributes,
                               const ManifestEntry& entry) {
  if (support::sha256_of(h5::attribute_lines(attributes)) == entry.attributes) return "";
  return fmt::format("attributes of {} do not have the digest {}", path, entry.attributes);
}

void Digests::open(const H5::Group& file, const h5::Attributes& root) {
  if (!h5::exists(file, "/manifest")) return;
  listed_ = read_manifest(file);
  const auto entry = listed_.find("/");
  if (entry == listed_.end()) throw h5::Failure("the manifest does not list /");
  require_none(attributes_problem("/", root, entry->second));
}

// What a reader will want next has just been read to be digested: reading it a second time would
// be half of the time that it takes to compare two files.
void Digests::require_dataset(h5::StoredDataset dataset, const ManifestEntry& entry) {
  constexpr std::uint64_t most_held = std::uint64_t{32} << 20U;
  require_attributes(dataset.path(), dataset.attributes(), entry);
  if (dataset.bytes() == entry.bytes && held_ + dataset.bytes() <= most_held) {
    dataset.hold();
    held_ += dataset.bytes();
  }
  require_none(bytes_problem(dataset, entry));
  open_.emplace(dataset.path(), std::move(dataset));
}

h5::StoredDataset Digests::stored(const H5::Group& file, const std::string& path) const {
  const auto found = open_.find(path);
  return found == open_.end() ? h5::StoredDataset(file, path) : found->second;
}

bool Digests::has(const H5::Group& file, const std::string& path) const {
  return listed_.empty() ? h5::exists(file, path) : listed_.contains(path);
}

h5::Attributes Digests::attributes(const H5::Group& file, const std::string& path) const {
  const auto found = attributes_.find(path);
  if (found != attributes_.end()) return found->second;
  H5::Group group = h5::open_group(file, path);
  return h5::read_attributes(group, path);
}

void Digests::require_attributes(const std::string& path, h5::Attributes attributes,
                                 const ManifestEntry& entry) {
  // Objects of a kind have the same ones, whose lines are digested once.
  const std::string lines = h5::attribute_lines(attributes);
  auto known = digests_.find(lines);
  if (known == digests_.end()) {
    if (digests_.size() == most_digests) digests_.clear();
    known = digests_.emplace(lines, support::sha256_of(lines)).first;
  }
  if (known->second != entry.attributes) {
    require_none(attributes_problem(path, attributes, entry));
  }
  attributes_.emplace(path, std::move(attributes));
}

void Digests::require(const H5::Group& file, const std::string& path) {
  open_.clear();
  attributes_.clear();
  held_ = 0;
  if (listed_.empty() || !checked_.insert(path).second) return;
  bool listed = false;
  for (auto entry = listed_.lower_bound(path);
       entry != listed_.end() && entry->first.starts_with(path); ++entry) {
    const std::string& name = entry->first;
    if (name.size() > path.size() && name[path.size()] != '/') continue;
    listed = listed || name == path;
    if (entry->second.sha256.empty()) {
      H5::Group group = h5::open_group(file, name);
      require_attributes(name, h5::read_attributes(group, name), entry->second);
    } else {
      require_dataset(h5::StoredDataset(file, name), entry->second);
    }
  }
  if (!listed) throw h5::Failure(fmt::format("{} is not listed in the manifest", path));
}

}  // namespace assay::golden
