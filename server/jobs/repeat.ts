export interface Repeated {
  /** Runs the work now, or again after the current run. */
  wake: () => void
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
  let isWoken = false
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    timer = undefined
    isWoken = false
    running = work(signal)
      .catch(onError)
      .finally(() => {
        if (signal.aborted) return
        timer = setTimeout(run, isWoken ? 0 : pauseMs)
        timer.unref()
      })
  }
  run()
  return {
    wake: () => {
      isWoken = true
      if (timer === undefined || signal.aborted) return
      clearTimeout(timer)
      run()
    },
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
