import { auditTime, filter } from 'rxjs'
import { listLaunchAttempts } from '../../../contract/launchers/engine.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { useApplication, useProject, useResource, useSession } from '../../application/context.tsx'

/** Why no worker has taken a launch yet, and how many launches of its project are ahead. Empty when unknown. */
export function QueueReason({ launchId }: { launchId: number }) {
  const { key, id: projectId } = useProject()
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { value } = useResource(
    () => send(listLaunchAttempts, { params: { projectKey: key, launchId } }).then(({ items }) => items),
    {
      // Workers and launches ahead change without a message about this launch.
      follow: (again) =>
        live.followNews(topics.launchQueue(tenant), again).pipe(
          filter((news) => news.type === 'LAUNCH_QUEUE' && (news.projectId ?? projectId) === projectId),
          auditTime(LIMITS.liveBatchMs),
        ),
    },
  )
  const waiting = value?.at(-1)?.waiting ?? null
  if (waiting === null) return null
  return (
    <>
      {waiting.problem !== null && `${waiting.problem}. `}
      {waiting.ahead > 0 && aheadText(waiting.ahead)}
    </>
  )
}

const aheadText = (ahead: number): string =>
  ahead === 1 ? '1 other launch of this project comes first.' : `${ahead} other launches of this project come first.`
