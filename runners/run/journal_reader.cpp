// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#include "runners/run/journal_reader.hpp"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "reference/support/side_by_side.hpp"
#include "reports/findings/place.hpp"
#include "reports/text/record_json.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/manifest.hpp"
#include "runners/run/merge_mark.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

namespace {

/// A journal that lost lines would show fewer failures than there were.
void require_whole(const fs::path& journal, std::size_t records) {
  if (journal.filename() != "journal.jsonl") return;
  const Manifest summary = read_summary(journal.parent_path());
  if (summary.is_null()) return;
  const auto number = [&](const char* name, std::size_t otherwise) {
    const auto found = summary.find(name);
    if (found == summary.end()) return otherwise;
    if (found->is_number_unsigned()) return found->get<std::size_t>();
    throw UsageError(fmt::format("{}: {} is {}, which is no count; run again in another folder",
                                 (journal.parent_path() / "summary.json").string(), name,
                                 found->dump()));
  };
  if (number("not_run", 1) > 0) return;
  const std::size_t cases = number("cases", records);
  if (records >= cases) return;
  throw UsageError(
      fmt::format("{} has {} whole lines, and summary.json beside it counts {} verdicts; the "
                  "journal was cut off, so run again in another folder",
                  journal.string(), records, cases));
}

/// What a record leaves in its line.
class DistantLine : public DistantParts {
 public:
  DistantLine(std::shared_ptr<const fs::path> path, const LinePlace& place,
              const CaseRecord& record)
      : DistantParts(reports::brief_of(record)),
        path_(std::move(path)),
        place_(place),
        tiles_(!record.tiles.empty()),
        text_(record.text) {}

  bool has_tiles() const override { return tiles_; }
  bool has_text() const override { return text_; }
  Parts read() const override {
    try {
      CaseRecord whole = reports::from_json_line(line_at(*path_, place_));
      return {std::move(whole.tiles), std::move(whole.text)};
    } catch (const UsageError&) {
      throw;  // says where
    } catch (const std::runtime_error& error) {
      refuse_line(*path_, place_.number, error.what());
    }
  }

 private:
  std::shared_ptr<const fs::path> path_;
  LinePlace place_;
  bool tiles_;
  bool text_;
};

/// Lines that are taken apart side by side; in memory at once.
constexpr std::size_t lines_at_once = 256;

struct Line {
  std::string text;
  LinePlace place;
  CaseRecord record;
  std::string damage;
};

void take_apart(std::vector<Line>& lines, const std::shared_ptr<const fs::path>& path) {
  support::side_by_side(lines.size(), [&](std::size_t i) {
    Line& line = lines[i];
    try {
      line.record = reports::from_json_line(line.text);
      leave_in_line(line.record, path, line.place);
    } catch (const std::runtime_error& error) {
      line.damage = error.what();
    }
  });
}

}  // namespace

void leave_in_line(CaseRecord& record, const std::shared_ptr<const fs::path>& path,
                   const LinePlace& place) {
  if (record.tiles.empty() && !record.text) return;
  record.distant = std::make_shared<DistantLine>(path, place, record);
  record.tiles = {};
  record.text = {};
}

Records records_in(const fs::path& journal) {
  const auto path = std::make_shared<const fs::path>(journal);
  Records records;
  LineReader reader(journal);
  for (bool more = true; more;) {
    std::vector<Line> lines;
    std::exception_ptr damage;  // of a line behind those that are still to be taken apart
    try {
      while (more && lines.size() < lines_at_once) {
        auto text = reader.next();
        more = text.has_value();
        if (more) lines.push_back({*std::move(text), reader.place(), {}, {}});
      }
    } catch (const UsageError&) {
      damage = std::current_exception();
    }
    take_apart(lines, path);
    for (Line& line : lines) {
      if (!line.damage.empty()) refuse_line(journal, line.place.number, line.damage);
      records.push_back(line.record);
    }
    if (damage) std::rethrow_exception(damage);
  }
  return records;
}

Records read_records(const fs::path& run) {
  const fs::path path = fs::is_directory(run) ? run / "journal.jsonl" : run;
  require_no_merge(path.parent_path());
  if (!open_if_there(path))
    throw UsageError(fmt::format("{} cannot be read; name the folder of a run", path.string()));
  // A journal of another version is refused by its version.
  if (const fs::path manifest = path.parent_path() / "run.json"; fs::exists(manifest)) {
    read_manifest(manifest);
  }
  Records records = records_in(path);
  require_whole(path, records.size());
  return records;
}

}  // namespace assay::runners
