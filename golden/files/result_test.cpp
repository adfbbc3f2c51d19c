// SPDX-License-Identifier: Apache-2.0
#include "golden/format/stored.hpp"
#include "golden/golden.hpp"
#include "golden/test/sample_cases.hpp"
#include "golden/test/test_folder.hpp"

namespace assay::golden {
namespace {

Verdict deviating() {
  Verdict out;
  out.kind = VerdictKind::deviates;
  out.deviation = Deviation::stray_read;
  out.reason = "lane 3 was read";
  out.compared = 512;
  out.wrong = 4;
  out.target_defined = 3;
  out.alternative = 2;
  out.max_ulp = 1.5;
  out.worst = WorstElement{"dst", 2, 31, Accept::interval, 0x3C00, 0xFFFF'FFFF'FFFF'FFFFULL, {}};
  return out;
}

// Every third case is refused, every other deviates.
std::filesystem::path write_results(const std::filesystem::path& path) {
  ResultWriter writer(path, sample_provenance(), "simulator:fault=none");
  int count = 0;
  for (const GoldenCase& golden : sample_cases()) {
    Trial trial = sample_trial(golden);
    if (count % 3 == 2) trial.outcome = {Outcome::Status::rejected, "tile too tall"};
    writer.add(golden.test, trial,
               record_of(golden.test, count % 2 == 1 ? deviating() : Verdict{}));
    ++count;
  }
  writer.finish();
  return path;
}

TEST(ResultFile, GivesBackOutcomesAndVerdicts) {
  const TestFolder folder;
  const ResultReader reader(write_results(folder / "r.h5"));
  const std::vector<GoldenCase> cases = sample_cases();
  ASSERT_EQ(reader.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const ResultCase got = reader.read(i);
    const CaseRecord wanted = record_of(cases[i].test, Verdict{});
    EXPECT_EQ(got.name, cases[i].test.name);
    EXPECT_EQ(got.record.dtypes, wanted.dtypes);
    EXPECT_EQ(got.record.intent, wanted.intent);
    EXPECT_EQ(got.record.key, wanted.key);
    EXPECT_EQ(got.record.backend, "simulator:fault=none");
    EXPECT_EQ(got.outcome.status, i % 3 == 2 ? Outcome::Status::rejected : Outcome::Status::done);
    EXPECT_EQ(got.outcome.message, i % 3 == 2 ? "tile too tall" : "");
    EXPECT_EQ(got.record.verdict.kind, i % 2 == 1 ? VerdictKind::deviates : VerdictKind::conforms);
    EXPECT_EQ(got.record.verdict.worst.has_value(), i % 2 == 1);
  }
}

TEST(ResultFile, GivesBackEveryFieldOfAVerdict) {
  const TestFolder folder;
  const Verdict got = ResultReader(write_results(folder / "r.h5")).read(1).record.verdict;
  const Verdict wanted = deviating();
  EXPECT_EQ(got.deviation, wanted.deviation);
  EXPECT_EQ(got.reason, wanted.reason);
  EXPECT_EQ(got.compared, 512);
  EXPECT_EQ(got.wrong, 4);
  EXPECT_EQ(got.target_defined, 3);
  EXPECT_EQ(got.alternative, 2);
  EXPECT_EQ(got.max_ulp, 1.5);
  ASSERT_TRUE(got.worst);
  EXPECT_EQ(got.worst->operand, "dst");
  EXPECT_EQ(got.worst->row, 2);
  EXPECT_EQ(got.worst->col, 31);
  EXPECT_EQ(got.worst->accept, Accept::interval);
  EXPECT_EQ(got.worst->expected, 0x3C00U);
  EXPECT_EQ(got.worst->got, 0xFFFF'FFFF'FFFF'FFFFULL);
  EXPECT_EQ(got.worst->ulp, std::nullopt);
}

TEST(ResultFile, GivesBackTheBitsOfWrittenOperandsAndTheText) {
  const TestFolder folder;
  const ResultReader reader(write_results(folder / "r.h5"));
  const std::vector<GoldenCase> cases = sample_cases();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].test.name);
    const ResultCase got = reader.read(i);
    const Trial trial = sample_trial(cases[i]);
    const bool done = i % 3 != 2;
    EXPECT_EQ(got.text, done ? trial.text : "");
    const bool writes = cases[i].test.form().has("dst");
    ASSERT_EQ(got.outputs.size(), done && writes ? 1U : 0U);
    if (!done || !writes) continue;
    EXPECT_EQ(got.outputs[0].first, "dst");
    EXPECT_EQ(got.outputs[0].second, trial.after[0]);
  }
}

TEST(ResultFile, CutsAReasonBetweenCharacters) {
  const TestFolder folder;
  const GoldenCase golden = sample_cases()[0];
  Verdict verdict;
  verdict.reason = "x";
  for (int i = 0; i < 100; ++i) verdict.reason += "\xC3\xA4";
  ResultWriter writer(folder / "r.h5", sample_provenance(), "b");
  writer.add(golden.test, sample_trial(golden), record_of(golden.test, verdict));
  writer.finish();
  const std::string reason = ResultReader(folder / "r.h5").read(0).record.verdict.reason;
  EXPECT_EQ(reason, verdict.reason.substr(0, 159));
}

TEST(ResultFile, IsTheSameBytesWhenWrittenTwice) {
  const TestFolder folder;
  EXPECT_EQ(bytes_of(write_results(folder / "a.h5")), bytes_of(write_results(folder / "b.h5")));
}

TEST(ResultFile, IsVerifiedByItsDigests) {
  const TestFolder folder;
  const std::filesystem::path path = write_results(folder / "r.h5");
  const Verification sound = verify(path, sample_tolerance, sample_op);
  EXPECT_THAT(sound.problems, testing::IsEmpty());
  EXPECT_EQ(sound.cases, sample_cases().size());
  {
    const H5::H5File file(path.string(), H5F_ACC_RDWR);
    const h5::StoredDataset text(file, "/text/bytes");
    std::vector<std::uint8_t> bytes(text.dims()[0], 'z');
    text.dataset().write(bytes.data(), H5::PredType::STD_U8LE);
  }
  EXPECT_THAT(verify(path, sample_tolerance, sample_op).problems,
              testing::ElementsAre(testing::HasSubstr("digest of /text/bytes is ")));
}

TEST(ResultFile, IsNotTakenForAGoldenFile) {
  const TestFolder folder;
  EXPECT_THROW(GoldenReader(write_results(folder / "r.h5"), sample_op), FileError);
}

}  // namespace
}  // namespace assay::golden
