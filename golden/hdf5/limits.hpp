// SPDX-License-Identifier: Apache-2.0
// Bounds of the numbers of a file, checked before anything is computed or allocated with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "reference/isa/call/call.hpp"
#include "reference/isa/case/case.hpp"

namespace assay::golden {

/// Elements that an operand of a case in a file may have: 16 Mi, 64 times the largest memory that a
/// tile of the ISA can fill.
inline constexpr std::int64_t most_elements = std::int64_t{1} << 24U;
/// Calls of a program.
inline constexpr std::int64_t most_program_calls = 32;
/// Bytes of one row of a dataset: elements of 8 bytes.
inline constexpr std::uint64_t most_row_bytes = std::uint64_t{8} << 24U;
/// Bytes of a table or list that is read whole, if less of it is stored.
inline constexpr std::uint64_t most_unstored_bytes = std::uint64_t{64} << 20U;

/// Throws h5::Failure ("WHERE is VALUE, LOW to HIGH is possible") unless low <= value <= high.
void require_between(const std::string& where, std::int64_t value, std::int64_t low,
                     std::int64_t high);

/// Throws h5::Failure unless the static type can be one of a case: at most most_elements elements.
/// Types that break a rule of the ISA can.
void require_type(const OperandValue& value, const std::string& path);

/// Throws h5::Failure if the valid region is impossible. A region beyond its tile is possible: it
/// breaks a constraint, which a case may do.
void require_valid(const TileSpec& tile, const std::string& path, std::uint64_t row);
/// Throws h5::Failure unless the view has `count` elements of memory, and all of its own in them.
void require_view(const GlobalSpec& global, std::int64_t count, const std::string& path,
                  std::uint64_t row);

/// Throws h5::Failure where a case is said to be legal and breaks a constraint of its types or of
/// its page, which is what the formulas of pages rely on.
void require_legal(const Case& test_case);

}  // namespace assay::golden
