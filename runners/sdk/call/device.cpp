// SPDX-License-Identifier: Apache-2.0
// The backend that calls compiled signatures of a user's library.
#include "runners/sdk/call/device.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runners/sdk/call/capture.hpp"
#include "runners/sdk/call/placement.hpp"
#include "runners/sdk/call/shared_images.hpp"
#include "runners/sdk/compile/index.hpp"
#include "runners/sdk/source/entry.hpp"
#include "runners/sdk/source/signature.hpp"
#include "runners/sdk/source/spelling.hpp"

namespace assay::runners::sdk {
namespace {

constexpr std::string_view unsupported_prefix = "unsupported:";

std::vector<assay_sdk::Operand> operands_of(const assay_call& call, const Placement& placement) {
  std::vector<assay_sdk::Operand> operands;
  for (std::size_t i = 0; i < call.operand_count; ++i) {
    const assay_operand& from = call.operands[i];
    assay_sdk::Operand to{};
    to.data = reinterpret_cast<std::uint64_t>(from.data);
    to.bytes = from.byte_size;
    to.address = placement.addresses[i];
    to.valid_rows = from.valid_rows;
    to.valid_cols = from.valid_cols;
    std::copy_n(from.shape, 5, to.shape);
    std::copy_n(from.stride, 5, to.stride);
    to.bits = from.scalar_bits + (is_address(from) ? placement.storage : 0);
    to.left = from.flags & ASSAY_LEFT_BEFORE;
    operands.push_back(to);
  }
  return operands;
}

/// What an entry reports to its host.
struct Host {
  const assay_call& call;
  const Placement& placement;
  bool bound = true;
  SharedImages* shared = nullptr;  ///< where the placement is theirs
  std::unique_ptr<TileMemory> memory;
  std::string refused;

  static void take_memory(void* host, void* const* memory) {
    auto& self = *static_cast<Host*>(host);
    if (self.shared != nullptr && self.shared->fill(self.call, self.placement, memory)) return;
    // A library that places tiles by itself has no room around them.
    const bool bound = self.bound && self.shared == nullptr;
    self.shared = nullptr;
    self.memory = std::make_unique<TileMemory>(self.call, self.placement, bound, memory);
  }
  void take_back() const {
    if (shared != nullptr) shared->take_back();
    if (memory) memory->take_back();
  }
  static void take_refusal(void* host, const char* why) { static_cast<Host*>(host)->refused = why; }
};

/// Global memory of a call, which the library works on in place, as it was before the call.
class GlobalMemory {
 public:
  explicit GlobalMemory(const assay_call& call) {
    for (std::size_t i = 0; i < call.operand_count; ++i) {
      const assay_operand& one = call.operands[i];
      if (one.kind != ASSAY_GLOBAL) continue;
      std::byte* const begin = static_cast<std::byte*>(one.data) - assay_sdk::guard;
      kept_.push_back({begin, {begin, begin + one.byte_size + 2 * assay_sdk::guard}});
    }
  }
  void restore() const {
    for (const auto& [begin, bytes] : kept_) std::ranges::copy(bytes, begin);
  }

