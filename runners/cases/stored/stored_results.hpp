// SPDX-License-Identifier: Apache-2.0
// Outputs that were computed elsewhere: the rows of a result file, by the name of their case.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "golden/golden.hpp"

namespace assay::runners {

/// One thread at a time.
class StoredResults {
 public:
  /// Throws golden::FileError, and UsageError where two rows have one name.
  explicit StoredResults(const std::string& file);

  const std::string& file() const { return file_; }
  golden::Provenance provenance() const { return reader_.provenance(); }
  std::size_t size() const { return reader_.size(); }
  std::string name(std::size_t row) const { return reader_.name(row); }
  CaseRecord record(std::size_t row) const { return reader_.read(row).record; }
  /// The backend of the run that made it; empty if the file does not say.
  std::string backend() const { return size() == 0 ? "" : record(0).backend; }

  /// The one execution of a case whose operands held `before`. Throws UsageError with the name of
  /// the case if there is no row (`asker` needs it), or if an output is missing, given twice, of
  /// another size or type, or belongs to no operand.
  Trial trial(const Case& test_case, std::vector<ElementArray> before,
              const std::string& asker) const;

  /// The one execution of a program whose memories held `before`: of what they held between calls
  /// it knows nothing. Throws as above; outputs are memories.
  Trial trial(const Program& program, ProgramMemory before, const std::string& asker) const;

  /// A run of a stored case calls its row FILE.h5:NAME, which is found under NAME, too.
  bool has(const std::string& name) const {
    return rows_.contains(name) || of_files_.contains(name);
  }
  /// Throws UsageError with the first name of the file that is not among `names`, which the file
  /// `asker` has. The names of stored cases are of a file of that name.
  void refuse_foreign(const std::vector<std::string>& names, const std::string& asker) const;

 private:
  void require_complete(const Case& test_case, const Trial& trial) const;
  golden::ResultCase row_of(const std::string& name, const std::string& asker) const;
  void require_width(const golden::ResultCase& row, std::size_t output,
                     const OperandValue& operand) const;
  void take_output(const golden::ResultCase& row, const std::string& output,
                   const ElementArray& before, ElementArray contents, ElementArray& after) const;

  std::string file_;
  golden::ResultReader reader_;
  std::map<std::string, std::size_t> rows_;
  std::map<std::string, std::size_t> of_files_;  ///< NAME of rows that are called FILE.h5:NAME
};

/// The contents of the memories of a program after its last call; nothing if the execution did not
/// get that far.
ProgramMemory end_of(const Program& program, const Trial& trial);

/// The file, where no run writes one: UsageError where it cannot be read.
StoredResults opened_results(const std::string& file);

/// The names of all rows of the file, in its order. Throws as opened_results() does.
std::vector<std::string> names_of_rows(const std::string& file);

}  // namespace assay::runners
