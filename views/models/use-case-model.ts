/** The model flow of the address's suite, and its coverage, kept up to date. */
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { EMPTY, filter, throttleTime, type Observable } from 'rxjs'
import { useLocation } from 'wouter'
import { undoOperation } from '../../contract/cases/operations.ts'
import { projectStream, topics } from '../../contract/live.ts'
import { getCaseModelResults } from '../../contract/models/models.ts'
import { messageOf } from '../../services/http/api-error.ts'
import type { Live } from '../../services/live/live.ts'
import { useApplication, useProject, useResource, useSession } from '../application/context.tsx'
import { useEmitted } from '../shared/use-emitted.ts'
import { useDraftKeeper } from '../shared/forms/use-draft-keeper.ts'
import { toast } from '../ui/toasts/toasts.ts'
import { undoLabel } from '../shared/cases/undo-label.ts'
import { caseModelHref, repositoryHref } from '../shared/cases/address.ts'
import { flowIn } from './model-actors.ts'

export function useCaseModel(suiteId: number | null) {
  const { send, live } = useApplication()
  const { id, key } = useProject()
  const { tenant } = useSession().workspace
  const [, navigate] = useLocation()
  const keeper = useDraftKeeper(`case-model:${key}:${suiteId ?? 'new'}`)
  const [machine] = useState(() =>
    flowIn(send, key, keeper, (again) =>
      suiteId === null ? EMPTY : changes(live, topics.testCases(tenant, id), again),
    ),
  )
  const flow = useActorRef(machine, { input: { suiteId } })
  const snapshot = useSelector(flow, (state) => state)

  const undo = async (operationId: string, into: number, words: string) => {
    try {
      const { successfullyProcessed, failed } = (
        await send(undoOperation, { params: { projectKey: key, operationId } })
      ).data
      const outcome = {
        count: successfullyProcessed.length,
        stayed: failed.map(({ message }) => message),
        refused: null,
      }
      const { undone, stayed } = undoLabel({ words }, outcome)
      if (undone !== null) toast.success(undone)
      if (stayed !== null) toast.error(stayed)
      // A suite that was created for the model may have been deleted; an existing one keeps its earlier model.
      if (into === suiteId) flow.send({ type: 'model/refresh' })
      else navigate(repositoryHref(key), { replace: true })
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  useEmitted(flow, {
    'cases/accepted': ({ accepted: { suiteId: into, words, operationId } }) => {
      toast.success(words, { label: 'Undo', run: () => void undo(operationId, into, words) })
      if (into !== suiteId) navigate(caseModelHref(key, into), { replace: true })
    },
    'draft/changed': ({ draft }) => (draft === null ? keeper.dropped() : keeper.changed({ ...draft })),
  })

  return { flow, snapshot }
}

/** Changes of cases, at most once a second. The model has just loaded: only a reconnection may have missed changes. */
const changes = (live: Live, topic: string, again: () => void): Observable<unknown> => {
  let isFirst = true
  const connected = () => {
    if (!isFirst) again()
    isFirst = false
  }
  return live.followNews(topic, connected).pipe(
    filter((news) => news.type === 'TEST_CASES'),
    throttleTime(1000, undefined, { leading: true, trailing: true }),
  )
}

/** Reloaded as results arrive. Optional: the diagram also shows without results. */
export function useModelResults(suiteId: number) {
  const { send, live } = useApplication()
  const { id, key } = useProject()
  const { tenant } = useSession().workspace
  return useResource(() => send(getCaseModelResults, { params: { projectKey: key, suiteId } }), {
    follow: (again) =>
      live.follow(topics.statistics(tenant), again).pipe(
        filter(({ stream }) => stream === projectStream(id)),
        throttleTime(1000, undefined, { leading: true, trailing: true }),
      ),
  })
}
