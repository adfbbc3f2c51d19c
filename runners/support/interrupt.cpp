// SPDX-License-Identifier: Apache-2.0
#include "runners/support/interrupt.hpp"

#include <csignal>

#include "reference/support/endings.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners {
namespace {

// A signal handler can use only objects that live as long as the program.
volatile std::sig_atomic_t& asked_to_stop() {
  static volatile std::sig_atomic_t asked = 0;
  return asked;
}

}  // namespace

void watch_interrupts() {
  asked_to_stop() = 0;  // also makes the variable before a handler can need it
  struct sigaction action {};
  action.sa_handler = [](int signal) {
    if (asked_to_stop() != 0 && signal != SIGHUP) support::end_by_signal(signal);
    asked_to_stop() = 1;
  };
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction found {};
  const bool ignored = sigaction(SIGHUP, nullptr, &found) == 0 && found.sa_handler == SIG_IGN;
  if (!ignored) sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() { return asked_to_stop() != 0; }

void stop_if_interrupted(const std::string& kept) {
  if (interrupted()) throw InfraError("interrupted; " + kept);
}

}  // namespace assay::runners
