// SPDX-License-Identifier: Apache-2.0
#include "runners/command/sweep_cli.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "runners/command/backend_cli.hpp"
#include "runners/command/sweep_command.hpp"

namespace assay::runners {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  assay sweep --op TRSQRT --dtype f16 --target a5      all 65,536 inputs\n"
    "  assay sweep --op TRSQRT --dtype f32                  a sample: every exponent, all "
    "specials\n"
    "  assay sweep --op TRSQRT --dtype f32 --exhaustive --out all    all 2^32 of them\n"
    "  assay sweep --op TRSQRT --dtype f32 --exhaustive --out all --resume    after a kill\n"
    "  assay sweep --op TRSQRT --dtype f16 --backend sdk --sdk-include sdk/include\n"
    "An op can be swept where its page says that the result is one function of the elements of "
    "its\n"
    "operands. Writes sweep.h5 (tables), sweep.html (plots) and sweep.jsonl (for --resume).\n"
    "Exit code: 0 all within the tolerance, 1 deviations, 2 bad input, 3 infrastructure.";

constexpr int smallest_sample = 20;
constexpr int largest_sample = 24;
constexpr std::int64_t most_jobs = 1024;

struct Texts {
  std::string form;
  std::string target;
  std::string format = "text";
  int sample = largest_sample;
  std::int64_t jobs = 0;
};

void require(bool holds, const std::string& sentence) {
  if (!holds) throw UsageError(sentence);
}

void require_given(const CLI::App& app, const char* option, const std::string& value) {
  require(app.count(option) == 0 || !value.empty(),
          fmt::format("{} is empty; give it a value or leave it out", option));
}

SweepOptions checked(const CLI::App& app, SweepOptions options, const Texts& texts) {
  require_given(app, "--op", options.op);
  require_given(app, "--dtype", options.dtype);
  require_given(app, "--form", texts.form);
  require_given(app, "--target", texts.target);
  require_given(app, "--out", options.out);
  if (app.count("--form") > 0) options.form = texts.form;
  if (app.count("--target") > 0) options.target = texts.target;
  if (app.count("--sample") > 0) {
    require(!options.exhaustive, "--exhaustive and --sample contradict each other; leave one out");
    require(texts.sample >= smallest_sample && texts.sample <= largest_sample,
            fmt::format("--sample must be between {} and {}, not {}", smallest_sample,
                        largest_sample, texts.sample));
    options.sample = texts.sample;
  }
  if (app.count("-j") > 0) {
    require(texts.jobs >= 1 && texts.jobs <= most_jobs,
            fmt::format("-j must be between 1 and {}, not {}", most_jobs, texts.jobs));
    options.jobs = static_cast<unsigned>(texts.jobs);
  }
  require(texts.format == "text" || texts.format == "json",
          fmt::format("unknown format '{}'; use text or json", texts.format));
  options.json = texts.format == "json";
  return options;
}

}  // namespace

void add_sweep(CLI::App& root, Command& command) {
  CLI::App* app = root.add_subcommand(
      "sweep", "Drive every input of an op through a backend and show the error of each exponent");
  app->footer(examples);
  const auto options = std::make_shared<SweepOptions>();
  const auto texts = std::make_shared<Texts>();
  app->add_option("--op", options->op, "Mnemonic")->required();
  app->add_option("--dtype", options->dtype, "Element type of the lead operand")->required();
  app->add_option("--form", texts->form, "Form; default the first that takes the dtype");
  app->add_option("--target", texts->target, "Target; default cpu where it takes the dtype");
  app->add_flag("--exhaustive", options->exhaustive,
                "Every input, where the default is a sample: one operand of 32 bits, two of 16");
  app->add_option("--sample", texts->sample, "Largest sample as a power of two")
      ->capture_default_str();
  const auto backend = add_backend_options(*app);
  app->add_option("-j,--jobs", texts->jobs, "Workers side by side; default one per processor");
  app->add_option("--out", options->out, "Folder for the files; default assay-runs/DATE-TIME-N");
  app->add_flag("--resume", options->resume, "Go on with the sweep in the folder --out");
  app->add_option("--accuracy", options->accuracy, "Accuracy profile instead of the built-in one");
  app->add_option("--format", texts->format, "text or json")->capture_default_str();
  app->callback([app, options, texts, backend, &command] {
    options->on = checked_backend(*app, *backend);
    command.run = [all = checked(*app, *options, *texts)] { return sweep_command(all); };
  });
}

}  // namespace assay::runners
