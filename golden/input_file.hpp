// SPDX-License-Identifier: Apache-2.0
// An existing golden or result file, opened after the checks that every reader wants.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "golden/golden.hpp"
#include "golden/h5.hpp"

namespace assay::golden {

class InputFile {
 public:
  /// Throws FileError where the file is missing, not HDF5, truncated, foreign, of another schema or
  /// version. `schema` empty takes both of ours.
  InputFile(std::filesystem::path path, std::string_view schema);

  hid_t file() const { return file_.get(); }
  const std::filesystem::path& path() const { return path_; }
  const h5::Attributes& root() const { return root_; }
  std::string schema() const { return h5::to_text(root_.at("schema")); }
  /// "golden file PATH" or "result file PATH".
  std::string title() const;

  /// Runs a step of reading; a Failure becomes "TITLE: REASON".
  template <typename Step>
  auto reading(Step&& step) const {
    h5::silence();
    try {
      return step();
    } catch (const h5::Failure& failure) {
      throw FileError(title() + ": " + failure.what());
    }
  }

 private:
  void open();
  void check_schema(std::string_view schema);

  std::filesystem::path path_;
  h5::Handle file_;
  h5::Attributes root_;
};

}  // namespace assay::golden
