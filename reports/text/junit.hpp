// SPDX-License-Identifier: Apache-2.0
// A run as JUnit XML, for Jenkins, GitLab and other continuous integration.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "reference/judge/records/records.hpp"
#include "reference/support/atomic_file.hpp"
#include "reports/findings/waiver.hpp"

namespace assay::reports {

/// What one test case of the file stands for.
enum class JunitTests : std::uint8_t {
  by_case,  ///< one case of the run, under its name
  by_op,    ///< all cases of one op, form, lead element type and target: names that no seed changes
};
inline constexpr std::array all_junit_tests{JunitTests::by_case, JunitTests::by_op};

/// "by-case" or "by-op".
std::string_view name_of(JunitTests tests);

/// Back; throws std::invalid_argument for another name.
JunitTests junit_tests_named(std::string_view name);

/// By op for the suite `nightly`, whose millions of cases have other names each day; by case for
/// every other suite.
JunitTests junit_tests_of(std::string_view suite);

/// JUnit XML, one testsuite per op, and one named `environment` without tests. All that may differ
/// between two equal runs is there and in the `time` of the test cases (seconds of execution and
/// judging, as the journal has them; left out where it has none).
/// `file` is omitted: the file of interest, the rule of a page that made the case, is not in the
/// reader's repository, and the replay line says more. Jenkins' schema has no such attribute of a
/// test case either.
/// There is a suite `run` with a failing test if the run fails and no case gives the reason. In a
/// run that is not complete it has an error, or a skipped test if the run may be partial; by op so
/// has each op whose planned cases did not all run.
void put_junit(const Records& records, const RunInfo& info, JunitTests tests, const Waived& waived,
               const support::Sink& sink);
std::string as_junit(const Records& records, const RunInfo& info, JunitTests tests,
                     const Waived& waived = {});
/// The same as a file, written to a temporary name and renamed; throws std::runtime_error ("cannot
/// write report PATH: REASON") and leaves no temporary file.
void write_junit(const std::filesystem::path& path, const Records& records, const RunInfo& info,
                 JunitTests tests, const Waived& waived = {});

}  // namespace assay::reports
