// SPDX-License-Identifier: Apache-2.0
// A record as bytes in memory: one list of its fields for both directions. No file has them.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/judge/records/record.hpp"
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

template <typename Coder, typename Element>
void code_worst(Coder& coder, Element& worst) {
  coder.word(worst.operand);
  coder.integer(worst.row);
  coder.integer(worst.col);
  coder.choice(worst.accept);
  coder.natural(worst.expected);
  coder.natural(worst.got);
  coder.maybe(worst.ulp, [&](auto& ulp) { coder.real(ulp); });
  coder.maybe(worst.element, [&](auto& element) { coder.choice(element); });
}

template <typename Coder, typename Judged>
void code_verdict(Coder& coder, Judged& verdict) {
  const auto worst = [&](auto& one) { code_worst(coder, one); };
  coder.choice(verdict.kind);
  coder.choice(verdict.deviation);
  coder.choice(verdict.assembler);
  coder.word(verdict.reason);
  coder.integer(verdict.compared);
  coder.integer(verdict.wrong);
  coder.integer(verdict.target_defined);
  coder.integer(verdict.alternative);
  coder.maybe(verdict.max_ulp, [&](auto& ulp) { coder.real(ulp); });
  coder.integer(verdict.relative.elements);
  coder.real(verdict.relative.sum);
  coder.real(verdict.relative.largest);
  coder.maybe(verdict.worst, worst);
  coder.list(verdict.errata, [&](auto& seen) {
    coder.word(seen.number);
    coder.integer(seen.exercised);
    coder.integer(seen.shown);
    coder.maybe(seen.example, worst);
    coder.word(seen.title);
  });
  coder.list(verdict.readings, [&](auto& seen) {
    coder.word(seen.op);
    coder.choice(seen.target);
    coder.choice(seen.element);
    coder.word(seen.types);
    coder.list(seen.choices, [&](auto& choice) { coder.choice(choice); });
    coder.list(seen.allowed, [&](auto& combination) {
      coder.list(combination, [&](auto& reading) { coder.choice(reading); });
    });
  });
}

/// All but `index`, `tiles`, `text` and `distant`; the kind of the verdict is the first byte.
template <typename Coder, typename Record>
void code(Coder& coder, Record& record) {
  code_verdict(coder, record.verdict);
  for (auto* word : {&record.op, &record.form, &record.target, &record.dtypes, &record.dtype,
                     &record.intent, &record.plan, &record.scenario, &record.backend, &record.board,
                     &record.attribution, &record.disturbed}) {
    coder.word(*word);
  }
  coder.natural(record.executions);
  coder.natural(record.failed_executions);
  coder.real(record.seconds);
  std::uint64_t key = record.key;
  coder.natural(key);
  if constexpr (!std::is_const_v<Record>) record.key = static_cast<std::uint32_t>(key);
  coder.name(record);
}

}  // namespace assay
