// SPDX-License-Identifier: Apache-2.0
#include "runners/support/new_folder.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

void require_new_folder(const fs::path& path) {
  require_folder_place(path);
  if (fs::exists(path) && !fs::is_empty(path)) {
    throw UsageError(
        fmt::format("{} is there and not empty; name another with --out", path.string()));
  }
}

NewFolder::NewFolder(const fs::path& path) : path_(path) {
  require_new_folder(path);
  made_ = !fs::exists(path);
  make_folder(path);
}

NewFolder::~NewFolder() {
  if (whole_) return;
  std::error_code ignored;
  for (const fs::path& file : written_) fs::remove(file, ignored);
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
    fs::remove(*folder, ignored);
  }
  if (made_) fs::remove(path_, ignored);
}

void NewFolder::make_parents(const fs::path& file) {
  const fs::path parent = file.parent_path();
  if (parent == path_ || fs::exists(parent)) return;
  make_parents(parent);
  make_folder(parent);
  folders_.push_back(parent);
}

fs::path NewFolder::file(const std::string& name) {
  const fs::path file = path_ / name;
  make_parents(file);
  return written_.emplace_back(file);
}

void NewFolder::write(const std::string& name, std::string_view text) {
  const fs::path place = file(name);
  std::ofstream out(place, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out) throw InfraError(fmt::format("cannot write file {}", place.string()));
}

}  // namespace assay::runners
