// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>

#include "golden/container/input_file.hpp"
#include "golden/container/output_file.hpp"
#include "golden/container/rows.hpp"
#include "golden/format/schema.hpp"
#include "golden/hdf5/limits.hpp"
#include "golden/tables/manifest.hpp"
#include "golden/tables/table.hpp"
#include "reference/support/text.hpp"

namespace assay::golden {
namespace {

// Columns that a hand-made file may leave out read as empty, zero or NaN.
template <typename T>
using Read = std::vector<T> (TableReader::*)(const std::string&) const;

template <typename T>
std::vector<T> optional_column(const TableReader& table, const std::string& name, Read<T> read,
                               const T& otherwise) {
  if (!table.has(name)) return std::vector<T>(table.rows(), otherwise);
  std::vector<T> values = (table.*read)(name);
  if constexpr (std::is_same_v<T, std::string>) {
    for (std::string& text : values) text = support::printable(text);
  }
  return values;
}

struct StoredOutput {
  std::string operand;
  ElementType element;
  h5::StoredDataset bits;
};

std::optional<double> or_nothing(double value) {
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

}  // namespace

struct ResultReader::Impl {
  InputFile in;
  std::vector<CaseRecord> records;
  std::vector<Outcome> outcomes;
  std::vector<bool> told;  ///< the file says what became of the case
  std::vector<StoredOutput> outputs;
  std::vector<std::vector<std::pair<std::size_t, std::uint64_t>>> of_case;  // (output, row)
  std::optional<h5::StoredDataset> text;
  std::vector<std::int64_t> offsets;

  mutable Digests digests;

  Impl(std::filesystem::path path, bool checks) : in(std::move(path), results_schema) {
    in.reading([&] {
      if (checks) {
        digests.open(in.file(), in.root());
        digests.require(in.file(), "/results");
      }
      read_table();
      open_outputs();
      open_text();
    });
  }

  void read_table() {
    const TableReader table(in.file(), "/results");
    read_names(table);
    read_outcomes(table);
    read_counts(table);
    read_worst(table);
  }

  void read_names(const TableReader& table) {
    const Strings names = table.strings("name");
    records.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) records[i].name = support::printable(names[i]);
    const auto fill = [&](const char* column, std::string CaseRecord::*member) {
      const Strings values = optional_column(table, column, &TableReader::strings, std::string());
      for (std::size_t i = 0; i < values.size(); ++i) records[i].*member = values[i];
    };
    fill("op", &CaseRecord::op);
    fill("form", &CaseRecord::form);
    fill("target", &CaseRecord::target);
    fill("dtypes", &CaseRecord::dtypes);
    fill("dtype", &CaseRecord::dtype);
    fill("intent", &CaseRecord::intent);
    fill("plan", &CaseRecord::plan);
    fill("scenario", &CaseRecord::scenario);
    const auto backend = in.root().find("backend");
    const Naturals keys = optional_column(table, "key", &TableReader::naturals, std::uint64_t{0});
    for (std::size_t i = 0; i < records.size(); ++i) {
      records[i].key = key_from("/results", i, keys[i]);
      if (backend != in.root().end()) records[i].backend = h5::to_text(backend->second);
    }
  }

  void read_outcomes(const TableReader& table) {
    const auto column = [&](const char* name, const char* otherwise) {
      return optional_column(table, name, &TableReader::strings, std::string(otherwise));
    };
    const Strings status = column("status", "");
    const Strings message = column("message", "");
    const Strings verdict = column("verdict", "conforms");
    const Strings deviation = column("deviation", "none");
    const Strings reason = column("reason", "");
    for (std::size_t i = 0; i < records.size(); ++i) {
      outcomes.push_back(
          {status[i].empty() ? Outcome::Status::done : status_from(status[i]), message[i]});
      told.push_back(!status[i].empty());
      Verdict& out = records[i].verdict;
      const auto kind = verdict_named(verdict[i]);
      const auto how = deviation_named(deviation[i]);
      if (!kind || !how) {
        throw h5::Failure(
            fmt::format("/results, case {}: verdict \"{}\" or deviation \"{}\" is "
                        "unknown",
                        records[i].name, verdict[i], deviation[i]));
      }
      out.kind = *kind;
      out.deviation = *how;
      out.reason = reason[i];
    }
  }

  void read_counts(const TableReader& table) {
    const auto fill = [&](const char* column, std::int64_t Verdict::*member) {
      const Integers values =
          optional_column(table, column, &TableReader::integers, std::int64_t{0});
      for (std::size_t i = 0; i < values.size(); ++i) {
        require_between(fmt::format("/results row {}, {},", i, column), values[i], 0,
                        most_elements);
        records[i].verdict.*member = values[i];
      }
    };
    fill("compared", &Verdict::compared);
    fill("wrong", &Verdict::wrong);
    fill("target_defined", &Verdict::target_defined);
    fill("alternative", &Verdict::alternative);
    const Numbers ulp = optional_column(table, "max_ulp", &TableReader::numbers, std::nan(""));
    for (std::size_t i = 0; i < ulp.size(); ++i) records[i].verdict.max_ulp = or_nothing(ulp[i]);
  }

