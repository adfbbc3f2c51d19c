// SPDX-License-Identifier: Apache-2.0
#include "golden/container/rows.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "golden/format/descriptions.hpp"
#include "golden/format/stored.hpp"
#include "golden/hdf5/plain_c.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t smallest_chunk = 64U << 10U;
constexpr std::size_t largest_chunk = 256U << 10U;
constexpr std::size_t most_spare = 4U << 20U;

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

void PendingBytes::append(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  const std::size_t before = bytes_.size();
  bytes_.resize(before + bytes.size());
  std::memcpy(&bytes_[before], bytes.data(), bytes.size());
}

void PendingBytes::append_fill(std::span<const std::byte> word, std::size_t bytes) {
  const std::size_t before = bytes_.size();
  bytes_.resize(before + bytes);
  const std::span filled = std::span(bytes_).subspan(before);
  for (std::size_t offset = 0; offset < bytes; offset += word.size()) {
    std::memcpy(&filled[offset], word.data(), word.size());
  }
}

void PendingBytes::release() {
  bytes_.clear();
  bytes_.shrink_to_fit();
}

RowDataset::RowDataset(RowLayout layout, std::pmr::memory_resource* memory)
    : layout_(std::move(layout)), bytes_(memory) {
  layout_.attributes = described(layout_.path, std::move(layout_.attributes));
  const auto fill = h5::fill_of(layout_.word);
  stored_.assign(fill.begin(), fill.end());
}

std::size_t RowDataset::row_bytes() const {
  std::size_t bytes = h5::size_of(layout_.word);
  for (const hsize_t extent : layout_.row) bytes *= extent;
  return bytes;
}

// True where every word is the one that is stored for chunks which are not in the file.
bool RowDataset::is_uniform(std::span<const std::byte> bytes) const {
  const std::size_t word = stored_.size();
  return bytes.size() < word ||
         (std::ranges::equal(stored_, bytes.first(word)) &&
          std::memcmp(bytes.data(), bytes.data() + word, bytes.size() - word) == 0);
}

void RowDataset::widen(std::size_t words) {
  if (layout_.ragged) widest_ = std::max(widest_, words * h5::size_of(layout_.word));
}

void RowDataset::put(std::uint64_t row, std::span<const std::byte> bytes) {
  if (is_blank()) {
    if (is_uniform(bytes)) return;
    written_ = row;
  }
  // Signatures that have a second case mostly have sixteen; room for all of them would be several
  // times what waits.
  if (!lengths_.empty() && bytes_.size() == bytes.size()) {
    bytes_.reserve(std::max(2 * bytes.size(), std::min(4 * bytes.size(), most_spare)));
  }
  lengths_.resize(row - written_, 0);
  lengths_.push_back(bytes.size());
  bytes_.append(bytes);
}

void RowDataset::put_elements(std::uint64_t row, const ElementArray& elements) {
  if (bits_of(elements.type()) >= 8) return put(row, elements.bytes());
  std::vector<std::byte> words;
  unpack_elements(elements, words);
  put(row, words);
}

// Makes every pending row as long as the dataset is wide, which may make the dataset wider.
void RowDataset::square_pending() {
  if (layout_.ragged) {
    std::size_t longest = std::max(row_bytes(), widest_);
    for (const std::size_t length : lengths_) longest = std::max(longest, length);
    longest = std::max(longest, h5::size_of(layout_.word));
    if (longest > row_bytes() && created_) digest_stale_ = true;
    layout_.row = {longest / h5::size_of(layout_.word)};
  }
  const std::size_t width = row_bytes();
  if (std::ranges::all_of(lengths_, [&](std::size_t length) { return length == width; })) return;
  PendingBytes squared(bytes_.memory());
  squared.reserve(width * lengths_.size());
  std::size_t from = 0;
  for (std::size_t& length : lengths_) {
    squared.append(bytes_.all().subspan(from, length));
    squared.append_fill(h5::fill_of(layout_.word), width - length);
    from += length;
    length = width;
  }
  bytes_ = std::move(squared);
}

std::vector<hsize_t> RowDataset::dims_of(std::uint64_t rows) const {
  std::vector<hsize_t> dims{rows};
  dims.insert(dims.end(), layout_.row.begin(), layout_.row.end());
  return dims;
}

void RowDataset::choose_chunks(std::uint64_t rows, const H5::DSetCreatPropList& creation) {
  chunk_ = chunk_for(rows, layout_.row, h5::size_of(layout_.word));
  creation.setChunk(static_cast<int>(chunk_.size()), chunk_.data());
  choose_stored();
  creation.setFillValue(h5::type_of(layout_.word), stored_.data());
}

H5::DataSet RowDataset::create(OutputFile& file, std::uint64_t rows) {
  const std::vector<hsize_t> dims = dims_of(rows);
  std::vector<hsize_t> most = dims;
  if (layout_.chunked) {
    most[0] = H5S_UNLIMITED;
    if (layout_.ragged) most[1] = H5S_UNLIMITED;
    choose_chunks(rows, file.chunked());
  }
  const H5::DataSpace space(static_cast<int>(dims.size()), dims.data(), most.data());
  const auto [group, name] = file.place(layout_.path);
  H5::DataSet made = group.createDataSet(name, h5::type_of(layout_.word), space,
                                         layout_.chunked ? file.chunked() : file.contiguous());
  file.attributes().write(made, layout_.attributes);
  created_ = true;
  return made;
}

