// SPDX-License-Identifier: Apache-2.0
// Backends in shared libraries.
#include "runners/backend/plugin.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace assay::runners {

namespace {

constexpr std::uint32_t oldest_version = 1;

using Get = const assay_backend* (*)(std::uint32_t);

Get exported_get(const std::string& file) {
  // A name without a slash would be looked for in the system's library path.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw BadBackend(fmt::format("the plugin {} does not load: it is no regular file", file));
  }
  // Never unloaded: device runtimes rarely survive it, and the worker ends with it anyway.
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw BadBackend(fmt::format("the plugin {} does not load: {}", file, dlerror()));
  }
  const Get get = reinterpret_cast<Get>(dlsym(library, "assay_backend_get"));
  if (get == nullptr) {
    throw BadBackend(fmt::format(
        "the plugin {} does not export assay_backend_get; see runners/backend.h", file));
  }
  return get;
}

/// The newest version that it supports.
const assay_backend* ask(Get get, const std::string& file) {
  const char* what = "something that is no std::exception";
  std::string text;
  try {
    for (std::uint32_t version = ASSAY_ABI_VERSION; version >= oldest_version; --version) {
      if (const assay_backend* backend = get(version)) return backend;
    }
    return nullptr;
  } catch (const std::exception& error) {
    text = error.what();
  } catch (...) {
    text = what;
  }
  throw BadBackend(fmt::format("the plugin {} throws from assay_backend_get: {}", file, text));
}

}  // namespace

LoadedBackend load_plugin(const std::string& file) {
  const assay_backend* backend = ask(exported_get(file), file);
  if (backend == nullptr || backend->abi_version < oldest_version ||
      backend->abi_version > ASSAY_ABI_VERSION) {
    throw BadBackend(fmt::format(
        "the plugin {} speaks neither version {} nor version {} of runners/backend.h; build it "
        "against this one",
        file, oldest_version, ASSAY_ABI_VERSION));
  }
  // Members that an older plugin lacks stay null; additional ones of a newer one are cut off.
  if (backend->struct_size < offsetof(assay_backend, devices)) {
    throw BadBackend(fmt::format(
        "the plugin {} says that its assay_backend has {} bytes, fewer than version {} ever had",
        file, backend->struct_size, oldest_version));
  }
  auto known = std::make_shared<assay_backend>();
  std::memcpy(known.get(), backend, std::min<std::size_t>(backend->struct_size, sizeof *known));
  if (known->execute == nullptr || known->name == nullptr) {
    throw BadBackend(fmt::format("the plugin {} has no {}", file,
                                 known->name == nullptr ? "name" : "execute function"));
  }
  return {std::move(known)};
}

}  // namespace assay::runners
