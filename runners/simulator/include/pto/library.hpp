// SPDX-License-Identifier: Apache-2.0
// Used parts of libassay_pto: memory on the chip, number formats, and the simulator.
//
// Refusals print one line to stderr and abort, as a simulation on a CPU does.
#pragma once

#include <cstdint>

#include "runners/backend.h"

namespace pto::detail {

/// Executes a call of an instruction on `target`, or refuses it. Throws std::runtime_error, its
/// text beginning with "unsupported:", for what the simulator does not implement.
extern "C" void assay_pto_call(const char* target, const char* op, const char* form,
                               const assay_operand* operands, std::uint32_t operand_count,
                               const assay_attribute* attributes, std::uint32_t attribute_count);

/// The byte of a memory at an offset, with room for `bytes` from there, or refuses. An address that
/// already points into that memory stays what it is. Memory holds zeros at first; it is as large as
/// MODEL 5 says, or as the environment says in PTO_CPU_SIM_{UB,L1,L0A,L0B,L0C}_BYTES.
extern "C" void* assay_pto_bind(std::uint32_t location, std::uint64_t address, std::uint64_t bytes);

/// The nearest number of a floating-point element type, and its value.
extern "C" std::uint64_t assay_pto_encode(std::uint32_t element, long double value);
extern "C" double assay_pto_decode(std::uint32_t element, std::uint64_t bits);

#if defined(MEMORY_BASE)
inline constexpr const char* target = "a2a3";
#elif defined(REGISTER_BASE)
inline constexpr const char* target = "a5";
#else
inline constexpr const char* target = "cpu";
#endif

}  // namespace pto::detail
