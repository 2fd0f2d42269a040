import type { FastifyInstance } from 'fastify'
import { roleMay } from '../../contract/access.ts'
import * as access from '../../contract/public/public-access.ts'
import {
  createPublicLink,
  listPublicLinks,
  revokePublicLink,
  type SharedResource,
} from '../../contract/public/public-links.ts'
import { PUBLIC_RESOURCES } from '../../contract/public/resources.ts'
import { requireFeature } from '../access/authorise.ts'
import type { Principals, ProjectScope } from '../access/principals.ts'
import { hashToken } from '../access/tokens.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import { forbidden } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import type { ReadBrowserErrors } from '../launches/launches.ts'
import { createAttempts } from '../http/limits/attempts.ts'
import { hashPassword } from '../secrets/passwords.ts'
import { openLink } from './authorize.ts'
import { publicFileRoutes, setFilesCookie } from './files.ts'
import { createLink, newPasscode, readLinks, revokeLink } from './links.ts'
import * as read from './read.ts'
import { requireResource } from './resources.ts'

interface Parts {
  db: Db
  config: Config
  principals: Principals
  files: FileStore
  readBrowserErrors: ReadBrowserErrors
}

/** Routes to manage public links, and to read what they share. */
export const publicRoutes = (app: FastifyInstance, routes: Routes, parts: Parts): void => {
  sharing(routes, parts)
  visiting(routes, parts)
  publicFileRoutes(app, parts)
}

const sharing = (routes: Routes, { db, config, principals }: Parts): void => {
  const requireShareable = async (project: ProjectScope, { resourceType }: SharedResource): Promise<void> => {
    const { feature } = PUBLIC_RESOURCES[resourceType]
    await requireFeature(principals, feature)
    requireRight(project, { resourceType })
  }
  const publicUrl = config.PUBLIC_URL

  routes.inProject(listPublicLinks, async ({ project, query }) => {
    await requireShareable(project, query)
    await requireResource(db, project.id, query)
    return { items: await readLinks({ db, project, publicUrl }, query) }
  })

  routes.inProject(createPublicLink, async ({ caller, project, body }) => {
    await requireShareable(project, body)
    // Before the passcode is hashed: an invalid resource must not cause the expensive hash.
    await requireResource(db, project.id, body)
    const passcode = body.passcode ?? newPasscode()
    const link = await createLink({ db, project, publicUrl }, caller, body, await hashPassword(passcode))
    return { link, passcode }
  })

  routes.inProject(revokePublicLink, async ({ caller, project, params }) => {
    await revokeLink({ db, project }, caller, params.publicLinkId, (resource) => requireRight(project, resource))
    return {}
  })
}

const requireRight = ({ key, role }: ProjectScope, { resourceType }: Pick<SharedResource, 'resourceType'>): void => {
  if (role === null || !roleMay(role, PUBLIC_RESOURCES[resourceType].action))
    throw forbidden(`You have no right to do this in project ${key}`)
}

const visiting = (routes: Routes, { db, files, config, principals, readBrowserErrors }: Parts): void => {
  const attempts = createAttempts(config.SIGN_IN_ATTEMPTS)

  routes.open(access.authorizePublicAccess, async ({ body, request, reply }) => {
    await requireFeature(principals, PUBLIC_RESOURCES[body.resourceType].feature)
    const account = `public:${hashToken(body.token).toString('base64')}`
    const attempt = attempts.begin({ account, address: request.ip })
    const opened = await openLink(db, body)
    attempt.succeeded()
    setFilesCookie(reply, config, opened)
    const { projectId, token, expiresAt } = opened
    return { data: { data: { projectId, authToken: token, expiresAt: expiresAt.toISOString() } } }
  })

  routes.visiting(access.getPublicLaunch, ({ visitor }) => read.readPublicLaunch(db, visitor))
  routes.visiting(access.listPublicTests, ({ visitor, query }) => read.readPublicTests(db, visitor, query))
  routes.visiting(access.getPublicTest, ({ visitor, params }) => read.readPublicTest(db, visitor, params.testId))
  routes.visiting(access.listPublicTestLogs, ({ visitor, params, query }) =>
    read.readPublicTestLogs({ db, files }, visitor, params.testId, query),
  )
  routes.visiting(access.listPublicTestSteps, ({ visitor, params, query }) =>
    read.readPublicTestSteps(db, visitor, params.testId, query.attempt),
  )
  routes.visiting(access.listPublicBrowserErrors, async ({ visitor, params, query }) =>
    readBrowserErrors(await read.findPublicTest(db, visitor, params.testId), query.attempt),
  )
  routes.visiting(access.getPublicExploratorySession, ({ visitor }) => read.readPublicSession(db, visitor))
  routes.visiting(access.getPublicTestRun, ({ visitor }) => read.readPublicTestRun(db, visitor))
  routes.visiting(access.getPublicTestPlan, ({ visitor }) => read.readPublicTestPlan(db, visitor))
}
