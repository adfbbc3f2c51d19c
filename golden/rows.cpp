// SPDX-License-Identifier: Apache-2.0
#include "golden/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::golden {
namespace {

constexpr std::size_t smallest_chunk = 64U << 10U;
constexpr std::size_t largest_chunk = 256U << 10U;

// Rows per chunk: a chunk of 64 to 256 KiB, or all rows, that leaves least room unused in the last.
std::uint64_t chunk_rows(std::uint64_t rows, std::size_t row_bytes) {
  const std::uint64_t most =
      std::clamp<std::uint64_t>(largest_chunk / row_bytes, 1, std::max<std::uint64_t>(1, rows));
  const std::uint64_t least = std::clamp<std::uint64_t>(smallest_chunk / row_bytes, 1, most);
  const auto waste = [&](std::uint64_t count) { return (count - rows % count) % count; };
  std::uint64_t best = most;
  for (std::uint64_t count = most; count >= least; --count) {
    if (waste(count) < waste(best)) best = count;
  }
  return best;
}

// Whole rows; a row longer than 256 KiB is cut along its outermost dimensions until it is not.
std::vector<hsize_t> chunk_for(std::uint64_t rows, const std::vector<hsize_t>& row,
                               std::size_t word) {
  std::vector<hsize_t> chunk{1};
  std::size_t bytes = word;
  for (const hsize_t extent : row) {
    chunk.push_back(extent);
    bytes *= extent;
  }
  chunk[0] = chunk_rows(rows, bytes);
  for (std::size_t dim = 1; dim < chunk.size(); ++dim) {
    while (bytes > largest_chunk && chunk[dim] > 1) {
      bytes = bytes / chunk[dim] * ((chunk[dim] + 1) / 2);
      chunk[dim] = (chunk[dim] + 1) / 2;
    }
  }
  return chunk;
}

void append_fill(std::vector<std::byte>& out, std::span<const std::byte> fill, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes; done += fill.size()) {
    out.insert(out.end(), fill.begin(), fill.end());
  }
}

}  // namespace

h5::Word word_of(ElementType type) {
  switch (bits_of(type)) {
    case 16:
      return h5::Word::u16;
    case 32:
      return h5::Word::u32;
    case 64:
      return h5::Word::u64;
    default:
      return h5::Word::u8;
  }
}

void unpack_elements(const ElementArray& elements, std::vector<std::byte>& out) {
  if (bits_of(elements.type()) >= 8) {
    out.insert(out.end(), elements.bytes().begin(), elements.bytes().end());
    return;
  }
  for (std::int64_t i = 0; i < elements.size(); ++i) out.push_back(std::byte(elements[i]));
}

ElementArray pack_elements(ElementType type, std::span<const std::byte> words) {
  const std::size_t width = h5::size_of(word_of(type));
  ElementArray out(type, static_cast<std::int64_t>(words.size() / width));
  if (bits_of(type) >= 8) {
    std::ranges::copy(words, out.bytes().begin());
    return out;
  }
  for (std::int64_t i = 0; i < out.size(); ++i) {
    out.set(i, std::to_integer<std::uint64_t>(words[static_cast<std::size_t>(i)]));
  }
  return out;
}

RowDataset::RowDataset(RowLayout layout) : layout_(std::move(layout)) {}

std::size_t RowDataset::row_bytes() const {
  std::size_t bytes = h5::size_of(layout_.word);
  for (const hsize_t extent : layout_.row) bytes *= extent;
  return bytes;
}

