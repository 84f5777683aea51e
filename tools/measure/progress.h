// How does somebody who waits learn what is going on?
//
// On a terminal: one line that is rewritten, never while something is timed. Elsewhere: plain lines, few enough for a
// log. No escape sequences and no colours in either, so there is nothing for NO_COLOR to switch off.
//
//   Progress progress(err, TerminalColumns(err));
//   progress.Say("run folder: runs/first");
//   progress.Show("round 3 of 10 · dead_code under gcc · 40 s left", "");
#ifndef TOOLS_MEASURE_PROGRESS_H_
#define TOOLS_MEASURE_PROGRESS_H_

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

namespace playbook {

// Width of the terminal that the stream writes to, 0 if it writes to none: COLUMNS, else what the terminal says, else
// 80. A TERM of "dumb" counts as none.
std::size_t TerminalColumns(const std::ostream& stream);

class Progress {
 public:
  // columns 0: a log.
  Progress(std::ostream& stream, std::size_t columns) : stream_(stream), columns_(columns) {}
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Lines that stay. Text that came from elsewhere must have been cleaned.
  void Say(std::string_view text);

  // What is happening: `live` on a terminal, until the next call; `logged` in a log, if not empty.
  void Show(std::string_view live, std::string_view logged);

  // Takes the live line away.
  void Clear();

 private:
  std::ostream& stream_;
  std::size_t columns_;
  std::size_t shown_ = 0;  // columns that the live line covers
};

// "1 min 20 s", "45 s": rounded up to what can be said of a future.
std::string TimeLeft(double seconds);

}  // namespace playbook

#endif  // TOOLS_MEASURE_PROGRESS_H_
