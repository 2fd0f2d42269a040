import {
  DEFAULT_PERMISSIONS,
  FEATURES,
  type Feature,
  type GroupPermission,
  type Role,
} from '../../../contract/access.ts'
import type { UserStatus } from '../../../contract/workspace/users.ts'
import { createToken } from '../../../server/access/access-tokens.ts'
import { addProject } from '../../../server/projects/create.ts'
import { openSession } from '../../../server/session/sessions.ts'
import { createGroups } from '../../../server/session/found-workspace.ts'
import { TENANT } from '../../../server/config.ts'
import type { TestApp } from './app.ts'

/** A sign-in of which nothing is known. */
export const SIGNED_IN = { method: 'password' as const, client: { userAgent: null, address: null } }

export interface TestUser {
  id: number
  username: string
  /** Value of Authorization headers for a session of theirs. */
  token: string
}

/** A workspace with these features (by default all), and its owner. */
export const aWorkspace = async (app: TestApp, features: readonly Feature[] = FEATURES): Promise<TestUser> => {
  await app.db
    .insertInto('workspace')
    .values({ id: 1, name: 'Tests', tenant: TENANT, features: JSON.stringify(features), projects_limit: null })
    .execute()
  await createGroups(app.db)
  return aUser(app, { username: 'owner', owner: true })
}

export interface UserWanted {
  username?: string
  /** A super admin. */
  owner?: boolean
  readOnly?: boolean
  /** Permissions of the user's only group. */
  permissions?: readonly GroupPermission[]
  status?: UserStatus
  /** Roles by project id. */
  roles?: Record<number, Role>
}

let people = 0

/** A signed-in user; without a password, because hashing one is slow. */
export const aUser = async (
  app: TestApp,
  {
    username,
    owner = false,
    readOnly = false,
    permissions = DEFAULT_PERMISSIONS,
    roles = {},
    ...wanted
  }: UserWanted = {},
): Promise<TestUser> => {
  people += 1
  const name = username ?? `user${people}`
  const { id } = await app.db
    .insertInto('workspace_user')
    .values({
      username: name,
      email: `${name}@example.test`,
      first_name: name,
      last_name: 'Tester',
      photo_url: null,
      password_hash: null,
      read_only: readOnly,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('user_group_member')
    .values({ group_id: owner ? await superAdmins(app) : await aGroup(app, permissions), user_id: id })
    .execute()
  const members = Object.entries(roles).map(([projectId, role]) => ({
    project_id: Number(projectId),
    user_id: id,
    role,
  }))
  if (members.length > 0) await app.db.insertInto('project_member').values(members).execute()
  const { session } = await openSession(app.db, id, app.config, SIGNED_IN)
  if (wanted.status !== undefined)
    await app.db.updateTable('workspace_user').set({ status: wanted.status }).where('id', '=', id).execute()
  return { id, username: name, token: session.authToken }
}

const superAdmins = async (app: TestApp): Promise<number> =>
  (await app.db.selectFrom('user_group').select('id').where('built_in', '=', 'super-admins').executeTakeFirstOrThrow())
    .id

/** The group with exactly these permissions; a new one if there is none. */
export const aGroup = async (app: TestApp, permissions: readonly GroupPermission[]): Promise<number> => {
  const known = JSON.stringify(permissions)
  const groups = await app.db
    .selectFrom('user_group')
    .select(['id', 'permissions'])
    .where('built_in', 'is', null)
    .execute()
  const same = groups.find((group) => JSON.stringify(group.permissions) === known)
  if (same) return same.id
  const { id } = await app.db
    .insertInto('user_group')
    .values({ name: `Group ${groups.length}`, permissions: known })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A project that `lead` leads and administers. Returns its id. */
export const aProject = (app: TestApp, lead: TestUser, key = 'DEF', publiclyAccessible = false): Promise<number> =>
  addProject(app.db, lead.id, { name: `Project ${key}`, key, publiclyAccessible })

/** Value of a new access token of the user, as agents are configured with it. */
export const anAccessToken = async (app: TestApp, user: TestUser): Promise<string> =>
  (await createToken(app.db, user.id, { name: 'agent', expiresAt: null })).value
