// SPDX-License-Identifier: Apache-2.0
// The constraints of a call, as HTML: the manual's bullets in order, then those of other sources.
#include "reports/manual/html_bullets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <sstream>

#include "reports/manual/markdown.hpp"
#include "reports/words/text.hpp"

namespace assay::reports {

std::string how(const char* css, const char* word, const std::string& text) {
  return fmt::format("<li class=\"{}\"><strong>{}</strong> {}</li>\n", css, word,
                     html_sentence(text));
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

namespace {

/// A constraint as one or several forms have it.
struct Stated {
  const Constraint* constraint = nullptr;
  std::vector<std::string> forms;
  ConstraintTests tests;
  bool told = false;  ///< by a bullet of the manual
};

/// The text of one bullet of a source, in the order of the page.
struct Bullet {
  std::string page;
  std::string text;
  std::vector<Stated> stated;
};

void add_to(std::vector<Target>& targets, const std::vector<Target>& more) {
  for (const Target target : more) {
    if (std::ranges::find(targets, target) == targets.end()) targets.push_back(target);
  }
}

bool same_statement(const Constraint& a, const Constraint& b) {
  return a.name == b.name && a.text == b.text &&
         targets_text(a.targets) == targets_text(b.targets) && refused_on(a) == refused_on(b);
}

void add_to(Bullet& bullet, const Form& form, const Constraint& constraint,
            const ConstraintTests& tests) {
  const auto found = std::ranges::find_if(bullet.stated, [&](const Stated& one) {
    return same_statement(*one.constraint, constraint);
  });
  if (found == bullet.stated.end()) {
    bullet.stated.push_back({&constraint, {form.name}, tests});
    return;
  }
  found->forms.push_back(form.name);
  add_to(found->tests.broken, tests.broken);
  for (const std::string& side : tests.edges) {
    if (std::ranges::find(found->tests.edges, side) == found->tests.edges.end()) {
      found->tests.edges.push_back(side);
    }
  }
}

/// How cases test a constraint, on its own targets: another one of its name may hold elsewhere.
ConstraintTests tests_of(const OpSpec& op, const Form& form, const Constraint& one,
                         const ManualFacts& facts) {
  ConstraintTests tests = facts.tests ? facts.tests(op, form, one) : ConstraintTests();
  std::erase_if(tests.broken, [&](Target target) { return !one.targets.contains(target); });
  return tests;
}

/// The page of the op first, then what else it rests on.
std::vector<Bullet> bullets_of(const OpSpec& op, const ManualFacts& facts) {
  std::vector<Bullet> bullets;
  for (const Form& form : op.forms) {
    for (const Constraint& one : form.constraints) {
      auto found = std::ranges::find_if(bullets, [&](const Bullet& bullet) {
        return bullet.page == one.source.page && bullet.text == one.source.bullet;
      });
      if (found == bullets.end()) {
        found = bullets.insert(bullets.end(), {one.source.page, one.source.bullet, {}});
      }
      add_to(*found, form, one, tests_of(op, form, one, facts));
    }
  }
  const auto own = [&](const Bullet& bullet) {
    return bullet.page.starts_with(op.mnemonic + " ") && bullet.page.ends_with("page");
  };
  std::stable_partition(bullets.begin(), bullets.end(), own);
  return bullets;
}

/// Of those targets, the ones that promise to refuse a breach, or the others.
std::vector<Target> those(const std::vector<Target>& targets, const Constraint& one, bool refused) {
  const std::vector<Target> refusing = refused_on(one);
  std::vector<Target> found;
  for (const Target target : targets) {
    const bool refuses = std::ranges::find(refusing, target) != refusing.end();
    if (refuses == refused) found.push_back(target);
  }
  return found;
}

std::string tested_by(const Stated& stated) {
  std::vector<std::string> parts;
  if (const auto targets = those(stated.tests.broken, *stated.constraint, true); !targets.empty()) {
    parts.push_back(
        fmt::format("cases that break it alone and must be refused, on {}", targets_text(targets)));
  }
  if (const auto targets = those(stated.tests.broken, *stated.constraint, false);
      !targets.empty()) {
    parts.push_back(fmt::format(
        "cases that break it alone, on {}, which may do anything but write out of bounds",
        targets_text(targets)));
  }
  if (!stated.tests.edges.empty()) {
    parts.push_back("cases at its edges: " + joined(stated.tests.edges));
  }
  parts.emplace_back("every legal case keeps it");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

std::string untested_because(const Stated& stated) {
  const Constraint& one = *stated.constraint;
  if (one.invariant) return "it is a constraint of the types themselves: no call can break it";
  if (!one.also_stated.empty()) return one.also_stated;
  if (one.breach == nullptr) return "no call can break it";
  return stated.tests.broken.empty() ? "no case breaks it alone with any element type" : "";
}

void print_stated(std::ostream& out, const OpSpec& op, const Stated& stated) {
  const Constraint& one = *stated.constraint;
  out << fmt::format("<p><code>{}</code> {} <span class=\"dim\">({}, at {}, on {}{})</span></p>\n",
                     html_text(one.name), html_sentence(one.text),
                     stated.forms.size() == op.forms.size()
                         ? "every form"
                         : "form " + html_text(joined(stated.forms)),
                     name_of(one.stage), targets_text(one.targets),
                     one.source.page.empty() ? ", a constraint of the vocabulary" : "");
  out << "<ul class=\"how\">" << how("tested", "tested by", tested_by(stated));
  const std::vector<Target> open = those(members_of(one.targets), one, false);
  if (!open.empty()) {
    out << how(
        "open", "open because",
        fmt::format("no source promises that a breach is refused on {}", targets_text(open)));
  }
  if (const std::string why = untested_because(stated); !why.empty()) {
    out << how("untested", "breach not tested because", why);
  }
  out << "</ul>\n";
}

void print_list(std::ostream& out, const OpSpec& op, const std::vector<Bullet>& bullets) {
  out << "<ol class=\"bullets\">\n";
  for (const Bullet& bullet : bullets) {
    if (std::ranges::all_of(bullet.stated, &Stated::told)) continue;
    const bool sourced = !bullet.page.empty();
    out << fmt::format("<li>{} <span class=\"dim\">[{}]</span>\n",
                       html_sentence(sourced ? bullet.text : "Of every tile of this kind"),
                       html_text(sourced ? bullet.page : "the model of tiles"));
    for (const Stated& stated : bullet.stated) {
      if (!stated.told) print_stated(out, op, stated);
    }
    out << "</li>\n";
  }
  out << "</ol>\n";
}

/// Prints the statements that a word means; adds names to `above` of those printed before.
void print_meant(std::ostream& out, const OpSpec& op, std::string_view word,
                 std::vector<Stated>& statements, std::vector<std::string>& above) {
  for (Stated& one : statements) {
    if (!means(word, *one.constraint)) continue;
    if (!one.told) {
      print_stated(out, op, one);
    } else if (std::ranges::find(above, one.constraint->name) == above.end()) {
      above.push_back(one.constraint->name);
    }
    one.told = true;
  }
}

/// A constraint is told in full where a bullet first names it.
void print_tests(std::ostream& out, const OpSpec& op, const ManualBullet& bullet,
                 std::vector<Bullet>& bullets) {
  std::vector<std::string> above;
  std::istringstream words(bullet.why);
  for (std::string word; words >> word;) {
    if (means_results(word)) {
      out << "<ul class=\"how\">" << how("tested", "tested by", "every element of every legal case")
          << "</ul>\n";
    }
    for (Bullet& sourced : bullets) print_meant(out, op, word, sourced.stated, above);
  }
  if (!above.empty()) {
    out << "<ul class=\"how\">"
        << how("tested", "tested by", "what tests " + joined(above) + ", which is above")
        << "</ul>\n";
  }
}

void print_manual_page(std::ostream& out, const OpSpec& op, const ManualPage& page,
                       std::vector<Bullet>& bullets) {
  out << fmt::format("<h4>Bullets of the {}</h4>\n<ol class=\"bullets\">\n", html_text(page.page));
  for (const ManualBullet& bullet : page.bullets) {
    out << fmt::format("<li>{}{}\n", html_sentence(text_of(op, bullet)),
                       bullet.told == Told::part ? ":" : "");
    if (bullet.told == Told::tested) print_tests(out, op, bullet, bullets);
    if (bullet.told == Told::open) {
      out << "<ul class=\"how\">" << how("open", "open because", bullet.why) << "</ul>\n";
    }
    if (bullet.told == Told::untested) {
      out << "<ul class=\"how\">" << how("untested", "not tested because", bullet.why) << "</ul>\n";
    }
    out << "</li>\n";
  }
  out << "</ol>\n";
}

}  // namespace

void print_bullets(std::ostream& out, const OpSpec& op, const ManualFacts& facts) {
  std::vector<Bullet> bullets = bullets_of(op, facts);
  out << "<h3>What a call must keep</h3>\n";
  if (const auto pages = facts.pages.find(op.mnemonic); pages != facts.pages.end()) {
    for (const ManualPage& page : pages->second) print_manual_page(out, op, page, bullets);
    out << "<h4>What is said elsewhere</h4>\n";
  }
  print_list(out, op, bullets);
}

}  // namespace assay::reports
