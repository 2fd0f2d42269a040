import type { PassRateHistory } from '../../machines/launches/launch-page.machine.ts'

/** 'this launch and 5 before', '2 before and 3 after'. */
export const historyText = (history: PassRateHistory, launchId: number): string => {
  const at = history.findIndex((one) => one.launchId === launchId)
  if (at === -1 || history.length < 2) return ''
  const after = history.length - 1 - at
  return after === 0 ? `this launch and ${at} before` : `${at} before and ${after} after`
}

/** Difference to the previous launch's pass rate in percentage points; null when there is none. */
export const pointsSince = (history: PassRateHistory, launchId: number) => {
  const at = history.findIndex((one) => one.launchId === launchId)
  const [now, before] = [history[at], history[at - 1]]
  if (now === undefined || before === undefined) return null
  const points = Math.round((now.passRate - before.passRate) * 1000) / 10
  if (points === 0) return null
  const isWorse = points < 0
  return {
    launchNumber: before.launchNumber,
    isWorse,
    words: `${isWorse ? '−' : '+'}${Math.abs(points).toFixed(1)} points`,
  }
}
