/** Cases of the run that match the address's custom field filters. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import type { FieldFilter } from '../../../contract/cases/filter.ts'
import { fieldFilter, type FieldFilterEvent } from '../../../machines/runs/field-filter.machine.ts'
import { onAddressChange } from '../../shared/address-changes.ts'
import { useLatest } from '../../shared/latest.ts'
import type { ExecutionRef } from './use-execution.ts'

interface FieldFilterOptions {
  execution: ExecutionRef
  /** Returns the address's filters. */
  read: (search: string) => readonly FieldFilter[]
  find: (fields: readonly FieldFilter[], signal: AbortSignal) => Promise<readonly number[]>
}

export function useFieldFilter({ execution, read, find }: FieldFilterOptions) {
  const latest = useLatest(find)
  const machine = useMemo(
    () =>
      fieldFilter.provide({
        actors: {
          find: fromPromise<{ caseIds: readonly number[] }, { fields: readonly FieldFilter[] }>(
            async ({ input, signal }) => ({ caseIds: await latest()(input.fields, signal) }),
          ),
          address: fromCallback<FieldFilterEvent>(({ sendBack }) => {
            let asked = '[]'
            const look = () => {
              const fields = read(window.location.search)
              const words = JSON.stringify(fields)
              if (words !== asked) sendBack({ type: 'fields/chosen', fields })
              asked = words
            }
            look()
            return onAddressChange(look)
          }),
          cases: fromCallback<FieldFilterEvent>(({ sendBack }) => {
            let counted: number | null = null
            const look = () => {
              const { isComplete, rows } = execution.getSnapshot().context
              if (!isComplete || rows.list.length === counted) return
              counted = rows.list.length
              sendBack({ type: 'cases/counted', count: counted })
            }
            look()
            const changes = execution.subscribe(look)
            return () => changes.unsubscribe()
          }),
        },
      }),
    [execution, read, latest],
  )
  const [snapshot, send] = useMachine(machine)
  const { found, failure } = snapshot.context
  return {
    found,
    hasFailed: snapshot.matches({ asked: 'failed' }),
    failure,
    retry: () => send({ type: 'fields/retry' }),
  }
}
