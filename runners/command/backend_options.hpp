// SPDX-License-Identifier: Apache-2.0
// The options of a command that executes single cases on one backend.
#pragma once

#include <memory>

#include "runners/command/parser.hpp"
#include "runners/command/sdk_options.hpp"
#include "runners/run/backend_choice.hpp"

namespace assay::runners {

/// What the command line says, before it is checked.
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

/// What a command does with its backend.
struct BackendUse {
  bool stored = false;  ///< the backend may be a result file
  bool judged = true;   ///< what comes back is held against pages and their errata
};

/// Adds --backend, --timeout, --device, --memory and the options of the backend sdk, and where it
/// is judged --errata and --strict. The texts live as long as the app.
std::shared_ptr<BackendTexts> add_backend_options(const Parser& app, BackendUse use = {});

/// Throws UsageError.
BackendChoice checked_backend(const Parser& app, const BackendTexts& texts);

}  // namespace assay::runners