void RowDataset::put(std::uint64_t row, std::span<const std::byte> bytes) {
  lengths_.resize(row - written_, 0);
  lengths_.push_back(bytes.size());
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

// Makes every pending row as long as the dataset is wide, which may make the dataset wider.
void RowDataset::square_pending() {
  if (layout_.ragged) {
    std::size_t longest = row_bytes();
    for (const std::size_t length : lengths_) longest = std::max(longest, length);
    longest = std::max(longest, h5::size_of(layout_.word));
    if (longest > row_bytes() && created_) digest_stale_ = true;
    layout_.row = {longest / h5::size_of(layout_.word)};
  }
  const std::size_t width = row_bytes();
  if (std::ranges::all_of(lengths_, [&](std::size_t length) { return length == width; })) return;
  std::vector<std::byte> squared;
  squared.reserve(width * lengths_.size());
  std::size_t from = 0;
  for (std::size_t& length : lengths_) {
    squared.insert(squared.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(from),
                   bytes_.begin() + static_cast<std::ptrdiff_t>(from + length));
    append_fill(squared, h5::fill_of(layout_.word), width - length);
    from += length;
    length = width;
  }
  bytes_ = std::move(squared);
}

bool RowDataset::all_fill() const {
  const auto fill = h5::fill_of(layout_.word);
  return bytes_.size() >= fill.size() &&
         std::ranges::equal(fill, std::span(bytes_).first(fill.size())) &&
         std::memcmp(bytes_.data(), bytes_.data() + fill.size(), bytes_.size() - fill.size()) == 0;
}

void RowDataset::create(OutputFile& file, std::uint64_t rows) {
  const std::string what = fmt::format("{} cannot be created", layout_.path);
  std::vector<hsize_t> dims{rows};
  dims.insert(dims.end(), layout_.row.begin(), layout_.row.end());
  std::vector<hsize_t> most = dims;
  const h5::Handle creation = h5::dataset_creation();
  const auto rank = static_cast<int>(dims.size());
  if (layout_.chunked) {
    most[0] = H5S_UNLIMITED;
    if (layout_.ragged) most[1] = H5S_UNLIMITED;
    const std::vector<hsize_t> chunk = chunk_for(rows, layout_.row, h5::size_of(layout_.word));
    h5::check(H5Pset_chunk(creation.get(), rank, chunk.data()), what);
    H5Pset_fill_value(creation.get(), h5::type_of(layout_.word), h5::fill_of(layout_.word).data());
  }
  const h5::Handle space(H5Screate_simple(rank, dims.data(), most.data()), H5Sclose, what);
  const h5::Handle made(H5Dcreate2(file.file(), layout_.path.c_str(), h5::type_of(layout_.word),
                                   space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                        H5Dclose, what);
  h5::write_attributes(made.get(), layout_.attributes);
  created_ = true;
}

void RowDataset::extend(hid_t dataset, std::uint64_t rows) {
  std::vector<hsize_t> dims{rows};
  dims.insert(dims.end(), layout_.row.begin(), layout_.row.end());
  h5::check(H5Dset_extent(dataset, dims.data()),
            fmt::format("{} cannot be extended", layout_.path));
}

void RowDataset::write_pending(OutputFile& file) {
  const std::string what = fmt::format("{} cannot be written", layout_.path);
  const std::uint64_t rows = written_ + lengths_.size();
  const bool fresh = !created_;
  if (fresh) create(file, rows);
  const h5::Handle dataset(H5Dopen2(file.file(), layout_.path.c_str(), H5P_DEFAULT), H5Dclose,
                           what);
  if (!fresh) extend(dataset.get(), rows);
  // Rows of nothing but the fill value need no room in the file.
  if (!layout_.chunked || !all_fill()) {
    std::vector<hsize_t> start(layout_.row.size() + 1, 0);
    std::vector<hsize_t> block{lengths_.size()};
    block.insert(block.end(), layout_.row.begin(), layout_.row.end());
    start[0] = written_;
    const h5::Handle space(H5Dget_space(dataset.get()), H5Sclose, what);
    h5::check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, block.data(),
                                  nullptr),
              what);
    const h5::Handle memory(H5Screate_simple(static_cast<int>(block.size()), block.data(), nullptr),
                            H5Sclose, what);
    h5::check(H5Dwrite(dataset.get(), h5::type_of(layout_.word), memory.get(), space.get(),
                       H5P_DEFAULT, bytes_.data()),
              what);
  }
  written_ = rows;
}

void RowDataset::flush(OutputFile& file, std::uint64_t rows) {
  if (!layout_.chunked || (written_ == rows && lengths_.empty())) return;
  lengths_.resize(rows - written_, 0);
  square_pending();
  write_pending(file);
  file.require_written();
  digest_.add(bytes_);
  bytes_ = {};
  lengths_.clear();
}

void RowDataset::finish(OutputFile& file, std::uint64_t rows) {
  const bool contiguous = !layout_.chunked;
  if (contiguous) {
    lengths_.resize(rows, 0);
    square_pending();
    if (lengths_.empty()) {
      create(file, 0);
    } else {
      write_pending(file);
    }
    digest_.add(bytes_);
    bytes_ = {};
  } else {
    flush(file, rows);
  }
  if (digest_stale_) {
    digest_ = Sha256();
    const h5::Dataset stored(file.file(), layout_.path);
    stored.each_piece([&](std::span<const std::byte> piece) { digest_.add(piece); });
  }
  file.require_written();
  file.enter(layout_.path, {digest_.hex(), written_ * row_bytes(),
                            sha256_of(h5::attribute_lines(layout_.attributes))});
}

}  // namespace assay::golden
