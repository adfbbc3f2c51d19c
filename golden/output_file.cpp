// SPDX-License-Identifier: Apache-2.0
#include "golden/output_file.hpp"

#include <fmt/format.h>

#include "golden/digest.hpp"

namespace assay::golden {

h5::Attributes root_attributes(const Provenance& provenance, const std::string& schema) {
  h5::Attributes root{{"schema", schema},
                      {"schema_version", std::int64_t{schema_version}},
                      {"suite_version", provenance.suite_version},
                      {"catalogue_revision", provenance.catalogue_revision},
                      {"reference_version", provenance.reference_version},
                      {"seed", provenance.seed},
                      {"selection", provenance.selection}};
  if (provenance.withheld) root["expected_values"] = "withheld";
  return root;
}

namespace {

std::string text_or_empty(const h5::Attributes& root, const std::string& name) {
  const auto found = root.find(name);
  return found == root.end() ? "" : h5::to_text(found->second);
}

}  // namespace

Provenance provenance_of(const h5::Attributes& root) {
  Provenance out;
  out.suite_version = text_or_empty(root, "suite_version");
  out.catalogue_revision = text_or_empty(root, "catalogue_revision");
  out.reference_version = text_or_empty(root, "reference_version");
  out.selection = text_or_empty(root, "selection");
  out.withheld = text_or_empty(root, "expected_values") == "withheld";
  if (const auto seed = root.find("seed"); seed != root.end()) {
    if (const auto* natural = std::get_if<std::uint64_t>(&seed->second)) out.seed = *natural;
    if (const auto* integer = std::get_if<std::int64_t>(&seed->second)) {
      out.seed = static_cast<std::uint64_t>(*integer);
    }
  }
  return out;
}

OutputFile::OutputFile(const std::filesystem::path& path, const h5::Attributes& root)
    : file_(path) {
  const h5::Handle object = h5::open_object(file(), "/");
  h5::write_attributes(object.get(), root);
  manifest_["/"] = {"", 0, sha256_of(h5::attribute_lines(root))};
}

OutputFile::Place OutputFile::place(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string parent = path.substr(0, slash);
  const auto within = [&](const std::string& group) {
    return parent.starts_with(group) &&
           (parent.size() == group.size() || parent[group.size()] == '/');
  };
  while (!open_.empty() && !within(open_.back().first)) open_.pop_back();
  const std::string nearest = open_.empty() ? "" : open_.back().first;
  if (nearest != parent) {
    const hid_t from = open_.empty() ? file() : open_.back().second.get();
    const std::string rest = parent.substr(nearest.size() + 1);
    open_.emplace_back(parent, h5::Handle(H5Gopen2(from, rest.c_str(), H5P_DEFAULT), H5Gclose,
                                          fmt::format("{} cannot be opened", parent)));
  }
  return {open_.empty() ? file() : open_.back().second.get(), path.substr(slash + 1)};
}

void OutputFile::group(const std::string& path, const h5::Attributes& attributes) {
  if (manifest_.contains(path)) return;
  const std::size_t slash = path.rfind('/');
  if (slash > 0) group(path.substr(0, slash));
  const auto [parent, name] = place(path);
  const h5::Handle made(
      H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, group_creation_.get(), H5P_DEFAULT), H5Gclose,
      fmt::format("{} cannot be created", path));
  h5::write_attributes(made.get(), attributes);
  enter(path, {"", 0, sha256_of(h5::attribute_lines(attributes))});
}

void OutputFile::table(const std::string& path, const Table& table) {
  const std::string what = fmt::format("{} cannot be written", path);
  const PackedTable packed = pack(table);
  const hsize_t rows = packed.rows;
  const h5::Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose, what);
  const h5::Handle creation = h5::dataset_creation();
  const auto [parent, name] = place(path);
  const h5::Handle made(H5Dcreate2(parent, name.c_str(), packed.type.get(), space.get(),
                                   H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                        H5Dclose, what);
  if (rows != 0) {
    h5::check(
        H5Dwrite(made.get(), packed.type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, packed.bytes.data()),
        what);
  }
  require_written();
  Sha256 digest;
  digest.add(packed.bytes);
  enter(path, {digest.hex(), packed.bytes.size(), sha256_of("")});
}

void OutputFile::enter(const std::string& path, ManifestEntry entry) {
  manifest_[path] = std::move(entry);
}

void OutputFile::finish() {
  Strings paths;
  Strings digests;
  Naturals bytes;
  Strings attributes;
  for (const auto& [path, entry] : manifest_) {
    paths.push_back(path);
    digests.push_back(entry.sha256);
    bytes.push_back(entry.bytes);
    attributes.push_back(entry.attributes);
  }
  table("/manifest", {{"path", std::move(paths)},
                      {"sha256", std::move(digests)},
                      {"bytes", std::move(bytes)},
                      {"attributes", std::move(attributes)}});
  open_.clear();
  file_.commit();
}

}  // namespace assay::golden
