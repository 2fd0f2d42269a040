import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { availabilityCheck } from '../../../machines/patterns/availability.machine.ts'
import { useLatest } from '../latest.ts'

interface AvailabilityOptions {
  pauseMs: number
  /** Returns whether a value should be checked. */
  isAsked: (value: string) => boolean
  /** Resolves with whether the value is taken. */
  check: (value: string, signal: AbortSignal) => Promise<boolean>
}

/** Checks a name's availability while it is typed. Call `changed` with every value of the field. */
export function useAvailability(options: AvailabilityOptions) {
  const latest = useLatest(options)
  const machine = useMemo(
    () =>
      availabilityCheck({ pauseMs: latest().pauseMs }).provide({
        actors: {
          check: fromPromise<boolean, { value: string }>(({ input, signal }) => latest().check(input.value, signal)),
        },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine)
  return {
    isTaken: snapshot.matches('taken'),
    isChecking: snapshot.matches('typing') || snapshot.matches('checking'),
    changed: (value: string) =>
      send({ type: 'value/changed', value: value.trim(), isAsked: options.isAsked(value.trim()) }),
  }
}
