// SPDX-License-Identifier: Apache-2.0
#include "reference/ops/elementwise/elementwise.hpp"
#include "reference/ops/generation/generation.hpp"
#include "reference/ops/generation/random.hpp"
#include "reference/ops/manual_examples.hpp"
#include "reference/ops/page.hpp"

namespace assay::ops {
namespace {

using namespace vocabulary;

constexpr const char* trandom_page = "TRANDOM page";

/// 8 is no value of it.
const Attribute rounds{"Rounds", {"7", "10", "8"}};

Operand word(const char* name) { return {name, Role::input, OperandKind::scalar}; }

Constraints words() {
  Constraints list;
  for (const char* name : {"key0", "key1", "counter0", "counter1", "counter2", "counter3"}) {
    list.push_back(invariant(element_is(name, {u32}))
                       .from(trandom_page, "words of 32 bits of key and counter"));
  }
  return list;
}

/// Counters from which the next blocks carry into one word or all.
Scenario carrying() {
  return {.name = "carrying",
          .text = "a counter whose lowest words are all ones, so that the next blocks carry",
          .apply = [](Call& call, Draw& draw) {
            RandomWords counter{};
            const std::int64_t full = draw.integer(1, 4);
            for (std::size_t i = 0; i < 4; ++i) {
              counter.at(i) = static_cast<std::int64_t>(i) < full ? 0xFFFFFFFF : 7;
            }
            counter[0] -= static_cast<std::uint32_t>(draw.integer(0, 5));
            set_random(call, {1, 2}, counter);
          }};
}

/// The states that its authors publish answers for.
Scenario published() {
  return {.name = "published",
          .text = "a key and a counter with a published answer: zeros, ones, digits of pi",
          .apply = [](Call& call, Draw& draw) {
            const std::int64_t which = draw.integer(0, 2);
            if (which == 0) return set_random(call, {0, 0}, {0, 0, 0, 0});
            constexpr std::uint32_t ones = 0xFFFFFFFF;
            if (which == 1) return set_random(call, {ones, ones}, {ones, ones, ones, ones});
            set_random(call, {0xA4093822, 0x299F31D0},
                       {0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344});
          }};
}

void example(Call& call) {
  declare(call.tile("dst"), call.tile("dst").type.element, 16, 16);
  set_random(call, {0x01234, 0x56789}, {0, 0, 0, 0});
}

}  // namespace

OpSpec TRANDOM() {
  return {
      .mnemonic = "TRANDOM",
      .summary = "Fills a tile with random numbers, made of a key and a counter.",
      .forms = {{
          .name = "plain",
          .operands = {dst, word("key0"), word("key1"), word("counter0"), word("counter1"),
                       word("counter2"), word("counter3")},
          .lead = "dst",
          .attributes = {rounds},
          .targets = {a5, cpu},
          .constraints = joined(
              Constraints{
                  element_is("dst", {i32, u32}).unchecked_on({cpu}).from(trandom_page, "A5 types")},
              vec_tiles({"dst"}, trandom_page, {.row_major = {a5}}), words(),
              Constraints{attribute_is(rounds.name, {"7", "10"})
                              .unchecked_on({cpu})
                              .from(trandom_page, "Rounds is 7 or 10")}),
          .results = {random_elements()},
          .scenarios = {carrying(), published(), manual_example(example)},
      }},
      .decisions = {"002-outside-the-valid-region", "197-generated-tiles"},
      .ambiguities =
          {{"the page names quarter rounds of ChaCha, and a state of four words, a key of two and "
            "7 "
            "or 10 rounds, which are those of Philox",
            "decision 197: Philox of four words"},
           {"no page says which word of which block an element is",
            "decision 197: the choice random_order"},
           {"the assembly has tiles for key and counter, the declaration arrays of words",
            "form plain: arrays of words"}},
      .notes = {"key and counter are null in no call"},
      .errata = {},
  };
}

}  // namespace assay::ops
