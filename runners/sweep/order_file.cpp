// SPDX-License-Identifier: Apache-2.0
// Orders of additions as a TOML file: one [[order]] table each.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "runners/support/toml_file.hpp"
#include "runners/sweep/order_probe.hpp"

namespace assay::runners {
namespace {

using numerics::RoundMode;
using numerics::TermRounding;

struct NamedRounding {
  TermRounding which;
  std::string_view name;
};
constexpr NamedRounding products_of[] = {
    {TermRounding::all, "rounded"}, {TermRounding::first, "fused"}, {TermRounding::none, "exact"}};

class OrderTable {
 public:
  OrderTable(const toml::table& table, const std::string& file) : table_(table), file_(file) {}

  SumOrder read() const {
    require_known_keys(table_,
                       {"op", "form", "target", "dtype", "result", "terms", "order", "partial_sums",
                        "wide_sums", "rounding", "flushes", "products", "nan", "infinities"},
                       file_);
    SumOrder order;
    order.op = required("op");
    order.form = required("form");
    order.target = required("target");
    order.type = type("dtype");
    order.multiplies = table_.contains("products");
    order.result = table_.contains("result") ? type("result") : order.type;
    order.tree = tree();
    order.partial = {type("partial_sums"), rounding(), flushes(), ElementType::f64, products()};
    if (order.tree.wide_nodes() > 0) order.partial.wide = type("wide_sums");
    order.none = {bits("nan", order.result), bits("infinities", order.result)};
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

  TermRounding products() const {
    const auto text = text_at(table_, "products", file_);
    if (!text) return TermRounding::all;
    const auto* const found = std::ranges::find(products_of, *text, &NamedRounding::name);
    if (found != std::ranges::end(products_of)) return found->which;
    toml_error(file_, *table_.get("products"),
               "'products' are \"rounded\", \"fused\" or \"exact\"");
  }

  std::optional<std::uint64_t> bits(const char* key, ElementType of) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    const auto number = node->value_exact<std::int64_t>();
    if (!node->is_integer() || *number < 0 || *number >> bits_of(of) != 0) {
      toml_error(file_, *node, fmt::format("'{}' has the bits of one {}", key, name_of(of)));
    }
    return static_cast<std::uint64_t>(*number);
  }

  const toml::table& table_;
  const std::string& file_;
};

}  // namespace

std::string_view name_of(TermRounding which) {
  return std::ranges::find(products_of, which, &NamedRounding::which)->name;
}

std::string orders_as_toml(const std::vector<SumOrder>& orders) {
  std::string text = "# Orders of additions, made by assay probe.\n";
  const auto add = [&](const char* key, const auto& value) {
    text += fmt::format("{} = {}\n", key, value);
  };
  const auto quoted = [](std::string_view word) { return fmt::format("\"{}\"", word); };
  const auto hexadecimal = [](std::uint64_t bits) { return fmt::format("{:#x}", bits); };
  for (const SumOrder& order : orders) {
    text += "\n[[order]]\n";
    add("op", quoted(order.op));
    add("form", quoted(order.form));
    add("target", quoted(order.target));
    add("dtype", quoted(name_of(order.type)));
    if (order.result != order.type) add("result", quoted(name_of(order.result)));
    add("terms", order.tree.terms());
    add("partial_sums", quoted(name_of(order.partial.type)));
    if (order.tree.wide_nodes() > 0) add("wide_sums", quoted(name_of(order.partial.wide)));
    add("rounding", quoted(name_of(order.partial.mode)));
    add("flushes", order.partial.flushes);
    if (order.multiplies) add("products", quoted(name_of(order.partial.terms)));
    if (order.none.of_nan) add("nan", hexadecimal(*order.none.of_nan));
    if (order.none.of_infinities) add("infinities", hexadecimal(*order.none.of_infinities));
    add("order", quoted(order.tree.text()));
  }
  return text;
}

std::vector<SumOrder> parse_orders(const std::string& text, const std::string& file) {
  const toml::table root = parse_toml(text, file);
  require_known_keys(root, {"choice", "order"}, file);  // see parse_choices()
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
