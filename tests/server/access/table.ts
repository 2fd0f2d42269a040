import { cases } from './table/cases.ts'
import { exploratory } from './table/exploratory.ts'
import { launchers } from './table/launchers.ts'
import { launches } from './table/launches.ts'
import { models } from './table/models.ts'
import { notifications, pullRequests } from './table/notifications.ts'
import { plans } from './table/plans.ts'
import { projects } from './table/projects.ts'
import { publicAccess } from './table/public.ts'
import { reports } from './table/reports.ts'
import { requirements } from './table/requirements.ts'
import { runs } from './table/runs.ts'
import { session } from './table/session.ts'
import { settings } from './table/settings.ts'
import { sharedSteps } from './table/shared-steps.ts'
import { workspace } from './table/workspace.ts'
import type { AccessTable } from './roles.ts'

/** Allowed callers of each call, listed by hand: the code decides differently, and both must agree. */
export const ACCESS: AccessTable = {
  ...cases,
  ...exploratory,
  ...launchers,
  ...launches,
  ...models,
  ...notifications,
  ...pullRequests,
  ...plans,
  ...projects,
  ...publicAccess,
  ...reports,
  ...requirements,
  ...runs,
  ...session,
  ...settings,
  ...sharedSteps,
  ...workspace,
}
