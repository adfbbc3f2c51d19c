// SPDX-License-Identifier: Apache-2.0
#include "golden/container/output_file.hpp"

#include <fmt/format.h>

#include "golden/format/content_digest.hpp"
#include "golden/format/descriptions.hpp"
#include "golden/format/schema.hpp"
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
  if (!provenance.choices.empty()) root["choices"] = provenance.choices;
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
  out.choices = text_or_empty(root, "choices");
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
    : path_(std::filesystem::absolute(path)), file_(path), manifest_(path_) {
  h5::attempt("HDF5", "cannot create it", [&] {
    plain_c::leave_out_times(group_creation_);
    // All attributes stay in the object header: an index for them would cost kilobytes a group.
    group_creation_.setAttrPhaseChange(64, 0);
    plain_c::leave_out_times(contiguous_);
    plain_c::leave_out_times(chunked_);
    attributes_.write(file().openGroup("/"), root);
  });
  enter("/", {"", 0, support::sha256_of(h5::attribute_lines(root)), ""});
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
  if (!groups_.insert(path).second) return;
  const std::size_t slash = path.rfind('/');
  if (slash > 0) group(path.substr(0, slash));
  const auto [parent, name] = place(path);
  h5::attempt(path, "cannot be created", [&, &parent = parent, &name = name] {
    const H5::Group made = plain_c::create_group(parent, name, group_creation_);
    attributes_.write(made, attributes);
  });
  enter(path, {"", 0, digest_of(attributes), ""});
}

h5::Attributes OutputFile::table_attributes(const std::string& path,
                                            std::span<const std::string> columns) {
  h5::Attributes attributes;
  for (const std::string& name : columns) {
    attributes["column." + name] = std::string(column_description(path, name));
  }
  return described(path, std::move(attributes));
}

void OutputFile::table(const std::string& path, const Table& table) {
  this->table(path, TableRows(table, path_));
}

void OutputFile::table(const std::string& path, const TableRows& table) {
  Strings names;
  for (const Heading& heading : table.columns()) names.push_back(heading.name);
  const h5::Attributes attributes = table_attributes(path, names);
  const H5::CompType type = table.type();
  const hsize_t count = table.rows();
  ContentDigest digest;
  std::uint64_t bytes = 0;
  h5::attempt(path, "cannot be written", [&] {
    const auto [group, name] = place(path);
    const H5::DataSpace space(1, &count);
    const H5::DataSet made = group.createDataSet(name, type, space, contiguous_);
    hsize_t row = 0;
    table.each_piece([&](std::span<const std::byte> piece) {
      const hsize_t rows = piece.size() / type.getSize();
      space.selectHyperslab(H5S_SELECT_SET, &rows, &row);
      made.write(piece.data(), type, H5::DataSpace(1, &rows), space);
      digest.add(piece);
      row += rows;
      bytes += piece.size();
    });
    attributes_.write(made, attributes);
  });
  require_written();
  enter(path, digest.entry(bytes, digest_of(attributes)));
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
  ContentDigest digest;
  digest.add(bytes);
  enter(path, digest.entry(bytes.size(), digest_of(attributes)));
}

const std::string& OutputFile::digest_of(const h5::Attributes& attributes) {
  constexpr std::size_t most_digests = 1024;
  const std::string lines = h5::attribute_lines(attributes);
  const auto found = digests_.find(lines);
  if (found != digests_.end()) return found->second;
  if (digests_.size() == most_digests) digests_.clear();
  return digests_.emplace(lines, support::sha256_of(lines)).first->second;
}

void OutputFile::enter(const std::string& path, const ManifestEntry& entry) {
  manifest_.enter(path, entry);
}

void OutputFile::close(const std::string& path) {
  manifest_.close(path);
  groups_.erase(path);
  const std::string below = path + "/";
  const auto first = groups_.lower_bound(below);
  auto last = first;
  while (last != groups_.end() && last->starts_with(below)) ++last;
  groups_.erase(first, last);
}

void OutputFile::reopen() {
  open_.clear();
  file_.reopen();
}

void OutputFile::finish() {
  table("/manifest", manifest_.rows());
  open_.clear();
  file_.commit();
}

}  // namespace assay::golden
