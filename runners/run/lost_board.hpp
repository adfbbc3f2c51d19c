// SPDX-License-Identifier: Apache-2.0
// Boards that runs lost: the file that says so, and whether such a board answers again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reference/judge/judge.hpp"
#include "runners/run/identity.hpp"
#include "runners/run/run_options.hpp"

namespace assay::runners {

/// Seconds that a command may take to reset a board.
inline constexpr int reset_seconds = 300;

/// A board that a run lost.
struct LostBoard {
  std::string board;
  std::string node;       ///< of a cluster, else the host
  std::string test_case;  ///< name of the one that conformed before and fails; empty if no name
                          ///< draws it
  std::string reason;
  std::string since;  ///< ISO 8601, UTC
};

/// The file of a board in the folder of --lost-boards: NODE, or NODE,BOARD where the board has
/// another name. So the part before a comma is the node that a scheduler can leave out.
std::filesystem::path lost_board_file(const std::filesystem::path& folder,
                                      const Identity& identity);

/// Writes the file, and the folder where it is new. Throws as write_atomically() and make_folder().
void write_lost_board(const std::filesystem::path& folder, const Identity& identity,
                      const std::string& test_case, const std::string& reason);

/// The boards of a folder by their files; none where there is no folder. Of a file that cannot be
/// read the name alone counts.
std::vector<LostBoard> lost_boards_in(const std::filesystem::path& folder);

/// Runs --reset for a board. Returns why it failed; empty if it did not, or if there is none.
std::string reset_board(const std::string& command, const std::string& board);

/// Before a run begins: if the board has a file in the folder, resets it and executes the case that
/// failed. If the case conforms, the file is removed; else throws InfraError. Without the name of a
/// case the backend must start.
void require_answering_board(const RunOptions& options, const Identity& identity,
                             const ToleranceLookup& tolerances);

}  // namespace assay::runners
