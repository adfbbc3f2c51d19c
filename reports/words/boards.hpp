// SPDX-License-Identifier: Apache-2.0
// The cases of a run by the board that executed them.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "reference/judge/records/records.hpp"

namespace assay::reports {

struct BoardCases {
  std::size_t cases = 0;
  std::size_t failures = 0;
  std::size_t infra = 0;  ///< lost by the harness or the board
};

/// By name; cases that no board executed are left out.
using BoardTally = std::map<std::string, BoardCases>;

void add_to(BoardTally& boards, const CaseRecord& record);
BoardTally boards_of(const Records& records);

/// ", all on npu7" or ", 150 of them on npu7" if one of several boards has most of the `lost`
/// cases, of which some may be without a board; else nothing.
std::string infra_place(const BoardTally& boards, std::size_t lost);

/// "152 cases, 3 failing, 149 infra".
std::string text_of(const BoardCases& board);

}  // namespace assay::reports
