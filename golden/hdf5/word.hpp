// SPDX-License-Identifier: Apache-2.0
// The types of what a file holds.
#pragma once

#include <H5Cpp.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::golden::h5 {

/// Element of a numeric dataset, little-endian in the file and in every buffer here.
enum class Word : std::uint8_t { u8, u16, u32, u64, i64, f64 };
const H5::PredType& type_of(Word word);
std::size_t size_of(Word word);
/// Bytes of the value that unwritten and padded places hold: 0, and NaN for f64.
std::span<const std::byte> fill_of(Word word);

/// UTF-8 of `size` bytes (at least one), padded with NUL.
H5::StrType fixed_string(std::size_t size);

}  // namespace assay::golden::h5
