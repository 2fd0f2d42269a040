import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSuite, listSuites } from '../../../contract/cases/suites.ts'
import { listMembers } from '../../../contract/settings/members.ts'
import { createMilestone, listMilestones } from '../../../contract/settings/milestones.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
})
afterAll(() => app.close())

const params = { projectKey: 'DEF' }
const HALF = '\ud83d'

test('text that no database accepts is stored as far as possible, and returned as it is stored', async () => {
  const { token } = owner
  const milestone = await ask(app, createMilestone, {
    token,
    params,
    body: { name: 'Rose\0', description: `Half ${HALF}, whole 😀`, startDate: null, dueDate: null },
  })
  expect(milestone).toMatchObject({ name: 'Rose', description: 'Half \ufffd, whole 😀' })
  expect((await ask(app, listMilestones, { token, params })).items).toMatchObject([milestone])
  const suite = await ask(app, createSuite, {
    token,
    params,
    body: { title: `Half ${HALF}`, description: '', parentSuiteId: null },
  })
  expect((await ask(app, listSuites, { token, params })).items).toMatchObject([{ id: suite.id, title: suite.title }])
})

test('a name without storable characters is reported at its field', async () => {
  const body = { name: '\0', description: '', startDate: null, dueDate: null }
  const refused = await refusalOf(app, createMilestone, { token: owner.token, params, body })
  expect([refused.status, refused.errors?.map(({ field }) => field)]).toEqual([400, ['name']])
})

test('the same in an address; a project of such a key is not there', async () => {
  const { token } = owner
  const { items } = await ask(app, listMembers, { token, params, query: { q: `${owner.username}\0` } })
  expect(items).toHaveLength(1)
  const elsewhere = await refusalOf(app, listMilestones, { token, params: { projectKey: 'DEF\0' } })
  expect(elsewhere.status).toBe(404)
})
