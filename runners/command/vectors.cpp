// SPDX-License-Identifier: Apache-2.0
// vectors: a small public set of cases, with explanations of each.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "golden/golden.hpp"
#include "reference/ops/op_index.hpp"
#include "reference/support/atomic_file.hpp"
#include "reference/support/digest.hpp"
#include "runners/cases/plan/spread.hpp"
#include "runners/cases/plan/suite.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/command/commands.hpp"
#include "runners/command/options.hpp"
#include "runners/command/vector_json.hpp"
#include "runners/run/backend_choice.hpp"
#include "runners/run/case_work.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/interrupt.hpp"
#include "runners/support/new_folder.hpp"
#include "runners/support/ordered_loop.hpp"
#include "runners/support/progress.hpp"
#include "runners/support/provenance.hpp"

namespace assay::runners {
namespace {

namespace fs = std::filesystem;

constexpr int vectors_version = 1;
constexpr std::uint64_t vectors_seed = 1;
constexpr std::size_t cases_of_an_op = 7;
constexpr std::size_t illegal_cases_of_an_op = 2;
/// Types that readers look for first: an op that takes them has a legal vector of each.
constexpr std::array usual_types{ElementType::f16, ElementType::f32};
constexpr std::size_t draws_of_an_op = 400;
/// Bytes of all operands of a case: larger ones make files large and explain no more. If an op has
/// no case that small, twice as many, up to the greatest.
constexpr std::int64_t most_bytes = 2048;
constexpr std::int64_t greatest_bytes = 8 * most_bytes;
constexpr const char* schema_file = "vectors-1.schema.json";
constexpr const char* licence = "Apache-2.0";
constexpr const char* nothing_written = "no vectors were written";

struct VectorsOptions {
  std::string out;
  unsigned jobs = 0;
  bool quiet = false;
};

/// What an op adds to the files.
struct OpVectors {
  std::string json;
  std::vector<golden::GoldenCase> cases;
};

/// The written contents, by file name.
using Files = std::map<std::string, std::string>;

/// Takes a case, and says whether another one is wanted.
using Taker = std::function<bool(Case)>;

/// Gives `take` the first `count` cases in spread order of at most so many bytes.
void first_cases(std::vector<generators::Recipe> recipes, std::int64_t bytes, std::size_t count,
                 const Taker& take) {
  if (recipes.empty()) return;
  const CaseDrawer draw = drawn_in_turn(std::move(recipes), vectors_seed, 1);
  for (std::size_t i = 0; i < draws_of_an_op && count > 0; ++i) {
    stop_if_interrupted(nothing_written);
    std::optional<Case> test_case = draw();
    if (!test_case) return;
    if (bytes_of(test_case->call) > bytes) continue;
    --count;
    if (!take(std::move(*test_case))) return;
  }
}

/// A legal case of each usual type, and the first others, of at most so many bytes.
std::vector<Case> chosen_cases(const OpSpec& op, std::int64_t bytes) {
  Selection selection;
  selection.op_pattern = op.mnemonic;
  const std::vector<generators::Recipe> recipes = recipes_of(selection);
  std::vector<Case> chosen;
  const auto add = [&](Case one) {
    const bool known = std::ranges::find(chosen, one.name, &Case::name) != chosen.end();
    if (!known) chosen.push_back(std::move(one));
    return chosen.size() < cases_of_an_op;
  };
  for (const ElementType type : usual_types) {
    std::vector<generators::Recipe> legal;
    std::ranges::copy_if(recipes, std::back_inserter(legal), [&](const generators::Recipe& one) {
      return one.lead == type && one.intent.legal();
    });
    bool found = false;
    for (std::int64_t most = bytes; !found && most <= greatest_bytes; most *= 2) {
      first_cases(legal, most, 1, [&](Case one) { return found = true, add(std::move(one)); });
    }
  }
  std::size_t illegal = 0;
  first_cases(recipes, bytes, 4 * cases_of_an_op, [&](Case one) {
    if (!one.intent.legal() && ++illegal > illegal_cases_of_an_op) return true;
    return add(std::move(one));
  });
  return chosen;
}

std::vector<golden::GoldenCase> cases_of(const OpSpec& op, const ToleranceLookup& tolerances) {
  std::vector<golden::GoldenCase> out;
  for (std::int64_t bytes = most_bytes; out.empty() && bytes <= greatest_bytes; bytes *= 2) {
    for (Case& one : chosen_cases(op, bytes)) {
      out.push_back(golden_of({std::move(one), {}}, tolerances));
    }
  }
  return out;
}

std::string op_as_json(const OpSpec& op, const std::vector<golden::GoldenCase>& cases) {
  FlagTexts flags;
  VectorJson vectors = VectorJson::array();
  for (const golden::GoldenCase& golden : cases) vectors.push_back(vector_json(golden, flags));
  const VectorJson json{{"$schema", schema_file},
                        {"schema", "assay-vectors"},
                        {"schema_version", vectors_version},
                        {"licence", licence},
                        {"suite_version", generators::suite_version},
                        {"reference_version", reference_version},
                        {"catalogue_revision", catalogue_revision},
                        {"op", op.mnemonic},
                        {"summary", op.summary},
                        {"seed", vectors_seed},
                        {"flags", flags},
                        {"vectors", std::move(vectors)}};
  return json.dump(1, ' ', false, VectorJson::error_handler_t::replace) + "\n";
}

std::string digests_of(const Files& files, const fs::path& golden) {
  std::string lines;
  for (const auto& [name, text] : files) {
    lines += fmt::format("{}  {}\n", support::sha256_of(text), name);
  }
  std::ifstream in(golden, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return lines + fmt::format("{}  {}\n", support::sha256_of(bytes), golden.filename().string());
}

/// The vectors of all ops, whose cases go to the golden file too.
std::size_t add_vectors_of_ops(const VectorsOptions& options, Files& files,
                               golden::GoldenWriter& writer) {
  const ToleranceLookup tolerances = load_accuracy("").lookup();
  const std::span<const OpSpec> ops = all_ops();
  const std::vector<OrderedWork<OpVectors>::Maker> makers(
      threads_for(options.jobs, ops.size()), [&](std::size_t index) {
        std::vector<golden::GoldenCase> cases = cases_of(ops[index], tolerances);
        std::string json = op_as_json(ops[index], cases);
        return OpVectors{std::move(json), std::move(cases)};
      });
  Progress progress(options.quiet ? 0 : ops.size(), isatty(STDERR_FILENO) != 0, "ops");
  std::size_t op = 0, count = 0;
  const LoopEnd how = work_in_order<OpVectors>(
      {.pieces = ops.size(), .window = 4 * makers.size()}, makers, [&](OpVectors one) {
        files[ops[op++].mnemonic + ".json"] = std::move(one.json);
        count += one.cases.size();
        for (golden::GoldenCase& golden : one.cases) writer.add(std::move(golden));
        progress.step();
        return true;
      });
  if (how == LoopEnd::interrupted) stop_if_interrupted(nothing_written);
  return count;
}

int vectors_command(const VectorsOptions& options) {
  watch_interrupts();
  NewFolder folder(options.out);
  const fs::path stored = folder.file("vectors.h5");
  golden::GoldenWriter writer(stored, provenance_of(vectors_seed, "vectors"));
  Files files{{"LICENSE", std::string(embedded_file("LICENSE"))},
              {schema_file, std::string(embedded_file("reports/schema/vectors-1.schema.json"))}};
  const std::size_t count = add_vectors_of_ops(options, files, writer);
  writer.finish();
  for (const auto& [name, text] : files) {
    support::write_atomically("file", folder.file(name), text);
  }
  // The digests come last: a folder without them is not whole.
  support::write_atomically("file", folder.file("SHA256SUMS"), digests_of(files, stored));
  folder.keep();
  std::cout << fmt::format("{} vectors of {} ops in {}\n", count, all_ops().size(), options.out);
  return exit_conforms;
}

}  // namespace

void add_vectors(const Parser& root, Command& command) {
  const Parser app =
      root.add_command("vectors", "Write a small set of cases of all ops, as JSON and HDF5");
  app.footer(
      "Examples:\n"
      "  assay vectors --out vectors\n"
      "A file OP.json for each op, whose flags say what each vector is about, all of them in\n"
      "vectors.h5, their JSON Schema, the licence and SHA256SUMS; at most 20 MB together.");
  const auto options = std::make_shared<VectorsOptions>();
  const auto texts = std::make_shared<Texts>();
  app.add_option("--out", options->out, "Folder to write, which must be new or empty").required();
  app.add_option("-j,--jobs", texts->jobs, "Ops at once; default one per processor");
  app.add_flag("-q,--quiet", options->quiet, "Print no progress");
  app.callback([app, options, texts, &command] {
    refuse_empty(app, "--out", options->out);
    if (app.given("--jobs")) {
      options->jobs = static_cast<unsigned>(positive("--jobs", texts->jobs, most_jobs));
    }
    command.run = [options] { return vectors_command(*options); };
  });
}

}  // namespace assay::runners
