#include "tools/units/quantity.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace playbook {
namespace {

void ExpectQuantity(const char* text, Quantity::Kind kind, double value) {
  const std::optional<Quantity> quantity = ParseQuantity(text);
  ASSERT_TRUE(quantity) << text;
  EXPECT_EQ(quantity->kind, kind) << text;
  EXPECT_DOUBLE_EQ(quantity->value, value) << text;
}

TEST(QuantityTest, ReadsTimes) {
  ExpectQuantity("50us", Quantity::Kind::kDuration, 50e3);
  ExpectQuantity("50 \xC2\xB5s", Quantity::Kind::kDuration, 50e3);
  ExpectQuantity("50\xCE\xBCs", Quantity::Kind::kDuration, 50e3);
  ExpectQuantity("0.69ns", Quantity::Kind::kDuration, 0.69);
  ExpectQuantity("1.245 ms", Quantity::Kind::kDuration, 1.245e6);
  ExpectQuantity("1e3s", Quantity::Kind::kDuration, 1e12);
  ExpectQuantity("2min", Quantity::Kind::kDuration, 120e9);
}

TEST(QuantityTest, ReadsRates) {
  ExpectQuantity("380GB/s", Quantity::Kind::kRate, 3.8e11);
  ExpectQuantity("3137 MB/s", Quantity::Kind::kRate, 3.137e9);
  ExpectQuantity("1GiB/s", Quantity::Kind::kRate, 1073741824);
  ExpectQuantity("7B/s", Quantity::Kind::kRate, 7);
}

TEST(QuantityTest, ReadsNothingElse) {
  for (const char* const text : {"", "50", "us", "50 fortnights", "-50us", "0us", "nan us", "inf s", "1e308s", "50us ",
                                 "50usx", "380 GB", "0x10s", "50,5us", "1e999ns"}) {
    EXPECT_FALSE(ParseQuantity(text)) << text;
  }
}

}  // namespace
}  // namespace playbook
