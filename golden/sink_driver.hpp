// SPDX-License-Identifier: Apache-2.0
// The HDF5 file driver that writes into a Sink.
#pragma once

#include "golden/atomic_file.hpp"

namespace assay::golden {

/// Registers the driver; the handle must outlive every file that uses it.
h5::Handle register_sink_driver();

/// Makes an access list use the driver and this sink.
void use_sink(hid_t access_list, hid_t driver, Sink& sink);

}  // namespace assay::golden
