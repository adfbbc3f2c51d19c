// SPDX-License-Identifier: Apache-2.0
// Known deviations of implementations from the promises of matrix products.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reference/ops/header_errata.hpp"
#include "reference/ops/known_checks.hpp"
#include "reference/ops/matmul/shared/product.hpp"
#include "reference/ops/matmul/shared/product_errata.hpp"

namespace assay::ops {
namespace {

constexpr const char* products_header = "TMatmul.hpp";

std::string numbered(const std::string& op, int number) {
  return fmt::format("E-{}-{:03}", op, number);
}

/// Numbers errata after those that all products have.
class List {
 public:
  explicit List(const std::string& op) : op_(op), all_(errata_of_product(op)) {}

  /// Number 3 was a refusal that the manual allows.
  std::string next() const { return numbered(op_, static_cast<int>(all_.size()) + 2); }
  void add(Erratum erratum) { all_.push_back(std::move(erratum)); }

  /// Devices add to what the result holds.
  void add_ignored_accumulators() {
    for (const Target target : {Target::a2a3, Target::a5}) {
      Erratum made = of_headers(target, next(), products_header,
                                "what cOutMatrix held is added to, cInMatrix is not read");
      made.forms = {"plain", "tf32"};
      made.reads_more = true;
      add(giving(std::move(made), product("cOutMatrix", "cOutMatrix")));
    }
  }
  void add_unchecked(Target target, const std::string& constraint) {
    add(unchecked(target, next(), products_header, constraint));
  }
  /// Constraints of a vector that no header of the CPU checks.
  void add_unchecked_extents_of_cpu() {
    for (const char* constraint : {"aMatrix.m", "bMatrix.k", "bMatrix.n"}) {
      add_unchecked(Target::cpu, constraint);
    }
  }
  void add_phases_refused() {
    add(among(refusing(of_headers(Target::cpu, next(), products_header, "a phase is not supported"),
                       {}, {no_overload}),
              "calls with an AccPhase", [](const Call& call) {
                const std::string_view phase = attribute_of(call, "AccPhase");
                return !phase.empty() && phase != "none";
              }));
  }
  void add_one_accumulator_refused() {
    Erratum made = refusing(of_headers(Target::cpu, next(), products_header,
                                       "one accumulator for both is not supported"),
                            {}, {no_overload});
    made.forms = {"in_place", "tf32_in_place"};
    add(std::move(made));
  }

  std::vector<Erratum> take() { return std::move(all_); }

 private:
  static constexpr const char* no_overload = "no matching function";

  std::string op_;
  std::vector<Erratum> all_;
};

}  // namespace

std::vector<Erratum> errata_of_product(const std::string& op) {
  return {unchecked(Target::a2a3, numbered(op, 1), products_header, "*.shape"),
          unchecked(Target::a5, numbered(op, 2), products_header, "*.shape")};
}

std::vector<Erratum> errata_of_accumulation(const std::string& op) {
  List list(op);
  list.add_ignored_accumulators();
  list.add_one_accumulator_refused();
  list.add_phases_refused();
  return list.take();
}

std::vector<Erratum> errata_of_biased_product(const std::string& op) {
  List list(op);
  list.add_phases_refused();
  return list.take();
}

std::vector<Erratum> errata_of_vector_product(const std::string& op) {
  List list(op);
  list.add_unchecked_extents_of_cpu();
  list.add_unchecked(Target::a2a3, "aMatrix.m");
  list.add_unchecked(Target::a5, "aMatrix.m");
  return list.take();
}

std::vector<Erratum> errata_of_vector_accumulation(const std::string& op) {
  List list(op);
  list.add_unchecked_extents_of_cpu();
  list.add_unchecked(Target::a2a3, "aMatrix.m");
  list.add_ignored_accumulators();
  return list.take();
}

std::vector<Erratum> errata_of_biased_vector_product(const std::string& op) {
  List list(op);
  list.add_unchecked_extents_of_cpu();
  list.add_unchecked(Target::a2a3, "aMatrix.m");
  return list.take();
}

}  // namespace assay::ops
