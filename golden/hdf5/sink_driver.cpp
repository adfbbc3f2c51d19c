// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "golden/hdf5/atomic_file.hpp"

namespace assay::golden {
namespace {

// The data of the access list, and the open file of HDF5 (which fills in `base`).
struct SinkInfo {
  Sink* sink;
};
struct OpenSink {
  H5FD_t base;
  Sink* sink;
  haddr_t allocated;  // HDF5's "eoa"
  haddr_t written;    // HDF5's "eof"
};

OpenSink& as_sink(H5FD_t* file) { return *reinterpret_cast<OpenSink*>(file); }
const OpenSink& as_sink(const H5FD_t* file) { return *reinterpret_cast<const OpenSink*>(file); }

H5FD_t* open_sink(const char*, unsigned, hid_t access, haddr_t) {
  const auto* info = static_cast<const SinkInfo*>(plain_c::driver_info(access));
  if (info == nullptr) return nullptr;
  struct stat status = {};
  if (::fstat(info->sink->descriptor, &status) != 0) return nullptr;
  auto open = std::make_unique<OpenSink>();
  open->sink = info->sink;
  open->written = static_cast<haddr_t>(status.st_size);
  return &open.release()->base;
}

herr_t close_sink(H5FD_t* file) {
  delete &as_sink(file);
  return 0;
}

int compare_sinks(const H5FD_t* a, const H5FD_t* b) {
  return as_sink(a).sink->descriptor - as_sink(b).sink->descriptor;
}

herr_t query_sink(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t allocated(const H5FD_t* file, H5FD_mem_t) { return as_sink(file).allocated; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  as_sink(file).allocated = address;
  return 0;
}

haddr_t written(const H5FD_t* file, H5FD_mem_t) { return as_sink(file).written; }

// Returns the bytes that were read before the end of the file.
std::size_t read_fully(int descriptor, haddr_t address, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t got = ::pread(descriptor, out.data() + done, out.size() - done,
                                static_cast<off_t>(address + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

// Returns errno, or 0.
int write_fully(int descriptor, haddr_t address, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put =
        ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(address));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
    address += static_cast<haddr_t>(put);
  }
  return 0;
}

herr_t read_sink(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  const Sink& sink = *as_sink(file).sink;
  const std::span out(static_cast<std::byte*>(buffer), size);
  std::ranges::fill(out.subspan(read_fully(sink.descriptor, address, out)), std::byte{0});
  for (const auto& [start, bytes] : sink.kept) {
    const haddr_t from = std::max(address, start);
    const haddr_t to = std::min(address + size, start + bytes.size());
    if (from < to) std::memcpy(&out[from - address], &bytes[from - start], to - from);
  }
  return 0;
}

herr_t write_sink(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size,
                  const void* buffer) {
  OpenSink& open = as_sink(file);
  const std::span bytes(static_cast<const std::byte*>(buffer), size);
  if (open.sink->error == 0) {
    open.sink->error = write_fully(open.sink->descriptor, address, bytes);
  }
  if (open.sink->error != 0) {
    open.sink->kept.emplace_back(address, std::vector<std::byte>(bytes.begin(), bytes.end()));
  }
  open.written = std::max(open.written, address + size);
  return 0;
}

herr_t truncate_sink(H5FD_t* file, hid_t, hbool_t) {
  OpenSink& open = as_sink(file);
  if (open.sink->error == 0 && open.written != open.allocated &&
      ::ftruncate(open.sink->descriptor, static_cast<off_t>(open.allocated)) != 0) {
    open.sink->error = errno;
  }
  open.written = open.allocated;
  return 0;
}

}  // namespace

H5FD_class_t sink_driver() {
  H5FD_class_t driver{};
  driver.name = "assay_sink";
  driver.maxaddr = (haddr_t{1} << 62U) - 1;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(SinkInfo);
  driver.open = open_sink;
  driver.close = close_sink;
  driver.cmp = compare_sinks;
  driver.query = query_sink;
  driver.get_eoa = allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = written;
  driver.read = read_sink;
  driver.write = write_sink;
  driver.truncate = truncate_sink;
  constexpr std::array<H5FD_mem_t, H5FD_MEM_NTYPES> free_lists H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(free_lists, driver.fl_map);
  return driver;
}

void use_sink(const H5::FileAccPropList& access, const plain_c::Driver& driver, Sink& sink) {
  const SinkInfo info{&sink};
  access.setDriver(driver.id(), &info);
}

}  // namespace assay::golden
