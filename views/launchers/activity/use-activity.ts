import { auditTime, filter, merge } from 'rxjs'
import { getLauncherActivity, type LauncherActivity } from '../../../contract/launchers/activity.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { projectStream, topics } from '../../../contract/live.ts'
import { useApplication, useProject, useResource, useSession } from '../../application/context.tsx'

export interface ActivityState {
  value: LauncherActivity | null
  failure: unknown
  isLoading: boolean
  retry: () => void
  refresh: () => void
  change: (value: LauncherActivity) => void
}

/** What the engine does, and schedules, webhooks and launches of a launcher: one question, asked again when any of it has changed. */
export function useActivity(launcherId: number): ActivityState {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { key, id: projectId } = useProject()
  return useResource(() => send(getLauncherActivity, { params: { projectKey: key, launcherId } }), {
    follow: (again) => {
      const stream = projectStream(projectId)
      const news = merge(
        live.followNews(topics.launchers(tenant, projectId), again),
        live.followNews(topics.launchQueue(tenant), () => undefined),
      )
      const results = merge(
        ...[topics.testRuns(tenant), topics.statistics(tenant)].map((topic) => live.follow(topic, () => undefined)),
      ).pipe(filter((message) => message.stream === stream))
      return merge(
        news.pipe(auditTime(LIMITS.liveBatchMs)),
        // Counts of launches that run change all the time.
        results.pipe(auditTime(LIMITS.liveBatchInProgressMs)),
      )
    },
  })
}
