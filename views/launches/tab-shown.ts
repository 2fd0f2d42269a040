import { fromCallback } from 'xstate'

/** Emits when the browser tab becomes visible again (LIST-29). */
export const tabShown = fromCallback(({ sendBack }) => {
  const look = () => {
    if (document.visibilityState === 'visible') sendBack({ type: 'tab/shown' })
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
})
