// SPDX-License-Identifier: Apache-2.0
// The backend that calls compiled signatures of a user's library; it lives in a worker.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "runners/backend.h"

namespace assay::runners::sdk {

/// Reads an index and answers calls from it: a signature that was refused by the compiler is
/// rejected with its diagnostic, one that the library does not have is unsupported. A library that
/// aborts on the calling thread, or throws, rejects with the text it gave (decision 207). Tiles and
/// global memory of a call must lie between guard bands of 512 bytes (see entry.hpp). Throws
/// std::runtime_error where the index cannot be read.
///
/// Between two calls of `share` tiles that lie in one of its images are bound where they lie in it
/// (SharedImages), and a call that is executed sees and changes all of it. The images, too, need
/// guard bands.
struct LoadedDevice {
  std::shared_ptr<const assay_backend> backend;
  std::function<void(std::span<const assay_image> images)> share;
};
LoadedDevice load_device(const std::filesystem::path& index);

}  // namespace assay::runners::sdk
