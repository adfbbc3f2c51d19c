// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of searches for extremes.
#include <fmt/format.h>

#include <functional>
#include <utility>

#include "reference/numerics/classify.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/reduce_expand/shared/arg_reduction.hpp"
#include "reference/ops/reduce_expand/shared/search_errata.hpp"

namespace assay::ops {
namespace {

using enum ElementType;

constexpr const char* search_header = "TReduceIdx.hpp";

// ---- places ----

bool precedes(const Search& search, ElementType as, std::uint64_t a, std::uint64_t b) {
  if (numerics::is_nan(as, a) || numerics::is_nan(as, b)) return false;
  if (numerics::is_zero(as, a) && numerics::is_zero(as, b)) return false;
  const auto x = numerics::order_key(as, a), y = numerics::order_key(as, b);
  return search.largest ? x < y : y < x;
}

/// The last element that replaced its predecessor in a scan, compared as `as`.
std::int64_t scanned(const Searched& searched, ElementType as) {
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < searched.count(); ++i) {
    if (precedes(searched.search, as, searched.bits(best), searched.bits(i))) best = i;
  }
  return best;
}

/// The float type of the same width.
ElementType as_float(ElementType type) { return bits_of(type) == 16 ? f16 : f32; }

bool holds_nan(const Searched& searched, ElementType as) {
  for (std::int64_t i = 0; i < searched.count(); ++i) {
    if (numerics::is_nan(as, searched.bits(i))) return true;
  }
  return false;
}

std::vector<std::int64_t> by_scan(const Searched& searched) {
  return {scanned(searched, searched.tile.type.element)};
}

/// By the order of floats, with any of the zeros: nothing if a pattern is a NaN.
std::vector<std::int64_t> as_floats(const Searched& searched) {
  const ElementType as = as_float(searched.tile.type.element);
  if (holds_nan(searched, as)) return {};
  return {scanned(searched, as)};
}

std::vector<std::int64_t> open_with_nan(const Searched& searched) {
  if (holds_nan(searched, searched.tile.type.element)) return {};
  return promised_places(searched);
}

// ---- patterns ----

constexpr std::int64_t largest_exact_half = 2048;

std::uint64_t through_half(std::uint64_t row) {
  const auto bits = numerics::encode(f16, numerics::Real(static_cast<std::int64_t>(row)),
                                     numerics::RoundMode::nearest_even);
  return static_cast<std::uint64_t>(numerics::decode(f16, bits).to_double());
}

SearchReadings rounded_to_half(Places places) {
  return [inner = indices_at(std::move(places))](const Searched& searched) {
    std::vector<std::uint64_t> numbers = inner(searched);
    for (std::uint64_t& number : numbers) number = through_half(number);
    return numbers;
  };
}

/// The number itself or its rounding to half, where another erratum may apply as well.
SearchReadings perhaps_rounded(Places places) {
  return [inner = indices_at(std::move(places))](const Searched& searched) {
    std::vector<std::uint64_t> numbers = inner(searched);
    const bool narrow = bits_of(searched.tile.type.element) == 16;
    const bool rounds = narrow && !searched.call.form->has("dst_val");
    if (rounds && !numbers.empty()) numbers.push_back(through_half(numbers.front()));
    return numbers;
  };
}

/// The pattern of the extreme; of zeros either.
SearchReadings values_as_floats() {
  return [inner = values_at(as_floats)](const Searched& searched) {
    std::vector<std::uint64_t> values = inner(searched);
    const ElementType type = searched.tile.type.element;
    const std::uint64_t sign = std::uint64_t{1} << (bits_of(type) - 1);
    const bool zero = !values.empty() && numerics::is_zero(as_float(type), values.front());
    if (zero) values.push_back(values.front() ^ sign);
    return values;
  };
}

// ---- where ----

bool is_unsigned_source(const Call& call) {
  const ElementType type = call.tile("src").type.element;
  return type == u16 || type == u32;
}

bool has_floats(const Call& call) { return is_float(call.tile("src").type.element); }

bool counts_beyond_half(const Call& call) {
  const TileSpec& in = call.tile("src");
  return bits_of(in.type.element) == 16 && in.valid_rows > largest_exact_half;
}

/// Whether the header needs more of tmp than the stride that the page computes.
bool overruns_tmp(const Call& call) {
  const TileSpec& in = call.tile("src");
  const bool all_three = bits_of(in.type.element) == 16 && !call.form->has("dst_val");
  return call.tile("tmp").cols() < (all_three ? 3 : 2) * region_of_tmp(in);
}

std::vector<Result> both(const Search& search, const SearchReadings& indices,
                         const SearchReadings& values) {
  return {found(search, "dst", indices), found(search, "dst_val", values)};
}

Erratum of_a2a3(const std::string& op, int number, std::string title,
                std::function<bool(const Call&)> among, std::string where) {
  return {.number = "E-" + op + "-00" + std::to_string(number),
          .title = std::move(title),
          .implementation = "pto-a2a3",
          .source = "include/pto/npu/a2a3/TColReduceIdx.hpp",
          .targets = {Target::a2a3},
          .where = std::move(where),
          .among = std::move(among)};
}

Erratum nan_stays(const std::string& op, int number, Target target, std::string source,
                  const Search& search) {
  return {.number = "E-" + op + "-00" + std::to_string(number),
          .title = "a NaN in first place stays: index 0",
          .implementation = target == Target::cpu ? "pto-cpu" : "pto-a5",
          .source = "include/pto/" + std::move(source),
          .targets = {target},
          .where = "floats",
          .among = has_floats,
          .results = both(search, indices_at(by_scan), values_at(by_scan))};
}

Erratum wants_one_column(Target target, const std::string& number) {
  return among(refusing(of_headers(target, number, "TColArgMin.hpp",
                                   "a fixed ValidCol of src other than 1 does not compile"),
                        {}, {"ValidCol must be 1 or -1"}),
               "src of a fixed ValidCol other than 1", [](const Call& call) {
                 const TileSpec& tile = call.tile("src");
                 return !tile.type.dynamic_valid_cols && tile.valid_cols != 1;
               });
}

/// With values the headers check the constraints of searches in rows on src.
Erratum wants_rows_of_values(std::string number) {
  Erratum made = among(refusing(of_headers(Target::cpu, std::move(number), search_header,
                                           "with values a column-major src does not compile"),
                                {}, {"must use standard ND layout"}),
                       "src column-major", [](const Call& call) {
                         return call.tile("src").type.blayout == BLayout::col_major;
                       });
  made.forms = {"value_index"};
  return made;
}

Erratum takes_columns(Target target, std::string number) {
  Erratum made = among(
      unchecked(target, std::move(number), "TColReduceIdx.hpp", "src.layout"), "src without boxes",
      [](const Call& call) { return call.tile("src").type.slayout == SLayout::none_box; });
  made.forms = {"index"};
  return made;
}

/// Types of one byte only without values.
Erratum takes_by_size(std::string number) {
  Erratum made = taking(Target::a5, std::move(number), "TColReduceIdx.hpp:65", "src.element",
                        {bf16, e4m3, e5m2, e8m0, hif8, e2m1, e1m2});
  made.where += "; with values, bf16 alone";
  made.among = [listed = std::move(made.among)](const Call& call) {
    const bool wide = bits_of(call.tile("src").type.element) > 8;
    return listed(call) && (wide || call.form->name == "index");
  };
  return made;
}

Erratum wants_wide_indices(const std::string& op, int number) {
  Erratum made =
      among(refusing(of_headers(Target::cpu, fmt::format("E-{}-{:03}", op, number), search_header,
                                "with values, indices of 16 bits do not compile"),
                     {}, {"The data type of dstIdx must be one of"}),
            "dst of 16 bits",
            [](const Call& call) { return bits_of(call.tile("dst").type.element) == 16; });
  made.forms = {"value_index"};
  return made;
}

}  // namespace

