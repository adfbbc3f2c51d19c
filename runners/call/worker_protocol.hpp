// SPDX-License-Identifier: Apache-2.0
// The protocol between a run and its worker process.
//
// They share one arena (a memory file, inherited as descriptor 4) and a socket (descriptor 3). The
// run writes calls with the contents of their executions into the arena and sends `execute`; the
// worker runs every execution of every call in turn, records its position in a journal, writes the
// answers into the arena and sends `done`. After its start a worker sends `hello` once.
//
// A worker does not map the arena: it reads and writes the file, and what a backend is shown are
// copies. No pointer of a backend leads to another call's contents, to an answer or to the journal.
// One thing is mapped: pages in which a backend that makes the calls of a program as a whole puts
// the requested images and its progress, since they are needed after the process has died.
#pragma once

#include <array>
#include <cstdint>

namespace assay::runners {

inline constexpr std::uint32_t protocol_magic = 0x31595341;
inline constexpr int worker_socket = 3;
inline constexpr int worker_arena = 4;

enum class MessageKind : std::uint32_t { hello = 1, execute = 2, done = 3 };

/// The `value` of a `hello`.
enum class HelloStatus : std::uint64_t { ready = 0, bad_backend = 1, broken = 2 };

/// The `value` of a `done`.
enum class Condition : std::uint64_t {
  sound = 0,
  worn = 1  ///< short of descriptors or memory, with children, or after a call that wrote where it
            ///< must not: a new process should take over
};

/// Number of a call that is not of this request.
inline constexpr std::uint32_t earlier_call = 0xFFFFFFFF;

/// The access violation in a call that ended a process, as far as its handler could find out.
struct Fault {
  std::uint32_t known = 0;    ///< 1: the rest means something
  std::uint32_t call = 0;     ///< whose memory it was or is next to, or earlier_call
  std::uint32_t late = 0;     ///< 1: that call had returned
  std::uint32_t operand = 0;  ///< ImageWindow::owner
  std::uint32_t own = 0;      ///< 1: by the thread that runs the calls
  std::uint32_t reserved = 0;
  std::int64_t offset = 0;  ///< bytes from its first one
};

/// A late finding of the worker about a call that had seemed to be over.
struct RawAttribution {
  std::uint32_t known = 0;   ///< 1: the rest means something
  std::uint32_t call = 0;    ///< of this request
  std::uint32_t infra = 0;   ///< 1: it broke the protocol; 0: it spoilt its process
  std::uint32_t before = 0;  ///< 1: it was a call of an earlier request
  std::array<char, 496> message{};
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
  std::int64_t since = 0;   ///< when they began, nanoseconds of the steady clock
  std::uint32_t step = 0;   ///< of a program: the call that runs
  std::uint32_t steps = 1;  ///< and how many it has
  std::uint32_t whole = 0;  ///< 1: the backend makes all of its calls; ImageHeader::progress
  std::uint32_t reserved = 0;
  std::uint64_t answered = 0;  ///< of a `done`: the calls that have answers; the others did not run
  Fault fault;
  RawAttribution attribution;

  std::array<char, 256> backend_name{};  ///< filled in before `hello`
  std::array<char, 256> backend_revision{};
  std::array<char, 256> backend_targets{};
  std::array<char, 1024> backend_devices{};
  std::array<char, 256> device{};
  std::array<char, 1024> hello_message{};  ///< why there is no backend
};

/// The least offset of the first image, and size of an arena before the first call. A whole page of
/// any machine, since a part of an image may be mapped.
inline constexpr std::uint64_t first_image = 65536;
static_assert(sizeof(WorkerHeader) <= first_image);

/// First bytes of the image of a call, or of a program: calls that share their memories and run one
/// after the other. Offsets count bytes from here.
struct ImageHeader {
  std::uint64_t calls = 0;    ///< offset of ImageCall[call_count]
  std::uint64_t windows = 0;  ///< offset of ImageWindow[window_count]
  std::uint64_t places = 0;   ///< offset of the window number of every operand of every call
  std::uint64_t slots = 0;    ///< offset of ExecutionSlot[executions][call_count]
  std::uint64_t text = 0;     ///< offset of the text buffer of the first execution
  std::uint64_t text_capacity = 0;
  std::uint64_t descriptors = 0;  ///< bytes from here to the end of what describes the calls
  std::uint64_t stride = 0;       ///< bytes from the memory of one execution to that of the next
  std::uint64_t taps = 0;  ///< bytes of an execution's windows, which are stored again after them
                           ///< for each call but the last, as they were after it
  std::uint64_t progress = 0;  ///< of a program: offset of the pages of a CallProgress
  std::uint32_t call_count = 0;
  std::uint32_t executions = 0;
  std::uint32_t window_count = 0;
  std::uint32_t is_program = 0;  ///< 1: the windows are memories that the calls share, or the call
};

/// One call of an image.
struct ImageCall {
  std::uint64_t op = 0;  ///< offsets of NUL-terminated names
  std::uint64_t form = 0;
  std::uint64_t target = 0;
  std::uint64_t operands = 0;    ///< offset of assay_operand[operand_count], offsets for pointers
  std::uint64_t attributes = 0;  ///< offset of assay_attribute[attribute_count], same
  std::uint32_t operand_count = 0;
  std::uint32_t attribute_count = 0;
};

/// The value in ImageHeader::places for a scalar.
inline constexpr std::uint32_t no_window = 0xFFFFFFFF;

/// Whole pages with one memory's contents between guard bytes: that of an operand, of the text, or
/// one that the calls of a program share. The windows of an execution follow each other without
/// gaps.
struct ImageWindow {
  std::uint64_t begin = 0;     ///< offset of the first execution's
  std::uint64_t bytes = 0;     ///< a multiple of the page
  std::uint64_t contents = 0;  ///< bytes of them, after guard_bytes
  std::uint64_t owner = 0;     ///< number of the operand, or of the memory; after them: the text
  std::uint64_t name = 0;      ///< offset of what it is called
  std::uint32_t memory = 0;    ///< of a program: assay_memory
  std::uint32_t reserved = 0;
};

inline constexpr std::uint32_t entered_unseen = 2;

/// Most memories of a program.
inline constexpr std::size_t most_memories = 10;

/// Bytes [begin, end) of a window, its guard bytes included.
struct WindowPart {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Answer to one execution of a call.
struct ExecutionSlot {
  std::uint32_t status = 0;  ///< assay_status
  /// 1: the call was begun; calls after an incomplete one are not. entered_unseen: it was, and the
  /// contents of the memories after it are not known.
  std::uint32_t entered = 0;
  std::uint64_t text_length = 0;
  /// 1: of a call of a program only `changed` of each window was written, where the whole would be;
  /// the rest is as it was before the call. Guard bytes that change come with all of theirs.
  std::uint32_t partial = 0;
  std::uint32_t changes = 0;  ///< of the process, left by the call: a set of ProcessChange
  std::array<WindowPart, most_memories> changed{};
  std::array<char, 1008> message{};
};

}  // namespace assay::runners
