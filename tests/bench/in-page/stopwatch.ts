/** Runs in the page first: measures when something is visible, and what blocked the page. */
export interface Stopwatch {
  /** Selector of the content that the page is opened for. Resolves with the first paint of it, in ms since the navigation began. */
  firstSeen(): Promise<number>
  /** From `act` to the paint of what makes `isDone` true, in ms. */
  time(act: () => void, isDone: () => boolean): Promise<number>
  /** Total of long tasks (50 ms or more) so far, in ms. */
  longTasks(): number[]
}

declare global {
  interface Window {
    stopwatch: Stopwatch
  }
}

export const installStopwatch = (first: string): void => {
  const painted = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        // A message posted during a frame is delivered after its paint.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    })
  const until = (isDone: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isDone()) return
        observer.disconnect()
        resolve(painted())
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
      look()
    })
  const tasks: number[] = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })
  const seen = until(() => document.querySelector(first) !== null)
  window.stopwatch = {
    firstSeen: () => seen,
    time: async (act, isDone) => {
      const begun = performance.now()
      act()
      return (await until(isDone)) - begun
    },
    longTasks: () => tasks,
  }
}
