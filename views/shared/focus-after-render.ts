import { flushSync } from 'react-dom'

/**
 * Moves focus when the changes of the current event are on the page, and before the next event: a key that is pressed then is not lost, as it
 * would be before the next frame.
 */
export const focusAfterRender = (moveFocus: () => void): void =>
  queueMicrotask(() => {
    // React renders them in a microtask of its own, which may come later.
    flushSync(() => undefined)
    moveFocus()
  })
