// SPDX-License-Identifier: Apache-2.0
// A folder of files that is either whole or not there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::runners {

/// A new or empty folder. Unless it is kept, its destructor removes all files that were named, and
/// the folder where it is new.
class NewFolder {
 public:
  /// Makes the folder. Throws UsageError where a file is in it or no folder can be made there.
  explicit NewFolder(const std::filesystem::path& path);
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;
  ~NewFolder();

  /// The path of a file that the caller writes. Makes the folders in its name.
  std::filesystem::path file(const std::string& name);
  /// Writes a file at once, without waiting for the disk: for many small ones. Throws InfraError.
  void write(const std::string& name, std::string_view text);
  void keep() { whole_ = true; }

 private:
  void make_parents(const std::filesystem::path& file);

  std::filesystem::path path_;
  std::vector<std::filesystem::path> written_;
  std::vector<std::filesystem::path> folders_;
  bool made_ = false;
  bool whole_ = false;
};

/// Throws as NewFolder does, before the work whose files are to be written. Makes nothing.
void require_new_folder(const std::filesystem::path& path);

}  // namespace assay::runners
