// SPDX-License-Identifier: Apache-2.0
#include "golden/output_file.hpp"

#include <fmt/format.h>

#include "golden/descriptions.hpp"
#include "golden/schema.hpp"
#include "reference/support/digest.hpp"

namespace assay::golden {

h5::Attributes root_attributes(const Provenance& provenance, const std::string& schema) {
  const bool programs = provenance.programs && schema == golden_schema;
  h5::Attributes root{
      {"schema", schema},
      {"schema_version", std::int64_t{programs ? schema_version : older_schema_version}},
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
  out.programs = text_or_empty(root, "schema_version") == fmt::to_string(schema_version);
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
  h5::attempt("HDF5", "cannot create it", [&] {
    plain_c::leave_out_times(group_creation_);
    // All attributes stay in the object header: an index for them would cost kilobytes a group.
    group_creation_.setAttrPhaseChange(64, 0);
    plain_c::leave_out_times(contiguous_);
    plain_c::leave_out_times(chunked_);
    attributes_.write(file().openGroup("/"), root);
  });
  manifest_["/"] = {"", 0, support::sha256_of(h5::attribute_lines(root))};
}

const H5::Group& OutputFile::innermost() const {
  if (open_.empty()) return file();
  return open_.back().second;
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
    const std::string rest = parent.substr(nearest.size() + 1);
    open_.emplace_back(parent, h5::attempt(parent, "cannot be opened",
                                           [&] { return innermost().openGroup(rest); }));
  }
  return {innermost(), path.substr(slash + 1)};
}

void OutputFile::group(const std::string& path, const h5::Attributes& attributes) {
  if (manifest_.contains(path)) return;
  const std::size_t slash = path.rfind('/');
  if (slash > 0) group(path.substr(0, slash));
  const auto [parent, name] = place(path);
  h5::attempt(path, "cannot be created", [&, &parent = parent, &name = name] {
    const H5::Group made = plain_c::create_group(parent, name, group_creation_);
    attributes_.write(made, attributes);
  });
  enter(path, {"", 0, digest_of(attributes)});
}

void OutputFile::table(const std::string& path, const Table& table) {
  const PackedTable packed = pack(table);
  h5::Attributes attributes;
  for (const Column& column : table) {
    attributes["column." + column.name] = std::string(column_description(path, column.name));
  }
  block(path, packed.type, packed.rows, packed.bytes, std::move(attributes));
}

void OutputFile::block(const std::string& path, const H5::DataType& type, std::uint64_t rows,
                       std::span<const std::byte> bytes, h5::Attributes attributes) {
  attributes = described(path, std::move(attributes));
  h5::attempt(path, "cannot be written", [&] {
    const hsize_t count = rows;
    const auto [group, name] = place(path);
    const H5::DataSet made = group.createDataSet(name, type, H5::DataSpace(1, &count), contiguous_);
    if (count != 0) made.write(bytes.data(), type);
    attributes_.write(made, attributes);
  });
  require_written();
  support::Sha256 digest;
  digest.add(bytes);
  enter(path, {digest.hex(), bytes.size(), digest_of(attributes)});
}

const std::string& OutputFile::digest_of(const h5::Attributes& attributes) {
  const std::string lines = h5::attribute_lines(attributes);
  const auto found = digests_.find(lines);
  if (found != digests_.end()) return found->second;
  return digests_.emplace(lines, support::sha256_of(lines)).first->second;
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
