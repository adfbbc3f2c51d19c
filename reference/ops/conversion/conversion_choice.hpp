// SPDX-License-Identifier: Apache-2.0
// The conversion that a call requests: its pair, its mode, and how it saturates.
#pragma once

#include "reference/isa/spec/op_spec.hpp"
#include "reference/ops/conversion/conversion.hpp"

namespace assay::ops {

Attribute round_mode_attribute();       ///< RoundMode, in the order of CastMode
Attribute saturation_mode_attribute();  ///< SaturationMode, in the order of Saturation
/// NeedSetCtrl = false: the control bits stay as the caller has left them.
Attribute unset_control_attribute();

Pair pair_of(const Call& call);

/// Saturation of the call as it is given; either where it is not, since the default is the
/// target's.
std::vector<Saturation> saturations_of(const Call& call);

/// By one reading of each choice.
Conversion conversion_of(const Call& call, const ChosenReadings& readings);

/// RoundMode of the call.
CastMode mode_of(const Call& call);

/// Known deviations of the page.
std::vector<Erratum> tcvt_errata();

/// Scenarios: every mode, and every destination type; that also with each SaturationMode, which
/// forms have after RoundMode.
std::vector<Scenario> every_round_mode();
std::vector<Scenario> every_destination(bool with_modes);

/// Brings seven in eight elements of src into the range of dst if nothing requests saturation: the
/// result beyond the range is the choice of the target, or open.
void seldom_beyond(const Call& call, std::vector<ElementArray>& contents);

}  // namespace assay::ops
