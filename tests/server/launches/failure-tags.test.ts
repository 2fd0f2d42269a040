import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { getFailureTags } from '../../../contract/settings/failure-tags.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestPerson } from '../support/people.ts'
let app: TestApp
let owner: TestPerson
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())
test('x', async () => {
  const launch = await agent.startLaunch()
  await launch.test('pays', { result: 'FAILED', reason: 'no' })
  const { items } = await ask(app, listTests, { token: owner.token, params: { projectKey: 'DEF', launchId: launch.id }, query: {} })
  const tags = await ask(app, getFailureTags, { token: owner.token, params: { projectKey: 'DEF' } })
  expect(tags.items.length).toBe(5)
  expect(items[0]?.failureTagAssignments).toEqual([{ tagId: tags.items[0]?.id, userFeedbackRequired: false }])
})
