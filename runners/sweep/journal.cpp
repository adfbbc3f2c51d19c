// SPDX-License-Identifier: Apache-2.0
#include "runners/sweep/journal.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <system_error>

#include "golden/sweep.hpp"
#include "reports/sweep/sweep.hpp"
#include "reports/words/json_text.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/merge_mark.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/place.hpp"
#include "runners/sweep/header.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* journal_name = "sweep.jsonl";
constexpr std::array file_names{journal_name, "sweep.h5", "sweep.html"};

void require_empty(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error) || fs::is_empty(folder, error)) return;
  require_no_merge(folder);
  if (fs::exists(folder / journal_name, error)) {
    throw UsageError(fmt::format(
        "the folder {} holds a sweep already; name another one with --out, or go on with --resume",
        folder.string()));
  }
  throw UsageError(fmt::format(
      "the folder {} has files that no sweep made; name an empty or a new one with --out",
      folder.string()));
}

void require_new_folder(const std::string& name) {
  if (name.empty()) return;
  require_folder_place(name);
  require_empty(name);
}

fs::path new_folder(const std::string& name) {
  require_new_folder(name);
  if (name.empty()) return fresh_folder();
  make_folder(name);
  return name;
}

fs::path used_folder(const std::string& name) {
  if (name.empty()) {
    throw UsageError("--resume needs --out FOLDER, the folder of the sweep to go on with");
  }
  if (!is_sweep(name)) {
    throw UsageError(
        fmt::format("there is no sweep to resume in {}; it has no {}", name, journal_name));
  }
  require_no_merge(name);
  return name;
}

/// Nothing where the first line is not whole.
std::optional<Json> header_in(const fs::path& path) {
  const auto line = LineReader(path).next();
  if (!line) return std::nullopt;
  return reports::parsed_or_discarded(*line);
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The folder, without the files of a killed merge.
fs::path folder_to_merge_into(const std::string& name) {
  std::error_code error;
  if (!fs::exists(fs::path(name) / MergeMark::name, error)) return new_folder(name);
  const MergeMark mark(name);  // throws where that merge still lives
  for (const char* file : file_names) fs::remove(fs::path(name) / file, error);
  return name;
}

}  // namespace

MergedSweep::MergedSweep(const std::string& folder)
    : folder_(folder_to_merge_into(folder)), mark_(folder_) {}

SweepJournal::SweepJournal(const MergedSweep& merged, const Json& header)
    : folder_(merged.folder()), journal_(folder_ / journal_name, false, "sweep") {
  journal_.append(header.dump());
}

void SweepJournal::require_usable(const std::string& folder, bool resume) {
  if (resume) {
    used_folder(folder);
  } else {
    require_new_folder(folder);
  }
}

SweepJournal::SweepJournal(const std::string& folder, const Json& header, bool resume)
    : folder_(resume ? used_folder(folder) : new_folder(folder)),
      journal_(folder_ / journal_name, resume, "sweep") {
  if (resume) remove_leftovers(folder_, file_names);
  if (header_in(path())) {
    require_header(header);
  } else {
    journal_.append(header.dump());
  }
}

void SweepJournal::require_header(const Json& header) const {
  const Json found = header_in(path()).value_or(Json());
  if (found.is_discarded() || !found.is_object()) {
    throw UsageError(fmt::format("{} is no journal of a sweep", path().string()));
  }
  if (const auto key = other_sweep(header, found, false)) {
    throw UsageError(
        fmt::format("the sweep in {} has {} {}, not {}; resume it with its own options, "
                    "or name another folder with --out",
                    folder_.string(), *key, text_of(found.value(*key, Json())),
                    text_of(header.value(*key, Json()))));
  }
}

std::size_t SweepJournal::replay(const std::function<void(SweepPart&)>& take) const {
  PartCheck check;
  return journal_.replay(
      [&](const std::string& line) {
        SweepPart part = part_from_line(line);
        check.take(part);
        take(part);
      },
      1);
}

bool is_sweep(const fs::path& folder) { return fs::exists(folder / journal_name); }

SweepJournalReader::SweepJournalReader(const fs::path& folder)
    : path_(folder / journal_name), lines_(path_) {
  require_no_merge(folder);
  const auto line = lines_.next();
  if (line) header_ = reports::parsed_or_discarded(*line);
  if (header_.is_object()) return;
  throw UsageError(fmt::format("{} is no journal of a sweep", path_.string()));
}

std::optional<SweepPart> SweepJournalReader::next() {
  const auto line = lines_.next();
  if (!line) return std::nullopt;
  try {
    SweepPart part = part_from_line(*line);
    check_.take(part);
    return part;
  } catch (const std::exception& error) {
    refuse_line(path_, lines_.number(), error.what());
  }
}

SweepTables write_tables(const fs::path& folder, const SweepRecord& record,
                         const golden::Provenance& provenance) {
  SweepTables tables{folder / "sweep.h5", folder / "sweep.html"};
  golden::write_sweep(tables.table, record, provenance);
  reports::write_sweep_html(tables.page, record);
  return tables;
}

}  // namespace assay::runners
