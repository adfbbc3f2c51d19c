// SPDX-License-Identifier: Apache-2.0
// Plots of ulp errors over exponents as inline SVG.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/html/parts.hpp"
#include "reports/sweep/parts.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {
namespace {

constexpr double plot_width = 960;
constexpr double left = 76;
constexpr double top = 8;
constexpr double row_height = 18;
constexpr double errors_height = 160;
constexpr double axis_height = 34;
constexpr int most_labels = 24;

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = value.c_str();
}
void set(pugi::xml_node node, const char* name, double value) {
  set(node, name, fmt::format("{:.2f}", value));
}

/// Where the finite columns stand: one place per exponent of each sign, from the largest negative
/// numbers to the largest positive ones.
class Axis {
 public:
  explicit Axis(const std::vector<SweepColumn>& columns) {
    for (const SweepColumn& column : columns) {
      if (column.kind != SweepColumn::Kind::finite) continue;
      Range& range = ranges_[column.negative ? 0 : 1];
      range.low = std::min(range.low, column.exponent);
      range.high = std::max(range.high, column.exponent);
    }
  }

  int places() const { return ranges_[0].size() + ranges_[1].size(); }
  double width() const { return plot_width / places(); }
  double x(const SweepColumn& column) const {
    const int place = column.negative ? ranges_[0].high - column.exponent
                                      : ranges_[0].size() + column.exponent - ranges_[1].low;
    return left + place * width();
  }

  /// Exponents under the plot and the line between negative and positive numbers.
  void append_labels(pugi::xml_node svg, double y) const {
    const int step = std::max(1, (places() + most_labels - 1) / most_labels);
    for (const bool negative : {true, false}) {
      const Range& range = ranges_[negative ? 0 : 1];
      for (int exponent = range.low; exponent <= range.high; ++exponent) {
        if (exponent % step != 0) continue;
        SweepColumn column;
        column.negative = negative;
        column.exponent = exponent;
        pugi::xml_node label =
            append(svg, "text", fmt::format("{}{}", negative ? "-/" : "", exponent));
        set(label, "x", x(column) + width() / 2);
        set(label, "y", y + 14);
        label.append_attribute("text-anchor") = "middle";
      }
    }
    pugi::xml_node line = append(svg, "path");
    set(line, "d", fmt::format("M{:.2f} {:.2f}V{:.2f}H{:.2f}", left, top, y, left + plot_width));
    line.append_attribute("fill") = "none";
    line.append_attribute("stroke") = "currentColor";
  }

 private:
  struct Range {
    int low = std::numeric_limits<int>::max();
    int high = std::numeric_limits<int>::min();
    int size() const { return low > high ? 0 : high - low + 1; }
  };
  std::array<Range, 2> ranges_;  ///< of negative and of positive numbers
};

pugi::xml_node append_svg(pugi::xml_node parent, double height, const std::string& label) {
  pugi::xml_node svg = append(append(parent, "div", {}, "scroll"), "svg");
  svg.append_attribute("xmlns") = "http://www.w3.org/2000/svg";
  set(svg, "viewBox", fmt::format("0 0 {:.0f} {:.0f}", left + plot_width + 8, height));
  set(svg, "width", fmt::format("{:.0f}", left + plot_width + 8));
  set(svg, "height", fmt::format("{:.0f}", height));
  svg.append_attribute("font-size") = "11";
  svg.append_attribute("fill") = "currentColor";
  svg.append_attribute("role") = "img";
  set(svg, "aria-label", label);
  return svg;
}

void append_rect(pugi::xml_node svg, double x, double y, double width, double height,
                 const std::string& title, double opacity) {
  pugi::xml_node rect = append(svg, "rect");
  set(rect, "x", x);
  set(rect, "y", y);
  set(rect, "width", width);
  set(rect, "height", height);
  if (opacity < 1) set(rect, "fill-opacity", opacity);
  append(rect, "title", title);
}

