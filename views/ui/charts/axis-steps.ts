/** Round distances between the marks of an axis, ascending, in the unit of the chart's values. */
export type AxisSteps = readonly [number, ...number[]]

const TENS = [10, 100, 1000, 10_000, 100_000, 1_000_000]
export const COUNT_STEPS: AxisSteps = [1, 2, 5, ...TENS.flatMap((power) => [power, 2 * power, 5 * power])]

const MINUTE = 60
const HOUR = 3600
const OF_SIXTY: AxisSteps = [1, 2, 5, 10, 15, 30]
export const SECOND_STEPS: AxisSteps = [
  ...OF_SIXTY,
  ...OF_SIXTY.map((minutes) => minutes * MINUTE),
  ...COUNT_STEPS.map((hours) => hours * HOUR),
]

const SUBSECOND_STEPS: AxisSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500]
export const MILLISECOND_STEPS: AxisSteps = [...SUBSECOND_STEPS, ...SECOND_STEPS.map((seconds) => seconds * 1000)]
