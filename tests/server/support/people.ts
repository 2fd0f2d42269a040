import { DEFAULT_PERMISSIONS, FEATURES, type Feature, type Permission, type Role } from '../../../contract/access.ts'
import { createToken } from '../../../server/workspace/profile/access-tokens.ts'
import { addProject } from '../../../server/projects/create.ts'
import { openSession } from '../../../server/session/sessions.ts'
import { TENANT } from '../../../server/workspace/found.ts'
import type { TestApp } from './app.ts'

export interface TestPerson {
  id: number
  username: string
  /** Of a session of theirs: what stands in Authorization headers. */
  token: string
}

/** A workspace with these features (all of them, unless told otherwise), and its owner. */
export const aWorkspace = async (app: TestApp, features: readonly Feature[] = FEATURES): Promise<TestPerson> => {
  await app.db
    .insertInto('workspace')
    .values({ id: 1, name: 'Tests', tenant: TENANT, features: JSON.stringify(features), projects_limit: null })
    .execute()
  return aPerson(app, { username: 'owner', owner: true })
}

export interface PersonWanted {
  username?: string
  owner?: boolean
  readOnly?: boolean
  permissions?: readonly Permission[]
  /** Roles by project id. */
  roles?: Record<number, Role>
}

let people = 0

/** Somebody who is signed in; without a password, for rows are quicker than hashing one. */
export const aPerson = async (
  app: TestApp,
  { username, owner = false, readOnly = false, permissions = DEFAULT_PERMISSIONS, roles = {} }: PersonWanted = {},
): Promise<TestPerson> => {
  people += 1
  const name = username ?? `person${people}`
  const { id } = await app.db
    .insertInto('person')
    .values({
      username: name,
      email: `${name}@example.test`,
      first_name: name,
      last_name: 'Tester',
      photo_url: null,
      password_hash: null,
      owner,
      read_only: readOnly,
      permissions: JSON.stringify(permissions),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = Object.entries(roles).map(([projectId, role]) => ({
    project_id: Number(projectId),
    person_id: id,
    role,
  }))
  if (members.length > 0) await app.db.insertInto('project_member').values(members).execute()
  const { session } = await openSession(app.db, id, app.config)
  return { id, username: name, token: session.authToken }
}

/** A project that `lead` leads and administers. Returns its id. */
export const aProject = (app: TestApp, lead: TestPerson, key = 'DEF', publiclyAccessible = false): Promise<number> =>
  addProject(app.db, lead.id, { name: `Project ${key}`, key, publiclyAccessible })

/** Value of a new access token of the person, as agents are configured with it. */
export const anAccessToken = async (app: TestApp, person: TestPerson): Promise<string> =>
  (await createToken(app.db, person.id, { name: 'agent', expiresAt: null })).value
