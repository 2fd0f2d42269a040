/** Calls back once the browser has painted and has nothing better to do; returns the way to call it off. */
export const whenIdle = (act: () => void, timeoutMs = 3000): (() => void) => {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, Math.min(500, timeoutMs))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}

/** Resolves then. */
export const idle = (timeoutMs?: number): Promise<void> => new Promise((resolve) => void whenIdle(resolve, timeoutMs))

/** How long a browser may take to draw before what waits for it goes on: a page in the background is not drawn at all. */
const mostMs = 250

/** Resolves once what is drawn now has been painted: what nobody sees yet must not keep people from what they do. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

/**
 * Lets the browser hear what people do before more is done: what follows is a task of its own. Where tasks can be told apart it comes
 * before the next drawing, so that what belongs together is laid out and painted once.
 */
export const nextTask = (): Promise<void> => {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  return scheduler === undefined
    ? new Promise((resolve) => setTimeout(resolve))
    : scheduler.postTask(() => undefined, { priority: 'user-blocking' })
}
