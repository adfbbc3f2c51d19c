// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "reference/ops/op_index.hpp"
#include "runners/sdk/call/device.hpp"
#include "runners/sdk/call/placement.hpp"
#include "runners/sdk/compile/compiler.hpp"
#include "runners/sdk/compile/diagnostics.hpp"
#include "runners/sdk/compile/index.hpp"
#include "runners/sdk/source/headers.hpp"
#include "runners/sdk/source/profile.hpp"
#include "runners/sdk/source/signature.hpp"
#include "runners/sdk/source/spelling.hpp"
#include "runners/sdk/source/unit.hpp"
#include "runners/support/embedded.hpp"
#include "runners/support/errors.hpp"

namespace assay::runners::sdk {
namespace {

/// dst and src of 16x64 floats in Vec; src has static valid sizes.
struct Sample {
  assay_operand operands[3] = {};
  assay_attribute attributes[1] = {{"RoundMode", "CAST_RINT"}};
  assay_call call{};

  Sample() {
    for (assay_operand& operand : operands) {
      operand.struct_size = sizeof operand;
      operand.kind = ASSAY_TILE;
      operand.element = ASSAY_F32;
      operand.fractal_size = 512;
      operand.rows = 16;
      operand.cols = 64;
      operand.valid_rows = 16;
      operand.valid_cols = 60;
      operand.byte_size = std::uint64_t{16} * 64 * 4;
    }
    operands[0].name = "dst";
    operands[0].flags = ASSAY_DYNAMIC_VALID_ROWS | ASSAY_DYNAMIC_VALID_COLS;
    operands[1].name = "src";
    operands[2].name = "scalar";
    operands[2].kind = ASSAY_SCALAR;
    call.struct_size = sizeof call;
    call.op = "TFOO";
    call.form = "plain";
    call.target = "cpu";
    call.operands = operands;
    call.operand_count = 3;
    call.attributes = attributes;
    call.attribute_count = 1;
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Signature, ForgetsWhatIsKnownAtLaunchAndNothingElse) {
  Sample sample;
  const std::string first = signature_of(sample.call);
  sample.operands[0].valid_rows = 3;
  sample.operands[2].scalar_bits = 7;
  EXPECT_EQ(signature_of(sample.call), first);
  sample.operands[1].valid_rows = 3;
  EXPECT_NE(signature_of(sample.call), first);
  Sample half;
  half.operands[2].element = ASSAY_F16;
  EXPECT_NE(signature_of(half.call), first);
  Sample up;
  up.attributes[0].value = "CAST_CEIL";
  EXPECT_NE(signature_of(up.call), first);
}

TEST(SignatureClass, IsFormAndElementTypesAlone) {
  Sample sample;
  const std::string first = signature_class_of(sample.call);
  sample.operands[0].rows = 32;
  sample.operands[1].pad = 1;
  sample.attributes[0].value = "CAST_CEIL";
  EXPECT_EQ(signature_class_of(sample.call), first);
  sample.operands[2].element = ASSAY_F16;
  EXPECT_NE(signature_class_of(sample.call), first);
  Sample other;
  other.call.form = "tmp";
  EXPECT_NE(signature_class_of(other.call), first);
}

TEST(Unit, BeginsWithTheDemandsOfItsElementTypes) {
  const Profile profile = load_profile("cpu-sim");
  Sample sample;
  sample.operands[1].element = ASSAY_BF16;
  std::string begin = "#line 1 \"signature_17\"\n";
  const std::vector<std::string> demands = demands_of(sample.call, profile);
  EXPECT_EQ(demands.size(), 2U);
  for (const std::string& demand : demands) begin += demand;
  EXPECT_TRUE(has(entry_of(sample.call, profile, 17), begin));
  EXPECT_TRUE(has(check_of(sample.call, profile, 17), begin));
}

TEST(Unit, SpellsACallAsThePublicHeadersDo) {
  const Profile profile = load_profile("cpu-sim");
  Sample sample;
  const std::string text = entry_of(sample.call, profile, 17);
  EXPECT_TRUE(has(text, "#line 1 \"signature_17\"\n"));
  EXPECT_TRUE(has(text,
                  "Tile<TileType::Vec, float, 16, 64, BLayout::RowMajor, -1, -1, "
                  "SLayout::NoneBox, 512, PadValue::Null, CompactMode::Null>"));
  EXPECT_TRUE(has(text, "float, 16, 64, BLayout::RowMajor, 16, 60, "));
  EXPECT_TRUE(has(text, "src_type src;"));
  EXPECT_TRUE(has(text, "float scalar = assay_scalar<float>(operands[2].bits);"));
  EXPECT_TRUE(has(text, "TASSIGN(src, operands[1].address);"));
  EXPECT_TRUE(has(text, "= {assay_sdk::memory_of(dst), assay_sdk::memory_of(src), nullptr};"));
  EXPECT_TRUE(has(text, "  TFOO(dst, src, scalar, RoundMode::CAST_RINT);\n"));
  EXPECT_FALSE(has(text, "@"));
}

TEST(Unit, BringsInBeforeTheCallAndBackAfterItWhatATileHoldsOrIsBoundTo) {
  Sample sample;
  const std::string text = entry_of(sample.call, load_profile("cpu-sim"), 17);
  const std::size_t in = text.find("if (!assay_sdk::bring_in(src, call, 1)) return;");
  const std::size_t back = text.find("assay_sdk::bring_back(dst, memory[0], operands[0]);");
  ASSERT_NE(in, std::string::npos);
  ASSERT_NE(back, std::string::npos);
  EXPECT_LT(in, text.find("TFOO("));
  EXPECT_LT(text.find("TFOO("), back);
}

TEST(Statement, NamesATileInBothRoles) {
  assay_operand tile{};
  tile.kind = ASSAY_TILE;
  tile.name = "dst";
  const assay_attribute both{"src", "dst"};
  assay_call call{};
  call.op = "TFOO";
  call.operands = &tile;
  call.operand_count = 1;
  call.attributes = &both;
  call.attribute_count = 1;
  EXPECT_EQ(statement_of(call), "TFOO(dst, dst);");
}

std::string precise_statement(const char* op) {
  const assay_attribute precise{"PrecisionType", "HIGH_PRECISION"};
  assay_call call{};
  call.op = op;
  call.attributes = &precise;
  call.attribute_count = 1;
  return statement_of(call);
}

TEST(Statement, TakesThePrecisionFromTheEnumerationOfTheOp) {
  EXPECT_EQ(precise_statement("TFMODS"), "TFMODS<FmodSAlgorithm::HIGH_PRECISION>();");
  EXPECT_EQ(precise_statement("TFMOD"), "TFMOD<FmodAlgorithm::HIGH_PRECISION>();");
  EXPECT_EQ(precise_statement("TPOWS"), "TPOWS<PowAlgorithm::HIGH_PRECISION>();");
  EXPECT_EQ(precise_statement("TSQRT"), "TSQRT<SqrtAlgorithm::HIGH_PRECISION>();");
  EXPECT_EQ(precise_statement("TCOLEXPANDDIV"), "TCOLEXPANDDIV<DivAlgorithm::HIGH_PRECISION>();");
}

TEST(Statement, FindsTheEnumerationOnEveryPageThatHasPrecisions) {
  for (const OpSpec& page : all_ops()) {
    bool has_precisions = false;
    for (const Form& form : page.forms) {
      for (const Attribute& one : form.attributes) {
        has_precisions = has_precisions || one.name == "PrecisionType";
      }
    }
    EXPECT_EQ(page.precision.ends_with("Algorithm"), has_precisions) << page.mnemonic;
  }
}

TEST(Unit, ChecksAnOperationOnOperandsThatNobodyMakes) {
  Sample sample;
  const std::string text = check_of(sample.call, load_profile("cpu-sim"), 17);
  EXPECT_TRUE(has(text, "#line 1 \"signature_17\"\n"));
  EXPECT_TRUE(has(text, "PadValue::Null, CompactMode::Null>& dst, Tile<"));
  EXPECT_TRUE(has(text, ", float scalar) { TFOO(dst, src, scalar, RoundMode::CAST_RINT); }\n"));
  EXPECT_FALSE(has(text, "TASSIGN"));
  EXPECT_FALSE(has(text, "@"));
  EXPECT_EQ(check_of(sample.call, load_profile("device"), 17), "");
}

TEST(Unit, LaunchesAKernelForADevice) {
  const Profile profile = load_profile("device");
  Sample sample;
  const std::string text = entry_of(sample.call, profile, 4);
  EXPECT_TRUE(
      has(text, "assay_entry_4_kernel<<<1, nullptr, launch.stream()>>>(launch.operands());"));
  EXPECT_TRUE(has(text, "assay_sdk::bring_in<decltype(src)>(operands[1]);"));
  EXPECT_TRUE(has(text, "(operands[0], reinterpret_cast<uint64_t>(dst.data()));"));
  const std::size_t load = text.find("bring_in<decltype(dst)>");
  const std::size_t operation = text.find("TFOO(");
  const std::size_t store = text.find("bring_out<decltype(dst)>");
  ASSERT_NE(store, std::string::npos);
  EXPECT_LT(load, operation);
  EXPECT_LT(operation, store);
  for (const std::string& part :
       {text.substr(load, operation - load), text.substr(operation, store - operation)}) {
    EXPECT_TRUE(has(part, "pipe_barrier(PIPE_ALL);"));
  }
  const std::string prelude = prelude_of(profile);
  for (const char* call : {"aclrtMalloc", "aclrtMemcpy", "aclrtSynchronizeStream", "aclrtFree"}) {
    EXPECT_TRUE(has(prelude, call)) << call;
  }
  EXPECT_FALSE(has(text + prelude, "@"));
}

TEST(Diagnostics, BlameTheEntryThatClangNamesInANote) {
  const auto found = diagnoses_of(
      "In file included from t.cpp:7:\n"
      "a.hpp:24:9: error: static assertion failed due to requirement 'x > 1': Fix: no int64\n"
      "b.hpp:5:5: note: in instantiation of function template specialization 'F<int>'\n"
      "signature_7:3:2: note: in instantiation of function template specialization 'G<int>'\n"
      "signature_9:2:2: error: use of undeclared identifier 'TFOO'\n"
      "signature_3:2:2: error: no matching function for call to 'TFOO'\n"
      "a.hpp:554:22: note: candidate template ignored: deduced conflicting types for 'T'\n"
      "signature_6:2:2: error: no matching function for call to 'TFOO'\n"
      "a.hpp:5:1: note: candidate function template not viable: requires at least 5 arguments, but "
      "2 were provided\n"
      "signature_8:1:15: error: static assertion failed due to requirement '2 == 4': assay: alias\n"
      "c.hpp:1:1: error: invalid operands to binary expression\n"
      "signature_2:2:14: note: requested here\n");
  using Kind = Diagnosis::Kind;
  EXPECT_EQ(found.at(7).kind, Kind::asserted);
  EXPECT_EQ(found.at(7).message, "static assertion failed: Fix: no int64");
  EXPECT_EQ(found.at(9).kind, Kind::missing);
  EXPECT_EQ(found.at(3).kind, Kind::asserted);
  EXPECT_EQ(found.at(6).kind, Kind::missing);
  EXPECT_EQ(found.at(8).kind, Kind::missing);
  EXPECT_EQ(found.at(2).kind, Kind::other);
  EXPECT_EQ(found.size(), 6U);
}

TEST(Diagnostics, BlameTheEntryThatGccNamesBeforeTheError) {
  const auto found = diagnoses_of(
      "a.hpp: In instantiation of 'struct Tile<7>':\n"
      "signature_2:1:121:   required from here\n"
      "a.hpp:1526:67: error: static assertion failed: whole rows\n"
      "a.hpp:1526:67: note: 'false' evaluates to false\n"
      "lonely.hpp:1:1: error: missing brace\n"
      "signature_4: In function 'void d()':\n"
      "signature_4:2:2: error: 'TFOO' was not declared in this scope\n");
  EXPECT_EQ(found.at(2).message, "static assertion failed: whole rows");
  EXPECT_EQ(found.at(4).kind, Diagnosis::Kind::missing);
  EXPECT_EQ(found.at(-1).message, "missing brace");
}

TEST(Diagnostics, NameTheSymbolThatALinkerMisses) {
  const Diagnosis missing = diagnosis_of_link(
      "/usr/bin/ld: unit.o: in function `f':\nunit.cpp:(.text+0x5): undefined reference to `g()'\n"
      "collect2: error: ld returned 1 exit status\n");
  EXPECT_EQ(missing.kind, Diagnosis::Kind::unlinked);
  EXPECT_EQ(missing.message, "undefined reference to `g()'");
  EXPECT_EQ(diagnosis_of_link("a.cpp:1: error: no\n").kind, Diagnosis::Kind::other);
}

TEST(Headers, AreTheFilesOfARuleButThoseOfTheProgram) {
  const Headers headers = headers_of_rule(
      "headers: /own/prelude.hpp /b/with\\ space.hpp \\\n  /a/x.hpp /own/entry.hpp /a/$$.hpp "
      "/a/x.hpp\n",
      "/own");
  const std::vector<std::filesystem::path> wanted{"/a/$.hpp", "/a/x.hpp", "/b/with space.hpp"};
  EXPECT_EQ(headers.files, wanted);
}

TEST(Compiler, TellsItsOwnTroubleFromThatOfASource) {
  EXPECT_TRUE(
      is_about_files("fatal error: file 'x' has been modified since the precompiled header "
                     "'p.pch' was built\n"));
  EXPECT_TRUE(is_about_files("a.hpp:3:10: fatal error: 'b.hpp' file not found\n"));
  EXPECT_FALSE(is_about_files("a.hpp:3: error: static assertion failed: no such type\n"));
  EXPECT_FALSE(is_about_files("a.hpp:3: note: 'b.hpp' file not found\n"));
}

TEST(Index, ComesBackAsItWasWritten) {
  const std::filesystem::path file = testing::TempDir() + "/assay-sdk-index";
  Index index{
      "sdk x", "g++ 12", "a5", false, {{"Vec", 5}}, {{"NAME", "value"}}, {{"/a.hpp", "digest"}},
      {}};
  index.signatures["TFOO/plain/a5 dst=?"] = {Built::Kind::entry, "unit_0.so", "assay_entry_3",
                                             "ab"};
  index.signatures["TFOO/tmp/a5"] = {Built::Kind::broken, "why, not", "", ""};
  index.signatures["TFOO/tmp/cpu"] = {Built::Kind::lost, "killed", "", ""};
  write_index(index, file);
  EXPECT_EQ(read_index(file), index);
  std::ofstream(file, std::ios::app) << "entry\tonly\n";
  EXPECT_THROW(read_index(file), std::runtime_error);
  std::filesystem::remove(file);
  EXPECT_THROW(read_index(file), std::runtime_error);
}

TEST(Index, IsKnownToBeCutWhereverItWasCut) {
  const std::filesystem::path file = testing::TempDir() + "/assay-sdk-index-cut";
  Index index{"sdk x", "g++ 12", "a5", false, {{"Vec", 5}}, {}, {}, {}};
  index.signatures["TFOO/plain/a5"] = {Built::Kind::entry, "unit_0.so", "assay_entry_3", "ab"};
  write_index(index, file);
  for (auto size = std::filesystem::file_size(file); size > 0;) {
    std::filesystem::resize_file(file, --size);
    EXPECT_THROW(read_index(file), std::runtime_error) << size;
  }
  std::filesystem::remove(file);
}

TEST(Device, ReadsAnIndexAgainThatIsAsOldAsTheOneItKnows) {
  const std::filesystem::path file = testing::TempDir() + "/assay-sdk-index-again";
  Sample sample;
  Index index{"sdk x", "g++ 12", "cpu", true, {{"Vec", 1 << 20}}, {}, {}, {}};
  write_index(index, file);
  const auto written = std::filesystem::last_write_time(file);
  const auto device = load_device(file).backend;
  EXPECT_EQ(device->execute(device->state, &sample.call), ASSAY_UNSUPPORTED);
  index.signatures[signature_of(sample.call)] = {Built::Kind::refused, "no floats", "", ""};
  write_index(index, file);
  std::filesystem::last_write_time(file, written);  // two are written within a tick of the clock
  EXPECT_EQ(device->execute(device->state, &sample.call), ASSAY_REJECTED);
  EXPECT_STREQ(device->last_message(device->state), "no floats");
  std::filesystem::remove(file);
}

TEST(Placement, KeepsTilesApartAndWithinTheirBuffer) {
  Sample sample;
  Index index;
  index.capacity = {{"Vec", 1 << 16}};
  const Placement placement = place(sample.call, index.capacity);
  EXPECT_EQ(placement.overflow, "");
  EXPECT_EQ(placement.addresses[0] % 512, 0U);
  EXPECT_GE(placement.addresses[0], 512U);
  EXPECT_GE(placement.addresses[1], placement.addresses[0] + sample.operands[0].byte_size + 1024);
  EXPECT_EQ(placement.addresses[2], 0U);
  EXPECT_GE(placement.gaps[1], 4096U);
  index.capacity = {{"Vec", placement.addresses[1] + sample.operands[1].byte_size + 512}};
  EXPECT_EQ(place(sample.call, index.capacity).overflow, "");
  EXPECT_EQ(place(sample.call, index.capacity).gaps[1], 0U);
  index.capacity = {{"Vec", 8192}};
  EXPECT_TRUE(has(place(sample.call, index.capacity).overflow, "of Vec, which has 8192"));
}

TEST(Placement, HasStorageAtAddressZeroAndNotAmongTheArguments) {
  Sample sample;
  sample.operands[1].name = "storage";
  sample.operands[1].role = ASSAY_IN_OUT;
  EXPECT_TRUE(has(statement_of(sample.call), "TFOO(dst, scalar, RoundMode"));
  const std::string text = entry_of(sample.call, load_profile("cpu-sim"), 17);
  EXPECT_TRUE(has(text, "  assay_sdk::write_through(dst, operands[0]);\n"));
  const Placement placement = place(sample.call, {});
  EXPECT_EQ(placement.addresses[1], 0U);
  EXPECT_GE(placement.addresses[0], sample.operands[1].byte_size + 1024);
}

TEST(Profile, SaysWhereItIsWrong) {
  const std::string good(embedded_file("runners/sdk/profiles/cpu-sim.toml"));
  EXPECT_EQ(parse_profile(good, "x.toml").target, "cpu");
  const auto sentence = [](const std::string& text) -> std::string {
    try {
      parse_profile(text, "x.toml");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(has(sentence("target = \"cpu\"\nflagz = 1\n"), "x.toml:2: unknown key 'flagz'"));
  EXPECT_TRUE(has(sentence("target = \"b1\"\n"), "'target' must be a2a3, a5 or cpu"));
  EXPECT_TRUE(has(sentence("target = \"cpu\"\n"), "'entry' in [unit] has no"));
  EXPECT_TRUE(has(sentence(good + "\n[elements]\nf17 = \"x\"\n"), "no element type 'f17'"));
  const auto instead = [&](const std::string& mark, const std::string& other) {
    std::string text = good;
    return sentence(text.replace(text.find(mark), mark.size(), other));
  };
  EXPECT_TRUE(
      has(instead("@address@", "@adress@"),
          "'bind' in [unit] has @adress@, for which nothing is filled in; known are @name@, "
          "@index@, @address@"));
  EXPECT_TRUE(has(instead("@load@", "@loads@"), "'entry' in [unit] has @loads@"));
  EXPECT_EQ(instead("@load@", "me@x.org @load@"), "");
  EXPECT_NO_THROW(load_profile("device"));
}

}  // namespace
}  // namespace assay::runners::sdk
