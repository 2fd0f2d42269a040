import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCaseExecutions } from '../../../contract/cases/executions.ts'
import { listCaseVersions, restoreCaseVersion } from '../../../contract/cases/history.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository, AT_END } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

test('[CPAGE-09] every change adds a version, listed newest first, and restoring one adds another', async () => {
  const repository = await aRepository(app, owner)
  const [a, b] = [await repository.suite('A'), await repository.suite('B')]
  const { id } = await repository.case(a, 'first')
  await repository.update(id, 1, { title: 'second', description: 'more' })
  await repository.move([id], b, AT_END)
  const at = { token: owner.token, params: { ...repository.params, caseId: id } }
  const { items, isLast } = await ask(app, listCaseVersions, at)
  expect(isLast).toBe(true)
  expect(items.map(({ version, content }) => [version, content.title, content.testSuiteId])).toEqual([
    [3, 'second', b],
    [2, 'second', a],
    [1, 'first', a],
  ])
  expect(items[0]?.savedBy).toMatchObject({ id: owner.id })

  const params = { ...at.params, version: 1 }
  const unseen = { token: owner.token, params, body: { seenVersion: 2 } }
  expect(await refusalOf(app, restoreCaseVersion, unseen)).toMatchObject({ status: 409, code: ERROR_CODES.stale })
  const { data } = await ask(app, restoreCaseVersion, { token: owner.token, params, body: { seenVersion: 3 } })
  expect(data).toMatchObject({ title: 'first', description: '', version: 4, testSuiteId: b })
  const missing = { token: owner.token, params: { ...at.params, version: 99 }, body: { seenVersion: 4 } }
  expect(await refusalOf(app, restoreCaseVersion, missing)).toMatchObject({ status: 404 })
})

test('versions come in parts', async () => {
  const repository = await aRepository(app, owner)
  const { id } = await repository.case(await repository.suite('A'), 'title 1')
  for (let version = 1; version <= LIMITS.caseVersionsAtOnce; version += 1)
    await repository.update(id, version, { title: `title ${version + 1}` })
  const at = { token: owner.token, params: { ...repository.params, caseId: id } }
  const first = await ask(app, listCaseVersions, at)
  expect(first.items).toHaveLength(LIMITS.caseVersionsAtOnce)
  expect(first.isLast).toBe(false)
  const rest = await ask(app, listCaseVersions, { ...at, query: { before: first.items.at(-1)?.version ?? 0 } })
  expect(rest).toMatchObject({ isLast: true, items: [{ version: 1, content: { title: 'title 1' } }] })
})

test('[CPAGE-08] results of agents that name the case are its executions, the newest first', async () => {
  const repository = await aRepository(app, owner)
  const one = await repository.case(await repository.suite('A'), 'pays')
  const agent = await TestAgent.of(app, owner, repository.projectKey)
  const launch = await agent.startLaunch()
  const failed = await launch.test('pays with a card', 'FAILED')
  await launch.test('something else', 'PASSED')
  const items = [{ tcmType: 'ZEBRUNNER', testCaseId: one.key, resultStatus: 'FAILED' }]
  await agent.call('POST', `/test-runs/${launch.id}/tests/${failed}/test-cases:upsert`, { items })
  const at = { token: owner.token, params: { ...repository.params, caseId: one.id } }
  const executions = await ask(app, listCaseExecutions, at)
  expect(executions._meta.total).toBe(1)
  expect(executions.items).toMatchObject([
    { kind: 'automated', testId: failed, launchId: launch.id, testName: 'pays with a card', status: 'FAILED' },
  ])
})
