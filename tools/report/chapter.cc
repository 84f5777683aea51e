#include "tools/report/chapter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <system_error>

#include "tools/report/display_width.h"

namespace playbook {
namespace {

namespace fs = std::filesystem;

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// "[text](address)" becomes "text"; "**" and comments go. Code spans keep their ticks, so that names can be told.
std::string WithoutMarkup(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 4, "<!--") == 0) {
      const std::size_t end = text.find("-->", at);
      at = end == std::string::npos ? text.size() : end + 3;
      continue;
    }
    if (text.compare(at, 2, "**") == 0) {
      at += 2;
      continue;
    }
    if (text[at] == '`') {
      const std::size_t end = std::min(text.find('`', at + 1), text.size() - 1);
      plain += text.substr(at, end - at + 1);
      at = end + 1;
      continue;
    }
    if (text[at] == '[') {
      const std::size_t close = text.find("](", at);
      const std::size_t end = close == std::string::npos ? close : text.find(')', close);
      if (end != std::string::npos && text.find('[', at + 1) > close) {
        plain += text.substr(at + 1, close - at - 1);
        at = end + 1;
        continue;
      }
    }
    plain += text[at++];
  }
  return plain;
}

// The columns that a list's mark takes: 2 for "- ", 3 for "1. "; 0 for no list.
std::size_t ListMark(std::string_view line) {
  if (StartsWith(line, "- ") || StartsWith(line, "* ")) {
    return 2;
  }
  std::size_t digits = 0;
  while (digits < line.size() && std::isdigit(static_cast<unsigned char>(line[digits])) != 0) {
    ++digits;
  }
  return digits > 0 && StartsWith(line.substr(digits), ". ") ? digits + 2 : 0;
}

class TerminalText {
 public:
  explicit TerminalText(int columns) : columns_(columns) {}

  void Add(const std::string& line) {
    if (StartsWith(line, "```")) {
      Flush();
      fenced_ = !fenced_;
      return;
    }
    if (fenced_ || StartsWith(line, "|")) {
      Flush();
      out_ += "    " + line + "\n";
      return;
    }
    const std::size_t first = line.find_first_not_of(' ');
    const std::string text = first == std::string::npos ? "" : line.substr(first);
    if (text.empty()) {
      Flush();
      if (!out_.empty() &&
          !StartsWith(std::string_view(out_).substr(out_.size() - std::min<std::size_t>(2, out_.size())), "\n\n")) {
        out_ += "\n";
      }
      return;
    }
    if (const std::size_t mark = ListMark(text); mark > 0) {
      Flush();
      hanging_ = mark;
    }
    paragraph_ += (paragraph_.empty() ? "" : " ") + text;
  }

  std::string Take() {
    Flush();
    out_.erase(out_.find_last_not_of('\n') + 1);
    return out_.empty() ? out_ : out_ + "\n";
  }

 private:
  void Flush() {
    const std::string indent(2, ' ');
    bool first = true;
    for (const std::string& line :
         Wrap(WithoutMarkup(paragraph_), std::max(20, columns_ - 2 - static_cast<int>(hanging_)))) {
      out_ += fmt::format("{}{}{}\n", indent, std::string(first ? 0 : hanging_, ' '), line);
      first = false;
    }
    paragraph_.clear();
    hanging_ = 0;
  }

  int columns_;
  std::string out_;
  std::string paragraph_;
  std::size_t hanging_ = 0;
  bool fenced_ = false;
};

}  // namespace

std::string Chapter::Section(std::string_view heading) const {
  for (const auto& [name, text] : sections) {
    if (name == heading) {
      return text;
    }
  }
  return {};
}

std::vector<std::string> Chapter::Commands(std::string_view heading) const {
  std::vector<std::string> commands;
  std::istringstream stream(Section(heading));
  bool fenced = false;
  for (std::string line; std::getline(stream, line);) {
    if (StartsWith(line, "```")) {
      fenced = !fenced;
    } else if (fenced && StartsWith(line, "$ ")) {
      commands.push_back(line.substr(2));
    }
  }
  return commands;
}

Chapter ParseChapter(const std::string& text) {
  Chapter chapter;
  std::istringstream stream(text);
  bool fenced = false;
  for (std::string line; std::getline(stream, line);) {
    fenced = StartsWith(line, "```") ? !fenced : fenced;
    if (!fenced && StartsWith(line, "## ")) {
      chapter.sections.emplace_back(line.substr(3), "");
    } else if (!fenced && StartsWith(line, "# ") && chapter.title.empty()) {
      chapter.title = line.substr(2);
    } else if (!chapter.sections.empty()) {
      chapter.sections.back().second += line + "\n";
    }
  }
  return chapter;
}

std::string ForTerminal(const std::string& markdown, int columns) {
  TerminalText text(columns);
  std::istringstream stream(markdown);
  bool comment = false;
  for (std::string line; std::getline(stream, line);) {
    // Comments of several lines; those inside a line are taken away with the other markup.
    if (comment || (StartsWith(line, "<!--") && line.find("-->") == std::string::npos)) {
      comment = line.find("-->") == std::string::npos;
      continue;
    }
    if (StartsWith(line, "<!--")) {
      continue;
    }
    text.Add(line);
  }
  return text.Take();
}

std::optional<fs::path> FindBook(const fs::path& executable) {
  std::error_code error;
  const fs::path installed = executable.parent_path().parent_path() / "share" / "playbook" / "docs";
  if (fs::is_directory(installed / "pitfalls", error)) {
    return installed;
  }
  for (const fs::path& start : {executable.parent_path(), fs::current_path(error)}) {
    for (fs::path folder = start; folder.has_relative_path(); folder = folder.parent_path()) {
      if (fs::is_directory(folder / "docs" / "pitfalls", error)) {
        return folder / "docs";
      }
    }
  }
  return std::nullopt;
}

}  // namespace playbook
