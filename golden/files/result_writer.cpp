// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "golden/calls/signature_rows.hpp"
#include "golden/container/output_file.hpp"
#include "golden/container/rows.hpp"
#include "golden/format/schema.hpp"
#include "golden/tables/table_rows.hpp"

namespace assay::golden {
namespace {

constexpr std::size_t most_pending = std::size_t{32} << 20U;
constexpr const char* kind = "result file";

// At most `bytes` bytes, without cutting a UTF-8 character in two.
std::string shortened(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  text.resize(bytes);
  return text;
}

// Outputs of one operand, element type and shape.
struct OutputGroup {
  RowDataset bits;
  RowDataset cases;
  std::uint64_t rows = 0;
};

double or_nan(const std::optional<double>& value) {
  return value.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::vector<Heading> result_headings() {
  using enum CellKind;
  return {{"name", text},
          {"op", text},
          {"form", text},
          {"target", text},
          {"dtypes", text},
          {"intent", text},
          {"plan", text},
          {"scenario", text},
          {"key", natural},
          {"dtype", text},
          {"status", text},
          {"message", text},
          {"verdict", text},
          {"deviation", text},
          {"reason", text},
          {"compared", integer},
          {"wrong", integer},
          {"target_defined", integer},
          {"alternative", integer},
          {"max_ulp", number},
          {"worst_operand", text},
          {"worst_row", integer},
          {"worst_col", integer},
          {"worst_accept", text},
          {"worst_expected", natural},
          {"worst_got", natural},
          {"worst_ulp", number},
          {"attribution", text, true}};  // stays out where a run has one backend
}

}  // namespace

struct ResultWriter::Impl {
  std::filesystem::path path;
  std::optional<OutputFile> file;
  std::map<std::string, OutputGroup> outputs;  // by path
  std::optional<TableRows> results;
  std::vector<std::byte> text;
  std::vector<std::uint64_t> offsets{0};

  void describe(const std::string& name, const CaseRecord& record, const Outcome& outcome) {
    const Verdict& judged = record.verdict;
    const WorstElement worst = judged.worst.value_or(WorstElement{});
    const std::string message = shortened(outcome.message, 400);
    const std::string reason = shortened(judged.reason, 160);
    const std::string_view accept = judged.worst ? name_of(worst.accept) : "";
    results->add({name,
                  record.op,
                  record.form,
                  record.target,
                  record.dtypes,
                  record.intent,
                  record.plan,
                  record.scenario,
                  std::uint64_t{record.key},
                  record.dtype,
                  name_of(outcome.status),
                  message,
                  name_of(judged.kind),
                  name_of(judged.deviation),
                  reason,
                  judged.compared,
                  judged.wrong,
                  judged.target_defined,
                  std::int64_t{judged.alternative},
                  or_nan(judged.max_ulp),
                  worst.operand,
                  worst.row,
                  worst.col,
                  accept,
                  worst.expected,
                  worst.got,
                  or_nan(worst.ulp),
                  record.attribution});
  }

  OutputGroup& group_for(const std::string& operand, const OperandValue& value,
                         const ElementArray& after) {
    std::vector<hsize_t> row{static_cast<hsize_t>(after.size())};
    if (const auto* tile = std::get_if<TileSpec>(&value);
        tile != nullptr && tile->rows() * tile->cols() == after.size()) {
      row = {static_cast<hsize_t>(tile->rows()), static_cast<hsize_t>(tile->cols())};
    }
    const std::string dtype_name(name_of(after.type()));
    const std::string group =
        row.size() == 1 ? fmt::format("/outputs/{}/{}_{}", operand, dtype_name, row[0])
                        : fmt::format("/outputs/{}/{}_{}x{}", operand, dtype_name, row[0], row[1]);
    const auto found = outputs.find(group);
    if (found != outputs.end()) return found->second;
    RowLayout bits;
    bits.path = group + "/bits";
    bits.word = word_of(after.type());
    bits.row = row;
    bits.attributes = {{"dtype", dtype_name}};
    RowLayout cases;
    cases.path = group + "/case";
    cases.word = h5::Word::u64;
    cases.chunked = false;
    return outputs.emplace(group, OutputGroup{RowDataset(bits), RowDataset(cases)}).first->second;
  }

