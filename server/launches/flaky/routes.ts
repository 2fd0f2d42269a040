import {
  getFlakySettings,
  listFlakyTests,
  replayFlakyRules,
  updateFlakySettings,
} from '../../../contract/launches/flaky-tests.ts'
import type { Db, FromReplica } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { authorOf } from '../../settings/settings.ts'
import { readFlakyTests } from './list.ts'
import { replayFlaky } from './replay.ts'
import { flakySettings } from './settings.ts'

/** Routes of flaky tests and the rules that mark them. */
export const flakyRoutes = (routes: Routes, { db, fromReplica }: { db: Db; fromReplica: FromReplica }): void => {
  routes.inProject(listFlakyTests, ({ project, query }) =>
    fromReplica((copy) => readFlakyTests(copy, project.id, query)),
  )
  routes.inProject(getFlakySettings, ({ project }) => flakySettings.read(db, project.id))
  routes.inProject(replayFlakyRules, ({ project, query }) =>
    fromReplica((copy) => replayFlaky(copy, project.id, query)),
  )
  routes.inProject(updateFlakySettings, (request) => flakySettings.save(db, authorOf(request), request.body))
}
