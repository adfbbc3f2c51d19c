// SPDX-License-Identifier: Apache-2.0
// Every erratum is known by its number where it is in effect, and a failure where it is not.
#include "reference/ops/errata_samples_test.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ostream>
#include <string_view>

namespace assay::ops {

std::string op_of_number(const std::string& number) {
  return number.substr(2, number.rfind('-') - 2);
}

Call sample_call(const std::string& number, const char* form, Target target,
                 std::vector<OperandValue> operands, std::vector<int> attributes) {
  const Form& page = form_of(op_of_number(number), form);
  attributes.resize(page.attributes.size());
  return {&page, target, std::move(operands), std::move(attributes)};
}

namespace {

/// As the profile has it, as far as samples need it.
Tolerance tolerance(const ToleranceKey& key) {
  if (key.accuracy.ends_with(".estimate")) {
    if (key.accuracy.starts_with("square_root")) return {Tolerance::Kind::ulp, 2, {}};
    return {Tolerance::Kind::relative, key.target == Target::a5 ? 5e-4 : 1e-4, {}};
  }
  return {Tolerance::Kind::correctly_rounded, 0, {}};
}

std::int64_t size_of(const OperandValue& value) {
  if (const auto* tile = std::get_if<TileSpec>(&value)) return tile->type.elements();
  if (const auto* global = std::get_if<GlobalSpec>(&value)) return global->allocation();
  return 1;
}

/// Zeros or a copy would do as well where just those are promised.
bool passes(const Verdict& verdict) {
  return verdict.kind == VerdictKind::conforms || verdict.kind == VerdictKind::distrusted;
}

}  // namespace

Sample::Sample(std::string number, Call call) : number_(std::move(number)) {
  constexpr std::uint64_t untouched = 0x55;
  case_.call = std::move(call);
  for (std::size_t i = 0; i < case_.call.operands.size(); ++i) {
    const OperandValue& value = case_.call.operands[i];
    const auto* scalar = std::get_if<ScalarSpec>(&value);
    const Role role = case_.form().operands[i].role;
    const bool is_output = role == Role::output || role == Role::in_out;
    before_.push_back(filled(element_of(value), size_of(value),
                             scalar != nullptr ? scalar->bits
                             : is_output       ? untouched
                                               : 0));
    if (is_output && shown_in_.empty()) shown_in_ = case_.form().operands[i].name;
  }
}

ElementArray& Sample::before(const std::string& operand) {
  return before_.at(case_.form().index_of(operand));
}

Sample& Sample::holds(const std::string& operand, std::uint64_t bits) {
  ElementArray& array = before(operand);
  array = filled(array.type(), array.size(), bits);
  return *this;
}
Sample& Sample::holds_row(const std::string& operand, const Bits& from_first) {
  holds(operand, std::uint64_t{0});
  for (std::int64_t i = 0; i < std::ssize(from_first); ++i) {
    holds_at(operand, i, from_first[static_cast<std::size_t>(i)]);
  }
  return *this;
}
Sample& Sample::holds_at(const std::string& operand, std::int64_t index, std::uint64_t bits) {
  before(operand).set(index, bits);
  return *this;
}
Sample& Sample::holds_outside(const std::string& operand, std::uint64_t bits) {
  outside_[operand] = bits;
  return *this;
}

Sample& Sample::on(Target target) {
  case_.call.target = target;
  return *this;
}
Sample& Sample::where(const std::string& operand, const std::function<void(TileSpec&)>& change) {
  TileSpec& spec = case_.call.tile(operand);
  change(spec);
  ElementArray& array = before(operand);
  if (array.size() != spec.type.elements() || array.type() != spec.type.element) {
    array = filled(spec.type.element, spec.type.elements(), array[0]);
  }
  return *this;
}
Sample& Sample::with(std::vector<int> attributes) {
  case_.call.attributes = std::move(attributes);
  return *this;
}
Sample& Sample::breaks(std::string constraint) {
  case_.intent = {Intent::Kind::outside, std::move(constraint)};
  return *this;
}

Sample& Sample::gives(std::int64_t index, std::uint64_t promised, std::uint64_t erroneous) {
  promised_[index] = promised;
  return gives(index, erroneous);
}
Sample& Sample::gives(std::int64_t index, std::uint64_t erroneous) {
  erroneous_[index] = erroneous;
  return *this;
}
Sample& Sample::takes(std::int64_t index, const std::string& operand, std::int64_t place) {
  taken_[index] = {case_.form().index_of(operand), place};
  return *this;
}
Sample& Sample::gives_row(const Bits& promised, const Bits& erroneous) {
  for (std::int64_t i = 0; i < std::ssize(promised); ++i) {
    promised_[i] = promised[static_cast<std::size_t>(i)];
  }
  for (std::int64_t i = 0; i < std::ssize(erroneous); ++i) {
    erroneous_[i] = erroneous[static_cast<std::size_t>(i)];
  }
  return *this;
}
Sample& Sample::gives_all(std::uint64_t promised, std::uint64_t erroneous, std::int64_t from) {
  gives_all(erroneous);
  for (const auto& [index, bits] : erroneous_) promised_[index] = promised;
  std::erase_if(erroneous_, [&](const auto& one) { return one.first < from; });
  return *this;
}
Sample& Sample::gives_all(std::uint64_t erroneous) {
  const TileSpec& spec = case_.call.tile(shown_in_);
  for (std::int64_t i = 0; i < spec.type.elements(); ++i) {
    if (spec.is_valid(i / spec.cols(), i % spec.cols())) gives(i, erroneous);
  }
  return *this;
}
Sample& Sample::in(std::string operand) {
  shown_in_ = std::move(operand);
  return *this;
}
Sample& Sample::is_unsettled() {
  settled_ = false;
  return *this;
}
Sample& Sample::prints(std::string promised, std::string erroneous) {
  promised_text_ = std::move(promised);
  erroneous_text_ = std::move(erroneous);
  return *this;
}
Sample& Sample::is_refused(std::string says) {
  outcome_ = {Outcome::Status::rejected, std::move(says)};
  return *this;
}
Sample& Sample::crashes() {
  outcome_ = {Outcome::Status::crashed, {}};
  return *this;
}
Sample& Sample::overruns(const std::string& operand, std::int64_t first_byte, std::int64_t bytes) {
  damage_ = {{.operand = operand, .first_byte = first_byte, .bytes = bytes}};
  return *this;
}
Sample& Sample::is_another() {
  known_ = false;
  return *this;
}
Sample& Sample::is_unknown() {
  unknown_ = true;
  return is_another();
}

const Erratum& Sample::erratum() const {
  const std::vector<Erratum>& all = find_op(op_of_number(number_))->errata;
  const auto found = std::ranges::find(all, number_, &Erratum::number);
  if (found == all.end()) throw std::out_of_range("no erratum " + number_);
  return *found;
}

// ---- executions ----

void Sample::fill_results(Trial& trial, bool erring) const {
  const ToleranceLookup lookup = of_first_readings(tolerance);
  for (const Result& promised : case_.form().results) {
    if (promised.operand == "text") continue;
    const Result* result = &promised;
    for (const Result& own : erratum().results) {
      if (erring && own.operand == promised.operand) result = &own;
    }
    const Expected made = expect(case_.call, *result, trial.before, lookup);
    const ExpectedTile& expected = std::get<ExpectedTile>(made);
    ElementArray& after = trial.after[case_.form().index_of(promised.operand)];
    for (std::int64_t i = 0; i < after.size(); ++i) {
      const Accept accept = accept_at(expected, i);
      if (accept != Accept::preserved && accept != Accept::unspecified) {
        after.set(i, expected.value[i]);
      }
    }
  }
}

Trial Sample::trial(bool erring, bool other_poison) const {
  Trial made;
  made.before = before_;
  for (const auto& [operand, bits] : outside_) {
    const TileSpec& spec = case_.call.tile(operand);
    ElementArray& array = made.before[case_.form().index_of(operand)];
    for (std::int64_t i = 0; i < array.size(); ++i) {
      if (!spec.is_valid(i / spec.cols(), i % spec.cols())) array.set(i, bits + other_poison);
    }
  }
  made.after = made.before;
  const bool executed = !erring || outcome_.status == Outcome::Status::done;
  if (executed && case_.intent.legal()) fill_results(made, erring);
  if (executed && !shown_in_.empty()) {
    ElementArray& after = made.after[case_.form().index_of(shown_in_)];
    for (const auto& [index, bits] : promised_) after.set(index, bits);
    if (erring) {
      for (const auto& [index, bits] : erroneous_) after.set(index, bits);
      for (const auto& [index, from] : taken_) {
        after.set(index, made.before[from.first][from.second]);
      }
    }
  }
  if (executed) made.text = erring ? erroneous_text_ : promised_text_;
  if (erring) {
    made.outcome = outcome_;
    made.damage = damage_;
  }
  return made;
}

std::vector<Trial> Sample::trials(bool erring) const {
  std::vector<Trial> made(outside_.empty() && settled_ ? 1 : 3, trial(erring, false));
  if (!outside_.empty()) made[other_poison_trial] = trial(erring, true);
  if (erring && !settled_) made[repeat_trial].after[0].set(0, made[0].after[0][0] + 1);
  return made;
}

Verdict Sample::judged(const std::vector<Trial>& trials, const std::string& errata) const {
  return judge(case_, trials, Standard{of_first_readings(tolerance), errata_choice_of(errata)});
}

// ---- what is expected ----

/// The verdict where no erratum explains it.
VerdictKind Sample::without() const {
  if (outcome_.status == Outcome::Status::crashed) return VerdictKind::crashed;
  if (outcome_.status == Outcome::Status::rejected) return VerdictKind::rejected_valid;
  return case_.intent.legal() || !damage_.empty() ? VerdictKind::deviates
                                                  : VerdictKind::accepted_invalid;
}

/// What is promised passes, whether the erratum is in effect or not, and exercises it.
void Sample::expect_promise() const {
  const std::vector<Trial> kept = trials(false);
  const Verdict plain = judged(kept, "none"), got = judged(kept, number_);
  EXPECT_TRUE(passes(plain)) << plain.reason;
  EXPECT_TRUE(passes(got)) << got.reason;
  if (!promised_text_.empty()) return;
  ASSERT_EQ(got.errata.size(), 1U);
  EXPECT_EQ(got.errata[0].number, number_);
  EXPECT_GT(got.errata[0].exercised, 0);
  EXPECT_EQ(got.errata[0].shown, 0);
}

/// Neither another wrong element nor a part of the erratum is explained, where it gives bits and
/// not a range of them.
void Sample::expect_no_mixture() const {
  std::vector<Trial> erring = trials(true);
  const std::size_t place = case_.form().index_of(shown_in_);
  const ElementArray kept = trial(false, false).after[place], made = erring[0].after[place];
  std::vector<std::int64_t> wrong;
  for (std::int64_t i = 0; i < made.size(); ++i) {
    if (made[i] != kept[i]) wrong.push_back(i);
  }
  ASSERT_FALSE(wrong.empty());
  const std::int64_t first = wrong[0];
  if (!gives_bits(first)) return;
  const auto kind_with = [&](std::uint64_t bits) {
    for (Trial& one : erring) one.after[place].set(first, bits);
    return judged(erring, number_).kind;
  };
  const std::uint64_t other = made[first] ^ 1U;
  EXPECT_EQ(kind_with(other == kept[first] ? made[first] ^ 2U : other), VerdictKind::deviates)
      << "another element";
  if (wrong.size() > 1) {
    EXPECT_EQ(kind_with(kept[first]), VerdictKind::deviates) << "one element less";
  }
}

/// Whether page and erratum have just one pattern for an element.
bool Sample::gives_bits(std::int64_t index) const {
  const auto has_one = [&](const Result& result) {
    if (result.operand != shown_in_) return true;
    const Expected made = expect(case_.call, result, before_, of_first_readings(tolerance));
    const Accept accept = accept_at(std::get<ExpectedTile>(made), index);
    return accept == Accept::exact || accept == Accept::preserved;
  };
  return std::ranges::all_of(case_.form().results, has_one) &&
         std::ranges::all_of(erratum().results, has_one);
}

void Sample::expect_all() const {
  const Verdict none = verdict("none"), one = verdict(number_), all = verdict("all");
  EXPECT_EQ(none.kind, without()) << none.reason;
  if (!known_) {
    EXPECT_EQ(one.kind, without()) << one.reason;
    if (unknown_) {
      EXPECT_EQ(all.kind, without()) << all.reason;
    }
    return;
  }
  EXPECT_EQ(one.kind, VerdictKind::known_deviation) << one.reason;
  EXPECT_NE(one.reason.find(number_), std::string::npos) << one.reason;
  EXPECT_EQ(all.kind, VerdictKind::known_deviation) << all.reason;
  if (erratum().effect != ErratumEffect::result || !case_.intent.legal()) return;
  expect_promise();
  if (promised_text_.empty()) expect_no_mixture();
}

Call row_of_sample(const std::string& number, const char* form, Target target, ElementType element,
                   ElementType result) {
  constexpr std::int64_t columns = 128;
  Call call = sample_call(number, form, target, {});
  for (const Operand& operand : call.form->operands) {
    if (operand.kind == OperandKind::scalar) {
      call.operands.emplace_back(ScalarSpec{});
    } else {
      const ElementType type = call.operands.empty() ? result : element;
      call.operands.emplace_back(tile(type, 1, columns, 1, columns));
    }
  }
  return call;
}

Sample sample_row(const std::string& number, const char* form, Target target, ElementType element,
                  ElementType result, const Bits& in, std::uint64_t promised,
                  std::uint64_t erroneous, std::int64_t from) {
  Call call = row_of_sample(number, form, target, element, result);
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    if (auto* scalar = std::get_if<ScalarSpec>(&call.operands[i])) scalar->bits = in.at(i - 1);
  }
  Sample made(number, call);
  for (std::size_t i = 1; i < call.operands.size(); ++i) {
    made.holds(call.form->operands[i].name, in.at(i - 1));
  }
  return made.gives_all(promised, erroneous, from);
}

