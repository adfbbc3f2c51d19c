// SPDX-License-Identifier: Apache-2.0
// Notes on windows.
#include "reference/ops/movement/shared/window.hpp"

namespace assay::ops {

std::vector<Ambiguity> extraction_ambiguities() {
  return {{"the page bounds the window by static rows and columns, the CPU header by valid ones",
           "constraint window.shape: static; what is read is valid in every case"},
          {"the page lists types of Vec to Vec for both devices, the A5 header takes others",
           "constraint src.element of the form vec: the page's; erratum E-TEXTRACT-003"},
          {"Left is ZZ on A2A3 and NZ elsewhere, and the page says target-supported",
           "MODEL 2: constraint dst.operand_layout"},
          {"the page lets a source of one row be row-major for a left operand, of which no box is "
           "whole",
           "not tested"},
          {"headers align indices and sizes to boxes, the page does not",
           "decision 101: boxes are cut between rows of NZ and columns of ZN"},
          {"the page has Left and Right alone on A2A3, one below tile/ops has Acc to Mat",
           "decision 131: Acc to Mat is legal there, and may be refused"},
          {"the page asks for one element type, and has forms that convert accumulators",
           "decision 140: types are those of the page of TINSERT there"}};
}

std::vector<std::string> extraction_notes() {
  return {
      "forms: cube is Mat to Left and Right, vec is Vec to Vec in ND and NZ, acc takes windows of "
      "accumulators as they are, scalar by one descriptor, two is ND to two NZ tiles",
      "not tested: modes of two vectors; scales; Vec to Mat; convolution tiles; elements of "
      "four bits into ZN from NZ, whose order no page has"};
}

std::vector<Ambiguity> insertion_ambiguities() {
  return {
      {"the page bounds the window by static rows and columns of dst, the CPU header by valid ones",
       "constraint window.bounds: static; erratum E-TINSERT-001"},
      {"the formula writes the window alone, a split into bursts rounds its rows up to 16",
       "decision 101: what shares a box with the window is open, all other elements are kept"},
      {"modes of a split are SPLIT2 and SPLIT4, on the page below tile/ops SPLIT2_NZ_PLUS_1 and "
       "four "
       "others, whose rows no page has",
       "decision 101: those of the founding page"},
      {"the page lists no layout of dst for a split", "constraint dst.layout: that of src"}};
}

std::vector<std::string> insertion_notes() {
  return {
      "forms: vec is Vec to Vec in ND and NZ, mat is Vec to Mat in ND, NZ and ZN, which A2A3 has "
      "not; "
      "acc puts accumulators as they are, scalar by one descriptor; split is Vec to Mat in NZ on "
      "a5, in 2 or 4 transfers",
      "not tested: modes of two vectors"};
}

}  // namespace assay::ops
