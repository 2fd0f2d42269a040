import {
  getRetention,
  getRetentionUsage,
  previewRetention,
  updateRetention,
} from '../../contract/settings/retention.ts'
import type { Db, FromReplica } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import { authorOf } from '../settings/settings.ts'
import { previewPolicy, readUsage } from './amounts.ts'
import { retentionPolicy } from './policy.ts'

export const retentionRoutes = (routes: Routes, { db, fromReplica }: { db: Db; fromReplica: FromReplica }): void => {
  routes.inProject(getRetention, ({ project }) => retentionPolicy.read(db, project.id))
  routes.inProject(updateRetention, (request) => retentionPolicy.save(db, authorOf(request), request.body))
  routes.inProject(getRetentionUsage, ({ project }) => fromReplica((copy) => readUsage(copy, project.id)))
  routes.inProject(previewRetention, ({ project, query: { keepsMilestones, ...limits } }) =>
    fromReplica((copy) => previewPolicy(copy, project.id, { ...limits, keepsMilestones: keepsMilestones === 'true' })),
  )
}
