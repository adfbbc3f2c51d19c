// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "golden/calls/signature_rows.hpp"
#include "golden/output_file.hpp"
#include "golden/rows.hpp"
#include "golden/schema.hpp"

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

}  // namespace

struct ResultWriter::Impl {
  std::filesystem::path path;
  std::optional<OutputFile> file;
  std::map<std::string, OutputGroup> outputs;  // by path
  Strings name, op, form, target, dtypes, dtype, intent, plan, scenario;
  Strings status, message, verdict, deviation, reason, worst_operand, worst_accept;
  Strings attribution;  // stays out where a run has one backend
  Integers compared, wrong, target_defined, alternative, worst_row, worst_col;
  Naturals key, worst_expected, worst_got;
  Numbers max_ulp, worst_ulp;
  std::vector<std::byte> text;
  std::vector<std::uint64_t> offsets{0};

  void describe(const std::string& case_name, const CaseRecord& record) {
    name.push_back(case_name);
    op.push_back(record.op);
    form.push_back(record.form);
    target.push_back(record.target);
    dtypes.push_back(record.dtypes);
    dtype.push_back(record.dtype);
    intent.push_back(record.intent);
    plan.push_back(record.plan);
    scenario.push_back(record.scenario);
    key.push_back(record.key);
    attribution.push_back(record.attribution);
  }

  void conclude(const Outcome& outcome, const Verdict& judged) {
    status.emplace_back(name_of(outcome.status));
    message.push_back(shortened(outcome.message, 400));
    verdict.emplace_back(name_of(judged.kind));
    deviation.emplace_back(name_of(judged.deviation));
    reason.push_back(shortened(judged.reason, 160));
    compared.push_back(judged.compared);
    wrong.push_back(judged.wrong);
    target_defined.push_back(judged.target_defined);
    alternative.push_back(judged.alternative);
    max_ulp.push_back(or_nan(judged.max_ulp));
    const WorstElement worst = judged.worst.value_or(WorstElement{});
    worst_operand.push_back(worst.operand);
    worst_accept.emplace_back(judged.worst ? name_of(worst.accept) : "");
    worst_row.push_back(worst.row);
    worst_col.push_back(worst.col);
    worst_expected.push_back(worst.expected);
    worst_got.push_back(worst.got);
    worst_ulp.push_back(or_nan(worst.ulp));
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

  void put_outputs(const Case& test, const Trial& trial) {
    for (std::size_t i = 0; i < trial.after.size() && i < test.call.operands.size(); ++i) {
      const Operand& operand = test.form().operands[i];
      const bool written = operand.role == Role::output || operand.role == Role::in_out;
      if (!written || trial.after[i].size() == 0) continue;
      put_output(group_for(operand.name, test.call.operands[i], trial.after[i]), trial.after[i]);
    }
  }

  void put_output(OutputGroup& group, const ElementArray& after) {
    const std::uint64_t index = name.size() - 1;
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

  Table results() {
    const bool alone = std::ranges::all_of(attribution, &std::string::empty);
    Table table = columns();
    if (!alone) table.push_back({"attribution", std::move(attribution)});
    return table;
  }

  Table columns() {
    return {{"name", std::move(name)},
            {"op", std::move(op)},
            {"form", std::move(form)},
            {"target", std::move(target)},
            {"dtypes", std::move(dtypes)},
            {"intent", std::move(intent)},
            {"plan", std::move(plan)},
            {"scenario", std::move(scenario)},
            {"key", std::move(key)},
            {"dtype", std::move(dtype)},
            {"status", std::move(status)},
            {"message", std::move(message)},
            {"verdict", std::move(verdict)},
            {"deviation", std::move(deviation)},
            {"reason", std::move(reason)},
            {"compared", std::move(compared)},
            {"wrong", std::move(wrong)},
            {"target_defined", std::move(target_defined)},
            {"alternative", std::move(alternative)},
            {"max_ulp", std::move(max_ulp)},
            {"worst_operand", std::move(worst_operand)},
            {"worst_row", std::move(worst_row)},
            {"worst_col", std::move(worst_col)},
            {"worst_accept", std::move(worst_accept)},
            {"worst_expected", std::move(worst_expected)},
            {"worst_got", std::move(worst_got)},
            {"worst_ulp", std::move(worst_ulp)}};
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
    file->table("/results", results());
    file->finish();
  }
};

ResultWriter::ResultWriter(std::filesystem::path path, const Provenance& provenance,
                           std::string backend)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = std::move(path);
  h5::Attributes root = root_attributes(provenance, std::string(results_schema));
  root["backend"] = std::move(backend);
  writing(kind, impl_->path, [&] { impl_->file.emplace(impl_->path, root); });
}

ResultWriter::~ResultWriter() = default;

void ResultWriter::add(const Case& test, const Trial& trial, const CaseRecord& record) {
  writing(kind, impl_->path, [&] {
    impl_->describe(test.name, record);
    impl_->conclude(trial.outcome, record.verdict);
    if (trial.outcome.status == Outcome::Status::done) {
      impl_->put_outputs(test, trial);
      const auto bytes = std::as_bytes(std::span(trial.text));
      impl_->text.insert(impl_->text.end(), bytes.begin(), bytes.end());
    }
    impl_->offsets.push_back(impl_->text.size());
    if (impl_->name.size() % 64 == 0) impl_->flush_if_large();
  });
}

void ResultWriter::add(const Program& program, const Outcome& outcome, const ProgramMemory& end,
                       const CaseRecord& record) {
  writing(kind, impl_->path, [&] {
    impl_->describe(program.name, record);
    impl_->conclude(outcome, record.verdict);
    if (outcome.status == Outcome::Status::done) impl_->put_images(program, end);
    impl_->offsets.push_back(impl_->text.size());
    impl_->flush_if_large();
  });
}

void ResultWriter::finish() {
  writing(kind, impl_->path, [&] { impl_->finish(); });
}

}  // namespace assay::golden
