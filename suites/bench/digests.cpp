// SPDX-License-Identifier: Apache-2.0
// The cost of comparing files with their digests: those of all bytes of the files, as a share of
// the CPU time of whole commands.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden/format/content_digest.hpp"
#include "reference/ops/op_index.hpp"
#include "runners/worker/process.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// User and system, of all children that ended.
double child_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

std::vector<char> contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Every twelfth of the ops, as a list for --op.
std::string some_ops() {
  std::string list;
  for (std::size_t i = 0; i < all_ops().size(); i += 12) {
    list += (list.empty() ? "" : ",") + all_ops()[i].mnemonic;
  }
  return list;
}

/// A run whose tiles were kept, and the commands that read them again.
class StoredNight {
 public:
  StoredNight(const std::filesystem::path& folder, int cases)
      : program_(runners::worker_program().parent_path() / "assay"), night_(folder / "digested") {
    assay(fmt::format("run --op '{}' --target a5 --cases {} --seed 1 --tiles all --out '{}'",
                      some_ops(), cases, night_.string()));
    for (const char* name : {"golden.h5", "results.h5"}) bytes_.push_back(contents(night_ / name));
    if (bytes_[0].empty() || bytes_[1].empty()) throw std::runtime_error("a run left no tiles");
  }

  /// CPU seconds of a command.
  double assay(const std::string& arguments) const {
    const double begin = child_seconds();
    const std::string line = fmt::format("'{}' {} >/dev/null 2>&1", program_.string(), arguments);
    if (std::system(line.c_str()) != 0) throw std::runtime_error("this command failed: " + line);
    return child_seconds() - begin;
  }

  std::string golden() const { return fmt::format("'{}'", (night_ / "golden.h5").string()); }
  std::string results() const { return fmt::format("'{}'", (night_ / "results.h5").string()); }

  /// CPU seconds of what readers check.
  double quick(std::size_t first, std::size_t count) const {
    const double begin = process_seconds();
    for (std::size_t i = first; i < first + count; ++i) {
      golden::Xxh128 digest;
      digest.add(std::as_bytes(std::span(bytes_[i])));
      benchmark::DoNotOptimize(digest.hex());
    }
    return process_seconds() - begin;
  }
  /// The same of what verify checks of the golden file.
  double both() const {
    const double begin = process_seconds();
    golden::ContentDigest digest;
    digest.add(std::as_bytes(std::span(bytes_[0])));
    benchmark::DoNotOptimize(digest.entry(bytes_[0].size(), ""));
    return process_seconds() - begin;
  }

 private:
  std::filesystem::path program_;
  std::filesystem::path night_;
  std::vector<std::vector<char>> bytes_;  ///< of golden and result file
};

}  // namespace

Rows digests(Shared& shared) {
  Settings settings = shared.settings;
  settings.repetitions = std::min(settings.repetitions, 3);
  const auto night = std::make_shared<StoredNight>(shared.folder, settings.quick ? 1 : 8);
  measure_once("quick digests of both", settings, 1, [night] { return night->quick(0, 2); });
  measure_once("quick digests of golden", settings, 1, [night] { return night->quick(0, 1); });
  measure_once("quick digests of results", settings, 1, [night] { return night->quick(1, 1); });
  measure_once("both digests of golden", settings, 1, [night] { return night->both(); });
  measure_once("judge", settings, 1, [night] {
    return night->assay(fmt::format("judge {} {}", night->golden(), night->results()));
  });
  measure_once("verify", settings, 1,
               [night] { return night->assay("verify " + night->golden()); });
  measure_once("diff", settings, 1, [night] {
    return night->assay(fmt::format("diff {} {}", night->golden(), night->golden()));
  });
  measure_once("diff of results", settings, 1, [night] {
    return night->assay(fmt::format("diff {} {}", night->results(), night->results()));
  });
  return [](const Figures& figures) {
    const auto share = [&](const char* of, const char* command) {
      return figures.seconds(of) / figures.seconds(command);
    };
    return std::vector<Row>{
        at_most_share("digests of a golden and a result file, of the CPU time of judging them",
                      0.05, share("quick digests of both", "judge")),
        at_most_share("digests of a golden file, of the CPU time of diff with itself", 0.05,
                      share("quick digests of golden", "diff")),
        at_most_share("digests of a result file, of the CPU time of diff with itself", 0.05,
                      share("quick digests of results", "diff of results")),
        part_of("digests of a golden file, SHA-256 too, of the CPU time of verifying it",
                share("both digests of golden", "verify"))};
  };
}

}  // namespace assay::bench
