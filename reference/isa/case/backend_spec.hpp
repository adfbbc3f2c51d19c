// SPDX-License-Identifier: Apache-2.0
// The parsed form of the text with which a user names a backend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

enum class BackendKind : std::uint8_t {
  simulator,  ///< the one in the tree: "simulator", or "simulator:fault=NAME"
  erring,     ///< the same with errata: "simulator:errata=NUMBER,NUMBER", or "...=all"
  plugin,     ///< "plugin:FILE.so", a shared library that implements runners/backend.h
  program,    ///< "exec:COMMAND", a process that implements runners/PROTOCOL.md
  library,    ///< "sdk", a library of PTO headers that a run compiles
  compiled,   ///< "sdk:FILE", the index of what was compiled of one
  stored,     ///< "replay:FILE.h5", outputs that were computed before
};

struct BackendSpec {
  BackendKind kind = BackendKind::simulator;
  std::string detail =
      {};  ///< the part of the spelling that is in capitals above; empty if there is none

  /// As it is spelled on a command line and in files.
  std::string text() const;
  /// The default backend of every command.
  bool is_default() const { return *this == BackendSpec{}; }
  /// Whether asking it again computes again.
  bool executes() const { return kind != BackendKind::stored; }

  bool operator==(const BackendSpec&) const = default;
};

/// Nothing if the text spells no backend. The existence of the file or fault is not checked.
std::optional<BackendSpec> backend_spec_of(std::string_view text);

}  // namespace assay
