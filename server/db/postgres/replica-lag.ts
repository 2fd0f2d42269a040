interface Sample {
  position: number
  at: number
}

const maxSamples = 60

/** Measures the age of a replica's data by when the primary was at a position: the clocks of the servers need not agree. */
export const createReplicaLag = (now: () => number = () => performance.now()) => {
  /** Oldest first. The replica has replayed the first one, unless none. */
  const samples: Sample[] = []
  return {
    /** Records the current position of the primary. */
    record: (position: number): void => {
      samples.push({ position, at: now() })
      // The first sample says how far a replica is behind that has stopped, the newest ones when it is back.
      if (samples.length > maxSamples) samples.splice(1, 1)
    },
    /** Returns the age in milliseconds of a replica at this position; null if it is from before the first sample. */
    of: (position: number): number | null => {
      const replayed = samples.findLastIndex((sample) => sample.position <= position)
      samples.splice(0, replayed)
      return replayed === -1 ? null : now() - (samples[0]?.at ?? now())
    },
  }
}
