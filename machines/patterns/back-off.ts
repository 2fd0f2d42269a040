/**
 * How long to wait before the next retry: from 1 s, twice as long after each further failure, up to `mostMs`. Half of it is random, so that
 * the clients of a server that restarts do not all come back at once.
 */
export const backOffMs = (failures: number, mostMs: number, jitter: () => number): number =>
  Math.min(mostMs, 1000 * 2 ** Math.max(0, failures - 1)) * (0.5 + jitter() / 2)
