import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { exportTestRepository } from '../../../contract/cases/report.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const reported = async (projectId: number, testCaseIds: number[], { token } = owner) =>
  (await ask(app, exportTestRepository, { token, query: { projectId }, body: { testCaseIds } })).data

test('[EXPORT-23] [EXPORT-24] the cases in full, in the requested order, with the path of each of their suites', async () => {
  const { projectId, suite, case: add, get } = await aRepository(app, owner)
  const checkout = await suite('Checkout')
  const cards = await suite('Cards > gift', checkout)
  await suite('Delivery')
  const plain = await add(checkout, 'Pay later')
  const full = await add(cards, 'Pay by card', {
    description: 'One line',
    steps: [{ kind: 'step', id: 'a', action: 'Pay', expectedResult: 'Paid', attachments: [] }],
  })
  const { testCases, testSuites } = await reported(projectId, [full.id, plain.id, full.id])
  expect(testCases).toEqual([await get(full.id), await get(plain.id)])
  expect(testSuites).toEqual([
    { id: cards, path: ['Checkout', 'Cards > gift'] },
    { id: checkout, path: ['Checkout'] },
  ])
})

test('[EXPORT-23] the report omits deleted cases and other projects, and guests may read it', async () => {
  const { projectId, suite, case: add, delete: remove } = await aRepository(app, owner)
  const into = await suite('A')
  const [one, gone] = [await add(into, 'One'), await add(into, 'Gone')]
  await remove([gone.id])
  const other = await aRepository(app, owner)
  const foreign = await other.case(await other.suite('F'), 'Foreign')
  const guest = await aUser(app, { roles: { [projectId]: 'GUEST' } })
  const { testCases, testSuites } = await reported(projectId, [gone.id, foreign.id, one.id], guest)
  expect(testCases.map(({ title }) => title)).toEqual(['One'])
  expect(testSuites.map(({ id }) => id)).toEqual([into])
})

test('[EXPORT-23] rejects a report without a project, of an unknown project and of a hidden project', async () => {
  const { projectId } = await aRepository(app, owner)
  const call = (query: string, token = owner.token, body: unknown = { testCaseIds: [1] }) =>
    send(app, `${exportTestRepository.path}${query}`, { method: 'POST', token, body })
  expect(await call('')).toMatchObject({ status: 400, body: { errors: [{ field: 'projectId' }] } })
  expect(await call('?projectId=shop')).toMatchObject({ status: 400, body: { errors: [{ field: 'projectId' }] } })
  expect(await call('?projectId=1000000')).toMatchObject({ status: 404 })
  const stranger = await aUser(app)
  expect(await call(`?projectId=${projectId}`, stranger.token)).toMatchObject({ status: 404 })
  const empty = await call(`?projectId=${projectId}`, owner.token, { testCaseIds: [] })
  expect(empty).toMatchObject({ status: 400, body: { errors: [{ field: 'testCaseIds' }] } })
})

test('[EXPORT-02] there is no report without test case management', async () => {
  const { projectId } = await aRepository(app, owner)
  const switched = (on: boolean) =>
    ask(app, switchFeature, { token: owner.token, params: { feature: 'test-case-management' }, body: { on } })
  await switched(false)
  const refused = await refusalOf(app, exportTestRepository, {
    token: owner.token,
    query: { projectId },
    body: { testCaseIds: [1] },
  })
  await switched(true)
  expect(refused).toMatchObject({ status: 403, code: ERROR_CODES.featureOff })
})
