# SPDX-License-Identifier: Apache-2.0
# Debian's cross compiler for aarch64 with the libraries below ASSAY_SYSROOT; what it makes runs by qemu-user. See test.sh.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ASSAY_SYSROOT)
set(CMAKE_SYSROOT ${ASSAY_SYSROOT})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${ASSAY_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
# Where Debian has HDF5, which the finding module asks a compiler of this machine for.
set(CMAKE_LIBRARY_PATH ${ASSAY_SYSROOT}/usr/lib/aarch64-linux-gnu/hdf5/serial)
set(CMAKE_INCLUDE_PATH ${ASSAY_SYSROOT}/usr/include/hdf5/serial)
