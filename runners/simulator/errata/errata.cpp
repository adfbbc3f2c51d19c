// SPDX-License-Identifier: Apache-2.0
// Errata that the simulator can show: one row each.
#include "runners/simulator/errata/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "runners/simulator/errata/arithmetic_errata.hpp"
#include "runners/simulator/errata/call_errata.hpp"
#include "runners/simulator/errata/check_errata.hpp"
#include "runners/simulator/errata/conversion_errata.hpp"
#include "runners/simulator/errata/expansion_errata.hpp"
#include "runners/simulator/errata/function_errata.hpp"
#include "runners/simulator/errata/general_checks.hpp"
#include "runners/simulator/errata/image_errata.hpp"
#include "runners/simulator/errata/load_errata.hpp"
#include "runners/simulator/errata/move_errata.hpp"
#include "runners/simulator/errata/print_errata.hpp"
#include "runners/simulator/errata/product_errata.hpp"
#include "runners/simulator/errata/reduction_errata.hpp"
#include "runners/simulator/errata/scalar_errata.hpp"
#include "runners/simulator/errata/search_errata.hpp"
#include "runners/simulator/errata/selection_errata.hpp"
#include "runners/simulator/faults/plants.hpp"

namespace assay::simulator {
namespace {

using namespace bends;

constexpr FaultInfo others[] = {
    FaultInfo{"E-TABS-001", "", bent<SignKept>},
    FaultInfo{"E-TABS-002", "", bent<NotCompiled<"TABS", have_several_types>>},
    FaultInfo{"E-TADD-001", "", bent<NotCompiled<"TADD", have_several_types>>},
    FaultInfo{"E-TADDDEQRELU-001", "", bent<ScaledToInfinity>},
    FaultInfo{"E-TADDDEQRELU-002", "", bent<SummandsConsumed>},
    FaultInfo{"E-TADDRELUCONV-001", "", bent<SumToInfinityOfA2a3>},
    FaultInfo{"E-TADDRELUCONV-002", "", bent<SumToInfinityOfA5>},
    FaultInfo{"E-TADDS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TADDS-002", "", bent<NotChecked<"TADDS", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TADDS-003", "", bent<NotChecked<"TADDS", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TADDS-004", "", bent<NotChecked<"TADDS", Machine::a5, "must be row-major">>},
    FaultInfo{"E-TAND-001", "", bent<NotChecked<"TAND", Machine::a2a3, "has no bitwise logic">>},
    FaultInfo{"E-TANDS-001", "", bent<ShortExpansion>},
    FaultInfo{"E-TANDS-002", "", bent<NotChecked<"TANDS", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TANDS-003", "", bent<NotChecked<"TANDS", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TASSIGN-001", "",
              bent<NotChecked<"TASSIGN", Machine::cpu, "must be a multiple of 32">>},
    FaultInfo{"E-TAXPY-001", "", bent<NotChecked<"TAXPY", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TAXPY-002", "", bent<NotChecked<"TAXPY", Machine::a5, "src must be in Vec">>},
    FaultInfo{"E-TAXPY-003", "", bent<ProductThroughHalf>},
    FaultInfo{"E-TCMP-001", "", bent<IntegersCompared>},
    FaultInfo{"E-TCMP-002", "", bent<WideNotCompared>},
    FaultInfo{"E-TCMP-003", "", bent<LanesOfOnePair>},
    FaultInfo{"E-TCMP-004", "", bent<PitchesMixed>},
    FaultInfo{"E-TCMP-005", "", bent<MaskTypeUnchecked>},
    FaultInfo{"E-TCMP-006", "", bent<MaskTypeUnchecked>},
    FaultInfo{"E-TCMPS-001", "", bent<IntegersAsHalves>},
    FaultInfo{"E-TCMPS-002", "", bent<IntegersCompared>},
    FaultInfo{"E-TCMPS-003", "", bent<LanesOfOnePair>},
    FaultInfo{"E-TCMPS-004", "", bent<WideLaneByLane>},
    FaultInfo{"E-TCMPS-005", "", bent<BytesInElements<false>>},
    FaultInfo{"E-TCMPS-006", "", bent<ComparesDistances>},
    FaultInfo{"E-TCMPS-007", "", bent<NoSecondTile>},
    FaultInfo{"E-TCMPS-008", "",
              bent<NotChecked<"TCMPS", Machine::a2a3, "sources must be row-major">>},
    FaultInfo{"E-TCMPS-009", "",
              bent<NotChecked<"TCMPS", Machine::a5, "sources must be row-major">>},
    FaultInfo{"E-TCMPS-010", "", bent<Overrun<"TCMPS">>},
    FaultInfo{"E-TCOLARGMAX-001", "", bent<ComparedAsFloat<"TCOLARGMAX", false>>},
    FaultInfo{"E-TCOLARGMAX-002", "", bent<ComparedAsFloat<"TCOLARGMAX", true>>},
    FaultInfo{"E-TCOLARGMAX-003", "", bent<NumberedInHalf<"TCOLARGMAX">>},
    FaultInfo{"E-TCOLARGMAX-004", "", bent<ScratchOverrun<"TCOLARGMAX">>},
    FaultInfo{"E-TCOLARGMAX-005", "", bent<FirstNanStays<"TCOLARGMAX", Machine::a5>>},
    FaultInfo{"E-TCOLARGMAX-006", "", bent<FirstNanStays<"TCOLARGMAX", Machine::cpu>>},
    FaultInfo{"E-TCOLARGMIN-001", "", bent<ComparedAsFloat<"TCOLARGMIN", false>>},
    FaultInfo{"E-TCOLARGMIN-002", "", bent<ComparedAsFloat<"TCOLARGMIN", true>>},
    FaultInfo{"E-TCOLARGMIN-003", "", bent<NumberedInHalf<"TCOLARGMIN">>},
    FaultInfo{"E-TCOLARGMIN-004", "", bent<ScratchOverrun<"TCOLARGMIN">>},
    FaultInfo{"E-TCOLARGMIN-005", "", bent<FirstNanStays<"TCOLARGMIN", Machine::a5>>},
    FaultInfo{"E-TCOLARGMIN-006", "", bent<FirstNanStays<"TCOLARGMIN", Machine::cpu>>},
    FaultInfo{"E-TCOLARGMIN-007", "", bent<FixedColumnsRefused<"TCOLARGMIN", Machine::a2a3>>},
    FaultInfo{"E-TCOLARGMIN-008", "", bent<FixedColumnsRefused<"TCOLARGMIN", Machine::a5>>},
    FaultInfo{"E-TCOLEXPAND-001", "", bent<OneRegister<"TCOLEXPAND">>},
    FaultInfo{"E-TCOLEXPANDADD-001", "", bent<RowsInEightBits<"TCOLEXPANDADD">>},
    FaultInfo{"E-TCOLEXPANDADD-002", "", bent<NotCompiled<"TCOLEXPANDADD", is_byte, no_type>>},
    FaultInfo{"E-TCOLEXPANDDIV-001", "", bent<RowsInEightBits<"TCOLEXPANDDIV">>},
    FaultInfo{"E-TCOLEXPANDDIV-002", "", bent<DiesOfDivisor<"TCOLEXPANDDIV">>},
    FaultInfo{"E-TCOLEXPANDDIV-003", "", bent<AssertsSpreadDivisor<"TCOLEXPANDDIV">>},
    FaultInfo{"E-TCOLEXPANDDIV-004", "", bent<NotCompiled<"TCOLEXPANDDIV", is_byte, no_type>>},
    FaultInfo{"E-TCOLEXPANDEXPDIF-001", "", bent<RowsInEightBits<"TCOLEXPANDEXPDIF">>},
    FaultInfo{"E-TCOLEXPANDEXPDIF-002", "", bent<DifferenceUnrounded<"TCOLEXPANDEXPDIF", false>>},
    FaultInfo{"E-TCOLEXPANDMAX-001", "", bent<RowsInEightBits<"TCOLEXPANDMAX">>},
    FaultInfo{"E-TCOLEXPANDMAX-002", "", bent<FirstStaysLargest>},
    FaultInfo{"E-TCOLEXPANDMAX-003", "", bent<NotCompiled<"TCOLEXPANDMAX", is_byte, no_type>>},
    FaultInfo{"E-TCOLEXPANDMIN-001", "", bent<RowsInEightBits<"TCOLEXPANDMIN">>},
    FaultInfo{"E-TCOLEXPANDMIN-002", "", bent<FirstStaysSmallest>},
    FaultInfo{"E-TCOLEXPANDMIN-003", "", bent<NotCompiled<"TCOLEXPANDMIN", is_byte, no_type>>},
    FaultInfo{"E-TCOLEXPANDMUL-001", "", bent<RowsInEightBits<"TCOLEXPANDMUL">>},
    FaultInfo{"E-TCOLEXPANDMUL-002", "",
              bent<NotCompiled<"TCOLEXPANDMUL", is_signed_byte, no_type>>},
    FaultInfo{"E-TCOLEXPANDSUB-001", "", bent<RowsInEightBits<"TCOLEXPANDSUB">>},
    FaultInfo{"E-TCOLEXPANDSUB-002", "", bent<NotCompiled<"TCOLEXPANDSUB", is_byte, no_type>>},
    FaultInfo{"E-TCOLMAX-001", "", bent<ExtremeScanned<"TCOLMAX">>},
    FaultInfo{"E-TCOLMAX-002", "", bent<OneRegister<"TCOLMAX">>},
    FaultInfo{"E-TCOLMAX-003", "", bent<BegunWithoutRows<"TCOLMAX">>},
    FaultInfo{"E-TCOLMAX-004", "", bent<NotCompiled<"TCOLMAX", is_type_of_no_maximum, few_types>>},
    FaultInfo{"E-TCOLMAX-005", "", bent<NotCompiled<"TCOLMAX", have_other_cols, other_sizes>>},
    FaultInfo{"E-TCOLMIN-001", "", bent<ExtremeScanned<"TCOLMIN">>},
    FaultInfo{"E-TCOLMIN-002", "", bent<OneRegister<"TCOLMIN">>},
    FaultInfo{"E-TCOLMIN-003", "", bent<NotChecked<"TCOLMIN", Machine::cpu, another_dst>>},
    FaultInfo{"E-TCOLMAX-009", "", bent<CountsIn16Bits<"TCOLMAX">>},
    FaultInfo{"E-TCOLPROD-001", "", bent<BegunWithoutRows<"TCOLPROD">>},
    FaultInfo{"E-TCOLPROD-002", "", bent<NotChecked<"TCOLPROD", Machine::cpu, another_dst>>},
    FaultInfo{"E-TCOLSUM-001", "", bent<OneRegister<"TCOLSUM">>},
    FaultInfo{"E-TCOLSUM-002", "", bent<HalvesAddedApart>},
    FaultInfo{"E-TCOLSUM-003", "", bent<BegunWithoutRows<"TCOLSUM">>},
    FaultInfo{"E-TCOLSUM-004", "",
              bent<NotChecked<"TCOLSUM", Machine::a2a3, "tmp must have the element type">>},
    FaultInfo{"E-TCOLSUM-005", "", bent<NotCompiled<"TCOLSUM", is_integer_line, few_types>>},
    FaultInfo{"E-TCOLSUM-006", "", bent<NotCompiled<"TCOLSUM", have_other_cols, other_sizes>>},
    FaultInfo{"E-TCVT-001", "", bent<NearestToFloats>},
    FaultInfo{"E-TCVT-002", "", bent<FloatsCopied>},
    FaultInfo{"E-TCVT-003", "", bent<OddAmongNearest>},
    FaultInfo{"E-TCVT-004", "", bent<ClampedAsSource>},
    FaultInfo{"E-TCVT-005", "", bent<PassedAsDouble>},
    FaultInfo{"E-TCVT-007", "", bent<SpecialsCast>},
    FaultInfo{"E-TCVT-008", "", bent<OddDropped<Machine::a2a3>>},
    FaultInfo{"E-TCVT-009", "", bent<ScaledInFloat>},
    FaultInfo{"E-TCVT-010", "", bent<WholeWithoutMode<Machine::a2a3>>},
    FaultInfo{"E-TCVT-011", "", bent<OffReplaced>},
    FaultInfo{"E-TCVT-012", "", bent<SpecialsZeroed<Machine::a2a3>>},
    FaultInfo{"E-TCVT-013", "", bent<LastHalfByteLost>},
    FaultInfo{"E-TCVT-014", "", bent<OddDropped<Machine::a5>>},
    FaultInfo{"E-TCVT-015", "", bent<NearestToFp8>},
    FaultInfo{"E-TCVT-016", "", bent<NearestToHif8>},
    FaultInfo{"E-TCVT-017", "", bent<WholeWithoutMode<Machine::a5>>},
    FaultInfo{"E-TCVT-018", "", bent<SaturationLeftOn>},
    FaultInfo{"E-TCVT-019", "", bent<SpecialsZeroed<Machine::a5>>},
    FaultInfo{"E-TCVT-020", "", bent<CutToFp8>},
    FaultInfo{"E-TCVT-021", "", bent<SmallFloatsWithoutLimits>},
    FaultInfo{"E-TCVT-022", "", bent<NumbersForSpecials>},
    FaultInfo{"E-TCVT-023", "", bent<CoarseToHif8>},
    FaultInfo{"E-TCVT-024", "", bent<CoarseFromHif8>},
    FaultInfo{"E-TCVT-025", "", bent<CountsIn16Bits<"TCVT">>},
    FaultInfo{"E-TDIV-001", "", bent<DiesOfZero>},
    FaultInfo{"E-TDIV-002", "", bent<QuotientDiesOfLowest>},
    FaultInfo{"E-TDIV-003", "", bent<QuotientStopsAtColumn64>},
    FaultInfo{"E-TDIV-004", "", bent<NotChecked<"TDIV", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TDIV-005", "", bent<NotChecked<"TDIV", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TDIVS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TDIVS-002", "", bent<HostDivides>},
    FaultInfo{"E-TDIVS-003", "", bent<NotChecked<"TDIVS", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TDIVS-004", "", bent<NotChecked<"TDIVS", Machine::a5, "must be row-major">>},
    FaultInfo{"E-TDIVS-005", "", bent<AnyDivisors>},
    FaultInfo{"E-TDIVS-006", "", bent<ScalarOverAssertsDivisor>},
    FaultInfo{"E-TDIVS-007", "", bent<ScalarOverItself>},
    FaultInfo{"E-TDIVS-008", "", bent<TimesReciprocal>},
    FaultInfo{"E-TEXP-001", "", bent<EstimatedExponential>},
    FaultInfo{"E-TEXP-002", "", bent<FlushedExponential>},
    FaultInfo{"E-TEXPANDS-001", "", bent<RunFilled>},
    FaultInfo{"E-TEXPANDS-002", "", bent<SignSpilled>},
    FaultInfo{"E-TEXPANDS-003", "", bent<SignSpilled>},
    FaultInfo{"E-TEXPANDS-004", "", bent<HostFillsValidRegion>},
    FaultInfo{"E-TEXPANDS-005", "",
              bent<NotChecked<"TEXPANDS", Machine::a5, "dst in Vec must be row-major">>},
    FaultInfo{"E-TEXPANDS-006", "",
              bent<NotChecked<"TEXPANDS", Machine::a2a3, "dst in Vec must be row-major">>},
    FaultInfo{"E-TEXPANDS-007", "", bent<MoreTypesFilled<Machine::a2a3>>},
    FaultInfo{"E-TEXPANDS-008", "", bent<MoreTypesFilled<Machine::a5>>},
    FaultInfo{"E-TFMOD-002", "", bent<FmodDiesOfLowest>},
    FaultInfo{"E-TFMOD-003", "", bent<TruncatedStepsOfA2a3>},
    FaultInfo{"E-TFMOD-004", "", bent<TruncatedStepsOfA5>},
    FaultInfo{"E-TFMOD-005", "", bent<LostUpon<"TFMOD", 1, 2>>},
    FaultInfo{"E-TFMODS-001", "", bent<HostDivides>},
    FaultInfo{"E-TFMODS-002", "", bent<LostUpon<"TFMODS", 1>>},
    FaultInfo{"E-TFUSEDMULADD-001", "", bent<ProductRounded>},
    FaultInfo{"E-TFUSEDMULADD-002", "", bent<FusedTakesAll>},
    FaultInfo{"E-TFUSEDMULADDRELU-001", "", bent<ClampedProductRounded>},
    FaultInfo{"E-TFUSEDMULADDRELU-002", "", bent<ClampedFusedTakesAll>},
    FaultInfo{"E-TLOG-001", "", bent<EstimatedLogarithmOfA2a3>},
    FaultInfo{"E-TLOG-002", "", bent<EstimatedLogarithmOfA5>},
    FaultInfo{"E-TLRELU-001", "", bent<NotChecked<"TLRELU", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TLRELU-002", "", bent<NotChecked<"TLRELU", Machine::a5, "must be row-major">>},
    FaultInfo{"E-TMAX-001", "", bent<FirstStaysLargest>},
    FaultInfo{"E-TMAX-002", "", bent<NotChecked<"TMAX", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TMAX-003", "", bent<NotChecked<"TMAX", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TMAXS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TMAXS-002", "", bent<NotChecked<"TMAXS", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TMAXS-003", "", bent<NotChecked<"TMAXS", Machine::a5, "must be row-major">>},
    FaultInfo{"E-TMAXS-004", "", bent<TileStays<"TMAXS">>},
    FaultInfo{"E-TMIN-001", "", bent<FirstStaysSmallest>},
    FaultInfo{"E-TMIN-002", "", bent<NotChecked<"TMIN", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TMIN-003", "", bent<NotChecked<"TMIN", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TMINS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TMINS-002", "", bent<NotChecked<"TMINS", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TMINS-003", "", bent<NotChecked<"TMINS", Machine::a5, "one element type for">>},
    FaultInfo{"E-TMINS-004", "", bent<TileStays<"TMINS">>},
    FaultInfo{"E-TMUL-001", "", bent<NotChecked<"TMUL", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TMUL-002", "", bent<NotChecked<"TMUL", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TMULADDDST-001", "", bent<AddendProductRounded>},
    FaultInfo{"E-TMULADDDST-002", "", bent<AccumulatedTakesAll>},
    FaultInfo{"E-TMULS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TMULS-002", "", bent<NotChecked<"TMULS", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TMULS-003", "", bent<NotChecked<"TMULS", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TMULS-004", "", bent<NotChecked<"TMULS", Machine::a5, "must be row-major">>},
    FaultInfo{"E-TNEG-001", "", bent<PairsNegated>},
    FaultInfo{"E-TNOT-001", "", bent<NotChecked<"TNOT", Machine::a2a3, "has no bitwise logic">>},
    FaultInfo{"E-TOR-001", "", bent<NotChecked<"TOR", Machine::a2a3, "has no bitwise logic">>},
    FaultInfo{"E-TORS-001", "", bent<ShortExpansion>},
    FaultInfo{"E-TORS-002", "", bent<NotChecked<"TORS", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TORS-003", "", bent<NotChecked<"TORS", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TPAIRREDUCESUM-001", "", bent<WholePairsAlone<Machine::a2a3, false>>},
    FaultInfo{"E-TPAIRREDUCESUM-002", "", bent<WholePairsAlone<Machine::a5, true>>},
    FaultInfo{"E-TPAIRREDUCESUM-003", "", bent<WholePairsAlone<Machine::a5, false>>},
    FaultInfo{"E-TPOW-001", "", bent<PowerByLogarithmOfA2a3>},
    FaultInfo{"E-TPOW-002", "", bent<SignedPower>},
    FaultInfo{"E-TPOW-003", "", bent<PowerByLogarithmOfA5>},
    FaultInfo{"E-TPOW-004", "", bent<OffsetsOfDst<"TPOW">>},
    FaultInfo{"E-TPOW-008", "", bent<LostUpon<"TPOW", 1, 2>>},
    FaultInfo{"E-TPOWS-001", "", bent<PowersAsDouble>},
    FaultInfo{"E-TPREFETCH-001", "", bent<ReadsInStepsOfBuffer>},
    FaultInfo{"E-TPREFETCH-002", "", bent<StepsOfBuffer>},
    FaultInfo{"E-TPRELU-001", "", bent<MaskRowsCompared>},
    FaultInfo{"E-TPRINT-001", "", bent<HalfRefused>},
    FaultInfo{"E-TPRINT-002", "", bent<GlobalRefused>},
    FaultInfo{"E-TPRINT-003", "", bent<ValidPartPrinted>},
    FaultInfo{"E-TRECIP-002", "", bent<IntegersReciprocated>},
    FaultInfo{"E-TRECIP-003", "", bent<NotChecked<"TRECIP", Machine::a2a3, "must be row-major">>},
    FaultInfo{"E-TRECIP-004", "", bent<NotChecked<"TRECIP", Machine::a5, "must be row-major">>},
    FaultInfo{"E-TRELU-001", "", bent<MinusZeroKept>},
    FaultInfo{"E-TREM-002", "", bent<RemainderDiesOfLowest>},
    FaultInfo{"E-TREM-003", "", bent<FlooredStepsOfA2a3>},
    FaultInfo{"E-TREM-004", "", bent<FlooredStepsOfA5>},
    FaultInfo{"E-TREM-005", "", bent<RemainderStopsAtColumn64>},
    FaultInfo{"E-TREM-006", "", bent<SignOfDividend>},
    FaultInfo{"E-TREM-007", "", bent<DividendsConsumed>},
    FaultInfo{"E-TREM-008", "", bent<NotChecked<"TREM", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TREM-009", "", bent<NotChecked<"TREM", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TREM-010", "", bent<MaskOverrun>},
    FaultInfo{"E-TREM-011", "", bent<SignOfDividendUponDivisor>},
    FaultInfo{"E-TREM-012", "", bent<LostUpon<"TREM", 1>>},
    FaultInfo{"E-TREMS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TREMS-002", "", bent<SignsOfOneMask>},
    FaultInfo{"E-TREMS-003", "", bent<HostDivides>},
    FaultInfo{"E-TREMS-004", "", bent<NotCompiled<"TREMS", have_another_scratch>>},
    FaultInfo{"E-TREMS-005", "",
              bent<NotChecked<"TREMS", Machine::a2a3, "tmp must have the element">>},
    FaultInfo{"E-TREMS-006", "", bent<LostUpon<"TREMS", 1>>},
    FaultInfo{"E-TROWARGMAX-001", "", bent<FirstNanStays<"TROWARGMAX", Machine::cpu>>},
    FaultInfo{"E-TROWARGMIN-001", "", bent<FirstNanStays<"TROWARGMIN", Machine::cpu>>},
    FaultInfo{"E-TROWEXPAND-001", "", bent<OneRegister<"TROWEXPAND">>},
    FaultInfo{"E-TROWEXPAND-002", "", bent<EmptyRowsRefused>},
    FaultInfo{"E-TROWEXPAND-003", "", bent<NotChecked<"TROWEXPAND", Machine::a2a3, "src must be">>},
    FaultInfo{"E-TROWEXPAND-004", "", bent<NotChecked<"TROWEXPAND", Machine::a5, "src must be">>},
    FaultInfo{"E-TROWEXPAND-005", "", bent<FixedColumnsRefused<"TROWEXPAND", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDADD-001", "", bent<BlocksPacked<"TROWEXPANDADD", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDADD-002", "", bent<BlocksPacked<"TROWEXPANDADD", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDADD-003", "", bent<FlatBesideWider<"TROWEXPANDADD">>},
    FaultInfo{"E-TROWEXPANDADD-004", "", bent<NotCompiled<"TROWEXPANDADD", is_byte, no_type>>},
    FaultInfo{"E-TROWEXPANDDIV-001", "", bent<BlocksPacked<"TROWEXPANDDIV", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDDIV-002", "", bent<BlocksPacked<"TROWEXPANDDIV", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDDIV-003", "", bent<FlatBesideWider<"TROWEXPANDDIV">>},
    FaultInfo{"E-TROWEXPANDDIV-004", "", bent<DiesOfDivisor<"TROWEXPANDDIV">>},
    FaultInfo{"E-TROWEXPANDDIV-005", "", bent<AssertsSpreadDivisor<"TROWEXPANDDIV">>},
    FaultInfo{"E-TROWEXPANDDIV-006", "", bent<NotCompiled<"TROWEXPANDDIV", is_byte, no_type>>},
    FaultInfo{"E-TROWEXPANDEXPDIF-001", "", bent<BlocksPacked<"TROWEXPANDEXPDIF", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDEXPDIF-002", "", bent<BlocksPacked<"TROWEXPANDEXPDIF", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDEXPDIF-003", "", bent<FlatBesideWider<"TROWEXPANDEXPDIF">>},
    FaultInfo{"E-TROWEXPANDEXPDIF-004", "", bent<DifferenceUnrounded<"TROWEXPANDEXPDIF", false>>},
    FaultInfo{"E-TROWEXPANDEXPDIF-005", "", bent<DifferenceUnrounded<"TROWEXPANDEXPDIF", true>>},
    FaultInfo{"E-TROWEXPANDMAX-001", "", bent<BlocksPacked<"TROWEXPANDMAX", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDMAX-002", "", bent<BlocksPacked<"TROWEXPANDMAX", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDMAX-003", "", bent<FlatBesideWider<"TROWEXPANDMAX">>},
    FaultInfo{"E-TROWEXPANDMAX-004", "", bent<FirstStaysLargest>},
    FaultInfo{"E-TROWEXPANDMAX-005", "", bent<NotCompiled<"TROWEXPANDMAX", is_byte, no_type>>},
    FaultInfo{"E-TROWEXPANDMIN-001", "", bent<BlocksPacked<"TROWEXPANDMIN", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDMIN-002", "", bent<BlocksPacked<"TROWEXPANDMIN", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDMIN-003", "", bent<FlatBesideWider<"TROWEXPANDMIN">>},
    FaultInfo{"E-TROWEXPANDMIN-004", "", bent<FirstStaysSmallest>},
    FaultInfo{"E-TROWEXPANDMIN-005", "", bent<NotCompiled<"TROWEXPANDMIN", is_byte, no_type>>},
    FaultInfo{"E-TROWEXPANDMUL-001", "", bent<BlocksPacked<"TROWEXPANDMUL", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDMUL-002", "", bent<BlocksPacked<"TROWEXPANDMUL", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDMUL-003", "", bent<FlatBesideWider<"TROWEXPANDMUL">>},
    FaultInfo{"E-TROWEXPANDMUL-004", "",
              bent<NotCompiled<"TROWEXPANDMUL", is_signed_byte, no_type>>},
    FaultInfo{"E-TROWEXPANDSUB-001", "", bent<BlocksPacked<"TROWEXPANDSUB", Machine::a2a3>>},
    FaultInfo{"E-TROWEXPANDSUB-002", "", bent<BlocksPacked<"TROWEXPANDSUB", Machine::a5>>},
    FaultInfo{"E-TROWEXPANDSUB-003", "", bent<FlatBesideWider<"TROWEXPANDSUB">>},
    FaultInfo{"E-TROWEXPANDSUB-004", "", bent<NotCompiled<"TROWEXPANDSUB", is_byte, no_type>>},
    FaultInfo{"E-TROWMAX-001", "", bent<ExtremeScanned<"TROWMAX">>},
    FaultInfo{"E-TROWMAX-002", "", bent<OneRegister<"TROWMAX">>},
    FaultInfo{"E-TROWMAX-003", "", bent<NotChecked<"TROWMAX", Machine::cpu, another_dst>>},
    FaultInfo{"E-TROWMIN-001", "", bent<ExtremeScanned<"TROWMIN">>},
    FaultInfo{"E-TROWMIN-002", "", bent<OneRegister<"TROWMIN">>},
    FaultInfo{"E-TROWMIN-003", "", bent<NotChecked<"TROWMIN", Machine::cpu, another_dst>>},
    FaultInfo{"E-TROWMIN-004", "", bent<Overrun<"TROWMIN">>},
    FaultInfo{"E-TROWPROD-001", "", bent<NotChecked<"TROWPROD", Machine::cpu, another_dst>>},
    FaultInfo{"E-TROWSUM-001", "", bent<OneRegister<"TROWSUM">>},
    FaultInfo{"E-TROWSUM-002", "", bent<NotCompiled<"TROWSUM", is_long_line, few_types>>},
    FaultInfo{"E-TROWSUM-003", "", bent<NotCompiled<"TROWSUM", have_other_rows, other_sizes>>},
    FaultInfo{"E-TRSQRT-002", "",
              bent<NotCompiled<"TRSQRT", have_fixed_and_open_extents, other_extents>>},
    FaultInfo{"E-TSEL-001", "", bent<MaskAsStream>},
    FaultInfo{"E-TSEL-002", "", bent<PitchInBytes>},
    FaultInfo{"E-TSEL-003", "", bent<HalfAStep>},
    FaultInfo{"E-TSEL-004", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TSEL-005", "", bent<ElementUnchecked>},
    FaultInfo{"E-TSELS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TSHL-001", "", bent<CarryWithSign>},
    FaultInfo{"E-TSHLS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TSHLS-002", "", bent<SquaresAlone>},
    FaultInfo{"E-TSHLS-003", "", bent<CarryKeepsSign>},
    FaultInfo{"E-TSHLS-004", "", bent<NotChecked<"TSHLS", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TSHLS-005", "", bent<NotChecked<"TSHLS", Machine::a5, "one element type for">>},
    FaultInfo{"E-TSHRS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TSHRS-002", "", bent<SquaresAlone>},
    FaultInfo{"E-TSHRS-003", "", bent<NotChecked<"TSHRS", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TSHRS-004", "", bent<NotChecked<"TSHRS", Machine::a5, "one element type for">>},
    FaultInfo{"E-TSQRT-001", "", bent<EstimatedRootOfA2a3>},
    FaultInfo{"E-TSQRT-002", "", bent<EstimatedRootOfA5>},
    FaultInfo{"E-TSQRT-003", "",
              bent<NotCompiled<"TSQRT", have_fixed_and_open_extents, other_extents>>},
    FaultInfo{"E-TSUB-001", "", bent<NotChecked<"TSUB", Machine::a2a3, "must be in Vec">>},
    FaultInfo{"E-TSUB-002", "", bent<NotChecked<"TSUB", Machine::a5, "must be in Vec">>},
    FaultInfo{"E-TSUBRELU-001", "", bent<NanCleared>},
    FaultInfo{"E-TSUBRELU-002", "", bent<ClampedDifferenceTakesAll>},
    FaultInfo{"E-TSUBRELUCONV-001", "", bent<DifferenceToInfinityOfA2a3>},
    FaultInfo{"E-TSUBRELUCONV-002", "", bent<DifferenceToInfinityOfA5>},
    FaultInfo{"E-TSUBS-001", "", bent<ColumnsOfOnePair>},
    FaultInfo{"E-TSUBS-002", "", bent<ScalarNegatedAsFloat>},
    FaultInfo{"E-TSUBS-003", "", bent<NotChecked<"TSUBS", Machine::a2a3, "dst must be in Vec">>},
    FaultInfo{"E-TSUBS-004", "", bent<NotChecked<"TSUBS", Machine::a5, "one element type for">>},
    FaultInfo{"E-TXOR-001", "", bent<NotChecked<"TXOR", Machine::a2a3, "has no bitwise logic">>},
    FaultInfo{"E-TXORS-001", "", bent<ShortExpansion>},
    FaultInfo{"E-TXORS-002", "", bent<NotCompiled<"TXORS", have_another_scratch>>},
};

/// All lists.
constexpr auto list = [] {
  constexpr std::size_t size = std::size(others) + general_checks.size() + moves.size() +
                               loads.size() + product_errata.size() + image_errata.size();
  std::array<FaultInfo, size> all{};
  auto end = std::ranges::copy(others, all.begin()).out;
  end = std::ranges::copy(general_checks, end).out;
  end = std::ranges::copy(moves, end).out;
  end = std::ranges::copy(loads, end).out;
  end = std::ranges::copy(product_errata, end).out;
  std::ranges::copy(image_errata, end);
  return all;
}();

const FaultInfo* erratum_numbered(std::string_view number) {
  const auto* found = std::ranges::find(list, number, &FaultInfo::name);
  return found == list.end() ? nullptr : found;
}

std::vector<Plant> plants_of_errata(std::string_view text, std::string& unknown) {
  std::vector<Plant> plants;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view number = text.substr(0, comma);
    const FaultInfo* one = erratum_numbered(number);
    if (number != "all" && one == nullptr) {
      unknown = number;
      return {};
    }
    for (const FaultInfo& each : list) {
      if (number == "all" || &each == one) plants.emplace_back().fault = &each;
    }
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return plants;
}

}  // namespace

std::span<const FaultInfo> errata() { return list; }

std::optional<std::string> unknown_erratum(std::string_view text) {
  std::string unknown;
  if (!plants_of_errata(text, unknown).empty()) return std::nullopt;
  return unknown;
}

std::unique_ptr<Simulator> make_erring(std::string_view text) {
  std::string unknown;
  std::vector<Plant> plants = plants_of_errata(text, unknown);
  if (plants.empty()) {
    throw std::invalid_argument(fmt::format("the simulator has no erratum '{}'", unknown));
  }
  return bent_simulator(std::move(plants), fmt::format("simulator:errata={}", text));
}

}  // namespace assay::simulator
