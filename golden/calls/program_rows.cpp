// SPDX-License-Identifier: Apache-2.0
#include "golden/calls/program_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "golden/calls/signature_rows.hpp"
#include "golden/format/schema.hpp"
#include "reference/judge/records/record.hpp"

namespace assay::golden {
namespace {

[[noreturn]] void reject(const Program& program, const std::string& why) {
  throw std::invalid_argument(fmt::format("program {}: {}", program.name, why));
}

void require_images(const GoldenProgram& golden) {
  const std::vector<ProgramImage>& images = golden.program.images;
  if (const auto why = ill_formed(golden.program)) reject(golden.program, *why);
  if (is_outside(golden.program)) reject(golden.program, "its last call is illegal");
  if (golden.before.size() != images.size())
    reject(golden.program, "one array per image is needed");
  if (!golden.expected.empty() && golden.expected.size() != images.size()) {
    reject(golden.program, "bounds for every image are needed, or none");
  }
  for (std::size_t i = 0; i < images.size(); ++i) {
    const bool fits = golden.before[i].size() == images[i].bytes &&
                      (golden.expected.empty() || golden.expected[i].low.size() == images[i].bytes);
    if (!fits) reject(golden.program, fmt::format("image {} has {} bytes", i, images[i].bytes));
  }
}

/// "0=exact,1=range,..." of the first `count` values.
template <typename Enumerator>
std::string meanings(Enumerator last) {
  std::string out;
  for (int value = 0; value <= static_cast<int>(last); ++value) {
    out += fmt::format("{}{}={}", value == 0 ? "" : ",", value,
                       name_of(static_cast<Enumerator>(value)));
  }
  return out;
}

/// Whether there is a byte for which high or types is of account.
bool has_ranges(const KnownImage& known) {
  return std::ranges::any_of(known.kinds.bytes(), [](std::byte byte) {
    const auto kind = static_cast<BoundKind>(byte);
    return kind != BoundKind::exact && kind != BoundKind::open;
  });
}

void write_bytes(OutputFile& file, const std::string& path, const ElementArray& bytes,
                 h5::Attributes attributes = {}) {
  file.block(path, h5::type_of(h5::Word::u8), static_cast<std::uint64_t>(bytes.size()),
             bytes.bytes(), std::move(attributes));
}

void put_image(const GoldenProgram& golden, std::size_t image, const std::string& path,
               OutputFile& file) {
  file.group(path, {{"memory", std::string(name_of(golden.program.images[image].memory))}});
  write_bytes(file, path + "/before", golden.before[image]);
  if (golden.expected.empty()) return;
  const KnownImage& known = golden.expected[image];
  write_bytes(file, path + "/knowledge", known.kinds, {{"meaning", meanings(last_bound_kind)}});
  write_bytes(file, path + "/low", known.low);
  if (!has_ranges(known)) return;
  write_bytes(file, path + "/high", known.high);
  write_bytes(file, path + "/types", known.types, {{"meaning", meanings(ElementType::f64)}});
}

}  // namespace

std::string program_group(std::uint64_t number) { return fmt::format("/programs/p{:05}", number); }

ProgramRows::ProgramRows(const std::filesystem::path& target)
    : list_({{"name", CellKind::text},
             {"group", CellKind::text},
             {"target", CellKind::text},
             {"judging", CellKind::text},
             {"key", CellKind::natural},
             {"calls", CellKind::natural},
             {"images", CellKind::natural},
             {"expected", CellKind::natural}},
            target) {}

void ProgramRows::put_calls(const GoldenProgram& golden, const std::string& group,
                            OutputFile& file) {
  Strings op, form, plan, scenario, dtype, operand;
  Naturals key, signature, row, call, image, address, fresh;
  for (std::size_t k = 0; k < golden.program.steps.size(); ++k) {
    const ProgramStep& step = golden.program.steps[k];
    const CaseRecord record = record_of(step.test, Verdict{});
    const SignaturePlace place =
        calls_.put({step.test, gathered(step, MemoryView(golden.before)), {}}, file);
    op.push_back(record.op);
    form.push_back(record.form);
    plan.push_back(step.test.plan);
    scenario.push_back(step.test.scenario);
    dtype.push_back(record.dtype);
    key.push_back(step.test.key);
    signature.push_back(place.signature);
    row.push_back(place.row);
    for (std::size_t i = 0; i < step.bindings.size(); ++i) {
      if (!step.bindings[i]) continue;
      call.push_back(k);
      operand.push_back(step.test.form().operands[i].name);
      image.push_back(step.bindings[i]->image);
      address.push_back(static_cast<std::uint64_t>(step.bindings[i]->address));
      fresh.push_back(step.fresh[i] ? 1 : 0);
    }
  }
  file.table(group + "/calls", {{"op", std::move(op)},
                                {"form", std::move(form)},
                                {"dtype", std::move(dtype)},
                                {"plan", std::move(plan)},
                                {"scenario", std::move(scenario)},
                                {"key", std::move(key)},
                                {"signature", std::move(signature)},
                                {"row", std::move(row)}});
  file.table(group + "/operands", {{"call", std::move(call)},
                                   {"operand", std::move(operand)},
                                   {"image", std::move(image)},
                                   {"address", std::move(address)},
                                   {"fresh", std::move(fresh)}});
}

void ProgramRows::put(const GoldenProgram& golden, OutputFile& file) {
  require_images(golden);
  const Program& program = golden.program;
  const std::string group = program_group(list_.rows());
  file.group(group);
  put_calls(golden, group, file);
  for (std::size_t i = 0; i < program.images.size(); ++i) {
    put_image(golden, i, fmt::format("{}/i{}", group, i), file);
  }
  const std::string_view last = std::string_view(group).substr(group.rfind('/') + 1);
  list_.add({program.name, last, name_of(program.target), judging_name(program.judging),
             std::uint64_t{program.key}, std::uint64_t{program.steps.size()},
             std::uint64_t{program.images.size()},
             std::uint64_t{golden.expected.empty() ? 0U : 1U}});
  file.close(group);
}

void ProgramRows::finish(OutputFile& file) {
  calls_.finish(file);
  file.group("/programs");
  file.table(program_list, list_);
}

}  // namespace assay::golden
