// SPDX-License-Identifier: Apache-2.0
#include "golden/calls/signature_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "golden/container/rows.hpp"
#include "golden/format/schema.hpp"
#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/limits.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::golden {
namespace {

const Form& form_for(const h5::Attributes& signature, const std::string& path,
                     const OpLookup& ops) {
  const std::string op = text_of(signature, "op", path);
  const std::string form = text_of(signature, "form", path);
  const OpSpec* page = ops(op);
  if (page == nullptr) throw h5::Failure(fmt::format("{}: op {} is unknown here", path, op));
  for (const Form& candidate : page->forms) {
    if (candidate.name == form) return candidate;
  }
  throw h5::Failure(fmt::format("{}: op {} has no form {} here", path, op, form));
}

template <std::size_t N>
void copy_row(const std::vector<std::int64_t>& rows, std::uint64_t row,
              std::array<std::int64_t, N>& out) {
  std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(row * N), N, out.begin());
}

void require_same_shape(const h5::StoredDataset& part, const h5::StoredDataset& accept) {
  if (part.dims() != accept.dims()) {
    throw h5::Failure(fmt::format("{} has another shape than accept", part.path()));
  }
}

}  // namespace

SignatureReader::SignatureReader(const H5::Group& file, std::string path, const OpLookup& ops,
                                 const Digests& digests)
    : file_(file), digests_(digests), path_(std::move(path)) {
  const h5::Attributes attributes = digests.attributes(file_, path_);
  prototype_.form = &form_for(attributes, path_, ops);
  const std::string target = text_of(attributes, "target", path_);
  if (const auto known = target_named(target)) {
    prototype_.target = *known;
  } else {
    throw h5::Failure(fmt::format("{}: target {} is unknown", path_, target));
  }
  prototype_.attributes = attribute_values(form(), attributes, path_);
  for (std::size_t i = 0; i < form().operands.size(); ++i) open_operand(i);
  for (const Result& result : form().results) open_result(result.operand);
}

void SignatureReader::open_operand(std::size_t operand) {
  const std::string& name = form().operands[operand].name;
  const std::string path = fmt::format("{}/operands/{}", path_, name);
  prototype_.operands.push_back(operand_from(digests_.attributes(file_, path), path));
  const OperandValue& value = prototype_.operands.back();
  if (static_cast<OperandKind>(value.index()) != form().operands[operand].kind) {
    throw h5::Failure(fmt::format("{} is of another kind than the operand of {}", path, form().op));
  }
  require_type(value, path);
  OperandColumns columns{stored(fmt::format("{}/inputs/{}", path_, name))};
  columns.contents.require_bits(word_of(element_of(value)));
  if (operand == 0) rows_ = columns.contents.dims()[0];
  if (columns.contents.dims()[0] != rows_) {
    throw h5::Failure(fmt::format("{} has {} rows instead of {}", columns.contents.path(),
                                  columns.contents.dims()[0], rows_));
  }
  if (std::holds_alternative<TileSpec>(value)) columns.valid = fact(name, "valid", 2);
  if (std::holds_alternative<GlobalSpec>(value)) {
    columns.shape = fact(name, "shape", 5);
    columns.stride = fact(name, "stride", 5);
    columns.base = fact(name, "base", 1);
    columns.count = fact(name, "count", 1);
  }
  operands_.push_back(std::move(columns));
}

std::vector<std::int64_t> SignatureReader::fact(const std::string& operand, const char* name,
                                                std::size_t per_row) const {
  const h5::StoredDataset column = stored(fmt::format("{}/operands/{}/{}", path_, operand, name));
  std::vector<std::int64_t> out = column.integers();
  if (out.size() != rows_ * per_row) {
    throw h5::Failure(
        fmt::format("{} has {} numbers instead of {}", column.path(), out.size(), rows_ * per_row));
  }
  return out;
}

std::optional<h5::StoredDataset> SignatureReader::optional_part(const std::string& result,
                                                                const char* name) const {
  if (!digests_.has(file_, fmt::format("{}/expected/{}/{}", path_, result, name))) return {};
  return part(result, name);
}

h5::StoredDataset SignatureReader::part(const std::string& result, const char* name) const {
  h5::StoredDataset out = stored(fmt::format("{}/expected/{}/{}", path_, result, name));
  if (out.dims()[0] != rows_) {
    throw h5::Failure(
        fmt::format("{} has {} rows instead of {}", out.path(), out.dims()[0], rows_));
  }
  return out;
}

// A signature all of whose cases must be refused has no expected results.
void SignatureReader::open_result(const std::string& result) {
  const std::string path = fmt::format("{}/expected/{}", path_, result);
  if (!digests_.has(file_, path)) return;
  if (digests_.has(file_, path + "/offsets")) {
    open_text(result, path);
  } else {
    open_tile(result);
  }
}

