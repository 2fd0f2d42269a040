import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { availabilityCheck } from '../../../machines/patterns/availability.machine.ts'
import { useLatest } from '../latest.ts'

interface AvailabilityOptions {
  pauseMs: number
  /** Whether a value is worth asking about. */
  isAsked: (value: string) => boolean
  /** Whether somebody has it already. */
  check: (value: string, signal: AbortSignal) => Promise<boolean>
}

/** Asks whether a name is free while it is typed. Call `changed` with every value of the field. */
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
