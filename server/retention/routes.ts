import {
  getRetention,
  getRetentionUsage,
  previewRetention,
  updateRetention,
} from '../../contract/settings/retention.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import { previewPolicy, readUsage } from './amounts.ts'
import { readPolicy, savePolicy } from './policy.ts'

export const retentionRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(getRetention, ({ project }) => readPolicy(db, project.id))
  routes.inProject(updateRetention, ({ project, caller, body }) =>
    savePolicy(db, { projectId: project.id, userId: caller.userId }, body),
  )
  routes.inProject(getRetentionUsage, ({ project }) => readUsage(db, project.id))
  routes.inProject(previewRetention, ({ project, query }) =>
    previewPolicy(db, project.id, {
      launchDays: query.launchDays ?? null,
      logDays: query.logDays ?? null,
      attachmentDays: query.attachmentDays ?? null,
      videoDays: query.videoDays ?? null,
      exploratoryDays: query.exploratoryDays ?? null,
      keepsMilestones: query.keepsMilestones === 'true',
    }),
  )
}