  void read_worst(const TableReader& table) {
    if (!table.has("worst_operand")) return;
    const Strings operand = table.strings("worst_operand");
    const Strings accept = table.strings("worst_accept");
    const Integers row = table.integers("worst_row");
    const Integers col = table.integers("worst_col");
    const Naturals expected = table.naturals("worst_expected");
    const Naturals got = table.naturals("worst_got");
    const Numbers ulp = table.numbers("worst_ulp");
    for (std::size_t i = 0; i < operand.size(); ++i) {
      if (accept[i].empty()) continue;
      require_between(fmt::format("/results row {}, worst_row,", i), row[i], 0, most_elements);
      require_between(fmt::format("/results row {}, worst_col,", i), col[i], 0, most_elements);
      records[i].verdict.worst = WorstElement{
          operand[i],        row[i], col[i], accept_from(accept[i]), expected[i], got[i],
          or_nothing(ulp[i])};
    }
  }

  void open_outputs() {
    of_case.resize(records.size());
    constexpr std::string_view prefix = "/outputs/";
    constexpr std::string_view suffix = "/bits";
    for (const h5::Member& member : h5::members(in.file())) {
      if (!member.is_dataset || !member.path.starts_with(prefix) ||
          !member.path.ends_with(suffix)) {
        continue;
      }
      const std::string group = member.path.substr(0, member.path.size() - suffix.size());
      const std::string operand =
          group.substr(prefix.size(), group.find('/', prefix.size()) - prefix.size());
      StoredOutput output{operand, ElementType::u8, h5::StoredDataset(in.file(), member.path)};
      digests.require(in.file(), group);
      output.element = element_from(output.bits.attributes(), member.path);
      output.bits.require_bits(word_of(output.element));
      link_cases(h5::StoredDataset(in.file(), group + "/case"), output);
      outputs.push_back(std::move(output));
    }
  }

  void link_cases(const h5::StoredDataset& cases, const StoredOutput& output) {
    const std::vector<std::int64_t> rows = cases.integers();
    if (rows.size() != output.bits.dims()[0]) {
      throw h5::Failure(fmt::format("{} has {} rows, {} has {}", cases.path(), rows.size(),
                                    output.bits.path(), output.bits.dims()[0]));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] < 0 || static_cast<std::size_t>(rows[i]) >= records.size()) {
        throw h5::Failure(fmt::format("{} names row {} of /results, which has {}", cases.path(),
                                      rows[i], records.size()));
      }
      of_case[static_cast<std::size_t>(rows[i])].emplace_back(outputs.size(), i);
    }
  }

  void open_text() {
    if (!h5::exists(in.file(), "/text/bytes")) return;
    digests.require(in.file(), "/text");
    text.emplace(in.file(), "/text/bytes");
    text->require(h5::Word::u8, 1);
    offsets = h5::StoredDataset(in.file(), "/text/offsets").integers();
    if (offsets.size() != records.size() + 1) {
      throw h5::Failure(fmt::format("/text/offsets has {} numbers instead of {}", offsets.size(),
                                    records.size() + 1));
    }
  }

  std::string text_at(std::size_t index) const {
    if (!text || offsets[index] == offsets[index + 1]) return "";
    if (offsets[index] < 0 || offsets[index] > offsets[index + 1]) {
      throw h5::Failure(fmt::format("/text/offsets is not in order at {}", index));
    }
    const std::vector<std::byte> bytes =
        text->rows(static_cast<std::uint64_t>(offsets[index]),
                   static_cast<std::uint64_t>(offsets[index + 1] - offsets[index]));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  ResultCase read(std::size_t index) const {
    ResultCase out;
    out.record = records.at(index);
    out.name = out.record.name;
    out.outcome = outcomes[index];
    for (const auto& [output, row] : of_case[index]) {
      const StoredOutput& stored = outputs[output];
      out.outputs.emplace_back(stored.operand,
                               pack_elements(stored.element, stored.bits.rows(row, 1)));
      out.widths.push_back(static_cast<std::int64_t>(stored.bits.dims().back()));
    }
    out.text = text_at(index);
    if (!told[index] && out.outputs.empty() && out.text.empty()) {
      out.outcome = {Outcome::Status::unsupported, "neither a status nor an output was handed in"};
    }
    return out;
  }
};

ResultReader::ResultReader(std::filesystem::path path) : ResultReader(std::move(path), true) {}
ResultReader::ResultReader(std::filesystem::path path, bool checks)
    : impl_(std::make_unique<Impl>(std::move(path), checks)) {}
ResultReader::~ResultReader() = default;

Provenance ResultReader::provenance() const { return provenance_of(impl_->in.root()); }
std::size_t ResultReader::size() const { return impl_->records.size(); }
std::string ResultReader::name(std::size_t index) const { return impl_->records.at(index).name; }

ResultCase ResultReader::read(std::size_t index) const {
  return impl_->in.reading([&] { return impl_->read(index); });
}

}  // namespace assay::golden
