import type { Schedule } from '../../../contract/launchers/schedules.ts'

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** Returns who paused a schedule, and on which day. */
export const pausedText = (paused: Schedule['paused']): string => {
  if (paused === null) return 'Paused'
  return `Paused${paused.by === null ? '' : ` by ${paused.by}`} on ${day.format(new Date(paused.at))}`
}
