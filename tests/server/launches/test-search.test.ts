import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchTests } from '../../../contract/launches/launch-tests.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser

const search = async (q: string, limit = 10, projectKey = 'DEF') =>
  (await ask(app, searchTests, { token: owner.token, params: { projectKey }, query: { q, limit } })).items

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  const agent = await TestAgent.of(app, owner)
  for (const [result, name] of [
    ['FAILED', 'Nightly'],
    ['PASSED', 'Checkout'],
  ] as const) {
    const launch = await agent.startLaunch({ name })
    await launch.test('Pays by card', { result }, { className: 'cart.spec.js' })
    await launch.test('Repays 100%_off', { result }, { className: 'refund.spec.js' })
    await launch.finish()
  }
})
afterAll(() => app.close())

test('finds each test once, in its newest launch, names that begin with the words first', async () => {
  expect(await search('pays')).toMatchObject([
    { name: 'Pays by card', className: 'cart.spec.js', kind: 'passed', launchName: 'Checkout', launchNumber: 2 },
    { name: 'Repays 100%_off', launchName: 'Checkout' },
  ])
  expect(await search('pays', 1)).toHaveLength(1)
})

test('finds tests by their class, and takes every character as itself', async () => {
  expect((await search('REFUND.spec')).map(({ name }) => name)).toEqual(['Repays 100%_off'])
  expect((await search('0%_o')).map(({ name }) => name)).toEqual(['Repays 100%_off'])
  expect(await search('___')).toEqual([])
})

test('finds no test of another project and rejects terms that are too short', async () => {
  await aProject(app, owner, 'OTHER')
  expect(await search('pays', 10, 'OTHER')).toEqual([])
  const short = { token: owner.token, params: { projectKey: 'DEF' }, query: { q: ' pa ' } }
  expect(await refusalOf(app, searchTests, short)).toMatchObject({ status: 400 })
})
