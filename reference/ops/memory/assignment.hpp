// SPDX-License-Identifier: Apache-2.0
// Bindings: a tile at an address of the memory it lies in, a view from a pointer on.
//
// A case shows the memory there through an operand `storage`: the bytes of that memory from address
// 0 on, or elements of global memory (decision 135).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/ops/tile_constraints.hpp"

namespace assay::ops {

/// Where dst is bound, in bytes: the scalar addr, or the attribute Addr. Of a view in elements.
std::int64_t address_of(const Call& call);
/// The size in bytes of the memory of a location; none if the target lacks it.
std::int64_t capacity_for(const Call& call);

// The constraint of every call: `storage` as described, an address in it where a tile may begin.
Constraint stretch_of_memory();
Constraint memory_holds_tile();
Constraint run_time_address();
/// The scalar is of an integral type.
Constraint integral_address();

// The checks of a compiler on an address that is a constant.
Constraint tile_fits();
Constraint ends_in_memory();
Constraint address_is_aligned();

// Views.
Constraint stretch_of_global();
Constraint global_holds_view();

/// Values of the attribute: beginnings of tiles, last blocks of every memory, and misaligned ones.
std::vector<std::string> constant_addresses();
/// Tiles of the memories that few cases have.
Scenario small_memories();

/// The address of dst.
using AddressOf = std::function<std::int64_t(const Call&, const ChosenReadings&)>;
/// dst has the elements that are in memory at its address.
Result seen_in_memory(const AddressOf& address = [](const Call& call, const ChosenReadings&) {
  return address_of(call);
});
/// `storage` has the elements of dst at its address, and all others as they were.
Result written_to_memory();
/// The view dst has the elements that are in memory from the pointer on.
Result seen_in_global();

std::vector<Ambiguity> assignment_ambiguities();
std::vector<std::string> assignment_notes();
std::vector<Erratum> tassign_errata();

}  // namespace assay::ops
