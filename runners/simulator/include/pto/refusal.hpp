// SPDX-License-Identifier: Apache-2.0
// Refusal of a unit by its compiler: a rule of the simulator's that types break.
#pragma once

#include <cstddef>
#include <string_view>

#include "runners/simulator/rules/rules.hpp"

namespace pto::detail {

/// The text of a broken rule; empty where none is. A template argument.
struct Breach {
  char letters[6 * 24 + 1] = {};

  constexpr Breach() = default;
  constexpr Breach(std::string_view op, std::string_view rule) {
    if (rule.empty()) return;
    append("PTO: ");
    append(op);
    append(op.empty() ? "" : ": ");
    append(rule);
  }
  constexpr bool empty() const { return letters[0] == '\0'; }
  constexpr const char* data() const { return letters; }
  constexpr std::size_t size() const { return std::string_view(letters).size(); }

 private:
  constexpr void append(std::string_view text) {
    std::size_t place = size();
    for (const char letter : text) {
      if (place + 1 < sizeof letters) letters[place++] = letter;
    }
  }
};

/// A part of a text that is short enough for a compiler to print whole, filled up with spaces.
struct Line {
  char letters[25] = {};

  constexpr Line(const Breach& breach, std::size_t number) {
    constexpr std::size_t length = sizeof letters - 1;
    for (std::size_t i = 0; i < length; ++i) {
      const char letter = breach.letters[number * length + i];
      letters[i] = letter == '\0' ? ' ' : letter;
    }
  }
};

template <Line...>
struct Rule {
  static constexpr bool holds = false;
};

/// Instantiated for a broken rule alone; the diagnostic shows its text in the arguments of Rule.
template <Line a, Line b, Line c, Line d, Line e, Line f>
constexpr void refuse() {
  static_assert(Rule<a, b, c, d, e, f>::holds, "PTO: these types break a rule of the instruction");
}

/// Does not compile where a rule is broken.
template <const Breach& broken>
constexpr bool require() {
  if constexpr (!broken.empty()) {
    constexpr Line a(broken, 0), b(broken, 1), c(broken, 2), d(broken, 3), e(broken, 4),
        f(broken, 5);
    refuse<a, b, c, d, e, f>();
  }
  return true;
}

/// The rule of the Tile class that a type breaks.
constexpr Breach tile_breach(const assay_operand& tile) {
  assay::simulator::Request request;
  assay::simulator::Rules rules(request);
  rules.tile(tile);
  return {"Tile", rules.text()};
}

}  // namespace pto::detail
