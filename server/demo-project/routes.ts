import { createDemoProject } from '../../contract/projects/demo-project.ts'
import type { Principal, Principals, ProjectScope } from '../access/principals.ts'
import { inOneTransaction } from '../db/call-transaction.ts'
import type { Db } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import { conflict, Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { addProject, readProject } from '../projects/projects.ts'
import { addCases, addModel, addRequirements } from './cases.ts'
import { addLaunches } from './launches.ts'
import { addPlan, addRuns } from './runs.ts'
import { addSessions, storePictures } from './sessions.ts'
import { addSettings } from './settings.ts'
import type { DemoProject } from './demo.ts'

const NAME = 'Sample shop'
const KEYS = ['SHOP', ...Array.from({ length: 8 }, (_, index) => `SHOP${index + 2}`)]

interface Parts {
  db: Db
  principals: Principals
  files: FileStore
}

export const demoProjectRoutes = (routes: Routes, { db, principals, files }: Parts): void => {
  routes.signedIn(createDemoProject, async ({ caller, body: { timeZone } }) => {
    const pictures = await storePictures(files)
    const features = await principals.features()
    const { id } = await inOneTransaction(async () => {
      const project = await addDemo(db, caller)
      const demo: DemoProject = { db, project, userId: caller.userId, features, now: Date.now() }
      const settings = await addSettings(demo)
      const cases = await addCases(demo)
      if (features.includes('test-automation')) await addLaunches(demo, cases, timeZone)
      if (features.includes('requirements-mapping')) await addRequirements(demo, cases)
      await addModel(demo)
      await addRuns(demo, settings, cases)
      if (features.includes('plans')) await addPlan(demo, settings, cases)
      await addSessions(demo, settings, pictures)
      return project
    })
    principals.forget(caller.userId)
    return readProject(db, caller, id)
  })
}

/** Adds the project with the first free key. Throws 409 if none is free. */
const addDemo = async (db: Db, { userId }: Principal): Promise<ProjectScope> => {
  for (const key of KEYS)
    try {
      const id = await addProject(db, userId, { name: NAME, key, publiclyAccessible: false })
      return { id, key, name: NAME, role: 'ADMINISTRATOR' }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error
    }
  throw conflict(`Delete one of the demo projects first: the keys ${KEYS[0]} to ${KEYS.at(-1)} are taken`)
}
