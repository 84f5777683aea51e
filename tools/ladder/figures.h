// How are the ladder's figures written?
//
//   FigureText(row.Value("gcc"), row.is_rate)   "166 µs (133 µs .. 221 µs)"
//   Multiple(491.6)                             "492"
#ifndef TOOLS_LADDER_FIGURES_H_
#define TOOLS_LADDER_FIGURES_H_

#include <string>

#include "tools/stats/median_interval.h"

namespace playbook {

// The median, with the interval behind it where there is more than one value; "-" without any.
std::string FigureText(const MedianInterval& value, bool is_rate);

// The median alone.
std::string MedianText(const MedianInterval& value, bool is_rate);

// A number of times at two or three significant digits, whole from 100 on: "0.0051", "1.27", "46.1", "12,400".
std::string Multiple(double times);

}  // namespace playbook

#endif  // TOOLS_LADDER_FIGURES_H_
