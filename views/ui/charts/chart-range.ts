/** Lower bound of a percentage axis: a round step below the minimum, so that small changes near 100 % are visible. */
export const chartFloor = (values: readonly number[]): number => {
  const lowest = Math.min(1, ...values)
  const step = lowest >= 0.9 ? 0.1 : lowest >= 0.8 ? 0.2 : lowest >= 0.5 ? 0.5 : 1
  return 1 - step
}
