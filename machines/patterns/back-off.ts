/**
 * Returns the delay before the next retry. The delay doubles after each failure, from 1 s up to `maxMs`. Half of the delay is random, so that
 * clients of a restarting server do not all return at the same time.
 */
export const backOffMs = (failures: number, maxMs: number, jitter: () => number): number =>
  Math.min(maxMs, 1000 * 2 ** Math.max(0, failures - 1)) * (0.5 + jitter() / 2)
