// How many columns of a terminal does this text take?
//
// Tables are aligned by this and not by bytes: "µs" is three bytes and two columns. Covers what appears in names and
// units: combining marks take none, East Asian wide characters and emoji take two. Not a shaping engine: scripts whose
// letters join are counted letter by letter, as terminals do.
//
//   DisplayWidth("µs")        2
//   Pad("µs", 4)              "µs  "
#ifndef TOOLS_REPORT_DISPLAY_WIDTH_H_
#define TOOLS_REPORT_DISPLAY_WIDTH_H_

#include <string>
#include <string_view>
#include <vector>

namespace playbook {

// `text` is UTF-8 without control characters; a byte that is no part of it counts as one column.
int DisplayWidth(std::string_view text);

// With spaces up to the width, at the right or, with `right_aligned`, at the left. Never cut.
std::string Pad(std::string_view text, int width, bool right_aligned = false);

// Broken at spaces into lines of at most `width` columns; a word that is longer has a line of its own.
std::vector<std::string> Wrap(std::string_view text, int width);

}  // namespace playbook

#endif  // TOOLS_REPORT_DISPLAY_WIDTH_H_
