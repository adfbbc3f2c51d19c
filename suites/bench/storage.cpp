// SPDX-License-Identifier: Apache-2.0
// A golden file of many cases: CPU time against write() of the same bytes and against a file for
// each case, and size.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "golden/golden.hpp"
#include "reference/support/hash.hpp"
#include "suites/bench/raw_file.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

constexpr std::int64_t rows = 24;
constexpr std::int64_t cols = 28;
constexpr int cases_of_a_signature = 16;
constexpr int at_a_time = 500;

struct Store {
  std::filesystem::path folder;
  int count;
  Form form;
  std::vector<golden::GoldenCase> patterns;
  double raw_bytes = 0;
  double file_bytes = std::numeric_limits<double>::quiet_NaN();

  golden::GoldenCase made(int number) const;
  double write_golden();
  double write_raw() const;
  double digest_all() const;
  template <typename Use>
  double seconds_of(const Use& use) const;
};

TileSpec tile_of(int signature) {
  TileSpec tile;
  tile.type.rows = tile.valid_rows = rows;
  tile.type.cols = tile.valid_cols = cols;
  tile.type.pad = {PadKind::custom, static_cast<std::uint32_t>(signature)};
  return tile;
}

/// Random bits, each result an interval, so that every array has something to say.
golden::GoldenCase pattern(const Form& form, std::uint64_t number) {
  golden::GoldenCase golden;
  golden.test.call.form = &form;
  golden.test.plan = "uniform";
  const std::int64_t count = rows * cols;
  golden.before.assign(2, ElementArray(ElementType::f32, count));
  ExpectedTile tile(ElementType::f32, rows, cols);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = support::mix(number * 10'000 + static_cast<std::uint64_t>(i));
    golden.before[0].set(i, bits >> 32);
    golden.before[1].set(i, bits);
    tile.set_accept(i, Accept::interval);
    tile.value.set(i, bits);
    tile.low.set(i, bits - 2);
    tile.high.set(i, bits + 2);
    tile.exact[static_cast<std::size_t>(i)] = static_cast<double>(bits);
  }
  golden.expected.push_back(tile);
  return golden;
}

/// Signatures come as a run has them: those of some recipes in turn.
golden::GoldenCase Store::made(int number) const {
  constexpr int recipes = 26;
  golden::GoldenCase golden = patterns[static_cast<std::size_t>(number) % patterns.size()];
  const int signature = number / (recipes * cases_of_a_signature) * recipes + number % recipes;
  golden.test.call.operands = {tile_of(signature), tile_of(signature)};
  golden.test.key = static_cast<std::uint32_t>(number);
  golden.test.name = fmt::format("COPY/plain/a5/f32,f32/{}x{}/v{}x{}/uniform@{:08x}", rows, cols,
                                 rows, cols, number);
  return golden;
}

double Store::write_golden() {
  const std::filesystem::path path = folder / "golden.h5";
  double begin = process_seconds();
  golden::GoldenWriter writer(path, {});
  double seconds = process_seconds() - begin;
  for (int first = 0; first < count; first += at_a_time) {
    std::vector<golden::GoldenCase> cases;
    for (int i = first; i < std::min(count, first + at_a_time); ++i) cases.push_back(made(i));
    begin = process_seconds();
    for (golden::GoldenCase& golden : cases) writer.add(std::move(golden));
    seconds += process_seconds() - begin;
  }
  begin = process_seconds();
  writer.finish();
  seconds += process_seconds() - begin;
  file_bytes = static_cast<double>(std::filesystem::file_size(path));
  std::filesystem::remove(path);
  return seconds;
}

/// CPU time of `use`, of all cases.
template <typename Use>
double Store::seconds_of(const Use& use) const {
  double seconds = 0;
  for (int first = 0; first < count; first += at_a_time) {
    std::vector<golden::GoldenCase> cases;
    for (int i = first; i < std::min(count, first + at_a_time); ++i) cases.push_back(made(i));
    const double begin = process_seconds();
    use(cases);
    seconds += process_seconds() - begin;
  }
  return seconds;
}

double Store::write_raw() const {
  double begin = process_seconds();
  RawFile file(folder / "raw");
  double seconds = process_seconds() - begin;
  seconds += seconds_of([&file](const auto& cases) { file.add(cases); });
  begin = process_seconds();
  file.close();
  return seconds + process_seconds() - begin;
}

double Store::digest_all() const {
  return seconds_of([](const auto& cases) { benchmark::DoNotOptimize(digest(cases)); });
}

std::shared_ptr<Store> prepare(const Shared& shared) {
  auto store = std::make_shared<Store>();
  store->folder = shared.folder;
  store->count = shared.settings.quick ? 100 : 10'000;
  store->form.op = "COPY";
  store->form.name = "plain";
  store->form.lead = "src";
  store->form.operands = {{"dst", Role::output, OperandKind::tile},
                          {"src", Role::input, OperandKind::tile}};
  store->form.results = {{"dst", [](const Evaluation&) -> Expected { return ExpectedTile(); }, ""}};
  for (std::uint64_t i = 0; i < at_a_time; ++i) store->patterns.push_back(pattern(store->form, i));
  store->raw_bytes = raw_bytes(store->patterns[0]) * store->count;
  return store;
}

}  // namespace

Rows storage(Shared& shared) {
  const std::shared_ptr<Store> store = prepare(shared);
  Settings settings = shared.settings;
  settings.repetitions = std::min(settings.repetitions, 5);
  measure_once("golden file", settings, store->count, [store] { return store->write_golden(); });
  measure_once("write()", settings, store->count, [store] { return store->write_raw(); });
  measure_once("SHA-256", settings, store->count, [store] { return store->digest_all(); });
  const auto bytes = static_cast<std::int64_t>(store->raw_bytes) / store->count;
  measure_once("file for each case by numpy", settings, store->count, [store, bytes, &shared] {
    return shared.numpy.seconds(
        fmt::format("store {} {} {}", store->count, bytes, store->folder.string()));
  });
  return [store](const Figures& figures) {
    const std::string what =
        fmt::format("golden file of {} cases, {:.0f} MB raw", store->count, store->raw_bytes / 1e6);
    return std::vector<Row>{
        at_most(what + ": CPU time against write() of the same bytes", 2,
                figures.ratio("golden file", "write()")),
        part_of("- SHA-256 of the same bytes alone, against write()",
                figures.ratio("SHA-256", "write()")),
        at_most(what + ": bytes in the file against raw", 1.05,
                store->file_bytes / store->raw_bytes),
        at_least(what + ": CPU time against one .bin file a case from numpy", 10,
                 figures.ratio("file for each case by numpy", "golden file"))};
  };
}

}  // namespace assay::bench
