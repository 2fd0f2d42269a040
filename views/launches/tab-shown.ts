import { fromCallback } from 'xstate'

/** Says when the browser's tab can be seen again (LIST-29). */
export const tabShown = fromCallback(({ sendBack }) => {
  const look = () => {
    if (document.visibilityState === 'visible') sendBack({ type: 'tab/shown' })
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
})
