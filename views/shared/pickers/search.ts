/** Search results from the server for a picker or a chips field. */
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { LIMITS } from '../../../contract/limits.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useLatest } from '../latest.ts'

export type Search<Item> = (q: string, signal: AbortSignal) => Promise<Found<Item>>

/** Searches immediately for the empty query, and after a pause in typing. */
export function useSearch<Item>(search: Search<Item>) {
  const latest = useLatest(search)
  const machine = useMemo(
    () =>
      searchAsYouType<Item>({ minLetters: 0, pauseMs: LIMITS.searchDebounceMs }).provide({
        actors: {
          search: fromPromise<Found<Item>, { q: string }>(({ input: { q }, signal }) => latest()(q, signal)),
        },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine)
  const { q, items, hasMore, failure } = snapshot.context
  const isWaiting = snapshot.matches('typing') || snapshot.matches('searching')
  return {
    items,
    q,
    isWaiting,
    hasMore,
    failure: snapshot.matches('failed') ? messageOf(failure) : null,
    onType: (typed: string) => send({ type: 'query/typed', q: typed }),
    onSubmit: () => send({ type: 'query/submitted' }),
    onRetry: () => send({ type: 'query/retried' }),
  }
}
