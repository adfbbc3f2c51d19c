// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and a polite kill end a command in order: half-written files go, what is finished stays.
#pragma once

#include <string>

namespace assay::runners {

/// From now on the first SIGINT, SIGTERM or SIGHUP only asks to stop; a second SIGINT or SIGTERM
/// ends the program at once. A lost terminal sends SIGHUP, and the shell in it sends another one.
/// SIGHUP stays ignored where it is, as under nohup.
void watch_interrupts();

/// Whether a signal has asked to stop.
bool interrupted();

/// Throws InfraError if a signal has asked to stop; `kept` says what is left of the work.
void stop_if_interrupted(const std::string& kept);

}  // namespace assay::runners
