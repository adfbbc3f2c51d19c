// SPDX-License-Identifier: Apache-2.0
// completion, man: the command line for shells and for the manual of the system.
#include "runners/command/describe.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "reference/support/atomic_file.hpp"
#include "runners/command/pages.hpp"
#include "runners/support/build_facts.hpp"
#include "runners/support/place.hpp"

namespace assay::runners {
namespace {

/// File names and their contents.
using Pages = std::map<std::string, std::string>;

Pages man_pages(const Parser& root) {
  const std::string version(program_version());
  Pages pages{{"assay.1", man_page(root, root, version)}};
  for (const Parser& app : root.commands()) {
    pages.emplace(fmt::format("assay-{}.1", app.name()), man_page(root, app, version));
  }
  return pages;
}

int man_command(const Pages& pages, const std::filesystem::path& folder) {
  make_folder(folder);
  for (const auto& [name, text] : pages) support::write_atomically("man page", folder / name, text);
  return exit_conforms;
}

}  // namespace

void add_completion(const Parser& root, Command& command) {
  const Parser app = root.add_command("completion", "Print what completes assay in a shell");
  app.footer(
      "Examples:\n"
      "  assay completion bash >~/.local/share/bash-completion/completions/assay\n"
      "  assay completion zsh >~/.zfunc/_assay");
  const auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash or zsh").required();
  app.callback([root, shell, &command] {
    command.run = [script = completion_script(root, *shell)] {
      std::cout << script;
      return exit_conforms;
    };
  });
}

void add_man(const Parser& root, Command& command) {
  const Parser app = root.add_command("man", "Write the man pages of all commands");
  app.footer("Examples:\n  assay man --out man1\n  man man1/assay-run.1");
  const auto folder = std::make_shared<std::string>();
  app.add_option("--out", *folder, "Folder to write them to").required();
  app.callback([root, folder, &command] {
    command.run = [pages = man_pages(root), folder] { return man_command(pages, *folder); };
  });
}

}  // namespace assay::runners
