// SPDX-License-Identifier: Apache-2.0
// Tests made from pages: one per op, form, target, element type and constraint.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generators/generate.hpp"
#include "runners/cases/profiles/accuracy.hpp"
#include "runners/worker/supervised_backend.hpp"
#include "suites/gtest/options.hpp"

namespace assay::suites {

/// The shared state of the tests of one program. The worker starts with the first test that runs.
class Shared {
 public:
  explicit Shared(Options options);

  const Options& options() const { return options_; }
  const ToleranceLookup& tolerances() const { return tolerances_; }
  runners::Backend& backend();

 private:
  Options options_;
  ToleranceLookup tolerances_;
  std::unique_ptr<runners::Backend> backend_;
};

/// All recipes that show one constraint.
struct TestedConstraint {
  std::string suite;  ///< the page's mnemonic
  std::string name;   ///< "a5.index.f16.breaks.src.element"
  std::vector<generators::Recipe> recipes;
};

/// Every constraint of every page that `filter` may select (filter.hpp), in the order of the pages.
std::vector<TestedConstraint> constraints(std::string_view filter);

/// The property that every case of the constraint's recipes is answered as the page promises.
class ConstraintTest : public testing::Test {
 public:
  ConstraintTest(TestedConstraint constraint, std::shared_ptr<Shared> shared)
      : constraint_(std::move(constraint)), shared_(std::move(shared)) {}

  void TestBody() override;

 private:
  TestedConstraint constraint_;
  std::shared_ptr<Shared> shared_;
};

/// Makes every constraint a test of GoogleTest.
void register_constraints(const std::shared_ptr<Shared>& shared);

}  // namespace assay::suites
