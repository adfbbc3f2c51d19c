// SPDX-License-Identifier: Apache-2.0
#include "runners/sdk/compile/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace assay::runners::sdk {
namespace {

using testing::HasSubstr;

TEST(MachineFault, IsAnEndFromOutsideALackOrSilence) {
  const auto fault = [](int code, const std::string& output) {
    return machine_fault({code, output});
  };
  EXPECT_EQ(fault(0, "No space left on device\n"), "");
  EXPECT_THAT(fault(code_of_a_signal + SIGKILL, "a.hpp:1: error: no\n"), HasSubstr("signal 9"));
  EXPECT_EQ(fault(code_of_a_signal + SIGSEGV, "internal compiler error: of the compiler\n"), "");
  EXPECT_THAT(fault(1, " \n"), HasSubstr("without a word"));
  for (const char* line :
       {"LLVM ERROR: out of memory", "cc1plus: out of memory allocating 65536 bytes",
        "clang++: error: unable to execute command: Killed",
        "ld: final link failed: No space left on device",
        "u.cpp:1: fatal error: error writing to /tmp/x.s: Disk quota exceeded"}) {
    EXPECT_THAT(fault(1, std::string("in a.hpp:\n") + line + "\n"), HasSubstr(line));
  }
  EXPECT_EQ(fault(1, "a.hpp:3:1: error: static assertion failed: UB is out of memory\n"), "");
  EXPECT_EQ(fault(1, "a.hpp:3:1: error: no member named 'x'\na.hpp:1:1: note: out of memory\n"),
            "");
}

}  // namespace
}  // namespace assay::runners::sdk