void SignatureReader::open_text(const std::string& result, const std::string& path) {
  const auto integers = [&](const char* name) {
    return stored(fmt::format("{}/{}", path, name)).integers();
  };
  TextColumns text;
  const h5::StoredDataset bytes = stored(path + "/bytes");
  bytes.require(h5::Word::u8, 1);
  text.bytes = bytes.rows(0, bytes.dims()[0]);
  text.offsets = integers("offsets");
  text.width = integers("width");
  text.readings = integers("readings");
  text.capacity = integers("capacity");
  for (std::size_t row = 0; row < text.capacity.size(); ++row) {
    require_between(fmt::format("{}/capacity row {}", path, row), text.capacity[row], 0,
                    most_elements);
  }
  for (std::size_t row = 0; row < text.width.size(); ++row) {
    require_between(fmt::format("{}/width row {}", path, row), text.width[row], 0, 1 << 16);
  }
  const auto in_order = [](const std::vector<std::int64_t>& marks, std::size_t last) {
    return !marks.empty() && marks.front() == 0 && std::ranges::is_sorted(marks) &&
           marks.back() == static_cast<std::int64_t>(last);
  };
  if (text.readings.size() != rows_ + 1 || text.capacity.size() != rows_ ||
      text.offsets.size() != text.width.size() + 1 || !in_order(text.offsets, text.bytes.size()) ||
      !in_order(text.readings, text.width.size())) {
    throw h5::Failure(fmt::format("{}: offsets and readings do not fit together", path));
  }
  texts_.emplace(result, std::move(text));
}

void SignatureReader::open_tile(const std::string& result) {
  TileColumns out{part(result, "accept"), part(result, "value"), optional_part(result, "low"),
                  optional_part(result, "high"), optional_part(result, "exact")};
  out.element = element_from(out.value.attributes(), out.value.path());
  out.accept.require_bits(h5::Word::u8);
  out.value.require_bits(word_of(out.element));
  if (out.low) out.low->require_bits(word_of(out.element));
  if (out.high) out.high->require_bits(word_of(out.element));
  if (out.exact) out.exact->require_bits(h5::Word::f64);
  require_same_shape(out.value, out.accept);
  for (const auto* other : {&out.low, &out.high, &out.exact}) {
    if (*other) require_same_shape(**other, out.accept);
  }
  const std::string shape = fmt::format("{}/expected/{}/shape", path_, result);
  if (digests_.has(file_, shape)) {
    out.shape = stored(shape).integers();
    if (out.shape.size() != rows_ * 2) throw h5::Failure(shape + " has too few rows");
  } else {
    out.accept.require(h5::Word::u8, 3);
    out.rows = static_cast<std::int64_t>(out.accept.dims()[1]);
    out.cols = static_cast<std::int64_t>(out.accept.dims()[2]);
  }
  tiles_.emplace(result, std::move(out));
}

Call SignatureReader::call(std::uint64_t row) const {
  Call out = prototype_;
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    const OperandColumns& columns = operands_[i];
    const std::string path = fmt::format("{}/operands/{}", path_, form().operands[i].name);
    if (auto* tile = std::get_if<TileSpec>(&out.operands[i])) {
      tile->valid_rows = columns.valid[row * 2];
      tile->valid_cols = columns.valid[row * 2 + 1];
      require_valid(*tile, path, row);
    } else if (auto* global = std::get_if<GlobalSpec>(&out.operands[i])) {
      copy_row(columns.shape, row, global->shape);
      copy_row(columns.stride, row, global->stride);
      global->base = columns.base[row];
      require_view(*global, columns.count[row], path, row);
    } else {
      auto& scalar = std::get<ScalarSpec>(out.operands[i]);
      const std::vector<std::byte> bytes = columns.contents.rows(row, 1);
      std::memcpy(&scalar.bits, bytes.data(), std::min(bytes.size(), sizeof scalar.bits));
    }
  }
  return out;
}

/// An expected tile has the elements of the operand that it is for.
void SignatureReader::require_shape(const std::string& result, const TileColumns& columns,
                                    const std::array<std::int64_t, 2>& shape,
                                    std::uint64_t row) const {
  const std::string path = fmt::format("{}/expected/{}", path_, result);
  const auto place = [&](const char* what) {
    return fmt::format("{} row {}, {},", path, row, what);
  };
  const std::size_t operand = form().index_of(result);
  const OperandValue& value = prototype_.operands[operand];
  if (columns.element != element_of(value)) {
    throw h5::Failure(fmt::format("{}/value holds {}, the operand {}", path,
                                  name_of(columns.element), name_of(element_of(value))));
  }
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    const std::int64_t rows = std::max<std::int64_t>(tile->rows(), 0);
    const std::int64_t cols = std::max<std::int64_t>(tile->cols(), 0);
    require_between(place("rows"), shape[0], rows, rows);
    require_between(place("columns"), shape[1], cols, cols);
    return;
  }
  const std::int64_t count = operands_[operand].count[row];
  require_between(place("rows"), shape[0], 0, count);
  require_between(place("columns"), shape[1], 0, count);
  require_between(place("elements"), shape[0] * shape[1], count, count);
}

