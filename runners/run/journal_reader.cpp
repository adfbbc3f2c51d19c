// SPDX-License-Identifier: Apache-2.0
// The records of a run, from its journal.
#include "runners/run/journal_reader.hpp"

#include <fmt/format.h>

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "reference/support/side_by_side.hpp"
#include "reference/support/text.hpp"
#include "reports/findings/place.hpp"
#include "reports/text/record_json.hpp"
#include "reports/words/completion.hpp"
#include "runners/run/folder.hpp"
#include "runners/run/journal_file.hpp"
#include "runners/run/manifest.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/user_file.hpp"

namespace assay::runners {

namespace fs = std::filesystem;

namespace {

std::size_t count_in(const Manifest& summary, const char* name, std::size_t otherwise,
                     const fs::path& folder) {
  const auto found = summary.find(name);
  if (found == summary.end()) return otherwise;
  if (found->is_number_unsigned()) return found->get<std::size_t>();
  throw UsageError(fmt::format("{}: {} is {}, which is no count; run again in another folder",
                               (folder / "summary.json").string(), name, found->dump()));
}

/// Before there was a member for it, it was complete that ran all.
bool says_complete(const Manifest& summary, const fs::path& folder) {
  const auto found = summary.find("complete");
  return found == summary.end() ? count_in(summary, "not_run", 1, folder) == 0 : *found == true;
}

/// A journal that lost lines would show fewer failures than there were.
void require_whole(const Journal& journal, const Manifest& summary, const fs::path& file) {
  const std::size_t records = journal.records.size();
  const bool ends = journal.end || !journal.head;
  if (journal.end && journal.end->cases != cases_in(journal.records)) {
    throw UsageError(
        fmt::format("{} has {} cases, and its last line counts {}; run again in "
                    "another folder",
                    file.string(), cases_in(journal.records), journal.end->cases));
  }
  const fs::path folder = file.parent_path();
  if (summary.is_null() || !says_complete(summary, folder)) return;
  const std::size_t cases = count_in(summary, "cases", records, folder);
  if (records >= cases && ends) return;
  const std::string lack = records >= cases
                               ? "its last line is missing"
                               : fmt::format(
                                     "it has {} whole lines of cases, and summary.json next to it "
                                     "counts {} verdicts",
                                     records, cases);
  throw UsageError(
      fmt::format("{} was cut off: {}; run again in another folder", file.string(), lack));
}

/// The completion of a run of an earlier version.
Completion completion_in(const Manifest& summary, const fs::path& folder) {
  const Manifest stopped = summary.value("stopped", Manifest());
  return {.planned = count_in(summary, "planned", 0, folder),
          .not_run = count_in(summary, "not_run", 0, folder),
          .stopped = stopped.is_string() ? support::printable(stopped.get<std::string>()) : ""};
}

/// Facts from the folder of a journal that is too old to have them.
OlderAccount account_of(const RunInfo& info, const Manifest& summary, const fs::path& folder) {
  OlderAccount account;
  if (!info.part) account.planned = info.completion.planned;
  if (!summary.is_null()) account.summary = completion_in(summary, folder);
  return account;
}

/// The parts of a record that stay in its line.
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
  bool is_end = false;
  CaseRecord record = {};
  std::string damage = {};
};

void take_apart(std::vector<Line>& lines, const std::shared_ptr<const fs::path>& path) {
  support::side_by_side(lines.size(), [&](std::size_t i) {
    Line& line = lines[i];
    try {
      if (line.is_end) return;
      line.record = reports::from_json_line(line.text);
      leave_in_line(line.record, path, line.place);
    } catch (const std::runtime_error& error) {
      line.damage = error.what();
    }
  });
}

/// Adds a line to the journal. No line may follow the end line: it would be from another run.
void take_line(Journal& journal, Line& line, const fs::path& path) {
  if (line.damage.empty() && journal.end) line.damage = "it follows the one that ends the journal";
  if (!line.damage.empty()) refuse_line(path, line.place.number, line.damage);
  if (line.is_end) {
    journal.end = end_from(line.text);
  } else {
    journal.records.push_back(line.record);
  }
}

/// Whether the line begins the journal, which it then has.
bool takes_head(Journal& journal, const std::string& text, const LinePlace& place) {
  if (place.number == 1) journal.head = head_from(text);
  return place.number == 1 && journal.head;
}

}  // namespace

void leave_in_line(CaseRecord& record, const std::shared_ptr<const fs::path>& path,
                   const LinePlace& place) {
  if (record.tiles.empty() && !record.text) return;
  record.distant = std::make_shared<DistantLine>(path, place, record);
  record.tiles = {};
  record.text = {};
}

Journal journal_in(const fs::path& file) {
  const auto path = std::make_shared<const fs::path>(file);
  Journal journal;
  LineReader reader(file);
  for (bool more = true; more;) {
    std::vector<Line> lines;
    std::exception_ptr damage;  // of a line after those that are still to be taken apart
    try {
      while (more && lines.size() < lines_at_once) {
        auto text = reader.next();
        more = text.has_value();
        if (!more || takes_head(journal, *text, reader.place())) continue;
        const bool is_end = end_from(*text).has_value();
        lines.push_back({*std::move(text), reader.place(), is_end});
      }
    } catch (const UsageError&) {
      damage = std::current_exception();
    } catch (const std::runtime_error& error) {
      refuse_line(file, reader.number(), error.what());
    }
    take_apart(lines, path);
    for (Line& line : lines) take_line(journal, line, file);
    if (damage) std::rethrow_exception(damage);
  }
  return journal;
}

RecordedRun read_run(const fs::path& run) {
  const fs::path path = fs::is_directory(run) ? run / "journal.jsonl" : run;
  const fs::path folder = path.parent_path();
  require_begun(folder);
  if (!open_if_there(path))
    throw UsageError(fmt::format("{} cannot be read; name the folder of a run", path.string()));
  const bool in_folder = path.filename() == "journal.jsonl";
  RecordedRun found;
  // A journal of another version is refused by its version.
  if (fs::exists(folder / "run.json")) found.info = recorded_info(folder);
  Journal journal = journal_in(path);
  const Manifest summary = in_folder ? read_summary(folder) : Manifest();
  require_whole(journal, summary, path);
  OlderAccount older;
  if (in_folder && !journal.head) older = account_of(found.info, summary, folder);
  found.info.completion = completion_of(journal, older);
  if (journal.head) found.info.planned_ops = std::move(journal.head->ops);
  if (journal.end) {
    found.info.board_lost = journal.end->board_lost;
    found.info.seconds = journal.end->seconds;
  }
  found.records = std::move(journal.records);
  return found;
}

void say_stopped(const Completion& completion) {
  if (completion.complete()) return;
  std::cerr << "assay: " << reports::stopped_text(completion) << '\n';
}

int code_of(const Completion& completion) {
  return completion.complete() || completion.partial_ok ? exit_conforms : exit_infra;
}

Records read_records(const fs::path& run) { return read_run(run).records; }

}  // namespace assay::runners
