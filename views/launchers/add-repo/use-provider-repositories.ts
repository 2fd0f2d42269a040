import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { LAUNCHER_LIMITS } from '../../../contract/launchers/launcher-texts.ts'
import {
  listProviderRepositories,
  type ProviderRepository,
  type VcsProvider,
} from '../../../contract/launchers/providers.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { useProject, useApplication } from '../../application/context.tsx'

/** Repositories of the provider, with a debounced search (ADDR-08). `initial`: the address's search text. */
export function useProviderRepositories(provider: VcsProvider, initial: string, onSearched: (q: string) => void) {
  const { key } = useProject()
  const { send } = useApplication()
  const machine = useMemo(
    () =>
      searchAsYouType<ProviderRepository>({
        minLetters: 0,
        pauseMs: LAUNCHER_LIMITS.searchMs,
        initialQuery: initial,
      }).provide({
        actors: {
          search: fromPromise<Found<ProviderRepository>, { q: string }>(async ({ input: { q }, signal }) => {
            const { items } = await send(listProviderRepositories, {
              params: { projectKey: key, provider },
              query: { q },
              signal,
            })
            onSearched(q)
            return { items }
          }),
        },
      }),
    // The machine lives as long as the tab.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key, send, provider],
  )
  const [snapshot, dispatch] = useMachine(machine)
  const { q, items, failure } = snapshot.context
  return {
    q,
    items,
    failure: snapshot.matches('failed') ? failure : null,
    isLoading: snapshot.matches('searching'),
    onType: (words: string) => dispatch({ type: 'query/typed', q: words }),
    onSubmit: () => dispatch({ type: 'query/submitted' }),
    onRetry: () => dispatch({ type: 'query/retried' }),
  }
}
