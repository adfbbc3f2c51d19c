// SPDX-License-Identifier: Apache-2.0
// The vocabulary of errata of the public headers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reference/isa/spec/erratum.hpp"
#include "reference/ops/per_element.hpp"

namespace assay::ops {

using Arises = std::function<bool(const Evaluation&)>;

/// An erratum of the public headers of `target` alone, in `file` below its folder. Major, of all
/// calls, and about results, which are the caller's to add.
Erratum of_headers(Target target, std::string number, const std::string& file, std::string title);

/// One list after the other.
std::vector<Erratum> followed(std::vector<Erratum> list, const std::vector<Erratum>& more);

// `erratum` with what is seen.
Erratum giving(Erratum erratum, Result result);
/// The process crashes at contents for which `arises` holds. Critical.
Erratum dying(Erratum erratum, Arises arises);
/// A call with such contents is refused.
Erratum refusing(Erratum erratum, Arises arises);
/// A breach of `constraint` is executed. Minor.
Erratum accepting(Erratum erratum, std::string constraint);
/// A check that the page lists and the headers of `target` lack: `constraint` is broken freely,
/// "*.location" in any operand, "src*.location" in any source.
Erratum unchecked(Target target, std::string number, const std::string& file,
                  std::string constraint);

/// A check of element types that the headers of `target` make by size, or not at all: the operand
/// of `constraint` may have one of `types`, too, which the page does not list.
Erratum taking(Target target, std::string number, const std::string& file, std::string constraint,
               const std::vector<ElementType>& types);

/// unchecked() for constraints of the CPU, each in a separate erratum: those of `op` from `number`
/// on.
std::vector<Erratum> unchecked_on_cpu(const std::string& op, int number, const std::string& file,
                                      const std::vector<std::string>& constraints);

/// `erratum` for some calls alone: `where` says which in words.
Erratum among(Erratum erratum, std::string where, std::function<bool(const Call&)> concerned);

/// The elements of dst.
ElementType element_of(const Call& call, const char* operand = "dst");

/// Whether a divisor in the valid region is zero; whether the lowest number of a signed type of 32
/// or 64 bits is divided by -1, which crashes the processes of most hosts. Operands are tiles.
Arises zero_in(std::string divisor);
Arises lowest_over_minus_one(std::string dividend, std::string divisor);

/// `function`, but the first argument stays unless the second is better: neither a NaN nor another
/// zero is.
ElementFunction picked_by_comparison(ElementFunction promised);

/// `function`, but 64-bit elements from column 64 on stay what they were.
ElementFunction stopping_at_column_64(ElementFunction function);

/// Valid columns are counted in 16 bits on the CPU: the result of the page for the truncated
/// number, and the rest of dst stays as it was.
Erratum counting_columns_in_16_bits(std::string number, const std::string& file);

/// `promised`, but nothing of the elements of a call in place of one of `sources`, which a header
/// reads again after its first write to dst. Such a call is recognized by dst, whose contents
/// before the call are those of the source.
Result lost_upon(const Result& promised, const std::vector<std::string>& sources);

}  // namespace assay::ops
