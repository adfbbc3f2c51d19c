// SPDX-License-Identifier: Apache-2.0
#include "golden/calls/program_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "golden/calls/program_rows.hpp"
#include "golden/format/schema.hpp"
#include "golden/hdf5/failure.hpp"
#include "golden/hdf5/limits.hpp"
#include "reference/isa/spec/op_spec.hpp"
#include "reference/support/text.hpp"

namespace assay::golden {
namespace {

/// Signatures that stay open: calls of a program have several, those of the next the same.
constexpr std::size_t most_open = 64;
constexpr std::uint64_t most_images = static_cast<std::uint64_t>(last_memory) + 1;

/// Requires usable knowledge: a type that an element can have, and whole elements.
void require_whole(const KnownImage& known, const std::string& path) {
  for (std::int64_t i = 0; i < known.kinds.size(); ++i) {
    const auto kind = static_cast<BoundKind>(known.kinds[i]);
    const bool typed =
        kind == BoundKind::range || kind == BoundKind::nan || kind == BoundKind::either;
    if (!typed) continue;
    const auto type = static_cast<ElementType>(known.types[i]);
    const std::int64_t width = bits_of(type) / 8;
    const std::int64_t end = i + std::max<std::int64_t>(width, 1);
    for (std::int64_t k = i; width > 0 && k < std::min(end, known.kinds.size()); ++k) {
      if (known.kinds[k] == known.kinds[i] && known.types[k] == known.types[i]) continue;
      throw h5::Failure(fmt::format("{}/knowledge cuts the {} at byte {}", path, name_of(type), i));
    }
    if (width == 0 || end > known.kinds.size()) {
      throw h5::Failure(
          fmt::format("{}/knowledge has half a {} at byte {}", path, name_of(type), i));
    }
    i = end - 1;
  }
}

}  // namespace

ProgramReader::ProgramReader(const H5::Group& file, const OpLookup& ops, Digests& digests,
                             bool checks)
    : file_(file), ops_(ops), digests_(digests), checks_(checks) {
  if (!h5::exists(file_, program_list)) {
    if (checks_ && digests_.has(file_, program_list)) {
      throw h5::Failure(fmt::format("{} is listed in the manifest and missing", program_list));
    }
    return;
  }
  if (checks_) digests_.require(file_, program_list);
  const TableReader table(file_, program_list);
  name_ = table.strings("name");
  target_ = table.strings("target");
  judging_ = table.strings("judging");
  key_ = table.naturals("key");
  images_ = table.naturals("images");
  expected_ = table.naturals("expected");
  for (std::size_t i = 0; i < name_.size(); ++i) {
    require_printable(program_list, i, name_[i]);
    if (!by_name_.emplace(name_[i], i).second) {
      throw h5::Failure(fmt::format("{} has two programs named {}", program_list, name_[i]));
    }
    h5::open_group(file_, program_group(i));
  }
}

std::optional<std::size_t> ProgramReader::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

const SignatureReader& ProgramReader::signature(std::uint64_t number) {
  if (const auto found = signatures_.find(number); found != signatures_.end()) return found->second;
  if (signatures_.size() >= most_open) signatures_.clear();
  const std::string path = fmt::format("{}/s{:04}", program_calls, number);
  if (checks_) digests_.require(file_, path);
  return signatures_.try_emplace(number, file_, path, ops_, digests_).first->second;
}

ElementArray ProgramReader::bytes(const std::string& path) const {
  const h5::StoredDataset dataset(file_, path);
  dataset.require(h5::Word::u8, 1);
  require_between(path + ", bytes,", static_cast<std::int64_t>(dataset.dims()[0]), 0,
                  most_elements);
  const std::vector<std::byte> stored = dataset.rows(0, dataset.dims()[0]);
  ElementArray out(ElementType::u8, static_cast<std::int64_t>(stored.size()));
  std::ranges::copy(stored, out.bytes().begin());
  return out;
}

ElementArray ProgramReader::codes(const std::string& path, std::uint64_t last) const {
  ElementArray out = bytes(path);
  for (std::int64_t i = 0; i < out.size(); ++i) {
    require_between(fmt::format("{} byte {}", path, i), static_cast<std::int64_t>(out[i]), 0,
                    static_cast<std::int64_t>(last));
  }
  return out;
}

ProgramStep ProgramReader::call_of(const TableReader& calls, std::size_t call,
                                   const std::string& path) {
  const std::uint64_t number = calls.naturals("signature")[call];
  const std::uint64_t row = calls.naturals("row")[call];
  const SignatureReader& stored = signature(number);
  if (row >= stored.rows()) {
    throw h5::Failure(
        fmt::format("{}/calls row {}, row is {} of {}", path, call, row, stored.rows()));
  }
  ProgramStep step;
  step.test.call = stored.call(row);
  step.test.plan = calls.strings("plan")[call];
  step.test.scenario = calls.strings("scenario")[call];
  step.test.lead = lead_from(path + "/calls", call, calls.strings("dtype")[call]);
  step.test.key = key_from(path + "/calls", call, calls.naturals("key")[call]);
  require_legal(step.test);
  step.bindings.resize(step.test.call.operands.size());
  step.fresh.resize(step.test.call.operands.size(), false);
  return step;
}

void ProgramReader::read_calls(GoldenProgram& golden, const std::string& path) {
  const TableReader calls(file_, path + "/calls");
  require_between(path + "/calls, rows,", static_cast<std::int64_t>(calls.rows()), 1,
                  most_program_calls);
  for (std::size_t call = 0; call < calls.rows(); ++call) {
    golden.program.steps.push_back(call_of(calls, call, path));
    golden.program.steps.back().test.name = golden.program.name;
  }
}

void ProgramReader::read_operands(GoldenProgram& golden, const std::string& path) const {
  const TableReader operands(file_, path + "/operands");
  const Naturals call = operands.naturals("call"), image = operands.naturals("image");
  const Naturals address = operands.naturals("address"), fresh = operands.naturals("fresh");
  const Strings operand = operands.strings("operand");
  const auto most = [](std::size_t count) { return static_cast<std::int64_t>(count) - 1; };
  for (std::size_t i = 0; i < call.size(); ++i) {
    const std::string where = fmt::format("{}/operands row {},", path, i);
    const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
    require_between(where + " call", number(call[i]), 0, most(golden.program.steps.size()));
    require_between(where + " image", number(image[i]), 0, most(golden.program.images.size()));
    require_between(where + " address", number(address[i]), 0, most_elements);
    ProgramStep& step = golden.program.steps[call[i]];
    if (!step.test.form().has(operand[i])) {
      throw h5::Failure(fmt::format("{} {} has no operand '{}'", where, step.test.form().op,
                                    support::printable(operand[i])));
    }
    const std::size_t index = step.test.form().index_of(operand[i]);
    step.bindings[index] = Binding{image[i], number(address[i])};
    step.fresh[index] = fresh[i] != 0;
  }
}

void ProgramReader::read_image(GoldenProgram& golden, const std::string& path,
                               bool expected) const {
  const h5::Attributes attributes = digests_.attributes(file_, path);
  golden.before.push_back(bytes(path + "/before"));
  const std::int64_t count = golden.before.back().size();
  golden.program.images.push_back({memory_from(text_of(attributes, "memory", path)), count});
  if (!expected) return;
  const ElementArray blank(ElementType::u8, count);
  KnownImage known{codes(path + "/knowledge", static_cast<std::uint64_t>(last_bound_kind)),
                   bytes(path + "/low"), blank, blank};
  if (digests_.has(file_, path + "/types")) {
    known.high = bytes(path + "/high");
    known.types = codes(path + "/types", static_cast<std::uint64_t>(ElementType::f64));
  }
  for (const ElementArray* part : {&known.kinds, &known.low, &known.high, &known.types}) {
    if (part->size() == count) continue;
    throw h5::Failure(fmt::format("{} has {} bytes before and {} of what is known after", path,
                                  count, part->size()));
  }
  require_whole(known, path);
  golden.expected.push_back(std::move(known));
}

GoldenProgram ProgramReader::read(std::size_t index) {
  const std::string path = program_group(index);
  if (checks_) digests_.require(file_, path);
  GoldenProgram golden;
  Program& program = golden.program;
  program.name = name_.at(index);
  const auto target = target_named(target_[index]);
  if (!target) {
    throw h5::Failure(fmt::format("{} row {}: target {} is unknown", program_list, index,
                                  support::printable(target_[index])));
  }
  program.target = *target;
  program.judging = judging_from(judging_[index]);
  program.key = key_from(program_list, index, key_[index]);
  if (images_[index] > most_images) {
    throw h5::Failure(fmt::format("{} row {}, images is {}, at most {} are possible", program_list,
                                  index, images_[index], most_images));
  }
  for (std::uint64_t i = 0; i < images_[index]; ++i) {
    read_image(golden, fmt::format("{}/i{}", path, i), expected_[index] != 0);
  }
  read_calls(golden, path);
  read_operands(golden, path);
  for (const ProgramStep& step : program.steps) {
    if (step.test.call.target == program.target) continue;
    throw h5::Failure(fmt::format("{} has a call of another target", path));
  }
  if (const auto why = ill_formed(program)) throw h5::Failure(fmt::format("{}: {}", path, *why));
  return golden;
}

}  // namespace assay::golden
