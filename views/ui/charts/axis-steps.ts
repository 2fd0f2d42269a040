/** Round distances between the marks of an axis, ascending, in the unit of the chart's values. */
export type AxisSteps = readonly [number, ...number[]]

const powers = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
export const COUNT_STEPS: AxisSteps = [1, 2, 5, ...powers.slice(1).flatMap((power) => [power, 2 * power, 5 * power])]

const MINUTE = 60
const HOUR = 3600
export const SECOND_STEPS: AxisSteps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...COUNT_STEPS.map((hours) => hours * HOUR),
] as [number, ...number[]]

export const MILLISECOND_STEPS: AxisSteps = [
  ...COUNT_STEPS.filter((ms) => ms < 1000),
  ...SECOND_STEPS.map((seconds) => seconds * 1000),
] as [number, ...number[]]