void append_row_label(pugi::xml_node svg, const std::string& text, double y) {
  pugi::xml_node label = append(svg, "text", text);
  set(label, "x", left - 6);
  set(label, "y", y);
  label.append_attribute("text-anchor") = "end";
}

std::uint64_t inputs_of(const SweepColumn& column) {
  std::uint64_t inputs = 0;
  for (const std::uint64_t count : column.counts) inputs += count;
  return inputs;
}

/// One input of ten million is still seen.
double opacity_of(std::uint64_t count, std::uint64_t all) {
  const double share = static_cast<double>(count) / static_cast<double>(all);
  return std::clamp(1 + std::log10(share) * 0.85 / 7, 0.15, 1.0);
}

std::string axis_text(const SweepRecord& record) {
  const std::string what = record.columns_by_result ? "the exact result" : record.arguments.at(0);
  return fmt::format("exponent of {} (floor of log2; negative numbers left, with -/)", what);
}

void append_axis_text(pugi::xml_node svg, const SweepRecord& record, double y) {
  pugi::xml_node label = append(svg, "text", axis_text(record));
  set(label, "x", left + plot_width / 2);
  set(label, "y", y + 30);
  label.append_attribute("text-anchor") = "middle";
}

/// Height of an error in the plot: linear up to 1 ulp, logarithmic beyond, so that both half an ulp
/// and a million show.
double height_of(double ulp) { return ulp <= 1 ? ulp : 1 + std::log2(ulp); }

}  // namespace

void append_heat_map(pugi::xml_node parent, const SweepRecord& record) {
  const Axis axis(record.found.columns);
  if (axis.places() == 0) return;
  const auto totals = bin_totals(record);
  std::vector<std::size_t> bins;
  for (std::size_t bin = ulp_bins; bin-- > 0;) {
    if (totals[bin] > 0) bins.push_back(bin);
  }
  const double bottom = top + row_height * static_cast<double>(bins.size());
  pugi::xml_node svg = append_svg(parent, bottom + axis_height, "inputs by ulp error and exponent");
  for (std::size_t row = 0; row < bins.size(); ++row) {
    const double y = top + row_height * static_cast<double>(row);
    append_row_label(svg, ulp_bin_name(bins[row]), y + 13);
    for (const SweepColumn& column : record.found.columns) {
      const std::uint64_t count = column.counts[bins[row]];
      if (column.kind != SweepColumn::Kind::finite || count == 0) continue;
      const std::uint64_t all = inputs_of(column);
      append_rect(svg, axis.x(column), y, axis.width(), row_height - 1,
                  fmt::format("{}, {} ulp: {} of {} inputs", name_of(column),
                              ulp_bin_name(bins[row]), grouped(count), grouped(all)),
                  opacity_of(count, all));
    }
  }
  axis.append_labels(svg, bottom);
  append_axis_text(svg, record, bottom);
}

void append_largest_errors(pugi::xml_node parent, const SweepRecord& record) {
  const Axis axis(record.found.columns);
  if (axis.places() == 0) return;
  double largest = 0;
  for (const SweepColumn& column : record.found.columns) {
    if (column.kind == SweepColumn::Kind::finite) largest = std::max(largest, column.max_ulp);
  }
  const double scale = errors_height / std::max(height_of(largest), 0.5);
  const double bottom = top + errors_height;
  pugi::xml_node svg = append_svg(parent, bottom + axis_height, "largest ulp error by exponent");
  append_row_label(svg, fmt::format("{:.4g} ulp", largest),
                   bottom - scale * height_of(largest) + 10);
  append_row_label(svg, "0", bottom);
  for (const SweepColumn& column : record.found.columns) {
    if (column.kind != SweepColumn::Kind::finite) continue;
    const double height = scale * height_of(column.max_ulp);
    append_rect(svg, axis.x(column), bottom - height, axis.width(), height,
                fmt::format("{}: at most {}", name_of(column), ulp_text(column.max_ulp)), 1);
  }
  axis.append_labels(svg, bottom);
  append_axis_text(svg, record, bottom);
}

}  // namespace assay::reports
