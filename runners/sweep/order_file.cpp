// SPDX-License-Identifier: Apache-2.0
// Orders of additions as a TOML file: one [[order]] table each.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runners/support/toml_file.hpp"
#include "runners/sweep/order_probe.hpp"

namespace assay::runners {
namespace {

using numerics::RoundMode;

class OrderTable {
 public:
  OrderTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  SumOrder read() const {
    require_known_keys(
        table_,
        {"op", "form", "target", "dtype", "terms", "order", "partial_sums", "rounding", "flushes"},
        file_);
    SumOrder order;
    order.op = required("op");
    order.form = required("form");
    order.target = required("target");
    order.type = type("dtype");
    order.tree = tree();
    order.partial = {type("partial_sums"), rounding(), flushes()};
    return order;
  }

 private:
  std::string required(const char* key) const {
    const auto text = text_at(table_, key, file_);
    if (!text) toml_error(file_, table_, fmt::format("this order has no '{}'", key));
    return *text;
  }

  ElementType type(const char* key) const {
    const auto found = element_named(required(key));
    if (!found || !is_float(*found)) {
      toml_error(file_, *table_.get(key), fmt::format("'{}' is no floating-point type", key));
    }
    return *found;
  }

  numerics::SumTree tree() const {
    const std::string text = required("order");
    try {
      numerics::SumTree tree = numerics::SumTree::parse(text);
      const auto terms = count_at(table_, "terms", file_);
      if (terms && *terms != static_cast<std::int64_t>(tree.terms())) {
        throw std::invalid_argument(
            fmt::format("'terms' says {} and the order has {}", *terms, tree.terms()));
      }
      return tree;
    } catch (const std::invalid_argument& error) {
      toml_error(file_, *table_.get("order"), error.what());
    }
  }

  RoundMode rounding() const {
    const std::string text = required("rounding");
    const auto* const found = std::ranges::find_if(
        numerics::every_round_mode, [&](RoundMode mode) { return name_of(mode) == text; });
    if (found == std::ranges::end(numerics::every_round_mode)) {
      toml_error(file_, *table_.get("rounding"), fmt::format("unknown rounding '{}'", text));
    }
    return *found;
  }

  bool flushes() const {
    const toml::node* node = table_.get("flushes");
    if (node == nullptr) return false;
    if (!node->is_boolean()) toml_error(file_, *node, "'flushes' is true or false");
    return node->as_boolean()->get();
  }

  const toml::table& table_;
  const std::string& file_;
};

}  // namespace

std::string orders_as_toml(const std::vector<SumOrder>& orders) {
  std::string text = "# Orders of additions, made by assay probe.\n";
  for (const SumOrder& order : orders) {
    text += fmt::format(
        "\n[[order]]\nop = \"{}\"\nform = \"{}\"\ntarget = \"{}\"\ndtype = \"{}\"\nterms = {}\n"
        "partial_sums = \"{}\"\nrounding = \"{}\"\nflushes = {}\norder = \"{}\"\n",
        order.op, order.form, order.target, name_of(order.type), order.tree.terms(),
        name_of(order.partial.type), name_of(order.partial.mode), order.partial.flushes,
        order.tree.text());
  }
  return text;
}

std::vector<SumOrder> parse_orders(const std::string& text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  require_known_keys(root, {"order"}, file);
  std::vector<SumOrder> orders;
  const toml::node* node = root.get("order");
  const toml::array* list = node == nullptr ? nullptr : node->as_array();
  if (list == nullptr || !list->is_array_of_tables()) {
    throw UsageError(fmt::format("{}: no [[order]] in it", file));
  }
  for (const toml::node& table : *list) {
    orders.push_back(OrderTable(*table.as_table(), file).read());
  }
  return orders;
}

}  // namespace assay::runners
