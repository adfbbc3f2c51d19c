// SPDX-License-Identifier: Apache-2.0
// Words of the device compiler that units spell and a host has no use for.
#pragma once

#ifndef AICORE
#define AICORE
#endif
#ifndef __aicore__
#define __aicore__
#endif
#ifndef __global__
#define __global__
#endif
#ifndef __gm__
#define __gm__
#endif
