// SPDX-License-Identifier: Apache-2.0
// Backends in shared libraries.
#include "runners/plugin.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstddef>

namespace assay::runners {

LoadedBackend load_plugin(const std::string& file) {
  // A name without a slash would be looked for in the system's library path.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw BadBackend(fmt::format("the plugin {} does not load: {}", file, dlerror()));
  }
  // Never unloaded: device runtimes rarely survive it, and the worker ends with it anyway.
  using Get = const assay_backend* (*)(std::uint32_t);
  const Get get = reinterpret_cast<Get>(dlsym(library, "assay_backend_get"));
  if (get == nullptr) {
    throw BadBackend(fmt::format(
        "the plugin {} does not export assay_backend_get; see runners/backend.h", file));
  }
  const assay_backend* backend = get(ASSAY_ABI_VERSION);
  if (backend == nullptr || backend->abi_version != ASSAY_ABI_VERSION) {
    throw BadBackend(fmt::format(
        "the plugin {} does not speak version {} of runners/backend.h; build it against this one",
        file, ASSAY_ABI_VERSION));
  }
  if (backend->struct_size < sizeof(assay_backend) || backend->execute == nullptr) {
    throw BadBackend(fmt::format("the plugin {} has no execute function", file));
  }
  return {backend, [](const assay_backend*) {}};
}

}  // namespace assay::runners
