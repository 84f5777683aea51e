// How do a ladder's words enter a page or a terminal?
//
//   text += Strong("broken:", form) + " " + Plain(words, form);
//
// For text that was cleaned when it was read. Not for data that programs read.
#ifndef TOOLS_LADDER_FORM_H_
#define TOOLS_LADDER_FORM_H_

#include <string>

#include "tools/report/escape.h"
#include "tools/report/table.h"

namespace playbook {

enum class LadderForm { kTerminal, kMarkdown };

inline std::string Plain(const std::string& text, LadderForm form) {
  return form == LadderForm::kMarkdown ? EscapeMarkdown(text) : OneLine(text);
}
inline std::string Code(const std::string& text, LadderForm form) {
  return form == LadderForm::kMarkdown ? MarkdownCode(text) : OneLine(text);
}
// The text is already as the form has it.
inline std::string Strong(const std::string& text, LadderForm form) {
  return form == LadderForm::kMarkdown ? "**" + text + "**" : text;
}
inline std::string PrintTable(const Table& table, LadderForm form) {
  return form == LadderForm::kMarkdown ? table.Markdown() : table.Terminal("");
}

}  // namespace playbook

#endif  // TOOLS_LADDER_FORM_H_