std::vector<Erratum> errata_of_column_search(const std::string& op, bool largest) {
  const Search search{Axis::columns, largest};
  Erratum order = of_a2a3(op, 1, "uint16 and uint32 are compared as half and float",
                          is_unsigned_source, "unsigned sources");
  order.results = both(search, perhaps_rounded(as_floats), values_as_floats());
  Erratum half = of_a2a3(op, 3, "row numbers of two-byte sources pass through half",
                         counts_beyond_half, "two-byte sources of more than 2048 rows");
  half.forms = {"index"};
  half.severity = Severity::minor;
  half.results = {found(search, "dst", rounded_to_half(promised_places))};
  Erratum nan = of_a2a3(op, 2, "what a column with a NaN gives is not known", has_floats, "floats");
  nan.results = both(search, indices_at(open_with_nan), values_at(open_with_nan));
  Erratum overrun =
      of_a2a3(op, 4, "regions of min(256 bytes, valid columns) are written beyond tmp",
              overruns_tmp, "tmp of the stride that the page computes");
  overrun.severity = Severity::critical;
  overrun.effect = ErratumEffect::anything;
  std::vector<Erratum> all{std::move(order),
                           std::move(nan),
                           std::move(half),
                           std::move(overrun),
                           nan_stays(op, 5, Target::a5, "npu/a5/TColReduceIdx.hpp", search),
                           nan_stays(op, 6, Target::cpu, "cpu/TReduceIdx.hpp", search)};
  if (!largest) {  // the page of the greatest has the check
    all.push_back(wants_one_column(Target::a2a3, "E-TCOLARGMIN-007"));
    all.push_back(wants_one_column(Target::a5, "E-TCOLARGMIN-008"));
  }
  const int next = static_cast<int>(all.size()) + 1;
  if (largest) {  // the founding page requires ND
    all.push_back(takes_columns(Target::a2a3, "E-TCOLARGMAX-013"));
    all.push_back(takes_columns(Target::a5, "E-TCOLARGMAX-014"));
  }
  all.push_back(takes_by_size(fmt::format("E-{}-015", op)));
  all.push_back(wants_rows_of_values(fmt::format("E-{}-{:03}", op, next)));
  all.push_back(wants_wide_indices(op, next + 5));
  return followed(std::move(all), unchecked_on_cpu(op, next + 1, search_header,
                                                   {"dst*.layout", "dst*.valid_rows",
                                                    "dst*.same_valid_columns", "src.non_empty"}));
}

std::vector<Erratum> errata_of_row_search(const std::string& op, bool largest) {
  return followed({nan_stays(op, 1, Target::cpu, "cpu/TReduceIdx.hpp", {Axis::rows, largest}),
                   wants_wide_indices(op, 5)},
                  unchecked_on_cpu(op, 2, search_header,
                                   {"dst*.column", "dst*.same_valid_rows", "src.non_empty"}));
}

}  // namespace assay::ops
