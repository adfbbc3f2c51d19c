// SPDX-License-Identifier: Apache-2.0
// The attributes of a group or dataset, by name.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>

namespace assay::golden::h5 {

/// Attributes are strings (fixed length, UTF-8) or 64-bit integers; reading also takes
/// variable-length strings and integers of any width. Others read as "?".
using AttributeValue = std::variant<std::string, std::int64_t, std::uint64_t>;
using Attributes = std::map<std::string, AttributeValue>;

/// Keeps what attributes have in common: a file has thousands of them and few lengths of text.
class AttributeWriter {
 public:
  void write(const H5::H5Object& object, const Attributes& attributes);

 private:
  const H5::StrType& string_type(std::size_t size);
  void write_one(const H5::H5Object& object, const std::string& name, const AttributeValue& value);

  H5::DataSpace scalar_;
  std::map<std::size_t, H5::StrType> string_types_;
};

/// Calls `before_heap`, if there is one, before each string of variable length is read.
Attributes read_attributes(H5::H5Object& object, const std::string& path,
                           const std::function<void()>& before_heap = {});
std::string to_text(const AttributeValue& value);
/// "NAME=VALUE\n" for every attribute, by name: what the manifest's attribute digest covers.
std::string attribute_lines(const Attributes& attributes);

}  // namespace assay::golden::h5
