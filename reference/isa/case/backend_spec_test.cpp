// SPDX-License-Identifier: Apache-2.0
#include "reference/isa/case/backend_spec.hpp"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(BackendSpec, EverySpellingIsReadBackAsItWasWritten) {
  for (const std::string text :
       {"simulator", "simulator:fault=off_by_one_ulp", "plugin:./board.so",
        "exec:python3 board.py --port=1:2", "sdk", "sdk:/tmp/index", "replay:night/results.h5"}) {
    const std::optional<BackendSpec> spec = backend_spec_of(text);
    ASSERT_TRUE(spec) << text;
    EXPECT_EQ(spec->text(), text);
  }
}

TEST(BackendSpec, WhatNamesNothingIsNoBackend) {
  for (const std::string text : {"", "simulators", "simulator:", "simulator:fault=", "plugin:",
                                 "exec:", "sdk:", "replay:", "results.h5", " simulator"}) {
    EXPECT_FALSE(backend_spec_of(text)) << text;
  }
}

TEST(BackendSpec, TheHealthySimulatorAloneIsTheDefault) {
  EXPECT_TRUE(backend_spec_of("simulator")->is_default());
  EXPECT_FALSE(backend_spec_of("simulator:fault=crashes")->is_default());
  EXPECT_FALSE(backend_spec_of("sdk")->is_default());
}

TEST(BackendSpec, StoredOutputsAloneExecuteNothing) {
  EXPECT_FALSE(backend_spec_of("replay:a.h5")->executes());
  EXPECT_TRUE(backend_spec_of("exec:cat")->executes());
}

}  // namespace
}  // namespace assay
