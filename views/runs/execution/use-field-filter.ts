/** Which cases of the run have what is asked of their custom fields. */
import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import type { FieldFilter } from '../../../contract/cases/filter.ts'
import { fieldFilter } from '../../../machines/runs/field-filter.machine.ts'
import { useLatest } from '../../shared/latest.ts'

export function useFieldFilter(
  fields: readonly FieldFilter[],
  /** Null until all cases are read. */
  count: number | null,
  find: (fields: readonly FieldFilter[], signal: AbortSignal) => Promise<readonly number[]>,
) {
  const latest = useLatest(find)
  const machine = useMemo(
    () =>
      fieldFilter.provide({
        actors: {
          find: fromPromise<{ caseIds: readonly number[] }, { fields: readonly FieldFilter[] }>(
            async ({ input, signal }) => ({ caseIds: await latest()(input.fields, signal) }),
          ),
        },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine)
  const words = JSON.stringify(fields)
  useEffect(() => send({ type: 'fields/chosen', fields: JSON.parse(words) as FieldFilter[] }), [send, words])
  useEffect(() => {
    if (count !== null) send({ type: 'cases/counted', count })
  }, [send, count])
  return {
    found: snapshot.context.found,
    /** Nothing is known yet of what is asked. */
    isFinding: fields.length > 0 && snapshot.context.found === null && !snapshot.matches({ asked: 'failed' }),
    failure: snapshot.context.failure,
    retry: () => send({ type: 'fields/retry' }),
  }
}
