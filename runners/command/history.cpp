// SPDX-License-Identifier: Apache-2.0
// history, site: what is kept of past runs, and pages of them.
#include "runners/triage/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "reports/site/site.hpp"
#include "reports/words/text.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/support/errors.hpp"
#include "runners/support/new_folder.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_kept = 1'000'000;

/// What stays; each rule may remove more.
struct Retention {
  std::optional<std::uint64_t> runs;   ///< at most so many
  std::optional<std::uint64_t> days;   ///< not older
  std::optional<std::uint64_t> bytes;  ///< of all files together
};

/// A whole number and its unit, as "90d" or "500MB".
std::uint64_t number_with(const char* option, const std::string& text, const std::string& unit,
                          std::uint64_t scale) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  constexpr std::uint64_t most = 1'000'000;
  if (error == std::errc() && std::string_view(rest, end) == unit && number > 0 && number <= most) {
    return number * scale;
  }
  throw UsageError(fmt::format("{} '{}' must be a whole number from 1 to {} with the unit {}",
                               option, text, most, unit));
}

/// Days since the run began; of a time that is none, 0.
double age_of(const HistoryFile& file) {
  std::tm parts{};
  if (strptime(file.summary.started.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return 0;
  constexpr double day = 86'400;
  return std::difftime(std::time(nullptr), timegm(&parts)) / day;
}

std::uint64_t size_of(const HistoryFile& file) {
  std::error_code gone;
  const auto size = fs::file_size(file.path, gone);
  return gone ? 0 : size;
}

std::string kilobytes(std::uint64_t bytes) {
  constexpr std::uint64_t kilo = 1000;
  return fmt::format("{} kB", reports::grouped((bytes + kilo - 1) / kilo));
}

/// The number of the oldest files that the rules remove; the newest run stays.
std::size_t count_to_remove(const std::vector<HistoryFile>& files, const Retention& keep) {
  std::size_t remove = 0;
  if (keep.runs && files.size() > *keep.runs) remove = files.size() - *keep.runs;
  if (keep.days) {
    while (remove < files.size() && age_of(files[remove]) > static_cast<double>(*keep.days)) {
      ++remove;
    }
  }
  if (keep.bytes) {
    std::uint64_t left = 0;
    for (std::size_t i = remove; i < files.size(); ++i) left += size_of(files[i]);
    for (; remove < files.size() && left > *keep.bytes; ++remove) left -= size_of(files[remove]);
  }
  return files.empty() ? 0 : std::min(remove, files.size() - 1);
}

int prune_command(const std::string& folder, const Retention& keep, bool dry_run) {
  const std::vector<HistoryFile> files = history_files(folder);
  const std::size_t count = count_to_remove(files, keep);
  std::uint64_t removed = 0, kept = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::uint64_t size = size_of(files[i]);
    if (i >= count) {
      kept += size;
      continue;
    }
    removed += size;
    std::cout << fmt::format("{} {}, {}\n", dry_run ? "would remove" : "removed",
                             files[i].path.string(), kilobytes(size));
    if (dry_run) continue;
    std::error_code error;
    fs::remove(files[i].path, error);
    if (error) {
      throw InfraError(
          fmt::format("cannot remove {}: {}", files[i].path.string(), error.message()));
    }
  }
  std::cout << fmt::format("{} {} of {}, {}; {} {}, {}\n", dry_run ? "would remove" : "removed",
                           reports::grouped(count), reports::count_of(files.size(), "run"),
                           kilobytes(removed), reports::grouped(files.size() - count),
                           files.size() - count == 1 ? "stays" : "stay", kilobytes(kept));
  return exit_conforms;
}

/// Says in the folder of a site that it is one, so that it may be replaced.
constexpr const char* mark = "assay-site.txt";

/// Removes the pages of an earlier site. Throws UsageError, and removes nothing, where the folder
/// has other files.
void clear_site(const fs::path& out) {
  if (!fs::exists(out) || fs::is_empty(out)) return;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(out)) {
    const fs::path& file = entry.path();
    const bool ours = file.extension() == ".html" || file.filename() == mark;
    if (!ours || !fs::exists(out / mark)) {
      throw UsageError(
          fmt::format("{} is no site that this program made: it has {}; name another with --out",
                      out.string(), file.filename().string()));
    }
    files.push_back(file);
  }
  for (const fs::path& file : files) fs::remove(file);
}

