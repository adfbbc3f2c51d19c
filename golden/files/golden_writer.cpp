// SPDX-License-Identifier: Apache-2.0
#include <H5Cpp.h>
#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "golden/calls/program_rows.hpp"
#include "golden/calls/signature_store.hpp"
#include "golden/container/output_file.hpp"
#include "golden/format/schema.hpp"
#include "golden/tables/table_rows.hpp"
#include "reference/support/name_set.hpp"

namespace assay::golden {
namespace {

constexpr const char* kind = "golden file";

std::vector<Heading> case_headings() {
  std::vector<Heading> out;
  for (const char* name :
       {"name", "op", "form", "target", "dtypes", "intent", "plan", "scenario"}) {
    out.push_back({name, CellKind::text});
  }
  for (const char* name : {"key", "signature", "row"}) out.push_back({name, CellKind::natural});
  out.push_back({"dtype", CellKind::text});
  out.push_back({"expected", CellKind::natural});
  return out;
}

}  // namespace

struct GoldenWriter::Impl {
  std::filesystem::path path;
  std::optional<OutputFile> file;
  SignatureStore signatures{"/signatures"};
  std::optional<ProgramRows> programs;
  support::NameSet names;
  std::optional<TableRows> cases;

  void describe(const GoldenCase& golden, const SignaturePlace& place) {
    const Case& test_case = golden.test;
    const CaseRecord record = record_of(test_case, Verdict{});
    const std::string intent = to_string(test_case.intent);
    cases->add({test_case.name, record.op, record.form, record.target, record.dtypes, intent,
                test_case.plan, test_case.scenario, std::uint64_t{test_case.key}, place.signature,
                place.row, record.dtype, std::uint64_t{golden.expected.empty() ? 0U : 1U}});
  }
};

GoldenWriter::GoldenWriter(std::filesystem::path path, Provenance provenance)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = std::move(path);
  writing(kind, impl_->path, [&] {
    impl_->file.emplace(impl_->path, root_attributes(provenance, std::string(golden_schema)));
    impl_->file->group("/signatures");
    impl_->cases.emplace(case_headings(), impl_->file->path());
    if (provenance.programs) impl_->programs.emplace(impl_->file->path());
  });
}

GoldenWriter::~GoldenWriter() = default;

void GoldenWriter::add(GoldenCase golden) {
  writing(kind, impl_->path, [&] {
    if (!impl_->names.insert(golden.test.name)) return;
    impl_->describe(golden, impl_->signatures.put(golden, *impl_->file));
  });
}

void GoldenWriter::add(const GoldenProgram& golden) {
  writing(kind, impl_->path, [&] {
    if (!impl_->programs) {
      throw std::invalid_argument("the provenance of the file says that it has no programs");
    }
    if (impl_->names.contains(golden.program.name)) return;
    impl_->programs->put(golden, *impl_->file);
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
    if (impl_->programs) impl_->programs->finish(*impl_->file);
    impl_->file->table("/cases", *impl_->cases);
    impl_->file->finish();
  });
}

std::string library_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5::H5Library::getLibVersion(major, minor, release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace assay::golden
