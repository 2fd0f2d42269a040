import { auditTime, filter } from 'rxjs'
import { LIMITS } from '../../contract/limits.ts'
import { topics } from '../../contract/live.ts'
import type { Live } from '../../services/live/live.ts'

/** Emits when the reader's list of projects may be different. `again` is called after each (re)connection. */
export const followProjects = (live: Live, tenant: string, again: () => void) =>
  live.followNews(topics.workspace(tenant), again).pipe(
    filter(({ type }) => type === 'PROJECTS'),
    auditTime(LIMITS.liveBatchMs),
  )
