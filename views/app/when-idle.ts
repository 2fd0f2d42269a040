/** Calls back once the browser has painted and has nothing better to do; returns the way to call it off. */
export const whenIdle = (act: () => void): (() => void) => {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}

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

/** Lets the browser draw and hear what people do before more is done: what follows is a task of its own. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