  void put_outputs(const Case& test_case, const Trial& trial) {
    for (std::size_t i = 0; i < trial.after.size() && i < test_case.call.operands.size(); ++i) {
      const Operand& operand = test_case.form().operands[i];
      const bool written = operand.role == Role::output || operand.role == Role::in_out;
      if (!written || trial.after[i].size() == 0) continue;
      put_output(group_for(operand.name, test_case.call.operands[i], trial.after[i]),
                 trial.after[i]);
    }
  }

  void put_output(OutputGroup& group, const ElementArray& after) {
    const std::uint64_t index = results->rows() - 1;
    group.bits.put_elements(group.rows, after);
    group.cases.put_values(group.rows, std::span<const std::uint64_t>(&index, 1));
    ++group.rows;
  }

  /// Memories are outputs without rows and columns.
  void put_images(const Program& program, const ProgramMemory& end) {
    for (std::size_t i = 0; i < end.size(); ++i) {
      const std::string memory(name_of(program.images[i].memory));
      put_output(group_for(memory, OperandValue{ScalarSpec{}}, end[i]), end[i]);
    }
  }

  /// The largest groups first, so that small ones are written in one piece.
  void flush_if_large() {
    std::vector<std::pair<std::size_t, std::string>> waiting;
    std::size_t bytes = 0;
    for (const auto& [group, rows] : outputs) {
      waiting.emplace_back(rows.bits.pending(), group);
      bytes += waiting.back().first;
    }
    if (bytes <= most_pending) return;
    std::ranges::sort(waiting, std::greater<>());
    for (const auto& [size, group] : waiting) {
      if (bytes <= most_pending / 2) return;
      file->group(group);
      outputs.at(group).bits.flush(*file, outputs.at(group).rows);
      bytes -= size;
    }
  }

  void finish() {
    file->group("/outputs");
    for (auto& [group, rows] : outputs) {
      file->group(group);
      rows.bits.finish(*file, rows.rows);
      rows.cases.finish(*file, rows.rows);
    }
    file->group("/text");
    write_block(*file, "/text/bytes", h5::Word::u8, text);
    write_block(*file, "/text/offsets", h5::Word::u64, std::as_bytes(std::span(offsets)));
    file->table("/results", *results);
    file->finish();
  }
};

ResultWriter::ResultWriter(std::filesystem::path path, const Provenance& provenance,
                           std::string backend)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = std::move(path);
  h5::Attributes root = root_attributes(provenance, std::string(results_schema));
  root["backend"] = std::move(backend);
  writing(kind, impl_->path, [&] {
    impl_->file.emplace(impl_->path, root);
    impl_->results.emplace(result_headings(), impl_->file->path());
  });
}

ResultWriter::~ResultWriter() = default;

void ResultWriter::add(const Case& test_case, const Trial& trial, const CaseRecord& record) {
  writing(kind, impl_->path, [&] {
    impl_->describe(test_case.name, record, trial.outcome);
    if (trial.outcome.status == Outcome::Status::done) {
      impl_->put_outputs(test_case, trial);
      const auto bytes = std::as_bytes(std::span(trial.text));
      impl_->text.insert(impl_->text.end(), bytes.begin(), bytes.end());
    }
    impl_->offsets.push_back(impl_->text.size());
    if (impl_->results->rows() % 64 == 0) impl_->flush_if_large();
  });
}

void ResultWriter::add(const Program& program, const Outcome& outcome, const ProgramMemory& end,
                       const CaseRecord& record) {
  writing(kind, impl_->path, [&] {
    impl_->describe(program.name, record, outcome);
    if (outcome.status == Outcome::Status::done) impl_->put_images(program, end);
    impl_->offsets.push_back(impl_->text.size());
    impl_->flush_if_large();
  });
}

void ResultWriter::finish() {
  writing(kind, impl_->path, [&] { impl_->finish(); });
}

}  // namespace assay::golden
