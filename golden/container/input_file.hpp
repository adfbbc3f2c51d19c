// SPDX-License-Identifier: Apache-2.0
// An existing golden or result file, opened after the checks that every reader wants.
#pragma once

#include <H5Cpp.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "golden/golden.hpp"
#include "golden/hdf5/attributes.hpp"
#include "golden/hdf5/failure.hpp"

namespace assay::golden {

class InputFile {
 public:
  /// Throws FileError where the file is missing, not HDF5, truncated, foreign, of another schema or
  /// version. `schema` empty takes both of ours.
  InputFile(std::filesystem::path path, std::string_view schema);

  const H5::H5File& file() const { return *file_; }
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
    } catch (const H5::Exception& refusal) {
      throw FileError(title() + ": HDF5 refuses it, " + refusal.getDetailMsg());
    }
  }

 private:
  void check_schema(std::string_view schema);

  std::filesystem::path path_;
  std::optional<H5::H5File> file_;
  h5::Attributes root_;
};

}  // namespace assay::golden
