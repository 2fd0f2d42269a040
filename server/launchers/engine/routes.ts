import { getEngine, listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import type { Db } from '../../db/open.ts'
import type { Routes } from '../../http/routes.ts'
import { connectedDrivers } from '../workers/shares.ts'
import type { Engine } from './engine.ts'
import { readAttempts, readConsolePage } from './read-console.ts'

export const engineRoutes = (routes: Routes, { db, engine }: { db: Db; engine: Pick<Engine, 'drivers'> }): void => {
  routes.inProject(getEngine, async () => ({
    drivers: [...new Set([...(await engine.drivers()), ...(await connectedDrivers(db))])],
  }))
  routes.inProject(listLaunchAttempts, async ({ project, params }) => ({
    items: await readAttempts(db, { projectId: project.id, launchId: params.launchId }),
  }))
  routes.inProject(readConsole, ({ project, params, query }) =>
    readConsolePage(db, { projectId: project.id, ...params, ...query }),
  )
}
