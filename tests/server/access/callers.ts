import type { Role } from '../../../contract/access.ts'
import { send, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, anAccessToken, type TestUser } from '../support/people.ts'

/** Callers of every kind: each role, none, an engineer's agent and access token, and a visitor of a public link to a launch. */
export const CALLERS = [
  'nobody',
  'GUEST',
  'ENGINEER',
  'MANAGER',
  'ADMINISTRATOR',
  'owner',
  'read-only',
  'non-member',
  'agent',
  'access-token',
  'visitor',
] as const
export type Caller = (typeof CALLERS)[number]
export type Tokens = Record<Caller, string | undefined>

export interface World {
  owner: TestUser
  people: Record<Role | 'read-only' | 'non-member', TestUser>
  tokens: Tokens
}

/** One of each, in the project SHOP. The read-only user is stored as ENGINEER, which has no effect. */
export const aWorldOf = async (app: TestApp): Promise<World & { projectId: number }> => {
  const owner = await aWorkspace(app)
  const projectId = await aProject(app, owner, 'SHOP')
  const member = (role: Role) => aUser(app, { username: role.toLowerCase(), roles: { [projectId]: role } })
  const people = {
    GUEST: await member('GUEST'),
    ENGINEER: await member('ENGINEER'),
    MANAGER: await member('MANAGER'),
    ADMINISTRATOR: await member('ADMINISTRATOR'),
    'read-only': await aUser(app, { username: 'read-only', readOnly: true, roles: { [projectId]: 'ENGINEER' } }),
    'non-member': await aUser(app, { username: 'non-member' }),
  }
  const accessToken = await anAccessToken(app, people.ENGINEER)
  const { body } = await send(app, '/api/iam/v1/auth/refresh', {
    method: 'POST',
    body: { refreshToken: accessToken },
  })
  const tokens: Tokens = {
    nobody: undefined,
    ...(Object.fromEntries(Object.entries(people).map(([name, { token }]) => [name, token])) as Record<
      keyof typeof people,
      string
    >),
    owner: owner.token,
    agent: (body as { authToken: string }).authToken,
    'access-token': accessToken,
    // Without a launch, a visitor has nothing to open.
    visitor: undefined,
  }
  return { owner, people, tokens, projectId }
}

/** Makes the users of a world members of another project, with the same roles. */
export const alsoIn = async (app: TestApp, { people }: World, projectId: number): Promise<void> => {
  const roles: [TestUser, Role][] = [
    [people.GUEST, 'GUEST'],
    [people.ENGINEER, 'ENGINEER'],
    [people.MANAGER, 'MANAGER'],
    [people.ADMINISTRATOR, 'ADMINISTRATOR'],
    [people['read-only'], 'ENGINEER'],
  ]
  await app.db
    .insertInto('project_member')
    .values(roles.map(([{ id }, role]) => ({ project_id: projectId, user_id: id, role })))
    .execute()
}