int site_command(const std::string& history, const std::string& out, bool overwrite) {
  const std::vector<reports::RunSummary> runs = read_history(history);
  if (runs.empty()) {
    throw UsageError(fmt::format(
        "{} has no summary of a run; name a folder that 'assay run --history' wrote", history));
  }
  if (overwrite) clear_site(out);
  NewFolder folder(out);
  std::size_t pages = 0;
  folder.write(mark, fmt::format("made by 'assay site {}'\n", history));
  reports::make_site(runs, [&](const std::string& name, const std::string& html) {
    folder.write(name, html);
    ++pages;
  });
  folder.keep();
  std::cout << fmt::format("{} about {} in {}; begin with {}\n", reports::count_of(pages, "page"),
                           reports::count_of(runs.size(), "run"), out,
                           (fs::path(out) / "index.html").string());
  return exit_conforms;
}

void add_prune(const Parser& history, Command& command) {
  const Parser app =
      history.add_command("prune", "Remove the oldest runs of a history; the newest run stays");
  app.footer(
      "Examples:\n"
      "  assay history prune history --keep 60 --dry-run     what would go\n"
      "  assay history prune history --keep 60               the newest 60 stay\n"
      "  assay history prune history --older-than 90d --size 500MB\n"
      "Every rule that is given holds afterwards, but the newest run always stays. Folders of "
      "runs\n"
      "are not touched.");
  const auto folder = std::make_shared<std::string>();
  const auto keep = std::make_shared<std::int64_t>(0);
  const auto older = std::make_shared<std::string>();
  const auto size = std::make_shared<std::string>();
  const auto dry_run = std::make_shared<bool>(false);
  app.add_option("history", *folder, "Folder that 'assay run --history' wrote").required();
  app.add_option("--keep", *keep, "Runs that stay");
  app.add_option("--older-than", *older, "Age in days from which runs go, as in 90d");
  app.add_option("--size", *size, "Size of all that stays, as in 500MB");
  app.add_flag("--dry-run", *dry_run, "Say what would be removed, and remove nothing");
  app.callback([=, &command] {
    constexpr std::uint64_t mega = 1'000'000;
    Retention rules;
    if (app.given("--keep")) rules.runs = positive("--keep", *keep, most_kept);
    if (app.given("--older-than")) rules.days = number_with("--older-than", *older, "d", 1);
    if (app.given("--size")) rules.bytes = number_with("--size", *size, "MB", mega);
    if (!rules.runs && !rules.days && !rules.bytes) {
      throw UsageError("history prune needs a rule: --keep, --older-than or --size");
    }
    command.run = [=] { return prune_command(*folder, rules, *dry_run); };
  });
}

}  // namespace

void add_history(const Parser& root, Command& command) {
  const Parser history = root.add_command("history", "Look after a folder of past runs");
  history.footer("Example:\n  assay history prune history --keep 60 --dry-run");
  history.require_command();
  add_prune(history, command);
}

void add_site(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("site", "Make static pages of a history: runs, ops, findings and boards");
  app.footer(
      "Examples:\n"
      "  assay site history --out site                 open site/index.html\n"
      "  assay site history --out site --overwrite     again, after the next run\n"
      "The pages need no server and no network. compare.html compares any two runs.");
  const auto history = std::make_shared<std::string>();
  const auto out = std::make_shared<std::string>();
  const auto overwrite = std::make_shared<bool>(false);
  app.add_option("history", *history, "Folder that 'assay run --history' wrote").required();
  app.add_option("--out", *out, "New folder for the pages").required();
  app.add_flag("--overwrite", *overwrite, "Replace an earlier site in --out");
  app.callback([=, &command] {
    refuse_empty(app, "--out", *out);
    command.run = [=] { return site_command(*history, *out, *overwrite); };
  });
}

}  // namespace assay::runners
