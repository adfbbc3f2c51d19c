// SPDX-License-Identifier: Apache-2.0
// Which form a program calls next.
#include "generators/programs/next_form.hpp"

#include <algorithm>

#include "reference/ops/quantisation/quantiser_setters.hpp"
#include "reference/ops/usage.hpp"

namespace assay::generators {
namespace {

/// So often one of the few forms that read a convolution tile is drawn for it.
constexpr int reader_percent = 50;

bool reads_image(const Form& form) {
  for (std::size_t i = 0; i < form.operands.size(); ++i) {
    if (is_read(form.operands[i].role) && takes_image(form, i)) return true;
  }
  return false;
}

}  // namespace

bool is_image(const OperandValue& value) {
  const auto* tile = std::get_if<TileSpec>(&value);
  return tile != nullptr && tile->type.conv.has_value();
}

bool takes_image(const Form& form, std::size_t operand) {
  const std::string name = form.operands[operand].name + ".conv";
  return std::ranges::find(form.constraints, name, &Constraint::name) != form.constraints.end();
}

/// `image`: of those alone that read a convolution tile.
NextForm::Ends NextForm::ends_of(const std::string& behind, bool image) const {
  const std::vector<Follower> followers = followers_of(behind);
  std::int64_t total = 0;
  Ends ends;
  for (const Callee& one : callees_) {
    int weight = image && !reads_image(*one.form) ? 0 : one.weight;
    for (const Follower& follower : followers) {
      if (follower.op == one.op->mnemonic) weight *= follower.factor;
    }
    total += weight;
    ends.push_back(total);
  }
  return ends;
}

const Callee& NextForm::draw(const Value* read, Draw& draw) {
  const std::string behind = read == nullptr ? std::string() : read->op;
  const auto known = [&](std::map<std::string, Ends>& all, bool image) -> const Ends& {
    Ends& ends = all[behind];
    if (ends.empty()) ends = ends_of(behind, image);
    return ends;
  };
  const bool image = read != nullptr && is_image(read->spec);
  const bool readers =
      image && known(ends_of_images_, true).back() > 0 && draw.chance(reader_percent);
  const Ends& ends = readers ? known(ends_of_images_, true) : known(ends_, false);
  const std::int64_t place = draw.integer(0, ends.back() - 1);
  const auto found = std::ranges::upper_bound(ends, place);
  return callees_[static_cast<std::size_t>(found - ends.begin())];
}

const Callee* NextForm::with_descriptors(Draw& draw) const {
  std::vector<const Callee*> found;
  for (const Callee& one : callees_) {
    if (ops::has_descriptors(*one.form)) found.push_back(&one);
  }
  return found.empty() ? nullptr : draw.pick(std::span<const Callee* const>(found));
}

const Callee* NextForm::reader_of_images(std::string_view op) const {
  const auto found = std::ranges::find_if(callees_, [&](const Callee& one) {
    return one.op->mnemonic == op && reads_image(*one.form);
  });
  return found == callees_.end() ? nullptr : &*found;
}

}  // namespace assay::generators
