// SPDX-License-Identifier: Apache-2.0
#include "golden/tables/manifest_rows.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::golden {
namespace {

// "/signatures/s0012" of what is there or below; all of a path that has fewer names.
std::string folder_of(const std::string& path) {
  const std::size_t second = path.find('/', 1);
  if (second == std::string::npos) return path;
  return path.substr(0, path.find('/', second + 1));
}

std::string_view name_in(const std::array<char, 20>& text) {
  return {text.data(), ::strnlen(text.data(), text.size())};
}

// Numbers and texts one after the other, each text with its length before it.
class Parcel {
 public:
  void put(std::uint64_t number) {
    const auto bytes = std::as_bytes(std::span(&number, 1));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void put(std::string_view text) {
    put(text.size());
    const auto bytes = std::as_bytes(std::span(text));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

class Unpacking {
 public:
  explicit Unpacking(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  bool at_end() const { return place_ == bytes_.size(); }
  std::uint64_t number() {
    std::uint64_t out = 0;
    take(std::as_writable_bytes(std::span(&out, 1)));
    return out;
  }
  std::string text() {
    std::string out(number(), '\0');
    take(std::as_writable_bytes(std::span(out)));
    return out;
  }

 private:
  void take(std::span<std::byte> out) {
    std::ranges::copy(std::span(bytes_).subspan(place_, out.size()), out.begin());
    place_ += out.size();
  }

  std::vector<std::byte> bytes_;
  std::size_t place_ = 0;
};

}  // namespace

ManifestRows::ManifestRows(const std::filesystem::path& target)
    : waiting_(target),
      rows_({{"path", CellKind::text},
             {"sha256", CellKind::text},
             {"bytes", CellKind::natural},
             {"attributes", CellKind::text},
             {"xxh128", CellKind::text}},
            target) {}

void ManifestRows::enter(const std::string& path, const ManifestEntry& entry) {
  open_[folder_of(path)][path] = entry;
}

void ManifestRows::close(const std::string& path) {
  Closed closed;
  const auto found = open_.find(path);
  if (found == open_.end() || path.size() >= closed.folder.size()) return;
  std::ranges::copy(path, closed.folder.begin());
  closed.place = waiting_.size();
  Parcel parcel;
  for (const auto& [name, entry] : found->second) {
    parcel.put(name);
    parcel.put(entry.sha256);
    parcel.put(entry.bytes);
    parcel.put(entry.attributes);
    parcel.put(entry.xxh128);
  }
  closed.size = static_cast<std::uint32_t>(parcel.bytes().size());
  waiting_.append(parcel.bytes());
  closed_.push_back(closed);
  open_.erase(found);
}

ManifestRows::Entries ManifestRows::entries_of(const Closed& closed) const {
  std::vector<std::byte> bytes(closed.size);
  waiting_.read(closed.place, bytes);
  Unpacking parcel(std::move(bytes));
  Entries out;
  while (!parcel.at_end()) {
    std::string name = parcel.text();
    ManifestEntry& entry = out[std::move(name)];
    entry.sha256 = parcel.text();
    entry.bytes = parcel.number();
    entry.attributes = parcel.text();
    entry.xxh128 = parcel.text();
  }
  return out;
}

void ManifestRows::take(const std::string& path, const ManifestEntry& entry) {
  rows_.add({std::string_view(path), std::string_view(entry.sha256), entry.bytes,
             std::string_view(entry.attributes), std::string_view(entry.xxh128)});
}

// By path, not by folder: "/outputs/L0A scales" sorts between "/outputs/L0A" and what is
// below that. No path sorts between those of a closed folder if no longer name begins with
// its name.
const TableRows& ManifestRows::rows() {
  std::ranges::sort(closed_, {}, [](const Closed& closed) { return name_in(closed.folder); });
  Entries open;
  for (auto& [folder, entries] : open_) open.merge(entries);
  auto next = open.begin();
  for (const Closed& closed : closed_) {
    for (; next != open.end() && next->first < name_in(closed.folder); ++next) {
      take(next->first, next->second);
    }
    for (const auto& [path, entry] : entries_of(closed)) take(path, entry);
  }
  for (; next != open.end(); ++next) take(next->first, next->second);
  open_.clear();
  return rows_;
}

}  // namespace assay::golden
