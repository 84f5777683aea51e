// Has somebody asked us to stop?
//
// While one of these lives, Ctrl-C, a polite kill and a closed terminal no longer end the program: they are kept until
// asked for, so that a run can end its child and leave its folder whole. One at a time in a program; not for programs
// with several threads.
//
//   Interrupts interrupts;
//   if (interrupts.Requested()) { return kInterrupted; }
#ifndef TOOLS_MEASURE_INTERRUPTS_H_
#define TOOLS_MEASURE_INTERRUPTS_H_

#include <csignal>

#include <chrono>

namespace playbook {

class Interrupts {
 public:
  // Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD for this thread.
  Interrupts();
  // Puts the mask back. What was asked for and taken note of is not delivered again.
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;

  // True from the first such signal on.
  bool Requested();

  // Sleeps until a child changed state, somebody asked to stop, or the time is over; any of these may be spurious.
  // Returns Requested().
  bool Wait(std::chrono::milliseconds longest);

  // The mask as it was, which a child is to be given back.
  const sigset_t& mask_before() const { return mask_before_; }

 private:
  sigset_t blocked_;
  sigset_t mask_before_;
  bool requested_ = false;
};

}  // namespace playbook

#endif  // TOOLS_MEASURE_INTERRUPTS_H_
