// SPDX-License-Identifier: Apache-2.0
// Sums, dot products and matrix products.
#include <memory>

#include "reference/numerics/real.hpp"
#include "reference/numerics/sums/matrix.hpp"
#include "reference/numerics/sums/sum.hpp"
#include "suites/bench/inputs.hpp"
#include "suites/bench/mpfr_baseline.hpp"
#include "suites/bench/sections.hpp"

namespace assay::bench {
namespace {

using numerics::Accumulation;
using numerics::Terms;

constexpr Accumulation in_f32{ElementType::f32, ElementType::f32};

// Values of every size, and the sizes around 1 that most sums have.
const std::vector<std::string>& sum_plans() {
  static const std::vector<std::string> plans{"exponent", "moderate", "cancellation", "nearties"};
  return plans;
}

struct Vectors {
  ElementArray a, b;

  Terms terms(const ElementArray& array) const {
    return {array.type(), array.bytes(), array.size(), 0, 1};
  }
};

void add_sums(const Shared& shared) {
  const Settings& settings = shared.settings;
  const std::int64_t count = settings.quick ? 256 : 4096;
  const auto vectors = std::make_shared<Vectors>();
  vectors->a = finite(ElementType::f32, count, sum_plans(), 1);
  vectors->b = finite(ElementType::f32, count, sum_plans(), 2);
  measure("sum exact", settings, count, [vectors] {
    numerics::ExactSum sum;
    sum.add(vectors->terms(vectors->a));
    benchmark::DoNotOptimize(sum.round(ElementType::f32, RoundMode::nearest_even));
  });
  measure("dot exact", settings, count, [vectors] {
    numerics::ExactSum sum;
    sum.add_products(vectors->terms(vectors->a), vectors->terms(vectors->b));
    benchmark::DoNotOptimize(sum.round(ElementType::f32, RoundMode::nearest_even));
  });
  measure("sum bound", settings, count, [vectors] {
    benchmark::DoNotOptimize(numerics::sum_in_any_order(vectors->terms(vectors->a), in_f32));
  });
  measure("dot bound", settings, count, [vectors] {
    benchmark::DoNotOptimize(
        numerics::dot_in_any_order(vectors->terms(vectors->a), vectors->terms(vectors->b), in_f32));
  });
  measure("sum by MPFR", settings, count,
          [vectors] { benchmark::DoNotOptimize(mpfr::sum(floats(vectors->a))); });
  measure("dot by MPFR", settings, count, [vectors] {
    benchmark::DoNotOptimize(mpfr::dot(floats(vectors->a), floats(vectors->b)));
  });
}

void add_lines_of_factors(const Shared& shared) {
  const Settings& settings = shared.settings;
  const std::int64_t count = settings.quick ? 256 : 4096;
  const auto factors =
      std::make_shared<ElementArray>(finite(ElementType::f32, count, {"exponent"}, 3));
  for (std::int64_t i = 0; i < count; ++i) {
    if (((*factors)[i] & 0x7FFFFFFF) == 0) factors->set(i, 0x3F800001);
  }
  measure("product", settings, count, [factors] {
    const Terms terms{factors->type(), factors->bytes(), factors->size(), 0, 1};
    benchmark::DoNotOptimize(numerics::product_in_any_order(terms, in_f32));
  });
  measure("product by MPFR", settings, count,
          [factors] { benchmark::DoNotOptimize(mpfr::product(floats(*factors))); });
}

struct Matrices {
  std::int64_t order;
  ElementArray a, b;
  std::vector<float> wide_a, wide_b, product;
  std::vector<double> magnitude;

  numerics::ExactMatrix exact(const ElementArray& elements) const {
    return numerics::ExactMatrix({elements.type(), elements.bytes(), order, order, order, 1, 0});
  }
};

std::vector<float> widened(const ElementArray& elements) {
  std::vector<float> out;
  for (std::int64_t i = 0; i < elements.size(); ++i) {
    out.push_back(static_cast<float>(numerics::decode(elements.type(), elements[i]).to_double()));
  }
  return out;
}

void add_products(const Shared& shared) {
  const Settings& settings = shared.settings;
  const auto work = std::make_shared<Matrices>();
  work->order = settings.quick ? 16 : 128;
  const std::int64_t count = work->order * work->order;
  work->a = finite(ElementType::f16, count, sum_plans(), 1);
  work->b = finite(ElementType::f16, count, sum_plans(), 2);
  work->wide_a = widened(work->a);
  work->wide_b = widened(work->b);
  work->product.resize(static_cast<std::size_t>(count));
  work->magnitude.resize(static_cast<std::size_t>(count));
  measure("matmul", settings, count * work->order, [work] {
    const auto product = numerics::matmul(work->exact(work->a), work->exact(work->b), in_f32);
    benchmark::DoNotOptimize(product.value.bytes().data());
    benchmark::DoNotOptimize(product.magnitude.data());
  });
  measure("matmul by MPFR", settings, count * work->order, [work] {
    mpfr::matmul(work->wide_a, work->wide_b, static_cast<std::size_t>(work->order), work->product,
                 work->magnitude);
    benchmark::DoNotOptimize(work->product.data());
  });
}

}  // namespace

Rows sums(Shared& shared) {
  add_sums(shared);
  add_lines_of_factors(shared);
  add_products(shared);
  return [](const Figures& figures) {
    const auto against = [&](const char* what, double target, const char* slow, const char* fast) {
      return at_least(what, target, figures.ratio(slow, fast));
    };
    return std::vector<Row>{
        against("f32 sum of 4096, exact, against MPFR at 700 bits", 25, "sum by MPFR", "sum exact"),
        against("f32 dot of 4096, exact, against MPFR at 700 bits", 25, "dot by MPFR", "dot exact"),
        against("f32 sum of 4096, bound only, against MPFR at 700 bits", 100, "sum by MPFR",
                "sum bound"),
        against("f32 dot of 4096, bound only, against MPFR at 700 bits", 100, "dot by MPFR",
                "dot bound"),
        against("f32 product of 4096, exact, against MPFR factor by factor", 10, "product by MPFR",
                "product"),
        against("128x128x128 f16 matmul in f32 with sums of magnitudes, against MPFR", 400,
                "matmul by MPFR", "matmul")};
  };
}

}  // namespace assay::bench