H5::DataSet RowDataset::open(OutputFile& file) const {
  const auto [group, name] = file.place(layout_.path);
  return group.openDataSet(name);
}

// A column that has but one value so far, mostly the kind of acceptance, is stored as that value.
void RowDataset::choose_stored() {
  const std::size_t word = stored_.size();
  if (layout_.ragged || written_ > 0 || bytes_.size() < word) return;
  const std::vector<std::byte> kept = std::exchange(
      stored_,
      std::vector<std::byte>(bytes_.all().begin(), bytes_.all().begin() + std::ptrdiff_t(word)));
  if (!is_uniform(bytes_.all())) stored_ = kept;
}

void RowDataset::write_slab(const H5::DataSet& dataset, std::uint64_t row,
                            std::span<const std::byte> bytes) {
  std::vector<hsize_t> start(layout_.row.size() + 1, 0);
  const std::vector<hsize_t> block = dims_of(bytes.size() / row_bytes());
  start[0] = row;
  const H5::DataSpace place = dataset.getSpace();
  place.selectHyperslab(H5S_SELECT_SET, block.data(), start.data());
  const H5::DataSpace memory(static_cast<int>(block.size()), block.data());
  dataset.write(bytes.data(), h5::type_of(layout_.word), memory, place);
}

// Past HDF5's chunk cache, which would copy and clear what is written once and whole.
void RowDataset::write_chunk(const H5::DataSet& dataset, std::uint64_t row,
                             std::span<const std::byte> bytes) {
  std::vector<hsize_t> start(chunk_.size(), 0);
  start[0] = row;
  PendingBytes padded(bytes_.memory());
  if (const std::size_t size = chunk_[0] * row_bytes(); bytes.size() < size) {
    padded.reserve(size);
    padded.append(bytes);
    padded.append_fill(stored_, size - bytes.size());
    bytes = padded.all();
  }
  plain_c::write_chunk(dataset, start, bytes);
}

// Rows piece by piece, at most a chunk at a time: a piece is digested and written while the
// processor still has it at hand.
void RowDataset::write_rows(const H5::DataSet& dataset) {
  const bool whole_rows =
      layout_.chunked && std::equal(layout_.row.begin(), layout_.row.end(), chunk_.begin() + 1);
  const std::uint64_t step = whole_rows ? chunk_[0] : written_ + lengths_.size();
  std::uint64_t row = written_;
  for (std::span<const std::byte> rest = bytes_.all(); !rest.empty();) {
    const std::uint64_t count = std::min(step - row % step, rest.size() / row_bytes());
    const auto piece = rest.first(count * row_bytes());
    rest = rest.subspan(piece.size());
    digest_.add(piece);
    if (!layout_.chunked || !is_uniform(piece)) {
      const bool fresh = whole_rows && row % step == 0;
      fresh ? write_chunk(dataset, row, piece) : write_slab(dataset, row, piece);
    }
    row += count;
  }
}

// Rows before the first that had something to say were never pending.
void RowDataset::digest_skipped() {
  PendingBytes row(bytes_.memory());
  row.append_fill(h5::fill_of(layout_.word), row_bytes());
  for (std::uint64_t i = 0; i < written_; ++i) digest_.add(row.all());
}

void RowDataset::write_pending(OutputFile& file) {
  const std::uint64_t rows = written_ + lengths_.size();
  const std::string& path = layout_.path;
  const bool fresh = !created_;
  const H5::DataSet dataset = h5::attempt(path, fresh ? "cannot be created" : "cannot be written",
                                          [&] { return fresh ? create(file, rows) : open(file); });
  if (fresh) {
    digest_skipped();
  } else {
    h5::attempt(path, "cannot be extended", [&] { dataset.extend(dims_of(rows).data()); });
  }
  h5::attempt(path, "cannot be written", [&] {
    if (row_bytes() > 0) write_rows(dataset);
  });
  written_ = rows;
}

void RowDataset::flush(OutputFile& file, std::uint64_t rows) {
  if (!layout_.chunked || is_blank() || (written_ == rows && lengths_.empty())) return;
  lengths_.resize(rows - written_, 0);
  square_pending();
  write_pending(file);
  file.require_written();
  bytes_.release();
  lengths_.clear();
}

void RowDataset::finish(OutputFile& file, std::uint64_t rows) {
  if (layout_.chunked) {
    flush(file, rows);
  } else {
    lengths_.resize(rows, 0);
    square_pending();
    write_pending(file);
    bytes_.release();
  }
  if (is_blank()) return;
  if (digest_stale_) {
    digest_ = ContentDigest();
    const h5::StoredDataset stored(file.file(), layout_.path);
    stored.each_piece([&](std::span<const std::byte> piece) { digest_.add(piece); });
  }
  file.require_written();
  file.enter(layout_.path,
             digest_.entry(written_ * row_bytes(), file.digest_of(layout_.attributes)));
}

}  // namespace assay::golden
