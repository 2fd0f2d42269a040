import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { listExploratorySessions } from '../../../contract/exploratory/sessions.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { exploratoryStream, topics } from '../../../contract/live.ts'
import { TENANT } from '../../../server/config.ts'
import { listen, type LiveClient } from '../live/support/client.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { anExploratoryProject, type Exploratory } from './support.ts'

let app: TestApp
let owner: TestUser
let project: Exploratory
const clients: LiveClient[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await anExploratoryProject(app, owner)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await app.close()
})

const joined = async ({ token }: { token: string }): Promise<LiveClient> => {
  const client = await listen(app, { token })
  clients.push(client)
  return client
}

test('[ESNV-09] notifies all members of the project, guests included, about the changed session and its revision, and no other users', async () => {
  const guest = await aUser(app, { roles: { [project.projectId]: 'GUEST' } })
  const topic = topics.exploratory(TENANT, project.projectId)
  const stranger = await joined(await aUser(app))
  await expect(stranger.subscribe(topic)).rejects.toThrow(/\w/)
  const client = await joined(guest)
  await client.subscribe(topic)
  const { id } = await project.create()
  await project.observe(id)
  await project.delete(id)
  await client.until(() => client.news.length === 3)
  const news = { type: 'EXPLORATORY', event: 'exploratory/changed', projectId: project.projectId, sessionId: id }
  expect(client.news).toMatchObject(
    [1, 2, 3].map((revision) => ({
      ...news,
      revision,
      isDeleted: revision === 3,
      by: owner.id,
      stream: exploratoryStream(id),
      sequence: revision,
    })),
  )
})

test('[ESNV-05] has no sessions and no notifications without test case management', async () => {
  const feature = { token: owner.token, params: { feature: 'test-case-management' } }
  await ask(app, switchFeature, { ...feature, body: { on: false } })
  expect(await refusalOf(app, listExploratorySessions, { token: owner.token, params: project.params })).toMatchObject({
    status: 403,
    code: ERROR_CODES.featureOff,
  })
  const client = await joined(owner)
  await expect(client.subscribe(topics.exploratory(TENANT, project.projectId))).rejects.toThrow(/\w/)
  await ask(app, switchFeature, { ...feature, body: { on: true } })
})
