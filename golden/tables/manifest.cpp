// SPDX-License-Identifier: Apache-2.0
#include "golden/tables/manifest.hpp"

#include <fmt/format.h>

#include <utility>

#include "golden/format/content_digest.hpp"
#include "golden/hdf5/failure.hpp"
#include "reference/support/digest.hpp"
#include "reference/support/text.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_digests = 1024;

void require_none(const std::string& problem) {
  if (!problem.empty()) throw h5::Failure(problem + "; it was changed after it was written");
}

std::string digest_problem(const std::string& path, const std::string& got,
                           const std::string& listed) {
  if (got == listed) return "";
  return fmt::format("digest of {} is {}, the manifest says {}", path, got,
                     support::printable(listed));
}

}  // namespace

std::string bytes_problem(const h5::StoredDataset& dataset, const ManifestEntry& entry,
                          DigestsChecked checked) {
  if (const std::uint64_t bytes = dataset.bytes(); bytes != entry.bytes) {
    return fmt::format("{} has {} bytes, the manifest says {}", dataset.path(), bytes, entry.bytes);
  }
  if (checked == DigestsChecked::quick && !entry.xxh128.empty()) {
    Xxh128 digest;
    dataset.each_piece([&](std::span<const std::byte> piece) { digest.add(piece); });
    return digest_problem(dataset.path(), digest.hex(), entry.xxh128);
  }
  ContentDigest digest;
  dataset.each_piece([&](std::span<const std::byte> piece) { digest.add(piece); });
  const ManifestEntry got = digest.entry(entry.bytes, entry.attributes);
  if (got.sha256 == entry.sha256 && !entry.xxh128.empty()) {
    return digest_problem(dataset.path(), got.xxh128, entry.xxh128);
  }
  return digest_problem(dataset.path(), got.sha256, entry.sha256);
}

std::string attributes_problem(const std::string& path, const h5::Attributes& attributes,
                               const ManifestEntry& entry) {
  if (support::sha256_of(h5::attribute_lines(attributes)) == entry.attributes) return "";
  return fmt::format("attributes of {} do not have the digest {}", path, entry.attributes);
}

std::string group_problem(const std::string& path, const ManifestEntry& entry) {
  if (entry.sha256.empty() && entry.xxh128.empty() && entry.bytes == 0) return "";
  return fmt::format("{} is a group, the manifest says {} bytes with the digest '{}'", path,
                     entry.bytes, support::printable(entry.sha256));
}

void Digests::open(const H5::Group& file, const h5::Attributes& root) {
  if (!h5::exists(file, "/manifest")) return;
  const auto entry = listed_.emplace(file).find("/");
  if (!entry) throw h5::Failure("the manifest does not list /");
  require_none(attributes_problem("/", root, *entry));
}

// Keeps the dataset that was read for its digest, since the reader needs it next: reading it again
// would be half of the time of comparing two files.
void Digests::require_dataset(h5::StoredDataset dataset, const ManifestEntry& entry) {
  constexpr std::uint64_t most_held = std::uint64_t{32} << 20U;
  require_attributes(dataset.path(), dataset.attributes(), entry);
  if (dataset.bytes() == entry.bytes && held_ + dataset.bytes() <= most_held) {
    dataset.hold();
    held_ += dataset.bytes();
  }
  if (!is_known(dataset, entry)) {
    require_none(bytes_problem(dataset, entry, DigestsChecked::quick));
  }
  open_.emplace(dataset.path(), Opened{dataset, entry.sha256, entry.xxh128});
}

bool Digests::is_known(const h5::StoredDataset& dataset, const ManifestEntry& entry) const {
  if (beside_ == nullptr) return false;
  const auto found = beside_->open_.find(dataset.path());
  return found != beside_->open_.end() && found->second.sha256 == entry.sha256 &&
         found->second.xxh128 == entry.xxh128 && found->second.dataset.bytes() == entry.bytes &&
         dataset.holds_what(found->second.dataset);
}

h5::StoredDataset Digests::stored(const H5::Group& file, const std::string& path) const {
  const auto found = open_.find(path);
  return found == open_.end() ? h5::StoredDataset(file, path) : found->second.dataset;
}

bool Digests::has(const H5::Group& file, const std::string& path) const {
  return listed_ ? listed_->find(path).has_value() : h5::exists(file, path);
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
  if (!listed_ || !checked_.insert(path)) return;
  bool listed = false;
  for (std::uint64_t row = listed_->lower_bound(path); row < listed_->rows(); ++row) {
    const std::string name(listed_->path(row));
    if (!name.starts_with(path)) break;
    if (name.size() > path.size() && name[path.size()] != '/') continue;
    listed = listed || name == path;
    const ManifestEntry entry = listed_->entry(row);
    if (entry.sha256.empty()) {
      require_none(group_problem(name, entry));
      H5::Group group = h5::open_group(file, name);
      require_attributes(name, h5::read_attributes(group, name), entry);
    } else {
      require_dataset(h5::StoredDataset(file, name), entry);
    }
  }
  if (!listed) throw h5::Failure(fmt::format("{} is not listed in the manifest", path));
}

}  // namespace assay::golden
