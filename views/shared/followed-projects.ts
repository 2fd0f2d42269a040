import { auditTime, filter } from 'rxjs'
import { LIMITS } from '../../contract/limits.ts'
import { topics } from '../../contract/live.ts'
import type { Live } from '../../services/live/live.ts'

/**
 * Emits when the reader's list of projects may be different, also by a group's role in all projects. `again` is called after each
 * (re)connection.
 */
export const followProjects = (live: Live, tenant: string, again: () => void) =>
  live.followNews(topics.workspace(tenant), again).pipe(
    filter(({ type }) => type === 'PROJECTS' || type === 'RIGHTS'),
    auditTime(LIMITS.liveBatchMs),
  )
