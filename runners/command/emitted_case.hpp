// SPDX-License-Identifier: Apache-2.0
// One case as source, for an assembler or a compiler, and what that must do with it.
#pragma once

#include <string>

#include "reference/isa/case/case.hpp"
#include "runners/run/demand.hpp"

namespace assay::runners {

/// The source of a case without comments, or what the language has no text for. One is empty.
struct Source {
  std::string text;
  std::string lacks;  ///< "type hif8"
};
Source source_of(const Case& test_case, Language language);

/// The file for one case: a RUN line unless the demand is open, the case's name, the demand with
/// the broken constraint and where that is stated, the source. `launch` are further lines.
std::string file_of(const Case& test_case, const Demand& demand, Language language,
                    const std::string& source, const std::string& launch = {});

/// The values that the parameters of the source have in this case, as comment lines.
std::string launch_values_of(const Case& test_case);

}  // namespace assay::runners
