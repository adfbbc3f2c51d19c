// SPDX-License-Identifier: Apache-2.0
// Programs on their way into a golden file.
#pragma once

#include <filesystem>
#include <string>

#include "golden/calls/signature_store.hpp"
#include "golden/container/output_file.hpp"
#include "golden/golden.hpp"
#include "golden/tables/table_rows.hpp"

namespace assay::golden {

/// Paths of the list of programs and of the types of their calls in the file.
inline constexpr const char* program_list = "/programs/list";
inline constexpr const char* program_calls = "/calls";
/// "/programs/p00000".
std::string program_group(std::uint64_t number);

class ProgramRows {
 public:
  /// Rows are kept next to `target`, the final file, until the file is finished.
  explicit ProgramRows(const std::filesystem::path& target);
  /// Throws std::invalid_argument where the memories are not those of the program.
  void put(const GoldenProgram& golden, OutputFile& file);
  void finish(OutputFile& file);

 private:
  void put_calls(const GoldenProgram& golden, const std::string& group, OutputFile& file);

  SignatureStore calls_{program_calls};
  TableRows list_;
};

}  // namespace assay::golden
