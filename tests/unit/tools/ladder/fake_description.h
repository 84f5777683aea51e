// What a small ladder would say of itself, for tests and for the program that stands for one.
#ifndef TESTS_UNIT_TOOLS_LADDER_FAKE_DESCRIPTION_H_
#define TESTS_UNIT_TOOLS_LADDER_FAKE_DESCRIPTION_H_

#include <string>

namespace playbook {

// A call, a system call, reads at four working sets, an fsync and two rates.
inline std::string FakeDescription() {
  const auto row = [](const std::string& name, const std::string& more) {
    return R"({"row": ")" + name +
           R"(", "figure": "time", "counts": "an item", "part": "kernel", "yardstick": "", "sweep": "", "value": 0,
               "one": "", "many": "", "ruled_out": [])" +
           more + "}";
  };
  const auto read = [&row](const std::string& bytes) {
    return row("read/bytes:" + bytes, R"(, "part": "memory", "sweep": "read", "value": )" + bytes +
                                          R"(, "one": "a read", "many": "reads", "ruled_out": ["nothing was read"])");
  };
  const auto rate = [&row](const std::string& name, const std::string& one) {
    return row(name, R"(, "figure": "bytes_per_second", "one": ")" + one + R"(", "many": "runs", "ruled_out": ["no )" +
                         one + R"("])");
  };
  const auto rung = [](const std::string& id, const std::string& rows, const std::string& differences,
                       const std::string& relations) {
    return R"({"id": ")" + id + R"(", "title": "the )" + id + R"(", "published": "1 ns", "rows": [)" + rows +
           R"(], "differences": [)" + differences + R"(], "relations": [)" + relations + "]}";
  };
  return R"({"schema_version": 2, "id": "ladder", "rungs": [)" +
         rung("call",
              row("call/whole", R"(, "part": "own code", "yardstick": "function_call", "one": "a call",
                                   "many": "calls", "ruled_out": ["no call was made"])") +
                  "," + row("call/loop", R"(, "part": "own code")"),
              R"({"row": "call/alone", "of": "call/whole", "minus": "call/loop", "counts": "a call alone"})",
              R"({"row": "call/whole", "at_most": "kernel/write", "why": "a system call holds a call", "slack": 0})") +
         "," +
         rung("kernel", row("kernel/write", R"(, "yardstick": "system_call", "one": "a write", "many": "writes",
                                     "ruled_out": ["nothing was written"])"),
              "", "") +
         "," + rung("read", read("1024") + "," + read("2048") + "," + read("4096") + "," + read("8192"), "", "") + "," +
         rung("disk",
              row("disk/fsync", R"(, "one": "an fsync", "many": "fsyncs", "ruled_out": ["the disk was not reached"])") +
                  "," + rate("disk/synced", "synced write") + "," + rate("disk/memory", "write into memory"),
              "", R"({"row": "disk/synced", "at_most": "disk/memory", "why": "waiting is not faster", "slack": 0.1})") +
         "]}";
}

}  // namespace playbook

#endif  // TESTS_UNIT_TOOLS_LADDER_FAKE_DESCRIPTION_H_
