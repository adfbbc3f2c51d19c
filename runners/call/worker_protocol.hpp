// SPDX-License-Identifier: Apache-2.0
// What a run and its worker process say to each other.
//
// They share one arena (a memory file, inherited as descriptor 4) and a socket (descriptor 3). The
// run writes calls with the contents of their executions into the arena and sends `execute`; the
// worker runs every execution of every call in turn, keeps a journal of where it is, writes the
// answers into the arena and sends `done`. After its start a worker sends `hello` once.
#pragma once

#include <array>
#include <cstdint>

namespace assay::runners {

inline constexpr std::uint32_t protocol_magic = 0x31595341;
inline constexpr int worker_socket = 3;
inline constexpr int worker_arena = 4;

enum class MessageKind : std::uint32_t { hello = 1, execute = 2, done = 3 };

/// What a `hello` carries in `value`.
enum class HelloStatus : std::uint64_t { ready = 0, bad_backend = 1, broken = 2 };

/// What a `done` carries in `value`.
enum class Condition : std::uint64_t {
  sound = 0,
  worn = 1  ///< short of descriptors or memory, or with children: a new process should take over
};

struct Message {
  std::uint32_t magic = protocol_magic;
  MessageKind kind = MessageKind::hello;
  std::uint64_t sequence = 0;  ///< of a request, repeated by its answer
  std::uint64_t value = 0;     ///< execute: size of the arena in bytes; else see above
};

/// Most calls of one request.
inline constexpr std::size_t most_calls = 256;

/// First bytes of the arena.
struct WorkerHeader {
  std::uint64_t calls = 0;                         ///< images in the request
  std::array<std::uint64_t, most_calls> images{};  ///< offset of each ImageHeader

  /// The worker's journal: which calls run, none before the first.
  std::uint32_t first = 0;
  std::uint32_t running = 0;
  std::uint32_t execution = 0;  ///< of the call, where one alone runs
  std::uint32_t executions = 0;
  std::int64_t since = 0;  ///< when they began, nanoseconds of the steady clock

  std::array<char, 256> backend_name{};  ///< filled in before `hello`
  std::array<char, 256> backend_revision{};
  std::array<char, 256> backend_targets{};
  std::array<char, 1024> backend_devices{};
  std::array<char, 256> device{};
  std::array<char, 1024> hello_message{};  ///< why there is no backend
};

/// Where the first image may stand, and size of an arena before the first call.
inline constexpr std::uint64_t first_image = 8192;
static_assert(sizeof(WorkerHeader) <= first_image);

/// First bytes of the image of a call. Offsets count bytes from here.
struct ImageHeader {
  std::uint64_t op = 0;  ///< offsets of NUL-terminated names
  std::uint64_t form = 0;
  std::uint64_t target = 0;
  std::uint64_t operands = 0;    ///< offset of assay_operand[operand_count], offsets for pointers
  std::uint64_t attributes = 0;  ///< offset of assay_attribute[attribute_count], same
  std::uint64_t slots = 0;       ///< offset of ExecutionSlot[executions]
  std::uint64_t text = 0;        ///< offset of the text buffer of the first execution
  std::uint64_t text_capacity = 0;
  std::uint64_t stride = 0;  ///< bytes from the memory of one execution to that of the next
  std::uint32_t operand_count = 0;
  std::uint32_t attribute_count = 0;
  std::uint32_t executions = 0;
  std::uint32_t reserved = 0;
};

/// Answer to one execution.
struct ExecutionSlot {
  std::uint32_t status = 0;  ///< assay_status
  std::uint32_t reserved = 0;
  std::uint64_t text_length = 0;
  std::array<char, 1008> message{};
};

}  // namespace assay::runners
