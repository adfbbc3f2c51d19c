// SPDX-License-Identifier: Apache-2.0
// A record as bytes in memory, by its list of fields. No file has them.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "reference/judge/records/record_fields.hpp"
#include "reference/judge/records/record_words.hpp"

namespace assay {

/// The beginning and end of the usual name of a case: a name mostly follows from its record.
std::string name_head(const CaseRecord& record);
std::string name_tail(const CaseRecord& record);

class RecordWriter {
 public:
  RecordWriter(std::string& bytes, RecordWords& words) : bytes_(bytes), words_(words) {}

  void natural(std::uint64_t value);
  void integer(std::int64_t value);
  void real(double value);
  template <typename E>
  void choice(E value) {
    bytes_ += static_cast<char>(value);
  }
  /// One of few.
  void word(const std::string& text);
  void name(const CaseRecord& record);
  template <typename T, typename Code>
  void maybe(const std::optional<T>& value, const Code& code_value) {
    bytes_ += value ? '\1' : '\0';
    if (value) code_value(*value);
  }
  template <typename T, typename Code>
  void list(const std::vector<T>& values, const Code& code_value) {
    natural(values.size());
    for (const T& value : values) code_value(value);
  }

 private:
  void text(std::string_view text);

  std::string& bytes_;
  RecordWords& words_;
};

class RecordReader {
 public:
  RecordReader(const char* bytes, const RecordWords& words) : next_(bytes), words_(words) {}

  void natural(std::uint64_t& value);
  void integer(std::int64_t& value);
  void real(double& value);
  template <typename E>
  void choice(E& value) {
    value = static_cast<E>(*next_++);
  }
  void word(std::string& text);
  void name(CaseRecord& record);
  template <typename T, typename Code>
  void maybe(std::optional<T>& value, const Code& code_value) {
    if (*next_++ != '\0') code_value(value.emplace());
  }
  template <typename T, typename Code>
  void list(std::vector<T>& values, const Code& code_value) {
    std::uint64_t count = 0;
    natural(count);
    values.resize(count);
    for (T& value : values) code_value(value);
  }

 private:
  std::string_view text();

  const char* next_;
  const RecordWords& words_;
};

/// Both directions: a reader takes what a writer puts.
template <typename Coder, typename Value>
void code_value(Coder& coder, Value& value) {
  using Plain = std::remove_const_t<Value>;
  const auto code_one = [&](auto& one) { code_value(coder, one); };
  if constexpr (std::same_as<Plain, std::string>) {
    coder.word(value);
  } else if constexpr (std::is_enum_v<Plain>) {
    coder.choice(value);
  } else if constexpr (std::floating_point<Plain>) {
    coder.real(value);
  } else if constexpr (std::signed_integral<Plain>) {
    coder.integer(value);
  } else if constexpr (std::unsigned_integral<Plain>) {
    std::uint64_t number = value;
    coder.natural(number);
    if constexpr (!std::is_const_v<Value>) value = static_cast<Plain>(number);
  } else if constexpr (is_optional<Plain>) {
    coder.maybe(value, code_one);
  } else if constexpr (is_vector<Plain>) {
    coder.list(value, code_one);
  } else {
    each_field<Plain>([&](const auto& field) { code_one(value.*field.member); });
  }
}

/// All but `index`, `tiles`, `text` and `distant`. The kind of the verdict is the first byte, and
/// the name, which follows from other fields, comes last.
template <typename Coder, typename Record>
void code(Coder& coder, Record& record) {
  code_value(coder, record.verdict);
  each_field<CaseRecord>([&]<typename Member>(const Field<CaseRecord, Member>& field) {
    if constexpr (std::same_as<Member, std::string>) {
      if (field.member == &CaseRecord::name) return;
    }
    if constexpr (std::same_as<Member, std::uint64_t>) {
      if (field.member == &CaseRecord::index) return;
    }
    if constexpr (!std::same_as<Member, Verdict> && !std::same_as<Member, std::vector<WrongTile>> &&
                  !std::same_as<Member, std::optional<WrongText>>) {
      code_value(coder, record.*field.member);
    }
  });
  coder.name(record);
}

}  // namespace assay
