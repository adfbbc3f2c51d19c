// SPDX-License-Identifier: Apache-2.0
// Correctly rounded f32 results, alone and with distances in ulp.
#include <fmt/format.h>

#include <fstream>
#include <memory>

#include "reference/numerics/kernels/batch.hpp"
#include "suites/bench/inputs.hpp"
#include "suites/bench/mpfr_baseline.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

struct Target {
  Function function;
  double against_mpfr;
};
constexpr Target targets[] = {
    {Function::reciprocal_square_root, 80},
    {Function::square_root, 80},
    {Function::reciprocal, 80},
    {Function::divide, 80},
    {Function::exponential, 150},
    {Function::logarithm, 150},
    {Function::power, 300},
};
constexpr double against_numpy = 1.5;

/// Arguments, results and what a backend might have given for one function.
struct Work {
  numerics::Operation operation;
  std::vector<ElementArray> arguments;
  std::vector<numerics::Bits> views;
  ElementArray values;
  ElementArray got;
  std::vector<double> ulp;
  std::vector<float> baseline;
  std::string numpy_job;            ///< values alone
  std::string numpy_distances_job;  ///< all that round_and_measure() finds
  int numpy_passes;

  std::int64_t count() const { return values.size(); }
  void round() {
    numerics::round(operation, views, count(), values.bytes());
    benchmark::DoNotOptimize(values.bytes().data());
  }
  void round_and_measure() {
    numerics::round_and_distances(operation, views, count(), values.bytes(), got.bytes(), ulp);
    benchmark::DoNotOptimize(values.bytes().data());
    benchmark::DoNotOptimize(ulp.data());
  }
};

/// Results of which two in three are off by one in the last place.
ElementArray nearly(const ElementArray& values) {
  ElementArray got = values;
  for (std::int64_t i = 0; i < got.size(); ++i) {
    const auto step = static_cast<std::uint64_t>(i % 3);
    if ((got[i] & 0x7F800000U) != 0x7F800000U && (got[i] & 0x7FFFFFU) != 0) {
      got.set(i, got[i] + step - 1);
    }
  }
  return got;
}

std::string save(const std::filesystem::path& path, const ElementArray& elements) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(elements.bytes().data()),
             static_cast<std::streamsize>(elements.bytes().size()));
  return path.string();
}

void set_numpy_jobs(Work& work, const std::vector<std::string>& files, const Shared& shared) {
  const std::string name(name_of(work.operation.function));
  work.numpy_passes = shared.settings.quick ? 1 : 20;
  const std::string got = save(shared.folder / (name + "_got"), work.got);
  const std::string second = files.size() > 1 ? " " + files[1] : "";
  work.numpy_job = fmt::format("{} {} {}{}", name, files[0], work.numpy_passes, second);
  work.numpy_distances_job =
      fmt::format("distances {} {} {} {}{}", name, files[0], work.numpy_passes, got, second);
}

using Plans = std::vector<std::string>;

/// Inputs of the comparison with MPFR: any bits, as in a sweep over every input; arguments around 1
/// if most of those give 0 or infinity, which cost MPFR nothing.
Plans any_inputs(Function function) {
  const bool leaves_range = function == Function::power || function == Function::exponential ||
                            function == Function::divide;
  return {leaves_range ? "moderate" : "uniform"};
}

std::shared_ptr<Work> prepare(Function function, const Plans& plans, const Shared& shared) {
  const std::int64_t count = shared.settings.quick ? 512 : 16384;
  auto work = std::make_shared<Work>();
  work->operation = {function, ElementType::f32, ElementType::f32};
  std::vector<std::string> files;
  for (int i = 0; i < arity(function); ++i) {
    const auto operand = static_cast<std::size_t>(i) + 1;
    work->arguments.push_back(planned(ElementType::f32, count, plans, operand));
    const std::string name = fmt::format("{}_{}_{}", name_of(function), plans.front(), i);
    files.push_back(save(shared.folder / name, work->arguments.back()));
  }
  for (const ElementArray& argument : work->arguments) work->views.push_back(argument.bytes());
  work->values = ElementArray(ElementType::f32, count);
  work->round();
  work->got = nearly(work->values);
  set_numpy_jobs(*work, files, shared);
  work->ulp.resize(static_cast<std::size_t>(count));
  work->baseline.resize(static_cast<std::size_t>(count));
  return work;
}

void add(const Target& target, Shared& shared) {
  const Settings& settings = shared.settings;
  const std::string name(name_of(target.function));
  const auto work = prepare(target.function, plans_for(target.function), shared);
  const auto any = prepare(target.function, any_inputs(target.function), shared);
  measure(name, settings, any->count(), [any] { any->round(); });
  measure(name + " with distances", settings, work->count(), [work] { work->round_and_measure(); });
  measure(name + " by MPFR", settings, any->count(), [any] {
    const auto& arguments = any->arguments;
    mpfr::apply(any->operation.function, floats(arguments.front()), floats(arguments.back()),
                any->baseline);
    benchmark::DoNotOptimize(any->baseline.data());
  });
  measure_own_time(name + " by numpy", settings, work->count() * work->numpy_passes,
                   [work, &shared] { return shared.numpy.seconds(work->numpy_job); });
  measure_own_time(name + " with distances by numpy", settings, work->count() * work->numpy_passes,
                   [work, &shared] { return shared.numpy.seconds(work->numpy_distances_job); });
}

}  // namespace

Rows functions(Shared& shared) {
  for (const Target& target : targets) add(target, shared);
  return [](const Figures& figures) {
    std::vector<Row> rows;
    for (const Target& target : targets) {
      const std::string name(name_of(target.function));
      rows.push_back(
          at_least(fmt::format("{} f32, correctly rounded, against MPFR at 24 bits", name),
                   target.against_mpfr, figures.ratio(name + " by MPFR", name)));
    }
    for (const Target& target : targets) {
      const std::string name(name_of(target.function));
      rows.push_back(
          at_least(fmt::format("{} f32 with ulp distances, against numpy f32-f64-f32", name),
                   against_numpy, figures.ratio(name + " by numpy", name + " with distances")));
      rows.push_back(
          part_of("- against numpy with distances too",
                  figures.ratio(name + " with distances by numpy", name + " with distances")));
    }
    return rows;
  };
}

}  // namespace assay::bench
