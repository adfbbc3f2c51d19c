// SPDX-License-Identifier: Apache-2.0
// Backends in shared libraries.
#pragma once

#include <string>

#include "runners/backend/loaded_backend.hpp"

namespace assay::runners {

/// Loads FILE.so, which exports `const assay_backend *assay_backend_get(uint32_t abi_version)`; a
/// null answer means that it does not know the version. Throws BadBackend.
LoadedBackend load_plugin(const std::string& file);

}  // namespace assay::runners
