// How is text that came from a program or a file shown on a terminal?
//
// Escape sequences in it could move the cursor, recolour or retitle the terminal, so they are made visible instead of
// being obeyed. Not for pages: those are escaped by whoever writes them.
//
//   err << CleanText("\x1b[2Jhello\r\n");   // "?[2Jhello?" and the line's end
#ifndef TOOLS_RESULTS_CLEAN_TEXT_H_
#define TOOLS_RESULTS_CLEAN_TEXT_H_

#include <string>
#include <string_view>

namespace playbook {

// Every control character but the end of line becomes '?', a tab a space; so do the C1 controls (U+0080 to U+009F),
// what breaks lines or turns the direction of writing (U+2028 to U+202E and their like), U+FFFE and U+FFFF, and each
// byte that is no part of well-formed UTF-8.
std::string CleanText(std::string_view text);

// The last lines of it, at most so many, cleaned and without an end of line at the end. A line is cut after 300 bytes.
std::string LastLines(std::string_view text, std::size_t lines);

}  // namespace playbook

#endif  // TOOLS_RESULTS_CLEAN_TEXT_H_
