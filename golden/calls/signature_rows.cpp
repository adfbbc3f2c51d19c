// SPDX-License-Identifier: Apache-2.0
#include "golden/calls/signature_rows.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "golden/format/schema.hpp"
#include "reference/isa/spec/op_spec.hpp"

namespace assay::golden {
namespace {

hsize_t extent(std::int64_t value) { return static_cast<hsize_t>(value); }

[[noreturn]] void reject(const Case& test_case, const std::string& operand,
                         const std::string& why) {
  throw std::invalid_argument(fmt::format("case {}, operand {}: {}", test_case.name, operand, why));
}

}  // namespace

void write_block(OutputFile& file, const std::string& path, h5::Word word,
                 std::span<const std::byte> bytes) {
  file.block(path, h5::type_of(word), bytes.size() / h5::size_of(word), bytes);
}

void TextRows::skip_to(std::uint64_t row) {
  readings_.resize(row + 1, readings_.back());
  capacities_.resize(row, 0);
}

void TextRows::put(std::uint64_t row, const ExpectedText& expected) {
  skip_to(row);
  for (const PrintedText& reading : expected.readings) {
    const auto bytes = std::as_bytes(std::span(reading.text));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    offsets_.push_back(bytes_.size());
    widths_.push_back(reading.width);
  }
  readings_.push_back(widths_.size());
  capacities_.push_back(expected.capacity);
}

void TextRows::finish(OutputFile& file, const std::string& path, std::uint64_t rows) {
  skip_to(rows);
  file.group(path);
  const auto write = [&](const char* name, h5::Word word, auto& values) {
    write_block(file, fmt::format("{}/{}", path, name), word, std::as_bytes(std::span(values)));
  };
  write("bytes", h5::Word::u8, bytes_);
  write("offsets", h5::Word::u64, offsets_);
  write("width", h5::Word::i64, widths_);
  write("readings", h5::Word::u64, readings_);
  write("capacity", h5::Word::i64, capacities_);
}

SignatureRows::SignatureRows(std::string path, const Call& first, std::pmr::memory_resource* memory)
    : path_(std::move(path)), call_(first), memory_(memory) {}

RowDataset& SignatureRows::contents(std::size_t operand) {
  const std::string& name = call_.form->operands.at(operand).name;
  RowLayout layout;
  layout.path = fmt::format("{}/inputs/{}", path_, name);
  const auto found = datasets_.find(layout.path);
  if (found != datasets_.end()) return found->second;
  const OperandValue& value = call_.operands.at(operand);
  layout.word = word_of(element_of(value));
  layout.attributes = {{"dtype", std::string(name_of(element_of(value)))}};
  layout.ragged = std::holds_alternative<GlobalSpec>(value);
  if (const auto* tile = std::get_if<TileSpec>(&value)) {
    // A case may break the constraint that shapes are positive: such a tile has no elements.
    layout.ragged = tile->rows() <= 0 || tile->cols() <= 0;
    if (!layout.ragged) layout.row = {extent(tile->rows()), extent(tile->cols())};
  }
  if (layout.ragged) layout.row = {0};
  return datasets_.emplace(layout.path, RowDataset(layout, memory_)).first->second;
}

RowDataset& SignatureRows::fact(std::size_t operand, const std::string& name,
                                std::vector<hsize_t> row, h5::Word word) {
  RowLayout layout;
  layout.path =
      fmt::format("{}/operands/{}/{}", path_, call_.form->operands.at(operand).name, name);
  const auto found = datasets_.find(layout.path);
  if (found != datasets_.end()) return found->second;
  layout.row = std::move(row);
  layout.word = word;
  layout.chunked = false;
  return datasets_.emplace(layout.path, RowDataset(layout, memory_)).first->second;
}

void SignatureRows::put_global(std::size_t operand, const GlobalSpec& global, std::int64_t count) {
  const auto put = [&](const char* name, std::vector<hsize_t> row,
                       std::span<const std::int64_t> values) {
    fact(operand, name, std::move(row), h5::Word::i64).put_values(rows_, values);
  };
  put("shape", {5}, global.shape);
  put("stride", {5}, global.stride);
  put("base", {}, std::span(&global.base, 1));
  put("count", {}, std::span(&count, 1));
}

void SignatureRows::put_operand(const GoldenCase& golden, std::size_t operand) {
  const OperandValue& value = golden.test.call.operands.at(operand);
  const std::string& name = call_.form->operands.at(operand).name;
  const ElementArray& before = golden.before.at(operand);
  if (const auto* scalar = std::get_if<ScalarSpec>(&value)) {
    if (before.size() > 1 || (before.size() == 1 && before[0] != scalar->bits)) {
      reject(golden.test, name, "its contents are not the scalar of the call");
    }
    contents(operand).put(
        rows_,
        std::as_bytes(std::span(&scalar->bits, 1)).first(h5::size_of(word_of(scalar->element))));
    return;
  }
  if (before.type() != element_of(value)) reject(golden.test, name, "contents of another type");
  if (const auto* global = std::get_if<GlobalSpec>(&value)) {
    put_global(operand, *global, before.size());
  } else {
    const TileSpec& tile = std::get<TileSpec>(value);
    const bool empty = tile.rows() <= 0 || tile.cols() <= 0;
    if (before.size() != (empty ? 0 : tile.rows() * tile.cols())) {
      reject(golden.test, name,
             fmt::format("{} elements for a tile of {} x {}", before.size(), tile.rows(),
                         tile.cols()));
    }
    const std::array valid{tile.valid_rows, tile.valid_cols};
    fact(operand, "valid", {2}, h5::Word::i64)
        .put_values(rows_, std::span<const std::int64_t>(valid));
  }
  contents(operand).put_elements(rows_, before);
}

SignatureRows::TileRows SignatureRows::tile_rows(const std::string& name,
                                                 const ExpectedTile& tile) const {
  const bool ragged = call_.form->has(name) && std::holds_alternative<GlobalSpec>(
                                                   call_.operands.at(call_.form->index_of(name)));
  const auto make = [&](const char* part, h5::Word word, h5::Attributes attributes, bool optional) {
    RowLayout layout;
    layout.path = fmt::format("{}/expected/{}/{}", path_, name, part);
    layout.word = word;
    layout.ragged = ragged || tile.rows * tile.cols == 0;
    layout.row = {extent(tile.rows), extent(tile.cols)};
    if (layout.ragged) layout.row = {0};
    layout.attributes = std::move(attributes);
    layout.optional = optional;
    return RowDataset(layout, memory_);
  };
  std::string meanings;
  for (int kind = 0; kind <= static_cast<int>(last_accept); ++kind) {
    meanings +=
        fmt::format("{}{}={}", kind == 0 ? "" : ",", kind, name_of(static_cast<Accept>(kind)));
  }
  const ElementType type = tile.value.type();
  const h5::Attributes dtype{{"dtype", std::string(name_of(type))}};
  TileRows out{make("accept", h5::Word::u8, {{"meaning", meanings}}, false),
               make("value", word_of(type), dtype, false),
               make("low", word_of(type), dtype, true),
               make("high", word_of(type), dtype, true),
               make("exact", h5::Word::f64, {}, true),
               std::nullopt};
  if (ragged) {
    RowLayout shape;
    shape.path = fmt::format("{}/expected/{}/shape", path_, name);
    shape.word = h5::Word::i64;
    shape.row = {2};
    shape.chunked = false;
    out.shape.emplace(shape, memory_);
  }
  return out;
}

void SignatureRows::put_tile(const std::string& name, const ExpectedTile& tile) {
  auto found = tiles_.find(name);
  if (found == tiles_.end()) found = tiles_.emplace(name, tile_rows(name, tile)).first;
  TileRows& out = found->second;
  out.accept.put_values(rows_, std::span<const Accept>(tile.accept));
  out.value.put_elements(rows_, tile.value);
  out.low.put_elements(rows_, tile.low);
  out.high.put_elements(rows_, tile.high);
  out.exact.put_values(rows_, std::span<const double>(tile.exact));
  // All parts are of one shape, though some rows of a part have nothing to say and are not put.
  for (RowDataset* part : {&out.low, &out.high, &out.exact}) part->widen(tile.accept.size());
  const std::array shape{tile.rows, tile.cols};
  if (out.shape) out.shape->put_values(rows_, std::span<const std::int64_t>(shape));
}

void SignatureRows::put(const GoldenCase& golden) {
  const std::vector<Result>& results = call_.form->results;
  if (golden.before.size() != call_.operands.size()) {
    reject(golden.test, "all", "one array of contents per operand is needed");
  }
  if (!golden.expected.empty() && golden.expected.size() != results.size()) {
    reject(golden.test, "all", "one expected result per result of the form is needed");
  }
  for (std::size_t i = 0; i < call_.operands.size(); ++i) put_operand(golden, i);
  for (std::size_t i = 0; i < golden.expected.size(); ++i) {
    if (const auto* tile = std::get_if<ExpectedTile>(&golden.expected[i])) {
      put_tile(results[i].operand, *tile);
    } else {
      texts_[results[i].operand].put(rows_, std::get<ExpectedText>(golden.expected[i]));
    }
  }
  ++rows_;
}

std::size_t SignatureRows::pending() const {
  std::size_t bytes = 0;
  for (const auto& [path, rows] : datasets_) bytes += rows.pending();
  for (const auto& [name, tile] : tiles_) {
    bytes += tile.accept.pending() + tile.value.pending() + tile.low.pending() +
             tile.high.pending() + tile.exact.pending();
  }
  return bytes;
}

void SignatureRows::flush(OutputFile& file) {
  file.group(path_, signature_attributes(call_));
  file.group(path_ + "/inputs");
  for (auto& [path, rows] : datasets_) rows.flush(file, rows_);
  for (auto& [name, tile] : tiles_) {
    file.group(fmt::format("{}/expected/{}", path_, name));
    for (RowDataset* part : {&tile.accept, &tile.value, &tile.low, &tile.high, &tile.exact}) {
      part->flush(file, rows_);
    }
  }
}

void SignatureRows::finish(OutputFile& file) {
  flush(file);
  for (std::size_t i = 0; i < call_.operands.size(); ++i) {
    const Operand& operand = call_.form->operands[i];
    file.group(fmt::format("{}/operands/{}", path_, operand.name),
               operand_attributes(operand, call_.operands[i]));
  }
  for (auto& [path, rows] : datasets_) rows.finish(file, rows_);
  for (auto& [name, tile] : tiles_) {
    for (RowDataset* part : {&tile.accept, &tile.value, &tile.low, &tile.high, &tile.exact}) {
      part->finish(file, rows_);
    }
    if (tile.shape) tile.shape->finish(file, rows_);
  }
  for (auto& [name, text] : texts_) {
    text.finish(file, fmt::format("{}/expected/{}", path_, name), rows_);
  }
}

}  // namespace assay::golden
