// SPDX-License-Identifier: Apache-2.0
#include "runners/command/backend_options.hpp"

#include "runners/backend/loaded.hpp"
#include "runners/cases/plan/errata.hpp"
#include "runners/command/options.hpp"

namespace assay::runners {

std::shared_ptr<BackendTexts> add_backend_options(const Parser& app, BackendUse use) {
  auto texts = std::make_shared<BackendTexts>();
  texts->stored = use.stored;
  const std::string more = use.stored ? ", or replay:FILE.h5 for what was computed before" : "";
  app.add_option("--backend", texts->backend, backend_help + more).show_default();
  app.add_option("--timeout", texts->timeout, "Seconds a call may take").show_default();
  app.add_option("--device", texts->device, "Number of the backend's device, from 0");
  app.add_option("--memory", texts->memory, memory_help);
  if (use.judged) texts->errata = add_errata_options(app, texts->strict);
  texts->sdk = sdk::add_sdk_options(app);
  return texts;
}

BackendChoice checked_backend(const Parser& app, const BackendTexts& texts) {
  BackendChoice choice;
  choice.backend = backend_named(texts.backend);
  if (!choice.backend.executes() && !texts.stored)
    choice.backend = executable_backend(texts.backend);
  choice.timeout = deadline_of(texts.timeout);
  if (app.given("--device")) choice.device = device_of(texts.device);
  if (app.given("--memory")) choice.memory = memory_of(texts.memory);
  if (texts.errata && app.given("--errata")) choice.errata = known_errata(*texts.errata);
  choice.strict = texts.strict;
  choice.sdk = sdk::checked_sdk(app, *texts.sdk, {choice.backend});
  return choice;
}

}  // namespace assay::runners
