// SPDX-License-Identifier: Apache-2.0
// The library of the headers in include/pto: memory on the chip, and calls of the simulator.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "runners/simulator/conversion/conversion_formats.hpp"
#include "runners/simulator/core/formats.hpp"
#include "runners/simulator/core/walk.hpp"
#include "runners/simulator/include/pto/library.hpp"
#include "runners/simulator/rules/load.hpp"
#include "runners/simulator/simulator.hpp"

namespace {

namespace simulator = assay::simulator;

[[noreturn]] void refuse(const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "PTO: %s\n", text.c_str());
  std::abort();
}

struct Memory {
  const char* variable;  ///< of the environment, for its size
  std::size_t size;
  unsigned char* data = nullptr;
};

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t most_text = 16 * kibibyte * kibibyte;  // untouched memory costs nothing

// A calloc of this size costs nothing before it is touched.
Memory& memory_of(std::uint32_t location) {
  constexpr const char* vector_size = "PTO_CPU_SIM_UB_BYTES";
  static std::array<Memory, 9> memories{{{vector_size, 512 * kibibyte},
                                         {"PTO_CPU_SIM_L1_BYTES", 512 * kibibyte},
                                         {"PTO_CPU_SIM_L0A_BYTES", 64 * kibibyte},
                                         {"PTO_CPU_SIM_L0B_BYTES", 64 * kibibyte},
                                         {"PTO_CPU_SIM_L0C_BYTES", 256 * kibibyte},
                                         {vector_size, 512 * kibibyte},
                                         {vector_size, 512 * kibibyte},
                                         {"PTO_CPU_SIM_L0A_BYTES", 64 * kibibyte},
                                         {"PTO_CPU_SIM_L0B_BYTES", 64 * kibibyte}}};
  if (location >= memories.size()) refuse("TASSIGN: there is no such location");
  Memory& memory = memories.at(location);
  if (memory.data == nullptr) {
    const char* asked = std::getenv(memory.variable);
    const std::size_t size = asked == nullptr ? 0 : std::strtoull(asked, nullptr, 10);
    if (size > 0) memory.size = size;
    memory.data = static_cast<unsigned char*>(std::calloc(memory.size, 1));
    if (memory.data == nullptr) refuse("TASSIGN: no memory for the chip");
  }
  return memory;
}

const assay_backend& device() {
  static const std::unique_ptr<simulator::Simulator> healthy = simulator::make();
  return healthy->backend();
}

bool is_bound(const assay_operand& operand) {
  return operand.kind == ASSAY_SCALAR || operand.data != nullptr;
}

}  // namespace

namespace pto::detail {

void assay_pto_call(const char* machine, const char* op, const char* form,
                    const assay_operand* operands, std::uint32_t operand_count,
                    const assay_attribute* attributes, std::uint32_t attribute_count) {
  for (std::uint32_t i = 0; i < operand_count; ++i) {
    if (!is_bound(operands[i])) refuse(std::string(op) + ": an operand has no memory (TASSIGN)");
  }
  const auto text = std::make_unique_for_overwrite<char[]>(most_text);
  assay_call call{};
  call.struct_size = sizeof call;
  call.op = op;
  call.form = form;
  call.target = machine;
  call.operands = operands;
  call.operand_count = operand_count;
  call.attributes = attributes;
  call.attribute_count = attribute_count;
  call.text = text.get();
  call.text_capacity = most_text;
  const assay_backend& backend = device();
  const assay_status status = backend.execute(backend.state, &call);
  const std::string message = backend.last_message(backend.state);
  if (status == ASSAY_UNSUPPORTED) throw std::runtime_error("unsupported: " + message);
  if (status != ASSAY_DONE) refuse(message);
  std::fwrite(text.get(), 1, call.text_length, stdout);
}

void* assay_pto_bind(std::uint32_t location, std::uint64_t address, std::uint64_t bytes) {
  Memory& memory = memory_of(location);
  const auto start = reinterpret_cast<std::uint64_t>(memory.data);
  const bool is_pointer = address >= start && address < start + memory.size;
  const std::uint64_t offset = is_pointer ? address - start : address;
  if (offset > memory.size || bytes > memory.size - offset) {
    refuse("TASSIGN: the tile ends after its memory");
  }
  return memory.data + offset;
}

std::uint64_t assay_pto_encode(std::uint32_t element, long double value) {
  return simulator::pattern_of(element, value);
}

double assay_pto_decode(std::uint32_t element, std::uint64_t bits) {
  return static_cast<double>(simulator::number_of(element, bits));
}

}  // namespace pto::detail
