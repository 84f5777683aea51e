// The main program of a pair's timed binary; see program.h.
#include "benchmarks/program.h"
#include "fixtures/pair/registry.h"

int main(int argc, char** argv) {
  const playbook::Pair& pair = playbook::ThePair();
  return playbook::RunProgram(argc, argv, {"pair", pair.id, playbook::Rows(pair), playbook::Describe(pair)});
}
