// SPDX-License-Identifier: Apache-2.0
// The options of a command that executes single cases on one backend.
#pragma once

#include <memory>

#include "runners/command/parser.hpp"
#include "runners/command/sdk_options.hpp"
#include "runners/run/backend_choice.hpp"

namespace assay::runners {

/// The texts of the command line, before they are checked.
struct BackendTexts {
  std::string backend = "simulator";
  double timeout = 5;
  std::int64_t device = 0;
  double memory = 0;
  std::shared_ptr<std::string> errata;  ///< null where nothing is judged
  bool strict = false;
  bool stored = false;  ///< replay:FILE.h5 will do
  std::shared_ptr<sdk::SdkTexts> sdk;
};

/// The use that a command makes of its backend.
struct BackendUse {
  bool stored = false;  ///< the backend may be a result file
  bool judged = true;   ///< results are compared with pages and their errata
};

/// Adds --backend, --timeout, --device, --memory and the options of the backend sdk, and where it
/// is judged --errata and --strict. The texts live as long as the app.
std::shared_ptr<BackendTexts> add_backend_options(const Parser& app, BackendUse use = {});

/// Throws UsageError.
BackendChoice checked_backend(const Parser& app, const BackendTexts& texts);

}  // namespace assay::runners
