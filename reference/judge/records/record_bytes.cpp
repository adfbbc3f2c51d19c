// SPDX-License-Identifier: Apache-2.0
#include "reference/judge/records/record_bytes.hpp"

#include <fmt/format.h>

#include <bit>

namespace assay {
namespace {

constexpr unsigned digit_bits = 7;
constexpr std::uint64_t more_digits = 0x80;

/// The last byte first: a short number of a double that has few digits.
std::uint64_t turned(std::uint64_t bits) {
  std::uint64_t result = 0;
  for (unsigned byte = 0; byte < sizeof bits; ++byte) {
    result = result << 8U | (bits >> (8U * byte) & 0xFFU);
  }
  return result;
}

enum NameShape : char { whole_name = 0, middle_of_name = 1 };

}  // namespace

std::string name_head(const CaseRecord& record) {
  return record.op + '/' + record.form + '/' + record.target + '/' + record.dtypes + '/';
}

std::string name_tail(const CaseRecord& record) {
  return '/' + record.plan + fmt::format("@{:08x}", record.key);
}

void RecordWriter::natural(std::uint64_t value) {
  for (; value >= more_digits; value >>= digit_bits) {
    bytes_ += static_cast<char>(value | more_digits);
  }
  bytes_ += static_cast<char>(value);
}

void RecordWriter::integer(std::int64_t value) {
  const auto sign = static_cast<std::uint64_t>(value >> 63U);
  natural((static_cast<std::uint64_t>(value) << 1U) ^ sign);
}

void RecordWriter::real(double value) { natural(turned(std::bit_cast<std::uint64_t>(value))); }

void RecordWriter::text(std::string_view text) {
  natural(text.size());
  bytes_ += text;
}

void RecordWriter::word(const std::string& text_of_word) {
  const std::optional<std::uint32_t> number = words_.number_of(text_of_word);
  natural(number ? *number + 1 : 0);
  if (!number) text(text_of_word);
}

void RecordWriter::name(const CaseRecord& record) {
  const std::string head = name_head(record);
  const std::string tail = name_tail(record);
  std::string_view rest = record.name;
  const bool usual =
      rest.size() >= head.size() + tail.size() && rest.starts_with(head) && rest.ends_with(tail);
  if (usual) rest = rest.substr(head.size(), rest.size() - head.size() - tail.size());
  bytes_ += static_cast<char>(usual ? middle_of_name : whole_name);
  text(rest);
}

void RecordReader::natural(std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0;; shift += digit_bits) {
    const auto byte = static_cast<unsigned char>(*next_++);
    value |= static_cast<std::uint64_t>(byte & (more_digits - 1)) << shift;
    if (byte < more_digits) return;
  }
}

void RecordReader::integer(std::int64_t& value) {
  std::uint64_t folded = 0;
  natural(folded);
  value = static_cast<std::int64_t>((folded >> 1U) ^ (0 - (folded & 1U)));
}

void RecordReader::real(double& value) {
  std::uint64_t bits = 0;
  natural(bits);
  value = std::bit_cast<double>(turned(bits));
}

std::string_view RecordReader::text() {
  std::uint64_t size = 0;
  natural(size);
  const std::string_view found(next_, size);
  next_ += size;
  return found;
}

void RecordReader::word(std::string& text_of_word) {
  std::uint64_t number = 0;
  natural(number);
  if (number > 0) {
    text_of_word = words_[number - 1];
  } else {
    text_of_word = text();
  }
}

void RecordReader::name(CaseRecord& record) {
  const bool usual = *next_++ == middle_of_name;
  const std::string_view rest = text();
  record.name = usual ? name_head(record).append(rest) + name_tail(record) : std::string(rest);
}

}  // namespace assay
