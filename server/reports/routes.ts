import { getDurationAnalysis, getLaunchSlowdown } from '../../contract/reports/durations.ts'
import { getExecutionSummary } from '../../contract/reports/execution-summary.ts'
import { splitTestFiles } from '../../contract/reports/test-file-split.ts'
import type { FromReplica } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import { readDurationAnalysis } from './durations.ts'
import { readExecutionSummary } from './execution-summary.ts'
import { readLaunchSlowdown } from './slowdown.ts'
import { splitFiles } from './test-file-split.ts'

/** Reports on launches over time (NAV-11 to NAV-15). */
export const reportRoutes = (routes: Routes, fromReplica: FromReplica): void => {
  routes.inProject(getExecutionSummary, ({ project, query }) =>
    fromReplica((db) => readExecutionSummary(db, project.id, query)),
  )
  routes.inProject(getDurationAnalysis, ({ project, query }) =>
    fromReplica((db) => readDurationAnalysis(db, project.id, query)),
  )
  routes.inProject(getLaunchSlowdown, ({ project, params }) =>
    fromReplica((db) => readLaunchSlowdown(db, project.id, params.launchId)),
  )
  routes.inProject(splitTestFiles, ({ project, body }) => fromReplica((db) => splitFiles(db, project.id, body)))
}
