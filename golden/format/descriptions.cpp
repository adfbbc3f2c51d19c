// SPDX-License-Identifier: Apache-2.0
#include "golden/format/descriptions.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace assay::golden {
namespace {

struct Entry {
  std::string_view place;  ///< the end of a path; "*" matches any name
  std::string_view text;
};

constexpr std::array datasets{
    Entry{"/cases", "one row a case; signature and row say where its arrays are"},
    Entry{"/manifest", "one row an object of this file with what it must hold"},
    Entry{"inputs/*",
          "bits of the operand before the call, one row a case; of a tile [rows, cols], of global "
          "memory by address, padded to the longest"},
    Entry{"operands/*/valid",
          "rows and columns of the tile that count, one row a case; what is outside is poison"},
    Entry{"operands/*/shape",
          "elements in each of the five dimensions of the view, outermost first"},
    Entry{"operands/*/stride", "elements from one index to the next in each dimension"},
    Entry{"operands/*/base", "element of inputs at which the view of global memory begins"},
    Entry{"operands/*/count",
          "elements of inputs that are memory; what follows is padding of the row"},
    Entry{"expected/*/accept", "how an element is compared, as meaning names the numbers"},
    Entry{"expected/*/value",
          "bits of the expected element; of a range the correctly rounded value"},
    Entry{"expected/*/low",
          "bits of the lowest accepted element of a range; of any_of the second choice; of "
          "some_bits the bits that count"},
    Entry{"expected/*/high",
          "bits of the highest accepted element of a range; of any_of the third choice"},
    Entry{"expected/*/exact",
          "the exact result as a double, to measure distances; NaN where there is none"},
    Entry{"expected/*/shape", "rows and columns of the expected array, one row a case"},
    Entry{"expected/*/bytes", "texts that may be printed, one after the other"},
    Entry{"expected/*/offsets", "where each text begins in bytes, and the end"},
    Entry{"expected/*/width", "least characters of a printed value, by text"},
    Entry{"expected/*/readings",
          "first text of each case, and the end; any one of its texts will do"},
    Entry{"expected/*/capacity", "bytes of the print buffer, by case; 0 for no limit"},
    Entry{"/programs/list",
          "one row a program; group names what holds it, and judging how it is judged: stepwise or "
          "end_to_end"},
    Entry{"/programs/*/calls",
          "one row a call, in their order; signature and row say where in /calls its types, shapes "
          "and scalars are"},
    Entry{
        "/programs/*/operands",
        "one row an operand that lies in memory: of which call, in which image, at which address"},
    Entry{"/programs/*/*/before", "bytes of the image before the first call"},
    Entry{"/programs/*/*/knowledge",
          "what is known of each byte behind the last call, as meaning names the numbers"},
    Entry{"/programs/*/*/low", "the byte; of a range that of its low end, little end first"},
    Entry{"/programs/*/*/high", "of a range the byte of its high end"},
    Entry{"/programs/*/*/types",
          "of a range or NaN the type of the element, as meaning names the numbers"},
    Entry{"/results", "one row a case: what became of it, and the verdict"},
    Entry{"outputs/*/*/bits",
          "bits of the operand after the call, one row a case of this shape and type"},
    Entry{"outputs/*/*/case", "row of /results that each row of bits belongs to"},
    Entry{"/text/bytes", "what was printed, one text after the other"},
    Entry{"/text/offsets", "where the text of each row of /results begins in bytes, and the end"},
    Entry{"/summary", "counts over all inputs of the sweep"},
    Entry{"/columns", "errors by sign and exponent: how many inputs fall in each range of ulp"},
    Entry{"/classes", "how many inputs of a class gave a result of a class"},
    Entry{"/wrong_classes", "how many inputs of a class gave a wrong result"},
    Entry{"/worst", "the inputs with the largest errors"},
    Entry{"/wrong", "the first inputs with a wrong result"},
    Entry{"/incidents",
          "calls that did not come back as done, or did more than write their result"},
};

constexpr std::array columns{
    Entry{"manifest.path", "object of this file"},
    Entry{"manifest.sha256", "SHA-256 of the dataset's bytes; empty for a group"},
    Entry{"manifest.xxh128", "XXH3 of 128 bits of the same bytes; empty for a group"},
    Entry{"manifest.bytes", "bytes of the dataset; 0 for a group"},
    Entry{"manifest.attributes", "SHA-256 of the lines name=value of its attributes, by name"},
    Entry{"classes.compared", "inputs that were compared"},
    Entry{"classes.target_defined", "inputs whose result the target decides"},
    Entry{"columns.kind", "zero, finite, infinity or nan"},
    Entry{"columns.exponent", "floor of the binary logarithm, of finite ones"},
    Entry{"columns.sign", "+ or -"},
    Entry{"columns.max_ulp", "largest finite error of the column"},
    Entry{"columns.*", "inputs whose error in ulp is in this range"},
    Entry{"wrong_classes.wrong", "inputs with a wrong result"},
    Entry{"incidents.first", "place of the first input that is to blame"},
    Entry{"incidents.inputs", "inputs that are to blame, from there on"},
    Entry{"incidents.message", "what the backend said"},
    Entry{"summary.planned", "inputs that were planned"},
    Entry{"summary.inputs", "inputs that were asked for"},
    Entry{"summary.lost", "inputs whose call did not come back as done"},
    Entry{"summary.withheld", "inputs not sent, because the page leaves their result open"},
    Entry{"summary.measured", "compared inputs with a finite error"},
    Entry{"summary.incidents", "incidents, of which /incidents has the first"},
    Entry{"summary.mean_ulp", "mean of the finite errors in ulp"},
    Entry{"list.group", "the group in /programs that holds it"},
    Entry{"list.calls", "how many calls it has"},
    Entry{"list.images", "how many memories it uses: the groups i0, i1, ... in its group"},
    Entry{"list.expected", "1 where the file says what is known behind the last call"},
    Entry{"judging", "stepwise, by what stands behind each call, or end_to_end"},
    Entry{"operands.call", "row of calls"},
    Entry{"operands.operand", "its name"},
    Entry{"operands.image", "number of the image in which it lies"},
    Entry{"operands.address", "of its first byte in the image"},
    Entry{"operands.fresh",
          "1 where it holds what the program brings, and no call wrote it before"},
    Entry{"name", "readable name that every command takes; the same name is the same case"},
    Entry{"op", "mnemonic of the instruction"},
    Entry{"form", "overload of the instruction, as its page names it"},
    Entry{"target", "machine: a2a3, a5 or cpu"},
    Entry{"dtypes", "element types of the operands, in their order"},
    Entry{"dtype", "element type asked of the leading operand"},
    Entry{"intent",
          "inside; edge.CONSTRAINT.EDGE at an edge of a constraint; breaks.CONSTRAINT must be "
          "refused"},
    Entry{"plan", "how the input values were chosen"},
    Entry{"scenario", "arrangement of the operands that the page asks for; empty for none"},
    Entry{"key", "what draws all that the name does not spell"},
    Entry{"signature", "number of the group in /signatures, of a call of a program in /calls"},
    Entry{"row", "row of the case in the datasets of its signature"},
    Entry{"expected", "1 where the file says what is acceptable, 0 where it does not"},
    Entry{"status",
          "what became of the call: done, rejected, unsupported, crashed, timed_out, infra"},
    Entry{"message", "what the backend said"},
    Entry{"verdict", "what was judged: conforms, deviates, ..."},
    Entry{"deviation", "how it deviates, or none"},
    Entry{"reason", "why, in a sentence"},
    Entry{"compared", "elements held against a promise"},
    Entry{"wrong", "of them, those that are not acceptable"},
    Entry{"target_defined", "elements that the target decides: recorded, not judged"},
    Entry{"alternative", "elements accepted as another than the first choice"},
    Entry{"max_ulp", "largest distance from the exact value in ulp; NaN where none was measured"},
    Entry{"attribution", "of a run on two backends: who is wrong"},
    Entry{"worst_operand", "output with the worst element"},
    Entry{"worst_row", "its row"},
    Entry{"worst_col", "its column"},
    Entry{"worst_accept", "how it is compared; empty where there is none"},
    Entry{"worst_expected", "bits that are expected there"},
    Entry{"worst_got", "bits that came back"},
    Entry{"worst_ulp", "its distance from the exact value in ulp; NaN for none"},
    Entry{"argument", "operand name"},
    Entry{"input_class", "class of the argument: zero, subnormal, normal, infinity or nan"},
    Entry{"result_class", "class of the expected result"},
    Entry{"index", "place of the input in the order of the sweep"},
    Entry{"accept", "how the result is compared"},
    Entry{"expected_bits", "bits of the expected result"},
    Entry{"low_bits", "bits, accepted from here; of any_of the second choice"},
    Entry{"high_bits", "bits, accepted up to here; of any_of the third choice"},
    Entry{"got_bits", "bits that came back"},
    Entry{"ulp", "distance in ulp"},
    Entry{"*_bits", "bits of the argument"},
};

// Whether `text` is `pattern`, in which a star matches anything but a slash.
bool fits(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (std::size_t end = 0; end <= text.size(); ++end) {
    if (fits(pattern, text.substr(end))) return true;
    if (end < text.size() && text[end] == '/') return false;
  }
  return false;
}

// The last parts of a path, as many as the pattern has.
std::string_view ending(std::string_view path, std::string_view pattern) {
  std::size_t from = path.size();
  for (auto parts = std::ranges::count(pattern, '/') + 1; parts > 0 && from != 0; --parts) {
    const std::size_t slash = path.rfind('/', from - 1);
    if (slash == std::string_view::npos) return path;
    from = slash;
  }
  return path.substr(from + 1);
}

}  // namespace

std::string_view description_of(std::string_view path) {
  for (const Entry& entry : datasets) {
    const bool whole = entry.place.starts_with('/');
    if (fits(entry.place, whole ? path : ending(path, entry.place))) return entry.text;
  }
  return {};
}

std::string_view column_description(std::string_view table, std::string_view column) {
  if (table.starts_with('/')) table.remove_prefix(1);
  const std::string whole = std::string(table) + "." + std::string(column);
  for (const Entry& entry : columns) {
    const bool of_table = entry.place.find('.') != std::string_view::npos;
    if (fits(entry.place, of_table ? std::string_view(whole) : column)) return entry.text;
  }
  return {};
}

h5::Attributes described(std::string_view path, h5::Attributes attributes) {
  const std::string_view text = description_of(path);
  if (!text.empty()) attributes.emplace("description", std::string(text));
  return attributes;
}

}  // namespace assay::golden
