import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import { createActor, fromPromise, type ActorRefFrom } from 'xstate'
import { readIssues, type IssueStatus } from '../../../contract/launches/issues.ts'
import { issueStatuses, type AskedIssues } from '../../../machines/launches/issue-statuses.machine.ts'
import { useMay, useProject } from '../../application/context.tsx'
import { serviceOf } from '../../application/service-of.ts'

/** One actor per project: an issue's status is the same everywhere. */
const useStatuses = serviceOf(({ send }) => {
  const actors = new Map<string, ActorRefFrom<typeof issueStatuses>>()
  return (projectKey: string) => {
    const actor =
      actors.get(projectKey) ??
      createActor(
        issueStatuses.provide({
          actors: {
            read: fromPromise<readonly IssueStatus[], AskedIssues>(async ({ input: { ids, isRefresh } }) => {
              const query = { id: [...ids], ...(isRefresh ? { refresh: 'true' as const } : {}) }
              return (await send(readIssues, { params: { projectKey }, query })).items
            }),
          },
        }),
      ).start()
    actors.set(projectKey, actor)
    return actor
  }
})

const useActorOfProject = () => {
  const { key } = useProject()
  return useStatuses()(key)
}

/** Status of a linked issue; undefined while loading. Subscribing requests it. */
export function useIssueStatus(id: string): IssueStatus | undefined {
  const actor = useActorOfProject()
  const isOn = useMay().isOn('defects-linking')
  const subscribe = useCallback(
    (changed: () => void) => {
      const changes = actor.subscribe(changed)
      if (isOn) actor.send({ type: 'issue/shown', id })
      return () => changes.unsubscribe()
    },
    [actor, id, isOn],
  )
  return useSyncExternalStore(
    subscribe,
    () => actor.getSnapshot().context.known[id],
    () => undefined,
  )
}

/** Refreshes the status from the tracker. */
export function useIssueRefresh(ids: readonly string[]) {
  const actor = useActorOfProject()
  const isRefreshing = useSelector(
    actor,
    ({ context: { refreshing, asking }, value }) =>
      ids.some((id) => refreshing.has(id)) ||
      (value === 'loading' && asking.isRefresh && ids.some((id) => asking.ids.includes(id))),
  )
  const refresh = useCallback((of: readonly string[]) => actor.send({ type: 'issues/refresh', ids: of }), [actor])
  return { isRefreshing, refresh: () => refresh(ids) }
}
