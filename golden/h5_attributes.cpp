// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "golden/h5.hpp"

namespace assay::golden::h5 {
namespace {

void write_one(hid_t object, hid_t space, const std::string& name, const AttributeValue& value) {
  Handle string_type;
  hid_t type = H5T_STD_I64LE;
  const void* data = nullptr;
  if (const auto* text = std::get_if<std::string>(&value)) {
    string_type = fixed_string(text->size());
    type = string_type.get();
    data = text->c_str();
  } else if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
    type = H5T_STD_U64LE;
    data = natural;
  } else {
    data = &std::get<std::int64_t>(value);
  }
  const std::string what = fmt::format("attribute {} cannot be written", name);
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose, what);
  check(H5Awrite(attribute.get(), type, data), what);
}

std::string read_string(hid_t attribute, hid_t type, const std::string& what) {
  if (H5Tis_variable_str(type) > 0) {
    char* text = nullptr;
    check(H5Aread(attribute, type, static_cast<void*>(&text)), what);
    std::string out = text == nullptr ? "" : text;
    H5free_memory(text);
    return out;
  }
  std::string out(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, out.data()), what);
  out.erase(std::min(out.find('\0'), out.size()));
  return out;
}

AttributeValue read_one(hid_t attribute, const std::string& what) {
  const Handle type(H5Aget_type(attribute), H5Tclose, what);
  const Handle space(H5Aget_space(attribute), H5Sclose, what);
  if (H5Sget_simple_extent_npoints(space.get()) != 1) return "?";
  if (H5Tget_class(type.get()) == H5T_STRING) return read_string(attribute, type.get(), what);
  if (H5Tget_class(type.get()) != H5T_INTEGER) return "?";
  if (H5Tget_sign(type.get()) == H5T_SGN_NONE) {
    std::uint64_t value = 0;
    check(H5Aread(attribute, H5T_STD_U64LE, &value), what);
    return value;
  }
  std::int64_t value = 0;
  check(H5Aread(attribute, H5T_STD_I64LE, &value), what);
  return value;
}

herr_t collect_name(hid_t, const char* name, const H5A_info_t*, void* data) {
  static_cast<std::vector<std::string>*>(data)->emplace_back(name);
  return 0;
}

}  // namespace

void write_attributes(hid_t object, const Attributes& attributes) {
  if (attributes.empty()) return;
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "an attribute cannot be described");
  for (const auto& [name, value] : attributes) write_one(object, space.get(), name, value);
}

Attributes read_attributes(hid_t object, const std::string& path) {
  const std::string what = fmt::format("the attributes of {} cannot be read", path);
  std::vector<std::string> names;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_name, &names), what);
  Attributes out;
  for (const std::string& name : names) {
    const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, what);
    out.emplace(name, read_one(attribute.get(), what));
  }
  return out;
}

std::string to_text(const AttributeValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* natural = std::get_if<std::uint64_t>(&value)) return fmt::to_string(*natural);
  return fmt::to_string(std::get<std::int64_t>(value));
}

std::string attribute_lines(const Attributes& attributes) {
  std::string out;
  for (const auto& [name, value] : attributes) out += fmt::format("{}={}\n", name, to_text(value));
  return out;
}

}  // namespace assay::golden::h5
