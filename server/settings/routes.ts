import type { Principals } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { changeLogRoutes } from './change-log.ts'
import { configurationRoutes } from './configurations.ts'
import { environmentRoutes } from './environments.ts'
import { heldListRoutes } from './held-lists/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { milestoneRoutes } from './milestones/routes.ts'
import { requirementSystemRoutes } from './requirement-systems.ts'
import { testCaseFieldRoutes } from './test-case-fields/routes.ts'
import { variableRoutes } from './variables/routes.ts'

export interface SettingsParts {
  db: Db
  principals: Principals
  secrets: Secrets
}

/** Routes of a project's settings. */
export const settingsRoutes = (routes: Routes, parts: SettingsParts): void => {
  memberRoutes(routes, parts)
  heldListRoutes(routes, parts)
  configurationRoutes(routes, parts.db)
  environmentRoutes(routes, parts.db)
  milestoneRoutes(routes, parts.db)
  requirementSystemRoutes(routes, parts.db)
  variableRoutes(routes, parts)
  testCaseFieldRoutes(routes, parts)
  changeLogRoutes(routes, parts)
}