std::vector<SamplesOf::List>& SamplesOf::all() {
  static std::vector<List> lists;
  return lists;
}

namespace {

const Samples& all_samples() {
  static const Samples all = [] {
    Samples made;
    for (const SamplesOf::List& list : SamplesOf::all()) {
      try {
        std::ranges::move(list(), std::back_inserter(made));
      } catch (const std::exception& error) {
        ADD_FAILURE() << "a list of samples: " << error.what();
      }
    }
    return made;
  }();
  return all;
}

// ---- missing checks ----

/// "src*.element" is about every source.
bool is_about(std::string_view known, std::string_view name) {
  const std::size_t star = known.find('*');
  if (star == std::string_view::npos) return known == name;
  return name.starts_with(known.substr(0, star)) && name.ends_with(known.substr(star + 1));
}

/// One row of `type` in each tile, and zeros.
Call row_of_zeros(const Form& form, Target target, ElementType type) {
  constexpr std::int64_t columns = 64;
  Call call{&form, target, {}, std::vector<int>(form.attributes.size(), 0)};
  for (const Operand& operand : form.operands) {
    if (operand.kind == OperandKind::tile) {
      call.operands.emplace_back(tile(type, 1, columns, 1, columns));
    } else if (operand.kind == OperandKind::global) {
      call.operands.emplace_back(GlobalSpec{.element = type});
    } else {
      call.operands.emplace_back(ScalarSpec{});
    }
  }
  return call;
}

/// Of an erratum about constraints that are not checked: a call for each of them, and for each
/// other one that the page has; the memory after a result of 4-bit elements is written too.
Samples breaches(const Erratum& erratum, const Form& form, Target target, ElementType type) {
  Samples made;
  const Call call = row_of_zeros(form, target, type);
  if (!erratum.concerns(call)) return made;
  const std::string& result = form.results.front().operand;
  for (const Constraint& one : form.constraints) {
    const bool meant = is_about(erratum.constraint, one.name);
    const bool promised = one.breakable() && one.enforced.contains(target);
    if (!one.applies(call) || (erratum.effect == ErratumEffect::acceptance ? !promised : !meant)) {
      continue;
    }
    Sample& sample = made.emplace_back(Sample(erratum.number, call).breaks(one.name));
    if (erratum.effect == ErratumEffect::anything) sample.overruns(result, 4096, 32);
    if (!meant) sample.is_another();
  }
  return made;
}

/// The samples that follow from an erratum itself.
Samples derived(const OpSpec& page, const Erratum& erratum) {
  Samples made;
  if (erratum.constraint.empty()) return made;
  for (const Form& form : page.forms) {
    for (const Target target : all_targets) {
      if (!form.targets.contains(target)) continue;
      for (const ElementFormat& format : element_formats) {
        if (format.type == ElementType::f64) continue;
        const Samples more = breaches(erratum, form, target, format.type);
        std::ranges::copy(more, std::back_inserter(made));
        if (std::ranges::any_of(more, &Sample::known)) break;
      }
    }
  }
  return made;
}

// ---- the test ----

struct Tried {
  const OpSpec* page;
  const Erratum* erratum;
};

void PrintTo(const Tried& tried, std::ostream* out) { *out << tried.erratum->number; }

std::vector<Tried> all_errata() {
  std::vector<Tried> all;
  for (const OpSpec& page : all_ops()) {
    for (const Erratum& erratum : page.errata) all.push_back({&page, &erratum});
  }
  return all;
}

std::string name_of_test(const testing::TestParamInfo<Tried>& info) {
  std::string name = info.param.erratum->number;
  std::ranges::replace(name, '-', '_');
  return name;
}

class KnownErrata : public testing::TestWithParam<Tried> {};

TEST_P(KnownErrata, AreKnownInEffectAndFailOtherwise) {
  const Erratum& erratum = *GetParam().erratum;
  Samples tried = derived(*GetParam().page, erratum);
  const std::size_t follow = tried.size();
  std::ranges::copy_if(all_samples(), std::back_inserter(tried),
                       [&](const Sample& one) { return one.number() == erratum.number; });
  EXPECT_TRUE(std::ranges::any_of(tried, &Sample::known)) << erratum.number << " has no sample";
  RecordProperty("samples", static_cast<int>(tried.size()));
  RecordProperty("by_hand", static_cast<int>(tried.size() - follow));
  for (std::size_t i = 0; i < tried.size(); ++i) {
    SCOPED_TRACE(erratum.number + ", sample " + std::to_string(i));
    tried[i].expect_all();
  }
}

INSTANTIATE_TEST_SUITE_P(Errata, KnownErrata, testing::ValuesIn(all_errata()), name_of_test);

TEST(ErrataSamples, AreOfErrataThatPagesList) {
  for (const Sample& one : all_samples()) EXPECT_NO_THROW(one.erratum()) << one.number();
}

}  // namespace
}  // namespace assay::ops
