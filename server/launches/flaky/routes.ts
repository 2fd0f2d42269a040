import {
  getFlakySettings,
  listFlakyTests,
  replayFlakyRules,
  updateFlakySettings,
} from '../../../contract/launches/flaky-tests.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { readFlakyTests } from './list.ts'
import { replayFlaky } from './replay.ts'
import { readFlakySettings, saveFlakySettings } from './settings.ts'

/** Routes of flaky tests and the rules that mark them. */
export const flakyRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listFlakyTests, ({ project, query }) => readFlakyTests(db, project.id, query))
  routes.inProject(getFlakySettings, ({ project }) => readFlakySettings(db, project.id))
  routes.inProject(replayFlakyRules, ({ project, query }) => replayFlaky(db, project.id, query))
  routes.inProject(updateFlakySettings, ({ project, caller, body }) =>
    saveFlakySettings(db, { projectId: project.id, userId: caller.userId }, body),
  )
}
