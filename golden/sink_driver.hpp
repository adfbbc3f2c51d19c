// SPDX-License-Identifier: Apache-2.0
// The HDF5 file driver that writes into a Sink.
#pragma once

#include "golden/atomic_file.hpp"

namespace assay::golden {

/// What makes HDF5 know the driver.
H5FD_class_t sink_driver();

/// Makes an access list use the driver and this sink.
void use_sink(const H5::FileAccPropList& access, const plain_c::Driver& driver, Sink& sink);

}  // namespace assay::golden
