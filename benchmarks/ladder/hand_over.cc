// One round trip between two threads. Where they run decides nearly everything, so they are pinned: a figure of threads
// that the scheduler may place as it likes is anything between these.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fixtures/host/system_files.h"
#include "fixtures/ladder/rung.h"
#include "fixtures/pair/verify.h"

namespace playbook {
namespace {

// Empty where the system does not tell, as on more CPUs than the set has room for.
cpu_set_t Affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  pthread_getaffinity_np(pthread_self(), sizeof set, &set);
  return set;
}

std::vector<int> AllowedCpus() {
  const cpu_set_t set = Affinity();
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) {
      cpus.push_back(cpu);
    }
  }
  return cpus;
}

// Two threads of one core share its caches, so their line need not move.
std::string Where(int cpu, int other) {
  const auto core_of = [](int one) {
    return ReadSystemLine("", fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", one));
  };
  const bool together = core_of(cpu).has_value() && core_of(cpu) == core_of(other);
  return fmt::format("CPUs {} and {}{}", cpu, other, together ? " of one core" : "");
}

// This thread on one CPU until the object is gone.
class Pinned {
 public:
  explicit Pinned(int cpu) : before_(Affinity()) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    done_ = pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0;
  }
  ~Pinned() { pthread_setaffinity_np(pthread_self(), sizeof before_, &before_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  bool done() const { return done_; }

 private:
  cpu_set_t before_;
  bool done_ = false;
};

// Two sides that take turns, each asleep until the other wakes it.
class Sleeping {
 public:
  void Give(int side) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      turn_ = side;
    }
    changed_.notify_one();
  }
  void Await(int side) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return turn_ == side; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int turn_ = 0;
};

// The same, each looking all the time.
class Spinning {
 public:
  void Give(int side) { turn_.store(side, std::memory_order_release); }
  void Await(int side) {
    while (turn_.load(std::memory_order_acquire) != side) {
    }
  }

 private:
  alignas(64) std::atomic<int> turn_ = 0;
};

constexpr int kOurs = 0, kTheirs = 1;

template <typename Turns>
void RoundTrips(benchmark::State& state, int our_cpu, int their_cpu) {
  Turns turns;
  std::atomic<bool> over = false;
  std::uint64_t answered = 0;
  bool both_pinned = false;
  std::thread partner([&] {
    const Pinned pinned(their_cpu);
    both_pinned = pinned.done();
    for (;;) {
      turns.Await(kTheirs);
      if (over.load(std::memory_order_relaxed)) {
        return;
      }
      ++answered;
      turns.Give(kOurs);
    }
  });
  {
    const Pinned pinned(our_cpu);
    turns.Give(kTheirs);  // the first trip, before the clock runs: the partner is there
    turns.Await(kOurs);
    both_pinned = both_pinned && pinned.done();
    for (auto _ : state) {
      turns.Give(kTheirs);
      turns.Await(kOurs);
    }
    over = true;
    turns.Give(kTheirs);
    partner.join();
  }
  state.SetItemsProcessed(state.iterations());
  if (!both_pinned) {
    Unmeasured(state, "the threads cannot be pinned to a CPU each");
    return;
  }
  Check(state, Same("the trips that were answered", answered, static_cast<std::uint64_t>(state.iterations()) + 1));
}

// False, and the row ended, where there are fewer.
bool Has(benchmark::State& state, const std::vector<int>& cpus, std::size_t needed) {
  if (cpus.empty()) {
    Unmeasured(state, "the system does not tell on which CPUs this process may run");
  } else if (cpus.size() < needed) {
    Unmeasured(state, fmt::format("needs {} CPUs, this process may use {}", needed, cpus.size()));
  }
  return cpus.size() >= needed;
}

void SameCpu(benchmark::State& state) {
  const std::vector<int> cpus = AllowedCpus();
  if (Has(state, cpus, 1)) {
    RoundTrips<Sleeping>(state, cpus.front(), cpus.front());
  }
}

template <typename Turns>
void TwoCpus(benchmark::State& state) {
  const std::vector<int> cpus = AllowedCpus();
  if (Has(state, cpus, 2)) {
    RoundTrips<Turns>(state, cpus[0], cpus[1]);
    state.SetLabel(Where(cpus[0], cpus[1]));
  }
}

constexpr const char* kAnyThread = "no answer of another thread was waited for";
constexpr const char* kAnySleeper = "no answer of a sleeping thread was waited for, by condition variable";

PLAYBOOK_RUNG({
    .number = 10,
    .id = "hand_over",
    .title = "round trip between two threads",
    .published = "16.87 us, where the threads ran is not said",
    .cases = {{.function = SameCpu,
               .variant = "same_cpu",
               .counts = "condition variable, both threads on one CPU",
               .part = Part::kKernel,
               .one = "a round trip between two threads of one CPU",
               .many = "round trips between two threads of one CPU",
               .ruled_out = {kAnyThread, kAnySleeper}},
              {.function = TwoCpus<Sleeping>,
               .variant = "two_cpus",
               .counts = "condition variable, a CPU for each thread",
               .part = Part::kKernel,
               .one = "a round trip between sleeping threads of two CPUs",
               .many = "round trips between sleeping threads of two CPUs",
               .ruled_out = {kAnyThread, kAnySleeper,
                             "no answer of a thread asleep on another CPU was waited for, by condition variable"}},
              {.function = TwoCpus<Spinning>,
               .variant = "spinning",
               .counts = "a shared variable that both look at all the time, a CPU for each thread",
               .part = Part::kMemory,
               .one = "a round trip between spinning threads",
               .many = "round trips between spinning threads",
               .ruled_out = {kAnyThread}}},
    .relations = {{"hand_over/spinning", "hand_over/two_cpus", "nobody has to be woken", 0},
                  {"call/dependent", "hand_over/spinning", "a cache line moves between two CPUs, twice"}},
    .threads = true,
});

}  // namespace
}  // namespace playbook
