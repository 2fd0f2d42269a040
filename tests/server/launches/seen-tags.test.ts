import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCauses } from '../../../contract/launches/causes.ts'
import { assignFailureTag, listFailureTagAssignments } from '../../../contract/launches/failure-tags.ts'
import { listLaunchEvents } from '../../../contract/launches/launch-events.ts'
import { linkIssue, listTests, markTests } from '../../../contract/launches/launch-tests.ts'
import { getTest } from '../../../contract/launches/test-details.ts'
import { launchStream, replayStream, topics } from '../../../contract/live.ts'
import { getFailureTags } from '../../../contract/settings/failure-tags.ts'
import { TENANT } from '../../../server/config.ts'
import { listen } from '../live/support/client.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let blind: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  const projectId = await aProject(app, owner)
  const roles = { [projectId]: 'ENGINEER' } as const
  blind = await aUser(app, { roles, permissions: ['reporting-issues-modify'] })
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

test('[PERM-02] [TAGS-02] answers and messages contain no failure tags for users who may not assign them', async () => {
  const earlier = await agent.startLaunch()
  const first = await earlier.test('pays', { result: 'FAILED', reason: 'declined' })
  const params = { projectKey: 'DEF', launchId: earlier.id }
  const { items: tags } = await ask(app, getFailureTags, { token: owner.token, params })
  const newTagId = tags.find(({ value }) => value === 'PRODUCT_DEFECT')?.id ?? 0
  await ask(app, assignFailureTag, { token: owner.token, params: { ...params, testId: first }, body: { newTagId } })
  await earlier.finish()

  const launch = await agent.startLaunch()
  const clients = await Promise.all([owner, blind].map(({ token }) => listen(app, { token })))
  for (const client of clients) await client.subscribe(topics.tests(TENANT, launch.id))
  const failed = await launch.test('pays', { result: 'FAILED', reason: 'declined' })
  const stream = launchStream(launch.id)
  const readBy = async ({ token }: TestUser) => {
    const own = { token, params: { ...params, launchId: launch.id, testId: failed, stream } }
    return JSON.stringify([
      await ask(app, listTests, own),
      await ask(app, getTest, own),
      await ask(app, listFailureTagAssignments, own),
      await ask(app, listCauses, own),
      await ask(app, listLaunchEvents, own),
      await ask(app, replayStream, { ...own, query: { after: 0 } }),
      await ask(app, linkIssue, { ...own, body: { ids: [failed], issueId: 'QA-1' } }),
      await ask(app, markTests, { ...own, body: { ids: [failed], status: 'BLOCKED' } }),
    ])
  }
  expect(await readBy(blind)).not.toContain('tagId":')
  await ask(app, markTests, {
    token: owner.token,
    params: { ...params, launchId: launch.id },
    body: { ids: [failed], status: 'FAILED' },
  })
  expect(await readBy(owner)).toContain(`tagId":${newTagId}`)

  const [seeing, notSeeing] = await Promise.all(
    clients.map(async (client) => {
      await client.until(() => client.messages.length >= 5)
      return JSON.stringify(client.messages)
    }),
  )
  expect(seeing).toContain(`tagId":${newTagId}`)
  expect(notSeeing).not.toContain('tagId":')
  await Promise.all(clients.map((client) => client.close()))
  const query = { failureTag: [String(newTagId)] }
  const probing = { token: blind.token, params: { ...params, launchId: launch.id }, query }
  expect(await refusalOf(app, listTests, probing)).toMatchObject({ status: 403 })
})
