import {
  downloadConsole,
  findInConsole,
  getEngine,
  listLaunchAttempts,
  readConsole,
} from '../../../contract/launchers/engine.ts'
import { reportConsole } from '../../../contract/launchers/reported-console.ts'
import type { Db } from '../../db/open.ts'
import { attachmentNamed } from '../../files/attachment.ts'
import type { Routes } from '../../http/routes.ts'
import type { Writer } from '../../launches/launches.ts'
import type { InstanceLabels } from '../options/instance-labels.ts'
import { connectedDrivers } from '../workers/shares.ts'
import { consoleFileName, consoleText } from './console-file.ts'
import type { Engine } from './engine.ts'
import { keepReport } from './report-console.ts'
import { findLine, readAttempts, readConsolePage } from './read-console.ts'

interface Parts {
  db: Db
  writer: Writer
  engine: Pick<Engine, 'drivers'>
  instanceLabels: InstanceLabels
}

export const engineRoutes = (routes: Routes, { db, writer, engine, instanceLabels }: Parts): void => {
  routes.inProject(getEngine, async () => ({
    drivers: [...new Set([...(await engine.drivers()), ...(await connectedDrivers(db))])],
  }))
  routes.inProject(listLaunchAttempts, async ({ project, params }) => ({
    items: await readAttempts(db, { projectId: project.id, launchId: params.launchId }, instanceLabels),
  }))
  routes.inProject(readConsole, ({ project, params, query }) =>
    readConsolePage(db, { projectId: project.id, ...params, ...query }),
  )
  routes.inProject(findInConsole, ({ project, params, query }) =>
    findLine(db, { projectId: project.id, ...params, ...query }),
  )
  routes.inProject(reportConsole, ({ project, params: { launchId, attemptUuid }, body }) =>
    keepReport({ db, writer }, { projectId: project.id, launchId, attemptUuid }, body),
  )
  routes.inProject(downloadConsole, async ({ project, params, query, reply }) => {
    const of = { projectId: project.id, ...params }
    const content = await consoleText(db, of, query.withTimes)
    const name = await consoleFileName(db, of)
    await reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': attachmentNamed(name, 'launch-log.txt'),
      })
      .send(content)
    return {}
  })
}
