import type { EngineNow } from '../../../contract/launchers/activity.ts'
import { inFigures } from '../../ui/text/figures.ts'

const many = (count: number, one: string, more: string): string => `${inFigures(count)} ${count === 1 ? one : more}`

/** '3 of 4 places busy'. */
export const busyText = ({ running, places }: EngineNow): string =>
  `${inFigures(running)} of ${many(places, 'place', 'places')} busy`

/** What waits, and why. */
export const waitingText = ({ waitingHere, waitingProblem, running, places }: EngineNow): string => {
  if (waitingHere === 0) return 'Nothing is waiting.'
  const waits = `${many(waitingHere, 'launch waits', 'launches wait')}.`
  if (waitingProblem !== null) return `${waits} ${waitingProblem}.`
  return running >= places ? `${waits} No place is free.` : waits
}

/** What happens to a launch that is started now. */
export const startText = ({ free, problem }: EngineNow): string => {
  if (problem !== null) return problem
  return free === 0 ? 'No place is free, a launch waits' : `${many(free, 'place', 'places')} free, starts right away`
}