 private:
  struct Kept {
    std::byte* begin;
    std::vector<std::byte> bytes;  ///< with the guard bands around them
  };
  std::vector<Kept> kept_;
};

/// Distinguishes a version of a file from the next, which may follow within a tick of the clock.
/// Empty if the file does not exist.
struct Stamp {
  ino_t inode = 0;
  off_t size = 0;
  time_t second = 0;
  long nanosecond = 0;
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

Stamp stamp_of(const std::filesystem::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return {};
  return {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

class Device {
 public:
  explicit Device(const std::filesystem::path& file)
      : file_(file), folder_(file.parent_path()), stamp_(stamp_of(file)), index_(read_index(file)) {
    for (const auto& [name, value] : index_.environment) {
      setenv(name.c_str(), value.c_str(), 0);  // the user's own setting counts
    }
    table_.struct_size = sizeof table_;
    table_.abi_version = ASSAY_ABI_VERSION;
    table_.name = index_.name.c_str();
    table_.revision = index_.revision.c_str();
    table_.targets = index_.target.c_str();
    table_.execute = [](void* state, assay_call* call) {
      return static_cast<Device*>(state)->execute(*call);
    };
    table_.last_message = [](void* state) {
      return static_cast<const Device*>(state)->message_.c_str();
    };
    table_.state = this;
  }

  const assay_backend& table() const { return table_; }
  void share(std::span<const assay_image> images) { shared_ = SharedImages(images, index_); }

 private:
  assay_status execute(assay_call& call) {
    if (index_.target != call.target) {
      return answer(ASSAY_UNSUPPORTED, fmt::format("this build follows the rules of {}, not of {}",
                                                   index_.target, call.target));
    }
    const std::string signature = signature_of(call);
    if (!index_.signatures.contains(signature)) read_again();
    const auto found = index_.signatures.find(signature);
    if (found == index_.signatures.end()) {
      return answer(ASSAY_UNSUPPORTED,
                    "this signature was not compiled; run the case with --backend sdk");
    }
    const Built& built = found->second;
    if (built.kind == Built::Kind::refused) return answer(ASSAY_REJECTED, built.detail);
    if (built.kind == Built::Kind::lost) return answer(ASSAY_BROKEN, built.detail);
    if (built.kind != Built::Kind::entry) return answer(ASSAY_UNSUPPORTED, built.detail);
    assay_sdk::Entry* entry = entry_of(built);
    return entry == nullptr ? ASSAY_BROKEN : run(*entry, call);
  }

  /// Signatures that were compiled meanwhile.
  void read_again() {
    const Stamp stamp = stamp_of(file_);
    if (stamp == stamp_ || stamp == Stamp()) return;
    stamp_ = stamp;
    index_.signatures = read_index(file_).signatures;
  }

  assay_status run(assay_sdk::Entry& entry, assay_call& call) {
    const std::optional<Placement> within =
        index_.bound ? shared_.place(call) : std::optional<Placement>();
    const Placement placement = within ? *within : place(call, index_.capacity);
    if (!placement.overflow.empty()) return answer(ASSAY_UNSUPPORTED, placement.overflow);
    const std::vector<assay_sdk::Operand> operands = operands_of(call, placement);
    Host host{call, placement, index_.bound, within ? &shared_ : nullptr, nullptr, {}};
    const assay_sdk::Call request{operands.data(), operands.size(), &host, Host::take_memory,
                                  Host::take_refusal};
    const GlobalMemory before(call);
    const Captured captured = captured_call([&] { entry(request); });
    if (captured.aborted || !host.refused.empty()) before.restore();
    if (captured.aborted) return answer(ASSAY_REJECTED, captured.error);
    if (host.refused.starts_with(unsupported_prefix)) {
      return answer(ASSAY_UNSUPPORTED, host.refused.substr(unsupported_prefix.size()));
    }
    if (!host.refused.empty()) return answer(ASSAY_REJECTED, host.refused);
    host.take_back();
    call.text_length = std::min<std::uint64_t>(captured.output.size(), call.text_capacity);
    std::copy_n(captured.output.begin(), call.text_length, call.text);
    return ASSAY_DONE;
  }

  assay_sdk::Entry* entry_of(const Built& built) {
    void*& object = objects_[built.detail];
    if (object == nullptr) {
      // Global: what the library keeps once per process, its buffers, is then kept once.
      object = dlopen((folder_ / built.detail).c_str(), RTLD_NOW | RTLD_GLOBAL);
    }
    void* symbol = object == nullptr ? nullptr : dlsym(object, built.symbol.c_str());
    if (symbol == nullptr) answer(ASSAY_BROKEN, dlerror());
    return reinterpret_cast<assay_sdk::Entry*>(symbol);
  }

  assay_status answer(assay_status status, std::string message) {
    message_ = std::move(message);
    return status;
  }

  std::filesystem::path file_;
  std::filesystem::path folder_;
  Stamp stamp_;  ///< of the index before it was read: it may be another one afterwards
  Index index_;
  SharedImages shared_;
  std::map<std::string, void*> objects_;
  std::string message_;
  assay_backend table_{};
};

}  // namespace

LoadedDevice load_device(const std::filesystem::path& index) {
  const auto device = std::make_shared<Device>(index);
  return {{device, &device->table()},
          [device](std::span<const assay_image> images) { device->share(images); }};
}

}  // namespace assay::runners::sdk
