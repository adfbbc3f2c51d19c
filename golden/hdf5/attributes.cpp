// SPDX-License-Identifier: Apache-2.0
#include "golden/hdf5/attributes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/word.hpp"

namespace assay::golden::h5 {
namespace {

// HDF5 gives an empty string of variable length as a null pointer, which the overload for
// std::string takes for text.
std::string read_variable(const H5::Attribute& attribute, const H5::DataType& type) {
  char* text = nullptr;
  attribute.read(type, static_cast<void*>(&text));
  std::string out = text == nullptr ? "" : text;
  H5::DataSet::vlenReclaim(&text, type, attribute.getSpace());
  return out;
}

std::string read_fixed(const H5::Attribute& attribute, const H5::DataType& type) {
  std::string out(type.getSize(), '\0');
  attribute.read(type, static_cast<void*>(out.data()));
  out.erase(std::min(out.find('\0'), out.size()));
  return out;
}

template <typename Number>
Number read_number(const H5::Attribute& attribute, Word word) {
  Number value = 0;
  attribute.read(type_of(word), &value);
  return value;
}

AttributeValue read_one(const H5::Attribute& attribute, const std::function<void()>& before_heap) {
  if (attribute.getSpace().getSimpleExtentNpoints() != 1) return "?";
  const H5::DataType type = attribute.getDataType();
  if (type.getClass() == H5T_STRING) {
    if (!type.isVariableStr()) return read_fixed(attribute, type);
    if (before_heap) before_heap();
    return read_variable(attribute, type);
  }
  if (type.getClass() != H5T_INTEGER) return "?";
  if (attribute.getIntType().getSign() == H5T_SGN_NONE) {
    return read_number<std::uint64_t>(attribute, Word::u64);
  }
  return read_number<std::int64_t>(attribute, Word::i64);
}

void collect_name(H5::H5Object&, std::string name, void* names) {
  static_cast<std::vector<std::string>*>(names)->push_back(std::move(name));
}

}  // namespace

const H5::StrType& AttributeWriter::string_type(std::size_t size) {
  const auto found = string_types_.find(size);
  if (found != string_types_.end()) return found->second;
  return string_types_.emplace(size, fixed_string(size)).first->second;
}

void AttributeWriter::write_one(const H5::H5Object& object, const std::string& name,
                                const AttributeValue& value) {
  const auto write = [&](const H5::DataType& type, const void* data) {
    object.createAttribute(name, type, scalar_).write(type, data);
  };
  if (const auto* text = std::get_if<std::string>(&value)) {
    write(string_type(text->size() + 1), text->c_str());
  } else if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
    write(type_of(Word::u64), natural);
  } else {
    write(type_of(Word::i64), &std::get<std::int64_t>(value));
  }
}

void AttributeWriter::write(const H5::H5Object& object, const Attributes& attributes) {
  for (const auto& [name, value] : attributes) {
    try {
      write_one(object, name, value);
    } catch (const H5::Exception&) {
      throw Failure(fmt::format("attribute {} cannot be written", name));
    }
  }
}

Attributes read_attributes(H5::H5Object& object, const std::string& path,
                           const std::function<void()>& before_heap) {
  try {
    std::vector<std::string> names;
    object.iterateAttrs(collect_name, nullptr, &names);
    Attributes out;
    for (const std::string& name : names) {
      out.emplace(name, read_one(object.openAttribute(name), before_heap));
    }
    return out;
  } catch (const H5::Exception&) {
    throw Failure(fmt::format("the attributes of {} cannot be read", path));
  }
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
