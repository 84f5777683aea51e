// Where does a test of statistics get noise that is the same everywhere?
//
// std::mt19937_64 gives the same numbers with every standard library, std::normal_distribution does not; so the
// transforms are here. Not for benchmarks: fixtures/inputs has their data.
//
//   Noise noise(7);
//   noise.Uniform();  // 0 < u < 1
//   noise.Normal();   // mean 0, standard deviation 1
#ifndef TESTS_UNIT_TOOLS_STATS_NOISE_H_
#define TESTS_UNIT_TOOLS_STATS_NOISE_H_

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace playbook {

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : engine_(seed) {}

  // 53 bits and a half, so that neither 0 nor 1 comes.
  double Uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }

  // Box and Muller, "A note on the generation of random normal deviates", 1958; one of the two it makes.
  double Normal() {
    const double radius = std::sqrt(-2.0 * std::log(Uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * Uniform());
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_STATS_NOISE_H_
