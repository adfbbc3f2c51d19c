// SPDX-License-Identifier: Apache-2.0
#include "golden/container/input_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "golden/format/schema.hpp"
#include "golden/format/stored.hpp"
#include "golden/hdf5/file_walk.hpp"

namespace assay::golden {
namespace {

constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";

// End-of-file address of a version 2 or 3 superblock with 8-byte addresses, else 0.
std::uint64_t promised_size(std::span<const char, 48> head) {
  if (head[8] < 2 || head[8] > 3 || head[9] != 8) return 0;
  std::uint64_t size = 0;
  std::memcpy(&size, &head[28], sizeof size);
  return size;
}

// Why the file cannot be one of ours, before HDF5 is asked; empty where it can.
std::string obstacle(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return "there is no such file";
  if (std::filesystem::is_directory(path, error)) return "it is a folder";
  if (!std::filesystem::is_regular_file(path, error)) return "it is no regular file";
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::generic_category().message(errno);
  std::array<char, 48> head{};
  in.read(head.data(), head.size());
  const auto got = static_cast<std::size_t>(in.gcount());
  if (std::string_view(head.data(), std::min(got, signature.size())) != signature) {
    return "it is not an HDF5 file";
  }
  const std::uint64_t size = std::filesystem::file_size(path, error);
  const std::uint64_t promised = got == head.size() ? promised_size(head) : head.size();
  if (size < promised) {
    return fmt::format("it is truncated, it has {} of {} bytes", size, promised);
  }
  return walk_problem(path);
}

}  // namespace

InputFile::InputFile(std::filesystem::path path, std::string_view schema) : path_(std::move(path)) {
  h5::silence();
  const std::string why = obstacle(path_);
  if (!why.empty()) throw FileError(fmt::format("cannot read {}: {}", path_.string(), why));
  try {
    file_.emplace(open_for_reading(path_));
    H5::Group root = h5::open_group(file(), "/");
    root_ = h5::read_attributes(root, "/");
  } catch (const h5::Failure& failure) {
    throw FileError(fmt::format("cannot read {}: {}", path_.string(), failure.what()));
  }
  check_schema(schema);
}

void InputFile::check_schema(std::string_view schema) {
  const auto found = root_.find("schema");
  const std::string stored = found == root_.end() ? "" : h5::to_text(found->second);
  if (stored != golden_schema && stored != results_schema && stored != sweep_schema) {
    throw FileError(fmt::format(
        "cannot read {}: it is HDF5 but not an Assay file, the root has no attribute schema = "
        "\"{}\"",
        path_.string(), schema.empty() ? golden_schema : schema));
  }
  if (!schema.empty() && stored != schema) {
    throw FileError(fmt::format("cannot read {}: its schema is \"{}\", \"{}\" is needed",
                                path_.string(), stored, schema));
  }
  const auto version = root_.find("schema_version");
  const std::string number = version == root_.end() ? "missing" : h5::to_text(version->second);
  const bool may_have_programs = stored == golden_schema;
  if (number == fmt::to_string(older_schema_version)) return;
  if (may_have_programs && number == fmt::to_string(schema_version)) return;
  throw FileError(fmt::format(
      "cannot read {}: its schema_version is {}, this program reads {}", path_.string(), number,
      may_have_programs ? fmt::format("{} and {}", older_schema_version, schema_version)
                        : fmt::to_string(older_schema_version)));
}

std::string InputFile::title() const {
  if (schema() == sweep_schema) return "sweep file " + path_.string();
  return (schema() == golden_schema ? "golden file " : "result file ") + path_.string();
}

}  // namespace assay::golden
