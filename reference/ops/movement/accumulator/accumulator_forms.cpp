// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/movement/accumulator/accumulator_forms.hpp"

#include "reference/ops/movement/accumulator/quantised.hpp"
#include "reference/ops/movement/shared/table_moves.hpp"
#include "reference/ops/movement/shared/window.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* types_of_moves = "types of accumulators";

/// Both regions lie in their tiles.
Constraints bounded_regions() {
  return {invariant(valid_within_shape("src")).from("Tile class", "static valid bounds"),
          invariant(valid_within_shape("dst")).from("Tile class", "static valid bounds")};
}

/// Where dst lies on a target whose page refuses other places, and on the others.
Constraints places_of_dst(const std::string& page, TargetSet refused) {
  Constraints all;
  for (const Target target : all_targets) {
    const Locations places =
        target == a5 ? Locations{Location::vec, Location::mat} : Locations{Location::mat};
    Constraint one = located_in("dst", places);
    if (!refused.contains(target)) one = invariant(std::move(one));
    all.push_back(std::move(one).on({target}).from(page, "Acc to Mat, on A5 to Vec"));
  }
  return all;
}

}  // namespace

Constraints accumulator_move(const std::string& page, TypesOf types) {
  return joined(
      accumulators_of(page, types, no_target),
      Constraints{invariant(moved_type(types)).from("TINSERT page", types_of_moves)},
      places_of_dst(page, {a2a3}), accumulator_tile(page),
      Constraints{one_shape().on({a2a3}).from(page, "A2A3: Rows and Cols of both are equal"),
                  invariant(one_shape()).on({a5, cpu}).from(page, "the formula copies")},
      one_region());
}

Constraints accumulator_extraction(const std::string& page, TypesOf types) {
  const Window window{.large = "src", .small = "dst"};
  return joined(accumulators_of(page, types, {a5}),
                Constraints{invariant(moved_type(types)).from("TINSERT page", types_of_moves)},
                places_of_dst(page, {a5}), bounded_regions(), accumulator_tile(page),
                index_types(page),
                Constraints{invariant(window_of_boxes(window)).from("MODEL 2.1", "whole boxes"),
                            window_in_shape(window)
                                .at(launch)
                                .unchecked_on(every_target)
                                .from(page, "runtime bounds"),
                            invariant(window_in_region(window))
                                .at(launch)
                                .from("MODEL 2.2", "what is not valid has no value")});
}

Constraints accumulator_insertion(const std::string& page, TypesOf types) {
  const Window window{.large = "dst", .small = "src"};
  return joined(accumulators_of(page, types, devices, devices),
                Constraints{moved_type(types).on(devices).from(page, types_of_moves),
                            invariant(moved_type(types)).on({cpu}).from(page, types_of_moves)},
                places_of_dst(page, {a2a3}), bounded_regions(), accumulator_tile(page, devices),
                index_types(page),
                Constraints{invariant(window_of_boxes(window)).from("MODEL 2.1", "whole boxes"),
                            region_in_shape(window).at(launch).from(page, "runtime bounds")});
}

Constraint changes_something() {
  const auto differ = [](const Call& call) {
    return call.tile("dst").type.element != call.tile("src").type.element;
  };
  return invariant(constraint(
      "dst.changes", "dst has another type than src, or negative elements are rectified",
      [=](const Call& call) { return differ(call) || rectifies(call); },
      [](Call& call, Draw&) {
        for (std::size_t i = 0; i < call.attributes.size(); ++i) {
          if (call.form->attributes[i].name == "ReluPreMode") call.attributes[i] = 1;
        }
      }));
}

Constraints scaled_by_one() {
  return {one_descriptor().at(launch).from("decision 141", "a descriptor of src and dst")};
}

Result moved_through(const std::vector<std::string>& arguments, ElementFunction element) {
  std::vector<Argument> places;
  places.reserve(arguments.size());
  for (const std::string& one : arguments) places.push_back({one});
  return with_accumulator_choices(
      no_arithmetic(per_element(std::move(places), std::move(element))));
}

}  // namespace assay::ops
