// SPDX-License-Identifier: Apache-2.0
#include <H5Cpp.h>
#include <fmt/format.h>

#include <set>
#include <stdexcept>
#include <utility>

#include "golden/calls/program_rows.hpp"
#include "golden/calls/signature_store.hpp"
#include "golden/output_file.hpp"
#include "golden/schema.hpp"

namespace assay::golden {
namespace {

constexpr const char* kind = "golden file";

}  // namespace

struct GoldenWriter::Impl {
  std::filesystem::path path;
  std::optional<OutputFile> file;
  SignatureStore signatures{"/signatures"};
  bool has_programs = false;
  ProgramRows programs;
  std::set<std::string> names;
  Strings name, op, form, target, dtypes, intent, plan, scenario, dtype;
  Naturals key, signature, row, expected;

  void describe(const GoldenCase& golden, const SignaturePlace& place) {
    const Case& test = golden.test;
    const CaseRecord record = record_of(test, Verdict{});
    name.push_back(test.name);
    op.push_back(record.op);
    form.push_back(record.form);
    target.push_back(record.target);
    dtypes.push_back(record.dtypes);
    intent.push_back(to_string(test.intent));
    plan.push_back(test.plan);
    scenario.push_back(test.scenario);
    dtype.push_back(record.dtype);
    key.push_back(test.key);
    signature.push_back(place.signature);
    row.push_back(place.row);
    expected.push_back(golden.expected.empty() ? 0 : 1);
  }

  Table cases() {
    return {{"name", std::move(name)},        {"op", std::move(op)},
            {"form", std::move(form)},        {"target", std::move(target)},
            {"dtypes", std::move(dtypes)},    {"intent", std::move(intent)},
            {"plan", std::move(plan)},        {"scenario", std::move(scenario)},
            {"key", std::move(key)},          {"signature", std::move(signature)},
            {"row", std::move(row)},          {"dtype", std::move(dtype)},
            {"expected", std::move(expected)}};
  }
};

GoldenWriter::GoldenWriter(std::filesystem::path path, Provenance provenance)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = std::move(path);
  impl_->has_programs = provenance.programs;
  writing(kind, impl_->path, [&] {
    impl_->file.emplace(impl_->path, root_attributes(provenance, std::string(golden_schema)));
    impl_->file->group("/signatures");
  });
}

GoldenWriter::~GoldenWriter() = default;

void GoldenWriter::add(GoldenCase golden) {
  writing(kind, impl_->path, [&] {
    if (!impl_->names.insert(golden.test.name).second) return;
    impl_->describe(golden, impl_->signatures.put(golden, *impl_->file));
  });
}

void GoldenWriter::add(const GoldenProgram& golden) {
  writing(kind, impl_->path, [&] {
    if (!impl_->has_programs) {
      throw std::invalid_argument("the provenance of the file says that it has no programs");
    }
    if (impl_->names.contains(golden.program.name)) return;
    impl_->programs.put(golden, *impl_->file);
    impl_->names.insert(golden.program.name);
  });
}

void GoldenWriter::add(GoldenItem item) {
  if (auto* golden = std::get_if<GoldenCase>(&item)) {
    add(std::move(*golden));
  } else {
    add(std::get<GoldenProgram>(item));
  }
}

void GoldenWriter::finish() {
  writing(kind, impl_->path, [&] {
    impl_->signatures.finish(*impl_->file);
    if (impl_->has_programs) impl_->programs.finish(*impl_->file);
    impl_->file->table("/cases", impl_->cases());
    impl_->file->finish();
  });
}

std::string library_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5::H5Library::getLibVersion(major, minor, release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace assay::golden
