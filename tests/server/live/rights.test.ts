import { afterAll, beforeAll, expect, test } from 'vitest'
import { topics } from '../../../contract/live.ts'
import { deleteProject } from '../../../contract/projects/projects.ts'
import { addGroupUser, deleteGroup, removeGroupUser, updateGroup } from '../../../contract/workspace/groups.ts'
import { getProfile } from '../../../contract/session/session.ts'
import { updateUser } from '../../../contract/workspace/users.ts'
import { TENANT } from '../../../server/config.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listen, type LiveClient } from './support/client.ts'

let app: TestApp
let owner: TestUser
const clients: LiveClient[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await app.close()
})

const joined = async (user: TestUser, ...destinations: string[]): Promise<LiveClient> => {
  const client = await listen(app, { token: user.token })
  clients.push(client)
  for (const destination of destinations) await client.subscribe(destination)
  return client
}
const groupOf = async (user: TestUser): Promise<number> => {
  const row = await app.db
    .selectFrom('user_group_member')
    .select('group_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  return row.group_id
}
const rightsIn = (client: LiveClient) => client.news.filter(({ type }) => type === 'RIGHTS').length

test('notifies only the user whose groups or mode changed', async () => {
  const user = await aUser(app, { permissions: ['MANAGER'] })
  const [theirs, others] = [
    await joined(user, topics.workspace(TENANT)),
    await joined(await aUser(app), topics.workspace(TENANT)),
  ]
  const groupId = await groupOf(user)
  const params = { groupId, userId: user.id }
  const asOwner = { token: owner.token }
  await ask(app, removeGroupUser, { ...asOwner, params })
  await theirs.until(() => rightsIn(theirs) === 1)
  await ask(app, addGroupUser, { ...asOwner, params })
  await theirs.until(() => rightsIn(theirs) === 2)
  await ask(app, removeGroupUser, { ...asOwner, params })
  await ask(app, updateUser, { ...asOwner, params: { userId: user.id }, body: { hasReadOnlyAccess: true } })
  await theirs.until(() => rightsIn(theirs) === 4)
  expect(await ask(app, getProfile, { token: user.token })).toMatchObject({
    readOnly: true,
    permissions: [],
    roles: [],
  })
  expect(others.news).toEqual([])
})

test('everyone is notified when the permissions of a group change, or when it is deleted', async () => {
  const user = await aUser(app, { permissions: ['ENGINEER'] })
  const client = await joined(user, topics.workspace(TENANT))
  const params = { groupId: await groupOf(user) }
  await ask(app, updateGroup, { token: owner.token, params, body: { name: 'Engineers of all projects' } })
  await ask(app, updateGroup, { token: owner.token, params, body: { permissions: [] } })
  await client.until(() => rightsIn(client) > 0)
  expect(rightsIn(client)).toBe(1)
  await ask(app, deleteGroup, { token: owner.token, params })
  await client.until(() => rightsIn(client) === 2)
})

test('a deactivated user loses the connection', async () => {
  const user = await aUser(app)
  const client = await joined(user, topics.workspace(TENANT))
  await ask(app, updateUser, { token: owner.token, params: { userId: user.id }, body: { status: 'INACTIVE' } })
  await client.ended
  expect(client.errors[0]?.headers.message).toBe('unauthorised')
})

test('the members of a deleted project are notified once more', async () => {
  const projectId = await aProject(app, owner, 'ENDING')
  const member = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  const client = await joined(member, topics.settings(TENANT, projectId))
  await ask(app, deleteProject, { token: owner.token, params: { projectKey: 'ENDING' } })
  await client.until(() => client.news.length > 0)
  expect(client.news).toMatchObject([{ type: 'SETTINGS', area: 'project', projectId }])
})
