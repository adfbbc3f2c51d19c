// SPDX-License-Identifier: Apache-2.0
// The programs of a golden file.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/calls/signature_reader.hpp"
#include "golden/container/input_file.hpp"
#include "golden/golden.hpp"
#include "golden/tables/manifest.hpp"
#include "golden/tables/table.hpp"

namespace assay::golden {

class ProgramReader {
 public:
  /// Reads the list; none in a file of the older schema. Everything named outlives the object; what
  /// is read is checked by `digests` first if `checks`. Throws h5::Failure.
  ProgramReader(const H5::Group& file, const OpLookup& ops, Digests& digests, bool checks);

  std::size_t size() const { return name_.size(); }
  const std::string& name(std::size_t index) const { return name_.at(index); }
  std::optional<std::size_t> find(std::string_view name) const;
  /// Throws h5::Failure, also for a program that is ill_formed().
  GoldenProgram read(std::size_t index);

 private:
  ProgramStep call_of(const TableReader& calls, std::size_t call, const std::string& path);
  void read_calls(GoldenProgram& golden, const std::string& path);
  void read_operands(GoldenProgram& golden, const std::string& path) const;
  void read_image(GoldenProgram& golden, const std::string& path, bool expected) const;
  ElementArray bytes(const std::string& path) const;
  ElementArray codes(const std::string& path, std::uint64_t last) const;
  const SignatureReader& signature(std::uint64_t number);

  const H5::Group& file_;
  const OpLookup& ops_;
  Digests& digests_;
  bool checks_;
  Strings name_, target_, judging_;
  Naturals key_, images_, expected_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::uint64_t, SignatureReader> signatures_;  ///< few of them: see most_open
};

}  // namespace assay::golden
