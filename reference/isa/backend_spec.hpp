// SPDX-License-Identifier: Apache-2.0
// What a user names to execute cases, taken apart once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

enum class BackendKind : std::uint8_t {
  simulator,  ///< the one in the tree: "simulator", or "simulator:fault=NAME"
  erring,     ///< the same with errata: "simulator:errata=NUMBER,NUMBER", or "...=all"
  plugin,     ///< "plugin:FILE.so", a shared library behind runners/backend.h
  program,    ///< "exec:COMMAND", which speaks runners/PROTOCOL.md
  library,    ///< "sdk", a library of PTO headers that a run compiles
  compiled,   ///< "sdk:FILE", the index of what was compiled of one
  stored,     ///< "replay:FILE.h5", outputs that were computed before
};

struct BackendSpec {
  BackendKind kind = BackendKind::simulator;
  std::string detail =
      {};  ///< the part of the spelling in capitals above; empty where there is none

  /// As it is spelled on a command line and in files.
  std::string text() const;
  /// What every command executes on unless told otherwise.
  bool is_default() const { return *this == BackendSpec{}; }
  /// Whether asking it again computes again.
  bool executes() const { return kind != BackendKind::stored; }

  bool operator==(const BackendSpec&) const = default;
};

/// Nothing where the text spells no backend. Whether there is such a file or fault is not asked.
std::optional<BackendSpec> backend_spec_of(std::string_view text);

}  // namespace assay
