import { auditTime } from 'rxjs'
import { getEngineUse, type EngineUseDay } from '../../../contract/launchers/engine-use.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useResource, useSession } from '../../application/context.tsx'
import { readersTimeZone } from '../../shared/days.ts'

/** Minimum reload interval in ms: the query covers all launches of the project, and its figures change slowly. */
const AGAIN_MS = 30_000

export interface EngineUseState {
  /** Oldest day first; null while loading. */
  days: readonly EngineUseDay[] | null
  failure: unknown
  isLoading: boolean
  retry: () => void
}

/** Use of the engine by day. */
export function useEngineUse(launcherId: number): EngineUseState {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { key } = useProject()
  const { value, failure, isLoading, retry } = useResource(
    () =>
      send(getEngineUse, { params: { projectKey: key, launcherId }, query: { timeZone: readersTimeZone() } }).then(
        ({ days }) => days,
      ),
    {
      follow: () => live.followNews(topics.launchQueue(tenant), () => undefined).pipe(auditTime(AGAIN_MS)),
    },
  )
  return { days: value, failure, isLoading, retry }
}
