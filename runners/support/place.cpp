// SPDX-License-Identifier: Apache-2.0
#include "runners/support/place.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

std::error_code last_error() { return {errno, std::generic_category()}; }

/// Whether something is there. Throws where nothing ever can be: a name is too long, a folder above
/// may not be read.
bool is_there(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::none) {
    refuse_place(fmt::format("cannot use {}: {}", path.string(), error.message()), error);
  }
  return type != fs::file_type::not_found;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

bool is_disk_fault(const std::error_code& error) {
  constexpr std::array faults{std::errc::no_space_on_device, std::errc::io_error};
  return std::ranges::any_of(faults, [&](std::errc fault) { return error == fault; }) ||
         error == std::error_condition(EDQUOT, std::generic_category());
}

void refuse_place(const std::string& sentence, const std::error_code& error) {
  if (is_disk_fault(error)) throw InfraError(sentence);
  throw UsageError(sentence);
}

void require_writable_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw UsageError(fmt::format("{} is no folder; name another place", folder.string()));
  }
  if (access(folder.c_str(), W_OK | X_OK) == 0) return;
  const std::error_code why = last_error();
  refuse_place(fmt::format("cannot write into the folder {}: {}", folder.string(), why.message()),
               why);
}

void require_folder_place(const fs::path& folder) {
  fs::path above = folder;
  while (!is_there(above)) above = folder_of(above);
  std::error_code error;
  if (fs::is_symlink(folder, error) && !fs::exists(folder, error)) {
    throw UsageError(fmt::format("cannot make the folder {}: it is a link to nothing; remove it",
                                 folder.string()));
  }
  if (above != folder && !fs::is_directory(above, error)) {
    throw UsageError(
        fmt::format("cannot make the folder {}: {} is no folder", folder.string(), above.string()));
  }
  require_writable_folder(above);
}

void require_file_place(const fs::path& file) {
  if (is_there(file)) return;
  const fs::path folder = folder_of(file);
  if (!is_there(folder)) {
    throw UsageError(
        fmt::format("cannot write {}: there is no folder {}; make it, or name another "
                    "place with --out",
                    file.string(), folder.string()));
  }
  require_writable_folder(folder);
}

void make_folder(const fs::path& folder) {
  require_folder_place(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  refuse_place(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()),
               error);
}

}  // namespace assay::runners