ElementArray SignatureReader::elements(const h5::StoredDataset& dataset, ElementType type,
                                       std::uint64_t row, std::int64_t count) const {
  const std::vector<std::byte> bytes = dataset.rows(row, 1);
  const auto wanted = static_cast<std::size_t>(count) * h5::size_of(word_of(type));
  if (count < 0 || wanted > bytes.size()) {
    throw h5::Failure(
        fmt::format("{} row {} is too short for {} elements", dataset.path(), row, count));
  }
  return pack_elements(type, std::span(bytes).first(wanted));
}

std::vector<ElementArray> SignatureReader::before(std::uint64_t row) const {
  std::vector<ElementArray> out;
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    const OperandValue& value = prototype_.operands[i];
    std::int64_t count = 1;
    if (const auto* tile = std::get_if<TileSpec>(&value)) {
      const bool empty = tile->rows() <= 0 || tile->cols() <= 0;
      count = empty ? 0 : tile->rows() * tile->cols();
    }
    if (std::holds_alternative<GlobalSpec>(value)) count = operands_[i].count[row];
    out.push_back(elements(operands_[i].contents, element_of(value), row, count));
  }
  return out;
}

ExpectedTile SignatureReader::tile(const std::string& result, std::uint64_t row) const {
  const TileColumns& columns = tiles_.at(result);
  const std::int64_t rows = columns.shape.empty() ? columns.rows : columns.shape[row * 2];
  const std::int64_t cols = columns.shape.empty() ? columns.cols : columns.shape[row * 2 + 1];
  require_shape(result, columns, {rows, cols}, row);
  ExpectedTile out(columns.element, rows, cols);
  const std::int64_t count = rows * cols;
  out.value = elements(columns.value, columns.element, row, count);
  if (columns.low) out.low = elements(*columns.low, columns.element, row, count);
  if (columns.high) out.high = elements(*columns.high, columns.element, row, count);
  const std::vector<std::byte> accept = columns.accept.rows(row, 1);
  for (std::size_t i = 0; i < out.accept.size(); ++i) {
    if (std::to_integer<int>(accept[i]) > static_cast<int>(last_accept)) {
      throw h5::Failure(fmt::format("{} row {} holds {}, which has no meaning",
                                    columns.accept.path(), row, std::to_integer<int>(accept[i])));
    }
    out.accept[i] = static_cast<Accept>(accept[i]);
  }
  if (count != 0 && columns.exact) {
    const std::vector<std::byte> exact = columns.exact->rows(row, 1);
    std::memcpy(out.exact.data(), exact.data(), out.exact.size() * sizeof(double));
  }
  return out;
}

ExpectedText SignatureReader::text(const std::string& result, const TextColumns& columns,
                                   std::uint64_t row) const {
  ExpectedText out;
  out.capacity = columns.capacity[row];
  const auto first = static_cast<std::size_t>(columns.readings[row]);
  const auto last = static_cast<std::size_t>(columns.readings[row + 1]);
  if (first == last) {
    throw h5::Failure(fmt::format("{}/expected/{} has no reading of row {}", path_, result, row));
  }
  for (std::size_t reading = first; reading < last; ++reading) {
    const auto begin = static_cast<std::size_t>(columns.offsets[reading]);
    const auto end = static_cast<std::size_t>(columns.offsets[reading + 1]);
    std::string bytes(end - begin, '\0');
    std::memcpy(bytes.data(), columns.bytes.data() + begin, bytes.size());
    out.readings.push_back({std::move(bytes), static_cast<int>(columns.width[reading])});
  }
  return out;
}

std::vector<Expected> SignatureReader::expected(std::uint64_t row) const {
  std::vector<Expected> out;
  for (const Result& result : form().results) {
    if (const auto tile_found = tiles_.find(result.operand); tile_found != tiles_.end()) {
      out.emplace_back(tile(result.operand, row));
    } else if (const auto found = texts_.find(result.operand); found != texts_.end()) {
      out.emplace_back(text(result.operand, found->second, row));
    } else {
      throw h5::Failure(fmt::format("{}/expected/{} is missing", path_, result.operand));
    }
  }
  return out;
}

}  // namespace assay::golden
