import type { ObservationValues } from '../../contract/exploratory/observations.ts'
import type { SessionState } from './world.ts'

type Counts = Pick<SessionState, 'observations' | 'types' | 'observedMillis'>
type Counting = Pick<ObservationValues, 'typeId' | 'elapsedTimeInMillis'>

/** Returns a session's counts after removing and adding observations. */
export const counted = (before: Counts, gone: readonly Counting[], come: readonly Counting[]): Counts => {
  const types = new Map(before.types.map((type) => [type.typeId, { ...type }]))
  let { observations, observedMillis } = before
  const count = ({ typeId, elapsedTimeInMillis }: Counting, sign: 1 | -1) => {
    const type = types.get(typeId) ?? { typeId, observations: 0, elapsedMillis: 0 }
    const millis = sign * (elapsedTimeInMillis ?? 0)
    types.set(typeId, {
      typeId,
      observations: type.observations + sign,
      elapsedMillis: type.elapsedMillis + millis,
    })
    observations += sign
    observedMillis += millis
  }
  for (const one of gone) count(one, -1)
  for (const one of come) count(one, 1)
  return { observations, observedMillis, types: [...types.values()].filter((type) => type.observations > 0) }
}
