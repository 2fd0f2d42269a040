export interface Repeated {
  /** Aborts the signal; resolves after the current run has ended. */
  stop: () => Promise<void>
}

/** Runs work immediately, and again `pauseMs` after each end until it is stopped. A run that fails is reported and does not end the repetition. */
export const repeat = (
  work: (signal: AbortSignal) => Promise<void>,
  pauseMs: number,
  onError: (error: unknown) => void,
): Repeated => {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = work(signal)
      .catch(onError)
      .finally(() => {
        if (signal.aborted) return
        timer = setTimeout(run, pauseMs)
        timer.unref()
      })
  }
  run()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
