import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { LAUNCHER_LIMITS } from '../../../contract/launchers/launcher-texts.ts'
import type { ProviderRepository, VcsProvider } from '../../../contract/launchers/providers.ts'
import { searchAsYouType, type Found } from '../../../machines/patterns/search.machine.ts'
import { useProject } from '../../boot/context.tsx'
import { useLaunchers } from '../use-launchers.ts'

/** Repositories of the provider, with a debounced search (ADDR-08). `initial`: the address's search text. */
export function useProviderRepositories(provider: VcsProvider, initial: string, onSearched: (q: string) => void) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const machine = useMemo(
    () =>
      searchAsYouType<ProviderRepository>({
        leastLetters: 0,
        pauseMs: LAUNCHER_LIMITS.searchMs,
        initialQuery: initial,
      }).provide({
        actors: {
          search: fromPromise<Found<ProviderRepository>, { q: string }>(async ({ input: { q }, signal }) => {
            const { items } = await launchers.providerRepositories(key, provider, q, signal)
            onSearched(q)
            return { items }
          }),
        },
      }),
    // The machine lives as long as the tab.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key, launchers, provider],
  )
  const [snapshot, send] = useMachine(machine)
  const { q, items, failure } = snapshot.context
  return {
    q,
    items,
    failure: snapshot.matches('failed') ? failure : null,
    isLoading: snapshot.matches('searching'),
    onType: (words: string) => send({ type: 'query/typed', q: words }),
    onSubmit: () => send({ type: 'query/submitted' }),
    onRetry: () => send({ type: 'query/retried' }),
  }
}
